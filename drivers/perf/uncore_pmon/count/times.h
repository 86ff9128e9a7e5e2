/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Enabled and running times of events.
 *
 * perf also has these times, but returns them only in process context.
 */
#ifndef _UNCORE_PMON_TIMES_H
#define _UNCORE_PMON_TIMES_H

#include <linux/types.h>

struct pmon_perf_event;

/**
 * struct pmon_times - enabled and running times of an event
 * @begun: when perf first tried to add the event, ktime_get_mono_fast_ns(); 0: not yet
 * @absent: twice the nanoseconds without counters since then. While the event has no counters: the
 *	    time at which it lost them is subtracted before doubling, and 1 is added. One word, so
 *	    that an NMI reads a consistent value
 * @since: when the event last lost its counters
 * @bracket: &pmon_pmu_die.brackets at that time
 */
struct pmon_times {
	u64 begun;
	u64 absent;
	u64 since;
	unsigned int bracket;
};

/**
 * pmon_times_want() - start the enabled time, if it has not started
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_want(struct pmon_perf_event *event);

/**
 * pmon_times_on() - start the running time
 * @event: the event
 *
 * An event that perf removes and adds within one bracket keeps its counters: its time runs on.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_on(struct pmon_perf_event *event);

/**
 * pmon_times_off() - stop the running time
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_times_off(struct pmon_perf_event *event);

/**
 * pmon_times_get() - return the enabled and running times
 * @event: the event, which was never disabled
 * @enabled: receives nanoseconds since perf first tried to add the event
 * @running: receives nanoseconds of these with counters
 *
 * Context: any.
 */
void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running);

#endif
