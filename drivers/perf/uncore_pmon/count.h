/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arithmetic on counters that are narrower than a count.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_COUNT_H
#define _UNCORE_PMON_COUNT_H

#include "pure.h"

/* No counter is polled more often or more seldom than this. */
#define PMON_POLL_MIN_NS	1000000ULL
#define PMON_POLL_MAX_NS	60000000000ULL

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
 * Right as long as the counter went round less than once; bits above
 * @width, which are reserved in the counter registers, are ignored.
 *
 * Return: the number of events.
 */
u64 pmon_count_delta(u64 previous, u64 now, unsigned int width);

/**
 * pmon_poll_period_ns() - how often a counter has to be read
 * @width: number of bits of the counter, 1 to 64
 * @rate: the most events a second that it can be asked to count, 0: unknown,
 *	  taken as PMON_RATE_MAX
 *
 * Return: the time to go half-way round in nanoseconds, limited
 * to PMON_POLL_MIN_NS..PMON_POLL_MAX_NS.
 */
u64 pmon_poll_period_ns(unsigned int width, u64 rate);

/**
 * pmon_pci_counter_torn() - must a counter read in two halves be read again?
 * @high_before: upper dword, read before the lower one
 * @high_after: upper dword, read after it
 *
 * The lower dword carried into the upper one between the readings when the
 * two differ; neither combination is a value the counter had (emr: 6.19).
 */
static inline bool pmon_pci_counter_torn(u32 high_before, u32 high_after)
{
	return high_before != high_after;
}

#endif
