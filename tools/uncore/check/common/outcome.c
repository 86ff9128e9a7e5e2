// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a check has found: see check.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "check/common/check.h"

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
	size_t i;

	va_start(arguments, format);
	print_to(text, sizeof(text), format, arguments);
	va_end(arguments);
	for (i = 0; i < json_object_array_length(check->problems); i++)
		if (!strcmp(json_object_get_string(json_object_array_get_idx(check->problems, i)), text))
			return;
	json_object_array_add(check->problems, json_object_new_string(text));
}

void check_number(struct check *check, double value, const char *format, ...)
{
	va_list arguments;
	char text[128];

	va_start(arguments, format);
	print_to(text, sizeof(text), format, arguments);
	va_end(arguments);
	json_set_real(check->numbers, text, value);
}

void check_forget_problems(struct check *check, unsigned int die)
{
	struct json_object *kept = json_object_new_array();
	char about[32];
	size_t i;

	snprintf(about, sizeof(about), "of die %u", die);
	for (i = 0; i < json_object_array_length(check->problems); i++) {
		struct json_object *problem = json_object_array_get_idx(check->problems, i);
		const char *at = strstr(json_object_get_string(problem), about);

		if (!at || (at[strlen(about)] >= '0' && at[strlen(about)] <= '9'))
			json_object_array_add(kept, json_object_get(problem));
	}
	json_object_put(check->problems);
	check->problems = kept;
}

void check_forget_all(struct check *check)
{
	json_object_put(check->problems);
	check->problems = json_object_new_array();
}

bool check_failed(const struct check *check)
{
	return json_object_array_length(check->problems);
}
