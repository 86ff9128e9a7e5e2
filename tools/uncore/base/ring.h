/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples of an event that the kernel writes into a ring buffer. */
#ifndef UNCORE_RING_H
#define UNCORE_RING_H

#include <stddef.h>
#include <stdint.h>

#include "base/perf.h"

/** What sample_type has to be for struct ring_sample. */
#define RING_SAMPLE_TYPE	(PERF_SAMPLE_TIME | PERF_SAMPLE_READ)

/**
 * struct ring - a ring buffer
 * @page: the page that tells where the data are
 * @size: of the data, in bytes
 */
struct ring {
	struct perf_event_mmap_page *page;
	size_t size;
};

/**
 * struct ring_sample - a sample
 * @time: nanoseconds of the event's clock
 * @group: values of the group
 */
struct ring_sample {
	uint64_t time;
	struct group_reading group;
};

/** ring_open() - have an event write its samples; returns 0 or -errno */
int ring_open(struct ring *ring, int fd);

/**
 * ring_take() - take out all samples there are
 * @ring: the buffer
 * @take: gets each
 * @context: for @take
 *
 * Return: how many samples the kernel had to drop.
 */
uint64_t ring_take(struct ring *ring, void (*take)(const struct ring_sample *sample, void *context),
		   void *context);

/** ring_close() - undo ring_open() */
void ring_close(struct ring *ring);

#endif
