/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Descriptions of processors, compiled in: box types, their formats, events and metrics.
 */
#ifndef UNCORE_PROCESSOR_H
#define UNCORE_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

/** The fixed counter of a unit, beside the general ones, in a set of counters. */
#define COUNTER_FIXED	0x8000u

/** enum event_needs - what has to be given besides the name for an event to count anything */
enum event_needs {
	NEEDS_NOTHING,
	NEEDS_STATE,	/* a state in the umask */
	NEEDS_CHANNEL,	/* ch_mask and fc_mask */
	NEEDS_REGISTER,	/* a register that no document describes */
	NEEDS_FORMATS,	/* the formats in named_event.formats */
};

/**
 * struct named_event - an event by name
 * @name: as in the PMU's events directory
 * @meaning: one sentence
 * @config: config, config1 and config2
 * @counters: set of general counters that can count it, COUNTER_FIXED, or 0: free-running
 * @needs: what else it needs
 * @formats: names, with blanks between, for NEEDS_FORMATS
 * @scale: factor from counts to @unit, or NULL
 * @unit: of the scaled count, or NULL
 */
struct named_event {
	const char *name;
	const char *meaning;
	uint64_t config[3];
	unsigned int counters;
	enum event_needs needs;
	const char *formats;
	const char *scale;
	const char *unit;
};

/** struct box_format - a format: its name, 0 to 2 for config to config2, its bits there */
struct box_format {
	const char *name;
	unsigned int word;
	uint64_t mask;
};

/**
 * struct box_type - a box type
 * @name: as in the names of its PMUs
 * @events: ended by one without a name
 * @fields: ended by one without a name
 * @counters: set of general counters
 */
struct box_type {
	const char *name;
	const struct named_event *events;
	const struct box_format *fields;
	unsigned int counters;
};

/**
 * struct metric_definition - a metric, as in processors/<id>/metrics.tsv
 * @name: box type, dot, name
 * @box: box type
 * @unit: of the value
 * @digits: decimals that are printed
 * @is_default: shown if none is asked for
 * @events: terms of the box's PMU, with blanks between events; the first is `a` of the formula
 * @formula: see formula.h
 * @description: one sentence
 */
struct metric_definition {
	const char *name;
	const char *box;
	const char *unit;
	int digits;
	int is_default;
	const char *events;
	const char *formula;
	const char *description;
};

/**
 * struct command_event - what a command counts by default, as in processors/<id>/events.tsv
 * @command: the command; for `check`, which check
 * @name: what it is to the command
 * @event: the event, or several that are added up, see counters_open_sum()
 * @factor: one count in the unit that the command shows
 * @text: one sentence
 */
struct command_event {
	const char *command;
	const char *name;
	const char *event;
	double factor;
	const char *text;
};

/**
 * struct unit_functions - PCI functions that show how many units of a type there are
 * @box: box type; NULL ends an array
 * @id: device id, which functions of other types can have as well
 * @first_function: lowest number of a function of this type
 * @last_function: highest number
 * @first_device: unit N is device @first_device + N of its bus; 0 if devices do not number the units
 * @shown_by: device id of functions that exist only for units in use; 0: each function is a unit
 * @per: box type: a function can be without a unit, but each unit of this type needs one; or NULL
 */
struct unit_functions {
	const char *box;
	unsigned int id;
	unsigned int first_function, last_function;
	unsigned int first_device;
	unsigned int shown_by;
	const char *per;
};

/**
 * struct unit_sources - what else says how many units a processor has
 * @capabilities: device id of the function with capability registers
 * @functions: functions with the registers of units
 * @core_has_cha: each core has a CHA
 * @modules_of_channel: DDR5 modules that a memory channel can have
 */
struct unit_sources {
	unsigned int capabilities;
	const struct unit_functions *functions;
	bool core_has_cha;
	unsigned int modules_of_channel;
};

/**
 * struct processor - the description of a processor
 * @name: for people
 * @id: short name
 * @boxes: box types, ended by one without a name
 * @metrics: metrics, ended by one without a name
 * @command_events: what commands count by default, ended by one without a command
 * @sources: what else says how many units there are, or NULL
 */
struct processor {
	const char *name;
	const char *id;
	const struct box_type *boxes;
	const struct metric_definition *metrics;
	const struct command_event *command_events;
	const struct unit_sources *sources;
};

/**
 * struct processor_model - which processor a model is
 * @family: as CPUID has it; 0 ends an array
 * @model: as CPUID has it
 * @first_stepping: the lowest stepping
 * @last_stepping: the highest one
 * @processor: the processor
 */
struct processor_model {
	unsigned int family;
	unsigned int model;
	unsigned int first_stepping;
	unsigned int last_stepping;
	const struct processor *processor;
};

/* Made of the driver's list of processors, its event data, and processors/. */
extern const struct processor processors[];
extern const struct processor_model processor_models[];

/**
 * processor_of_model() - the processor of a model of Intel's
 * @family: family
 * @model: model
 * @stepping: stepping, or -1 if it is unknown: then the first processor of the model
 *
 * Return: the processor, or NULL if there is no description of it.
 */
const struct processor *processor_of_model(unsigned int family, unsigned int model, int stepping);

/** box_type() - a box type of a processor by name; NULL if there is none, or no processor */
const struct box_type *box_type(const struct processor *processor, const char *name);

/** named_event() - an event of a box type by name; NULL if there is none, or no box type */
const struct named_event *named_event(const struct box_type *box, const char *name);

/** command_event() - what a command counts by default; NULL if it has nothing of the kind, or there is no processor */
const struct command_event *command_event(const struct processor *processor, const char *command, const char *name);

/** named_event_counters() - the set of counters as text: "0-3", "fixed" ... */
const char *named_event_counters(const struct named_event *event, char *text, unsigned int size);

#endif
