/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts of an event for who asks in any context.
 */
#ifndef _UNCORE_PMON_READ_H
#define _UNCORE_PMON_READ_H

#include "count/unit.h"

struct pmon_core;
struct uncore_count;
struct uncore_unit_count;

/**
 * pmon_consume_refresh() - bring an event's count up to date, here and now
 * @event: the event
 * @moving: receives whether it is -EAGAIN because a handover is moving the event to another CPU;
 *	    or NULL
 *
 * Context: any; see uncore_counter_read().
 * Return: 0, or why the count is that of the last time: see uncore_counter_read().
 */
int pmon_consume_refresh(struct pmon_perf_event *event, bool *moving);

/**
 * pmon_consume_count() - what an event has counted as far as it is known
 * @event: the event, which was never disabled
 * @count: receives it
 *
 * What perf keeps of it is left alone: a sum of the units is the same for a reader on any CPU,
 * while perf adds to the count of a sampling event without a lock.
 *
 * Context: any.
 */
void pmon_consume_count(const struct pmon_perf_event *event,
			struct uncore_count *count);

/**
 * pmon_consume_units() - the same for each unit
 * @event: the event
 * @counts: receives them, as far as there is room
 * @num: room in @counts; receives the number of units
 *
 * Context: any.
 */
void pmon_consume_units(const struct pmon_perf_event *event,
			struct uncore_unit_count *counts, unsigned int *num);

/**
 * pmon_consume_by_id() - what has the event with a certain number counted?
 * @core: the driver
 * @id: perf's number of the event, whoever has opened it
 * @count: receives the count, also with an error
 *
 * Context: any; see uncore_counter_read().
 * Return: as uncore_counter_read(), also -EXDEV if the event samples and this CPU is not its die's
 * owner; or -ENOENT if there is no such event: the count is 0.
 */
int pmon_consume_by_id(struct pmon_core *core, u64 id, struct uncore_count *count);

/**
 * pmon_consume_units_by_id() - the same for each unit
 * @core: the driver
 * @id: perf's number of the event
 * @counts: receives them, as far as there is room
 * @num: room in @counts; receives the number of units, 0 if there is no such event
 *
 * Context: any; see uncore_counter_read().
 * Return: as pmon_consume_by_id().
 */
int pmon_consume_units_by_id(struct pmon_core *core, u64 id,
			     struct uncore_unit_count *counts, unsigned int *num);

#endif
