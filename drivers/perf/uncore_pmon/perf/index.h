/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All events there are: for who walks them, and for who knows one by its number.
 */
#ifndef _UNCORE_PMON_INDEX_H
#define _UNCORE_PMON_INDEX_H

#include <linux/types.h>

struct pmon_core;
struct pmon_perf_event;

/**
 * pmon_index_init() - there are no events yet
 * @core: the driver
 */
void pmon_index_init(struct pmon_core *core);

/**
 * pmon_index_add() - there is one more event
 * @core: the driver
 * @event: the event, set up
 *
 * Context: process context.
 */
void pmon_index_add(struct pmon_core *core, struct pmon_perf_event *event);

/**
 * pmon_index_remove() - an event is about to be freed
 * @core: the driver
 * @event: the event; whoever has found it may use it until the end of an RCU grace period
 *
 * Context: process context, &pmon_core.lock held.
 */
void pmon_index_remove(struct pmon_core *core, struct pmon_perf_event *event);

/**
 * pmon_index_find() - the event with a certain number
 * @core: the driver
 * @id: perf's number of it, as PERF_EVENT_IOC_ID has it
 *
 * Who finds an event may read what it has counted, but must leave &pmon_perf_event.perf alone
 * unless it runs, with &pmon_die.lock held: perf may have freed its part already.
 *
 * Context: any, also NMI; rcu_read_lock() held.
 * Return: the event, or NULL if there is none, or if it is another driver's.
 */
struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id);

#endif
