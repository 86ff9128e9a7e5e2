/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the samples share in user space: PMUs in sysfs, and events on each of their dies.
 */
#ifndef SAMPLES_UNCORE_H
#define SAMPLES_UNCORE_H

#include <linux/types.h>
#include <stdbool.h>

#define MAX_DIES	64

/** CPU that is on no die of the PMU. */
#define NO_DIE		(~0u)

/**
 * struct dies - where a PMU counts
 * @number: of dies
 * @owner: a CPU of each, on which its events are opened
 * @num_cpus: possible CPUs
 * @die_of: by CPU: index of its die, or NO_DIE
 */
struct dies {
	unsigned int number;
	unsigned int owner[MAX_DIES];
	unsigned int num_cpus;
	unsigned int *die_of;
};

/** find_dies() - the dies of a PMU, as its cpumask and the CPUs' topology tell; ends the program if there is no such PMU */
void find_dies(const char *pmu, struct dies *dies);

/**
 * open_event() - open an event on a die
 * @pmu: name of the PMU
 * @config: for perf_event_attr
 * @period: 0 for an event that only counts
 * @cpu: any CPU of the die
 *
 * The event is not inherited, as the kernel takes no such event into a map.
 *
 * Return: its descriptor. Ends the program after a message if the event cannot be opened.
 */
int open_event(const char *pmu, const char *config, __u64 period, unsigned int cpu);

/** start_command() - run a command; returns its process id */
int start_command(char **command);

/** command_runs() - true until it has ended, *@status is then what a shell would have for it */
bool command_runs(int pid, int *status);

#endif
