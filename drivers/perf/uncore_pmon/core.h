/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's own state: what was found, and what was made of it.
 */
#ifndef _UNCORE_PMON_CORE_H
#define _UNCORE_PMON_CORE_H

#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "count/defer.h"
#include "find/machine.h"

struct device;
struct pmon_die;

/* Of the hash table of events: a few in each bucket on a machine that has thousands. */
#define PMON_ID_BITS	10

/**
 * struct pmon_core - the driver's state
 * @dev: the platform device
 * @machine: what was found
 * @dies: by logical die; NULL where there is none, or none yet
 * @num_dies: entries of @dies
 * @pmus: all &struct pmon_pmu
 * @events: all &struct pmon_perf_event, running or not. Who holds @lock may walk them: none is
 *	    freed meanwhile, but new ones can come at any time
 * @events_by_id: the same by their numbers; see perf/index.h
 * @events_lock: taken to change @events and @events_by_id
 * @lock: protects @pmus and @events against CPU hotplug, @pmus and @machine against packages that
 *	  come. perf's own locks are taken within it, so that it cannot be taken in pmu->event_init
 * @node: CPU hotplug instance, CPUs that come up or go down
 * @dead_node: the same, CPUs that are gone
 * @deferred: see upkeep.h
 * @arrivals: adds the packages whose first CPU has come online since the driver was loaded
 * @shown: the PMUs are registered; @arrivals does nothing before that and after
 */
struct pmon_core {
	struct device *dev;
	struct pmon_machine machine;
	struct pmon_die **dies;
	unsigned int num_dies;
	struct list_head pmus;
	struct list_head events;
	DECLARE_HASHTABLE(events_by_id, PMON_ID_BITS);
	spinlock_t events_lock;	/* for changes of @events and @events_by_id */
	struct mutex lock;	/* @pmus and @events against CPU hotplug */
	struct hlist_node node;
	struct hlist_node dead_node;
	struct pmon_deferred deferred;
	struct work_struct arrivals;
	bool shown;
};

#endif
