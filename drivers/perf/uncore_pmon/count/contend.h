/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns of the two PMUs, of a unit and of its type, that want the same counters.
 */
#ifndef _UNCORE_PMON_CONTEND_H
#define _UNCORE_PMON_CONTEND_H

struct pmon_perf_event;
struct pmon_unit;

/**
 * pmon_rival() - the event that another one must leave room for
 * @unit: the unit
 * @event: the event that is to be added to the unit
 *
 * Context: &pmon_die.lock held.
 * Return: a waiting event of the other PMU that has the right of way, or NULL. NULL for a pinned
 *	   @event, which never waits.
 */
const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event);

/**
 * pmon_contend() - an event does not fit: ask for a turn
 * @event: the event
 * @unit: a unit that has no counter for it
 *
 * Context: the owner CPU, within perf, &pmon_die.lock held.
 */
void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit);

/**
 * pmon_contend_end() - an event has its counters, or is no more
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_contend_end(struct pmon_perf_event *event);

#endif
