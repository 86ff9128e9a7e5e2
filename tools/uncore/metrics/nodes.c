// SPDX-License-Identifier: GPL-2.0-only
/* Nodes and dies. See nodes.h. */
#include "base/status.h"
#include "metrics/nodes.h"

/* Of each die, -1 for none. The values of a node are of the dies that have its number. */
static int nodes[MAX_DIES];

static int add_node(const struct machine *machine, int node)
{
	const struct pmu *pmu = machine->pmus;
	struct cpu_list cpus;
	int cpu;

	if (!cpu_list_of_node(&cpus, node))
		return STATUS_OK;
	while (cpu_list_next(&cpus, &cpu)) {
		const struct place *place = place_of_cpu(pmu->places, pmu->num_places, cpu);

		if (!place || nodes[place->die] == node)
			continue;
		if (nodes[place->die] >= 0)
			return (int)fail(STATUS_FAILED, "--per-node: die %u has the nodes %d and %d (sub-NUMA clusters), and its "
					 "counters cannot be divided; use --per-die", place->die, nodes[place->die], node);
		nodes[place->die] = node;
	}
	return STATUS_OK;
}

/* A die in no node has no value: the sum of the nodes would not be the machine. */
static int check_dies(const struct machine *machine)
{
	size_t i, p;

	for (i = 0; i < machine->num_pmus; i++)
		for (p = 0; p < machine->pmus[i].num_places; p++)
			if (nodes[machine->pmus[i].places[p].die] < 0)
				return (int)fail(STATUS_FAILED, "--per-node: die %u is in no NUMA node; use --per-die",
						 machine->pmus[i].places[p].die);
	return STATUS_OK;
}

int nodes_read(const struct machine *machine)
{
	struct cpu_list list;
	unsigned int die;
	int node, status = STATUS_OK;

	for (die = 0; die < MAX_DIES; die++)
		nodes[die] = -1;
	if (!node_list(&list))
		return (int)fail(STATUS_FAILED, "--per-node: this kernel has no NUMA nodes; use --per-socket");
	while (!status && cpu_list_next(&list, &node))
		status = add_node(machine, node);
	return status ? status : check_dies(machine);
}

int node_of_die(unsigned int die)
{
	return nodes[die];
}

bool node_has_die(int node, unsigned int die)
{
	return nodes[die] == node;
}
