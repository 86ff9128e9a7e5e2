// SPDX-License-Identifier: GPL-2.0-only
/* Reading metrics of a user's own. See file.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/status.h"
#include "count/event.h"
#include "metrics/file.h"
#include "metrics/formula.h"
#include "metrics/metric.h"

#define COLUMNS	7

/* Lines that are wrong: it is another file. */
#define MOST_BAD	20

static const char *const head[COLUMNS] = { "name", "unit", "digits", "default", "events", "formula", "description" };

/**
 * struct reader - a file that is being read
 * @machine: the machine
 * @path: the file
 * @line: number of the line
 * @bad: lines that are wrong
 * @metrics: what was read
 * @num: how many
 */
struct reader {
	const struct machine *machine;
	const char *path;
	unsigned int line;
	unsigned int bad;
	struct metric_definition *metrics;
	size_t num;
};

__attribute__((format(printf, 2, 3)))
static void report_error(struct reader *reader, const char *format, ...)
{
	char text[600];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	fail(STATUS_FAILED, "%s:%u: %s", reader->path, reader->line, text);
	reader->bad++;
}

static bool good_name(const char *name)
{
	size_t box = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");

	return box && name[box] == '.' && name[box + 1] &&
	       !name[box + strspn(name + box, "abcdefghijklmnopqrstuvwxyz0123456789_.")];
}

static bool is_double(const struct reader *reader, const char *name)
{
	size_t i;

	for (i = 0; i < reader->num; i++)
		if (!strcmp(reader->metrics[i].name, name))
			return true;
	return false;
}

/* Its events, on this machine; returns how many, 0 after a complaint. */
static size_t check_events(struct reader *reader, const struct metric_definition *metric)
{
	struct event *events = allocated(calloc(MAX_VARIABLES, sizeof(*events)));
	char error[512];
	size_t num = 0;

	if (metric_events(reader->machine, metric, false, events, &num, error, sizeof(error))) {
		report_error(reader, "event %zu: %s", num + 1, error);
		num = 0;
	}
	free(events);
	return num;
}

static bool check_formula(struct reader *reader, const struct metric_definition *metric, size_t num)
{
	struct variables variables = { .num_counts = num, .time = 1, .units = 1, .peak = 1 };
	double value;
	size_t i;

	for (i = 0; i < num; i++)
		variables.counts[i] = (double)i + 1;
	if (formula_compute(metric->formula, &variables, &value) != FORMULA_BAD)
		return true;
	report_error(reader, "bad formula \"%s\": + - * / and parentheses of decimal numbers, a to %c, time, units and peak are possible",
		 metric->formula, (char)('a' + num - 1));
	return false;
}

static bool check_metric(struct reader *reader, const struct metric_definition *metric, const char *digits,
			 const char *is_default)
{
	size_t num;

	if (!good_name(metric->name)) {
		report_error(reader, "bad name \"%s\": a box type, a dot, and small letters, digits, _ or . are expected", metric->name);
		return false;
	}
	if (is_double(reader, metric->name)) {
		report_error(reader, "duplicate name %s", metric->name);
		return false;
	}
	if (strlen(digits) != 1 || *digits < '0' || *digits > '9') {
		report_error(reader, "bad number of decimals \"%s\": 0 to 9 is expected", digits);
		return false;
	}
	if (strcmp(is_default, "default") && strcmp(is_default, "-")) {
		report_error(reader, "\"%s\" is neither default nor -", is_default);
		return false;
	}
	num = check_events(reader, metric);
	return num && check_formula(reader, metric, num);
}

/* Cuts the next column off; @line becomes NULL behind the last one. Without tabs two blanks or more end a column. */
static char *next_column(char **line, bool tabs)
{
	char *column, *end;

	if (tabs)
		return strsep(line, "\t");
	column = *line + strspn(*line, " ");
	end = strstr(column, "  ");
	*line = end && end[strspn(end, " ")] ? end + 2 : NULL;
	if (end)
		*end = '\0';
	return column;
}

/* Returns how many columns there are. */
static size_t split_line(char *line, char *columns[COLUMNS])
{
	bool tabs = strchr(line, '\t');
	size_t num = 0;

	for (; line; num++) {
		char *column = next_column(&line, tabs);

		if (num < COLUMNS)
			columns[num] = column;
	}
	return num;
}

static void check_head(struct reader *reader, const char *line)
{
	char *copy = allocated(strdup(line)), *columns[COLUMNS];
	bool good = split_line(copy, columns) == COLUMNS;
	size_t i;

	for (i = 0; good && i < COLUMNS; i++)
		good = !strcmp(columns[i], head[i]);
	if (!good)
		report_error(reader, "the first line must name the columns, with tabs or two blanks between: name unit digits "
			 "default events formula description");
	free(copy);
}

static void read_line(struct reader *reader, const char *line)
{
	char *copy = allocated(strdup(line)), *columns[COLUMNS], *box;
	size_t num = split_line(copy, columns);
	struct metric_definition metric;

	if (num != COLUMNS) {
		report_error(reader, "%zu columns instead of %d, which tabs or two blanks separate: name, unit, digits, default, "
			 "events, formula, description", num, COLUMNS);
		free(copy);
		return;
	}
	box = allocated(strndup(columns[0], strcspn(columns[0], ".")));
	metric = (struct metric_definition){
		.name = columns[0], .box = box, .unit = columns[1], .digits = *columns[2] - '0',
		.is_default = !strcmp(columns[3], "default"), .events = columns[4], .formula = columns[5],
		.description = columns[6],
	};
	if (!check_metric(reader, &metric, columns[2], columns[3])) {
		free(box);
		free(copy);
		return;
	}
	reader->metrics = grow(reader->metrics, reader->num, sizeof(metric));
	reader->metrics[reader->num++] = metric;
}

int metrics_file_read(const struct machine *machine, const char *path, struct metric_definition **metrics)
{
	static const struct metric_definition end;
	struct reader reader = { .machine = machine, .path = path };
	FILE *file = input_open(path, false);
	bool any = false;
	char *line = NULL;
	size_t room = 0;

	if (!file)
		return (int)fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	while (reader.bad < MOST_BAD && getline(&line, &room, file) > 0) {
		reader.line++;
		line[strcspn(line, "\r\n")] = '\0';
		if (!line[strspn(line, " \t")] || line[strspn(line, " \t")] == '#')
			continue;
		if (!any)
			check_head(&reader, line);
		else
			read_line(&reader, line);
		any = true;
	}
	if (ferror(file)) {
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
		reader.bad = true;
	}
	free(line);
	fclose(file);
	if (!reader.bad && !reader.num)
		return (int)fail(STATUS_FAILED, "%s has no metrics", path);
	reader.metrics = grow(reader.metrics, reader.num, sizeof(end));
	reader.metrics[reader.num] = end;
	*metrics = reader.metrics;
	return reader.bad ? STATUS_FAILED : STATUS_OK;
}
