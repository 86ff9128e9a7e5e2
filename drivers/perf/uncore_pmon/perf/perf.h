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

/**
 * struct pmon_pmu - a perf PMU: a set of units of one box type on each die
 * @pmu: perf's PMU
 * @list: entry in &struct pmon_core.pmus
 * @core: the driver
 * @type: box type of its units
 * @level: the PMU of a unit, or of all units of its type
 * @events: events of the box type; NULL: it has no name, or no event is known
 * @fields: its formats
 * @snapshot: PMON_SNAPSHOT is one of them
 * @high_unit_mask: pmon_high_unit_mask_field is one of them
 * @has_nodes: pmon_node_fields are some of them
 * @name: its name in sysfs
 * @groups: its sysfs attribute groups
 * @where: the group of the files of what a link or stack is connected to, or NULL
 * @registered: registered with perf; changes with &pmon_core.lock held
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

/**
 * pmon_unit_mask_field() - format that selects the units of an event of a type PMU
 * @type: box type of the PMU
 *
 * Context: any.
 * Return: the field, which has one bit for each unit id. No bit selects all units.
 */
const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type);

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

/* --- events ------------------------------------------------------------------------- */

/**
 * struct pmon_refusal - why an event is refused
 * @reason: text for the tracepoint uncore_pmon:refused; "" if the event is not refused
 *
 * Users get only an errno, nearly always "Invalid argument".
 */
struct pmon_refusal {
	char reason[128];
};

/**
 * pmon_refuse() - record why an event is refused
 * @refusal: receives the reason
 * @error: the errno for the user
 * @format: the reason, without a newline
 *
 * Context: any.
 * Return: @error.
 */
__printf(3, 4)
int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...);

/**
 * pmon_pmu_die_of() - the units of a PMU on the die of a CPU
 * @pmu: the PMU
 * @cpu: the CPU
 *
 * Context: any.
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
 * Context: process context, may sleep.
 * Return: 0; -ENOENT if the event is of another PMU; or the error that perf's user gets.
 */
int pmon_event_init(struct perf_event *event);

/**
 * pmon_event_plan() - the driver's data of an event that perf does not know yet
 * @pmu: PMU of the event
 * @pmu_die: its units on the die of the event; the die has an owner
 * @words: config, config1, config2, config3
 * @why: receives the reason if the event is rejected
 *
 * Context: process context, IRQs on, may sleep.
 * Return: the event, for kfree(), or an ERR_PTR(): -EINVAL, -EOPNOTSUPP if a unit lacks a filter
 * register, -ENODEV if no unit answers, -ENOMEM.
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
 * Context: any.
 * Return: 0, or -EINVAL if the event cannot be counted.
 */
int pmon_event_setup(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event, struct pmon_refusal *why);

/**
 * pmon_index_find() - find an event by its id
 * @core: the driver
 * @id: perf's id of the event, as returned by PERF_EVENT_IOC_ID
 *
 * The caller may read the event's counts. It may use &pmon_perf_event.perf only while the event
 * runs, with &pmon_die.lock held: perf may have freed the perf event already.
 *
 * Context: any, also NMI; rcu_read_lock() held.
 * Return: the event, or NULL if no event of this driver has the id.
 */
struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id);

/* --- PMUs. These functions may sleep -------------------------------------------------- */

/**
 * pmon_pmu_init() - fill in perf's PMU
 * @pmu: the PMU, with its sysfs groups
 */
void pmon_pmu_init(struct pmon_pmu *pmu);

/**
 * pmon_pmus_create() - create PMUs for all units that have none yet
 * @core: the driver, with the units of its dies
 *
 * Context: once PMUs are registered, &pmon_core.lock held.
 * Return: 0 or -ENOMEM.
 */
int pmon_pmus_create(struct pmon_core *core);

/**
 * pmon_sysfs_groups() - attribute groups of a PMU
 * @pmu: the PMU, with its type and formats
 *
 * Return: the groups, which exist as long as the driver's device, or NULL if out of memory.
 */
const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu);

/**
 * pmon_sysfs_update() - show what the links and stacks of new dies are connected to
 * @core: the driver, with the units of its dies
 *
 * Context: &pmon_core.lock not held, because reads of the files take it.
 */
void pmon_sysfs_update(const struct pmon_core *core);

/**
 * pmon_check_alone() - check that no other driver uses the uncore
 * @core: the driver, for its device
 *
 * Accesses no register.
 *
 * Context: before the driver registers a PMU.
 * Return: 0; -EBUSY with a message if another driver is loaded; -ENOMEM or another error of perf.
 */
int pmon_check_alone(struct pmon_core *core);

/**
 * pmon_pmus_register() - register new PMUs with perf
 * @core: the driver
 *
 * Context: &pmon_core.lock not held.
 * Return: 0 or an error of perf, with a message. On an error, some PMUs may be registered.
 */
int pmon_pmus_register(struct pmon_core *core);

/**
 * pmon_pmus_unregister() - unregister all PMUs
 * @core: the driver
 *
 * Context: &pmon_core.lock not held.
 */
void pmon_pmus_unregister(struct pmon_core *core);

/* --- owner CPUs. These functions may sleep ------------------------------------------- */

/**
 * pmon_upkeep_init() - initialise a core that is all zero
 * @core: the driver
 * @dev: the platform device
 *
 * From here on, &pmon_core.deferred prints reports, moves events that are on a wrong CPU, and lets
 * the timer ask units that are gone.
 */
void pmon_upkeep_init(struct pmon_core *core, struct device *dev);

/**
 * pmon_hotplug_init() - set up the CPU hotplug states
 *
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_init(void);

/** pmon_hotplug_exit() - undo pmon_hotplug_init() */
void pmon_hotplug_exit(void);

/**
 * pmon_hotplug_add() - choose the owners of all dies, and react to CPU hotplug
 * @core: the driver
 *
 * Resets each unit on its owner. Sets &pmon_unit.gone for a unit that does not answer.
 *
 * Context: neither &pmon_core.lock nor cpus_read_lock() held.
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_add(struct pmon_core *core);

/**
 * pmon_hotplug_remove() - undo pmon_hotplug_add()
 * @core: the driver
 *
 * Dies keep their owners.
 *
 * Context: as pmon_hotplug_add().
 */
void pmon_hotplug_remove(struct pmon_core *core);

/**
 * pmon_hotplug_reset_new() - reset the units of the dies that are PMON_NOT_READY
 * @core: the driver
 *
 * As pmon_hotplug_add() does.
 *
 * Context: cpus_read_lock() held.
 */
void pmon_hotplug_reset_new(struct pmon_core *core);

/**
 * pmon_hotplug_own_new() - choose the owners of the dies that are PMON_NOT_READY
 * @core: the driver
 *
 * Context: cpus_read_lock() held; the PMUs have all units of the dies.
 */
void pmon_hotplug_own_new(struct pmon_core *core);

/**
 * pmon_hotplug_choose() - move dies to better owners
 * @core: the driver
 *
 * Context: cpus_read_lock() held, &pmon_core.lock not held.
 */
void pmon_hotplug_choose(struct pmon_core *core);

/**
 * pmon_die_handover() - change the owner CPU of a die
 * @core: the driver
 * @die: the die
 * @target: the new owner, of the same die and online
 *
 * Events keep counting meanwhile.
 *
 * Context: on the old owner, which may be going offline; CPU hotplug is excluded, or calls this;
 * &pmon_core.lock held.
 */
void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target);

/**
 * pmon_die_disown() - leave a die without an owner: its last CPU goes offline
 * @die: the die
 *
 * perf removes the events from that CPU later, one by one. Each removal is a commit, which must not
 * start a timer any more.
 *
 * Context: on the owner; &pmon_core.lock held.
 */
void pmon_die_disown(struct pmon_die *die);

/**
 * pmon_die_acquire() - make a CPU the owner of a die that has none
 * @die: the die
 * @cpu: its first CPU that comes online, or its last one if that failed to go offline
 *
 * Context: on @cpu.
 */
void pmon_die_acquire(struct pmon_die *die, int cpu);

/**
 * pmon_move_strays() - move events that are on another CPU than their die's owner
 * @core: the driver
 *
 * A pinned event that was rejected because of its CPU leaves the error state.
 *
 * Context: CPU hotplug is excluded, or calls this. &pmon_core.lock held.
 */
void pmon_move_strays(struct pmon_core *core);

/**
 * pmon_leader_has_ended() - was the event's group removed from its CPU for good?
 * @event: an event that is being opened, or whose leader its user holds open
 *
 * Once the CPU is online again, perf would add the event to the group, but never start it.
 *
 * Context: any.
 * Return: true if the event is not its own leader, and the leader has ended.
 */
bool pmon_leader_has_ended(const struct perf_event *event);

/**
 * pmon_reject_orphan() - have perf reject an event if its leader has ended
 * @event: an event that is being opened, and is in the index
 *
 * Either this or pmon_end_detached() finds that the leader has ended, whichever runs last. It
 * changes the event's CPU: perf compares the CPUs of a group before it adds an event, and rejects
 * it (-EINVAL).
 *
 * Context: any.
 */
void pmon_reject_orphan(struct perf_event *event);

/**
 * pmon_end_detached() - end the events that perf has removed from a CPU
 * @core: the driver
 * @cpu: a CPU that went offline, or tried to
 *
 * perf does not move them to another CPU. From here on, their reads return 0, the end of the file.
 * New members of their groups are rejected.
 *
 * Context: called by CPU hotplug; &pmon_core.lock held.
 */
void pmon_end_detached(struct pmon_core *core, int cpu);

#endif
