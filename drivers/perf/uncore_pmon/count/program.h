/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is written to and read from the registers of units. See unit.h for the rules.
 */
#ifndef _UNCORE_PMON_PROGRAM_H
#define _UNCORE_PMON_PROGRAM_H

#include "count/unit.h"

/**
 * pmon_event_stop() - stop an event
 * @event: the event, running or stopped already
 *
 * Its count is up to date after the next commit, or after pmon_event_update().
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_stop(struct pmon_perf_event *event);

/**
 * pmon_slot_control() - what the control register of a slot's counter holds
 * @slot: the slot
 * @index: the counter, which has it for its holder
 *
 * Without bits that are cleared by themselves, and without freeze on overflow.
 *
 * Context: &pmon_die.lock held.
 */
u64 pmon_slot_control(const struct pmon_slot *slot, unsigned int index);

/**
 * pmon_slot_arm() - let a counter that counts freeze the package when it overflows, or not
 * @slot: slot of a sampling event, programmed
 * @freeze: let it
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_slot_arm(struct pmon_slot *slot, bool freeze);

/**
 * pmon_slot_rewrite() - write the control of a counter once more, as it should be
 * @slot: slot that is programmed; its counter goes on from where it is
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_slot_rewrite(struct pmon_slot *slot);

/**
 * pmon_unit_commit() - program what was decided
 * @unit: the unit
 *
 * An event that perf took off and put back between two commits has gone on counting
 * all the time and is left alone: perf does that with all events of a CPU whenever
 * one is opened or closed, and it would cost counts and register writes.
 *
 * A counter of an event that was stopped is read for the last time here: see end_holder().
 *
 * The unit is frozen meanwhile if counters of one group start, or one moves
 * or changes its alternative, so that the events of a group start together
 * and a moved event loses and doubles nothing.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_commit(struct pmon_unit *unit);

/**
 * pmon_unit_update_lingering() - read counters that still count for stopped sampling events
 * @unit: the unit
 *
 * No sample can be made for an event that perf has taken off its CPU. If its counter has
 * overflowed, that is noted in &pmon_overflow.expected.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_update_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_stop_lingering() - stop counters of sampling events that perf has stopped
 * @unit: the unit; the next commit may be long to come
 *
 * No counter without an event that counts can freeze the package on return.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_stop_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_snapshot() - read what a group counts on a unit, at one instant
 * @unit: the unit
 * @leader: the leader of the group, an event of a PMU that has the unit
 *
 * The unit is frozen meanwhile if the group has more than one counter there: two
 * writes. It counts again on return.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_snapshot(struct pmon_unit *unit,
			const struct pmon_perf_event *leader);

/**
 * pmon_unit_period() - how often the running counters of a unit have to be read
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 * Return: a time in nanoseconds, 0 if no counter runs.
 */
u64 pmon_unit_period(const struct pmon_unit *unit);

/**
 * pmon_unit_stop_again() - stop counters that go on although the driver has stopped them
 * @unit: the unit
 * @counters: the counters (bit mask); of those only the ones whose control still is what the driver
 *	      wrote last: the write that stopped it was lost. Others are other users'
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 * Return: true if there are any.
 */
bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters);

#endif
