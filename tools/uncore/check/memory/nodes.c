// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads of the memory of a NUMA node, by a CPU of the node, are counted by its units and not by those of other nodes.
 *
 * How many the units of the node should count is the matter of other checks: a mesh stop without memory counts nothing.
 */
#include <string.h>

#include "check/common/nodes.h"
#include "metrics/nodes.h"

static const struct {
	const char *command;
	const char *name;
} events[] = { { "check.memory", "read" }, { "check.memory", "mesh_read" }, { "check.parts", "slices" } };

#define EVENTS (sizeof(events) / sizeof(*events))

/* Units of a node, for a counter; 0 if the node of one of the die's units is unknown. What all units count is in @all. */
static size_t count_units(const struct counter *counter, const struct node *node, double *all)
{
	size_t num = 0, i;

	*all = 0;
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		int number = node_of_unit(counter->event.box, source->die, source->unit);

		if (source->die == node->die && number < 0)
			return 0;
		num += number == node->number;
		*all += (double)source->now.count;
	}
	return num;
}

/* Returns whether the counter's units have nodes. */
static bool judge(struct check *check, const struct counter *counter, const struct node *node)
{
	const char *box = counter->event.box;
	double all;
	size_t num = count_units(counter, node, &all), i;

	if (!num)
		return false;
	if (!all)
		check_problem(check, "no %s counts reads of node %d", box, node->number);
	for (i = 0; i < counter->num_sources && all; i++) {
		const struct source *source = &counter->sources[i];
		int number = node_of_unit(box, source->die, source->unit);
		double part = (double)source->now.count * (double)num / all;

		check_number(check, part, "%s %d die %u: node %d", box, source->unit, source->die, node->number);
		if (number != node->number && part > 0.5)
			check_problem(check, "%s %d of die %u is not in node %d, and counts reads of it: %.2f of the mean of the node",
				      box, source->unit, source->die, node->number, part);
	}
	return true;
}

/* Returns the number of counters whose units have nodes. */
static size_t try_node(struct check *check, const struct node *node)
{
	struct counters counters = { .num = 0 };
	struct traffic traffic;
	int index[EVENTS];
	size_t judged = 0, i;
	double seconds;

	for (i = 0; i < EVENTS; i++) {
		const struct command_event *event = command_event(check->machine.processor, events[i].command, events[i].name);

		index[i] = event ? check_open(check, &counters, true, "%s", event->event) : -1;
	}
	/* An event that cannot be opened has a unit that others check. */
	*check->reason = '\0';
	if (node_run(check, node)) {
		int error = traffic_open(&traffic, node->number, check->buffer);

		if (error) {
			check_cannot(check, "no %zu MiB of memory of node %d: %s", check->buffer >> 20, node->number,
				     strerror(-error));
		} else {
			bool good = check_traffic(check, &counters, &traffic, TRAFFIC_READ, &seconds);

			for (i = 0; i < EVENTS && good; i++)
				judged += index[i] >= 0 && judge(check, &counters.all[index[i]], node);
			traffic_close(&traffic);
		}
	}
	counters_close(&counters);
	return judged;
}

static void run(struct check *check)
{
	struct nodes nodes;
	size_t i, judged = 0;

	if (!nodes_all_ready(check, &nodes))
		return;
	for (i = 0; i < nodes.num && !*check->reason; i++)
		judged += try_node(check, &nodes.all[i]);
	if (*check->reason)
		return;
	if (judged)
		check_pass(check, "%zu nodes: only their units count reads of their memory", nodes.num);
	else
		check_cannot(check, "the units of no node are known");
}

const struct check_kind check_nodes = {
	.name = "nodes",
	.what = "channels, mesh and slices of a NUMA node count reads of its memory, those of others do not",
	.run = run,
};
