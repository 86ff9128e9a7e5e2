/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Box types: the differences between the kinds of PMON blocks.
 *
 * A box type is constant data. A new processor is new data, not new code.
 */
#ifndef _UNCORE_PMON_BOX_H
#define _UNCORE_PMON_BOX_H

#include "choose/choice.h"
#include "choose/config.h"
#include "choose/filter.h"
#include "choose/schedule.h"
#include "processors/event_table.h"
#include "units.h"

/* Maximum number of shared registers of a unit. The R box of Nehalem-EX has 36. */
#define PMON_MAX_RESOURCES	40

/* Number of the class of events in claims; it has no register. */
#define PMON_CLASS_RESOURCE	PMON_MAX_RESOURCES

/**
 * struct pmon_layout - meaning of the bits of the control registers
 * @has_control: the unit has a unit control register, which can freeze it; the driver writes the
 *		 three values below to it
 * @freeze: unit control value that stops all counters of the unit
 * @unfreeze: unit control value that ends the freeze
 * @reset: unit control value that resets the unit; writing @unfreeze ends the reset
 * @bitwise: a write that sets several bits of the unit control at once can fault: the driver sets
 *	     those of @reset one after the other
 * @zeroes: @reset does not clear counters and controls: the driver writes 0 to them
 * @enable: counter control bits that enable a counter; if there are none, a counter stops with an
 *	    event select of 0
 * @clear: counter control bit that clears the counter; 0: there is none, and a counter continues
 *	   from its last value
 * @freeze_on_overflow: counter control bit that makes an overflow freeze the package; 0: there is
 *			none
 *
 * Bits of unit controls, @clear and shared registers can be write-only, so the driver keeps the
 * values that it wrote. Only find/ reads unit controls, to see whether a unit answers.
 */
struct pmon_layout {
	bool has_control;
	u32 freeze;
	u32 unfreeze;
	u32 reset;
	bool bitwise;
	bool zeroes;
	u64 enable;
	u64 clear;
	u64 freeze_on_overflow;
};

/* Maximum number of general counters of a unit with a list of registers. */
#define PMON_MAX_LISTED		8

/**
 * struct pmon_registers - registers of the general counters of a unit
 * @num: number of counters
 * @width: number of bits of each
 * @control: offset of each control register from the unit control
 * @counter: offset of each counter register from the unit control
 */
struct pmon_registers {
	u8 num;
	u8 width;
	s16 control[PMON_MAX_LISTED];
	s16 counter[PMON_MAX_LISTED];
};

/**
 * struct pmon_resource - a register that all events of a unit share
 * @mask: implemented bits; with bits above 31, accesses have 64 bits
 * @offset: from the unit control, or in the companion function
 * @stride: added to @offset for each unit id
 * @companion: it is in the companion PCI function of the unit
 * @gated: it may be written only while the register @gate is 0
 * @gate: number of that register, also a resource. Its claims must come after those of the
 *	  registers that it protects
 */
struct pmon_resource {
	u64 mask;
	s16 offset;
	s16 stride;
	bool companion;
	bool gated;
	u8 gate;
};

/* Not a valid offset. */
#define PMON_NO_REGISTER	S16_MIN

/**
 * struct pmon_extra - a fixed or free-running counter
 * @config: the perf configuration that selects it
 * @control: offset of its control register, or PMON_NO_REGISTER if it is free-running
 * @counter: offset of its counter register from the unit control
 * @stride: added to @counter for each position of the unit among those of its type
 * @width: number of bits
 * @enable: control value that enables it
 * @clear: control bit that clears it
 * @rate: maximum events per second, for the polling period
 * @clock: it counts a clock, and stops only while it is frozen
 */
struct pmon_extra {
	u64 config;
	s16 control;
	s16 counter;
	s16 stride;
	u8 width;
	u64 enable;
	u64 clear;
	u64 rate;
	bool clock;
};

/**
 * struct pmon_box_type - one kind of PMON block
 * @name: name in PMU names, "cha"
 * @number: unit type of the discovery table, or of the static description
 * @max_id: largest unit id, above the documented ones; 0: a die has at most one unit, and its name
 *	    has no number
 * @fields: formats of a type without an event table, NULL for the others
 * @control: bits of config that go to the control register
 * @layout: meaning of the control registers
 * @mesh_exclusive: events of the mesh stop (CMS) and of the box must not count at the same time in
 *		    one unit
 * @registers: registers of the general counters, NULL: the discovery table describes them
 * @resources: shared registers; one without a mask ends the list
 * @rules: use of shared registers by events; one without bits to claim ends the list
 * @choices: rows of equivalent events, each with its own registers
 * @only_choices: there are no events outside of @choices
 * @extras: fixed and free-running counters
 * @num_extras: how many
 * @extras_at: unit control address of the only unit with @extras; 0: all units
 * @no_freeze_ids: bit mask of unit ids that the UBox sends no freeze signal; no overflow of theirs
 *		   freezes the package
 * @unit_mask: format that selects the units of an event on the type PMU, NULL: all of config2
 */
struct pmon_box_type {
	const char *name;
	u16 number;
	u8 max_id;
	const struct pmon_field *fields;
	u64 control;
	const struct pmon_layout *layout;
	bool mesh_exclusive;
	const struct pmon_registers *registers;
	const struct pmon_resource *resources;
	const struct pmon_filter_rule *rules;
	const struct pmon_choice_rule *choices;
	bool only_choices;
	const struct pmon_extra *extras;
	unsigned int num_extras;
	u64 extras_at;
	u64 no_freeze_ids;
	const struct pmon_field *unit_mask;
};

/* The same field in all box types. */
#define PMON_EVENT_SELECT	GENMASK_ULL(7, 0)

#endif
