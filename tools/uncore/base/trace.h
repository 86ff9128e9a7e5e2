/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's tracepoints, read in a trace instance of our own so that nobody else's tracing is
 * disturbed.
 */
#ifndef UNCORE_TRACE_H
#define UNCORE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct tep_event;
struct tep_record;

/**
 * trace_available() - is the tracepoint there, and may we use it?
 * @event: e.g. "unit_count"
 * @error: receives the reason if not
 * @size: of @error
 */
bool trace_available(const char *event, char *error, size_t size);

/**
 * trace_start() - record events from now on
 * @events: names, ended by NULL
 * @error: receives the reason of a failure
 * @size: of @error
 *
 * Return: 0 or -1.
 */
int trace_start(const char *const *events, char *error, size_t size);

/** trace_status() - the exit status after a failure of the two: STATUS_NO_PERMISSION or STATUS_FAILED */
enum status trace_status(void);

/** trace_stop() - undo trace_start() */
void trace_stop(void);

/**
 * trace_each() - take in what was recorded since the last time, in the order of each CPU
 * @take: gets the event's name, and a record for trace_number() and trace_text()
 * @context: for @take
 */
void trace_each(void (*take)(const char *name, struct tep_event *event, struct tep_record *record,
			     void *context), void *context);

/** trace_number() - a field that is a number; false if there is none */
bool trace_number(struct tep_event *event, struct tep_record *record, const char *field,
		  uint64_t *value);

/** trace_text() - a field that is a string; false if there is none */
bool trace_text(struct tep_event *event, struct tep_record *record, const char *field, char *text,
		size_t size);

/** trace_time() - nanoseconds of the trace clock at which a record was made */
uint64_t trace_time(const struct tep_record *record);

#endif
