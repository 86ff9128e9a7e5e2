// SPDX-License-Identifier: GPL-2.0-only
/* Nodes, dies and units. See nodes.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "metrics/nodes.h"

#define NO_NODE		(-1)
/* The die has several nodes. */
#define DIVIDED		(-2)

/* Of each die. The values of a node are of the dies that have its number, and of the units of divided dies that have it. */
static int nodes[MAX_DIES];

/* Units of divided dies whose node is known. */
struct unit_node {
	const struct pmu *pmu;
	unsigned int die;
	int node;
};

static struct unit_node *unit_nodes;
static size_t num_unit_nodes;
static bool divided;

static void add_node(const struct machine *machine, int node)
{
	struct cpu_list cpus;
	int cpu;

	if (!cpu_list_of_node(&cpus, node))
		return;
	while (cpu_list_next(&cpus, &cpu)) {
		const struct place *place = place_of_cpu(machine->dies, machine->counted_dies, cpu);

		if (place && nodes[place->die] != node)
			nodes[place->die] = nodes[place->die] == NO_NODE ? node : DIVIDED;
		divided = divided || (place && nodes[place->die] == DIVIDED);
	}
}

/* A die in no node has no value: the sum of the nodes would not be the machine. */
static int check_dies(const struct machine *machine)
{
	unsigned int i;

	for (i = 0; i < machine->counted_dies; i++)
		if (nodes[machine->dies[i].die] == NO_NODE)
			return (int)fail(STATUS_FAILED, "--per-node: die %u is in no NUMA node; use --per-die", machine->dies[i].die);
	return STATUS_OK;
}

/* A line for each die: its number, the position of the node in the die, and the node; or "unknown" after the die. */
static void read_unit(const struct pmu *pmu)
{
	char text[4096], *rest = text, *line;

	if (!read_file(sysfs_path("bus/event_source/devices/%s/node", pmu->name), text, sizeof(text)))
		return;
	while ((line = strsep(&rest, "\n"))) {
		struct unit_node *unit = &unit_nodes[num_unit_nodes];
		unsigned int position;

		if (sscanf(line, "%u %u %d", &unit->die, &position, &unit->node) != 3 || unit->die >= MAX_DIES ||
		    nodes[unit->die] != DIVIDED)
			continue;
		unit->pmu = pmu;
		unit_nodes = allocated(realloc(unit_nodes, (++num_unit_nodes + 1) * sizeof(*unit_nodes)));
	}
}

int nodes_read(const struct machine *machine)
{
	struct cpu_list list;
	unsigned int die;
	int node, status;
	size_t i;

	for (die = 0; die < MAX_DIES; die++)
		nodes[die] = NO_NODE;
	divided = false;
	num_unit_nodes = 0;
	if (!node_list(&list))
		return (int)fail(STATUS_FAILED, "--per-node: this kernel has no NUMA nodes; use --per-socket");
	while (cpu_list_next(&list, &node))
		add_node(machine, node);
	status = check_dies(machine);
	if (status || !divided)
		return status;
	unit_nodes = allocated(realloc(unit_nodes, sizeof(*unit_nodes)));
	for (i = 0; i < machine->num_pmus; i++)
		if (machine->pmus[i].unit != ALL_UNITS)
			read_unit(&machine->pmus[i]);
	return STATUS_OK;
}

bool nodes_divide_dies(void)
{
	return divided;
}

int node_of_unit(const char *box, unsigned int die, int unit)
{
	size_t i;

	if (nodes[die] != DIVIDED)
		return nodes[die];
	for (i = 0; i < num_unit_nodes; i++)
		if (unit_nodes[i].die == die && unit_nodes[i].pmu->unit == unit && !strcmp(unit_nodes[i].pmu->box, box))
			return unit_nodes[i].node;
	return NO_NODE;
}

bool nodes_are_known(const struct event *event, char *error, size_t size)
{
	size_t i, p;

	for (i = 0; i < event->num_pmus; i++) {
		const struct pmu *pmu = &event->pmus[i];

		for (p = 0; p < pmu->num_places; p++) {
			if (node_of_unit(event->box, pmu->places[p].die, pmu->unit) >= 0)
				continue;
			snprintf(error, size, "no value for each node: die %u has several nodes (sub-NUMA clusters), and the "
				 "node of %.40s is unknown; use --per-die", pmu->places[p].die, pmu->name);
			return false;
		}
	}
	if (!event->pmus)
		snprintf(error, size, "no value for each node: it is a metric of cores and packages; use --per-die");
	return event->pmus;
}
