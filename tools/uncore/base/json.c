// SPDX-License-Identifier: GPL-2.0-only
/* JSON. See json.h. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

struct json_object *json_begin(void)
{
	struct json_object *object = json_object_new_object();

	json_set_number(object, "version", OUTPUT_VERSION);
	return object;
}

struct json_object *json_begin_interval(const struct moment *moment)
{
	struct json_object *object = json_begin();

	json_set_time(object, "time", moment->time);
	json_set_real(object, "interval", moment->interval);
	json_set_real(object, "seconds", moment->seconds);
	return object;
}

bool print_json(struct json_object *object)
{
	const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
							  JSON_C_TO_STRING_SPACED |
							  JSON_C_TO_STRING_NOSLASHESCAPE);
	bool good = text && puts(text) >= 0;

	json_object_put(object);
	return good;
}

void print_json_line(struct json_object *object, FILE *out)
{
	const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE);
	uint32_t code;
	size_t length;

	for (; *text; text += length ? length : 1) {
		length = utf8_length(text, &code);
		if (!length)
			fputs("\\ufffd", out);
		else if (is_control(code))
			fprintf(out, "\\u%04x", code);
		else
			fwrite(text, 1, length, out);
	}
	fputc('\n', out);
	json_object_put(object);
}

void json_set_number(struct json_object *object, const char *key, uint64_t value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

void json_set_real(struct json_object *object, const char *key, double value)
{
	char text[32];

	/* All digits that a double has, but not those of its binary form: 0.05 is no 0.050000000000000003. */
	snprintf(text, sizeof(text), "%.15g", value);
	if (!text[strcspn(text, ".e")])
		strcat(text, ".0");
	json_object_object_add(object, key, isfinite(value) ? json_object_new_double_s(value, text) : NULL);
}

void json_set_index(struct json_object *object, const char *key, int value)
{
	json_object_object_add(object, key, value < 0 ? NULL : json_object_new_int(value));
}

void json_set_time(struct json_object *object, const char *key, uint64_t time)
{
	char text[TIME_SIZE];

	json_set_text(object, key, time ? time_text(time, text) : NULL);
}

void json_set_text(struct json_object *object, const char *key, const char *text)
{
	json_object_object_add(object, key, text ? json_object_new_string(text) : NULL);
}
