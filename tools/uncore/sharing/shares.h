/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who got which share of the counts, interval by interval.
 */
#ifndef UNCORE_SHARES_H
#define UNCORE_SHARES_H

#include "sharing/kernel.h"

/**
 * struct task_share - what a task, command or cgroup got on a die
 * @next: in the table
 * @key: who
 * @command: name of the task
 * @weight: if a timer reads the counters: its share of the time since the last look, or what its CPUs counted meanwhile of the
 *          event that is the weight
 * @got: in this interval, in units of 2^-TASKS_SHIFT counts
 */
struct task_share {
	struct task_share *next;
	struct tasks_key key;
	char command[TASKS_NAME];
	uint64_t weight;
	uint64_t got[TASKS_EVENTS];
};

/**
 * struct task_die - a die in this interval
 * @total: counts of each event
 * @idle: of these, in units as above, counted while no task ran; if shares are weighted, what no CPU explains
 * @switches: context switches
 * @reads: how often all events were read
 * @failed: how often that failed
 * @enabled: time for which each event was enabled, in ns
 * @running: time of it for which it had a counter
 */
struct task_die {
	uint64_t total[TASKS_EVENTS];
	uint64_t idle[TASKS_EVENTS];
	uint64_t enabled[TASKS_EVENTS];
	uint64_t running[TASKS_EVENTS];
	uint64_t switches;
	uint64_t reads;
	uint64_t failed;
};

/** shares_possible() - the program has it, and the kernel does not exclude it; returns a status after a message */
int shares_possible(void);

/**
 * shares_take() - take in what was counted since the last call
 * @counters: read just now
 * @num_dies: dies of the machine
 * @timed: share by time or weight here; else it was done in the kernel
 * @worth: the most counts that one of the event that is the weight explains; 0: no bound
 *
 * Return: 0, or a status after a message.
 */
int shares_take(const struct counters *counters, unsigned int num_dies, bool timed, double worth);

/** shares_of() - those who got something on a die in this interval, largest share of the first event first */
struct task_share **shares_of(unsigned int die, size_t *num);

/** shares_die() - the die in this interval */
const struct task_die *shares_die(unsigned int die);

/** shares_next() - begin a new interval */
void shares_next(void);

/** shares_release() - forget all */
void shares_release(void);

#endif
