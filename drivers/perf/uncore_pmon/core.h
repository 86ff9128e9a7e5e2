/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's own state, and what its files call of each other.
 */
#ifndef _UNCORE_PMON_CORE_H
#define _UNCORE_PMON_CORE_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>

#include "count/defer.h"
#include "count/die.h"
#include "count/unit.h"
#include "find/machine.h"
#include "processors/processor.h"

struct pmon_refusal;

/**
 * struct pmon_pmu_die - the units of a PMU on one die
 * @die: the die, NULL if the PMU has no unit there
 * @units: the units an event of the PMU counts on
 * @num_units: how many
 * @disabled: brackets that perf has open, pmu_disable to pmu_enable or a transaction
 *	      that adds a group: commit later
 * @moving: while another CPU takes over: perf moves its events, those it takes off are parked
 * @level: that of the PMU
 * @waiting: an event that found its counters taken by another PMU, or NULL
 * @waiting_since: when it did so last, ktime_get_mono_fast_ns()
 */
struct pmon_pmu_die {
	struct pmon_die *die;
	struct pmon_unit **units;
	unsigned int num_units;
	unsigned int disabled;
	bool moving;
	enum pmon_event_level level;
	struct pmon_perf_event *waiting;
	u64 waiting_since;
};

/**
 * struct pmon_pmu - a perf PMU: a set of units of one box type on each die
 * @pmu: what perf sees
 * @list: entry in &struct pmon_core.pmus
 * @core: the driver
 * @type: box type of its units
 * @level: the PMU of a unit, or of all units of its type
 * @events: events of the box type, NULL for a type without a name
 * @fields: its formats
 * @snapshot: PMON_SNAPSHOT is one of them
 * @name: its name in sysfs
 * @groups: its sysfs attribute groups
 * @registered: perf knows it
 * @dies: its units, by logical die; &struct pmon_core.num_dies entries
 */
struct pmon_pmu {
	struct pmu pmu;
	struct list_head list;
	struct pmon_core *core;
	const struct pmon_box_type *type;
	enum pmon_event_level level;
	const struct pmon_event_table *events;
	const struct pmon_field *fields;
	bool snapshot;
	const char *name;
	const struct attribute_group **groups;
	bool registered;
	struct pmon_pmu_die dies[];
};

/**
 * struct pmon_core - the driver's state
 * @dev: the platform device
 * @processor: the machine's processor
 * @machine: what was found
 * @dies: by logical die; NULL where there is none
 * @num_dies: entries of @dies
 * @pmus: all &struct pmon_pmu
 * @events: all &struct pmon_perf_event, running or not. Who holds @lock may walk them, and none is
 *	    freed meanwhile; new ones can come at any time
 * @events_lock: taken to change @events
 * @lock: protects @pmus and @events against CPU hotplug. perf's own locks are taken within it, so
 *	  that it cannot be taken in pmu->event_init
 * @node: CPU hotplug instance, CPUs that come up or go down
 * @dead_node: the same, CPUs that are gone
 * @deferred: see upkeep.h
 */
struct pmon_core {
	struct device *dev;
	const struct pmon_processor *processor;
	struct pmon_machine machine;
	struct pmon_die **dies;
	unsigned int num_dies;
	struct list_head pmus;
	struct list_head events;
	spinlock_t events_lock;
	struct mutex lock;
	struct hlist_node node;
	struct hlist_node dead_node;
	struct pmon_deferred deferred;
};

/**
 * pmon_unit_mask_field() - format that tells the units of an event of a type PMU
 * @type: box type of the PMU
 *
 * One bit for each unit, by id; no bit means all of them.
 *
 * Return: the field.
 */
const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type);

/* Read the group of this leader with its units frozen; config1. */
#define PMON_SNAPSHOT	BIT_ULL(63)

/**
 * pmon_pmu_init() - fill in what perf sees of a PMU
 * @pmu: the PMU, its sysfs groups made
 */
void pmon_pmu_init(struct pmon_pmu *pmu);

/* The driver's parts of what perf knows. */
static inline struct pmon_pmu *to_pmon_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct pmon_pmu, pmu);
}

static inline struct pmon_perf_event *to_pmon_event(struct perf_event *event)
{
	return event->pmu_private;
}

/**
 * pmon_pmu_die_of() - the units of a PMU on the die of a CPU
 * @pmu: the PMU
 * @cpu: the CPU
 *
 * Return: them, or NULL if it has none there.
 */
struct pmon_pmu_die *pmon_pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu);

/**
 * pmon_event_init() - what perf calls to have an event checked and set up
 * @event: the event
 *
 * Why it is refused is told by the tracepoint uncore_pmon:refused, and not in the kernel log.
 *
 * Return: 0 or the error that perf's user gets.
 */
int pmon_event_init(struct perf_event *event);

/**
 * pmon_rival() - who must be left room for on a unit?
 * @unit: the unit
 * @event: an event that is to be added to it
 *
 * Context: &pmon_die.lock held.
 * Return: a waiting event of the other PMU that has the right of way, or NULL.
 */
const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event);

/**
 * pmon_contend() - an event does not fit: ask for a turn
 * @event: the event
 * @unit: a unit that has no counter for it
 *
 * Context: the owner CPU, within perf, &pmon_die.lock held.
 */
void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit);

/**
 * pmon_contend_end() - an event has its counters, or is no more
 * @event: the event
 *
 * Context: &pmon_die.lock held.
 */
void pmon_contend_end(struct pmon_perf_event *event);

/**
 * pmon_pmus_create() - make the PMUs for all units of all dies
 * @core: the driver, its dies filled with units
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_pmus_create(struct pmon_core *core);

/**
 * pmon_check_alone() - is there another driver for the uncore?
 * @core: the driver, for its device
 *
 * Touches no register.
 *
 * Return: 0, -EBUSY if so, with a message; another error of perf's.
 */
int pmon_check_alone(struct pmon_core *core);

/**
 * pmon_pmus_register() - show the PMUs to perf
 * @core: the driver
 *
 * Return: 0 or an error of perf's, and then none is registered.
 */
int pmon_pmus_register(struct pmon_core *core);

/**
 * pmon_pmus_unregister() - take the PMUs away from perf
 * @core: the driver
 */
void pmon_pmus_unregister(struct pmon_core *core);

/**
 * pmon_sysfs_groups() - attribute groups of a PMU
 * @pmu: the PMU, its type known
 *
 * Return: the groups, which live as long as the driver's device, or NULL if memory
 * is short.
 */
const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu);

/**
 * pmon_event_setup() - check an event's configuration and find what it needs
 * @pmu: PMU it is to count on
 * @words: config, config1, config2
 * @event: gets control, general, extra and claims
 * @why: gets the reason if it is refused
 *
 * Return: 0, or -EINVAL if the event cannot be counted.
 */
int pmon_event_setup(const struct pmon_pmu *pmu,
		     const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event, struct pmon_refusal *why);

/**
 * pmon_emr_add_free_running() - add units for the free-running counters
 * @machine: as discovered; gets one more unit for each IIO stack and each memory
 *	     controller that has units
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_emr_add_free_running(struct pmon_machine *machine);

/**
 * pmon_hotplug_init() - follow CPUs as they come and go, from here on
 *
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_init(void);

/** pmon_hotplug_exit() - undo pmon_hotplug_init() */
void pmon_hotplug_exit(void);

/**
 * pmon_hotplug_add() - choose the owners of all dies, and follow changes
 * @core: the driver
 *
 * Resets each unit on an owner; a unit that does not answer gets
 * &pmon_unit.gone.
 *
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_add(struct pmon_core *core);

/**
 * pmon_hotplug_remove() - undo pmon_hotplug_add()
 * @core: the driver
 */
void pmon_hotplug_remove(struct pmon_core *core);

#endif
