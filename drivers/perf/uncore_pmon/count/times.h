/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For how long an event had its counters.
 *
 * perf keeps such times, too, but only hands them out where it may sleep.
 */
#ifndef _UNCORE_PMON_TIMES_H
#define _UNCORE_PMON_TIMES_H

#include <linux/types.h>

struct pmon_perf_event;

/**
 * struct pmon_times - for how long an event had its counters
 * @begun: when perf first wanted it to count, ktime_get_mono_fast_ns(); 0: not yet
 * @absent: twice the nanoseconds that it has been without counters since; while it is without,
 *	    twice the same minus the time of now, plus 1. In one word, for those who read it in an
 *	    NMI
 * @since: when it lost its counters last
 * @bracket: of perf's calls, in which that was
 */
struct pmon_times {
	u64 begun;
	u64 absent;
	u64 since;
	unsigned int bracket;
};

/**
 * pmon_times_want() - perf wants an event to count, whether it can or not
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_want(struct pmon_perf_event *event);

/**
 * pmon_times_on() - an event counts from now on
 * @event: the event
 *
 * What perf takes off and puts back within one of its brackets has never been without counters:
 * they were not touched.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_on(struct pmon_perf_event *event);

/**
 * pmon_times_off() - an event does not count any more
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_off(struct pmon_perf_event *event);

/**
 * pmon_times_get() - for how long was it to count, and did it?
 * @event: the event, with no time spent disabled
 * @enabled: receives nanoseconds since perf first wanted it to count
 * @running: receives how many of these it had counters
 *
 * Context: any.
 */
void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running);

#endif
