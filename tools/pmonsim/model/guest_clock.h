/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time that a guest's TSC tells, between two looks of the guest at it.
 *
 * The TSC of such a guest counts the nanoseconds of its instructions, and those in which all CPUs were idle. The program that
 * embeds the model counts the instructions, and tells what each RDTSC returned. So at any moment
 *
 *   time = what the last RDTSC returned + (instructions since then << GUEST_CLOCK_SHIFT)
 *
 * which is exact but for an idle time since that RDTSC. A kernel that has been idle reads its TSC first.
 */
#ifndef PMONSIM_GUEST_CLOCK_H
#define PMONSIM_GUEST_CLOCK_H

#include <stdint.h>

/* An instruction takes two nanoseconds: also QEMU's -icount shift=. */
#define GUEST_CLOCK_SHIFT 1

/**
 * struct guest_clock - the state of such a clock; all zero at the start of the guest
 * @base: what the TSC showed before the first instruction, plus all idle time
 * @instructions: that had run at the last RDTSC
 * @last: the latest time that anybody was told
 */
struct guest_clock {
	uint64_t base;
	uint64_t instructions;
	uint64_t last;
};

/**
 * guest_clock_sync() - a RDTSC has returned a value
 * @clock: the clock
 * @instructions: that had run then, itself included
 * @tsc: the value
 *
 * A value that is told late, behind that of a later RDTSC, is ignored.
 */
void guest_clock_sync(struct guest_clock *clock, uint64_t instructions, uint64_t tsc);

/**
 * guest_clock_now() - the time
 * @clock: the clock
 * @instructions: that have run
 *
 * Return: the time in ns, which is never less than that of an earlier call.
 */
uint64_t guest_clock_now(struct guest_clock *clock, uint64_t instructions);

#endif /* PMONSIM_GUEST_CLOCK_H */
