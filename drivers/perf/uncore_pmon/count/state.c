// SPDX-License-Identifier: GPL-2.0-only
/*
 * The states of events and of their slots: transitions and invariants. Enabled and running times.
 *
 * States of an event (enum pmon_event_state):
 *
 *                  add                      start
 *         OFF ------------> STOPPED <------------------> RUNNING
 *          ^                   |            stop          |  ^
 *          |        del        |                          |  | add on the new owner: adopt
 *          +-------------------+   del on the old owner:  |  |
 *          |                        park                  v  |
 *          +------------------------------------------- PARKED
 *            drop: disabled or closed, or others have their turn
 *
 * add, del, start and stop are perf's calls (pmu.c); del of a running event stops it first. Counts
 * of a parked event are kept apart (&pmon_slot.gathered) until the event is adopted or dropped.
 *
 * States of a slot, an event on one unit. "assigned" is the counter of &pmon_slot.assigned,
 * "programmed" that of &pmon_slot.programmed, and "stopped" is pmon_slot_is_stopped():
 *
 *	event      assigned  programmed  stopped  meaning
 *	OFF        -1        -1          -        nothing
 *	OFF        -1        b           yes      lingers: its counter still runs; its counts until
 *						  the next commit are the event's
 *	STOPPED    a         -1          -        assigned
 *	STOPPED    a         b           yes      lingers, and is assigned
 *	RUNNING    a         -1          -        starts at the next commit
 *	RUNNING    a         b           yes      stopped and started again since the last
 *						  commit; the next one keeps it if a is b
 *	RUNNING    a         a           no       counts
 *	RUNNING    a         b           no       counts, and moves from b to a at the next commit
 *	PARKED     as RUNNING
 *
 * A programmed counter is live, and the slot is its holder. Free-running counters are never live
 * and have no holder: any number of slots can share one. A slot on one is not programmed while
 * stopped, and continues from its last read if it is started again before the next commit.
 *
 * A commit (program.c) ends lingering and moves. After it, a slot is unassigned, assigned but not
 * programmed, or programmed on its assigned counter.
 */
#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/minmax.h>

#include "count/die.h"
#include "count/engine.h"

/* Flag in &pmon_times.absent: the event has no counters. */
#define WITHOUT		BIT_ULL(0)

static void leave(struct pmon_perf_event *event, u64 absent, u64 now)
{
	struct pmon_times *times = &event->times;

	times->since = now;
	times->bracket = event->pmu_die->brackets;
	WRITE_ONCE(times->absent, (absent - now) << 1 | WITHOUT);
}

void pmon_times_want(struct pmon_perf_event *event)
{
	u64 now;

	if (event->times.begun)
		return;
	now = ktime_get_mono_fast_ns();
	leave(event, 0, now);
	WRITE_ONCE(event->times.begun, now);
}

void pmon_times_on(struct pmon_perf_event *event)
{
	const struct pmon_pmu_die *pmu_die = event->pmu_die;
	struct pmon_times *times = &event->times;
	u64 now;

	pmon_times_want(event);
	if (!(times->absent & WITHOUT))
		return;
	now = pmu_die->disabled && times->bracket == pmu_die->brackets ?
	      times->since : ktime_get_mono_fast_ns();
	WRITE_ONCE(times->absent, (times->absent & ~WITHOUT) + (now << 1));
}

void pmon_times_off(struct pmon_perf_event *event)
{
	if (!(event->times.absent & WITHOUT))
		leave(event, event->times.absent >> 1, ktime_get_mono_fast_ns());
}

void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running)
{
	u64 begun = READ_ONCE(event->times.begun);
	u64 absent = READ_ONCE(event->times.absent);
	u64 now = ktime_get_mono_fast_ns();
	s64 without;

	*enabled = 0;
	*running = 0;
	/* The clock can be slightly behind on another CPU. */
	if (!begun || now < begun)
		return;
	*enabled = now - begun;
	if (absent & WITHOUT)
		absent += (now << 1) - WITHOUT;
	without = (s64)absent >> 1;
	*running = *enabled - clamp_t(s64, without, 0, *enabled);
}

static const u8 next_states[] = {
	[PMON_EVENT_OFF] = BIT(PMON_EVENT_STOPPED),
	[PMON_EVENT_STOPPED] = BIT(PMON_EVENT_OFF) | BIT(PMON_EVENT_STOPPED) |
			       BIT(PMON_EVENT_RUNNING),
	[PMON_EVENT_RUNNING] = BIT(PMON_EVENT_STOPPED) | BIT(PMON_EVENT_RUNNING) |
			       BIT(PMON_EVENT_PARKED),
	[PMON_EVENT_PARKED] = BIT(PMON_EVENT_OFF) | BIT(PMON_EVENT_RUNNING),
};

void pmon_event_set_state(struct pmon_perf_event *event, enum pmon_event_state state)
{
	bool counted = pmon_event_counts(event);

	lockdep_assert_held(&event->die->lock);
	WARN_ONCE(!(next_states[event->state] & BIT(state)),
		  "uncore_pmon: event goes from state %d to %d\n",
		  event->state, state);
	event->state = state;
	event->die->counting += pmon_event_counts(event) - counted;
	if (pmon_event_counts(event) && !counted)
		pmon_times_on(event);
	else if (!pmon_event_counts(event) && counted)
		pmon_times_off(event);
}
