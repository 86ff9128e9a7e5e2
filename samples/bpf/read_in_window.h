/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common definitions of read_in_window.bpf.c and read_in_window.c.
 */
#ifndef READ_IN_WINDOW_H
#define READ_IN_WINDOW_H

#include <linux/types.h>

#define MAX_OTHERS	8

/**
 * struct window - values that the program read in a frozen package
 * @time: ns since boot
 * @die: index of the die
 * @cpu: CPU on which the program ran
 * @own: count of the event that ended the window
 * @others: counts of the others, in the order of the command line
 * @error: error of the first failed read, or 0
 */
struct window {
	__u64 time;
	__u32 die;
	__u32 cpu;
	__u64 own;
	__u64 others[MAX_OTHERS];
	__s64 error;
};

#endif
