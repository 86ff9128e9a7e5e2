// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the launcher ends when it was used wrongly.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "qemu/launch.h"

void fail(const char *format, ...)
{
	va_list values;

	fputs("pmonsim: ", stderr);
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
	fputc('\n', stderr);
	exit(2);
}
