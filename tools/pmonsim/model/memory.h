/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simulated memory: what the loads and stores of programs do to the counters.
 *
 * An access goes through a small cache of its CPU, the slices of its package's last-level cache (LLC), and to
 * the memory of the package that is its home. What happens on the way happens in units: in a CHA, in an M2M, in
 * a channel of the memory, in the links between packages. Which events that is, is data of the processor.
 */
#ifndef PMONSIM_MEMORY_H
#define PMONSIM_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct machine;
struct memory;

/* What happens in a unit. */
enum happening {
	/* CHA of the package whose CPU asks */
	HIT_READ,
	MISS_READ_LOCAL,
	MISS_READ_REMOTE,
	HIT_OWN,		/* a read for ownership: for a store */
	MISS_OWN_LOCAL,
	MISS_OWN_REMOTE,
	STREAM_FULL_LOCAL,	/* non-temporal store of a line */
	STREAM_FULL_REMOTE,
	STREAM_PART_LOCAL,	/* of a part of it */
	STREAM_PART_REMOTE,
	CORE_WRITEBACK,		/* a changed line comes back from a CPU's cache */
	VICTIM_CHANGED_LOCAL,	/* a changed line leaves the LLC */
	VICTIM_CHANGED_REMOTE,
	VICTIM_CLEAN,
	/* CHA of the package that is home */
	HOME_READ_LOCAL,
	HOME_READ_REMOTE,
	HOME_WRITE_LOCAL,
	HOME_WRITE_REMOTE,
	/* M2M and channel: the even and the odd half of what is below */
	MEMORY_READ_0,
	MEMORY_READ_1,
	MEMORY_WRITE_0,
	MEMORY_WRITE_1,
	MEMORY_PART_0,		/* write of a part of a line, which is read for it */
	MEMORY_PART_1,
	/* link, and its mesh stop */
	SENT_REQUEST,
	SENT_RESPONSE,		/* with data */
	SENT_WRITEBACK,		/* with data */
	RECEIVED_REQUEST,
	RECEIVED_RESPONSE,
	RECEIVED_WRITEBACK,
	HAPPENINGS
};

/* How many cycles an event lasts. */
enum lasting { ONCE, DATA_FLITS, HIT_LATENCY, LOCAL_LATENCY, REMOTE_LATENCY };

/* An event that happens with it in the units of a type; a list ends with a type of NULL. */
struct memory_effect {
	const char *type;
	enum happening happening;
	uint8_t event, umask;
	uint32_t extension;
	enum lasting lasting;
};

#define MEMORY_NODES	2

/**
 * struct memory_config - options
 * @on: there is simulated memory
 * @size: of the guest's memory in MiB, shared equally by the packages; the launcher says it
 * @nodes: NUMA nodes of each package, at most MEMORY_NODES
 * @slice: KiB of a slice of the LLC
 * @ways: of a set of the LLC
 * @core: KiB of a CPU's cache
 * @first, @end: MiB of the guest's memory, as it counts addresses, that are looked at; @end 0: all
 * @interleave: bytes that go to a channel before the next has its turn
 */
struct memory_config {
	unsigned int on, size, nodes, slice, ways, core, interleave, first, end;
};

/* memory_new() - NULL if there is no memory left; a machine without simulated memory has none, too */
struct memory *memory_new(struct machine *m);
void memory_free(struct memory *memory);

/* Let what has happened be counted. The machine's lock is held. */
void memory_settle(struct machine *m);

/* Lines that the memory of each package was read and written since the last reset, for whose CPUs. */
void memory_print(const struct machine *m, FILE *out);
void memory_reset(struct machine *m);

/* Accesses are looked at, or not. */
void memory_switch(struct machine *m, bool on);

/* emr_memory.c */
extern const struct memory_effect emr_memory_effects[];

#endif /* PMONSIM_MEMORY_H */
