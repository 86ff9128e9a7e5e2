// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading recordings: a JSON object in each line, as uncore-record(1) has it. See recording.h.
 *
 * The file may come from anywhere. A member that is wrong is an error, which names the line and the member. The last line can be
 * cut off: the program was killed there.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json_file.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "ports/json.h"
#include "recording/recording.h"

/* So many values are 16 GB. */
#define MOST_VALUES	1000000000ull

#define MOST_SECONDS	1e9

/* One that has to be there. */
static bool needed_text(struct json_object *object, const char *key, const char **text)
{
	return json_text(object, key, text) && (*text || json_wrong(key));
}

static bool read_time(struct json_object *line, uint64_t *time)
{
	const char *text;

	return needed_text(line, "time", &text) && (time_parse(text, time) || json_wrong("time"));
}

/* Names go to the terminal as they are. */
static char *safe_copy(const char *name)
{
	char text[256];

	return allocated(strdup(safe_text(name, text, sizeof(text))));
}

static bool read_series(struct recording *recording, struct json_object *row)
{
	const char *metric, *box, *unit;
	struct series series = { .share = 1 };
	struct scope *scope = &series.scope;
	char place[PLACE_SIZE];
	uint64_t digits;
	int width;

	if (!needed_text(row, "metric", &metric) || !needed_text(row, "box", &box) || !needed_text(row, "unit_of_measure", &unit) ||
	    !json_whole(row, "digits", 9, &digits) || !json_index(row, "node", &scope->node) ||
	    !json_index(row, "package", &scope->socket) || !json_index(row, "die", &scope->die) ||
	    !json_index(row, "unit", &scope->unit) || !port_read_json(row, &series.port))
		return false;
	series.definition = (struct metric_definition){
		.name = safe_copy(metric), .box = safe_copy(box), .unit = allocated(strdup(unit)),
		.digits = (unsigned int)digits,
	};
	width = (int)strlen(recording_place(&series, place));
	if (width > recording->place_width)
		recording->place_width = width;
	recording->series = grow(recording->series, recording->num_series, sizeof(series));
	recording->series[recording->num_series++] = series;
	return true;
}

static bool read_left_out(struct recording *recording, struct json_object *row)
{
	const char *metric, *missing;

	if (!needed_text(row, "metric", &metric) || !needed_text(row, "missing", &missing))
		return false;
	recording->left_out = grow(recording->left_out, recording->num_left_out, sizeof(*recording->left_out));
	recording->left_out[recording->num_left_out++] = (struct left_out){ safe_copy(metric), allocated(strdup(missing)) };
	return true;
}

static bool read_rows(struct recording *recording, struct json_object *line, const char *key,
		      bool (*read)(struct recording *recording, struct json_object *row))
{
	struct json_object *rows = json_array(line, key);
	size_t i;

	for (i = 0; rows && i < json_object_array_length(rows); i++)
		if (!read(recording, json_object_array_get_idx(rows, i)))
			return false;
	return rows;
}

static bool read_head(struct recording *recording, struct json_object *line)
{
	const char *format;

	return json_text(line, "format", &format) && ((format && !strcmp(format, RECORD_FORMAT)) || json_wrong("format")) &&
	       read_time(line, &recording->begin) && json_real(line, "interval", 1e-9, MOST_SECONDS, &recording->interval) &&
	       json_copy_text(line, "host", recording->host, sizeof(recording->host)) &&
	       json_copy_text(line, "machine", recording->machine, sizeof(recording->machine)) &&
	       json_copy_text(line, "command", recording->command, sizeof(recording->command)) &&
	       read_rows(recording, line, "series", read_series) && read_rows(recording, line, "left_out", read_left_out) &&
	       (recording->num_series || json_wrong("series"));
}

/* A reason stays when it is over: it is of the values that are missing. */
static void keep_text(char **kept, const char *text)
{
	if (!text || (*kept && !strcmp(*kept, text)))
		return;
	free(*kept);
	*kept = allocated(strdup(text));
}

static bool read_note(struct recording *recording, struct json_object *row)
{
	const char *missing, *without;
	struct series *series;
	struct note *note;
	uint64_t index;

	if (!json_whole(row, "series", recording->num_series - 1, &index) || !json_text(row, "missing", &missing) ||
	    !json_text(row, "without", &without) || recording->num_notes == UINT32_MAX)
		return false;
	series = &recording->series[index];
	keep_text(&series->missing, missing);
	keep_text(&series->without, without);
	recording->notes = grow(recording->notes, recording->num_notes, sizeof(*recording->notes));
	note = &recording->notes[recording->num_notes++];
	*note = (struct note){ NULL, NULL };
	keep_text(&note->missing, missing);
	keep_text(&note->without, without);
	series->note = (uint32_t)recording->num_notes;
	return true;
}

/* An array with a number or null for each series; NULL if it is none. */
static struct json_object *read_numbers(const struct recording *recording, struct json_object *line, const char *key, double least,
					double most)
{
	struct json_object *numbers = json_array(line, key);
	size_t i;

	if (!numbers)
		return NULL;
	for (i = 0; i < json_object_array_length(numbers); i++) {
		struct json_object *number = json_object_array_get_idx(numbers, i);

		if (number && !json_is_real(number, least, most))
			break;
	}
	if (i == json_object_array_length(numbers) && i == recording->num_series)
		return numbers;
	json_wrong(key);
	return NULL;
}

/* Room for an interval, which has no value yet. */
static struct recorded *add_interval(struct recording *recording, const struct moment *moment)
{
	size_t i;

	recording->moments = grow(recording->moments, recording->num, sizeof(*recording->moments));
	recording->values = grow(recording->values, recording->num, recording->num_series * sizeof(*recording->values));
	recording->moments[recording->num] = *moment;
	for (i = 0; i < recording->num_series; i++)
		recording->values[recording->num * recording->num_series + i] = (struct recorded){ NAN, NAN, recording->series[i].note };
	return &recording->values[recording->num++ * recording->num_series];
}

static bool read_values(struct recording *recording, struct json_object *line)
{
	/* So that sums of their squares are finite, too. */
	struct json_object *values = read_numbers(recording, line, "values", -1e100, 1e100), *shares = NULL;
	double before = recording->num ? recording->moments[recording->num - 1].seconds : 0;
	struct moment moment;
	struct recorded *row;
	size_t i;

	if (!values || !read_time(line, &moment.time) || !json_real(line, "interval", 0, MOST_SECONDS, &moment.interval) ||
	    !json_real(line, "seconds", before, MOST_SECONDS, &moment.seconds) ||
	    (recording->num + 1) * recording->num_series > MOST_VALUES)
		return false;
	/* Without them, all events counted all the time. */
	if (json_has(line, "enabled_shares")) {
		shares = read_numbers(recording, line, "enabled_shares", 0, 1);
		if (!shares)
			return false;
	}
	row = add_interval(recording, &moment);
	for (i = 0; i < recording->num_series; i++) {
		struct json_object *value = json_object_array_get_idx(values, i);
		struct json_object *share = shares ? json_object_array_get_idx(shares, i) : NULL;

		if (!value)
			continue;
		row[i].value = json_object_get_double(value);
		row[i].share = share ? (float)json_object_get_double(share) : 1;
		recording->series[i].share = fmin(recording->series[i].share, row[i].share);
	}
	return true;
}

static bool read_end(struct recording *recording, struct json_object *line)
{
	struct json_object *end;

	recording->ended = json_object_object_get_ex(line, "end", &end) && json_object_is_type(end, json_type_boolean) &&
			   json_object_get_boolean(end);
	return (recording->ended || json_wrong("end")) && json_whole(line, "lost", UINT32_MAX, &recording->lost);
}

static bool read_line(void *to, struct json_object *line, unsigned int number)
{
	struct recording *recording = to;

	if (!number)
		return read_head(recording, line);
	if (recording->ended)
		return false;
	if (json_has(line, "values"))
		return read_values(recording, line);
	return json_has(line, "notes") ? read_rows(recording, line, "notes", read_note) : read_end(recording, line);
}

int recording_read(struct recording *recording, const char *path)
{
	int wrong;

	*recording = (struct recording){ .place_width = sizeof("package 1") };
	wrong = json_read_lines(path, read_line, recording);
	if (!wrong)
		return STATUS_OK;
	if (wrong < 0)
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	else
		fail(STATUS_FAILED, "%s is not a recording of `uncore record` (line %d%s)", path, wrong, json_wrong_member());
	recording_free(recording);
	return STATUS_FAILED;
}

void recording_free(struct recording *recording)
{
	size_t i;

	for (i = 0; i < recording->num_series; i++) {
		struct series *series = &recording->series[i];

		free((char *)series->definition.name);
		free((char *)series->definition.box);
		free((char *)series->definition.unit);
		free(series->port.devices);
		free(series->missing);
		free(series->without);
	}
	for (i = 0; i < recording->num_left_out; i++) {
		free(recording->left_out[i].metric);
		free(recording->left_out[i].missing);
	}
	for (i = 0; i < recording->num_notes; i++) {
		free(recording->notes[i].missing);
		free(recording->notes[i].without);
	}
	free(recording->notes);
	free(recording->series);
	free(recording->left_out);
	free(recording->moments);
	free(recording->values);
	memset(recording, 0, sizeof(*recording));
}

double recording_value(const struct recording *recording, size_t interval, size_t series)
{
	return recording->values[interval * recording->num_series + series].value;
}

double recording_share(const struct recording *recording, size_t interval, size_t series)
{
	return recording->values[interval * recording->num_series + series].share;
}

struct note recording_note(const struct recording *recording, size_t interval, size_t series)
{
	uint32_t note = recording->values[interval * recording->num_series + series].note;

	return note ? recording->notes[note - 1] : (struct note){ NULL, NULL };
}

bool recording_counts(const struct recording *recording, size_t interval)
{
	return recording->num == 1 || recording->moments[interval].interval >= recording->interval / 2;
}

const char *recording_place(const struct series *series, char text[PLACE_SIZE])
{
	const struct scope *scope = &series->scope;

	if (series->port.num_devices)
		snprintf(text, PLACE_SIZE, "%s", series->port.devices->address);
	else if (scope->unit >= 0)
		snprintf(text, PLACE_SIZE, "die %d %s %d", scope->die, series->definition.box, scope->unit);
	else if (scope->die >= 0)
		snprintf(text, PLACE_SIZE, "die %d", scope->die);
	else if (scope->node >= 0)
		snprintf(text, PLACE_SIZE, "node %d", scope->node);
	else if (scope->socket >= 0)
		snprintf(text, PLACE_SIZE, "package %d", scope->socket);
	else
		snprintf(text, PLACE_SIZE, "machine");
	return text;
}

const char *recording_device(const struct series *series, char text[DEVICE_NAME_SIZE])
{
	const struct port *port = &series->port;

	*text = '\0';
	if (port->num_devices > 1)
		snprintf(text, DEVICE_NAME_SIZE, "%s, and %zu more", port->devices->name, port->num_devices - 1);
	else if (port->num_devices)
		snprintf(text, DEVICE_NAME_SIZE, "%s", port->devices->name);
	return text;
}
