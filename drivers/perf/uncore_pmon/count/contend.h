/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns of two PMUs with common counters: the PMU of a unit, and the PMU of its type.
 */
#ifndef _UNCORE_PMON_CONTEND_H
#define _UNCORE_PMON_CONTEND_H

struct pmon_perf_event;
struct pmon_unit;

/**
 * pmon_rival() - the waiting event for whose group another event must leave room
 * @unit: the unit
 * @event: the event that is to be added to the unit
 *
 * Context: &pmon_die.lock held.
 * Return: a waiting event of the other PMU, if it is that PMU's turn, or NULL. NULL for a pinned
 * @event, which never leaves room.
 */
const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event);

/**
 * pmon_contend() - request a turn for an event that does not fit
 * @event: the event
 * @unit: a unit that has no counter for it
 *
 * Context: the owner CPU, within perf, &pmon_die.lock held.
 */
void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit);

/**
 * pmon_contend_added() - an event has counters on all of its units
 * @event: the event
 *
 * Its group waits no more if this was the last one. perf adds the members one by one, and removes
 * them again if another one does not fit.
 *
 * Context: the CPU of the event's context, IRQs off, &pmon_die.lock held.
 */
void pmon_contend_added(struct pmon_perf_event *event);

/**
 * pmon_contend_end() - an event is about to be freed
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_contend_end(struct pmon_perf_event *event);

#endif
