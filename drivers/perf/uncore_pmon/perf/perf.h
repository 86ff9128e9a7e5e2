/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf PMUs, the events that perf opens on them, and the owner CPUs of dies: what the files of this
 * folder offer each other, consume/ and main.c.
 */
#ifndef _UNCORE_PMON_PERF_H
#define _UNCORE_PMON_PERF_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/perf_event.h>

#include "count/unit.h"
#include "processors/box.h"

struct device;
struct pmon_core;

/* A perf PMU: a set of units of one box type on each die. */
struct pmon_pmu {
	struct pmu pmu;
	struct list_head list;			/* entry in &struct pmon_core.pmus */
	struct pmon_core *core;
	const struct pmon_box_type *type;	/* of its units */
	enum pmon_event_level level;
	const struct pmon_event_table *events;	/* NULL for a type without a name */
	const struct pmon_field *fields;	/* its formats; these can be some of them: */
	bool snapshot;				/* PMON_SNAPSHOT */
	bool high_unit_mask;			/* pmon_high_unit_mask_field */
	bool has_nodes;				/* pmon_node_fields */
	const char *name;			/* in sysfs */
	const struct attribute_group **groups;
	const struct attribute_group *where;	/* files of what it is connected to, or NULL */
	bool registered;			/* with perf */
	struct pmon_pmu_die dies[];		/* by logical die, &struct pmon_core.num_dies */
};

static inline struct pmon_pmu *to_pmon_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct pmon_pmu, pmu);
}

static inline struct pmon_perf_event *to_pmon_event(const struct perf_event *event)
{
	return event->pmu_private;
}

/* --- formats of the driver's own ---------------------------------------------------- */

/* Words of unit masks: units with higher ids cannot be chosen. */
#define PMON_UNIT_MASK_WORDS	2

/*
 * The format that selects the units of an event of a type PMU: one bit for each unit id, no bit for
 * all units. The second one is for units from 64 on, if the kernel has config3.
 */
const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type);
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

/* --- events ------------------------------------------------------------------------- */

/* Why an event is refused: users get only an errno, nearly always "Invalid argument". */
struct pmon_refusal {
	char reason[128];	/* for the tracepoint uncore_pmon:refused; "" if there is none */
};

/* Record why an event is refused. Returns @error. */
__printf(3, 4)
int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...);

/* The units of a PMU on the die of a CPU, or NULL. */
struct pmon_pmu_die *pmon_pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu);

/*
 * pmu->event_init. The tracepoint uncore_pmon:refused has the reason if the event is rejected; the
 * kernel log has not.
 */
int pmon_event_init(struct perf_event *event);

/*
 * The driver's data of an event that perf does not know yet, for kfree(), or an ERR_PTR(). The die
 * has an owner. @words: config, config1, config2, config3. May sleep.
 */
struct pmon_perf_event *pmon_event_plan(const struct pmon_pmu *pmu, struct pmon_pmu_die *pmu_die,
					const u64 words[PMON_CONFIG_WORDS],
					struct pmon_refusal *why);

/*
 * Would events of any PMUs, at most PMON_MAX_REQUESTS, count at the same time, without other
 * events? -EINVAL if a unit has no counter for one of them, -EBUSY if shared registers conflict,
 * -EAGAIN if there are not enough counters, -ENOMEM. May sleep.
 */
int pmon_events_fit(struct pmon_perf_event *const *events, unsigned int num);

/* Find control, counters and claims of an event, or reject it with -EINVAL. @words: as above. */
int pmon_event_setup(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event, struct pmon_refusal *why);

/*
 * Find an event by perf's id of it (PERF_EVENT_IOC_ID), or NULL. The caller may read its counts. It
 * may use &pmon_perf_event.perf only while the event runs, with &pmon_die.lock held: perf may have
 * freed the perf event already.
 *
 * Context: any, also NMI; rcu_read_lock() held.
 */
struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id);

/* --- PMUs --------------------------------------------------------------------------- */

/* Fill in perf's PMU. The PMU has its sysfs groups. */
void pmon_pmu_init(struct pmon_pmu *pmu);

/* Create PMUs for all units that have none yet. Returns 0 or -ENOMEM. */
int pmon_pmus_create(struct pmon_core *core);

/* Attribute groups of a PMU, which exist as long as the driver's device. NULL: out of memory. */
const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu);

/* Show what the links and stacks of new dies are connected to. */
void pmon_sysfs_update(const struct pmon_core *core);

/* Returns -EBUSY, with a message, if another driver uses the uncore. Accesses no register. */
int pmon_check_alone(struct pmon_core *core);

/* Register new PMUs with perf. On an error of perf, some PMUs may be registered. */
int pmon_pmus_register(struct pmon_core *core);
void pmon_pmus_unregister(struct pmon_core *core);

/* --- owner CPUs. These functions may sleep ------------------------------------------- */

/*
 * Initialise a core that is all zero. From here on, &pmon_core.deferred prints reports and moves
 * events that are on a wrong CPU.
 */
void pmon_upkeep_init(struct pmon_core *core, struct device *dev);

/* Print pending reports to the kernel log. */
void pmon_upkeep_report(struct pmon_core *core);

/* Set up the CPU hotplug states. Returns 0 or an error of the hotplug core. */
int pmon_hotplug_init(void);
void pmon_hotplug_exit(void);

/*
 * Choose the owners of all dies, and react to CPU hotplug. Resets each unit on its owner, and sets
 * &pmon_unit.gone for a unit that does not answer. Returns 0 or an error of the hotplug core.
 */
int pmon_hotplug_add(struct pmon_core *core);
void pmon_hotplug_remove(struct pmon_core *core);

/*
 * The dies that are PMON_NOT_READY: reset their units, as pmon_hotplug_add() does, and choose their
 * owners, when the PMUs have all of their units. cpus_read_lock() is held.
 */
void pmon_hotplug_reset_new(struct pmon_core *core);
void pmon_hotplug_own_new(struct pmon_core *core);

/* Move dies to better owners. cpus_read_lock() is held. */
void pmon_hotplug_choose(struct pmon_core *core);

/*
 * Change the owner CPU of a die to @target, a CPU of the die that is online. Events keep counting
 * meanwhile.
 *
 * Context: on the old owner, which may be going offline; CPU hotplug is excluded, or calls this;
 * &pmon_core.lock held.
 */
void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target);

/*
 * Leave a die without an owner: its last CPU goes offline. perf removes the events from that CPU
 * later, one by one. Each removal is a commit, which must not start a timer any more.
 *
 * Context: on the owner; &pmon_core.lock held.
 */
void pmon_die_disown(struct pmon_die *die);

/*
 * Make a CPU, on which this is called, the owner of a die that has none: its first CPU that comes
 * online, or its last one if that failed to go offline.
 */
void pmon_die_acquire(struct pmon_die *die, int cpu);

/*
 * Move events that are on another CPU than their die's owner. A pinned event that was rejected
 * because of its CPU leaves the error state.
 *
 * Context: CPU hotplug is excluded, or calls this. &pmon_core.lock held.
 */
void pmon_move_strays(struct pmon_core *core);

/*
 * Was the group of an event removed from its CPU for good? Once the CPU is online again, perf would
 * add the event to the group, but never start it. The event is being opened, or its leader is open.
 *
 * Context: any.
 */
bool pmon_leader_has_ended(const struct perf_event *event);

/*
 * Have perf reject an event that is being opened, and is in the index, if its leader has ended.
 * Either this or pmon_end_detached() finds that the leader has ended, whichever runs last. It
 * changes the event's CPU: perf compares the CPUs of a group before it adds an event, and rejects
 * it (-EINVAL).
 *
 * Context: any.
 */
void pmon_reject_orphan(struct perf_event *event);

/*
 * End the events that perf has removed from a CPU that went offline, or tried to. perf does not
 * move them to another CPU. From here on, their reads return 0, the end of the file. New members of
 * their groups are rejected.
 *
 * Context: called by CPU hotplug; &pmon_core.lock held.
 */
void pmon_end_detached(struct pmon_core *core, int cpu);

#endif
