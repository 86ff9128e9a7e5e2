/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adding to counts what counters have counted.
 */
#ifndef _UNCORE_PMON_UPDATE_H
#define _UNCORE_PMON_UPDATE_H

#include "count/unit.h"

/**
 * pmon_slot_update() - add what one counter has counted since the last time
 * @slot: the slot
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_slot_update(struct pmon_slot *slot);

/**
 * pmon_event_update() - add what was counted since the last time
 * @event: the event
 *
 * One register read for each of its units.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_update(struct pmon_perf_event *event);

/**
 * pmon_unit_poll() - read all counters that count on a unit, before one goes round
 * @unit: the unit
 *
 * What an event of a group has counted shows when it is read next.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_poll(struct pmon_unit *unit);

/**
 * pmon_unit_update() - read all counters that count on a unit
 * @unit: the unit
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_update(struct pmon_unit *unit);

/**
 * pmon_event_park() - perf takes a running event off the old owner CPU
 * @event: the event
 *
 * Its count is up to date on return. Its counters go on.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_park(struct pmon_perf_event *event);

/**
 * pmon_event_adopt() - perf puts a parked event on the new owner CPU
 * @event: the event; it runs on return, and nothing that happened meanwhile is lost
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_adopt(struct pmon_perf_event *event);

#endif
