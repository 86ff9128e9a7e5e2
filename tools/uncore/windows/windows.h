/* SPDX-License-Identifier: GPL-2.0-only */
/* Freeze-on-overflow windows: recorded, and read back for reports. */
#ifndef UNCORE_WINDOWS_H
#define UNCORE_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"
#include "machine/origin.h"

#define WINDOW_EVENTS	8

/* Of nanoseconds, counts and the period: 32 years. Larger ones are damage, and their sums could overflow. */
#define WINDOW_MOST	1000000000000000000ull

#define UNKNOWN_UNIT	(-1)

/**
 * struct window - a window
 * @package: package that was frozen at its end, -1 if the record is of a program that did not write it
 * @die: die of the counters
 * @end: nanoseconds since the beginning of the record
 * @length: nanoseconds since the end of the window before, or since the beginning
 * @values: what the window adds to each event
 * @share: part of the time in which the events had counters
 * @box: box type of the unit that has ended it, "" if that is not known
 * @unit: its number, or UNKNOWN_UNIT
 * @first: the first one of its unit, which began with the record
 */
struct window {
	int package;
	unsigned int die;
	uint64_t end;
	uint64_t length;
	uint64_t values[WINDOW_EVENTS];
	double share;
	char box[24];
	int unit;
	bool first;
};

/**
 * struct frozen - how long a die was frozen, as far as can be told
 * @freezes: how often
 * @handled: nanoseconds in which it certainly was
 * @waited: nanoseconds of which it was for some part
 */
struct frozen {
	uint64_t freezes;
	uint64_t handled;
	uint64_t waited;
};

#define WINDOW_DIES	64

/**
 * struct windows - a record
 * @events: the group, the one with the period first
 * @num_events: how many
 * @period: of the first
 * @host: where it was recorded, "" if that is not known; so are the next three
 * @machine: its processor and kernel
 * @date: when, as people write it
 * @begin: the same as a time of day, 0 if the record is of an older program
 * @command: by which command line
 * @by_unit: a window is that of a unit; otherwise of a die, because not all units are known
 * @unknown: windows whose units are not known
 * @duration: nanoseconds from the beginning to the end
 * @ended: the record was ended in order; if not it goes as far as it was written
 * @lost: samples that the kernel had to drop
 * @without: units that did not answer at times, so that values lack their counts, "" if all did
 * @frozen: by die
 * @all: the windows, by time
 * @num: how many
 */
struct windows {
	char *events[WINDOW_EVENTS];
	size_t num_events;
	uint64_t period;
	char host[ORIGIN_HOST];
	char machine[ORIGIN_MACHINE];
	char date[40];
	uint64_t begin;
	char command[ORIGIN_COMMAND];
	bool by_unit;
	size_t unknown;
	uint64_t duration;
	bool ended;
	uint64_t lost;
	char without[LIST_SIZE];
	struct frozen frozen[WINDOW_DIES];
	struct window *all;
	size_t num;
};

struct json_object;

/** windows_describe() - add what is recorded to a JSON object: events, period, machine, date, command */
void windows_describe(const struct windows *windows, struct json_object *object);

/** windows_write_head() - write the first line of a record: what is recorded */
void windows_write_head(const struct windows *windows, FILE *out);

/** windows_write_all() - write the windows that are in memory */
void windows_write_all(const struct windows *windows, FILE *out);

/** windows_write_state() - write how far the record has come; the last such line counts */
void windows_write_state(const struct windows *windows, FILE *out);

/** windows_read() - read a record; returns a status, after a message if it is not 0 */
int windows_read(struct windows *windows, const char *path);

/**
 * windows_by_unit() - from windows of dies to windows of units
 * @windows: a record as it was read
 *
 * The record has what a die counted since any of its units ended a window. Each unit has a period of its own, so the
 * windows of a unit begin where its window before ended: their values are sums of what was recorded since then. If the unit of
 * any window is not known, all stay as they are.
 */
void windows_by_unit(struct windows *windows);

/** windows_equal() - all windows have the period in their first event: only one unit counted */
bool windows_equal(const struct windows *windows);

/** windows_free() - release a record */
void windows_free(struct windows *windows);

/** windows_record() - `uncore windows record` */
int windows_record(int argc, char **argv);

/** windows_report() - `uncore windows report` */
int windows_report(int argc, char **argv);

/** windows_data() - links to the data as CSV and JSON, which are in the page */
void windows_data(const struct windows *windows, FILE *out);

/** windows_csv() - the windows as CSV */
void windows_csv(const struct windows *windows, FILE *out);

/** windows_json() - the windows as one JSON object */
void windows_json(const struct windows *windows, FILE *out);

/** windows_html() - the report as one page; ferror() tells whether it could be written, as for the two above */
void windows_html(const struct windows *windows, FILE *out);

#endif
