/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of metrics as text, JSON or CSV. */
#ifndef UNCORE_METRICS_PRINT_H
#define UNCORE_METRICS_PRINT_H

#include "metrics/metric.h"

/** enum by - what there is a value for */
enum by {
	BY_SOCKET,
	BY_MACHINE,
	BY_NODE,
	BY_DIE,
	BY_UNIT,
};

/** enum output - how values are printed */
enum output {
	OUTPUT_TEXT,
	OUTPUT_JSON,
	OUTPUT_CSV,
};

/** metrics_print_head() - what stands above all values */
void metrics_print_head(enum output output);

/**
 * metrics_print() - print the values between the last two reads
 * @metrics: the metrics
 * @machine: where
 * @by: a value for each of these
 * @output: how
 * @seconds: time since the beginning
 */
void metrics_print(const struct metrics *metrics, const struct machine *machine, enum by by,
		   enum output output, double seconds);

#endif
