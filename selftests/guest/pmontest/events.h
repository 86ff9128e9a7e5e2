/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The perf events that a script holds open, by name.
 */
#ifndef PMONTEST_EVENTS_H
#define PMONTEST_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_GROUP	64

/**
 * struct reading - what one read() of an event returned
 * @count: number of values; more than one for the leader of a `group`
 * @enabled: time enabled, in nanoseconds
 * @running: time on a counter, in nanoseconds
 * @value: the leader's value, then its siblings' in the order of opening
 */
struct reading {
	uint64_t count;
	uint64_t enabled;
	uint64_t running;
	uint64_t value[MAX_GROUP];
};

/**
 * event_open() - open an event
 * @name: name to keep it under; NULL: close it again at once
 * @spec: `PMU/terms/`
 * @options: words such as `die=1`, `leader=NAME`, `group`, `period=1000`
 * @error: receives the reason why the words make no sense
 * @error_size: bytes of @error
 *
 * Return: 0, a positive errno that perf_event_open() gave, or -1 with @error filled in.
 */
int event_open(const char *name, const char *spec, char *const options[], char *error,
	       size_t error_size);

/**
 * event_open_many() - open more events, without names
 * @number: how many
 * @spec: see event_open()
 * @options: see event_open()
 * @error: see event_open()
 * @error_size: see event_open()
 *
 * Return: see event_open().
 */
int event_open_many(size_t number, const char *spec, char *const options[], char *error, size_t error_size);

/** event_close_many() - close all events without names */
void event_close_many(void);

/* All of these return 0 or a positive errno; ENOENT for a name that is not open. */
int event_close(const char *name);
int event_ioctl(const char *name, unsigned long request);
int event_read(const char *name, struct reading *reading);

int event_set_period(const char *name, uint64_t period);

struct samples;

/**
 * event_samples() - what the kernel has sampled so far
 * @name: an event that was opened with `samples`
 *
 * Return: the samples, or NULL if there is no such event.
 */
const struct samples *event_samples(const char *name);

void event_close_all(void);

#endif /* PMONTEST_EVENTS_H */
