/* SPDX-License-Identifier: GPL-2.0-only */
/* The time: one clock for intervals, and the time of day for who reads the output. */
#ifndef UNCORE_CLOCK_H
#define UNCORE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/** nanoseconds_now() - CLOCK_MONOTONIC, as samples and tracepoints have it */
uint64_t nanoseconds_now(void);

/** seconds_now() - the same in seconds */
double seconds_now(void);

/** A time of day as text: RFC 3339, in UTC, with nanoseconds. */
#define TIME_SIZE	sizeof("2026-01-02T03:04:05.123456789Z")

/** time_of_day() - nanoseconds since 1970, by CLOCK_REALTIME, which somebody may set */
uint64_t time_of_day(void);

/** time_text() - a time of day as text; returns @text */
const char *time_text(uint64_t time, char text[TIME_SIZE]);

/** time_parse() - a time of day from such a text; false if it is none */
bool time_parse(const char *text, uint64_t *time);

/**
 * struct moment - the end of an interval
 * @time: the time of day
 * @seconds: since the beginning
 * @interval: seconds since the end of the interval before, or since the beginning
 */
struct moment {
	uint64_t time;
	double seconds;
	double interval;
};

/** wait_ns() - do nothing for @ns nanoseconds; a signal handler ends it early */
void wait_ns(uint64_t ns);

/** wait_ms() - do nothing for @ms milliseconds */
void wait_ms(unsigned int ms);

/** nanoseconds_waited() - the sum of what both were told, so far */
uint64_t nanoseconds_waited(void);

#endif
