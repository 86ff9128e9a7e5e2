/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics of cores and packages, which are the same for all processors. */
#ifndef UNCORE_METRICS_MACHINE_METRICS_H
#define UNCORE_METRICS_MACHINE_METRICS_H

#include "machine/processor.h"

/**
 * machine_metrics() - these metrics
 *
 * Those that only some kernels have an event for are no default elsewhere.
 *
 * Return: an array that ends with one without a name.
 */
const struct metric_definition *machine_metrics(void);

#endif
