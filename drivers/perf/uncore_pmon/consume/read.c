// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads counts of an event in any context.
 */
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/uncore_pmon.h>

#include "consume/read.h"
#include "count/die.h"
#include "count/engine.h"
#include "perf/perf.h"

/* Are the registers inaccessible from this CPU? All units of an event are of one type. */
static bool is_remote(const struct pmon_perf_event *event)
{
	return event->slots[0].unit->space.ops->on_die &&
	       topology_logical_die_id(smp_processor_id()) != event->die->die;
}

static int refresh_locked(struct pmon_perf_event *event, bool *moving)
{
	if (event->die->suspended)
		return -EAGAIN;
	*moving = event->state == PMON_EVENT_PARKED;
	if (event->state != PMON_EVENT_RUNNING) {
		/* perf has stopped the event, but its units may not be programmed yet. */
		if (!*moving)
			pmon_event_update(event);
		return -EAGAIN;
	}
	pmon_event_refresh(event);
	return pmon_event_answers(event) ? 0 : -EIO;
}

static int refresh(struct pmon_perf_event *event, bool on_owner, bool *moving)
{
	unsigned long irq;
	int error;

	*moving = false;
	if (READ_ONCE(event->ended))
		return -ENODEV;
	if (event->no_nmi && in_nmi())
		return -EBUSY;
	preempt_disable_notrace();
	if (is_remote(event) ||
	    (on_owner && smp_processor_id() != READ_ONCE(event->die->owner))) {
		error = -EXDEV;
	} else if (!pmon_die_try_lock(event->die, &irq)) {
		error = -EBUSY;
	} else {
		error = refresh_locked(event, moving);
		pmon_die_unlock(event->die, irq);
	}
	preempt_enable_notrace();
	return error;
}

int pmon_consume_refresh(struct pmon_perf_event *event, bool *moving)
{
	bool unused;

	return refresh(event, false, moving ?: &unused);
}

/*
 * perf adds to the count of a sampling event on the owner CPU without a lock. So only the owner may
 * update it here.
 */
static int refresh_shared(struct pmon_perf_event *event)
{
	bool unused;

	return refresh(event, event->sampling, &unused);
}

void pmon_consume_count(const struct pmon_perf_event *event,
			struct uncore_count *count)
{
	count->count = 0;
	for_each_slot(slot, event)
		count->count += READ_ONCE(slot->count);
	pmon_times_get(event, &count->enabled, &count->running);
}

void pmon_consume_units(const struct pmon_perf_event *event,
			struct uncore_unit_count *counts, unsigned int *num)
{
	unsigned int room = min(*num, event->num_slots), i;

	for (i = 0; i < room; i++) {
		counts[i].unit = event->slots[i].unit->id;
		counts[i].gone = READ_ONCE(event->slots[i].unit->gone);
		counts[i].count = READ_ONCE(event->slots[i].count);
	}
	*num = event->num_slots;
}

/* Called with rcu_read_lock() held. */
static struct pmon_perf_event *find_refreshed(struct pmon_core *core, u64 id,
					      int *error)
{
	struct pmon_perf_event *event = pmon_index_find(core, id);

	*error = event ? refresh_shared(event) : -ENOENT;
	return event;
}

int pmon_consume_by_id(struct pmon_core *core, u64 id, struct uncore_count *count)
{
	struct pmon_perf_event *event;
	int error;

	*count = (struct uncore_count){};
	rcu_read_lock();
	event = find_refreshed(core, id, &error);
	if (event)
		pmon_consume_count(event, count);
	rcu_read_unlock();
	return error;
}

int pmon_consume_units_by_id(struct pmon_core *core, u64 id,
			     struct uncore_unit_count *counts, unsigned int *num)
{
	struct pmon_perf_event *event;
	int error;

	rcu_read_lock();
	event = find_refreshed(core, id, &error);
	if (event)
		pmon_consume_units(event, counts, num);
	else
		*num = 0;
	rcu_read_unlock();
	return error;
}
