// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of `uncore windows record`: a JSON object in each line. See windows.h.
 *
 *	{"format":"uncore windows 2","events":[...],"period":1000}	what is recorded: the first line
 *	{"die":0,"end_ns":...,"length_ns":...,"values":[...],...}	a window
 *	{"duration_ns":...,"lost":0,"frozen":[...],"end":true}		how far it has come, now and then and at the end
 *
 * All that stands in front of a line that was cut off is good. In "uncore windows 1" the first line has all that is
 * in the others.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/status.h"
#include "windows/windows.h"

void windows_describe(const struct windows *windows, struct json_object *object)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < windows->num_events; i++)
		json_object_array_add(list, json_object_new_string(windows->events[i]));
	json_object_object_add(object, "events", list);
	json_set_number(object, "period", windows->period);
	json_set_text(object, "host", windows->host);
	json_set_text(object, "machine", windows->machine);
	json_set_text(object, "date", windows->date);
	json_set_text(object, "command", windows->command);
	json_set_time(object, "time", windows->begin);
}

void windows_write_head(const struct windows *windows, FILE *out)
{
	struct json_object *object = json_object_new_object();

	json_set_text(object, "format", "uncore windows 2");
	windows_describe(windows, object);
	print_json_line(object, out);
}

void windows_write_state(const struct windows *windows, FILE *out)
{
	struct json_object *object = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	json_set_number(object, "duration_ns", windows->duration);
	json_set_number(object, "lost", windows->lost);
	for (i = 0; i < WINDOW_DIES; i++) {
		const struct frozen *frozen = &windows->frozen[i];
		struct json_object *die;

		if (!frozen->freezes)
			continue;
		die = json_object_new_object();
		json_set_number(die, "die", i);
		json_set_number(die, "freezes", frozen->freezes);
		json_set_number(die, "handled_ns", frozen->handled);
		json_set_number(die, "waited_ns", frozen->waited);
		json_object_array_add(list, die);
	}
	json_object_object_add(object, "frozen", list);
	json_object_object_add(object, "end", json_object_new_boolean(windows->ended));
	print_json_line(object, out);
}

void windows_write_all(const struct windows *windows, FILE *out)
{
	size_t i, j;

	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];
		struct json_object *line = json_object_new_object(), *values = json_object_new_array();

		json_set_number(line, "die", window->die);
		json_set_number(line, "end_ns", window->end);
		json_set_number(line, "length_ns", window->length);
		for (j = 0; j < windows->num_events; j++)
			json_object_array_add(values, json_object_new_uint64(window->values[j]));
		json_object_object_add(line, "values", values);
		if (window->share < 1)
			json_object_object_add(line, "share", json_object_new_double(window->share));
		if (window->unit != UNKNOWN_UNIT) {
			json_set_text(line, "box", window->box);
			json_set_number(line, "unit", (uint64_t)window->unit);
		}
		print_json_line(line, out);
	}
}

static uint64_t number(struct json_object *object, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) ? json_object_get_uint64(value) : 0;
}

static struct json_object *array(struct json_object *object, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) &&
		json_object_is_type(value, json_type_array) ? value : NULL;
}

/* How far the record has come. */
static bool read_state(struct windows *windows, struct json_object *line)
{
	struct json_object *frozen = array(line, "frozen"), *end;
	size_t i;

	if (!frozen)
		return false;
	windows->duration = number(line, "duration_ns");
	windows->lost = number(line, "lost");
	windows->ended = json_object_object_get_ex(line, "end", &end) && json_object_get_boolean(end);
	for (i = 0; i < json_object_array_length(frozen); i++) {
		struct json_object *die = json_object_array_get_idx(frozen, i);
		uint64_t id = number(die, "die");

		if (id >= WINDOW_DIES)
			return false;
		windows->frozen[id] = (struct frozen){
			number(die, "freezes"), number(die, "handled_ns"), number(die, "waited_ns"),
		};
	}
	return true;
}

/* What a record of an older program lacks is empty. */
static void read_text(struct json_object *object, const char *key, char *text, size_t size)
{
	struct json_object *value;
	const char *read = json_object_object_get_ex(object, key, &value) ? json_object_get_string(value) : NULL;

	snprintf(text, size, "%s", read ? read : "");
}

static bool read_head(struct windows *windows, struct json_object *line)
{
	struct json_object *value, *events = array(line, "events");
	const char *format = json_object_object_get_ex(line, "format", &value) ? json_object_get_string(value) : NULL;
	bool first = format && !strcmp(format, "uncore windows 1");
	size_t i;

	if (!format || (!first && strcmp(format, "uncore windows 2")) || !events ||
	    !json_object_array_length(events) || json_object_array_length(events) > WINDOW_EVENTS)
		return false;
	for (i = 0; i < json_object_array_length(events); i++)
		windows->events[windows->num_events++] =
			allocated(strdup(json_object_get_string(json_object_array_get_idx(events, i)) ?: ""));
	if (json_object_object_get_ex(line, "time", &value) && json_object_is_type(value, json_type_string) &&
	    !time_parse(json_object_get_string(value), &windows->begin))
		return false;
	windows->period = number(line, "period");
	read_text(line, "host", windows->host, sizeof(windows->host));
	read_text(line, "machine", windows->machine, sizeof(windows->machine));
	read_text(line, "date", windows->date, sizeof(windows->date));
	read_text(line, "command", windows->command, sizeof(windows->command));
	if (!first)
		return true;
	if (!read_state(windows, line))
		return false;
	windows->ended = true;
	return true;
}

static bool read_window(struct windows *windows, struct json_object *line)
{
	struct json_object *values = array(line, "values"), *box, *share;
	struct window window = {
		.die = (unsigned int)number(line, "die"), .end = number(line, "end_ns"),
		.length = number(line, "length_ns"), .share = 1, .unit = UNKNOWN_UNIT,
	};
	size_t i;

	if (!values || json_object_array_length(values) != windows->num_events ||
	    window.die >= WINDOW_DIES)
		return false;
	for (i = 0; i < windows->num_events; i++)
		window.values[i] = json_object_get_uint64(json_object_array_get_idx(values, i));
	if (json_object_object_get_ex(line, "share", &share))
		window.share = json_object_get_double(share);
	if (json_object_object_get_ex(line, "box", &box) && json_object_get_string(box)) {
		snprintf(window.box, sizeof(window.box), "%s", json_object_get_string(box));
		window.unit = (int)number(line, "unit");
	}
	windows->all = grow(windows->all, windows->num, sizeof(window));
	windows->all[windows->num++] = window;
	return true;
}

static bool read_line(void *to, struct json_object *line, unsigned int count)
{
	struct windows *windows = to;

	if (!json_object_is_type(line, json_type_object))
		return false;
	if (!count)
		return read_head(windows, line);
	return array(line, "frozen") ? read_state(windows, line) : read_window(windows, line);
}

/* Dies are written one after the other. */
static int order_windows(const void *left, const void *right)
{
	const struct window *a = left, *b = right;

	return a->end < b->end ? -1 : a->end > b->end;
}

int windows_read(struct windows *windows, const char *path)
{
	int wrong;

	memset(windows, 0, sizeof(*windows));
	wrong = json_read_lines(path, read_line, windows);
	if (wrong < 0)
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	else if (wrong)
		fail(STATUS_FAILED, "%s is not a record of `uncore windows record` (line %d)", path, wrong);
	if (windows->num)
		qsort(windows->all, windows->num, sizeof(*windows->all), order_windows);
	if (windows->num && !windows->ended && windows->all[windows->num - 1].end > windows->duration)
		windows->duration = windows->all[windows->num - 1].end;
	if (!wrong)
		return STATUS_OK;
	windows_free(windows);
	return STATUS_FAILED;
}

void windows_free(struct windows *windows)
{
	while (windows->num_events)
		free(windows->events[--windows->num_events]);
	free(windows->all);
	memset(windows, 0, sizeof(*windows));
}
