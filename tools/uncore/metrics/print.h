/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of metrics as text, JSON or CSV. */
#ifndef UNCORE_METRICS_PRINT_H
#define UNCORE_METRICS_PRINT_H

#include "base/json.h"
#include "metrics/choose.h"
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

/** metrics_print_head() - print the header; @more: further CSV columns, after those of metrics_csv_row() */
void metrics_print_head(enum output output, const char *more);

/**
 * metrics_print() - print the values between the last two reads
 * @metrics: the metrics
 * @machine: where
 * @by: a value for each of these
 * @output: how
 * @time: text has the time of day
 * @moment: when they were read
 */
void metrics_print(const struct metrics *metrics, const struct machine *machine, enum by by, enum output output, bool time,
		   const struct moment *moment);

/** metric_visitor - gets a value; @scope and @value are NULL for a metric that cannot be counted */
typedef void (*metric_visitor)(const struct metric *metric, const struct scope *scope, const struct metric_value *value,
			       void *context);

/**
 * metrics_open_by() - metrics_open() for values of each of these
 * @metrics: receives the metrics
 * @machine: where
 * @choice: which ones
 * @by: a value for each of these
 *
 * Return: a status, after a message if it is not 0.
 */
int metrics_open_by(struct metrics *metrics, const struct machine *machine, const struct choice *choice, enum by by);

/** metric_visit() - call @visit for each value of a metric, in the order in which they are printed */
void metric_visit(const struct metrics *metrics, const struct machine *machine, const struct metric *metric, enum by by,
		  metric_visitor visit, void *context);

/** json_set_scope() - add what a value is of to an object */
void json_set_scope(struct json_object *object, const struct scope *scope);

/** metric_missing() - why there is no value, NULL if there is one */
const char *metric_missing(const struct metric_value *value);

/**
 * metrics_csv_row() - print a value as CSV, without the end of the line
 * @moment: when it was read
 * @definition: the metric
 * @scope: what it is of
 * @value: the value, NULL if it cannot be counted
 * @missing: why there is no value; NULL if there is one
 * @without: units that the value lacks; empty or NULL if there are none
 */
void metrics_csv_row(const struct moment *moment, const struct metric_definition *definition, const struct scope *scope,
		     const struct metric_value *value, const char *missing, const char *without);

#endif
