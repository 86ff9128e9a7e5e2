/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads counts of an event in any context.
 */
#ifndef _UNCORE_PMON_READ_H
#define _UNCORE_PMON_READ_H

#include "count/unit.h"

struct pmon_core;
struct uncore_count;
struct uncore_unit_count;

/**
 * pmon_consume_refresh() - update an event's count on this CPU
 * @event: the event
 * @moving: receives true if a handover that moves the event to another CPU caused -EAGAIN; or NULL
 *
 * Context: any; see uncore_counter_read().
 * Return: 0, or the reason why the count was not updated: see uncore_counter_read().
 */
int pmon_consume_refresh(struct pmon_perf_event *event, bool *moving);

/**
 * pmon_consume_count() - an event's count as of the last update
 * @event: the event, which was never disabled
 * @count: receives the count
 *
 * Does not use perf's count: perf adds to the count of a sampling event without a lock. The sum of
 * the units is valid on any CPU.
 *
 * Context: any.
 */
void pmon_consume_count(const struct pmon_perf_event *event,
			struct uncore_count *count);

/**
 * pmon_consume_units() - an event's count of each unit as of the last update
 * @event: the event
 * @counts: receives them, as far as there is room
 * @num: room in @counts; receives the number of units
 *
 * Context: any.
 */
void pmon_consume_units(const struct pmon_perf_event *event,
			struct uncore_unit_count *counts, unsigned int *num);

/**
 * pmon_consume_by_id() - read the count of the event with an id
 * @core: the driver
 * @id: perf's id of the event; any process or module may have opened it
 * @count: receives the count, also with an error
 *
 * Context: any; see uncore_counter_read().
 * Return: as uncore_counter_read(), also -EXDEV if the event samples and this CPU is not its die's
 * owner; or -ENOENT if no event has the id: the count is 0.
 */
int pmon_consume_by_id(struct pmon_core *core, u64 id, struct uncore_count *count);

/**
 * pmon_consume_units_by_id() - read the counts of the units of the event with an id
 * @core: the driver
 * @id: perf's id of the event
 * @counts: receives them, as far as there is room
 * @num: room in @counts; receives the number of units, 0 if no event has the id
 *
 * Context: any; see uncore_counter_read().
 * Return: as pmon_consume_by_id().
 */
int pmon_consume_units_by_id(struct pmon_core *core, u64 id,
			     struct uncore_unit_count *counts, unsigned int *num);

#endif
