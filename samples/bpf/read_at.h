/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common definitions of read_at.bpf.c and read_at.c.
 */
#ifndef READ_AT_H
#define READ_AT_H

#include <linux/types.h>

/**
 * struct cpu_counts - counts of one CPU
 * @die: index of the counter of its die, or ~0
 * @seen: @count is valid
 * @reads: number of reads on this CPU
 * @published: number of values taken from another CPU
 * @failed: number of times without either
 * @count: the last value
 * @time: time of that value in ns
 */
struct cpu_counts {
	__u32 die;
	__u32 seen;
	__u64 reads;
	__u64 published;
	__u64 failed;
	__u64 count;
	__u64 time;
};

/**
 * struct published - the last value that a CPU of a die has read
 * @count: the value
 * @time: time of the read in ns, 0: none
 */
struct published {
	__u64 count;
	__u64 time;
};

/** struct command_counts - counts of the die while programs of a name ran, and their time */
struct command_counts {
	__u64 count;
	__u64 ns;
};

#define COMMAND_SIZE	16
#define MAX_COMMANDS	4096

#endif
