// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore - shows the uncore counters of Xeons
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "base/suggest.h"

static const struct command commands[] = {
	{ "list", "the machine as a map; events by name", command_list },
	{ "explain", "what an event programs, and why the driver rejects it", command_explain },
	{ "units", "counts of each unit", command_units },
	{ "metrics", "bandwidths, latencies and shares", command_metrics },
	{ "io", "bytes that PCI devices read and write", command_io },
	{ "top", "a live view", command_top },
	{ "tasks", "which task, command or cgroup causes the counts", command_tasks },
	{ "windows", "freeze-on-overflow windows: record; report as a table or an HTML page", command_windows },
	{ "record", "metrics as a time series in a file", command_record },
	{ "report", "what was recorded: a summary, an HTML page, CSV, JSON", command_report },
	{ "diff", "two recordings: what differs beyond the noise", command_diff },
	{ "export", "counters for Prometheus", command_export },
	{ "check", "tests of the machine's counters", command_check },
};

static void print_help(FILE *out)
{
	size_t i;

	fputs("Usage: uncore COMMAND [OPTION...]\n\n", out);
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
	fputs("\n`uncore COMMAND --help` prints the options of a command, `uncore --version` the version.\n"
	      "Exit status: 0 success, 1 failure, 2 wrong usage, 3 no uncore PMU, 4 no permission, 127 COMMAND cannot run.\n",
	      out);
}

static int unknown_command(const char *name)
{
	struct suggestion suggestion;
	char text[160];
	size_t i;

	suggestion_begin(&suggestion, name);
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		suggestion_try(&suggestion, commands[i].name);
	return usage_error("unknown command %s%s; `uncore --help` lists the commands", name,
			   suggestion_text(&suggestion, text, sizeof(text)));
}

int main(int argc, char **argv)
{
	char help_option[] = "--help";
	size_t i;

	output_begin();
	if (argc < 2) {
		print_help(stderr);
		return STATUS_USAGE;
	}
	if (argc > 2 && !strcmp(argv[1], "help")) {
		/* `windows` is followed by another word. */
		bool two_words = argc > 3 && !strcmp(argv[2], "windows");

		if (argc > 3 + two_words)
			return usage_error("help: more than one COMMAND");
		argv[1] = argv[2];
		argv[2] = two_words ? argv[3] : help_option;
		if (two_words)
			argv[3] = help_option;
		argc = 3 + two_words;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		print_help(stdout);
		return STATUS_OK;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("uncore " UNCORE_VERSION);
		return STATUS_OK;
	}
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		int status;

		if (strcmp(commands[i].name, argv[1]))
			continue;
		status = commands[i].run(argc - 1, argv + 1);
		run_end();
		return status;
	}
	return unknown_command(argv[1]);
}
