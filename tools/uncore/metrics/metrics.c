// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore metrics - bandwidths, latencies and shares from counts
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "base/suggest.h"
#include "base/text.h"
#include "metrics/file.h"
#include "metrics/machine_metrics.h"
#include "metrics/metric.h"
#include "metrics/nodes.h"
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

/* All metrics: those of the file first. */
static const struct metric_definition **all;
static size_t num_all, num_own;

/* Of a file; lives as long as the program. */
static struct metric_definition *own;

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

static bool matches(const struct metric_definition *metric, const char *name)
{
	const char *short_name = strchr(metric->name, '.') + 1;

	return !fnmatch(name, metric->name, FNM_CASEFOLD) ||
	       !fnmatch(name, short_name, FNM_CASEFOLD);
}

/* One of the first @num metrics has this name. */
static bool is_known(const char *name, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (!strcmp(all[i]->name, name))
			return true;
	return false;
}

static void add_metrics(const struct metric_definition *metric)
{
	size_t before = num_all;

	for (; metric && metric->name; metric++) {
		/* One of the file replaces ours. */
		if (is_known(metric->name, before))
			continue;
		all = grow(all, num_all, sizeof(*all));
		all[num_all++] = metric;
	}
}

/* Without a name: the default metrics of the file, or all of it if it has none; without a file, our defaults. */
static bool is_shown(size_t index)
{
	size_t i;

	if (!own || options.list)
		return options.list || all[index]->is_default;
	for (i = 0; i < num_own; i++)
		if (all[i]->is_default)
			return index < num_own && all[index]->is_default;
	return index < num_own;
}

static bool is_requested(size_t index)
{
	size_t i;

	for (i = 0; i < options.names.num; i++)
		if (matches(all[index], options.names.all[i]))
			return true;
	return !options.names.num && is_shown(index);
}

static int unknown_metric(const char *name)
{
	struct suggestion suggestion;
	char text[160];
	size_t i;

	suggestion_begin(&suggestion, name);
	for (i = 0; i < num_all; i++) {
		suggestion_try(&suggestion, all[i]->name);
		suggestion_try(&suggestion, strchr(all[i]->name, '.') + 1);
	}
	return (int)fail(STATUS_FAILED, "no metric %s%s; `uncore metrics --list` shows all", name,
			 suggestion_text(&suggestion, text, sizeof(text)));
}

/* A name that is none is a mistake, not a metric that is missing. */
static int check_names(void)
{
	size_t i, j;

	for (i = 0; i < options.names.num; i++) {
		for (j = 0; j < num_all; j++)
			if (matches(all[j], options.names.all[i]))
				break;
		if (j == num_all)
			return unknown_metric(options.names.all[i]);
	}
	return STATUS_OK;
}

/* On a Xeon Max. The units imc are the channels of DDR alone. */
static const struct metric_definition hbm_metrics[] = {
	{ "hbm.mem_bw_reads", "hbm", "GB/s", 3, 1, "cas_count.rd", "a * 64 / 1e9 / time", "Read from HBM" },
	{ "hbm.mem_bw_writes", "hbm", "GB/s", 3, 1, "cas_count.wr", "a * 64 / 1e9 / time", "Written to HBM" },
	{ "hbm.mem_bw_total", "hbm", "GB/s", 3, 1, "cas_count.rd cas_count.wr", "(a + b) * 64 / 1e9 / time",
	  "Read from and written to HBM" },
	{ 0 }
};

static int find_metrics(const struct machine *machine)
{
	size_t num_hbm;
	int status;

	if (options.file) {
		status = metrics_file_read(machine, options.file, &own);
		if (status)
			return status;
		add_metrics(own);
		num_own = num_all;
	}
	add_metrics(machine->processor ? machine->processor->metrics : NULL);
	if (machine->processor && machine_box(machine, "hbm", false, &num_hbm))
		add_metrics(hbm_metrics);
	if (machine->processor)
		add_metrics(machine_metrics());
	if (!num_all)
		return (int)fail(STATUS_FAILED, "uncore has no metrics for this processor; use --file FILE");
	return check_names();
}

static int open_metrics(struct metrics *metrics, const struct machine *machine)
{
	const struct metric_definition **requested = allocated(calloc(num_all, sizeof(*requested)));
	int status = options.by == BY_NODE ? nodes_read(machine) : STATUS_OK;
	size_t i, num = 0;

	for (i = 0; i < num_all; i++)
		if (is_requested(i))
			requested[num++] = all[i];
	if (!status)
		status = metrics_open(metrics, machine, requested, num, options.by == BY_UNIT);
	free(requested);
	return status;
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
	metrics_print_head(options.output);
	while (run_wait(options.interval_ms)) {
		counters_read_rest(&metrics->counters);
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
		if (is_requested(i) && is_same(all[i], all[index]))
			return true;
	return false;
}

/* Intel's lists, and versions of perf, have several names for some metrics. */
static void print_other_names(size_t index)
{
	const char *before = "    also: ";
	size_t i;

	for (i = index + 1; i < num_all; i++) {
		if (!is_requested(i) || !is_same(all[i], all[index]))
			continue;
		printf("%s%s", before, all[i]->name);
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

	for (i = 0; i < num_all; i++) {
		if (is_requested(i) && json) {
			add_row(all[i], list);
		} else if (is_requested(i) && !is_folded(i)) {
			print_row(all[i]);
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
		.words = &options.names, .command = &options.command,
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
	status = find_metrics(&machine);
	if (!status && options.list)
		print_list();
	else if (!status)
		status = open_metrics(&metrics, &machine);
	if (!status && !options.list)
		status = count(&metrics, &machine);
	metrics_close(&metrics);
	free(all);
	machine_release(&machine);
	return status;
}
