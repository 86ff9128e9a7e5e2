/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads counters and updates the counts.
 */
#ifndef _UNCORE_PMON_UPDATE_H
#define _UNCORE_PMON_UPDATE_H

#include "count/unit.h"

/**
 * pmon_slot_update() - read a slot's counter, and update its count
 * @slot: the slot
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_slot_update(struct pmon_slot *slot);

/**
 * pmon_event_update() - read all counters of an event, and update its count
 * @event: the event
 *
 * Reads a register of each of its units, unless it was read for samples that are being taken.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_update(struct pmon_perf_event *event);

/**
 * pmon_event_refresh() - read all counters of an event for somebody else than perf
 * @event: the event
 *
 * Updates the counts of its slots, but not perf's count of an event in a group, which perf may be
 * collecting: only perf's own reads do.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_refresh(struct pmon_perf_event *event);

/**
 * pmon_unit_poll() - read all running counters of a unit, before one wraps
 * @unit: the unit
 *
 * As pmon_event_refresh().
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_poll(struct pmon_unit *unit);

/**
 * pmon_unit_update() - read all running counters of a unit, and update the counts
 * @unit: the unit
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_update(struct pmon_unit *unit);

/**
 * pmon_event_adopt() - resume a parked event on the new owner CPU
 * @event: the event, running on return, with the events of the meantime
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_adopt(struct pmon_perf_event *event);

#endif
