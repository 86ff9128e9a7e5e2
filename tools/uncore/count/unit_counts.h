/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts of each unit of events that count on all units, told by the tracepoint unit_count.
 */
#ifndef UNCORE_UNIT_COUNTS_H
#define UNCORE_UNIT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct unit_count - what an event has counted on a unit
 * @id: of the event, as perf_open() tells it
 * @config: of the event
 * @box: box type, e.g. cha
 * @die: die of the unit by the kernel's number, which need not be that of struct place while a package is offline
 * @unit: number of the unit
 * @count: since the event was opened
 * @before: for the user of this: how much of @count was seen already
 */
struct unit_count {
	uint64_t id;
	uint64_t config;
	char box[24];
	unsigned int die;
	unsigned int unit;
	uint64_t count;
	uint64_t before;
};

/** unit_counts_take() - take in what was traced since the last time; trace_start() is for the caller */
void unit_counts_take(void);

/**
 * unit_counts() - the newest value of each unit, ordered by event and unit
 * @number: receives how many there are
 *
 * Return: the values, valid until the next unit_counts_take().
 */
struct unit_count *unit_counts(size_t *number);

/** unit_counts_forget() - forget all values: their events are closed */
void unit_counts_forget(void);

/** unit_count_of() - the value of an event on a unit of its die, NULL if none was told yet */
struct unit_count *unit_count_of(uint64_t id, unsigned int unit);

#endif
