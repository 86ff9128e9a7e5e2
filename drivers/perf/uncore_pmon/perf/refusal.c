// SPDX-License-Identifier: GPL-2.0-only
/*
 * Why an event is refused.
 */
#include <linux/kernel.h>
#include <linux/stdarg.h>

#include "perf/refusal.h"

int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vscnprintf(refusal->reason, sizeof(refusal->reason), format, arguments);
	va_end(arguments);
	return error;
}
