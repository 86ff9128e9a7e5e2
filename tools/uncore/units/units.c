// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore units - counts of each uncore unit, from one event for all of them
 *
 * An event of a type PMU (uncoreall_cha) needs one file descriptor for each die, and its count is
 * a sum, which is all that --per-die and --per-socket print. The tracepoint uncore_pmon:unit_count has the count of each unit
 * whenever the event is read or stopped. Where that cannot be had (the in-tree driver), each unit gets an event
 * of its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/json.h"
#include "base/lockdown.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/perf.h"
#include "base/run.h"
#include "base/status.h"
#include "base/text.h"
#include "base/trace.h"
#include "count/counters.h"
#include "count/unit_counts.h"

#define MAX_EVENTS	64

/* How often to empty the trace buffer if nothing is to be printed. */
#define QUIET_MS	100

/* What there is a line for. */
enum lines {
	LINES_UNIT,	/* a unit, then the sum of its die */
	LINES_DIE,
	LINES_SOCKET,
};

static struct {
	struct texts events;
	unsigned long interval_ms;
	unsigned int lines;	/* enum lines */
	bool json;
	bool time;
	char **command;
} options = { .events = { .max = MAX_EVENTS, .what = "events" } };

static struct machine machine;
static struct counters counters;
static struct moment moment;
static bool tracing;

/* perf numbers events as they are opened: the command's events have larger ids. */
static uint64_t last_id;

static const char doc[] =
	"Prints the count of an event on each uncore unit of each die."
	" If events took turns, the counts are scaled and marked with the share of the time in which they counted."
	"\vWithout -e, prints the events that COMMAND itself opens, such as perf stat. "
	"Without COMMAND, counts until the program is interrupted.";

static const struct command_option option_list[] = {
	{ "event", 'e', "PMU/TERMS/", "Count this event, e.g. uncoreall_cha/event=0x35,umask=0x1/ (can be repeated)",
	  .texts = &options.events },
	{ "interval", 'I', "MS", "Print the counts of each interval of MS milliseconds", .ms = &options.interval_ms },
	{ "per-unit", 0, NULL, "A line for each unit, and the sum of each die (the default)", 1, .choice = &options.lines,
	  .chosen = LINES_UNIT },
	{ "per-die", 0, NULL, "The sum of each die only", 1, .choice = &options.lines, .chosen = LINES_DIE },
	{ "per-socket", 0, NULL, "The sum of each package only", 1, .choice = &options.lines, .chosen = LINES_SOCKET },
	{ "time", 0, NULL, "Print the time of day in each line", .flag = &options.time },
	{ "json", 'j', NULL, "Print a JSON object for each line", .flag = &options.json },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (!options.events.num && !options.command)
		argp_error(state, "no events: add -e EVENT, or a command that counts uncore events");
	/* Two programs can have the same event open, and each has all of its counts. */
	if (!options.events.num && options.lines == LINES_SOCKET)
		argp_error(state, "--per-socket requires -e EVENT");
}

static int parse_event(const char *text, bool each, struct event *event)
{
	char error[512];

	if (event_parse(&machine, text, each, event, error, sizeof(error)))
		return (int)fail(STATUS_FAILED, "%s", error);
	return event->pmus ? STATUS_OK : (int)fail(STATUS_FAILED, "%s is not an uncore event", text);
}

static int open_events(void)
{
	char error[512];
	size_t i;

	for (i = 0; i < options.events.num; i++) {
		struct event event;
		int status = parse_event(options.events.all[i], !tracing && options.lines == LINES_UNIT, &event);

		if (status)
			return status;
		status = counters_open(&counters, &machine, &event, 1, false, error, sizeof(error));
		if (status)
			return (int)fail(status, "%s", error);
	}
	return 0;
}

/* Shares of the time that are no part of it. */
#define SHARE_UNKNOWN	(-1)	/* another program has the event open, and its times */

/**
 * struct line - what is printed of a unit
 * @die: its die; -1: the sum of a package
 * @package: its package
 * @box: its type
 * @unit: its number; ALL_UNITS: a sum
 * @event: the event
 * @counted: as it was counted
 * @count: as it would be had it been counted all the time
 * @share: part of the time in which it was counted, or SHARE_UNKNOWN
 * @gone: the unit, or each unit of the sum, does not answer
 * @without: units that do not answer, which a sum lacks
 */
struct line {
	int die;
	int package;
	const char *box;
	int unit;
	const char *event;
	uint64_t counted;
	double count;
	double share;
	bool gone;
	char without[LIST_SIZE];
};

/* Sums of packages, in the order of their first die. */
static struct line *sums;
static size_t num_sums;

/* Where an event that this program opened counts; NULL if another program opened it. */
static const struct source *source_of(uint64_t id, const struct counter **counter)
{
	size_t i, j;

	for (i = 0; i < counters.num; i++) {
		for (j = 0; j < counters.all[i].num_sources; j++) {
			if (counters.all[i].sources[j].id != id)
				continue;
			*counter = &counters.all[i];
			return &counters.all[i].sources[j];
		}
	}
	return NULL;
}

/* A count that belongs to the times of a source's last reading. */
static void set_count(struct line *line, const struct source *source, uint64_t count)
{
	struct reading reading = reading_since(source);

	reading.count = count;
	line->counted = count;
	line->share = reading_share(&reading);
	if (!reading_scaled(&reading, &line->count) || line->gone)
		line->share = line->count = 0;
}

static struct line begin_sum(const struct line *part)
{
	return (struct line){
		.die = part->die, .package = part->package, .box = part->box, .unit = ALL_UNITS, .event = part->event, .share = 1,
		.gone = true,
	};
}

/* A sum is as good as the worst of its parts. It goes on without units that do not answer, and names them. */
static void add_count(struct line *sum, const struct line *part)
{
	char name[LIST_SIZE];

	if (part->unit == ALL_UNITS)
		snprintf(name, sizeof(name), "%s of die %d", part->box, part->die);
	else
		snprintf(name, sizeof(name), "%s %d of die %d", part->box, part->unit, part->die);
	if (*part->without || part->gone)
		list_add(sum->without, *part->without ? part->without : name);
	if (part->gone)
		return;
	sum->gone = false;
	sum->counted += part->counted;
	sum->count += part->count;
	if (part->share < sum->share)
		sum->share = part->share;
}

static const char *why_no_count(const struct line *line)
{
	if (line->gone)
		return "gone";
	return line->share ? NULL : "never had a counter";
}

static uint64_t whole(const struct line *line)
{
	return line->share > 0 && line->share < 1 ? (uint64_t)(line->count + 0.5) : line->counted;
}

static void print_text(const struct line *line)
{
	char unit[16], number[24], time[TIME_SIZE];
	const char *why = why_no_count(line);

	snprintf(unit, sizeof(unit), "%d", line->unit);
	snprintf(number, sizeof(number), "%" PRIu64, whole(line));
	if (options.time)
		printf("%s ", time_text(moment.time, time));
	printf("%10.3f  %s %-3d %12s %-5s %20s  %s", moment.seconds, line->die < 0 ? "socket" : "die",
	       line->die < 0 ? line->package : line->die, line->box, line->unit == ALL_UNITS ? "all" : unit, why ? "-" : number,
	       line->event);
	if (why)
		printf("  (%s)", why);
	else if (line->share == SHARE_UNKNOWN)
		fputs("  (as counted)", stdout);
	else if (line->share < 0.9995)
		printf("  (counted %.1f %% of the time)", line->share * 100);
	if (!why && *line->without)
		printf("  (without %s: no answer)", line->without);
	putchar('\n');
}

static void print_line(const struct line *line)
{
	const char *why = why_no_count(line);
	struct json_object *object;

	if (!options.json) {
		print_text(line);
		return;
	}
	object = json_begin_interval(&moment);
	json_set_index(object, "package", line->package);
	if (line->die >= 0)
		json_set_index(object, "die", line->die);
	json_set_text(object, "box", line->box);
	json_set_index(object, "unit", line->unit);
	json_object_object_add(object, "value", why ? NULL : json_object_new_uint64(whole(line)));
	json_set_text(object, "unit_of_measure", "count");
	json_set_number(object, "counted", line->counted);
	json_object_object_add(object, "enabled_share", line->share == SHARE_UNKNOWN ? NULL :
			       json_object_new_double(why ? 0 : line->share));
	json_set_text(object, "event", line->event);
	json_set_text(object, "missing", why);
	if (!why && *line->without)
		json_set_text(object, "without", line->without);
	print_json_line(object, stdout);
}

/* Sums of packages are printed behind all dies. */
static void add_to_package(const struct line *die)
{
	size_t i;

	for (i = 0; i < num_sums; i++)
		if (sums[i].package == die->package && sums[i].event == die->event)
			break;
	if (i == num_sums) {
		sums = grow(sums, num_sums, sizeof(*sums));
		sums[num_sums] = begin_sum(die);
		sums[num_sums++].die = -1;
	}
	add_count(&sums[i], die);
}

static void print_packages(void)
{
	size_t i;

	for (i = 0; i < num_sums; i++)
		print_line(&sums[i]);
	num_sums = 0;
}

static void take_unit(struct line *sum, const struct line *line)
{
	add_count(sum, line);
	if (options.lines == LINES_UNIT)
		print_line(line);
}

static void take_sum(const struct line *sum)
{
	if (options.lines == LINES_SOCKET)
		add_to_package(sum);
	else
		print_line(sum);
}

/* Units that have traced nothing since the event was opened. */
static void take_silent(const struct counter *counter, const struct source *source, struct line *sum)
{
	struct line line = begin_sum(sum);
	size_t i;

	for (i = 0; i < counters.gone.num; i++) {
		line.unit = counters.gone.all[i].unit;
		if (counter_lacks(counter, source, &counters.gone.all[i]) && !unit_count_of(source->id, (unsigned int)line.unit))
			take_unit(sum, &line);
	}
}

/* What has come since it was last printed: a line for each unit, then one for the die. */
static void print_traced(void)
{
	const struct counter *counter = NULL;
	size_t number, i;
	struct unit_count *values = unit_counts(&number);
	struct line sum;

	for (i = 0; i < number; i++) {
		struct unit_count *value = &values[i];
		struct line line = { .die = (int)value->die, .box = value->box, .unit = (int)value->unit };
		const struct source *source = source_of(value->id, &counter);
		uint64_t count = value->count - value->before;
		char config[64];

		/* -e leaves out events of other programs. Without it, only events that the command opened are printed. */
		if (options.events.num ? !source : value->id <= last_id)
			continue;
		if (source) {
			line.die = (int)source->die;
			line.event = counter->event.text;
			/* What it counts no more is no 0. */
			line.gone = source->gone || gone_has(&counters.gone, counter->event.box, source->die, line.unit);
			set_count(&line, source, count);
		} else {
			snprintf(config, sizeof(config), "config=%#" PRIx64, value->config);
			line.event = config;
			line.counted = count;
			line.share = SHARE_UNKNOWN;
		}
		line.package = machine_package(&machine, (unsigned int)line.die);
		if (!i || values[i - 1].id != value->id)
			sum = begin_sum(&line);
		take_unit(&sum, &line);
		value->before = value->count;
		if (i + 1 < number && values[i + 1].id == value->id)
			continue;
		/* The text of another program's event ends with this block. */
		sum.event = line.event;
		if (source)
			take_silent(counter, source, &sum);
		take_sum(&sum);
	}
}

/* The same of events that are open on each unit, and of sums of dies. */
static void print_opened(void)
{
	unsigned int die;
	size_t i, j;

	for (i = 0; i < counters.num; i++) {
		const struct counter *counter = &counters.all[i];

		for (die = 0; die < machine.num_dies; die++) {
			struct line line = {
				.die = (int)die, .package = machine_package(&machine, die), .box = counter->event.box,
				.event = counter->event.text,
			}, sum = begin_sum(&line);
			bool any = false;

			for (j = 0; j < counter->num_sources; j++) {
				if (counter->sources[j].die != die)
					continue;
				line.unit = counter->sources[j].unit;
				line.gone = counter->sources[j].gone;
				set_count(&line, &counter->sources[j], reading_since(&counter->sources[j]).count);
				take_unit(&sum, &line);
				if (line.unit == ALL_UNITS)
					take_silent(counter, &counter->sources[j], &sum);
				any = true;
			}
			if (any)
				take_sum(&sum);
		}
	}
}

/*
 * A read makes the driver trace what the units have counted, and brings the times that belong to these counts.
 * A command reads the events that it has opened itself.
 */
static int take(bool read, bool print)
{
	if (read)
		counters_read_rest(&counters);
	if (tracing)
		unit_counts_take();
	if (!print)
		return 0;
	run_moment(&moment);
	if (tracing)
		print_traced();
	else
		print_opened();
	print_packages();
	return output_flush() ? 0 : STATUS_FAILED;
}

/* The id of an event that is opened now; 0 if none can be opened. */
static uint64_t newest_id(void)
{
	static const uint64_t config[CONFIG_WORDS] = { PERF_COUNT_SW_DUMMY };
	static const struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .disabled = 1 };
	uint64_t id;
	int fd = perf_open(&attr, config, machine.pmus->places->cpu, -1, &id);

	if (fd < 0)
		return 0;
	close(fd);
	return id;
}

/* Returns the exit status of the command. */
static int count(void)
{
	unsigned long ms = options.interval_ms ? options.interval_ms : QUIET_MS;
	int status = counters_enable(&counters);

	if (!options.events.num)
		last_id = newest_id();
	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	while (run_wait(ms)) {
		if (take(options.interval_ms, options.interval_ms))
			return STATUS_FAILED;
		/* Behind the lines of what is gone: an event that is opened again has another id. */
		if (options.interval_ms)
			counters_try_again(&counters);
	}
	counters_disable(&counters);
	if (take(true, true))
		return STATUS_FAILED;
	return run_status();
}

int command_units(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore units", .usage = "[COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.command = &options.command, .check = check_line,
	};
	static const char *const traced[] = { "unit_count", NULL };
	struct event event;
	char error[256];
	int status;
	size_t i;

	parse_arguments(&line, argc, argv);
	run_begin();
	status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	/* A wrong event is wrong with a tracepoint, too. */
	for (i = 0; i < options.events.num && !status; i++)
		status = parse_event(options.events.all[i], false, &event);
	/* Sums of own events need no tracepoint, nor does an event for each unit. */
	if (!status && (!options.events.num || options.lines == LINES_UNIT))
		tracing = trace_available("unit_count", error, sizeof(error));
	if (!status && !tracing && (!options.events.num || (options.lines == LINES_UNIT && machine.own_driver && !lockdown_confidential())))
		status = options.events.num ?
			(int)fail(trace_status(), "%s, or --per-die, which does without", error) :
			(int)fail(trace_status(), "%s", error);
	if (!status)
		status = open_events();
	/* Making a trace instance takes the kernel long: not before all else is known to be right. */
	if (!status && tracing && trace_start(traced, error, sizeof(error)))
		status = (int)fail(trace_status(), "%s", error);
	if (!status)
		status = count();
	counters_close(&counters);
	trace_stop();
	free(sums);
	machine_release(&machine);
	return status;
}
