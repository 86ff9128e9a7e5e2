/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics of a user's own, from a file in the format of processors/<id>/metrics.tsv. */
#ifndef UNCORE_METRICS_FILE_H
#define UNCORE_METRICS_FILE_H

#include "machine/machine.h"

/**
 * metrics_file_read() - read a file of metrics
 * @machine: its events must be those of this machine
 * @path: the file
 * @metrics: receives an array that ends with one without a name; it is never released
 *
 * Return: a status, after a message for each wrong line if it is not 0.
 */
int metrics_file_read(const struct machine *machine, const char *path, struct metric_definition **metrics);

#endif
