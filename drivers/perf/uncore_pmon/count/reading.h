/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads counters, detects wrong readings, and updates the counts.
 *
 * One bad access must not end a unit, and must not add 2^48 to a count. Two kinds of readings are
 * suspicious: all ones, which only a missing device returns; and more events since the last reading
 * than the counter can count in twice that time, or than half of its range. Such a counter is read
 * again, and the second reading counts, whatever it is. If it is all ones, which is read twice, the
 * unit is gone. If it shows as many events as the first one, the timer was late: a narrow counter
 * can nearly wrap meanwhile. Or other software has written the counter.
 *
 * No reading is discarded, so the counts of a late timer are exact up to the range of the counter.
 * Only an error that the elapsed time allows is not detected.
 *
 * Context of all functions: &pmon_die.lock held; if they read a register, a CPU of the die.
 */
#ifndef _UNCORE_PMON_READING_H
#define _UNCORE_PMON_READING_H

#include <linux/types.h>

#include "count/unit.h"

/* Stop using a unit that does not answer, and report it later. */
void pmon_unit_give_up(struct pmon_unit *unit);

/* Does a reading of a counter show that the unit does not answer? It is given up if so. */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value);

/* Must the registers of a unit not be accessed? It does not answer, or is suspended. */
bool pmon_unit_out_of_reach(const struct pmon_unit *unit);

/* The value of a counter, PMON_ALL_ONES if the unit does not answer. */
u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index);

/* Read a slot's counter, and update its count. */
void pmon_slot_update(struct pmon_slot *slot);

/*
 * Read all counters of an event, and update its count: a register of each of its units, unless it
 * was read for samples that are being taken.
 */
void pmon_event_update(struct pmon_perf_event *event);

/*
 * Read all counters of an event for somebody else than perf. Updates the counts of its slots, but
 * not perf's count of an event in a group, which perf may be collecting: only perf's own reads do.
 */
void pmon_event_refresh(struct pmon_perf_event *event);

/* Read all running counters of a unit before one wraps, as pmon_event_refresh(). */
void pmon_unit_poll(struct pmon_unit *unit);

/* Read all running counters of a unit, and update the counts. */
void pmon_unit_update(struct pmon_unit *unit);

/* Resume a parked event on the new owner CPU, with the events of the meantime. It runs then. */
void pmon_event_adopt(struct pmon_perf_event *event);

#endif
