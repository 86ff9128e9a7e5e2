/* SPDX-License-Identifier: GPL-2.0-only */
/* A load on memory of which is known how many bytes it moves, from which CPU, to and from which node. */
#ifndef UNCORE_LOAD_H
#define UNCORE_LOAD_H

#include <stddef.h>

/** enum load_kind - what a load does with each line of its memory */
enum load_kind {
	LOAD_READ,	/* reads it */
	LOAD_WRITE,	/* stores to it, for which it is read first */
	LOAD_COPY,	/* reads one half, stores to the other */
	LOAD_STREAM,	/* stores to it past the caches */
	LOAD_KINDS
};

/**
 * struct load - memory of a node
 * @memory: its begin
 * @bytes: its length
 */
struct load {
	void *memory;
	size_t bytes;
};

/** load_name() - "read", "write", "copy", "stream" */
const char *load_name(enum load_kind kind);

/**
 * load_open() - get memory, all of it present
 * @load: receives it
 * @node: NUMA node that it is to come from, -1: any
 * @bytes: how much
 *
 * Return: 0 or -errno.
 */
int load_open(struct load *load, int node, size_t bytes);

/** load_close() - undo load_open() */
void load_close(struct load *load);

/** load_pin() - run on this CPU from now on; returns 0 or -errno */
int load_pin(int cpu);

/** load_run() - go through all of the memory once */
void load_run(const struct load *load, enum load_kind kind);

/** load_line() - store to one line past the caches, so many times */
void load_line(const struct load *load, size_t line, size_t times);

/** load_expect() - lines that memory is read (@reads) and written (@writes) in one run, with no help from caches */
void load_expect(const struct load *load, enum load_kind kind, double *reads, double *writes);

#endif
