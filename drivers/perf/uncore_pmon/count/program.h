/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs the registers of units, and presets counters so that they overflow after a period. See
 * unit.h for the rules.
 *
 * Context of all functions: &pmon_die.lock held; if they access a register, a CPU of the die.
 */
#ifndef _UNCORE_PMON_PROGRAM_H
#define _UNCORE_PMON_PROGRAM_H

#include "count/unit.h"

/* Stop an event, if it runs. The next commit, or pmon_event_update(), updates its count. */
void pmon_event_stop(struct pmon_perf_event *event);

/* Disable freeze on overflow of a running counter. */
void pmon_counter_disarm(struct pmon_unit *unit, unsigned int index);

/* Restore the control of a running counter, which keeps its value. */
void pmon_counter_rewrite(struct pmon_unit *unit, unsigned int index);

/*
 * Program the state that calls before the commit have set.
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
 */
void pmon_unit_commit(struct pmon_unit *unit);

/*
 * Read counters that still run for stopped sampling events. perf accepts no sample of an event that
 * it has removed from its CPU. An overflow of its counter sets &pmon_overflow.expected.
 */
void pmon_unit_update_lingering(struct pmon_unit *unit);

/*
 * Stop counters of sampling events that perf has stopped, without the next commit. From here on,
 * only counters of running events can freeze the package.
 */
void pmon_unit_stop_lingering(struct pmon_unit *unit);

/*
 * Stop counters that run although the driver has stopped them. Stops only counters of the mask
 * whose control still has the driver's last value: the write that stopped them was lost. Other
 * counters belong to other software. Returns true if it stopped a counter.
 */
bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters);

/*
 * Read a group's counters of a unit at one instant. Freezes the unit meanwhile if the group has
 * more than one counter there, which costs two writes. @leader: an event of a PMU with the unit.
 */
void pmon_unit_snapshot(struct pmon_unit *unit, const struct pmon_perf_event *leader);

/* Longest time between two reads of a unit's running counters, in nanoseconds. 0: none runs. */
u64 pmon_unit_period(const struct pmon_unit *unit);

/* --- presets of sampling events ------------------------------------------------------ */

/* Start a new period of an event that is stopped. */
void pmon_preset_reload(struct pmon_perf_event *event);

/*
 * Has perf changed the period since it was begun? perf notifies the driver only if the event has
 * its counters at that time.
 */
bool pmon_preset_changed(const struct pmon_perf_event *event);

/* Preset a slot's stopped or frozen counter to the rest of its period. */
void pmon_preset_write(struct pmon_slot *slot);

/*
 * Does a slot's counter, just read, overflow at the end of its period? Not if it was not preset
 * after its last overflow, in a storm.
 */
bool pmon_preset_is_set(const struct pmon_slot *slot);

#endif
