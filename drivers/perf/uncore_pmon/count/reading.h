/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading counters, and readings that cannot be right.
 *
 * One bad access must not end a unit, and must not add 2^48 to a count. Two kinds of readings show
 * that an access may have gone wrong: all ones, which only a device that is gone returns; and more
 * events since the last reading than a counter counts in twice the time since then. Such a counter
 * is read once more, and the second reading is used. If it is all ones again, the unit is gone. If
 * it has as many events again, either the reading before was too high, and nothing is added; or
 * somebody else has written the counter.
 */
#ifndef _UNCORE_PMON_READING_H
#define _UNCORE_PMON_READING_H

#include <linux/types.h>

struct pmon_die;
struct pmon_slot;
struct pmon_unit;

/**
 * struct pmon_readings - second readings of counters of a die
 * @again: how often a counter was read a second time
 * @wrong: how often the second reading showed that the first one was wrong
 * @unit: where the first wrong one was
 * @counter: which counter that was
 * @report: the first wrong one is still to be reported
 */
struct pmon_readings {
	u64 again;
	u64 wrong;
	const struct pmon_unit *unit;
	unsigned int counter;
	bool report;
};

/**
 * pmon_unit_give_up() - a unit does not answer: leave it alone, and report that later
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 */
void pmon_unit_give_up(struct pmon_unit *unit);

/**
 * pmon_unit_is_gone() - does what was read of a counter show that the unit does not answer?
 * @unit: the unit, which is given up then
 * @value: what was read
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value);

/**
 * pmon_unit_out_of_reach() - must the registers of a unit be left alone?
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 * Return: true if the unit does not answer, or if it is asleep.
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
 * pmon_slot_advance() - what the counter of a slot has counted since its last reading
 * @slot: the slot; &pmon_slot.previous becomes the present reading
 * @index: its counter
 * @delta: what it has counted
 *
 * Context: a CPU of the die; &pmon_die.lock held.
 * Return: false if the unit does not answer. @delta is as before then.
 */
bool pmon_slot_advance(struct pmon_slot *slot, unsigned int index, u64 *delta);

/**
 * pmon_readings_report() - report the first wrong reading
 * @die: the die
 *
 * Context: process context.
 */
void pmon_readings_report(struct pmon_die *die);

#endif
