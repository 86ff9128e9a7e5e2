/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Box types: all that differs between one kind of PMON block and another.
 *
 * A box type is constant data. A new processor is new data, not new code.
 */
#ifndef _UNCORE_PMON_BOX_H
#define _UNCORE_PMON_BOX_H

#include "config.h"
#include "event_table.h"
#include "schedule.h"
#include "table.h"

/* Registers that the events of one unit share. */
#define PMON_MAX_RESOURCES	4

/* Number of the class of events in claims; it has no register. */
#define PMON_CLASS_RESOURCE	PMON_MAX_RESOURCES

/**
 * struct pmon_layout - meaning of the bits of the control registers
 * @freeze: unit control value that stops all counters of the unit
 * @unfreeze: unit control value that lets them go on
 * @reset: unit control value that clears counters and controls
 * @enable: counter control bits that make a programmed counter count
 * @clear: counter control bit that clears the counter it belongs to
 *
 * @freeze, @reset and @clear are write-only on all known processors: the driver
 * knows what it wrote and never reads one of these registers.
 */
struct pmon_layout {
	u32 freeze;
	u32 unfreeze;
	u32 reset;
	u64 enable;
	u64 clear;
};

/**
 * struct pmon_resource - something that all events of a unit share
 * @offset: of its register from the unit control
 * @enable: bits of config of which one must be set for the event to use it
 * @word: configuration word (0 config, 1 config1, 2 config2) with the value
 * @mask: bits of that word
 */
struct pmon_resource {
	s16 offset;
	u64 enable;
	u8 word;
	u64 mask;
};

#define PMON_NO_REGISTER	(-1)

/**
 * struct pmon_extra - a counter with a meaning of its own
 * @config: the perf configuration that selects it
 * @control: offset of its control register, or PMON_NO_REGISTER if it runs freely
 * @counter: offset of its counter register from the unit control
 * @width: number of bits
 * @enable: control value with which it counts
 * @clear: control bit that clears it
 * @rate: the most it can count in a second, for the polling period
 */
struct pmon_extra {
	u64 config;
	s16 control;
	u16 counter;
	u8 width;
	u64 enable;
	u64 clear;
	u64 rate;
};

/**
 * struct pmon_box_type - one kind of PMON block
 * @name: as in PMU names, "cha"
 * @number: unit type of the discovery table
 * @max_units: how many units of this type one die can have
 * @fields: formats of a type without an event table, NULL for the others
 * @control: bits of config that are those of the control register
 * @control_64bit: the upper half of the control register is in use
 * @layout: meaning of the control registers
 * @mesh_exclusive: events of the mesh stop (CMS) and the box's own must not count
 *		    at the same time in one unit
 * @resources: shared registers, ended by one without a mask
 * @extras: fixed and free-running counters
 * @num_extras: how many
 * @extras_at: unit control address they belong to; 0: any
 * @rate: the most a general counter can count in a second, 0: unknown
 * @no_overflow_ids: bit mask of unit ids that send no overflow message
 */
struct pmon_box_type {
	const char *name;
	u16 number;
	u16 max_units;
	const struct pmon_field *fields;
	u64 control;
	bool control_64bit;
	const struct pmon_layout *layout;
	bool mesh_exclusive;
	const struct pmon_resource *resources;
	const struct pmon_extra *extras;
	unsigned int num_extras;
	u64 extras_at;
	u64 rate;
	u64 no_overflow_ids;
};

/* Fields that several box types' formats have in common. */
#define PMON_EVENT_SELECT	GENMASK_ULL(7, 0)
#define PMON_UMASK		GENMASK_ULL(15, 8)

/**
 * pmon_emr_box_type() - Emerald and Sapphire Rapids box type of a unit
 * @number: unit type of the discovery table, or one of the EMR_*_FREE_RUNNING
 *
 * Return: the box type, or NULL if the number has no name.
 */
const struct pmon_box_type *pmon_emr_box_type(u16 number);

/* Box type for units that the table lists under a number without a name. */
extern const struct pmon_box_type pmon_emr_unnamed;

#endif
