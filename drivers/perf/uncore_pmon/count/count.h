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

/**
 * pmon_count_delta() - events between two readings of a counter
 * @previous: earlier reading
 * @now: later reading
 * @width: of the counter, 1 to 64 bits. Ignores bits above, which are reserved
 *
 * Return: number of events. Correct if they are fewer than 2^@width.
 */
u64 pmon_count_delta(u64 previous, u64 now, unsigned int width);

/**
 * pmon_poll_period_ns() - how often a counter has to be read
 * @width: of the counter, 1 to 64 bits
 * @rate: most events per second, 0: unknown, taken as PMON_RATE_MAX
 *
 * Return: time to count half of the counter's range in nanoseconds, limited to
 * PMON_POLL_MIN_NS..PMON_POLL_MAX_NS.
 */
u64 pmon_poll_period_ns(unsigned int width, u64 rate);

/**
 * pmon_count_possible() - upper limit of the events in a time
 * @elapsed: the time in nanoseconds
 * @rate: most events per second, 0: unknown, taken as PMON_RATE_MAX
 * @width: of the counter, 1 to 64 bits
 *
 * Return: the events of twice the time, or half of the counter's range if that is less.
 */
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

/**
 * struct pmon_period - events of a counter until its next sample
 * @left: events until the counter overflows; 0 or less once it has
 * @beyond: events from that overflow to the sample, for periods longer than the longest preset
 */
struct pmon_period {
	s64 left;
	u64 beyond;
};

/**
 * pmon_period_begin() - begin a period
 * @period: the period
 * @events: its length, at least 1
 * @width: of the counter, 2 to 63 bits
 */
void pmon_period_begin(struct pmon_period *period, u64 events, unsigned int width);

/**
 * pmon_period_resume() - continue an interrupted period, on any counter
 * @period: the period. If it ended before the interruption, pmon_period_preset() makes its sample
 *	    due at once
 * @width: of the counter with which it continues, 2 to 63 bits
 */
void pmon_period_resume(struct pmon_period *period, unsigned int width);

/**
 * pmon_period_overflow() - account for an overflow
 * @period: the period, with &pmon_period.left 0 or less
 * @events: length of the next ones, at least 1
 * @width: of the counter, 2 to 63 bits
 *
 * Events after the overflow belong to the next period (guide, 1.4.0.1: the counter counts until the
 * freeze reaches it).
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

/**
 * pmon_period_preset() - the preset with which the counter overflows at the end of the period
 * @period: the period
 * @width: of the counter, 2 to 63 bits
 *
 * Return: 2^width - left (guide, 1.10.4 d). If a sample is due already, the highest value, which
 * the next event overflows.
 */
u64 pmon_period_preset(const struct pmon_period *period, unsigned int width);

#endif
