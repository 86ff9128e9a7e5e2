/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What read_at.bpf.c and read_at.c both know.
 */
#ifndef READ_AT_H
#define READ_AT_H

#include <linux/types.h>

/**
 * struct cpu_counts - of one CPU
 * @die: index of the counter of its die, or ~0
 * @seen: @count holds something
 * @reads: times that the counter was read here
 * @published: times that the value of another CPU was taken
 * @failed: times that there was neither
 * @count: the last value
 * @time: ns, when that was
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
 * struct published - the last value that some CPU of a die has read
 * @count: the value
 * @time: ns, when; 0: never
 */
struct published {
	__u64 count;
	__u64 time;
};

/** struct command_counts - what the die counted while programs of a name ran, and for how long that was */
struct command_counts {
	__u64 count;
	__u64 ns;
};

#define COMMAND_SIZE	16
#define MAX_COMMANDS	4096

#endif
