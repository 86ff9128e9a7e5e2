/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads counters, and detects wrong readings.
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
 */
#ifndef _UNCORE_PMON_READING_H
#define _UNCORE_PMON_READING_H

#include <linux/types.h>

struct pmon_slot;
struct pmon_unit;

/**
 * pmon_unit_give_up() - stop using a unit that does not answer, and report it later
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 */
void pmon_unit_give_up(struct pmon_unit *unit);

/**
 * pmon_unit_is_gone() - does a reading of a counter show that the unit does not answer?
 * @unit: the unit; given up if so
 * @value: the reading
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value);

/**
 * pmon_unit_out_of_reach() - must the registers of a unit not be accessed?
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 * Return: true if the unit does not answer, or if it is suspended.
 */
bool pmon_unit_out_of_reach(const struct pmon_unit *unit);

/**
 * pmon_counter_read() - read a counter
 * @unit: the unit
 * @index: the counter
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 * Return: its value, PMON_ALL_ONES if the unit does not answer.
 */
u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_slot_advance() - read a slot's counter, and return the events since its last reading
 * @slot: the slot; &pmon_slot.previous becomes the new reading
 * @index: its counter
 * @delta: receives the events
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 * Return: false if the unit does not answer; @delta is unchanged.
 */
bool pmon_slot_advance(struct pmon_slot *slot, unsigned int index, u64 *delta);

#endif
