/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events as people write them, PMU/term,term=value/, turned into what perf_event_open() takes.
 */
#ifndef UNCORE_EVENT_H
#define UNCORE_EVENT_H

#include "base/perf.h"
#include "count/gauge.h"
#include "machine/machine.h"

/** The box type of events of the cores, which are counted on every CPU of a die. Those of "power" and "msr" are alike. */
#define CORE_BOX	"core"

/**
 * struct event - an event
 * @text: as it was given
 * @box: box type
 * @pmus: PMUs that count it, one behind the other; NULL if it is none of the uncore
 * @num_pmus: how many: one, or one for each unit where no PMU counts on all of them
 * @core_type: for perf_event_attr, if it is none of the uncore
 * @gauge: it is no event, but a value in sysfs
 * @scale: of a PMU beside those of the uncore and the cores: what one count is, in the unit of the event
 * @config: config, config1, config2, config3
 * @named: the name in @text that stands in the program's tables, or NULL
 * @combined: a format with the bits of several terms, or NULL
 */
struct event {
	char text[256];
	char box[NAME_SIZE];
	struct pmu *pmus;
	size_t num_pmus;
	uint32_t core_type;
	enum gauge gauge;
	double scale;
	uint64_t config[CONFIG_WORDS];
	const struct named_event *named;
	const struct format *combined;
};

/**
 * event_parse() - find out what an event is
 * @machine: where it is to be counted
 * @text: PMU/terms/, as perf takes it. In place of the PMU there can be a box type (`cha`), or nothing
 *        at all in front of a name that only one box type has.
 * @each: take the PMU of each unit even if there is one of the whole type
 * @event: receives the event
 * @error: receives the reason of a failure
 * @size: of @error
 *
 * core/EVENT/ is an event of the CPUs: a generic name (cache-misses), r and a code, or terms of the cores' PMU. power/EVENT/
 * and msr/EVENT/ are events of the kernel's PMUs of these names, gauge/NAME/ is a value in sysfs.
 *
 * Terms are formats of the PMU, names in its events directory, names that the program knows, config,
 * config1 and config2. Bits of terms add up; a value that does not fit its format is an error, as with perf.
 *
 * Return: 0, or -1 with @error filled in.
 */
int event_parse(const struct machine *machine, const char *text, bool each, struct event *event,
		char *error, size_t size);

/**
 * event_put() - put a value into the bits of a format
 * @format: the format
 * @value: the value
 * @config: config, config1, config2, config3
 *
 * Return: false if it does not fit.
 */
bool event_put(const struct format *format, uint64_t value, uint64_t config[CONFIG_WORDS]);

/** event_of_core() - it counts on the counters of the cores, so it can be in a group with others that do */
bool event_of_core(const struct event *event);

/** event_same_pmu() - both can be in one group, as far as their PMU decides it */
bool event_same_pmu(const struct event *left, const struct event *right);

/** event_take() - the value that a format has in a configuration */
uint64_t event_take(const struct format *format, const uint64_t config[CONFIG_WORDS]);

#endif
