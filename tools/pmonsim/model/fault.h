/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is wrong with a unit, on purpose.
 */
#ifndef PMONSIM_FAULT_H
#define PMONSIM_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct unit;

/* In a set of counters: all of a unit. */
#define FAULT_ALL		UINT32_MAX

/**
 * struct unit_fault - what is wrong with a unit; fault.c. Sets of counters have a bit for each
 * @doubled: it counts all twice
 * @dead: counters that count nothing
 * @halved: an event code of which it counts only each second, or 0
 * @percent: it counts only so many of a hundred, 0: all
 * @bits: how wide the counters @narrow are, 0: as their type says
 * @stuck_high, @stuck_low: bits that read 1 and 0 in the counters @stuck
 * @no_freeze: counters that the freeze of the package does not reach
 * @no_unit_freeze: counters that the unit's own freeze does not reach
 * @stays_frozen: after the first freeze of its package it counts no more
 * @stays_unit_frozen: the same after its own freeze
 * @frozen: it is frozen, for good
 * @needs_freeze: a counter counts only if the unit was frozen when its control was written
 * @no_status: counters whose overflows are lost: no status bit, no message
 * @no_message: an overflow sets the unit's status but sends no message
 * @other_status: an overflow sets the status bit of the next counter
 * @other_position: it sets the global status bit of the next position
 * @any_event: counters that count the clock, whatever event is selected
 * @no_threshold, @no_invert, @no_edge, @no_umask: fields of the control that do nothing
 * @no_upper: the upper half of a control cannot be written
 * @tires: counts after which a counter stops, until its control is written; 0: it does not
 * @no_clear: the bit that clears a counter does nothing
 * @no_preset: a write of a counter does nothing
 * @twin: accesses go to the registers of this unit, too
 * @lose_each: each so manieth write of a control is lost; @writes: how many there were
 * @bad_each: each so manieth read of a counter goes wrong; @reads: how many there were
 * @bad_kind: how: it reads 0, all ones, one bit wrong, or the counter leaps
 * @bad_bit: which bit is wrong, or leaps
 * @leap_ns: a counter leaps when it is read for the first time after each so many nanoseconds, 0: it does not
 * @leap_at: when the next one does
 * @other_link: simulated memory: what happens shows on the neighbour
 * @other_die: the same with the unit of the other package
 * @other_node: the same with the unit of the package's other NUMA node
 * @left_out: simulated memory: a channel or CHA that gets nothing
 * @gone: it answers all ones, as a device that has dropped off its bus
 */
struct unit_fault {
	bool doubled;
	uint32_t dead;
	uint8_t halved;
	unsigned int percent;
	unsigned int bits;
	uint32_t narrow;
	uint64_t stuck_high, stuck_low;
	uint32_t stuck;
	uint32_t no_freeze, no_unit_freeze;
	bool stays_frozen, stays_unit_frozen, frozen;
	bool needs_freeze;
	uint32_t no_status;
	bool no_message, other_status, other_position;
	uint32_t any_event;
	bool no_threshold, no_invert, no_edge, no_umask;
	bool no_upper;
	uint64_t tires;
	bool no_clear, no_preset;
	struct unit *twin;
	unsigned int lose_each, writes, bad_each, reads;
	enum bad_read { BAD_ZERO, BAD_ONES, BAD_BIT, BAD_LEAP } bad_kind;
	unsigned int bad_bit;
	uint64_t leap_ns, leap_at;
	bool other_link, other_die, other_node;
	bool left_out;
	bool gone;
};

#endif /* PMONSIM_FAULT_H */
