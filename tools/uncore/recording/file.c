// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading recordings: a JSON object in each line, as uncore-record(1) has it. See recording.h.
 *
 * The file may come from anywhere: what is not as it should be is an error with the number of its line. A last line that was cut
 * off is where the program was killed.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "ports/json.h"
#include "recording/recording.h"

/* So many values are 16 GB. */
#define MOST_VALUES	1000000000ull

static struct json_object *member(struct json_object *object, const char *key, enum json_type type)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) && json_object_is_type(value, type) ? value : NULL;
}

static const char *text_of(struct json_object *object, const char *key)
{
	struct json_object *value = member(object, key, json_type_string);

	return value ? json_object_get_string(value) : NULL;
}

/* JSON has one kind of numbers: 1 is one, too. */
static double number_of(struct json_object *object, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, key, &value) ||
	    (!json_object_is_type(value, json_type_double) && !json_object_is_type(value, json_type_int)))
		return NAN;
	return json_object_get_double(value);
}

/* Of a package, a die and so on; -1 if there is none. */
static int index_of(struct json_object *object, const char *key)
{
	double index = number_of(object, key);

	return index >= 0 && index < 65536 ? (int)index : -1;
}

static void copy_text(char *copy, size_t size, struct json_object *object, const char *key)
{
	const char *text = text_of(object, key);

	snprintf(copy, size, "%s", text ? text : "");
}

/* Names go to the terminal as they are. */
static char *safe_copy(const char *name)
{
	char text[256];

	return allocated(strdup(safe_text(name, text, sizeof(text))));
}

static bool read_series(struct recording *recording, struct json_object *row)
{
	const char *metric = text_of(row, "metric"), *box = text_of(row, "box"), *unit = text_of(row, "unit_of_measure");
	double digits = number_of(row, "digits");
	struct series series = {
		.scope = { index_of(row, "node"), index_of(row, "package"), index_of(row, "die"), index_of(row, "unit") },
		.share = 1,
	};
	char place[PLACE_SIZE];
	int width;

	if (!metric || !box || !unit || !(digits >= 0 && digits <= 9) || !port_read_json(row, &series.port))
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

static bool read_head(struct recording *recording, struct json_object *line)
{
	struct json_object *series = member(line, "series", json_type_array), *left_out = member(line, "left_out", json_type_array);
	const char *format = text_of(line, "format"), *time = text_of(line, "time");
	size_t i;

	if (!format || strcmp(format, RECORD_FORMAT) || !series || !left_out || !time || !time_parse(time, &recording->begin))
		return false;
	recording->interval = number_of(line, "interval");
	copy_text(recording->host, sizeof(recording->host), line, "host");
	copy_text(recording->machine, sizeof(recording->machine), line, "machine");
	copy_text(recording->command, sizeof(recording->command), line, "command");
	for (i = 0; i < json_object_array_length(series); i++)
		if (!read_series(recording, json_object_array_get_idx(series, i)))
			return false;
	for (i = 0; i < json_object_array_length(left_out); i++) {
		struct json_object *row = json_object_array_get_idx(left_out, i);

		if (!text_of(row, "metric") || !text_of(row, "missing"))
			return false;
		recording->left_out = grow(recording->left_out, recording->num_left_out, sizeof(*recording->left_out));
		recording->left_out[recording->num_left_out++] = (struct left_out){
			safe_copy(text_of(row, "metric")), allocated(strdup(text_of(row, "missing"))),
		};
	}
	return recording->interval > 0 && recording->num_series;
}

/* A reason stays when it is over: it is of the values that are missing. */
static void keep_text(char **kept, const char *text)
{
	if (!text || (*kept && !strcmp(*kept, text)))
		return;
	free(*kept);
	*kept = allocated(strdup(text));
}

static bool read_notes(struct recording *recording, struct json_object *notes)
{
	size_t i;

	for (i = 0; i < json_object_array_length(notes); i++) {
		struct json_object *note = json_object_array_get_idx(notes, i);
		double index = number_of(note, "series");
		struct series *series;

		if (!(index >= 0 && index < (double)recording->num_series) || recording->num_notes == UINT32_MAX)
			return false;
		series = &recording->series[(size_t)index];
		keep_text(&series->missing, text_of(note, "missing"));
		keep_text(&series->without, text_of(note, "without"));
		recording->notes = grow(recording->notes, recording->num_notes, sizeof(*recording->notes));
		recording->notes[recording->num_notes] = (struct note){ NULL, NULL };
		keep_text(&recording->notes[recording->num_notes].missing, text_of(note, "missing"));
		keep_text(&recording->notes[recording->num_notes++].without, text_of(note, "without"));
		series->note = (uint32_t)recording->num_notes;
	}
	return true;
}

/* Without them, all events counted all the time. */
static void read_shares(struct recording *recording, struct json_object *shares, struct recorded *row)
{
	size_t i;

	for (i = 0; shares && i < json_object_array_length(shares) && i < recording->num_series; i++) {
		struct json_object *share = json_object_array_get_idx(shares, i);

		/* null: there is no value either. */
		if (!share || isnan(row[i].value))
			continue;
		row[i].share = (float)fmin(fmax(json_object_get_double(share), 0), 1);
		recording->series[i].share = fmin(recording->series[i].share, row[i].share);
	}
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

static bool read_values(struct recording *recording, struct json_object *line, struct json_object *values)
{
	struct moment moment = { .seconds = number_of(line, "seconds"), .interval = number_of(line, "interval") };
	const char *time = text_of(line, "time");
	struct recorded *row;
	size_t i;

	if (!time || !time_parse(time, &moment.time) || !(moment.interval >= 0 && moment.interval < 1e9) ||
	    !(moment.seconds >= 0 && moment.seconds < 1e9) || json_object_array_length(values) != recording->num_series ||
	    (recording->num && moment.seconds < recording->moments[recording->num - 1].seconds) ||
	    (recording->num + 1) * recording->num_series > MOST_VALUES)
		return false;
	row = add_interval(recording, &moment);
	for (i = 0; i < recording->num_series; i++) {
		struct json_object *value = json_object_array_get_idx(values, i);

		if (!value)
			continue;
		row[i].value = json_object_get_double(value);
		row[i].share = 1;
		/* So that sums of their squares are finite, too. */
		if (!(fabs(row[i].value) < 1e100) || (!json_object_is_type(value, json_type_double) && !json_object_is_type(value, json_type_int)))
			return false;
	}
	read_shares(recording, member(line, "enabled_shares", json_type_array), row);
	return true;
}

static bool read_line(void *to, struct json_object *line, unsigned int number)
{
	struct recording *recording = to;
	struct json_object *values = member(line, "values", json_type_array), *notes = member(line, "notes", json_type_array);

	if (!json_object_is_type(line, json_type_object))
		return false;
	if (!number)
		return read_head(recording, line);
	if (values)
		return read_values(recording, line, values);
	if (notes)
		return read_notes(recording, notes);
	recording->ended = member(line, "end", json_type_boolean);
	recording->lost = recording->ended ? (uint64_t)fmin(fmax(0, number_of(line, "lost")), 1e15) : 0;
	return recording->ended;
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
		fail(STATUS_FAILED, "%s is not a recording of `uncore record` (line %d)", path, wrong);
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
