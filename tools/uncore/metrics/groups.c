// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening the events of metrics, each event once. See metric.h.
 *
 * The events of a metric that are of one PMU are a part of it, which has to count as one group: all events of a ratio are of
 * the same time then. Parts are placed into groups, the largest first: into a group that has all of its events; or else into
 * one that has some of them, if the others fit there, too; or else into a new one. Groups are opened when all are placed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "machine/memory_modules.h"
#include "metrics/metric.h"
#include "metrics/nodes.h"

/**
 * struct group - events that are open together
 * @events: they, of one PMU
 * @num: how many
 * @first: index of the first in the counters, when they are open
 * @error: why they cannot be opened; empty if they are
 */
struct group {
	struct event events[MAX_GROUP];
	size_t num;
	size_t first;
	char error[640];
};

/**
 * struct part - the events of a metric that are of one PMU
 * @metric: index of the metric
 * @variables: which of its events these are
 * @num: how many
 * @group: index of the group that has all of them
 */
struct part {
	size_t metric;
	size_t variables[MAX_VARIABLES];
	size_t num;
	size_t group;
};

/**
 * struct plan - what is to be opened
 * @events: MAX_VARIABLES for each metric
 * @parts: of all metrics
 * @num_parts: how many
 * @groups: all groups
 * @num_groups: how many
 */
struct plan {
	struct event *events;
	struct part *parts;
	size_t num_parts;
	struct group *groups;
	size_t num_groups;
};

static const struct event *event_of(const struct plan *plan, const struct part *part, size_t index)
{
	return &plan->events[part->metric * MAX_VARIABLES + part->variables[index]];
}

static bool same_event(const struct event *left, const struct event *right)
{
	return left->pmus == right->pmus && left->num_pmus == right->num_pmus && left->core_type == right->core_type &&
	       left->gauge == right->gauge && !memcmp(left->config, right->config, sizeof(left->config));
}

/* Its index in a group; the number of events if it is not there. */
static size_t find_event(const struct group *group, const struct event *event)
{
	size_t i;

	for (i = 0; i < group->num && !same_event(&group->events[i], event); i++)
		;
	return i;
}

/* Adds the events of a part that the group lacks. Returns false if there is no room. */
static bool add_part(const struct plan *plan, const struct part *part, struct group *group)
{
	size_t i;

	for (i = 0; i < part->num; i++) {
		if (find_event(group, event_of(plan, part, i)) < group->num)
			continue;
		if (group->num == MAX_GROUP)
			return false;
		group->events[group->num++] = *event_of(plan, part, i);
	}
	return true;
}

static size_t events_there(const struct plan *plan, const struct part *part, const struct group *group)
{
	size_t i, num = 0;

	for (i = 0; i < part->num; i++)
		num += find_event(group, event_of(plan, part, i)) < group->num;
	return num;
}

static bool find_group(struct plan *plan, struct part *part)
{
	for (part->group = 0; part->group < plan->num_groups; part->group++)
		if (events_there(plan, part, &plan->groups[part->group]) == part->num)
			return true;
	return false;
}

static bool extend_group(struct plan *plan, struct part *part)
{
	struct group longer;

	for (part->group = 0; part->group < plan->num_groups; part->group++) {
		if (!events_there(plan, part, &plan->groups[part->group]))
			continue;
		longer = plan->groups[part->group];
		if (add_part(plan, part, &longer) && counters_fit(longer.events, longer.num)) {
			plan->groups[part->group] = longer;
			return true;
		}
	}
	return false;
}

/* Returns false if the events do not fit together. */
static bool new_group(struct plan *plan, struct part *part)
{
	struct group *group;

	part->group = plan->num_groups;
	plan->groups = grow(plan->groups, plan->num_groups, sizeof(*group));
	group = &plan->groups[plan->num_groups];
	memset(group, 0, sizeof(*group));
	if (!add_part(plan, part, group) || (group->num > 1 && !counters_fit(group->events, group->num)))
		return false;
	plan->num_groups++;
	return true;
}

/* A part whose events do not fit together becomes a part for each event. */
static void split_part(struct plan *plan, size_t index)
{
	size_t i;

	for (i = 1; i < plan->parts[index].num; i++) {
		plan->parts = grow(plan->parts, plan->num_parts, sizeof(*plan->parts));
		plan->parts[plan->num_parts++] = (struct part){
			.metric = plan->parts[index].metric, .variables = { plan->parts[index].variables[i] }, .num = 1,
		};
	}
	plan->parts[index].num = 1;
}

static void place_part(struct plan *plan, size_t index)
{
	struct part *part = &plan->parts[index];

	if (find_group(plan, part) || (part->num > 1 && extend_group(plan, part)) || new_group(plan, part))
		return;
	split_part(plan, index);
	place_part(plan, index);
}

/* The largest first; otherwise in the order of the metrics. */
static int order_parts(const void *left, const void *right)
{
	const struct part *a = left, *b = right;

	if (a->num != b->num)
		return a->num > b->num ? -1 : 1;
	return a->metric < b->metric ? -1 : a->metric > b->metric;
}

/* Events of no PMU that has groups are a part of their own each. */
static void add_parts(struct plan *plan, size_t metric, size_t num)
{
	size_t first = plan->num_parts, i, p;

	for (i = 0; i < num; i++) {
		const struct event *event = &plan->events[metric * MAX_VARIABLES + i];

		for (p = first; p < plan->num_parts; p++)
			if (event_same_pmu(event, event_of(plan, &plan->parts[p], 0)))
				break;
		if (p == plan->num_parts) {
			plan->parts = grow(plan->parts, plan->num_parts, sizeof(*plan->parts));
			plan->parts[plan->num_parts++] = (struct part){ .metric = metric };
		}
		plan->parts[p].variables[plan->parts[p].num++] = i;
	}
}

static int open_groups(struct plan *plan, struct counters *counters, const struct machine *machine)
{
	size_t i;

	for (i = 0; i < plan->num_groups; i++) {
		struct group *group = &plan->groups[i];
		int status;

		group->first = counters->num;
		status = counters_open(counters, machine, group->events, group->num, true, group->error, sizeof(group->error));
		if (status == STATUS_NO_PERMISSION)
			return (int)fail(status, "%s", group->error);
		if (!status)
			*group->error = '\0';
	}
	return STATUS_OK;
}

static void connect_part(const struct plan *plan, const struct part *part, struct metric *metric)
{
	const struct group *group = &plan->groups[part->group];
	size_t i;

	for (i = 0; i < part->num; i++)
		metric->counters[part->variables[i]] = group->first + find_event(group, event_of(plan, part, i));
	if (!*group->error)
		return;
	metric->num = 0;
	snprintf(metric->missing, sizeof(metric->missing), "%s", group->error);
}

/* Units of two box types have the same numbers but nothing to do with each other, and the cores belong to none. */
static bool has_units(const struct event *events, size_t num, char *error, size_t size)
{
	size_t i;

	if (!events[0].pmus) {
		snprintf(error, size, "no value for each unit: it is a metric of cores and packages; use --per-die");
		return false;
	}
	for (i = 0; i < num; i++) {
		if (!strcmp(events[i].box, events[0].box) && events[i].pmus)
			continue;
		snprintf(error, size, "no value for each unit: it has events of %.40s and %.40s; use --per-die",
			 events[0].box, events[i].box);
		return false;
	}
	return true;
}

static bool have_nodes(const struct event *events, size_t num, char *error, size_t size)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (!nodes_are_known(&events[i], error, size))
			return false;
	return true;
}

static void add_metric(struct metrics *metrics, const struct machine *machine, const struct metric_definition *definition,
		       bool each, bool by_node, struct plan *plan)
{
	struct metric *metric = &metrics->all[metrics->num];
	struct event *events = &plan->events[metrics->num * MAX_VARIABLES];

	metric->definition = definition;
	if (formula_uses(definition->formula, "peak") && memory_speed() == 0)
		snprintf(metric->missing, sizeof(metric->missing), "the speed of the memory is unknown: SMBIOS, which only "
			 "root can read, lists no DDR5 module");
	else if (metric_events(machine, definition, each || by_node, events, &metric->num, metric->missing,
			       sizeof(metric->missing)) ||
		 (each && !has_units(events, metric->num, metric->missing, sizeof(metric->missing))) ||
		 (by_node && !have_nodes(events, metric->num, metric->missing, sizeof(metric->missing))))
		metric->num = 0;
	add_parts(plan, metrics->num++, metric->num);
}

int metrics_open(struct metrics *metrics, const struct machine *machine,
		 const struct metric_definition *const *definitions, size_t num, bool each, bool by_node)
{
	struct plan plan = { .events = allocated(calloc(num * MAX_VARIABLES, sizeof(struct event))) };
	size_t i;
	int status;

	metrics->all = allocated(calloc(num, sizeof(*metrics->all)));
	for (i = 0; i < num; i++)
		add_metric(metrics, machine, definitions[i], each, by_node, &plan);
	if (plan.num_parts)
		qsort(plan.parts, plan.num_parts, sizeof(*plan.parts), order_parts);
	for (i = 0; i < plan.num_parts; i++)
		place_part(&plan, i);
	status = open_groups(&plan, &metrics->counters, machine);
	for (i = 0; i < plan.num_parts && !status; i++)
		connect_part(&plan, &plan.parts[i], &metrics->all[plan.parts[i].metric]);
	free(plan.events);
	free(plan.parts);
	free(plan.groups);
	return status;
}
