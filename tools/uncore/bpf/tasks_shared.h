/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the BPF program of `uncore tasks` and the program itself both know.
 */
#ifndef UNCORE_TASKS_SHARED_H
#define UNCORE_TASKS_SHARED_H

#include <linux/bpf.h>
#include <linux/types.h>

/** Events whose counts can be shared among tasks at a time. */
#define TASKS_EVENTS	4

/** CPUs of a die, a power of two. */
#define TASKS_CPUS	512

/** Tasks, commands or cgroups that are kept apart; what does not fit is shared by one entry. */
#define TASKS_ENTRIES	16384

#define TASKS_NAME	16

/** Shares are kept in units of 2^-TASKS_SHIFT counts. */
#define TASKS_SHIFT	16

/** CPU that is on no die. */
#define TASKS_NO_DIE	(~0u)

/** enum tasks_by - what shares are summed for */
enum tasks_by {
	TASKS_BY_TASK,
	TASKS_BY_COMMAND,
	TASKS_BY_CGROUP,
};

/**
 * struct tasks_key - for whom a sum is
 * @id: task: process id << 32 | thread id; cgroup: its id; command: 0
 * @die: where it ran
 * @others: 1 for those for whom there was no room
 * @command: command: its name; else empty
 */
struct tasks_key {
	__u64 id;
	__u32 die;
	__u32 others;
	char command[TASKS_NAME];
};

/**
 * struct tasks_entry - a sum
 * @shares: of each event; if the counters are read by a timer, @shares[0] is nanoseconds on a CPU
 * @command: name of the task that was last added here
 * @gone: the task has ended
 */
struct tasks_entry {
	__u64 shares[TASKS_EVENTS];
	char command[TASKS_NAME];
	__u64 gone;
};

/** enum tasks_cpu_state - what a CPU is known to do */
enum tasks_cpu_state {
	TASKS_UNKNOWN,
	TASKS_IDLE,
	TASKS_RUNS,
};

/**
 * struct tasks_cpu - a CPU
 * @key: for whom it runs
 * @command: name of what runs
 * @since: positions of the die when that began; the share of what runs is how far they have come
 * @state: enum tasks_cpu_state
 */
struct tasks_cpu {
	struct tasks_key key;
	char command[TASKS_NAME];
	__u64 since[TASKS_EVENTS];
	__u64 state;
};

/**
 * struct tasks_die - a die
 * @lock: covers all of it
 * @busy: CPUs that run a task
 * @last: counts as they were last read
 * @position: sum over time of what was counted by the number of CPUs that were busy then: a CPU that was busy all the
 *            time has got so much. With a timer: nanoseconds
 * @rest: what could not be divided yet, less than @busy
 * @idle: counts from while no CPU was busy
 * @switches: context switches
 * @reads: how often counts were read
 * @failed: how often that failed; it is made good by the next one
 * @cpus: its CPUs
 */
struct tasks_die {
	struct bpf_spin_lock lock;
	__u32 busy;
	__u64 last[TASKS_EVENTS];
	__u64 position[TASKS_EVENTS];
	__u64 rest[TASKS_EVENTS];
	__u64 idle[TASKS_EVENTS];
	__u64 switches;
	__u64 reads;
	__u64 failed;
	struct tasks_cpu cpus[TASKS_CPUS];
};

/** struct tasks_place - where a CPU is: die, and index in tasks_die.cpus */
struct tasks_place {
	__u32 die;
	__u32 slot;
};

#endif
