/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs the registers of units. See unit.h for the rules.
 */
#ifndef _UNCORE_PMON_PROGRAM_H
#define _UNCORE_PMON_PROGRAM_H

#include "count/unit.h"

/**
 * pmon_event_stop() - stop an event
 * @event: the event, running or stopped already
 *
 * The next commit, or pmon_event_update(), updates its count.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_event_stop(struct pmon_perf_event *event);

/**
 * pmon_counter_disarm() - disable freeze on overflow of a running counter
 * @unit: the unit
 * @index: the counter
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_counter_disarm(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_counter_rewrite() - restore the control of a running counter
 * @unit: the unit
 * @index: the counter, which keeps its value
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_counter_rewrite(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_unit_commit() - program the state that calls before the commit have set
 * @unit: the unit
 *
 * An event that perf removed and added between two commits never stopped counting, and its
 * registers are not written. perf does this with all events of a CPU whenever one is opened or
 * closed. Stopping them would lose counts and cost register writes.
 *
 * Reads counters of stopped events for the last time: see end_holder().
 *
 * Freezes the unit meanwhile if counters of one group start, or if an event changes its counter or
 * alternative. So the events of a group start together, and a moved event counts each hardware
 * event exactly once.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_commit(struct pmon_unit *unit);

/**
 * pmon_unit_update_lingering() - read counters that still run for stopped sampling events
 * @unit: the unit
 *
 * perf accepts no sample of an event that it has removed from its CPU. An overflow of its counter
 * sets &pmon_overflow.expected.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_update_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_stop_lingering() - stop counters of sampling events that perf has stopped
 * @unit: the unit
 *
 * On return, only counters of running events can freeze the package. Does not wait for the next
 * commit.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_stop_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_snapshot() - read a group's counters of a unit at one instant
 * @unit: the unit
 * @leader: the leader of the group, an event of a PMU with the unit
 *
 * Freezes the unit meanwhile if the group has more than one counter there, which costs two writes.
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 */
void pmon_unit_snapshot(struct pmon_unit *unit,
			const struct pmon_perf_event *leader);

/**
 * pmon_unit_period() - longest time between two reads of a unit's running counters
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 * Return: a time in nanoseconds, 0 if no counter runs.
 */
u64 pmon_unit_period(const struct pmon_unit *unit);

/**
 * pmon_unit_stop_again() - stop counters that run although the driver has stopped them
 * @unit: the unit
 * @counters: the counters (bit mask). Stops only counters whose control still has the driver's last
 *	      value: the write that stopped them was lost. Other counters belong to other software
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 * Return: true if it stopped a counter.
 */
bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters);

#endif
