// SPDX-License-Identifier: GPL-2.0-only
/* Parsing of the command language's words. */
#include "commands/command_args.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

bool args_fail(struct args *args, const char *format, ...)
{
	va_list list;

	if (args->error[0])
		return false;
	va_start(list, format);
	vsnprintf(args->error, sizeof(args->error), format, list);
	va_end(list);
	return false;
}

bool args_parse(struct args *args, const char *line)
{
	char *word, *rest = NULL;

	memset(args, 0, sizeof(*args));
	args->text = strdup(line);
	if (!args->text)
		return args_fail(args, "out of memory");
	args->command = strtok_r(args->text, " \t\r\n", &rest);
	if (!args->command)
		return args_fail(args, "empty command; try 'help'");
	while ((word = strtok_r(NULL, " \t\r\n", &rest))) {
		char *equals = strchr(word, '=');

		if (args->count == ARGS_MAX)
			return args_fail(args, "too many arguments");
		if (equals)
			*equals = 0;
		args->arg[args->count].key = word;
		args->arg[args->count].value = equals ? equals + 1 : NULL;
		args->count++;
	}
	return true;
}

void args_release(struct args *args)
{
	free(args->text);
}

bool args_word(struct args *args, const char *key)
{
	size_t i;

	for (i = 0; i < args->count; i++) {
		if (!args->arg[i].used && !args->arg[i].value &&
		    !strcmp(args->arg[i].key, key)) {
			args->arg[i].used = true;
			return true;
		}
	}
	return false;
}

const char *args_text(struct args *args, const char *key)
{
	size_t i;

	for (i = 0; i < args->count; i++) {
		if (!args->arg[i].used && args->arg[i].value &&
		    !strcmp(args->arg[i].key, key)) {
			args->arg[i].used = true;
			return args->arg[i].value;
		}
	}
	return NULL;
}

bool args_number(struct args *args, const char *key, bool required, uint64_t max, uint64_t *value)
{
	const char *text = args_text(args, key);
	uint64_t number;

	if (!text) {
		if (required)
			return args_fail(args, "%s= is missing", key);
		return true;
	}
	if (!parse_unsigned(text, &number))
		return args_fail(args, "%s: '%s' is not a number", key, text);
	if (number > max)
		return args_fail(args, "%s: %s is more than 0x%llx", key, text,
				 (unsigned long long)max);
	*value = number;
	return true;
}

bool args_finish(struct args *args)
{
	size_t i;

	if (args->error[0])
		return false;
	for (i = 0; i < args->count; i++) {
		if (!args->arg[i].used)
			return args_fail(args, "%s: no such argument, or given twice",
					 args->arg[i].key);
	}
	return true;
}
