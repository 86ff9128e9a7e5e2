/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs, packages, dies, NUMA nodes and caches of this machine, as sysfs shows them. Nothing else reads these. */
#ifndef UNCORE_TOPOLOGY_H
#define UNCORE_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct cpu_list - the CPUs of a list such as "0-3,8"
 * @text: the list
 * @rest: what is still to come; within a range it stays at the range's end
 * @cpu: the CPU before
 */
struct cpu_list {
	char text[4096];
	const char *rest;
	long cpu;
};

/** cpu_list_read() - begin with the list in a file below sysfs; false if it cannot be read, then the list is empty */
bool cpu_list_read(struct cpu_list *list, const char *path);

/** cpu_list_next() - the next CPU of a list; false at its end */
bool cpu_list_next(struct cpu_list *list, int *cpu);

/** cpu_list_present() - begin with all CPUs of the machine, online or not */
void cpu_list_present(struct cpu_list *list);

/** node_list() - begin with the numbers of the NUMA nodes; false if the kernel has none */
bool node_list(struct cpu_list *list);

/** cpu_list_of_node() - begin with the CPUs of a NUMA node; false if there is no such node */
bool cpu_list_of_node(struct cpu_list *list, int node);

/**
 * struct cpu_position - where a CPU is
 * @socket: package
 * @die_id: die of the package, as the kernel has it
 * @core: core of the package, as the kernel has it
 *
 * A number is -1 if the kernel does not say it, as of a CPU that is offline.
 */
struct cpu_position {
	int socket;
	int die_id;
	int core;
};

/** cpu_position() - where a CPU is */
struct cpu_position cpu_position(int cpu);

/**
 * struct place - where a PMU counts
 * @cpu: CPU to open events on
 * @die_id: die of its package, as the kernel has it; -1 if the kernel does not say
 * @die: die of that CPU, numbered over the whole machine as the kernel does: a package that is offline keeps its numbers
 * @socket: package of that CPU
 */
struct place {
	int cpu;
	int die_id;
	unsigned int die;
	unsigned int socket;
};

/** place_of_cpu() - the one of @num places that is on the die of a CPU; NULL if none is, or the CPU is offline */
const struct place *place_of_cpu(const struct place *places, size_t num, int cpu);

/**
 * nodes_offline() - NUMA nodes that have CPUs, none of which is online
 * @text: receives them, such as "NUMA node 1 (CPUs 4-7,12-15)"; empty if there are none
 * @size: of @text
 *
 * A package whose CPUs are all offline has no other trace in sysfs. Where SMT is off, each node still has CPUs online.
 *
 * Return: how many.
 */
unsigned int nodes_offline(char *text, size_t size);

/** cpus_offline() - some CPU of the machine is offline, or every one of a package */
bool cpus_offline(void);

/** last_level_cache() - bytes of the last-level cache of a package, 0 if the kernel does not say */
size_t last_level_cache(void);

#endif
