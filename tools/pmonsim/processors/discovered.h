/* SPDX-License-Identifier: GPL-2.0-only */
/* What the processors with discovery tables have in common, and what each of them adds to it. */
#ifndef PMONSIM_DISCOVERED_H
#define PMONSIM_DISCOVERED_H

#include "model/machine_internal.h"

#define DISCOVERY_VSECS		4

/**
 * struct discovered_processor - what a processor with discovery tables adds to its machine_kind
 * @discovery_device: PCI device of the functions that lead to the tables where they are on the UBox's
 *	bus; table T is function T
 * @dvsecs: how many DVSECs such a function has
 * @vsecs: the ids of the VSECs behind them; 0 ends the list
 * @table_size: of the BAR with the table, if that is enough
 * @other_size: of the other BAR
 * @revision: of such functions
 * @stack, @stack_count: the functions of a stack
 * @cha_count: MSR with the number of CHAs; 0: there is none
 * @counts_chas: the MSR says how many CHAs there are unless the option `cha_msr` says otherwise
 * @add_functions: add the PCI functions that do not depend on the units
 * @place: give a unit its address, and the function and BAR that hold it; @index is its type's
 * @peer: the unit whose global status position it shares, or NULL; the member can be NULL
 * @free_running: add the free-running counters of a unit; it is called for each
 */
struct discovered_processor {
	unsigned int discovery_device;
	unsigned int dvsecs;
	uint16_t vsecs[DISCOVERY_VSECS];
	uint64_t table_size, other_size;
	uint8_t revision;
	const struct neighbour *stack;
	size_t stack_count;
	uint32_t cha_count;
	bool counts_chas;
	bool (*add_functions)(struct package *package);
	bool (*place)(struct unit *unit, size_t index);
	const struct unit *(*peer)(struct unit *unit, size_t index);
	bool (*free_running)(struct unit *unit, size_t index);
};

/* IIO: one clock, and for each port a counter of what comes in and one of what goes out. */
#define IIO_PORTS		8

/**
 * struct iio_free_running_msrs - where the free-running counters of an IIO stack are
 * @clock: MSR of the clock
 * @in, @out: MSRs of port 0
 * @distance: from one port to the next
 */
struct iio_free_running_msrs {
	uint32_t clock, in, out, distance;
};

bool iio_add_free_running(struct unit *unit, const struct iio_free_running_msrs *msrs);

/* machine_kind's @build of all of them. */
bool discovered_build(struct package *package, char *error, size_t error_size);

#endif /* PMONSIM_DISCOVERED_H */
