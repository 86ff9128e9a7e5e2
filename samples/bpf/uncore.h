/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * User-space functions that the samples share: PMUs in sysfs, and events on each of their dies.
 */
#ifndef SAMPLES_UNCORE_H
#define SAMPLES_UNCORE_H

#include <linux/types.h>
#include <stdbool.h>

#define MAX_DIES	64

/** The CPU is on no die of the PMU. */
#define NO_DIE		(~0u)

/**
 * struct dies - the dies of a PMU
 * @number: number of dies
 * @owner: by die: the CPU on which its events are opened
 * @num_cpus: possible CPUs
 * @die_of: by CPU: index of its die, or NO_DIE
 */
struct dies {
	unsigned int number;
	unsigned int owner[MAX_DIES];
	unsigned int num_cpus;
	unsigned int *die_of;
};

/** find_dies() - find the dies of a PMU, from its cpumask and the topology; exits if the PMU does not exist */
void find_dies(const char *pmu, struct dies *dies);

/**
 * open_event() - open an event on a die
 * @pmu: name of the PMU
 * @config: config of perf_event_attr
 * @period: sampling period, 0 for plain counting
 * @cpu: any CPU of the die
 *
 * The event is not inherited: the kernel accepts no inherited event in a map.
 *
 * Return: its file descriptor. Exits with a message if the event cannot be opened.
 */
int open_event(const char *pmu, const char *config, __u64 period, unsigned int cpu);

/** start_command() - run a command; returns its process id */
int start_command(char **command);

/** command_runs() - true until it has ended; *@status then is its exit status, like in a shell */
bool command_runs(int pid, int *status);

#endif
