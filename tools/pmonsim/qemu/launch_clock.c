// SPDX-License-Identifier: GPL-2.0-only
/* The rate of the guest's TSC, which is the host's: TCG adds an offset and nothing else. */
#define _GNU_SOURCE
#include <stdint.h>
#include <time.h>

#include "qemu/launch.h"

#ifdef __x86_64__
#include <x86intrin.h>

/* An error of a microsecond in this time is 10 parts in a million; the kernel refines what it is told. */
#define MEASURED_NS		100000000L
#define NS_PER_MS		1000000

/* This many looks, of which the quickest counts: a process can lose its CPU between the two clocks. */
#define LOOKS			20

struct instant {
	uint64_t ticks;
	int64_t ns;
};

static struct instant look(void)
{
	struct instant best = { 0 };
	uint64_t quickest = UINT64_MAX;

	for (int i = 0; i < LOOKS; i++) {
		struct timespec now;
		uint64_t before = __rdtsc(), after;

		clock_gettime(CLOCK_MONOTONIC_RAW, &now);
		after = __rdtsc();
		if (after - before >= quickest)
			continue;
		quickest = after - before;
		best.ticks = before + quickest / 2;
		best.ns = (int64_t)now.tv_sec * 1000 * NS_PER_MS + now.tv_nsec;
	}
	return best;
}

unsigned long tsc_kilohertz(void)
{
	const struct timespec wait = { .tv_nsec = MEASURED_NS };
	struct instant begin = look(), end;

	nanosleep(&wait, NULL);
	end = look();
	return (unsigned long)((end.ticks - begin.ticks) * NS_PER_MS / (uint64_t)(end.ns - begin.ns));
}
#else
unsigned long tsc_kilohertz(void)
{
	fail("only a host with a TSC can tell its rate");
}
#endif
