// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore units - counts of each uncore unit, from one event for all of them
 *
 * An event of a type PMU (uncoreall_cha) needs one file descriptor for each die, and its count is
 * a sum. What each unit has counted is told by the tracepoint uncore_pmon:unit_count whenever the
 * event is read or stopped. Where that cannot be had (the in-tree driver), each unit gets an event
 * of its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "run.h"
#include "trace.h"
#include "uncore.h"
#include "unit_counts.h"

#define MAX_EVENTS	64

/* How often to empty the trace buffer if nothing is to be printed. */
#define QUIET_MS	100

static struct {
	const char *events[MAX_EVENTS];
	size_t num_events;
	unsigned long interval_ms;
	bool json;
	char **command;
} options;

static struct counters counters;
static bool tracing;

static const char doc[] =
	"Prints what an event has counted on each uncore unit of each die."
	"\vWithout -e the events are those that COMMAND itself opens, such as perf stat. "
	"Without COMMAND it counts until it is interrupted.";

static const struct argp_option option_list[] = {
	{ "event", 'e', "PMU/TERMS/", 0, "Count this, e.g. uncoreall_cha/event=0x35,umask=0x1/ "
	  "(can be given several times)", 0 },
	{ "interval", 'I', "MS", 0, "Print what was counted in each interval of MS milliseconds", 0 },
	{ "json", 'j', NULL, 0, "Print a JSON object for each line", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	switch (key) {
	case 'e':
		add_argument(options.events, &options.num_events, MAX_EVENTS, "events", argument, state);
		return 0;
	case 'I':
		options.interval_ms = parse_interval(argument, state);
		return 0;
	case 'j':
		options.json = true;
		return 0;
	case ARGP_KEY_ARGS:
		options.command = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (!options.num_events && !options.command)
			argp_error(state, "nothing to do: give an event (-e) or a command that counts one");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int open_events(const struct machine *machine)
{
	char error[512];
	size_t i;

	for (i = 0; i < options.num_events; i++) {
		struct event event;
		int status;

		if (event_parse(machine, options.events[i], !tracing, &event, error, sizeof(error)))
			return (int)fail(STATUS_FAILED, "%s", error);
		status = counters_open(&counters, machine, &event, 1, false, error, sizeof(error));
		if (status)
			return (int)fail(status, "%s", error);
	}
	return 0;
}

/* The event that a traced id belongs to, or NULL if somebody else opened it. */
static const char *event_of(uint64_t id)
{
	size_t i, j;

	for (i = 0; i < counters.num; i++)
		for (j = 0; j < counters.all[i].num_sources; j++)
			if (counters.all[i].sources[j].id == id)
				return counters.all[i].event.text;
	return NULL;
}

static void print_line(double seconds, unsigned int die, const char *box, int unit, uint64_t count,
		       const char *event)
{
	struct json_object *line;
	char number[16];

	snprintf(number, sizeof(number), "%d", unit);
	if (!options.json) {
		printf("%10.3f  die %-3u %12s %-5s %20" PRIu64 "  %s\n", seconds, die, box,
		       unit == ALL_UNITS ? "all" : number, count, event);
		return;
	}
	line = json_object_new_object();
	json_object_object_add(line, "seconds", json_object_new_double(seconds));
	json_set_number(line, "die", die);
	json_set_text(line, "box", box);
	json_object_object_add(line, "unit", unit == ALL_UNITS ? NULL : json_object_new_int(unit));
	json_set_number(line, "count", count);
	json_set_text(line, "event", event);
	puts(json_object_to_json_string_ext(line, JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(line);
}

/* What has come since it was last printed: a line for each unit, then one for the die. */
static void print_traced(double seconds)
{
	size_t number, i;
	struct unit_count *values = unit_counts(&number);
	uint64_t sum = 0;

	for (i = 0; i < number; i++) {
		struct unit_count *value = &values[i];
		const char *event = event_of(value->id);
		uint64_t count = value->count - value->before;
		char config[64];

		/* With -e, other people's events are no business of ours. */
		if (options.num_events && !event)
			continue;
		snprintf(config, sizeof(config), "config=%#" PRIx64, value->config);
		print_line(seconds, value->die, value->box, (int)value->unit, count,
			   event ? event : config);
		value->before = value->count;
		sum += count;
		if (i + 1 < number && values[i + 1].id == value->id)
			continue;
		print_line(seconds, value->die, value->box, ALL_UNITS, sum, event ? event : config);
		sum = 0;
	}
}

/* The same of events that are open on each unit. */
static void print_opened(double seconds)
{
	unsigned int die;
	size_t i, j;

	for (i = 0; i < counters.num; i++) {
		const struct counter *counter = &counters.all[i];
		uint64_t sum = 0;
		bool any = false;

		for (die = 0; die < MAX_DIES; die++, any = false, sum = 0) {
			for (j = 0; j < counter->num_sources; j++) {
				struct reading part = reading_since(&counter->sources[j]);

				if (counter->sources[j].die != die)
					continue;
				print_line(seconds, die, counter->event.box,
					   counter->sources[j].unit, part.count, counter->event.text);
				sum += part.count;
				any = true;
			}
			if (any)
				print_line(seconds, die, counter->event.box, ALL_UNITS, sum,
					   counter->event.text);
		}
	}
}

/* Reading an event is what makes the driver tell what its units have counted. */
static int take(bool read, bool print)
{
	/* Of a command's own events, it is for the command to read them. */
	if (read && counters_read(&counters))
		return STATUS_FAILED;
	if (tracing)
		unit_counts_take();
	if (!print)
		return 0;
	if (tracing)
		print_traced(run_seconds());
	else
		print_opened(run_seconds());
	fflush(stdout);
	return 0;
}

/* Returns the exit status of the command. */
static int count(void)
{
	unsigned long ms = options.interval_ms ? options.interval_ms : QUIET_MS;
	int status = counters_enable(&counters);

	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	while (run_wait(ms))
		if (take(options.interval_ms, options.interval_ms))
			return STATUS_FAILED;
	if (counters_disable(&counters) || take(!tracing, true))
		return STATUS_FAILED;
	return run_status();
}

int command_units(int argc, char **argv)
{
	static const struct argp argp = {
		.options = option_list, .parser = parse_option,
		.args_doc = "[COMMAND [ARGUMENT...]]", .doc = doc,
	};
	static const char *const traced[] = { "unit_count", NULL };
	struct machine machine;
	char error[256];
	int status;

	parse_arguments(&argp, argc, argv, "uncore units", NULL);
	status = machine_find(&machine);
	if (status)
		return status;
	tracing = trace_available("unit_count", error, sizeof(error));
	if (!tracing && (!options.num_events || machine.own_driver))
		status = (int)fail(STATUS_FAILED, "%s", error);
	if (!status)
		status = open_events(&machine);
	/* Making a trace instance takes the kernel long: not before all else is known to be right. */
	if (!status && tracing && trace_start(traced, error, sizeof(error)))
		status = (int)fail(STATUS_FAILED, "%s", error);
	if (!status)
		status = count();
	counters_close(&counters);
	trace_stop();
	machine_release(&machine);
	return status;
}
