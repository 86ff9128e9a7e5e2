// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a check has found: see check.h.
 */
#include <stdarg.h>
#include <stdio.h>

#include "check.h"

static void print_to(char *text, size_t size, const char *format, va_list arguments)
{
	vsnprintf(text, size, format, arguments);
}

void check_pass(struct check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_to(check->summary, sizeof(check->summary), format, arguments);
	va_end(arguments);
}

void check_cannot(struct check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_to(check->reason, sizeof(check->reason), format, arguments);
	va_end(arguments);
}

void check_problem(struct check *check, const char *format, ...)
{
	va_list arguments;
	char text[256];

	va_start(arguments, format);
	print_to(text, sizeof(text), format, arguments);
	va_end(arguments);
	json_object_array_add(check->problems, json_object_new_string(text));
}

void check_number(struct check *check, double value, const char *format, ...)
{
	va_list arguments;
	char text[128];

	va_start(arguments, format);
	print_to(text, sizeof(text), format, arguments);
	va_end(arguments);
	json_object_object_add(check->numbers, text, json_object_new_double(value));
}

bool check_failed(const struct check *check)
{
	return json_object_array_length(check->problems);
}
