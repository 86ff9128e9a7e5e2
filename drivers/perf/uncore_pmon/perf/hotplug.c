// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPU hotplug: each die has one owner CPU, which programs its units.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/topology.h>

#include "core.h"
#include "count/poll.h"
#include "perf/handover.h"

static enum cpuhp_state hotplug_state;

static struct pmon_die *die_of(struct pmon_core *core, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= core->num_dies)
		return NULL;
	return core->dies[die];
}

/* The first CPU of a die to come up becomes its owner. Runs on that CPU. */
static int owner_online(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);
	unsigned int i;

	if (!die || die->owner >= 0)
		return 0;

	/* The die may have lost its registers' contents while it was off. */
	for (i = 0; i < die->num_units; i++)
		die->units[i]->gone = !pmon_unit_reset(die->units[i]);
	pmon_overflow_release(die, true);

	WRITE_ONCE(die->owner, cpu);
	return 0;
}

static int owner_offline(unsigned int cpu, struct hlist_node *node)
{
	struct pmon_core *core = hlist_entry_safe(node, struct pmon_core, node);
	struct pmon_die *die = die_of(core, cpu);
	unsigned int target;

	if (!die || die->owner != cpu)
		return 0;

	for_each_cpu(target, topology_die_cpumask(cpu)) {
		if (target == cpu || !cpumask_test_cpu(target, cpu_online_mask))
			continue;
		mutex_lock(&core->lock);
		pmon_die_handover(core, die, target);
		mutex_unlock(&core->lock);
		return 0;
	}
	pmon_poll_stop(die);
	WRITE_ONCE(die->owner, -1);
	return 0;
}

int pmon_hotplug_init(void)
{
	int state;

	state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					"perf/uncore_pmon:online",
					owner_online, owner_offline);
	if (state < 0)
		return state;
	hotplug_state = state;
	return 0;
}

void pmon_hotplug_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}

int pmon_hotplug_add(struct pmon_core *core)
{
	return cpuhp_state_add_instance(hotplug_state, &core->node);
}

void pmon_hotplug_remove(struct pmon_core *core)
{
	cpuhp_state_remove_instance_nocalls(hotplug_state, &core->node);
}
