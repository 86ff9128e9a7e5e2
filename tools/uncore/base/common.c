// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages, arguments, JSON and the time for all subcommands.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/uncore.h"

enum status fail(enum status status, const char *format, ...)
{
	va_list arguments;

	fputs("uncore: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	return status;
}

enum status usage_error(const char *format, ...)
{
	va_list arguments;

	fputs("uncore: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputs("\nTry `uncore --help'.\n", stderr);
	return STATUS_USAGE;
}

void parse_arguments(const struct argp *argp, int argc, char **argv, const char *name, void *input)
{
	argp_err_exit_status = STATUS_USAGE;
	/* Messages of argp begin with it. */
	argv[0] = (char *)name;
	argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, input);
}

unsigned long parse_interval(const char *text, struct argp_state *state)
{
	unsigned long ms;
	char *end;

	errno = 0;
	ms = strtoul(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || !ms || ms > 3600000)
		argp_error(state, "%s: not a number of milliseconds from 1 to 3600000", text);
	return ms;
}

void add_argument(const char **list, size_t *num, size_t max, const char *what, const char *argument,
		  struct argp_state *state)
{
	if (*num == max)
		argp_error(state, "more than %zu %s", max, what);
	list[(*num)++] = argument;
}

void *need(void *pointer)
{
	if (!pointer)
		exit(fail(STATUS_FAILED, "out of memory"));
	return pointer;
}

void *grow(void *array, size_t count, size_t size)
{
	/* Room doubles: it is full whenever the count is a power of two. */
	if (count & (count - 1))
		return array;
	return need(realloc(array, (count ? 2 * count : 1) * size));
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

/* Length of the UTF-8 character at @text, 0 if there is none; @code receives its number. */
static size_t utf8_length(const char *text, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length = *bytes < 0x80 ? 1 : *bytes >> 5 == 6 ? 2 : *bytes >> 4 == 14 ? 3 : *bytes >> 3 == 30 ? 4 : 0, i;

	if (!length)
		return 0;
	*code = length == 1 ? *bytes : *bytes & (0xffu >> (length + 1));
	for (i = 1; i < length; i++) {
		if (bytes[i] >> 6 != 2)
			return 0;
		*code = *code << 6 | (bytes[i] & 0x3f);
	}
	return *code < least[length] || *code > 0x10ffff || *code >> 11 == 0x1b ? 0 : length;
}

/* Control characters: of ASCII, and those of ISO 6429 behind it. */
static bool is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
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

const char *safe_text(const char *text, char *safe, size_t size)
{
	uint32_t code;
	size_t length, at = 0;

	for (; *text && at + sizeof("\\xNN") <= size; text += length) {
		length = utf8_length(text, &code);
		if (length && !is_control(code)) {
			memcpy(safe + at, text, length);
			at += length;
			continue;
		}
		length = 1;
		at += (size_t)sprintf(safe + at, "\\x%02x", (unsigned char)*text);
	}
	safe[at] = '\0';
	return safe;
}

void json_set_number(struct json_object *object, const char *key, uint64_t value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

void json_set_text(struct json_object *object, const char *key, const char *text)
{
	json_object_object_add(object, key, text ? json_object_new_string(text) : NULL);
}

double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
