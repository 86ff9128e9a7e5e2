/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The requirements of an event on a unit.
 */
#ifndef _UNCORE_PMON_REQUEST_H
#define _UNCORE_PMON_REQUEST_H

#include "choose/schedule.h"
#include "count/unit.h"

/**
 * pmon_unit_request() - the request of an event on a unit
 * @unit: the unit
 * @event: the event
 *
 * Units of one type may have different numbers of counters.
 *
 * The request points into the event. Its current counter and alternative are -1.
 *
 * Return: the request, without a counter if no counter of the unit can count the event.
 */
struct pmon_request pmon_unit_request(const struct pmon_unit *unit,
				      const struct pmon_perf_event *event);

/**
 * pmon_group_requests() - the requests of an event's group on a unit
 * @unit: the unit
 * @event: a member of the group. perf adds a new sibling to it only after event_init()
 * @all: also those of members that have a counter of the unit now, or are disabled
 * @requests: PMON_MAX_REQUESTS entries; receives the requests. What does not fit is left out
 * @num: entries that are used already
 *
 * Context: the group cannot change: the CPU of its context, IRQs off, or its mutex is held.
 * Return: number of used entries.
 */
unsigned int pmon_group_requests(const struct pmon_unit *unit,
				 const struct pmon_perf_event *event, bool all,
				 struct pmon_request *requests, unsigned int num);

/**
 * pmon_unit_has() - does a unit have all registers that an event requires?
 * @unit: the unit
 * @event: the event
 *
 * Return: false if the event requires a register of a missing companion function.
 */
bool pmon_unit_has(const struct pmon_unit *unit,
		   const struct pmon_perf_event *event);

/**
 * pmon_event_answers() - do all units of an event answer?
 * @event: the event
 *
 * Return: false if one of them is &pmon_unit.gone.
 */
bool pmon_event_answers(const struct pmon_perf_event *event);

/**
 * pmon_event_slot() - the slot of an event on a unit
 * @event: the event
 * @unit: the unit
 *
 * Return: the slot, or NULL if the event does not count on the unit.
 */
const struct pmon_slot *pmon_event_slot(const struct pmon_perf_event *event,
					const struct pmon_unit *unit);

#endif
