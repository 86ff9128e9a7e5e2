// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore metrics - bandwidths, latencies and shares from counts
 */
#include <stdio.h>
#include <string.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/json.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "base/text.h"
#include "metrics/choose.h"
#include "metrics/metric.h"
#include "metrics/print.h"

static struct {
	struct texts names;
	unsigned int by;	/* enum by */
	unsigned int output;	/* enum output */
	unsigned long interval_ms;
	bool list;
	bool time;
	const char *file;
	char **command;
} options = { .names = { .max = MAX_TEXTS, .what = "names" } };

static struct choice choice;

static const char doc[] =
	"Computes metrics while COMMAND runs, or until the program is interrupted. NAME is a metric, with or "
	"without its box type, or a pattern such as 'imc.*'. Without NAME, prints the metrics that --list marks, "
	"whose events fit on the counters together; with --file, the metrics of FILE. If the events of a metric "
	"took turns with others, it is marked with the share of the time in which they counted.";

static const struct command_option option_list[] = {
	{ "interval", 'I', "MS", "Print the values of each interval of MS milliseconds", .ms = &options.interval_ms },
	{ "per-socket", 0, NULL, "A value for each package (the default)", 1, .choice = &options.by, .chosen = BY_SOCKET },
	{ "per-die", 0, NULL, "A value for each die", 1, .choice = &options.by, .chosen = BY_DIE },
	{ "per-unit", 0, NULL, "A value for each unit: memory channel, link ...", 1, .choice = &options.by, .chosen = BY_UNIT },
	{ "per-node", 0, NULL, "A value for each NUMA node", 1, .choice = &options.by, .chosen = BY_NODE },
	{ "total", 0, NULL, "A value for the whole machine", 1, .choice = &options.by, .chosen = BY_MACHINE },
	{ "file", 'f', "FILE", "Also read metrics from FILE", 3, .text = &options.file },
	{ "time", 0, NULL, "Print the time of day above the values", 2, .flag = &options.time },
	{ "json", 'j', NULL, "Print a JSON object for each interval", 2, .choice = &options.output, .chosen = OUTPUT_JSON },
	{ "csv", 0, NULL, "Print comma-separated values", 2, .choice = &options.output, .chosen = OUTPUT_CSV },
	{ "list", 'l', NULL, "List the metrics, and do not count", 3, .flag = &options.list },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (options.list && options.output == OUTPUT_CSV)
		argp_error(state, "--%s and --%s exclude each other", "list", "csv");
	if (options.list && options.command)
		argp_error(state, "--list does not run a command");
}

static void print(const struct metrics *metrics, const struct machine *machine, struct moment *moment)
{
	run_moment(moment);
	metrics_print(metrics, machine, options.by, options.output, options.time, moment);
}

static int count(struct metrics *metrics, const struct machine *machine)
{
	struct moment moment = { 0 };
	int status = counters_enable(&metrics->counters);

	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	metrics_print_head(options.output, "");
	while (run_wait(options.interval_ms)) {
		counters_read_rest(&metrics->counters);
		counters_try_again(&metrics->counters);
		print(metrics, machine, &moment);
		if (!output_flush())
			return STATUS_FAILED;
	}
	counters_disable(&metrics->counters);
	counters_read_rest(&metrics->counters);
	print(metrics, machine, &moment);
	return run_status();
}

static void print_row(const struct metric_definition *metric)
{
	char unit[128], description[2048];

	printf("%-45s %-8s %s %s\n", metric->name, safe_text(metric->unit, unit, sizeof(unit)), metric->is_default ? "*" : " ",
	       safe_text(metric->description, description, sizeof(description)));
}

static void add_row(const struct metric_definition *metric, struct json_object *list)
{
	struct json_object *row = json_object_new_object();

	json_set_text(row, "metric", metric->name);
	json_set_text(row, "box", metric->box);
	json_set_text(row, "unit_of_measure", metric->unit);
	json_object_object_add(row, "default", json_object_new_boolean(metric->is_default));
	json_set_text(row, "events", metric->events);
	json_set_text(row, "formula", metric->formula);
	json_set_text(row, "meaning", metric->description);
	json_object_array_add(list, row);
}

static bool is_same(const struct metric_definition *a, const struct metric_definition *b)
{
	return !strcmp(a->box, b->box) && !strcmp(a->events, b->events) && !strcmp(a->formula, b->formula) && !strcmp(a->unit, b->unit);
}

/* An earlier line has its name. */
static bool is_folded(size_t index)
{
	size_t i;

	for (i = 0; i < index; i++)
		if (is_same(choice.chosen[i], choice.chosen[index]))
			return true;
	return false;
}

/* Intel's lists, and versions of perf, have several names for some metrics. */
static void print_other_names(size_t index)
{
	const char *before = "    also: ";
	size_t i;

	for (i = index + 1; i < choice.num_chosen; i++) {
		if (!is_same(choice.chosen[i], choice.chosen[index]))
			continue;
		printf("%s%s", before, choice.chosen[i]->name);
		before = ", ";
	}
	if (*before == ',')
		putchar('\n');
}

static void print_list(void)
{
	bool json = options.output == OUTPUT_JSON;
	struct json_object *object = json ? json_begin() : NULL, *list = json ? json_object_new_array() : NULL;
	size_t i;

	for (i = 0; i < choice.num_chosen; i++) {
		if (json) {
			add_row(choice.chosen[i], list);
		} else if (!is_folded(i)) {
			print_row(choice.chosen[i]);
			print_other_names(i);
		}
	}
	if (!json)
		return;
	json_object_object_add(object, "metrics", list);
	print_json_line(object, stdout);
}

int command_metrics(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore metrics", .usage = "[NAME...] [-- COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.words = &options.names, .command = &options.command, .check = check_line,
	};
	struct metrics metrics = { 0 };
	struct machine machine;
	int status;

	parse_arguments(&line, argc, argv);
	run_begin();
	status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	status = metrics_choose(&choice, &machine, options.file, &options.names, options.list);
	if (!status && options.list)
		print_list();
	else if (!status)
		status = metrics_open_by(&metrics, &machine, &choice, options.by);
	if (!status && !options.list)
		status = count(&metrics, &machine);
	metrics_close(&metrics);
	choice_free(&choice);
	machine_release(&machine);
	return status;
}
