// SPDX-License-Identifier: GPL-2.0-only
/*
 * Printing of metrics. See print.h.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/status.h"
#include "base/text.h"
#include "machine/connections.h"
#include "metrics/nodes.h"
#include "metrics/print.h"

int metrics_open_by(struct metrics *metrics, const struct machine *machine, const struct choice *choice, enum by by)
{
	int status = by == BY_NODE ? nodes_read(machine) : STATUS_OK;

	return status ? status : metrics_open(metrics, machine, choice->chosen, choice->num_chosen, by == BY_UNIT,
					      by == BY_NODE && nodes_divide_dies());
}

/* What the value that a source belongs to is of. */
static struct scope scope_of(const struct counter *counter, size_t index, enum by by)
{
	const struct source *source = &counter->sources[index];
	struct scope scope = { -1, -1, -1, -1 };

	if (by == BY_NODE)
		scope.node = node_of_unit(counter->event.box, source->die, source->unit);
	else if (by != BY_MACHINE)
		scope.socket = (int)source->socket;
	if (by == BY_DIE || by == BY_UNIT)
		scope.die = (int)source->die;
	if (by == BY_UNIT)
		scope.unit = source->unit;
	return scope;
}

static bool seen_before(const struct counter *counter, size_t index, enum by by)
{
	struct scope scope = scope_of(counter, index, by), other;
	size_t i;

	for (i = 0; i < index; i++) {
		other = scope_of(counter, i, by);
		if (!memcmp(&scope, &other, sizeof(scope)))
			return true;
	}
	return false;
}

/* Sources are ordered by unit; people want all of a package, then all of the next. */
static void visit_die(const struct metrics *metrics, const struct machine *machine,
		      const struct metric *metric, enum by by, unsigned int die, metric_visitor visit,
		      void *context)
{
	const struct counter *counter = &metrics->counters.all[metric->counters[0]];
	struct metric_value value;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		struct scope scope = scope_of(counter, i, by);

		if (source->die != die || seen_before(counter, i, by))
			continue;
		if (metric_value(metrics, machine, metric, &scope, &value))
			visit(metric, &scope, &value, context);
	}
}

void metric_visit(const struct metrics *metrics, const struct machine *machine, const struct metric *metric, enum by by,
		  metric_visitor visit, void *context)
{
	unsigned int die;

	if (!metric->num) {
		visit(metric, NULL, NULL, context);
		return;
	}
	for (die = 0; die < machine->num_dies; die++)
		visit_die(metrics, machine, metric, by, die, visit, context);
}

const char *metric_missing(const struct metric_value *value)
{
	if (value->result == FORMULA_OK)
		return NULL;
	if (*value->without && !value->variables.units)
		return "does not answer";
	if (value->gone)
		return "gone";
	if (!value->share)
		return "never had a counter";
	if (value->result == FORMULA_INFINITE)
		return "not a finite number";
	return value->result == FORMULA_NO_VALUE ? "nothing to divide by was counted" : "bad formula";
}

static void place_text(const struct metric *metric, const struct scope *scope, char *text, size_t size)
{
	int box = (int)strcspn(metric->definition->name, ".");

	if (scope->unit >= 0)
		snprintf(text, size, "die %d %.*s %d", scope->die, box, metric->definition->name, scope->unit);
	else if (scope->die >= 0)
		snprintf(text, size, "die %d", scope->die);
	else if (scope->node >= 0)
		snprintf(text, size, "node %d", scope->node);
	else if (scope->socket >= 0)
		snprintf(text, size, "socket %d", scope->socket);
	else
		snprintf(text, size, "machine");
}

/* The other end of a link that a value is of. */
static bool other_end(const struct metric *metric, const struct scope *scope, struct link_end *end)
{
	return scope->unit >= 0 && link_end(metric->definition->box, (unsigned int)scope->die, scope->unit, end);
}

static void print_text(const struct metric *metric, const struct scope *scope,
		       const struct metric_value *value, void *context)
{
	char place[64], number[64], unit[128];
	struct link_end end;
	const char *why;

	(void)context;
	if (!value) {
		printf("%-42s %-16s %14s  missing: %s\n", metric->definition->name, "", "-", metric->missing);
		return;
	}
	place_text(metric, scope, place, sizeof(place));
	why = metric_missing(value);
	snprintf(number, sizeof(number), "%.*f", metric->definition->digits, value->value);
	printf("%-42s %-16s %14s %s%s", metric->definition->name, place, why ? "-" : number,
	       why ? " " : safe_text(metric->definition->unit, unit, sizeof(unit)), why ? why : "");
	if (value->share && value->share < 0.9995)
		printf("  (counted %.1f %% of the time)", value->share * 100);
	if (!why && *value->without)
		printf("  (without %s: no answer)", value->without);
	if (other_end(metric, scope, &end))
		printf("  (to die %u upi %d)", end.die, end.unit);
	putchar('\n');
}

/* The columns stand where they always did; new ones are behind them. */
static const char csv_head[] =
	"seconds,metric,package,die,unit,value,unit_of_measure,enabled_share,missing,node,version,time,interval,box";

void metrics_csv_row(const struct moment *moment, const struct metric_definition *definition, const struct scope *scope,
		     const struct metric_value *value, const char *missing, const char *without)
{
	char time[TIME_SIZE], remark[LIST_SIZE + 16];

	if (!missing && without && *without) {
		snprintf(remark, sizeof(remark), "without %s", without);
		missing = remark;
	}

	printf("%.3f,", moment->seconds);
	write_csv_bare(definition->name, stdout);
	putchar(',');
	write_csv_index(scope->socket, stdout);
	putchar(',');
	write_csv_index(scope->die, stdout);
	putchar(',');
	write_csv_index(scope->unit, stdout);
	putchar(',');
	if (value && value->result == FORMULA_OK)
		printf("%.15g", value->value);
	putchar(',');
	write_csv_bare(definition->unit, stdout);
	putchar(',');
	if (value && value->share >= 0)
		printf("%.4f", value->share);
	putchar(',');
	if (missing)
		write_csv_bare(missing, stdout);
	putchar(',');
	write_csv_index(scope->node, stdout);
	printf(",%d,%s,%.9f,", OUTPUT_VERSION, moment->time ? time_text(moment->time, time) : "", moment->interval);
	write_csv_bare(definition->box, stdout);
}

static void print_csv(const struct metric *metric, const struct scope *scope,
		      const struct metric_value *value, void *context)
{
	static const struct scope nowhere = { -1, -1, -1, -1 };

	metrics_csv_row(context, metric->definition, scope ? scope : &nowhere, value,
			value ? metric_missing(value) : metric->missing, value ? value->without : NULL);
	putchar('\n');
}

void json_set_scope(struct json_object *object, const struct scope *scope)
{
	if (scope->node >= 0)
		json_set_index(object, "node", scope->node);
	if (scope->socket >= 0)
		json_set_index(object, "package", scope->socket);
	if (scope->die >= 0)
		json_set_index(object, "die", scope->die);
	if (scope->unit >= 0)
		json_set_index(object, "unit", scope->unit);
}

static void add_json(const struct metric *metric, const struct scope *scope,
		     const struct metric_value *value, void *context)
{
	struct json_object *list = context, *entry = json_object_new_object(), *counts;
	const char *why = value ? metric_missing(value) : metric->missing;
	struct link_end end;
	size_t i;

	json_set_text(entry, "metric", metric->definition->name);
	json_set_text(entry, "box", metric->definition->box);
	json_set_text(entry, "unit_of_measure", metric->definition->unit);
	if (value) {
		json_set_scope(entry, scope);
		if (other_end(metric, scope, &end)) {
			json_set_number(entry, "to_die", end.die);
			json_set_index(entry, "to_unit", end.unit);
		}
		json_set_real(entry, "value", why ? NAN : value->value);
		json_set_real(entry, "enabled_share", value->share);
		json_set_real(entry, "enabled_seconds", value->variables.time);
		json_set_real(entry, "units", value->variables.units);
		counts = json_object_new_array();
		for (i = 0; i < metric->num; i++)
			json_object_array_add(counts, json_object_new_uint64(value->counts[i]));
		json_object_object_add(entry, "counts", counts);
		if (*value->without)
			json_set_text(entry, "without", value->without);
	} else {
		json_object_object_add(entry, "value", NULL);
	}
	json_set_text(entry, "missing", why);
	json_object_array_add(list, entry);
}

void metrics_print_head(enum output output, const char *more)
{
	if (output == OUTPUT_CSV)
		printf("%s%s\n", csv_head, more);
}

void metrics_print(const struct metrics *metrics, const struct machine *machine, enum by by, enum output output, bool time,
		   const struct moment *moment)
{
	struct json_object *object, *list;
	char text[TIME_SIZE];
	size_t i;

	if (output == OUTPUT_JSON) {
		object = json_begin_interval(moment);
		list = json_object_new_array();
		for (i = 0; i < metrics->num; i++)
			metric_visit(metrics, machine, &metrics->all[i], by, add_json, list);
		json_object_object_add(object, "metrics", list);
		print_json_line(object, stdout);
		return;
	}
	if (output == OUTPUT_TEXT)
		printf("%10.3f s%s%s\n", moment->seconds, time ? "  " : "", time ? time_text(moment->time, text) : "");
	for (i = 0; i < metrics->num; i++)
		metric_visit(metrics, machine, &metrics->all[i], by, output == OUTPUT_CSV ? print_csv : print_text,
			  (void *)moment);
}
