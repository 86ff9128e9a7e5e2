// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of `uncore windows record`: a JSON object in each line. See windows.h.
 *
 *	{"format":"uncore windows 2","events":[...],"period":1000}	what is recorded: the first line
 *	{"package":0,"die":0,"end_ns":...,"length_ns":...,"values":[...],...}	a window
 *	{"duration_ns":...,"lost":0,"frozen":[...],"end":true,...}	how far it has come, now and then and at the end
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
#include "base/json_file.h"
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
	if (*windows->without)
		json_set_text(object, "without", windows->without);
	print_json_line(object, out);
}

void windows_write_all(const struct windows *windows, FILE *out)
{
	size_t i, j;

	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];
		struct json_object *line = json_object_new_object(), *values = json_object_new_array();

		json_set_index(line, "package", window->package);
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

/**
 * struct reader - a file that is being read
 * @windows: receives its contents
 * @first: it is "uncore windows 1", which was written at the end
 */
struct reader {
	struct windows *windows;
	bool first;
};

/* How far the record has come. */
static bool read_state(struct windows *windows, struct json_object *line)
{
	struct json_object *frozen = json_array(line, "frozen"), *end = NULL;
	size_t i;

	if (!frozen || !json_whole(line, "duration_ns", WINDOW_MOST, &windows->duration) ||
	    !json_whole(line, "lost", WINDOW_MOST, &windows->lost) ||
	    !json_copy_text(line, "without", windows->without, sizeof(windows->without)))
		return false;
	if (json_object_object_get_ex(line, "end", &end) && !json_object_is_type(end, json_type_boolean))
		return json_wrong("end");
	windows->ended = json_object_get_boolean(end);
	for (i = 0; i < json_object_array_length(frozen); i++) {
		struct json_object *die = json_object_array_get_idx(frozen, i);
		struct frozen sums;
		uint64_t id;

		if (!json_whole(die, "die", WINDOW_DIES - 1, &id) || !json_whole(die, "freezes", WINDOW_MOST, &sums.freezes) ||
		    !json_whole(die, "handled_ns", WINDOW_MOST, &sums.handled) ||
		    !json_whole(die, "waited_ns", WINDOW_MOST, &sums.waited))
			return false;
		windows->frozen[id] = sums;
	}
	return true;
}

static bool read_events(struct windows *windows, struct json_object *events)
{
	size_t num = events ? json_object_array_length(events) : 0, i;

	if (!num || num > WINDOW_EVENTS)
		return json_wrong("events");
	for (i = 0; i < num; i++) {
		struct json_object *event = json_object_array_get_idx(events, i);

		if (!json_object_is_type(event, json_type_string))
			return json_wrong("events");
		windows->events[windows->num_events++] = allocated(strdup(json_object_get_string(event)));
	}
	return true;
}

static bool read_head(struct reader *reader, struct json_object *line)
{
	struct windows *windows = reader->windows;
	const char *format, *time;

	if (!json_text(line, "format", &format))
		return false;
	reader->first = format && !strcmp(format, "uncore windows 1");
	if (!reader->first && (!format || strcmp(format, "uncore windows 2")))
		return json_wrong("format");
	if (!read_events(windows, json_array(line, "events")) || !json_text(line, "time", &time) ||
	    !json_whole(line, "period", WINDOW_MOST, &windows->period) ||
	    !json_copy_text(line, "host", windows->host, sizeof(windows->host)) ||
	    !json_copy_text(line, "machine", windows->machine, sizeof(windows->machine)) ||
	    !json_copy_text(line, "date", windows->date, sizeof(windows->date)) ||
	    !json_copy_text(line, "command", windows->command, sizeof(windows->command)))
		return false;
	if (time && !time_parse(time, &windows->begin))
		return json_wrong("time");
	if (!windows->period)
		return json_wrong("period");
	return !reader->first || read_state(windows, line);
}

/* Which unit ended a window, if that is known. */
static bool read_unit(struct json_object *line, struct window *window)
{
	const char *box;

	if (!json_text(line, "box", &box) || !json_index(line, "unit", &window->unit))
		return false;
	if (!box != (window->unit < 0))
		return json_wrong(box ? "unit" : "box");
	snprintf(window->box, sizeof(window->box), "%s", box ? box : "");
	return true;
}

static bool read_window(struct windows *windows, struct json_object *line)
{
	struct json_object *values = json_array(line, "values");
	struct window window = { .share = 1 };
	uint64_t die;
	size_t i;

	if (!values || !json_index(line, "package", &window.package) ||
	    !json_whole(line, "die", WINDOW_DIES - 1, &die) || !json_whole(line, "end_ns", WINDOW_MOST, &window.end) ||
	    !json_whole(line, "length_ns", WINDOW_MOST, &window.length) || !read_unit(line, &window) ||
	    (json_has(line, "share") && !json_real(line, "share", 0, 1, &window.share)))
		return false;
	window.die = (unsigned int)die;
	for (i = 0; i < json_object_array_length(values) && i < windows->num_events; i++) {
		struct json_object *value = json_object_array_get_idx(values, i);

		if (!json_is_whole(value, WINDOW_MOST))
			break;
		window.values[i] = json_object_get_uint64(value);
	}
	if (i != windows->num_events || i != json_object_array_length(values))
		return json_wrong("values");
	windows->all = grow(windows->all, windows->num, sizeof(window));
	windows->all[windows->num++] = window;
	return true;
}

static bool read_line(void *to, struct json_object *line, unsigned int count)
{
	struct reader *reader = to;
	struct windows *windows = reader->windows;

	if (!count)
		return read_head(reader, line);
	if (windows->ended)
		return false;
	return json_has(line, "frozen") ? read_state(windows, line) : read_window(windows, line);
}

/* Dies are written one after the other. */
static int order_windows(const void *left, const void *right)
{
	const struct window *a = left, *b = right;

	return a->end < b->end ? -1 : a->end > b->end;
}

int windows_read(struct windows *windows, const char *path)
{
	struct reader reader = { .windows = windows };
	int wrong;

	memset(windows, 0, sizeof(*windows));
	wrong = json_read_lines(path, read_line, &reader);
	if (wrong < 0)
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	else if (wrong)
		fail(STATUS_FAILED, "%s is not a record of `uncore windows record` (line %d%s)", path, wrong, json_wrong_member());
	windows->ended |= reader.first;
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
