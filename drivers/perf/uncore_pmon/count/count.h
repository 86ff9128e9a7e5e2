/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arithmetic on counters that are narrower than a count, and on the periods of counters that are
 * preset to overflow.
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

/*
 * Events between two readings of a counter of @width bits, 1 to 64. Correct if they are fewer than
 * 2^@width. Ignores bits above @width, which are reserved.
 */
u64 pmon_count_delta(u64 previous, u64 now, unsigned int width);

/*
 * How often a counter has to be read: the time to count half of its range in nanoseconds, limited
 * to PMON_POLL_MIN_NS..PMON_POLL_MAX_NS. @rate: most events per second, 0: PMON_RATE_MAX.
 */
u64 pmon_poll_period_ns(unsigned int width, u64 rate);

/* Upper limit of the events in a time: those of twice the time, or half of the counter's range. */
u64 pmon_count_possible(u64 elapsed, u64 rate, unsigned int width);

/*
 * Must the lower half of a counter, just read, be read again?
 *
 * A counter in PCI configuration space is read in two halves. They belong
 * together unless the lower one carried between the two accesses
 * (guide, 1.10.5, has it frozen for reading). In that time a counter
 * adds a few thousand, so only a lower half near its end is in doubt; a
 * quarter of the range leaves room for a CPU that was held up for very long.
 */
static inline bool pmon_low_may_carry(u32 low)
{
	return low >= 0xc0000000;
}

/* Events of a counter until its next sample. */
struct pmon_period {
	s64 left;	/* until the counter overflows; 0 or less once it has */
	u64 beyond;	/* from there to the sample, for periods longer than the longest preset */
};

/* Begin a period of @events, at least 1, of a counter of @width bits, 2 to 63. */
void pmon_period_begin(struct pmon_period *period, u64 events, unsigned int width);

/*
 * Continue an interrupted period, on any counter. If the period ended before the interruption,
 * pmon_period_preset() makes its sample due at once.
 */
void pmon_period_resume(struct pmon_period *period, unsigned int width);

/*
 * Account for an overflow. Events after the overflow belong to the next period (guide, 1.4.0.1: the
 * counter counts until the freeze reaches it). @events: length of the next ones.
 *
 * Return: number of samples due: 0 if only a part of a long period has ended, more than one if the
 * counter counted whole periods more.
 */
u64 pmon_period_overflow(struct pmon_period *period, u64 events, unsigned int width);

/* Is a sample due? */
static inline bool pmon_period_is_over(const struct pmon_period *period)
{
	return period->left <= 0 && period->beyond <= -(u64)period->left;
}

/*
 * The preset with which the counter overflows at the end of the period: 2^width - left (guide,
 * 1.10.4 d). If a sample is due already, the highest value, which the next event overflows.
 */
u64 pmon_period_preset(const struct pmon_period *period, unsigned int width);

#endif
