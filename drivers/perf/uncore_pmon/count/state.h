/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The states of events and of their slots; state.c has a diagram.
 */
#ifndef _UNCORE_PMON_STATE_H
#define _UNCORE_PMON_STATE_H

#include <linux/kconfig.h>

#include "count/unit.h"

/**
 * pmon_event_set_state() - change the state of an event
 * @event: the event
 * @state: its new state; warns about an invalid transition
 *
 * Context: &pmon_die.lock held.
 */
void pmon_event_set_state(struct pmon_perf_event *event,
			  enum pmon_event_state state);

/**
 * pmon_event_counts() - should an event's counters count?
 * @event: the event
 */
static inline bool pmon_event_counts(const struct pmon_perf_event *event)
{
	return event->state == PMON_EVENT_RUNNING ||
	       event->state == PMON_EVENT_PARKED;
}

/* With these debug options, all slots of a unit are checked after each commit. */
#if IS_ENABLED(CONFIG_PROVE_LOCKING) || IS_ENABLED(CONFIG_KUNIT)
#define PMON_CHECK_STATES
#endif

/**
 * pmon_unit_check() - warn if the state of a unit does not match its events
 * @unit: the unit, right after a commit
 *
 * Context: &pmon_die.lock held.
 */
#ifdef PMON_CHECK_STATES
void pmon_unit_check(const struct pmon_unit *unit);
#else
static inline void pmon_unit_check(const struct pmon_unit *unit)
{
}
#endif

#endif
