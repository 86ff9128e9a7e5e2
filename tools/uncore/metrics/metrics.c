// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore metrics - bandwidths, latencies and shares from counts
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/run.h"
#include "base/status.h"
#include "base/suggest.h"
#include "metrics/metric.h"
#include "metrics/print.h"

#define MAX_NAMES	128

enum { OPTION_SOCKET = 256, OPTION_DIE, OPTION_UNIT, OPTION_LIST, OPTION_CSV };

static struct {
	const char *names[MAX_NAMES];
	size_t num_names;
	enum by by;
	enum output output;
	unsigned long interval_ms;
	bool list;
	char **command;
} options;

static const char doc[] =
	"Computes metrics while COMMAND runs, or until it is interrupted. NAME is a metric, with or without "
	"its box type, or a pattern such as 'imc.*'. Without NAME, the most important metrics are shown, which "
	"fit on the counters together. If the events of a metric took turns with others, it is marked with the "
	"share of the time that they counted.";

static const struct argp_option option_list[] = {
	{ "interval", 'I', "MS", 0, "Print the values of each interval of MS milliseconds", 0 },
	{ "per-socket", OPTION_SOCKET, NULL, 0, "A value for each package (the default)", 1 },
	{ "per-die", OPTION_DIE, NULL, 0, "A value for each die", 1 },
	{ "per-unit", OPTION_UNIT, NULL, 0, "A value for each unit: memory channel, link ...", 1 },
	{ "json", 'j', NULL, 0, "Print a JSON object for each interval", 2 },
	{ "csv", OPTION_CSV, NULL, 0, "Print comma-separated values", 2 },
	{ "list", 'l', NULL, 0, "List the metrics, do not count", 3 },
	{ 0 }
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	switch (key) {
	case 'I':
		options.interval_ms = parse_interval(argument, state);
		return 0;
	case OPTION_SOCKET:
		options.by = BY_SOCKET;
		return 0;
	case OPTION_DIE:
		options.by = BY_DIE;
		return 0;
	case OPTION_UNIT:
		options.by = BY_UNIT;
		return 0;
	case 'j':
		options.output = OUTPUT_JSON;
		return 0;
	case OPTION_CSV:
		options.output = OUTPUT_CSV;
		return 0;
	case 'l':
		options.list = true;
		return 0;
	case ARGP_KEY_ARG:
		/* argp stops at `--`; what stands behind it is the command. */
		if (!strcmp(state->argv[state->next - 2], "--")) {
			options.command = state->argv + state->next - 1;
			state->next = state->argc;
			return 0;
		}
		add_argument(options.names, &options.num_names, MAX_NAMES, "names", argument, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool matches(const struct metric_definition *metric, const char *name)
{
	const char *short_name = strchr(metric->name, '.') + 1;

	return !fnmatch(name, metric->name, FNM_CASEFOLD) ||
	       !fnmatch(name, short_name, FNM_CASEFOLD);
}

static bool is_wanted(const struct metric_definition *metric)
{
	size_t i;

	for (i = 0; i < options.num_names; i++)
		if (matches(metric, options.names[i]))
			return true;
	return !options.num_names && (metric->is_default || options.list);
}

static int unknown_metric(const struct processor *processor, const char *name)
{
	const struct metric_definition *metric;
	struct suggestion suggestion;
	char text[160];

	suggestion_begin(&suggestion, name);
	for (metric = processor->metrics; metric->name; metric++) {
		suggestion_try(&suggestion, metric->name);
		suggestion_try(&suggestion, strchr(metric->name, '.') + 1);
	}
	return (int)fail(STATUS_FAILED, "no metric %s of %s%s; `uncore metrics --list` shows all", name,
			 processor->name, suggestion_text(&suggestion, text, sizeof(text)));
}

/* A name that is none is a mistake, not a metric that is missing. */
static int check_names(const struct processor *processor)
{
	const struct metric_definition *metric;
	size_t i;

	for (i = 0; i < options.num_names; i++) {
		for (metric = processor->metrics; metric->name; metric++)
			if (matches(metric, options.names[i]))
				break;
		if (!metric->name)
			return unknown_metric(processor, options.names[i]);
	}
	return STATUS_OK;
}

static int open_metrics(struct metrics *metrics, const struct machine *machine)
{
	const struct metric_definition *metric;
	int status = STATUS_OK;

	for (metric = machine->processor->metrics; metric->name && !status; metric++)
		if (is_wanted(metric))
			status = metrics_open(metrics, machine, metric, options.by == BY_UNIT);
	return status;
}

static int count(struct metrics *metrics, const struct machine *machine)
{
	int status = counters_enable(&metrics->counters);

	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	metrics_print_head(options.output);
	while (run_wait(options.interval_ms)) {
		if (counters_read(&metrics->counters))
			return STATUS_FAILED;
		metrics_print(metrics, machine, options.by, options.output, run_seconds());
	}
	if (counters_disable(&metrics->counters) || counters_read(&metrics->counters))
		return STATUS_FAILED;
	metrics_print(metrics, machine, options.by, options.output, run_seconds());
	return run_status();
}

static void print_list(const struct processor *processor)
{
	const struct metric_definition *metric;

	for (metric = processor->metrics; metric->name; metric++)
		if (is_wanted(metric))
			printf("%-45s %-8s %s %s\n", metric->name, metric->unit,
			       metric->is_default ? "*" : " ", metric->description);
}

int command_metrics(int argc, char **argv)
{
	static const struct argp argp = {
		.options = option_list, .parser = parse_option,
		.args_doc = "[NAME...] [-- COMMAND [ARGUMENT...]]", .doc = doc,
	};
	struct metrics metrics = { 0 };
	struct machine machine;
	int status;

	parse_arguments(&argp, argc, argv, "uncore metrics", NULL);
	status = machine_find(&machine);
	if (status)
		return status;
	if (!machine.processor)
		status = (int)fail(STATUS_FAILED, "uncore has no metrics for this processor");
	else
		status = check_names(machine.processor);
	if (!status && options.list)
		print_list(machine.processor);
	else if (!status)
		status = open_metrics(&metrics, &machine);
	if (!status && !options.list)
		status = count(&metrics, &machine);
	metrics_close(&metrics);
	machine_release(&machine);
	return status;
}
