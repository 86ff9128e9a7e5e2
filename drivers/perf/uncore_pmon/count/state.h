/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The states of events and of their slots; state.c has a diagram.
 */
#ifndef _UNCORE_PMON_STATE_H
#define _UNCORE_PMON_STATE_H

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

#endif
