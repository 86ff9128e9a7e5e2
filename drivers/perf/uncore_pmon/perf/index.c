// SPDX-License-Identifier: GPL-2.0-only
/*
 * List and hash table of all events.
 */
#include <linux/lockdep.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include "core.h"
#include "count/unit.h"
#include "perf/index.h"

void pmon_index_init(struct pmon_core *core)
{
	INIT_LIST_HEAD(&core->events);
	hash_init(core->events_by_id);
	spin_lock_init(&core->events_lock);
}

static void link_event(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->events_lock);
	list_add_tail_rcu(&event->list, &core->events);
	hash_add_rcu(core->events_by_id, &event->by_id, event->id);
}

static void unlink_event(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->events_lock);
	list_del_rcu(&event->list);
	hash_del_rcu(&event->by_id);
}

void pmon_index_add(struct pmon_core *core, struct pmon_perf_event *event)
{
	event->id = event->perf->id;
	spin_lock(&core->events_lock);
	link_event(core, event);
	spin_unlock(&core->events_lock);
}

void pmon_index_remove(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->lock);
	spin_lock(&core->events_lock);
	unlink_event(core, event);
	spin_unlock(&core->events_lock);
}

struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id)
{
	struct pmon_perf_event *event;

	RCU_LOCKDEP_WARN(!rcu_read_lock_held(), "uncore_pmon: an event is looked up unprotected");
	hash_for_each_possible_rcu(core->events_by_id, event, by_id, id) {
		if (event->id == id)
			return event;
	}
	return NULL;
}
