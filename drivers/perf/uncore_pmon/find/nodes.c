// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the NUMA node of each unit on machines with sub-NUMA clustering.
 *
 * No register shows the clusters. Their number is that of the die's NUMA nodes with CPUs. Which
 * units belong to which node is a table of the processor, see &struct pmon_node_map. With one node
 * all units belong to it.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "find/machine.h"
#include "find/nodes.h"
#include "processors/processor.h"

bool pmon_has_nodes(const struct pmon_box_type *type)
{
	static const char *const names[] = { "cha", "m2m", "b2cmi", "imc" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (type && type->name && !strcmp(type->name, names[i]))
			return true;
	}
	return false;
}

/* The nodes of a die in ascending order: the one after @node, or -1. */
static int node_after(int die, int node)
{
	int next = INT_MAX;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		int other = cpu_to_node(cpu);

		if ((int)topology_logical_die_id(cpu) == die && other > node && other < next)
			next = other;
	}
	return next == INT_MAX ? -1 : next;
}

/* Does each node have online CPUs, all on one die? Otherwise nodes of a die may be invisible. */
static bool nodes_are_known(void)
{
	unsigned int cpu, other;

	for_each_present_cpu(cpu) {
		int die = -1;

		for_each_online_cpu(other) {
			if (cpu_to_node(other) != cpu_to_node(cpu))
				continue;
			if (die >= 0 && die != (int)topology_logical_die_id(other))
				return false;
			die = topology_logical_die_id(other);
		}
		if (die < 0)
			return false;
	}
	return true;
}

static unsigned int count_nodes(int die)
{
	unsigned int num = 0;
	int node = -1;

	while ((node = node_after(die, node)) >= 0)
		num++;
	return num;
}

/* The map of a unit's die. One without a pattern, or for a number, requires ids from 0 on. */
static const struct pmon_node_map *find_map(const struct pmon_machine *machine,
					    const struct pmon_unit_desc *desc,
					    unsigned int nodes, unsigned int *units)
{
	const struct pmon_node_map *map = machine->processor->nodes;
	const struct pmon_unit_desc *other;
	unsigned int end = 0;

	*units = 0;
	list_for_each_entry(other, &machine->units, list) {
		if (other->die != desc->die || other->type != desc->type ||
		    other->verdict != PMON_OK)
			continue;
		(*units)++;
		end = max(end, other->unit.id + 1U);
	}
	for (; map && map->type; map++) {
		if (map->nodes == nodes && !strcmp(map->type, desc->type->name))
			break;
	}
	if (!map || !map->type || (map->units && *units != map->units))
		return NULL;
	if ((map->units || !map->period) && (end != *units || *units % nodes))
		return NULL;
	return map;
}

static void find_node(const struct pmon_machine *machine, struct pmon_unit_desc *desc)
{
	unsigned int nodes = count_nodes(desc->die), id = desc->unit.id, units, position = 0, i;
	const struct pmon_node_map *map;

	if (nodes > 1) {
		map = find_map(machine, desc, nodes, &units);
		if (!map)
			return;
		position = map->period ? map->pattern[id % map->period] : id / (units / nodes);
	}
	desc->numa_node = node_after(desc->die, -1);
	for (i = 0; i < position; i++)
		desc->numa_node = node_after(desc->die, desc->numa_node);
	desc->node = position ?: PMON_FIRST_NODE;
}

void pmon_find_nodes(struct pmon_machine *machine)
{
	struct pmon_unit_desc *desc;

	if (!nodes_are_known())
		return;
	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die >= 0 && desc->verdict == PMON_OK && pmon_has_nodes(desc->type) &&
		    count_nodes(desc->die))
			find_node(machine, desc);
	}
}
