/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arithmetic on counters that are narrower than a count.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_COUNT_H
#define _UNCORE_PMON_COUNT_H

#include "choose/pure.h"

/* Limits of the polling period. */
#define PMON_POLL_MIN_NS	1000000ULL
#define PMON_POLL_MAX_NS	60000000000ULL

/* Time between two checks whether a unit answers again, in nanoseconds. */
#define PMON_RETRY_NS		1000000000ULL

/*
 * The fastest that any counter counts: 256 a cycle (the threshold, which is
 * compared with the increment, has eight bits in most units) at 4 GHz.
 */
#define PMON_RATE_MAX		(256 * 4000000000ULL)

/**
 * pmon_count_delta() - events between two readings of a counter
 * @previous: earlier reading
 * @now: later reading
 * @width: number of bits of the counter, 1 to 64
 *
 * Correct if there are fewer than 2^@width events in between. Ignores bits above @width,
 * which are reserved.
 *
 * Return: the number of events.
 */
u64 pmon_count_delta(u64 previous, u64 now, unsigned int width);

/**
 * pmon_poll_period_ns() - how often a counter has to be read
 * @width: number of bits of the counter, 1 to 64
 * @rate: most events per second, 0: unknown, taken as PMON_RATE_MAX
 *
 * Return: the time to count half of the range in nanoseconds, limited
 * to PMON_POLL_MIN_NS..PMON_POLL_MAX_NS.
 */
u64 pmon_poll_period_ns(unsigned int width, u64 rate);

/**
 * pmon_count_possible() - upper limit of the events in a time
 * @elapsed: the time in nanoseconds
 * @rate: most events per second, 0: unknown, taken as PMON_RATE_MAX
 * @width: number of bits of the counter, 1 to 64
 *
 * Return: the events of twice the time, or half of the counter's range if that is less.
 */
u64 pmon_count_possible(u64 elapsed, u64 rate, unsigned int width);

/**
 * pmon_low_may_carry() - could the lower half of a counter carry at once?
 * @low: the lower dword, just read
 *
 * A counter in PCI configuration space is read in two halves. They belong
 * together unless the lower one carried between the two accesses
 * (guide, 1.10.5, has it frozen for reading). In that time a counter
 * adds a few thousand, so only a lower half near its end is in doubt; a
 * quarter of the range leaves room for a CPU that was held up for very long.
 *
 * Return: true if the lower half has to be read again to be sure.
 */
static inline bool pmon_low_may_carry(u32 low)
{
	return low >= 0xc0000000;
}

#endif
