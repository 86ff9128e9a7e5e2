// SPDX-License-Identifier: GPL-2.0-only
/* NUMA nodes. See nodes.h. */
#include <string.h>

#include "base/status.h"
#include "check/common/nodes.h"
#include "metrics/nodes.h"

static void find(const struct check *check, struct nodes *nodes, bool all)
{
	const struct pmu *pmu = check->machine.pmus;
	struct cpu_list list;
	int number, cpu;
	size_t i;

	nodes->num = 0;
	for (number = 0; number < CHECK_NODES; number++) {
		const struct place *place;
		unsigned int die;

		if (!cpu_list_of_node(&list, number) || !cpu_list_next(&list, &cpu))
			continue;
		place = place_of_cpu(pmu->places, pmu->num_places, cpu);
		die = place ? place->die : 0;
		for (i = 0; i < nodes->num && (all || nodes->all[i].die != die); i++)
			;
		if (i == nodes->num && die < CHECK_DIES)
			nodes->all[nodes->num++] = (struct node){ number, cpu, die };
	}
}

void nodes_find(const struct check *check, struct nodes *nodes)
{
	find(check, nodes, false);
}

bool nodes_ready(struct check *check, struct nodes *nodes)
{
	size_t num;

	nodes_find(check, nodes);
	if (!command_event(check->machine.processor, "check.memory", "read"))
		check_cannot(check, "no event of this processor is known to count lines of memory");
	else if (!machine_box(&check->machine, "imc", true, &num))
		check_cannot(check, "no memory controller can be counted");
	else if (nodes->num < check->machine.counted_dies)
		check_cannot(check, "%zu NUMA nodes with CPUs for %u dies: the die of each node is unknown",
			     nodes->num, check->machine.counted_dies);
	return !*check->reason;
}

bool nodes_all_ready(struct check *check, struct nodes *nodes)
{
	char reason[160];
	int status;

	if (!nodes_ready(check, nodes))
		return false;
	find(check, nodes, true);
	fail_into(reason, sizeof(reason));
	status = nodes_read(&check->machine);
	fail_into(NULL, 0);
	if (status)
		check_cannot(check, "the NUMA nodes of this machine are unknown");
	return !status;
}

bool node_run(struct check *check, const struct node *node)
{
	int error = traffic_pin(node->cpu);

	if (error)
		check_cannot(check, "cannot run on a CPU of die %u: %s", node->die, strerror(-error));
	return !error;
}
