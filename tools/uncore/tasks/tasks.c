// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore tasks - which task, command or cgroup causes it
 *
 * A BPF program shares what the counters of a die have counted among what ran on its CPUs. uncore-tasks(1) tells what
 * such a share means.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/output.h"
#include "base/permission.h"
#include "base/run.h"
#include "base/status.h"
#include "tasks/tasks.h"

/* How often counts are read by a timer where the kernel cannot do it at context switches. */
#define DEFAULT_TIMER_MS	10

/* The same where shares are weighted: each time costs an interrupt on each CPU. */
#define WEIGHTED_TIMER_MS	100

/* How often to look at the kernel's sums if nothing is to be printed. */
#define LOOK_MS			1000

static struct {
	struct texts events;
	enum tasks_by by;
	unsigned long interval_ms;
	unsigned long timer_ms;
	uint64_t lines;
	const char *weight;
	double worth;
	bool json;
	bool time;
	char **command;
} options = { .events = { .max = TASKS_EVENTS, .what = "events" } };

static struct counters counters, weights;
static bool timed;

static const char doc[] =
	"Divides the uncore's counts among tasks. At each context switch on a die, divides the count since the last switch "
	"equally among the CPUs that were not idle."
	" With -w, divides it in proportion to an event that each CPU counts itself."
	"\vWithout -e, the events are reads from and writes to memory. Without COMMAND, counts until the program is "
	"interrupted.";

static void set_by(const char *text, struct argp_state *state)
{
	if (!strcmp(text, "command"))
		options.by = TASKS_BY_COMMAND;
	else if (!strcmp(text, "cgroup"))
		options.by = TASKS_BY_CGROUP;
	else if (!strcmp(text, "task"))
		options.by = TASKS_BY_TASK;
	else
		argp_error(state, "--by %s: not task, command or cgroup", text);
}

static void set_worth(const char *text, struct argp_state *state)
{
	if (!parse_positive(text, 1e9, &options.worth))
		argp_error(state, "--worth %s: not a number of counts", text);
}

static void set_lines(const char *text, struct argp_state *state)
{
	if (!parse_number(text, 1, UINT32_MAX, &options.lines))
		argp_error(state, "-n %s: not a number of lines", text);
}

static const struct command_option option_list[] = {
	{ "event", 'e', "PMU/TERMS/", "Count this event, e.g. cha/tor_inserts.ia_miss_drd/ (up to 4 times)",
	  .texts = &options.events },
	{ "by", 'b', "WHAT", "Sum by task (the default), command or cgroup", .parse = set_by },
	{ "interval", 'I', "MS", "Print a table every MS milliseconds", .ms = &options.interval_ms },
	{ "timer", 't', "MS", "Read the counters every MS milliseconds, and divide by time", .ms = &options.timer_ms },
	{ "weight", 'w', "EVENT", "Divide in proportion to this event of the CPUs, e.g. cache-misses or cpu/event=0x2e,umask=0x41/",
	  .text = &options.weight },
	{ "worth", 0, "N", "With -w: one EVENT explains at most N counts; print the rest as (unexplained)", .parse = set_worth },
	{ "lines", 'n', "N", "Print the N largest shares of each die", .parse = set_lines },
	{ "time", 0, NULL, "Print the time of day in each line", .flag = &options.time },
	{ "json", 'j', NULL, "Print a JSON object for each line", .flag = &options.json },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (options.worth > 0 && !options.weight)
		argp_error(state, "--worth requires -w EVENT");
}

/* Reads and writes of memory. Where these are sums of several events, each has a column. */
static void use_default_events(const struct machine *machine)
{
	static const char *const names[] = { "memory_read", "memory_write" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct command_event *usual = command_event(machine->processor, "top", names[i]);
		char *texts = usual ? allocated(strdup(usual->event)) : NULL, *rest = texts, *text;

		while (texts && (text = strsep(&rest, "+")) && options.events.num < TASKS_EVENTS)
			options.events.all[options.events.num++] = text;
	}
}

static int open_events(const struct machine *machine)
{
	char error[512];
	size_t i;

	if (!options.events.num)
		use_default_events(machine);
	if (!options.events.num)
		return (int)fail(STATUS_FAILED, "no memory event of this processor is known: use -e EVENT");
	for (i = 0; i < options.events.num; i++) {
		struct event event;
		int status;

		if (event_parse(machine, options.events.all[i], false, &event, error, sizeof(error)))
			return (int)fail(STATUS_FAILED, "%s", error);
		if (!event.pmus)
			return (int)fail(STATUS_FAILED, "%s is not an uncore event", options.events.all[i]);
		/* Each by itself: programs may read no member of a group on each CPU. */
		status = counters_open(&counters, machine, &event, 1, false, error, sizeof(error));
		if (status)
			return (int)fail(status, "%s", error);
	}
	return 0;
}

/* The event that is the weight, on each CPU: a generic name, or terms of the cores' PMU. */
static int open_weight(const struct machine *machine)
{
	const char *terms = strchr(options.weight, '/');
	char text[256], error[512];
	struct event event;
	int status;

	if (!terms)
		snprintf(text, sizeof(text), CORE_BOX "/%s/", options.weight);
	else if (!strncmp(options.weight, "cpu/", 4) || !strncmp(options.weight, CORE_BOX "/", sizeof(CORE_BOX)))
		snprintf(text, sizeof(text), CORE_BOX "%s", terms);
	else
		return (int)fail(STATUS_FAILED, "-w %s: not an event of the CPUs, such as cache-misses or cpu/TERMS/",
				 options.weight);
	if (event_parse(machine, text, false, &event, error, sizeof(error)))
		return (int)fail(STATUS_FAILED, "-w %s: %s", options.weight, error);
	status = counters_open(&weights, machine, &event, 1, false, error, sizeof(error));
	return status ? (int)fail(status, "-w %s: %s", options.weight, error) : 0;
}

/* The BPF program does not see when the weight took turns with other events. */
static void check_weight(void)
{
	double least = 1;
	size_t i;

	if (!options.weight || counters_read(&weights))
		return;
	for (i = 0; i < weights.all[0].num_sources; i++) {
		struct reading reading = reading_since(&weights.all[0].sources[i]);

		if (reading.enabled && reading_share(&reading) < least)
			least = reading_share(&reading);
	}
	if (least < 0.9995)
		fail(STATUS_OK, "%s took turns with other events, and on one CPU counted %.1f %% of the time only: the shares "
		     "are too small there", options.weight, least * 100);
}

/* Explains how shares are computed, and the letters of the columns. */
static void print_explanation(const char *reason)
{
	size_t i;

	if (timed && *reason)
		fprintf(stderr, "uncore: %s: counters are read each %lu ms, and counts are divided by time\n", reason,
			options.timer_ms);
	for (i = 0; i < options.events.num && !options.json; i++)
		printf("%c: %s\n", 'A' + (char)i, options.events.all[i]);
}

static int look(const struct machine *machine)
{
	int status = tasks_snapshot();

	if (status)
		return status;
	counters_read_rest(&counters);
	return shares_take(&counters, machine->num_dies, timed, options.worth);
}

static int print(const struct machine *machine, struct moment *moment)
{
	run_moment(moment);
	tasks_print(machine, &counters, options.by, moment, options.lines, options.json, options.time,
		    options.weight ? "unexplained" : "idle");
	shares_next();
	return output_flush() ? 0 : STATUS_FAILED;
}

/* Returns the exit status of the command. */
static int count(const struct machine *machine)
{
	/* Now and then also if nothing is to be printed: it empties the maps. */
	unsigned long ms = timed ? options.timer_ms : options.interval_ms ? options.interval_ms : LOOK_MS;
	struct moment moment = { 0 };
	uint64_t printed = 0;
	int status = counters_enable(&weights);

	if (!status)
		status = tasks_attach();
	if (!status)
		status = counters_enable(&counters);
	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	while (run_wait(ms)) {
		if (look(machine))
			return STATUS_FAILED;
		if (!options.interval_ms || !run_crossed(options.interval_ms, printed))
			continue;
		printed = run_nanoseconds();
		if (print(machine, &moment))
			return STATUS_FAILED;
	}
	/* Nothing counts any more when the last snapshot reads the counters, so all of it is shared. */
	counters_disable(&counters);
	if (look(machine) || print(machine, &moment))
		return STATUS_FAILED;
	check_weight();
	return run_status();
}

int command_tasks(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore tasks", .usage = "[COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.command = &options.command, .check = check_line,
	};
	struct machine machine;
	char reason[128] = "";
	int status;

	parse_arguments(&line, argc, argv);
	permission_needs_bpf();
	run_begin();
	status = shares_possible();
	if (!status)
		status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	timed = options.timer_ms || options.weight;
	status = open_events(&machine);
	if (!status && options.weight)
		status = open_weight(&machine);
	if (!status) {
		status = tasks_load(&machine, &counters, options.weight ? &weights : NULL, options.by, &timed, reason,
				    sizeof(reason));
		if (timed && !options.timer_ms)
			options.timer_ms = options.weight ? WEIGHTED_TIMER_MS : DEFAULT_TIMER_MS;
		if (!status) {
			print_explanation(reason);
			status = count(&machine);
		}
		tasks_unload();
	}
	shares_release();
	counters_close(&counters);
	counters_close(&weights);
	machine_release(&machine);
	return status;
}
