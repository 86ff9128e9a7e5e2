/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counts of units that the driver's tracepoint uncore_pmon:unit_count tells.
 */
#ifndef PMONUNITS_COLLECT_H
#define PMONUNITS_COLLECT_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct unit_value - what an event has counted on a unit
 * @id: of the event, as PERF_EVENT_IOC_ID tells it
 * @config: of the event
 * @box: box type, e.g. cha
 * @die: die of the unit
 * @unit: number of the unit
 * @count: since the event was opened
 * @shown: for the user of this: how much of @count was printed already
 */
struct unit_value {
	uint64_t id;
	uint64_t config;
	char box[24];
	unsigned int die;
	unsigned int unit;
	uint64_t count;
	uint64_t shown;
};

/**
 * collect_start() - trace the counts of all events from now on
 *
 * In a trace instance of its own, so that nobody else's tracing is disturbed.
 *
 * Return: 0, or -1 after a message on standard error.
 */
int collect_start(void);

/**
 * collect() - take in what was traced since the last time
 *
 * Return: 0, or -1 after a message on standard error.
 */
int collect(void);

/**
 * collected() - the newest value of each unit, ordered by event, die and unit
 * @number: receives how many there are
 *
 * Return: the values, valid until the next collect().
 */
struct unit_value *collected(size_t *number);

/** collect_stop() - undo collect_start() */
void collect_stop(void);

#endif
