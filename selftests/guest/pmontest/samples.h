/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples that the kernel writes for an event.
 */
#ifndef PMONTEST_SAMPLES_H
#define PMONTEST_SAMPLES_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "events.h"

/**
 * struct samples - the buffer of one event, and what came out of it
 * @buffer: the memory shared with the kernel, NULL: none
 * @sample_type: of the event
 * @group: samples hold the values of a group
 * @count: samples so far
 * @lost: records that the kernel had no room for
 * @period: of the last sample
 * @last: values in the last sample
 */
struct samples {
	struct perf_event_mmap_page *buffer;
	uint64_t sample_type;
	bool group;
	uint64_t count;
	uint64_t lost;
	uint64_t period;
	struct reading last;
};

/**
 * samples_map() - have the kernel write samples of an event
 * @samples: the buffer
 * @fd: the event
 * @attr: how it was opened
 *
 * Return: 0 or an errno.
 */
int samples_map(struct samples *samples, int fd, const struct perf_event_attr *attr);

/* Take what has come since the last time. */
void samples_drain(struct samples *samples);

void samples_unmap(struct samples *samples);

#endif /* PMONTEST_SAMPLES_H */
