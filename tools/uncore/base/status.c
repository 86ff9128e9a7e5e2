// SPDX-License-Identifier: GPL-2.0-only
/* Messages. See status.h. */
#include <stdarg.h>
#include <stdio.h>

#include "base/status.h"

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
