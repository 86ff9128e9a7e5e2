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

/** Dies, a power of two. */
#define TASKS_DIES	256

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
 * struct tasks_entry - a sum of one epoch
 * @shares: of each event; if the counters are read by a timer, @shares[0] is the share of the die's time, in units of
 *          2^-TASKS_SHIFT nanoseconds, or the count of the event that is the weight
 * @command: name of the task that was last added here
 */
struct tasks_entry {
	__u64 shares[TASKS_EVENTS];
	char command[TASKS_NAME];
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
 * struct tasks_weight - a CPU, if shares are weighted by an event that it counts itself
 * @key: for whom it runs
 * @command: name of what runs
 * @since: the CPU's count up to which all is credited
 * @others: counts of those for whom there was no room, since the beginning
 * @switches: context switches since the beginning
 * @state: enum tasks_cpu_state
 */
struct tasks_weight {
	struct tasks_key key;
	char command[TASKS_NAME];
	__u64 since;
	__u64 others;
	__u64 switches;
	__u64 state;
};

/**
 * struct tasks_part - the share up to the last snapshot of what ran on a CPU then
 * @key: for whom it ran
 * @entry: its share
 * @state: TASKS_RUNS if there is one
 */
struct tasks_part {
	struct tasks_key key;
	struct tasks_entry entry;
	__u64 state;
};

/**
 * struct tasks_counts - what has happened on a die since the beginning
 * @last: counts as they were last read
 * @idle: counts from while no CPU was busy. With a timer, @idle[0] is nanoseconds
 * @switches: context switches
 * @reads: how often counts were read
 * @failed: how often that failed; the next read makes up for it
 */
struct tasks_counts {
	__u64 last[TASKS_EVENTS];
	__u64 idle[TASKS_EVENTS];
	__u64 switches;
	__u64 reads;
	__u64 failed;
};

/**
 * struct tasks_die - a die
 * @lock: covers all but @others and @credited
 * @busy: CPUs that run a task
 * @now: counts
 * @position: sum over time of what was counted by the number of CPUs that were busy then: a CPU that was busy all the
 *            time has got so much. With a timer: time in place of counts
 * @rest: what could not be divided yet, less than @busy
 * @cpus: its CPUs
 * @epoch: number of snapshots
 * @left: tasks that have left a CPU, by parity of the epoch
 * @credited: those of them whose share is in its entry; equal to @left when the entries of an epoch are complete
 * @others: shares of those for whom there was no room, by parity of the epoch, since the beginning
 * @snapshot: @now at the last snapshot. With a timer, @last are counts only if @good
 * @good: the counters were read for the snapshot
 * @parts: by CPU, what the tasks had got that ran at the last snapshot
 */
struct tasks_die {
	struct bpf_spin_lock lock;
	__u32 busy;
	struct tasks_counts now;
	__u64 position[TASKS_EVENTS];
	__u64 rest[TASKS_EVENTS];
	struct tasks_cpu cpus[TASKS_CPUS];
	__u64 epoch;
	__u64 left[2];
	__u64 credited[2];
	__u64 others[2][TASKS_EVENTS];
	struct tasks_counts snapshot;
	__u64 good;
	struct tasks_part parts[TASKS_CPUS];
};

/**
 * struct tasks_place - where a CPU is
 * @die: its die
 * @slot: index in tasks_die.cpus
 * @can_snapshot: snapshots can be made here: all counters can be read
 */
struct tasks_place {
	__u32 die;
	__u32 slot;
	__u32 can_snapshot;
};

#endif
