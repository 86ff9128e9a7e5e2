// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPU hotplug: each die has one owner CPU, which programs its units.
 *
 * The owner has the timers of its die. So CPUs that the user prefers (owner_cpus) come first, then
 * CPUs that are not isolated. Otherwise an owner stays.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/moduleparam.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched/isolation.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "core.h"
#include "count/die.h"
#include "count/perf_gaps.h"
#include "find/topology.h"
#include "freeze/suspend.h"
#include "perf/perf.h"

static enum cpuhp_state hotplug_state, dead_state;

static struct pmon_die *die_of(struct pmon_core *core, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= core->num_dies)
		return NULL;
	return pmon_core_die(core, die);
}

/*
 * The driver while it watches CPUs, and the parameter. The lock of parameters protects changes of
 * both. merit() reads the parameter without it; the work that each change queues reads it again.
 */
static struct pmon_core *watching;
static struct cpumask owner_cpus;

static int set_owner_cpus(const char *text, const struct kernel_param *param)
{
	/* A kernel with the driver built in parses it before it can allocate memory. */
	static struct cpumask parsed;
	int error = cpulist_parse(text, &parsed);

	if (error)
		return error;
	cpumask_copy(&owner_cpus, &parsed);
	if (!watching)
		return 0;
	queue_work(system_freezable_wq, &watching->new_packages);
	flush_work(&watching->new_packages);
	return 0;
}

static int get_owner_cpus(char *page, const struct kernel_param *param)
{
	return scnprintf(page, PAGE_SIZE, "%*pbl\n", cpumask_pr_args(&owner_cpus));
}

static const struct kernel_param_ops owner_cpus_ops = {
	.set = set_owner_cpus,
	.get = get_owner_cpus,
};
module_param_cb(owner_cpus, &owner_cpus_ops, NULL, 0644);
MODULE_PARM_DESC(owner_cpus,
		 "CPUs that should program the units of their die, a list (default: any that is not isolated)");

static unsigned int merit(unsigned int cpu)
{
	bool isolated;

	/* Cpusets can replace the masks of newer kernels at any time. */
	rcu_read_lock();
	isolated = pmon_cpu_is_isolated(cpu) || !housekeeping_test_cpu(cpu, HK_TYPE_TIMER);
	rcu_read_unlock();
	return 2 * cpumask_test_cpu(cpu, &owner_cpus) + !isolated;
}

/* The best CPU of a die, but not @except. @best wins a tie; -1 if there is none yet. */
static int best_cpu(unsigned int cpu_of_die, int except, int best)
{
	unsigned int cpu;

	for_each_cpu(cpu, topology_die_cpumask(cpu_of_die)) {
		if (cpu != except && (best < 0 || merit(cpu) > merit(best)))
			best = cpu;
	}
	return best;
}

/* The first CPU of a die that comes online becomes its owner. Runs on that CPU. */
static int owner_online(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);

	/* If an offline failed, perf may have removed the events already. */
	mutex_lock(&core->lock);
	pmon_end_detached(core, cpu);
	mutex_unlock(&core->lock);
	/*
	 * The first CPU of its package, or a better owner? The work waits for the end of a resume:
	 * devices may still be suspended.
	 */
	if (!die || (die->owner >= 0 && merit(cpu) > merit(die->owner)))
		queue_work(system_freezable_wq, &core->new_packages);
	if (!die || die->owner != PMON_NO_OWNER)
		return 0;

	pmon_die_acquire(die, cpu);
	return 0;
}

static int owner_offline(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);
	int target = best_cpu(cpu, cpu, -1);

	if (!die)
		return 0;
	mutex_lock(&core->lock);
	if (die->owner == cpu && target >= 0)
		pmon_die_handover(core, die, target);
	else if (die->owner == cpu)
		pmon_die_disown(die);
	/* Move events that were opened on this CPU meanwhile, or they would end with it. */
	pmon_move_strays(core);
	mutex_unlock(&core->lock);
	return 0;
}

/* Runs on another CPU, after perf has removed its events from this one. */
static int cpu_dead(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, dead_node);
	struct pmon_pmu *pmu;

	mutex_lock(&core->lock);
	pmon_end_detached(core, cpu);
	/* Before a timer expires on another CPU, this CPU may be online and the owner again. */
	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->registered)
			pmon_end_rotation_on(&pmu->pmu, cpu);
	}
	mutex_unlock(&core->lock);
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

struct choice {
	struct pmon_core *core;
	struct pmon_die *die;
};

/* Runs on the owner, which stays online. */
static int give_way(void *data)
{
	struct choice *choice = data;
	struct pmon_die *die = choice->die;

	mutex_lock(&choice->core->lock);
	pmon_die_handover(choice->core, die, best_cpu(die->owner, -1, die->owner));
	pmon_move_strays(choice->core);
	mutex_unlock(&choice->core->lock);
	return 0;
}

void pmon_hotplug_choose(struct pmon_core *core)
{
	struct choice choice = { .core = core };
	unsigned int i;

	for (i = 0; i < core->num_dies; i++) {
		choice.die = core->dies[i];
		if (choice.die && choice.die->owner >= 0 &&
		    best_cpu(choice.die->owner, -1, choice.die->owner) != choice.die->owner)
			smp_call_on_cpu(choice.die->owner, give_way, &choice, false);
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
	state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/uncore_pmon:online",
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

static void watch_parameter(struct pmon_core *core)
{
	kernel_param_lock(THIS_MODULE);
	watching = core;
	kernel_param_unlock(THIS_MODULE);
}

int pmon_hotplug_add(struct pmon_core *core)
{
	int error;

	error = cpuhp_state_add_instance_nocalls(dead_state, &core->dead_node);
	if (error)
		return error;
	error = cpuhp_state_add_instance(hotplug_state, &core->node);
	if (error) {
		cpuhp_state_remove_instance_nocalls(dead_state, &core->dead_node);
		return error;
	}
	watch_parameter(core);
	cpus_read_lock();
	pmon_hotplug_choose(core);
	cpus_read_unlock();
	return 0;
}

void pmon_hotplug_remove(struct pmon_core *core)
{
	watch_parameter(NULL);
	cpuhp_state_remove_instance_nocalls(hotplug_state, &core->node);
	cpuhp_state_remove_instance_nocalls(dead_state, &core->dead_node);
}
