// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore windows - record and report freeze-on-overflow windows
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "windows/windows.h"

static struct {
	const char *path;
	const char *html;
	const char *csv;
	const char *json;
} options = { .path = "uncore.windows" };

static const char doc[] =
	"Prints the windows that `uncore windows record` wrote to FILE (uncore.windows), one window in each line. "
	"With --html, writes a page with charts for a browser; with --csv and --json, the windows of units as files.";

static const struct command_option option_list[] = {
	{ "html", 'H', "PAGE", "Write an HTML page", .text = &options.html },
	{ "csv", 0, "FILE", "Write the windows as comma-separated values", .text = &options.csv },
	{ "json", 'j', "FILE", "Write the windows as a JSON object", .text = &options.json },
	{ 0 }
};

static void set_file(const char *path, struct argp_state *state)
{
	if (state->arg_num)
		argp_error(state, "more than one FILE");
	options.path = path;
}

static void print_frozen(const struct windows *windows)
{
	size_t i;

	for (i = 0; i < WINDOW_DIES; i++) {
		const struct frozen *frozen = &windows->frozen[i];

		if (frozen->freezes && windows->duration)
			printf("die %zu: %" PRIu64 " freezes, frozen for %.3f %% of the time, at most %.3f %%\n", i,
			       frozen->freezes, 100 * (double)frozen->handled / (double)windows->duration,
			       100 * (double)(frozen->handled + frozen->waited) /
			       (double)windows->duration);
	}
}

/* Where, when and how it was recorded, and what a line is. */
static void print_about(const struct windows *windows)
{
	char text[2048];

	if (*windows->machine)
		printf("recorded on %s: ", safe_text(windows->host, text, sizeof(text)));
	if (*windows->machine)
		printf("%s, ", safe_text(windows->machine, text, sizeof(text)));
	if (*windows->date)
		printf("%s\n", safe_text(windows->date, text, sizeof(text)));
	if (*windows->command)
		printf("by: %s\n", safe_text(windows->command, text, sizeof(text)));
	if (windows_equal(windows))
		puts("each line is a window of one unit, with its counts");
	else if (windows->by_unit)
		printf("each line is a window of one unit: the time of %" PRIu64 " of its own events, and the counts of all units "
		       "of the die in this time\n", windows->period);
	else if (windows->num && windows->unknown == windows->num)
		puts("each line is a window of a die, ended by any of its units: the unit was not recorded");
	else if (windows->num)
		printf("each line is a window of a die, ended by any of its units: the unit of %zu window%s was not recorded\n",
		       windows->unknown, windows->unknown > 1 ? "s" : "");
}

static void print_table(const struct windows *windows)
{
	char unit[48], text[1024];
	size_t i, j;

	printf("windows of %" PRIu64 " %s: %zu in %.3f s", windows->period,
	       safe_text(windows->events[0], text, sizeof(text)), windows->num,
	       (double)windows->duration / 1e9);
	if (windows->lost)
		printf(", %" PRIu64 " more were lost", windows->lost);
	putchar('\n');
	print_about(windows);
	if (!windows->ended)
		puts("the record is incomplete: the recorder ended early");
	if (*windows->without)
		printf("at times without %s: no answer\n", safe_text(windows->without, text, sizeof(text)));
	print_frozen(windows);
	printf("\n%12s %4s %12s", "end s", "die", "length ms");
	for (j = 0; j < windows->num_events; j++)
		printf(" %16c", (char)('a' + j));
	puts("  ended by");
	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];

		printf("%12.6f %4u %12.3f", (double)window->end / 1e9, window->die,
		       (double)window->length / 1e6);
		for (j = 0; j < windows->num_events; j++)
			printf(" %16" PRIu64, window->values[j]);
		snprintf(unit, sizeof(unit), "%s %d", window->box, window->unit);
		printf("  %s", window->unit == UNKNOWN_UNIT ? "-" : safe_text(unit, text, sizeof(text)));
		if (window->share < 0.9995)
			printf("  (counted %.1f %% of the time)", window->share * 100);
		putchar('\n');
	}
	for (j = 0; j < windows->num_events; j++)
		printf("%s%c: %s\n", j ? "" : "\n", (char)('a' + j),
		       safe_text(windows->events[j], text, sizeof(text)));
}

static int write_file(const struct windows *windows, const char *path,
		      void (*write)(const struct windows *windows, FILE *out))
{
	FILE *out = output_open(path, options.path);

	if (!out)
		return STATUS_FAILED;
	write(windows, out);
	return output_close(out, path);
}

/* Each would destroy the other. Two names of a new file are not known before it is there. */
static bool one_file(const char *left, const char *right)
{
	return left && right && (!strcmp(left, right) || output_is_input(left, right));
}

static int write_files(const struct windows *windows)
{
	const char *const paths[] = { options.html, options.csv, options.json };
	static void (*const writers[])(const struct windows *windows, FILE *out) = { windows_html, windows_csv, windows_json };
	int status = STATUS_OK;
	size_t i, j;

	for (i = 0; i < sizeof(paths) / sizeof(*paths) && !status; i++) {
		for (j = 0; j < i; j++)
			if (one_file(paths[j], paths[i]))
				return (int)fail(STATUS_FAILED, "%s is written already; choose another file", paths[i]);
		if (paths[i])
			status = write_file(windows, paths[i], writers[i]);
	}
	return status;
}

static void check_line(struct argp_state *state)
{
	if (one_file(options.html, options.csv) || one_file(options.html, options.json) || one_file(options.csv, options.json))
		argp_error(state, "--html, --csv and --json require different files");
}

int windows_report(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore windows report", .usage = "[FILE]", .doc = doc, .options = option_list, .word = set_file,
		.check = check_line,
	};
	struct windows windows;
	int status;

	parse_arguments(&line, argc, argv);
	status = windows_read(&windows, options.path);
	if (status)
		return status;
	windows_by_unit(&windows);
	if (options.html || options.csv || options.json)
		status = write_files(&windows);
	else
		print_table(&windows);
	windows_free(&windows);
	return status;
}

int command_windows(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "record"))
		return windows_record(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "report"))
		return windows_report(argc - 1, argv + 1);
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "-?"))) {
		puts("Usage: uncore windows record -e GROUP -c N [OPTION...] [-- COMMAND...]\n"
		     "       uncore windows report [OPTION...] [FILE]\n\n"
		     "A window ends when a unit has counted the first event of the group N times. The hardware then\n"
		     "freezes all counters of the package. `uncore windows record --help` and\n"
		     "`uncore windows report --help` print the options.");
		return STATUS_OK;
	}
	return usage_error("windows: expected record or report");
}
