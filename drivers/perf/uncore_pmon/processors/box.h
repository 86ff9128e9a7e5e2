/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Box types: all that differs between one kind of PMON block and another.
 *
 * A box type is constant data. A new processor is new data, not new code.
 */
#ifndef _UNCORE_PMON_BOX_H
#define _UNCORE_PMON_BOX_H

#include "choose/choice.h"
#include "choose/config.h"
#include "choose/filter.h"
#include "choose/schedule.h"
#include "find/table.h"
#include "processors/event_table.h"

/* Registers that the events of one unit share: the R box of Nehalem-EX has the most. */
#define PMON_MAX_RESOURCES	40

/* Number of the class of events in claims; it has no register. */
#define PMON_CLASS_RESOURCE	PMON_MAX_RESOURCES

/**
 * struct pmon_layout - meaning of the bits of the control registers
 * @has_control: there is a unit control register, which can freeze the unit; the
 *	three values below are what is written to it
 * @freeze: unit control value that stops all counters of the unit
 * @unfreeze: unit control value that lets them go on
 * @reset: unit control value that clears what it can, the unit not frozen; @unfreeze ends it
 * @zeroes: @reset does not clear counters and controls: they are written with 0
 * @enable: counter control bits that make a programmed counter count; without any an
 *	event select of 0 means that the counter stands still
 * @clear: counter control bit that clears the counter it belongs to, 0 if there is none:
 *	then a counter goes on from where its last event left it
 * @freeze_on_overflow: counter control bit with which an overflow freezes the package; 0: there
 *	is none
 *
 * Unit controls, @clear and the shared registers are write-only as far as the driver is
 * concerned: it knows what it wrote and never reads one of them.
 */
struct pmon_layout {
	bool has_control;
	u32 freeze;
	u32 unfreeze;
	u32 reset;
	bool zeroes;
	u64 enable;
	u64 clear;
	u64 freeze_on_overflow;
};

/* Most general counters of a unit whose registers are listed one by one. */
#define PMON_MAX_LISTED		8

/**
 * struct pmon_registers - where the general counters of a unit are
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
 * @mask: bits it has; 64-bit accesses if there are any above 31
 * @offset: from the unit control, or in the companion function
 * @stride: what is added to @offset for each unit id
 * @companion: it is in the companion PCI function of the unit
 * @gated: it must only be written while the register @gate is 0
 * @gate: number of that register, itself a resource, whose claims stand behind those
 *	of the registers it protects
 */
struct pmon_resource {
	u64 mask;
	s16 offset;
	s16 stride;
	bool companion;
	bool gated;
	u8 gate;
};

/* Not an offset: no register is that far from its unit control. */
#define PMON_NO_REGISTER	S16_MIN

/**
 * struct pmon_extra - a counter with a meaning of its own
 * @config: the perf configuration that selects it
 * @control: offset of its control register, or PMON_NO_REGISTER if it runs freely
 * @counter: offset of its counter register from the unit control
 * @stride: what is added to @counter for each place of the unit among those of its type
 * @width: number of bits
 * @enable: control value with which it counts
 * @clear: control bit that clears it
 * @rate: the most it can count in a second, for the polling period
 * @optional: not all processors of the kind have it; looked at before it is offered
 * @clock: it counts a clock, and stands still only while it is frozen
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
	bool optional;
	bool clock;
};

/**
 * struct pmon_box_type - one kind of PMON block
 * @name: as in PMU names, "cha"
 * @number: unit type of the discovery table, or of the static description
 * @max_units: how many units of this type one die can have
 * @fields: formats of a type without an event table, NULL for the others
 * @control: bits of config that are those of the control register
 * @layout: meaning of the control registers
 * @mesh_exclusive: events of the mesh stop (CMS) and the box's own must not count
 *		    at the same time in one unit
 * @registers: where the general counters are, NULL: the discovery table tells
 * @resources: shared registers, ended by one without a mask
 * @rules: which events look at them, ended by one without bits to claim
 * @choices: rows of events that count the same, each with registers of its own
 * @only_choices: there are no other events
 * @extras: fixed and free-running counters
 * @num_extras: how many
 * @extras_at: unit control address they belong to; 0: any
 * @rate: the most a general counter can count in a second, 0: unknown
 * @no_overflow_ids: bit mask of unit ids that send no overflow message
 * @unit_mask: format that tells the units of an event of the type PMU, NULL: all of config2
 */
struct pmon_box_type {
	const char *name;
	u16 number;
	u16 max_units;
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
	u64 rate;
	u64 no_overflow_ids;
	const struct pmon_field *unit_mask;
};

/* Every box type has this field at this place. */
#define PMON_EVENT_SELECT	GENMASK_ULL(7, 0)

#endif
