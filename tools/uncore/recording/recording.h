/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings: metrics as a time series, read back for reports. uncore-record(1) describes the file. */
#ifndef UNCORE_RECORDING_H
#define UNCORE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "machine/origin.h"
#include "metrics/metric.h"
#include "ports/ports.h"

#define RECORD_FORMAT	"uncore record 1"

/**
 * struct series - values of a metric
 * @definition: the metric: name, box type, unit of measure, digits
 * @scope: what they are of
 * @port: the ports that it is of, and their devices; none if it is of no device
 * @missing: why a value is missing where one is, the last reason; NULL if none ever was
 * @without: units that the values lacked, the last ones; NULL if none ever did
 * @share: the least part of an interval in which the events counted
 * @note: number of its last note while the file is read, 0 if it has none
 */
struct series {
	struct metric_definition definition;
	struct scope scope;
	struct port port;
	char *missing;
	char *without;
	double share;
	uint32_t note;
};

/**
 * struct note - what is to be said of the values of a series from an interval on
 * @missing: why they are missing, NULL if they are not
 * @without: units that they lack, NULL if they lack none
 */
struct note {
	char *missing;
	char *without;
};

/**
 * struct recorded - a value of an interval
 * @value: the value, NAN if there is none
 * @share: part of the interval in which its events counted, NAN if there is no value
 * @note: number of its note, 0 if it has none
 */
struct recorded {
	double value;
	float share;
	uint32_t note;
};

/**
 * struct left_out - a metric that could not be counted
 * @metric: its name
 * @missing: why
 */
struct left_out {
	char *metric;
	char *missing;
};

/**
 * struct recording - a recording
 * @host: where it was recorded
 * @machine: its processor and kernel
 * @command: by which command line
 * @begin: when: the time of day, 0 if it is unknown
 * @interval: seconds that an interval should have, 0 if they have no fixed length
 * @series: what is recorded
 * @num_series: how many
 * @place_width: columns that recording_place() of each of them needs
 * @left_out: what is not
 * @num_left_out: how many
 * @moments: ends of the intervals
 * @values: of each interval a value of each series
 * @num: intervals
 * @notes: the notes; number 1 is the first
 * @num_notes: how many
 * @lost: intervals that could not be written
 * @ended: it was ended in order; if not it goes as far as it was written
 */
struct recording {
	char host[ORIGIN_HOST];
	char machine[ORIGIN_MACHINE];
	char command[ORIGIN_COMMAND];
	uint64_t begin;
	double interval;
	struct series *series;
	size_t num_series;
	int place_width;
	struct left_out *left_out;
	size_t num_left_out;
	struct moment *moments;
	struct recorded *values;
	size_t num;
	struct note *notes;
	size_t num_notes;
	uint64_t lost;
	bool ended;
};

/** recording_read() - read a recording; returns a status, after a message if it is not 0 */
int recording_read(struct recording *recording, const char *path);

/** recording_free() - release it */
void recording_free(struct recording *recording);

/** recording_value() - a value, NAN if there is none */
double recording_value(const struct recording *recording, size_t interval, size_t series);

/** recording_share() - part of an interval in which the events of a value counted, NAN if there is no value */
double recording_share(const struct recording *recording, size_t interval, size_t series);

/** recording_note() - what is to be said of a value; its texts are NULL if there is nothing */
struct note recording_note(const struct recording *recording, size_t interval, size_t series);

/** recording_counts() - an interval is for statistics: it was not cut short by the end of the command */
bool recording_counts(const struct recording *recording, size_t interval);

#define PLACE_SIZE	64

/** recording_place() - "package 1", "die 2 imc 3", "0000:16:00.0", for a terminal or a page */
const char *recording_place(const struct series *series, char text[PLACE_SIZE]);

#define DEVICE_NAME_SIZE	192

/** recording_device() - "NVMe SSD, and 1 more", for a terminal; empty if a series is of no device */
const char *recording_device(const struct series *series, char text[DEVICE_NAME_SIZE]);

#endif
