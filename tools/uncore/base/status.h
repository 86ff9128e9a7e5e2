/* SPDX-License-Identifier: GPL-2.0-only */
/* Exit status of the program, and messages on standard error. */
#ifndef UNCORE_STATUS_H
#define UNCORE_STATUS_H

#include <stddef.h>

/** enum status - exit status of the program */
enum status {
	STATUS_OK,
	STATUS_FAILED,		/* something failed */
	STATUS_USAGE,
	STATUS_NO_PMU,		/* there is no uncore PMU */
	STATUS_NO_PERMISSION,
	STATUS_CANNOT_RUN = 127,	/* the command cannot be run */
};

/** fail() - print `uncore: ...` on standard error; returns @status, to be returned */
enum status fail(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** fail_into() - from now on, fail() writes its message to @text, without `uncore:`; NULL: on standard error again */
void fail_into(char *text, size_t size);

/** usage_error() - the same for arguments, with a hint at --help; returns STATUS_USAGE */
enum status usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
