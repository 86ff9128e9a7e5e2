// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting the events of metrics, and computing them. See metric.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/memory_modules.h"
#include "metrics/metric.h"
#include "metrics/nodes.h"

/* Each is box/terms/, unless a box is named already. Blanks alone are one that is empty, which is a mistake. */
int metric_events(const struct machine *machine, const struct metric_definition *definition, bool each,
		  struct event *events, size_t *num, char *error, size_t size)
{
	char list[1024], text[256], *rest = list, *terms;

	*num = 0;
	if (snprintf(list, sizeof(list), "%s", definition->events) >= (int)sizeof(list)) {
		snprintf(error, size, "more than %zu characters", sizeof(list));
		return -1;
	}
	while ((terms = strsep(&rest, " "))) {
		if (!*terms && (rest || *num))
			continue;
		if (*num == MAX_VARIABLES) {
			snprintf(error, size, "more than %d events", MAX_VARIABLES);
			return -1;
		}
		if (strchr(terms, '/') || !*terms)
			snprintf(text, sizeof(text), "%s", terms);
		else
			snprintf(text, sizeof(text), "%.*s/%s/", (int)strcspn(definition->name, "."),
				 definition->name, terms);
		if (event_parse(machine, text, each, &events[*num], error, size))
			return -1;
		++*num;
	}
	return 0;
}

void metrics_close(struct metrics *metrics)
{
	counters_close(&metrics->counters);
	free(metrics->all);
	memset(metrics, 0, sizeof(*metrics));
}

/**
 * struct range - what a value is of
 * @metrics: all metrics
 * @metric: the metric
 * @scope: where
 * @partial: sources that are gone are left out, because others are not
 */
struct range {
	const struct metrics *metrics;
	const struct metric *metric;
	const struct scope *scope;
	bool partial;
};

static const struct counter *event_of(const struct range *range, size_t index)
{
	return &range->metrics->counters.all[range->metric->counters[index]];
}

static bool has_gone_source(const struct counter *counter, const struct source *where)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		/* Events of cores have a source for each CPU. */
		if (source->gone && source->die == where->die && source->unit == where->unit &&
		    (counter->event.pmus || source->cpu == where->cpu))
			return true;
	}
	return false;
}

/* A source that is gone for only some of the metric's events is not left out: the others would count what these lack. */
static bool is_left_out(const struct range *range, const struct source *source)
{
	size_t i;

	for (i = 0; i < range->metric->num; i++)
		if (!has_gone_source(event_of(range, i), source))
			return false;
	return true;
}

static bool in_scope(const struct range *range, const struct counter *counter, const struct source *source)
{
	const struct scope *scope = range->scope;

	return !(range->partial && is_left_out(range, source)) &&
	       (scope->node < 0 || node_of_unit(counter->event.box, source->die, source->unit) == scope->node) &&
	       (scope->socket < 0 || source->socket == (unsigned int)scope->socket) &&
	       (scope->die < 0 || source->die == (unsigned int)scope->die) &&
	       (scope->unit < 0 || source->unit == scope->unit);
}

/* Adds what an event has counted in a scope; false if it never had a counter there. */
static bool add_event(const struct range *range, size_t index, struct metric_value *value, bool *any)
{
	const struct counter *counter = event_of(range, index);
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		struct reading part = reading_since(source);
		double count, share = reading_share(&part);

		if (!in_scope(range, counter, source))
			continue;
		*any = true;
		value->gone = value->gone || source->gone;
		if (share < value->share)
			value->share = share;
		if (!reading_scaled(&part, &count))
			return false;
		value->counts[index] += part.count;
		value->variables.counts[index] += count * counter->event.scale;
		if (!value->variables.time)
			value->variables.time = (double)part.enabled / 1e9;
	}
	return true;
}

static double count_units(const struct machine *machine, const struct range *range)
{
	const struct counter *counter = event_of(range, 0);
	double units = 0;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (!in_scope(range, counter, source))
			continue;
		units += source_units(machine, counter, source);
		units -= source->absent;
	}
	return units > 0 ? units : 0;
}

static bool lacks_unit(const struct range *range, const struct counter *counter, const struct gone_unit *unit)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++)
		if (counter->sources[i].absent && in_scope(range, counter, &counter->sources[i]) &&
		    counter_lacks(counter, &counter->sources[i], unit))
			return true;
	return false;
}

__attribute__((format(printf, 2, 3)))
static void add_to_list(struct metric_value *value, const char *format, ...)
{
	char name[LIST_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(name, sizeof(name), format, arguments);
	va_end(arguments);
	list_add(value->without, name);
}

/* "imc 0 of die 0, imc 3 of die 1" */
static void note_absent(const struct range *range, struct metric_value *value)
{
	const struct gone_units *gone = &range->metrics->counters.gone;
	size_t i, j;

	for (i = 0; i < gone->num; i++) {
		for (j = 0; j < range->metric->num; j++)
			if (lacks_unit(range, event_of(range, j), &gone->all[i]))
				break;
		if (j < range->metric->num)
			add_to_list(value, "%s %d of die %u", gone->all[i].box, gone->all[i].unit, gone->all[i].die);
	}
}

/* "imc of die 1", "imc 3 of die 1", "package 0", "CPU 7" */
static void note_left_out(const struct range *range, struct metric_value *value)
{
	struct range all = *range;
	const struct counter *counter = event_of(range, 0);
	size_t i;

	all.partial = false;
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (!in_scope(&all, counter, source) || in_scope(range, counter, source))
			continue;
		if (counter->event.gauge)
			add_to_list(value, "package %u", source->socket);
		else if (!counter->event.pmus)
			add_to_list(value, "CPU %d", source->cpu);
		else if (source->unit == ALL_UNITS)
			add_to_list(value, "%s of die %u", counter->event.box, source->die);
		else
			add_to_list(value, "%s %d of die %u", counter->event.box, source->unit, source->die);
	}
}

/* Are some of its sources left out, but not all? */
static bool is_partial(const struct range *range)
{
	const struct counter *counter = event_of(range, 0);
	size_t i, left_out = 0, num = 0;

	for (i = 0; i < counter->num_sources; i++) {
		if (!in_scope(range, counter, &counter->sources[i]))
			continue;
		num++;
		left_out += is_left_out(range, &counter->sources[i]);
	}
	return left_out && left_out < num;
}

/*
 * Bytes per second that the memory of some channels can move: SMBIOS has the speed and the number of modules. Each channel has
 * one module before any has two, so with as many modules as channels all of them are in use. 8 bytes a transfer.
 */
static double memory_peak(const struct machine *machine, double channels)
{
	size_t modules, empty;
	double all = 0, used;
	unsigned int die;

	for (die = 0; die < machine->num_dies; die++)
		all += machine_units(machine, "imc", die);
	if (!memory_modules(&modules, &empty) || all == 0)
		return 0;
	used = (double)modules < all ? (double)modules / all : 1;
	return memory_speed() * 8 * channels * used;
}

bool metric_value(const struct metrics *metrics, const struct machine *machine,
		  const struct metric *metric, const struct scope *scope,
		  struct metric_value *value)
{
	struct range range = { .metrics = metrics, .metric = metric, .scope = scope };
	bool counted = true, any;
	size_t i;

	memset(value, 0, sizeof(*value));
	range.partial = is_partial(&range);
	value->share = 1;
	value->variables.num_counts = metric->num;
	value->variables.units = count_units(machine, &range);
	if (formula_uses(metric->definition->formula, "peak"))
		value->variables.peak = memory_peak(machine, value->variables.units);
	for (i = 0; i < metric->num; i++) {
		any = false;
		counted = add_event(&range, i, value, &any) && counted;
		if (!any)
			return false;
	}
	note_absent(&range, value);
	note_left_out(&range, value);
	value->result = counted && value->variables.units > 0 ? formula_compute(metric->definition->formula, &value->variables,
						  &value->value) : FORMULA_NO_VALUE;
	return true;
}
