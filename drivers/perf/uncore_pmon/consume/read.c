// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts of an event for who asks in any context.
 */
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/uncore_pmon.h>

#include "compat.h"
#include "consume/read.h"
#include "count/die.h"
#include "count/program.h"
#include "count/request.h"

/* Are the registers out of reach of this CPU? An event's units are all of one type. */
static bool elsewhere(const struct pmon_perf_event *event)
{
	return event->slots[0].unit->space.ops->on_die &&
	       topology_logical_die_id(smp_processor_id()) != event->die->die;
}

static int refresh_locked(struct pmon_perf_event *event)
{
	if (event->die->asleep || event->state != PMON_EVENT_RUNNING)
		return -EAGAIN;
	pmon_event_update(event);
	return pmon_event_answers(event) ? 0 : -EIO;
}

int pmon_consume_refresh(struct pmon_perf_event *event)
{
	unsigned long irq;
	int error;

	if (pmon_event_ended(event->perf))
		return -ENODEV;
	if (event->no_nmi && in_nmi())
		return -EBUSY;
	preempt_disable_notrace();
	if (elsewhere(event)) {
		error = -EXDEV;
	} else if (!pmon_die_try_lock(event->die, &irq)) {
		error = -EBUSY;
	} else {
		error = refresh_locked(event);
		pmon_die_unlock(event->die, irq);
	}
	preempt_enable_notrace();
	return error;
}

void pmon_consume_count(const struct pmon_perf_event *event,
			struct uncore_count *count)
{
	unsigned int i;

	count->count = 0;
	for (i = 0; i < event->num_slots; i++)
		count->count += READ_ONCE(event->slots[i].count);
	pmon_times_get(event, &count->enabled, &count->running);
}

void pmon_consume_units(const struct pmon_perf_event *event,
			struct uncore_unit_count *counts, unsigned int *num)
{
	unsigned int room = min(*num, event->num_slots), i;

	for (i = 0; i < room; i++) {
		counts[i].unit = event->slots[i].unit->id;
		counts[i].count = READ_ONCE(event->slots[i].count);
	}
	*num = event->num_slots;
}
