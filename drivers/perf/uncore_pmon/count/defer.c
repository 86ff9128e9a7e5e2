// SPDX-License-Identifier: GPL-2.0-only
/*
 * Work that is deferred to process context.
 */
#include <linux/container_of.h>

#include "count/defer.h"

static void start_work(struct irq_work *irq_work)
{
	struct pmon_deferred *deferred =
		container_of(irq_work, struct pmon_deferred, irq_work);

	schedule_work(&deferred->work);
}

void pmon_defer(struct pmon_deferred *deferred)
{
	irq_work_queue(&deferred->irq_work);
}

void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function)
{
	/*
	 * On PREEMPT_RT, run in hard interrupt context. Other irq_work runs in a thread of its CPU
	 * there. This thread is parked when the CPU goes offline, and irq_work_sync() then waits
	 * for what perf queues as it removes the CPU's events.
	 */
	deferred->irq_work = IRQ_WORK_INIT_HARD(start_work);
	INIT_WORK(&deferred->work, function);
}

void pmon_deferred_end(struct pmon_deferred *deferred)
{
	irq_work_sync(&deferred->irq_work);
	cancel_work_sync(&deferred->work);
}
