/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics that are being counted, and their values. */
#ifndef UNCORE_METRIC_H
#define UNCORE_METRIC_H

#include "base/text.h"
#include "count/counters.h"
#include "metrics/formula.h"

/**
 * struct metric - a metric
 * @definition: what it is
 * @counters: indexes of its events in the counters; other metrics may have the same
 * @num: how many events it has, 0 if it cannot be counted
 * @missing: why it cannot be counted
 */
struct metric {
	const struct metric_definition *definition;
	size_t counters[MAX_VARIABLES];
	size_t num;
	char missing[640];
};

/**
 * struct metrics - metrics and the events they are made of
 * @all: the metrics
 * @num: how many
 * @counters: their events
 */
struct metrics {
	struct metric *all;
	size_t num;
	struct counters counters;
};

/**
 * struct scope - what a value is of; a negative number is no restriction
 * @node: NUMA node
 * @socket: package
 * @die: die
 * @unit: unit of the die
 */
struct scope {
	int node;
	int socket;
	int die;
	int unit;
};

/**
 * struct metric_value - a value
 * @result: whether there is one
 * @value: the value
 * @gone: there is none because a counter in its scope is gone
 * @without: units that do not answer, which the value lacks, as a list of list_add(); empty if there are none
 * @share: part of the time in which the event that counted the least did count, 0 to 1
 * @variables: what it was computed of; counts are scaled up to all of the time
 * @counts: the same as they were counted
 */
struct metric_value {
	enum formula_result result;
	double value;
	bool gone;
	char without[LIST_SIZE];
	double share;
	struct variables variables;
	uint64_t counts[MAX_VARIABLES];
};

/**
 * metric_events() - the events of a metric
 * @machine: where
 * @definition: the metric
 * @each: on each unit by itself
 * @events: receives them, MAX_VARIABLES at the most; the first is `a`
 * @num: receives how many
 * @error: receives what is wrong with event number @num
 * @size: of @error
 *
 * Return: 0, or -1 with @error filled in.
 */
int metric_events(const struct machine *machine, const struct metric_definition *definition, bool each,
		  struct event *events, size_t *num, char *error, size_t size);

/**
 * metrics_open() - open the events of metrics
 * @metrics: receives the metrics
 * @machine: where
 * @definitions: the metrics
 * @num: how many
 * @each: on each unit by itself
 * @by_node: the same, but metrics of several box types have a value for each NUMA node
 *
 * An event of several metrics is open once, as a member of one group with the other events of each of these metrics. It is
 * open again only where that group does not fit on the counters.
 *
 * Return: 0, also if some cannot be counted (then @missing says why); STATUS_NO_PERMISSION after a message.
 */
int metrics_open(struct metrics *metrics, const struct machine *machine,
		 const struct metric_definition *const *definitions, size_t num, bool each, bool by_node);

/** metrics_close() - undo all metrics_open() */
void metrics_close(struct metrics *metrics);

/**
 * metric_value() - the value of a metric between the last two reads
 * @metrics: all metrics
 * @machine: where
 * @metric: which one; it can be counted
 * @scope: of what
 * @value: receives it
 *
 * Return: false if there is nothing in that scope.
 */
bool metric_value(const struct metrics *metrics, const struct machine *machine,
		  const struct metric *metric, const struct scope *scope,
		  struct metric_value *value);

#endif
