/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is known of processors when the program is built: box types, their formats and events.
 */
#ifndef UNCORE_KNOWN_H
#define UNCORE_KNOWN_H

#include <stdint.h>

/** The fixed counter of a unit, beside the general ones, in a set of counters. */
#define COUNTER_FIXED	0x8000u

/** enum event_needs - what has to be given besides the name for an event to count anything */
enum event_needs {
	NEEDS_NOTHING,
	NEEDS_STATE,	/* a state in the umask */
	NEEDS_CHANNEL,	/* ch_mask and fc_mask */
	NEEDS_REGISTER,	/* a register that no document describes */
	NEEDS_FORMATS,	/* the formats in known_event.formats */
};

/**
 * struct known_event - an event by name
 * @name: as in the PMU's events directory
 * @meaning: one sentence
 * @config: config, config1 and config2
 * @counters: set of general counters that can count it, COUNTER_FIXED, or 0: free-running
 * @needs: what else it needs
 * @formats: names, with blanks between, for NEEDS_FORMATS
 * @scale: factor from counts to @unit, or NULL
 * @unit: of the scaled count, or NULL
 */
struct known_event {
	const char *name;
	const char *meaning;
	uint64_t config[3];
	unsigned int counters;
	enum event_needs needs;
	const char *formats;
	const char *scale;
	const char *unit;
};

/** struct known_field - a format: its name, 0 to 2 for config to config2, its bits there */
struct known_field {
	const char *name;
	unsigned int word;
	uint64_t mask;
};

/**
 * struct known_box - a box type
 * @name: as in the names of its PMUs
 * @events: ended by one without a name
 * @fields: ended by one without a name
 * @counters: set of general counters
 */
struct known_box {
	const char *name;
	const struct known_event *events;
	const struct known_field *fields;
	unsigned int counters;
};

/**
 * struct known_metric - a metric, as in metrics/<processor>.tsv
 * @name: box type, dot, name
 * @box: box type
 * @unit: of the value
 * @digits: decimals that are printed
 * @is_default: shown if none is asked for
 * @events: terms of the box's PMU, with blanks between events; the first is `a` of the formula
 * @formula: see formula.h
 * @description: one sentence
 */
struct known_metric {
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
 * struct processor - all that is known of one
 * @name: for people
 * @id: short name
 * @models: of family 6, ended by 0
 * @boxes: box types, ended by one without a name
 * @metrics: metrics, ended by one without a name
 */
struct processor {
	const char *name;
	const char *id;
	unsigned int models[4];
	const struct known_box *boxes;
	const struct known_metric *metrics;
};

extern const struct processor processors[];

extern const struct known_box emr_boxes[], snbep_boxes[], ivbep_boxes[], nhmex_boxes[], wsmex_boxes[];
extern const struct known_metric emr_metrics[], snbep_metrics[], ivbep_metrics[], nhmex_metrics[];

/**
 * known_processor() - the processor of a model of family 6
 * @model: model number
 *
 * Return: the processor, or NULL if nothing is known of it.
 */
const struct processor *known_processor(unsigned int model);

/** known_box() - a box type of a processor by name; NULL if there is none, or no processor */
const struct known_box *known_box(const struct processor *processor, const char *name);

/** known_event() - an event of a box type by name; NULL if there is none, or no box type */
const struct known_event *known_event(const struct known_box *box, const char *name);

/** known_counters() - the set of counters as text: "0-3", "fixed" ... */
const char *known_counters(const struct known_event *event, char *text, unsigned int size);

#endif
