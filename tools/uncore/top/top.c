// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore top - the uncore, live
 */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/number.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "top/screen.h"
#include "top/top.h"

static struct {
	const char *event;
	unsigned long interval_ms;
	int socket;
	bool once;
	bool json;
	bool tasks;
	bool devices;
	bool nodes;
	char **command;
} options = { .interval_ms = 1000, .socket = -1 };

static const char doc[] =
	"Shows the uncore live: memory bandwidth by channel, a heat map of an event by unit, links between "
	"packages, PCIe stacks, clocks. The key ? explains the screen. With --once, prints one frame as "
	"text, for one interval or for the run time of COMMAND. COLUMNS and LINES in the environment set its "
	"size.";

static void set_socket(const char *text, struct argp_state *state)
{
	uint64_t socket = 0;

	if (!parse_number(text, 0, 65535, &socket))
		argp_error(state, "--socket %s: not a package", text);
	options.socket = (int)socket;
}

static const struct command_option option_list[] = {
	{ "event", 'e', "EVENT", "Event of the heat map", .text = &options.event },
	{ "interval", 'I', "MS", "Update every MS milliseconds (default 1000)", .ms = &options.interval_ms },
	{ "socket", 's', "N", "Show package N only", .parse = set_socket },
	{ "tasks", 't', NULL, "Show which commands cause the traffic of the memory, as the key t does", .flag = &options.tasks },
	{ "devices", 'd', NULL, "Show what PCI devices read and write, as the key d does", .flag = &options.devices },
	{ "per-node", 'm', NULL, "Show the memory bandwidth of each NUMA node, as the key m does", .flag = &options.nodes },
	{ "once", 0, NULL, "Print one frame", .flag = &options.once },
	{ "json", 'j', NULL, "Print a JSON object for each interval, or with --once for one", .flag = &options.json },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (options.command && !options.once && !options.json)
		argp_error(state, "a command requires --once or --json");
	if (options.tasks + options.devices + (options.json || options.nodes) > 1)
		argp_error(state, "--tasks, --devices, and --json or --per-node exclude each other");
}

static int size_from(const char *name, int otherwise)
{
	const char *text = getenv(name);
	uint64_t value = 0;

	return text && parse_number(text, 1, 9999, &value) ? (int)value : otherwise;
}

static int print_once(struct top *top)
{
	struct canvas canvas = { .unicode = !strcmp(nl_langinfo(CODESET), "UTF-8") };
	int status = run_start(options.command);

	if (status)
		return status;
	run_wait(options.command ? 0 : options.interval_ms);
	top->seconds = run_seconds();
	top_read(top);
	top_note(top);
	canvas_resize(&canvas, size_from("LINES", 24), size_from("COLUMNS", 80));
	top_draw(top, &canvas);
	canvas_print(&canvas);
	canvas_free(&canvas);
	/* A message has said why. */
	if (options.tasks && !top->tasks.on)
		return STATUS_FAILED;
	return run_status();
}

/* An object for each interval until the command ends, or a signal comes; the last one can be shorter. */
static int print_objects(struct top *top)
{
	int status = run_start(options.command);
	struct moment moment = { 0 };
	bool more;

	if (status)
		return status;
	do {
		more = run_wait(options.once && options.command ? 0 : options.interval_ms) && !options.once;
		top_read(top);
		run_moment(&moment);
		top->seconds = moment.interval;
		top_json(top, &moment);
		if (!output_flush())
			return STATUS_FAILED;
	} while (more);
	return run_status();
}

int command_top(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore top", .usage = "[-- COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.command = &options.command, .check = check_line,
	};
	struct top top = { .socket = -1 };
	struct machine machine;
	int status;

	parse_arguments(&line, argc, argv);
	setlocale(LC_CTYPE, "");
	/* The screen has handlers of its own. */
	if (options.once || options.json)
		run_begin();
	status = machine_find(&machine);
	if (status)
		return status;
	if (options.once || options.json)
		machine_report_away(&machine);
	top.machine = &machine;
	top.socket = options.socket;
	if (top.socket >= (int)top_sockets(&top))
		status = (int)fail(STATUS_FAILED, "there is no package %d", top.socket);
	else if (options.event && strlen(options.event) >= sizeof(top.series[HEAT].event))
		status = (int)fail(STATUS_FAILED, "event too long: %.40s...", options.event);
	else if (options.event && !*options.event)
		status = (int)fail(STATUS_FAILED, "an event is empty; `uncore list WORD` looks for events");
	if (!status && options.event)
		strcpy(top.series[HEAT].event, options.event);
	if (!status)
		status = top_open(&top);
	/* An event that was asked for and cannot be had is a mistake. */
	if (!status && options.event && !top.series[HEAT].open)
		status = (int)fail(STATUS_FAILED, "%s", top.series[HEAT].missing);
	if (!status)
		status = top_start(&top);
	if (!status && options.tasks)
		status = top_tasks_start(&top);
	if (!status && options.devices)
		status = top_devices_start(&top);
	if (!status && options.nodes)
		status = top_nodes_start(&top);
	/* What ran before all of the events did is not of the first interval. */
	if (!status) {
		top_read(&top);
		if (options.json)
			status = print_objects(&top);
		else if (options.once)
			status = print_once(&top);
		else if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
			status = (int)fail(STATUS_FAILED, "standard input or output is not a terminal; use --once for one frame");
		else
			status = top_screen(&top, options.interval_ms);
	}
	top_close(&top);
	top_forget(&top);
	machine_release(&machine);
	return status;
}
