// SPDX-License-Identifier: GPL-2.0-only
/*
 * The windows as CSV and JSON within the page: links with data: addresses, so that a browser without scripts saves them.
 * See windows.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/memory.h"
#include "windows/windows.h"

void windows_csv(const struct windows *windows, FILE *out)
{
	char time[TIME_SIZE];
	size_t i, j;

	fputs("end_s,die,box,unit,first,length_ms,enabled_share,version,time,interval,package", out);
	for (j = 0; j < windows->num_events; j++) {
		fputc(',', out);
		write_csv_field(windows->events[j], out);
	}
	fputs("\r\n", out);
	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];

		fprintf(out, "%.9f,%u,", (double)window->end / 1e9, window->die);
		if (window->unit != UNKNOWN_UNIT) {
			write_csv_field(window->box, out);
			fprintf(out, ",%d", window->unit);
		} else {
			fputc(',', out);
		}
		fprintf(out, ",%d,%.6f,%.4f,%d,%s,%.9f", window->first, (double)window->length / 1e6, window->share,
			OUTPUT_VERSION, windows->begin ? time_text(windows->begin + window->end, time) : "",
			(double)window->length / 1e9);
		if (window->package < 0)
			fputc(',', out);
		else
			fprintf(out, ",%d", window->package);
		for (j = 0; j < windows->num_events; j++)
			fprintf(out, ",%" PRIu64, window->values[j]);
		fputs("\r\n", out);
	}
}

static struct json_object *window_object(const struct windows *windows, const struct window *window)
{
	struct json_object *object = json_object_new_object(), *values = json_object_new_array();
	size_t j;

	json_set_time(object, "time", windows->begin ? windows->begin + window->end : 0);
	json_set_real(object, "interval", (double)window->length / 1e9);
	json_set_number(object, "end_ns", window->end);
	json_set_index(object, "package", window->package);
	json_set_number(object, "die", window->die);
	json_set_text(object, "box", window->unit == UNKNOWN_UNIT ? NULL : window->box);
	json_object_object_add(object, "unit",
			       window->unit == UNKNOWN_UNIT ? NULL :
							      json_object_new_int(window->unit));
	json_object_object_add(object, "first", json_object_new_boolean(window->first));
	json_set_number(object, "length_ns", window->length);
	json_set_real(object, "enabled_share", window->share);
	for (j = 0; j < windows->num_events; j++)
		json_object_array_add(values, json_object_new_uint64(window->values[j]));
	json_object_object_add(object, "values", values);
	return object;
}

void windows_json(const struct windows *windows, FILE *out)
{
	struct json_object *object = json_begin(), *list = json_object_new_array();
	size_t i;

	windows_describe(windows, object);
	json_set_text(object, "window", windows->by_unit ? "unit" : "die");
	json_set_number(object, "duration_ns", windows->duration);
	json_set_number(object, "lost", windows->lost);
	if (*windows->without)
		json_set_text(object, "without", windows->without);
	for (i = 0; i < windows->num; i++)
		json_object_array_add(list, window_object(windows, &windows->all[i]));
	json_object_object_add(object, "windows", list);
	print_json_line(object, out);
}

static void write_link(const struct windows *windows, const char *name, const char *type,
		       void (*write)(const struct windows *, FILE *), FILE *out)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = allocated(open_memstream(&text, &size));

	write(windows, memory);
	fclose(memory);
	fprintf(out, "<a download=\"windows.%s\" href=\"data:%s;base64,", name, type);
	write_base64((const unsigned char *)text, size, out);
	fprintf(out, "\">windows.%s</a>", name);
	free(text);
}

void windows_data(const struct windows *windows, FILE *out)
{
	write_link(windows, "csv", "text/csv", windows_csv, out);
	fputs(" ", out);
	write_link(windows, "json", "application/json", windows_json, out);
}
