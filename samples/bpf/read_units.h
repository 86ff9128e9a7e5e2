/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common definitions of read_units.bpf.c and read_units.c.
 */
#ifndef READ_UNITS_H
#define READ_UNITS_H

#include <linux/types.h>

/* As in linux/uncore_pmon.h. */
struct uncore_count {
	__u64 count;
	__u64 enabled;
	__u64 running;
};

struct uncore_unit_count {
	__u64 count;
	__u32 unit;
	__u32 gone;
};

#define MAX_UNITS	128

/**
 * struct cpu_counts - reads of one CPU
 * @id: id of the event that it reads, 0 for none
 * @fresh: reads of a current count; the others returned an earlier one
 * @elsewhere: -EXDEV, only CPUs of the event's die can read the registers
 * @busy: -EBUSY, the CPU was working on the die's counters
 * @waiting: -EAGAIN, the event has no hardware counter: other events have their turn
 * @failed: other errors: the event does not exist, or has ended
 * @error: the last of these errors
 * @last: the last count
 */
struct cpu_counts {
	__u64 id;
	__u64 fresh;
	__u64 elsewhere;
	__u64 busy;
	__u64 waiting;
	__u64 failed;
	__s64 error;
	struct uncore_count last;
};

/**
 * struct units - a request of user space on a CPU
 * @id: id of the event
 * @error: 0 if the counts are current
 * @number: number of units
 * @total: sum of all units
 * @counts: counts of the units
 */
struct units {
	__u64 id;
	__s32 error;
	__u32 number;
	struct uncore_count total;
	struct uncore_unit_count counts[MAX_UNITS];
};

#endif
