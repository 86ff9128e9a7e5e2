/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What read_units.bpf.c and read_units.c both know.
 */
#ifndef READ_UNITS_H
#define READ_UNITS_H

#include <linux/types.h>

/* As linux/uncore_pmon.h of the driver has them. */
struct uncore_count {
	__u64 count;
	__u64 enabled;
	__u64 running;
};

struct uncore_unit_count {
	__u64 count;
	__u32 unit;
};

#define MAX_UNITS	128

/**
 * struct cpu_counts - of one CPU
 * @id: number of the event that it reads, 0 for none
 * @fresh: reads that gave a count of that moment; the others gave the one before
 * @elsewhere: -EXDEV, registers that only CPUs of the event's own die can read
 * @busy: -EBUSY, the CPU was at work on the die's counters itself
 * @waiting: -EAGAIN, the event has no hardware counter, others have their turn
 * @failed: other errors: there is no such event, or it has ended
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
 * struct units - what user space asks for on a CPU
 * @id: number of the event
 * @error: 0 if the counts are of that moment
 * @number: of units
 * @total: of all units
 * @counts: each unit's
 */
struct units {
	__u64 id;
	__s32 error;
	__u32 number;
	struct uncore_count total;
	struct uncore_unit_count counts[MAX_UNITS];
};

#endif
