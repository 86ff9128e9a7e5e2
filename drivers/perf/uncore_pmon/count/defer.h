/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work that is deferred to process context: it was found with IRQs off, under a lock, or in an NMI.
 */
#ifndef _UNCORE_PMON_DEFER_H
#define _UNCORE_PMON_DEFER_H

#include <linux/irq_work.h>
#include <linux/workqueue.h>

/**
 * struct pmon_deferred - deferred work
 * @irq_work: queues @work: the caller may hold locks of perf or the scheduler that a work queue
 *	      takes, too
 * @work: the work; runs in process context
 */
struct pmon_deferred {
	struct irq_work irq_work;
	struct work_struct work;
};

/**
 * pmon_deferred_init() - initialise deferred work
 * @deferred: the work
 * @function: called in process context
 */
void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function);

/**
 * pmon_deferred_end() - wait for running work, and cancel pending work
 * @deferred: the work; pmon_defer() must not be called any more
 *
 * Context: process context, may sleep.
 */
void pmon_deferred_end(struct pmon_deferred *deferred);

/**
 * pmon_defer() - queue deferred work
 * @deferred: the work
 *
 * Context: any, also NMI and with &pmon_die.lock held.
 */
void pmon_defer(struct pmon_deferred *deferred);

#endif
