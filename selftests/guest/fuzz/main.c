// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmonfuzz SEED CALLS [ROUNDS]
 *
 * Two threads make CALLS random calls each while three others disturb them, and reference events count. Each of
 * ROUNDS (1) has the next seed. What a thread does follows from the seed alone; how threads meet does not. Prints a check
 * for each round and what was done.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fuzz.h"
#include "simulator.h"

#define CALLERS		2

static uint64_t seed;
static unsigned long calls;
static atomic_uint callers;
static atomic_bool failed;

struct thread {
	void (*disturb)(struct numbers *numbers);
	unsigned int number, pause_ms;
	pthread_t id;
};

static void *make_calls(void *data)
{
	const struct thread *thread = data;
	struct numbers numbers;

	numbers_begin(&numbers, seed, thread->number);
	calls_make(&numbers, calls);
	atomic_fetch_sub(&callers, 1);
	return NULL;
}

static void *disturb(void *data)
{
	const struct thread *thread = data;
	struct timespec pause = { .tv_nsec = 1000000L * thread->pause_ms };
	struct numbers numbers;

	numbers_begin(&numbers, seed, thread->number);
	while (atomic_load(&callers)) {
		thread->disturb(&numbers);
		nanosleep(&pause, NULL);
	}
	return NULL;
}

static void step(struct numbers *numbers)
{
	if (!atomic_load(&failed) && !reference_step(numbers))
		atomic_store(&failed, true);
}

/* What the driver says of its samples, a line for each die. */
static void note_samples(void)
{
	FILE *file = fopen("/sys/kernel/debug/uncore_pmon/sampling", "r");
	unsigned long long samples, freezes;

	while (file && fscanf(file, "die %*d: active %*d samples %llu freezes %llu%*[^\n] ", &samples, &freezes) == 2) {
		stats.samples += samples;
		stats.freezes += freezes;
	}
	if (file)
		fclose(file);
}

static bool run_round(void)
{
	struct thread threads[] = {
		{ NULL, 1, 0, 0 }, { NULL, 2, 0, 0 },
		{ disturb_cpus, 3, 20, 0 }, { disturb_settings, 4, 5, 0 }, { disturb_units, 5, 1, 0 }, { step, 6, 1, 0 },
	};
	const unsigned int num = sizeof(threads) / sizeof(threads[0]);
	unsigned int i;
	bool good;

	atomic_store(&failed, false);
	atomic_store(&callers, CALLERS);
	if (!machine_scan()) {
		printf("not ok - there is no PMU\n");
		return false;
	}
	if (!reference_open())
		return false;
	for (i = 0; i < num; i++) {
		if (pthread_create(&threads[i].id, NULL, threads[i].disturb ? disturb : make_calls, &threads[i]))
			abort();
	}
	for (i = 0; i < num; i++)
		pthread_join(threads[i].id, NULL);
	disturb_end();
	note_samples();
	good = reference_close() && !atomic_load(&failed);
	machine_forget();
	return good;
}

static void on_signal(int number)
{
	(void)number;
}

int main(int argc, char *argv[])
{
	unsigned long rounds = argc > 3 ? strtoul(argv[3], NULL, 0) : 1, round;
	unsigned long good = 0;

	if (argc < 3 || argc > 4) {
		fprintf(stderr, "usage: pmonfuzz SEED CALLS [ROUNDS]\n");
		return 2;
	}
	seed = strtoull(argv[1], NULL, 0);
	calls = strtoul(argv[2], NULL, 0);
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGUSR1, on_signal);
	signal(SIGIO, on_signal);
	for (round = 0; round < rounds; round++, seed++) {
		printf("# seed %llu, %lu calls of each thread\n", (unsigned long long)seed, calls);
		good += run_round();
	}
	simulator_close();
	printf("# calls=%llu opened=%llu refused=%llu forks=%llu transitions=%llu injections=%llu samples=%llu freezes=%llu\n",
	       stats.calls, stats.opened, stats.refused, stats.forks, stats.transitions, stats.injections, stats.samples,
	       stats.freezes);
	if (good == rounds)
		printf("ok - seed %llu: the reference events are exact\n", (unsigned long long)(seed - rounds));
	return good != rounds;
}
