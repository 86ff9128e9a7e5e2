// SPDX-License-Identifier: GPL-2.0-only
/*
 * What `uncore export` exports: the defaults, and configuration files. See export.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/status.h"
#include "base/text.h"
#include "export/export.h"

#define BLANKS	" \t"

static bool is_name(const char *name)
{
	return *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name) &&
	       strcspn(name, "0123456789") && strlen(name) < 80;
}

/* Families that the program itself exports. A counter of one of these names would be a second one. */
static bool is_own(const char *name)
{
	static const char *const own[] = {
		"build_info", "event_present", "event_ratio", "export_reading_seconds", "export_readings", "export_registers",
		"frequency_max_hertz", "frequency_min_hertz", "io_cpu_read_bytes", "io_cpu_written_bytes", "io_read_bytes",
		"io_written_bytes", "units", "units_gone",
	};
	size_t i;

	for (i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (!strcmp(own[i], name))
			return true;
	return false;
}

/* Those that a name cannot end with: the program adds the first, and OpenMetrics the others. */
static bool has_ending(const char *name)
{
	static const char *const endings[] = { "_total", "_created", "_info", "_bucket", "_count", "_sum" };
	size_t length = strlen(name), i;

	for (i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (length > strlen(endings[i]) && !strcmp(name + length - strlen(endings[i]), endings[i]))
			return true;
	return false;
}

/* Without bytes that are no UTF-8. */
static void copy_help(char *help, size_t size, const char *text)
{
	size_t at = 0, length;
	uint32_t code;

	for (; *text; text += length) {
		length = utf8_length(text, &code);
		if (at + (length ? length : 1) >= size)
			break;
		if (length && !is_control(code)) {
			memcpy(help + at, text, length);
			at += length;
		} else {
			help[at++] = '?';
		}
		length = length ? length : 1;
	}
	help[at] = '\0';
}

/* The next column of a line, which ends with a run of blanks; "" behind the last one. */
static char *next_column(char **line)
{
	char *column = *line + strspn(*line, BLANKS), *end = column + strcspn(column, BLANKS);

	*line = end + strspn(end, BLANKS);
	*end = '\0';
	return column;
}

/* NAME EVENT FACTOR HELP */
static bool parse_line(struct series *series, char *line, const char **event)
{
	char *name = next_column(&line), *factor;

	memset(series, 0, sizeof(*series));
	*event = next_column(&line);
	factor = next_column(&line);
	if (!*factor || !*line || !is_name(name))
		return false;
	if (!parse_positive(factor, 1e18, &series->factor))
		return false;
	snprintf(series->name, sizeof(series->name), "uncore_%s", name);
	copy_help(series->help, sizeof(series->help), line);
	return true;
}

static bool is_double(const struct export *export, const char *name)
{
	size_t i;

	for (i = 0; i < export->num; i++)
		if (!strcmp(export->series[i].name, name))
			return true;
	return false;
}

static void add_series(struct export *export, const struct series *series, const char *event, char ***events)
{
	*events = grow(*events, export->num, sizeof(**events));
	(*events)[export->num] = allocated(strdup(event));
	export->series = grow(export->series, export->num, sizeof(*series));
	export->series[export->num++] = *series;
}

static void add_events(struct export *export, const struct command_event *event, char ***events)
{
	for (; event && event->command; event++) {
		struct series series = { .factor = event->factor };

		if (strcmp(event->command, "export"))
			continue;
		snprintf(series.name, sizeof(series.name), "uncore_%s", event->name);
		snprintf(series.help, sizeof(series.help), "%s", event->text);
		add_series(export, &series, event->event, events);
	}
}

/* All of them have counters at the same time, and leave one free in most boxes. */
static int add_defaults(struct export *export, char ***events)
{
	const struct processor *processor = export->machine->processor;
	/* On a Xeon Max. */
	static const struct command_event hbm[] = {
		{ "export", "hbm_read_bytes", "hbm/cas_count.rd/", 64, "Bytes read from HBM." },
		{ "export", "hbm_written_bytes", "hbm/cas_count.wr/", 64, "Bytes written to HBM." },
		{ 0 }
	};
	size_t num_hbm;

	if (processor && machine_box(export->machine, "hbm", false, &num_hbm))
		add_events(export, hbm, events);
	add_events(export, processor ? processor->command_events : NULL, events);
	return export->num ? STATUS_OK :
		(int)fail(STATUS_FAILED, "no default events for this processor; use --config FILE");
}

static int parse_config(struct export *export, FILE *file, const char *path, char ***events)
{
	char *line = NULL;
	size_t room = 0;
	unsigned int number = 0;
	int status = STATUS_OK;

	*events = NULL;
	while (!status && getline(&line, &room, file) > 0) {
		struct series series;
		const char *event;

		number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (!line[strspn(line, BLANKS)] || line[strspn(line, BLANKS)] == '#')
			continue;
		if (!parse_line(&series, line, &event)) {
			status = (int)fail(STATUS_FAILED, "%s:%u: expected: NAME EVENT FACTOR HELP", path, number);
			break;
		}
		if (is_own(series.name + strlen("uncore_")) || has_ending(series.name)) {
			status = (int)fail(STATUS_FAILED, "%s:%u: %s: the program exports this name itself, or adds _total to it", path,
					   number, series.name + strlen("uncore_"));
			break;
		}
		if (is_double(export, series.name)) {
			status = (int)fail(STATUS_FAILED, "%s:%u: duplicate name %s", path, number,
					   series.name);
			break;
		}
		add_series(export, &series, event, events);
	}
	if (!status && ferror(file))
		status = (int)fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	free(line);
	if (!status && !export->num)
		status = (int)fail(STATUS_FAILED, "%s has no events", path);
	return status;
}

int export_configure(struct export *export, const char *path, char ***events)
{
	FILE *file;
	int status;

	*events = NULL;
	if (!path)
		return add_defaults(export, events);
	file = input_open(path, false);
	if (!file)
		return (int)fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	status = parse_config(export, file, path, events);
	fclose(file);
	return status;
}
