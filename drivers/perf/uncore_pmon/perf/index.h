/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * List of all events, and a hash table to find an event by perf's id.
 */
#ifndef _UNCORE_PMON_INDEX_H
#define _UNCORE_PMON_INDEX_H

#include <linux/types.h>

struct pmon_core;
struct pmon_perf_event;

/**
 * pmon_index_init() - initialise an empty index
 * @core: the driver
 */
void pmon_index_init(struct pmon_core *core);

/**
 * pmon_index_add() - add an event
 * @core: the driver
 * @event: the event, set up
 *
 * Context: process context.
 */
void pmon_index_add(struct pmon_core *core, struct pmon_perf_event *event);

/**
 * pmon_index_remove() - remove an event before it is freed
 * @core: the driver
 * @event: the event; it must not be freed before the end of an RCU grace period
 *
 * Context: process context, &pmon_core.lock held.
 */
void pmon_index_remove(struct pmon_core *core, struct pmon_perf_event *event);

/**
 * pmon_index_find() - find an event by its id
 * @core: the driver
 * @id: perf's id of the event, as returned by PERF_EVENT_IOC_ID
 *
 * The caller may read the event's counts. It may use &pmon_perf_event.perf only while the event
 * runs, with &pmon_die.lock held: perf may have freed the perf event already.
 *
 * Context: any, also NMI; rcu_read_lock() held.
 * Return: the event, or NULL if no event of this driver has the id.
 */
struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id);

#endif
