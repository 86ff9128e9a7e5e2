// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting the events of metrics, and computing them. See metric.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/memory_modules.h"
#include "metrics/metric.h"
#include "metrics/nodes.h"

/* Each is box/terms/, unless a box is named already. */
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
		if (*num == MAX_VARIABLES) {
			snprintf(error, size, "more than %d events", MAX_VARIABLES);
			return -1;
		}
		if (strchr(terms, '/'))
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

static bool in_scope(const struct counter *counter, const struct source *source, const struct scope *scope)
{
	return (scope->node < 0 || node_of_unit(counter->event.box, source->die, source->unit) == scope->node) &&
	       (scope->socket < 0 || source->socket == (unsigned int)scope->socket) &&
	       (scope->die < 0 || source->die == (unsigned int)scope->die) &&
	       (scope->unit < 0 || source->unit == scope->unit);
}

/* Adds what an event has counted in a scope; false if it never had a counter there. */
static bool add_event(const struct counter *counter, const struct scope *scope, size_t index,
		      struct metric_value *value, bool *any)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		struct reading part = reading_since(source);
		double count, share = reading_share(&part);

		if (!in_scope(counter, source, scope))
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

static double count_units(const struct machine *machine, const struct counter *counter,
			  const struct scope *scope)
{
	double units = 0;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (!in_scope(counter, source, scope))
			continue;
		units += source->unit == ALL_UNITS && counter->event.pmus ?
			machine_units(machine, counter->event.box, source->die) : 1;
		units -= source->absent;
	}
	return units > 0 ? units : 0;
}

static bool lacks_unit(const struct counter *counter, const struct scope *scope, const struct gone_unit *unit)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++)
		if (counter->sources[i].absent && in_scope(counter, &counter->sources[i], scope) &&
		    counter_lacks(counter, &counter->sources[i], unit))
			return true;
	return false;
}

/* "imc 0 of die 0, imc 3 of die 1" */
static void note_absent(const struct counters *counters, const struct metric *metric, const struct scope *scope,
			struct metric_value *value)
{
	size_t length = 0, i, j;

	for (i = 0; i < counters->gone.num; i++) {
		const struct gone_unit *unit = &counters->gone.all[i];

		for (j = 0; j < metric->num; j++)
			if (lacks_unit(&counters->all[metric->counters[j]], scope, unit))
				break;
		if (j < metric->num && length < sizeof(value->without))
			length += (size_t)snprintf(value->without + length, sizeof(value->without) - length,
						   "%s%s %d of die %u", length ? ", " : "", unit->box, unit->unit, unit->die);
	}
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
	const struct counter *counters = metrics->counters.all;
	bool counted = true, any;
	size_t i;

	memset(value, 0, sizeof(*value));
	value->share = 1;
	value->variables.num_counts = metric->num;
	value->variables.units = count_units(machine, &counters[metric->counters[0]], scope);
	if (formula_uses(metric->definition->formula, "peak"))
		value->variables.peak = memory_peak(machine, value->variables.units);
	for (i = 0; i < metric->num; i++) {
		any = false;
		counted = add_event(&counters[metric->counters[i]], scope, i, value, &any) && counted;
		if (!any)
			return false;
	}
	note_absent(&metrics->counters, metric, scope, value);
	value->result = counted && value->variables.units > 0 ? formula_compute(metric->definition->formula, &value->variables,
						  &value->value) : FORMULA_NO_VALUE;
	return true;
}
