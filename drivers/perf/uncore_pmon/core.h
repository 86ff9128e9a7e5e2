/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's state: the machine as found, its dies, PMUs and events.
 */
#ifndef _UNCORE_PMON_CORE_H
#define _UNCORE_PMON_CORE_H

#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include <asm/barrier.h>

#include "count/ledger.h"
#include "find/machine.h"

struct device;
struct pmon_die;

/* Size of the hash table of events: with thousands of events, a bucket has a few. */
#define PMON_ID_BITS	10

/**
 * struct pmon_core - the driver's state
 * @dev: the platform device
 * @machine: dies and units as found
 * @dies: by logical die; NULL if absent or not yet online
 * @num_dies: entries of @dies
 * @pmus: all &struct pmon_pmu
 * @events: all &struct pmon_perf_event, running or not. Walk the list with @lock held: no event is
 *	    freed meanwhile, but events can be added at any time
 * @events_by_id: the same events by perf's id; see pmon_index_find()
 * @events_lock: taken to change @events and @events_by_id
 * @lock: protects @pmus and @events against CPU hotplug, and @pmus and @machine against new
 *	  packages. perf's locks nest inside it, so pmu->event_init must not take it
 * @node: CPU hotplug instance: CPUs that come online or go offline
 * @dead_node: CPU hotplug instance: CPUs that are offline
 * @deferred: see perf/handover.c
 * @new_packages: adds the packages whose first CPU has come online since the driver was loaded, and
 *		  moves dies to better owners
 * @shown: the PMUs are registered; otherwise @new_packages does nothing
 */
struct pmon_core {
	struct device *dev;
	struct pmon_machine machine;
	struct pmon_die **dies;
	unsigned int num_dies;
	struct list_head pmus;
	struct list_head events;
	DECLARE_HASHTABLE(events_by_id, PMON_ID_BITS);
	spinlock_t events_lock;	/* changes of @events and @events_by_id */
	struct mutex lock;	/* @pmus and @events against CPU hotplug */
	struct hlist_node node;
	struct hlist_node dead_node;
	struct pmon_deferred deferred;
	struct work_struct new_packages;
	bool shown;
};

/* The die, or NULL. Packages can be added meanwhile. */
static inline struct pmon_die *pmon_core_die(const struct pmon_core *core, unsigned int die)
{
	/* Pairs with the release in create_die(). */
	return smp_load_acquire(&core->dies[die]);
}

/* Call a function for each die that is there. */
static inline void pmon_core_visit_dies(const struct pmon_core *core,
					void (*call)(struct pmon_die *die))
{
	unsigned int i;

	for (i = 0; i < core->num_dies; i++) {
		struct pmon_die *die = pmon_core_die(core, i);

		if (die)
			call(die);
	}
}

#endif
