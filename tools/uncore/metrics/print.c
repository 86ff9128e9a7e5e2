// SPDX-License-Identifier: GPL-2.0-only
/*
 * Printing of metrics. See print.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/text.h"
#include "metrics/nodes.h"
#include "metrics/print.h"

/* Gets each value, or NULL for a metric that cannot be counted. */
typedef void (*visitor)(const struct metric *metric, const struct scope *scope,
			const struct metric_value *value, void *context);

/* What the value that a source belongs to is of. */
static struct scope scope_of(const struct source *source, enum by by)
{
	struct scope scope = { -1, -1, -1, -1 };

	if (by == BY_NODE)
		scope.node = node_of_die(source->die);
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
	struct scope scope = scope_of(&counter->sources[index], by), other;
	size_t i;

	for (i = 0; i < index; i++) {
		other = scope_of(&counter->sources[i], by);
		if (!memcmp(&scope, &other, sizeof(scope)))
			return true;
	}
	return false;
}

/* Sources are ordered by unit; people want all of a package, then all of the next. */
static void visit_die(const struct metrics *metrics, const struct machine *machine,
		      const struct metric *metric, enum by by, unsigned int die, visitor visit,
		      void *context)
{
	const struct counter *counter = &metrics->counters.all[metric->counters[0]];
	struct metric_value value;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		struct scope scope = scope_of(source, by);

		if (source->die != die || seen_before(counter, i, by))
			continue;
		if (metric_value(metrics, machine, metric, &scope, &value))
			visit(metric, &scope, &value, context);
	}
}

static void visit_all(const struct metrics *metrics, const struct machine *machine,
		      const struct metric *metric, enum by by, visitor visit, void *context)
{
	unsigned int die;

	if (!metric->num) {
		visit(metric, NULL, NULL, context);
		return;
	}
	for (die = 0; die < machine->num_dies; die++)
		visit_die(metrics, machine, metric, by, die, visit, context);
}

static const char *why_no_value(const struct metric_value *value)
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

static void print_text(const struct metric *metric, const struct scope *scope,
		       const struct metric_value *value, void *context)
{
	char place[64], number[64], unit[128];
	const char *why;

	(void)context;
	if (!value) {
		printf("%-42s %-16s %14s  missing: %s\n", metric->definition->name, "", "-", metric->missing);
		return;
	}
	place_text(metric, scope, place, sizeof(place));
	why = why_no_value(value);
	snprintf(number, sizeof(number), "%.*f", metric->definition->digits, value->value);
	printf("%-42s %-16s %14s %s%s", metric->definition->name, place, why ? "-" : number,
	       why ? " " : safe_text(metric->definition->unit, unit, sizeof(unit)), why ? why : "");
	if (value->share && value->share < 0.9995)
		printf("  (counted %.1f %% of the time)", value->share * 100);
	if (!why && *value->without)
		printf("  (without %s: no answer)", value->without);
	putchar('\n');
}

/* Units of metrics of a file may need quotes; ours look as they always did. */
static void print_csv_text(const char *text)
{
	if (text[strcspn(text, ",\"\r\n")])
		write_csv_field(text, stdout);
	else
		fputs(text, stdout);
}

static void print_csv(const struct metric *metric, const struct scope *scope,
		      const struct metric_value *value, void *context)
{
	const double *seconds = context;
	const char *why = value ? why_no_value(value) : metric->missing;

	printf("%.3f,%s,", *seconds, metric->definition->name);
	if (!value) {
		fputs(",,,,", stdout);
		print_csv_text(metric->definition->unit);
		fputs(",,", stdout);
		write_csv_field(metric->missing, stdout);
		puts(",");
		return;
	}
	if (scope->socket >= 0)
		printf("%d", scope->socket);
	putchar(',');
	if (scope->die >= 0)
		printf("%d", scope->die);
	putchar(',');
	if (scope->unit >= 0)
		printf("%d", scope->unit);
	putchar(',');
	if (!why)
		printf("%.*f", metric->definition->digits, value->value);
	putchar(',');
	print_csv_text(metric->definition->unit);
	printf(",%.4f,", value->share);
	if (!why && *value->without)
		printf("\"without %s\",", value->without);
	else
		printf("%s,", why ? why : "");
	if (scope->node >= 0)
		printf("%d", scope->node);
	putchar('\n');
}

static void add_json(const struct metric *metric, const struct scope *scope,
		     const struct metric_value *value, void *context)
{
	struct json_object *list = context, *entry = json_object_new_object(), *counts;
	const char *why = value ? why_no_value(value) : metric->missing;
	char number[64];
	size_t i;

	json_set_text(entry, "metric", metric->definition->name);
	json_set_text(entry, "unit", metric->definition->unit);
	if (value) {
		if (scope->node >= 0)
			json_object_object_add(entry, "node", json_object_new_int(scope->node));
		if (scope->socket >= 0)
			json_object_object_add(entry, "socket", json_object_new_int(scope->socket));
		if (scope->die >= 0)
			json_object_object_add(entry, "die", json_object_new_int(scope->die));
		if (scope->unit >= 0)
			json_object_object_add(entry, "box_unit", json_object_new_int(scope->unit));
		snprintf(number, sizeof(number), "%.*f", metric->definition->digits, value->value);
		json_object_object_add(entry, "value", why ? NULL :
				       json_object_new_double_s(value->value, number));
		json_object_object_add(entry, "share", json_object_new_double(value->share));
		json_object_object_add(entry, "time", json_object_new_double(value->variables.time));
		json_object_object_add(entry, "units", json_object_new_double(value->variables.units));
		counts = json_object_new_array();
		for (i = 0; i < metric->num; i++)
			json_object_array_add(counts, json_object_new_uint64(value->counts[i]));
		json_object_object_add(entry, "counts", counts);
		if (*value->without)
			json_set_text(entry, "without", value->without);
	}
	json_set_text(entry, "missing", why);
	json_object_array_add(list, entry);
}

void metrics_print_head(enum output output)
{
	if (output == OUTPUT_CSV)
		puts("seconds,metric,socket,die,box_unit,value,unit,share,missing,node");
}

void metrics_print(const struct metrics *metrics, const struct machine *machine, enum by by,
		   enum output output, double seconds)
{
	struct json_object *object, *list;
	size_t i;

	if (output == OUTPUT_JSON) {
		object = json_object_new_object();
		list = json_object_new_array();
		json_object_object_add(object, "seconds", json_object_new_double(seconds));
		for (i = 0; i < metrics->num; i++)
			visit_all(metrics, machine, &metrics->all[i], by, add_json, list);
		json_object_object_add(object, "metrics", list);
		print_json_line(object, stdout);
	} else {
		if (output == OUTPUT_TEXT)
			printf("%10.3f s\n", seconds);
		for (i = 0; i < metrics->num; i++)
			visit_all(metrics, machine, &metrics->all[i], by,
				  output == OUTPUT_CSV ? print_csv : print_text, &seconds);
	}
}
