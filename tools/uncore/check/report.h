/* SPDX-License-Identifier: GPL-2.0-only */
/* The report of `uncore check`. */
#ifndef UNCORE_CHECK_REPORT_H
#define UNCORE_CHECK_REPORT_H

#include "check/common/check.h"

/**
 * check_report() - write what a maintainer needs
 * @check: the check
 * @path: the file
 * @outcomes: array of the checks' outcomes
 *
 * Return: a status, after a message if it is not 0.
 */
int check_report(const struct check *check, const char *path, struct json_object *outcomes);

#endif
