/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What cannot be done where it is noticed: with IRQs off, under a lock, in an NMI.
 */
#ifndef _UNCORE_PMON_DEFER_H
#define _UNCORE_PMON_DEFER_H

#include <linux/irq_work.h>
#include <linux/workqueue.h>

/**
 * struct pmon_deferred - something to be done soon
 * @irq_work: starts @work, as perf and the scheduler may hold locks that a work queue takes, too
 * @work: what is to be done; runs in process context
 */
struct pmon_deferred {
	struct irq_work irq_work;
	struct work_struct work;
};

/**
 * pmon_deferred_init() - say what is to be done
 * @deferred: filled
 * @function: does it
 */
void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function);

/**
 * pmon_deferred_end() - wait until what was begun is done
 * @deferred: nobody asks for it any more
 *
 * Context: process context, may sleep.
 */
void pmon_deferred_end(struct pmon_deferred *deferred);

/**
 * pmon_defer() - have it done soon
 * @deferred: it
 *
 * Context: any, also NMI and with &pmon_die.lock held.
 */
void pmon_defer(struct pmon_deferred *deferred);

#endif
