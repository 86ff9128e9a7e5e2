/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory traffic of which is known how many bytes it moves, from which CPU, to and from which node. */
#ifndef UNCORE_TRAFFIC_H
#define UNCORE_TRAFFIC_H

#include <stddef.h>

/** enum traffic_kind - what traffic does with each line of its memory */
enum traffic_kind {
	TRAFFIC_READ,	/* reads it */
	TRAFFIC_WRITE,	/* stores to it, for which it is read first */
	TRAFFIC_COPY,	/* reads one half, stores to the other */
	TRAFFIC_STREAM,	/* stores to it past the caches */
	TRAFFIC_KINDS
};

/**
 * struct traffic - memory of a node
 * @memory: its begin
 * @bytes: its length
 */
struct traffic {
	void *memory;
	size_t bytes;
};

/** traffic_name() - "read", "write", "copy", "stream" */
const char *traffic_name(enum traffic_kind kind);

/**
 * traffic_open() - get memory, all of it present
 * @traffic: receives it
 * @node: NUMA node that it is to come from, -1: any
 * @bytes: how much
 *
 * Return: 0 or -errno.
 */
int traffic_open(struct traffic *traffic, int node, size_t bytes);

/** traffic_close() - undo traffic_open() */
void traffic_close(struct traffic *traffic);

/** traffic_pin() - run on this CPU from now on; returns 0 or -errno */
int traffic_pin(int cpu);

/** traffic_run() - go through all of the memory once */
void traffic_run(const struct traffic *traffic, enum traffic_kind kind);

/** traffic_store_line() - store to one line past the caches, so many times */
void traffic_store_line(const struct traffic *traffic, size_t line, size_t times);

/** traffic_expect() - lines that memory is read (@reads) and written (@writes) in one run, with no help from caches */
void traffic_expect(const struct traffic *traffic, enum traffic_kind kind, double *reads, double *writes);

#endif
