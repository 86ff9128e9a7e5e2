// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPU hotplug: each die has one owner CPU, which programs its units.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/rculist.h>
#include <linux/topology.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "core.h"
#include "count/die.h"
#include "count/poll.h"
#include "count/suspend.h"
#include "count/unit.h"
#include "find/topology.h"
#include "perf/handover.h"
#include "perf/hotplug.h"
#include "perf/perf.h"

static enum cpuhp_state hotplug_state, dead_state;

static struct pmon_die *die_of(struct pmon_core *core, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= core->num_dies)
		return NULL;
	return core->dies[die];
}

static void end_detached(struct pmon_core *core, int cpu)
{
	mutex_lock(&core->lock);
	pmon_end_detached(core, cpu);
	mutex_unlock(&core->lock);
}

/* Has perf put events on the die's counters? */
static bool in_use(const struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units; i++) {
		if (die->units[i]->num_slots)
			return true;
	}
	return false;
}

/* The die's last CPU failed to go offline: the counters never stopped, and events use them. */
static void resume_polling(struct pmon_die *die)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_poll_rearm(die);
	pmon_overflow_end_handover(die);
	local_irq_restore(flags);
}

/* The first CPU of a die that comes online becomes its owner. Runs on that CPU. */
static int owner_online(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);
	bool used;

	/* If an offline failed, perf may have removed the events already. */
	end_detached(core, cpu);
	if (!die)
		/*
		 * The first CPU of its package? The work waits for the end of a resume: devices may
		 * still be suspended.
		 */
		queue_work(system_freezable_wq, &core->new_packages);
	if (!die || die->owner != PMON_NO_OWNER)
		return 0;

	/*
	 * The die may have lost the contents of its registers while it was off. During a resume,
	 * some registers are not accessible yet: pmon_die_resume() checks the units later.
	 */
	used = in_use(die);
	if (!used && !die->suspended)
		pmon_die_reset(die, cpu);
	WRITE_ONCE(die->owner, cpu);
	if (used)
		resume_polling(die);
	return 0;
}

/*
 * The last CPU of a die goes offline. perf removes the events from it later, one by one. Each
 * removal is a commit, which must not start a timer any more.
 */
static void clear_owner(struct pmon_die *die)
{
	unsigned long flags;

	/* Samples that are due require an owner. */
	pmon_overflow_stop(die);
	flags = pmon_die_lock(die);
	WRITE_ONCE(die->owner, PMON_NO_OWNER);
	pmon_die_unlock(die, flags);
	/* Calls of perf may have started timers until here. */
	pmon_poll_cancel(die);
}

static int owner_offline(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);
	unsigned int target = cpumask_any_but(topology_die_cpumask(cpu), cpu);

	if (!die)
		return 0;
	mutex_lock(&core->lock);
	if (die->owner == cpu && target < nr_cpu_ids)
		pmon_die_handover(core, die, target);
	else if (die->owner == cpu)
		clear_owner(die);
	/* Move events that were opened on this CPU meanwhile, or they would end with it. */
	pmon_move_strays(core);
	mutex_unlock(&core->lock);
	return 0;
}

/* Before the timer expires on another CPU, this CPU may be online and the owner again. */
static void end_rotations(struct pmon_core *core, unsigned int cpu)
{
	struct pmon_pmu *pmu;

	mutex_lock(&core->lock);
	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->registered)
			pmon_end_rotation_on(&pmu->pmu, cpu);
	}
	mutex_unlock(&core->lock);
}

/* Runs on another CPU, after perf has removed its events from this one. */
static int cpu_dead(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, dead_node);

	end_detached(core, cpu);
	end_rotations(core, cpu);
	return 0;
}

void pmon_hotplug_reset_new(struct pmon_core *core)
{
	unsigned int i;
	int cpu;

	for (i = 0; i < core->num_dies; i++) {
		cpu = pmon_topology_cpu(i);
		if (core->dies[i] && core->dies[i]->owner == PMON_NOT_READY && cpu >= 0)
			pmon_die_reset(core->dies[i], cpu);
	}
}

void pmon_hotplug_own_new(struct pmon_core *core)
{
	unsigned int i;

	for (i = 0; i < core->num_dies; i++) {
		if (!core->dies[i] || core->dies[i]->owner != PMON_NOT_READY)
			continue;
		/* Publishes the units in the PMUs, together with the owner. */
		smp_store_release(&core->dies[i]->owner, pmon_topology_cpu(i));
	}
}

int pmon_hotplug_init(void)
{
	int state;

	state = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN,
					"perf/uncore_pmon:dead", NULL, cpu_dead);
	if (state < 0)
		return state;
	dead_state = state;
	state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					"perf/uncore_pmon:online",
					owner_online, owner_offline);
	if (state < 0) {
		cpuhp_remove_multi_state(dead_state);
		return state;
	}
	hotplug_state = state;
	return 0;
}

void pmon_hotplug_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
	cpuhp_remove_multi_state(dead_state);
}

int pmon_hotplug_add(struct pmon_core *core)
{
	int error;

	error = cpuhp_state_add_instance_nocalls(dead_state, &core->dead_node);
	if (error)
		return error;
	error = cpuhp_state_add_instance(hotplug_state, &core->node);
	if (error)
		cpuhp_state_remove_instance_nocalls(dead_state,
						    &core->dead_node);
	return error;
}

void pmon_hotplug_remove(struct pmon_core *core)
{
	cpuhp_state_remove_instance_nocalls(hotplug_state, &core->node);
	cpuhp_state_remove_instance_nocalls(dead_state, &core->dead_node);
}
