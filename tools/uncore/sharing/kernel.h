/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The BPF program that divides counts among tasks, in the kernel: loading it, and what it has summed up.
 */
#ifndef UNCORE_TASKS_KERNEL_H
#define UNCORE_TASKS_KERNEL_H

#include "count/counters.h"
#include "sharing/shared.h"

/** tasks_built() - the program has it. If not, nothing else is called. */
bool tasks_built(void);

/** struct tasks_sum - what a task, command or cgroup has got in an epoch */
struct tasks_sum {
	struct tasks_key key;
	struct tasks_entry entry;
};

/**
 * tasks_load() - load the program and see what the kernel allows
 * @machine: the dies
 * @counters: the events, each opened by itself
 * @by: what sums are for
 * @timed: counts are to be read by a timer, so the program keeps times only. Set if the kernel or the PMU lets no
 *         program read on each CPU.
 * @weights: an event of the CPUs, by which shares are weighted, or NULL; @timed is true then
 * @reason: receives why @timed was set
 * @size: of @reason
 *
 * Return: 0, or a status after a message.
 */
int tasks_load(const struct machine *machine, const struct counters *counters, const struct counters *weights,
	       enum tasks_by by, bool *timed, char *reason, size_t size);

/** tasks_attach() - share from now on; the events still have to be enabled. Returns a status after a message. */
int tasks_attach(void);

/** tasks_unload() - undo tasks_load() */
void tasks_unload(void);

/**
 * tasks_snapshot() - end an epoch on each die, by a context switch on it
 *
 * Counts and shares of a die are of the instant of that switch. Weighted shares: each CPU is visited, one after the other.
 *
 * Return: 0, or a status after a message.
 */
int tasks_snapshot(void);

/**
 * tasks_sums() - all shares of the epoch that tasks_snapshot() has ended; a key can come several times
 * @num: receives how many
 *
 * Return: the shares, valid until the next call. NULL after a message.
 */
struct tasks_sum *tasks_sums(size_t *num);

/** tasks_die() - the state of a die as it was at the last tasks_snapshot() */
const struct tasks_die *tasks_die(unsigned int die);

#endif
