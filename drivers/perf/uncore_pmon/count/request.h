/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an event asks of a unit.
 */
#ifndef _UNCORE_PMON_REQUEST_H
#define _UNCORE_PMON_REQUEST_H

#include "choose/schedule.h"
#include "count/unit.h"

/**
 * pmon_unit_request() - what an event asks of a certain unit
 * @unit: the unit
 * @event: the event
 *
 * Units of one type may have different numbers of counters.
 *
 * It points into the event, and says that the event does not run.
 *
 * Return: the request, with no counter if the unit has none for the event.
 */
struct pmon_request pmon_unit_request(const struct pmon_unit *unit,
				      const struct pmon_perf_event *event);

/**
 * pmon_unit_has() - does a unit have all registers that an event needs?
 * @unit: the unit
 * @event: the event
 *
 * Return: false if the event depends on a register of a companion function that is not there.
 */
bool pmon_unit_has(const struct pmon_unit *unit,
		   const struct pmon_perf_event *event);

/**
 * pmon_event_answers() - do all units of an event answer?
 * @event: the event
 *
 * Return: false if one of them was found gone.
 */
bool pmon_event_answers(const struct pmon_perf_event *event);

/**
 * pmon_event_slot() - the part of an event that is on a certain unit
 * @event: the event
 * @unit: the unit
 *
 * Return: the slot, or NULL if the event does not count on the unit.
 */
const struct pmon_slot *pmon_event_slot(const struct pmon_perf_event *event,
					const struct pmon_unit *unit);

#endif
