// SPDX-License-Identifier: GPL-2.0-only
/* Messages. See status.h. */
#include <stdarg.h>
#include <stdio.h>

#include "base/status.h"

static char *message;
static size_t room;

void fail_into(char *text, size_t size)
{
	message = text;
	room = size;
}

enum status fail(enum status status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (message) {
		vsnprintf(message, room, format, arguments);
	} else {
		fputs("uncore: ", stderr);
		vfprintf(stderr, format, arguments);
		fputc('\n', stderr);
	}
	va_end(arguments);
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
