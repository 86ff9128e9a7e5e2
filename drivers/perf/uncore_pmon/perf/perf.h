/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A perf PMU, and the events that perf opens on it.
 */
#ifndef _UNCORE_PMON_PERF_H
#define _UNCORE_PMON_PERF_H

#include <linux/list.h>
#include <linux/perf_event.h>

#include "count/pmu_die.h"
#include "count/unit.h"
#include "processors/box.h"

struct pmon_core;
struct pmon_refusal;

/**
 * struct pmon_pmu - a perf PMU: a set of units of one box type on each die
 * @pmu: perf's PMU
 * @list: entry in &struct pmon_core.pmus
 * @core: the driver
 * @type: box type of its units
 * @level: the PMU of a unit, or of all units of its type
 * @events: events of the box type, NULL for a type without a name
 * @fields: its formats
 * @snapshot: PMON_SNAPSHOT is one of them
 * @high_unit_mask: pmon_high_unit_mask_field is one of them
 * @has_nodes: pmon_node_fields are some of them
 * @name: its name in sysfs
 * @groups: its sysfs attribute groups
 * @where: the group of the files of what a link or stack is connected to, or NULL
 * @registered: registered with perf
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
	bool high_unit_mask;
	bool has_nodes;
	const char *name;
	const struct attribute_group **groups;
	const struct attribute_group *where;
	bool registered;
	struct pmon_pmu_die dies[];
};

/**
 * pmon_unit_mask_field() - format that selects the units of an event of a type PMU
 * @type: box type of the PMU
 *
 * One bit for each unit id. No bit selects all units.
 *
 * Return: the field.
 */
const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type);

/* Words of unit masks: units with higher ids cannot be chosen. */
#define PMON_UNIT_MASK_WORDS	2

/* Units from 64 on, if the type has as many and the kernel has config3. */
extern const struct pmon_field pmon_high_unit_mask_field;

/*
 * The units of a node of the die. A field of zero means "not given", so the first node has a field
 * of its own.
 */
#define PMON_NODE		GENMASK_ULL(59, 56)
#define PMON_NODE_0		BIT_ULL(60)
#define PMON_NODE_FIELDS	2
extern const struct pmon_field pmon_node_fields[PMON_NODE_FIELDS];

/* In config1: read the group of this leader with its units frozen. */
#define PMON_SNAPSHOT	BIT_ULL(63)

/**
 * pmon_pmu_init() - fill in perf's PMU
 * @pmu: the PMU, with its sysfs groups
 */
void pmon_pmu_init(struct pmon_pmu *pmu);

static inline struct pmon_pmu *to_pmon_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct pmon_pmu, pmu);
}

static inline struct pmon_perf_event *to_pmon_event(const struct perf_event *event)
{
	return event->pmu_private;
}

/**
 * pmon_pmu_die_of() - the units of a PMU on the die of a CPU
 * @pmu: the PMU
 * @cpu: the CPU
 *
 * Return: the units, or NULL if the PMU has none on the die.
 */
struct pmon_pmu_die *pmon_pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu);

/**
 * pmon_event_init() - check and set up an event; pmu->event_init
 * @event: the event
 *
 * The tracepoint uncore_pmon:refused has the reason if the event is rejected; the kernel log has
 * not.
 *
 * Return: 0 or the error that perf's user gets.
 */
int pmon_event_init(struct perf_event *event);

/**
 * pmon_event_plan() - the driver's data of an event that perf does not know yet
 * @pmu: PMU of the event
 * @pmu_die: its units on the die of the event; the die has an owner
 * @words: config, config1, config2, config3
 * @why: receives the reason if the event is rejected
 *
 * Context: process context, may sleep.
 * Return: the event, for kfree(), or an ERR_PTR().
 */
struct pmon_perf_event *pmon_event_plan(const struct pmon_pmu *pmu, struct pmon_pmu_die *pmu_die,
					const u64 words[PMON_CONFIG_WORDS],
					struct pmon_refusal *why);

/**
 * pmon_events_fit() - would events count at the same time, without other events?
 * @events: the events, of any PMUs
 * @num: how many, at most PMON_MAX_REQUESTS
 *
 * Context: process context, may sleep.
 * Return: 0, -EINVAL if a unit has no counter for one of them, -EBUSY if shared registers conflict,
 * -EAGAIN if there are not enough counters, -ENOMEM.
 */
int pmon_events_fit(struct pmon_perf_event *const *events, unsigned int num);

/**
 * pmon_event_setup() - check an event's configuration and find its requirements
 * @pmu: PMU of the event
 * @words: config, config1, config2, config3
 * @event: receives control, general, extra, clock, snapshot, alternatives and claims
 * @why: receives the reason if the event is rejected
 *
 * Return: 0, or -EINVAL if the event cannot be counted.
 */
int pmon_event_setup(const struct pmon_pmu *pmu,
		     const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event, struct pmon_refusal *why);

#endif
