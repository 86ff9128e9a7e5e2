// SPDX-License-Identifier: GPL-2.0-only
/* Topology. See topology.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/sysfs.h"
#include "machine/topology.h"

bool cpu_list_read(struct cpu_list *list, const char *path)
{
	bool good = read_file(path, list->text, sizeof(list->text));

	if (!good)
		*list->text = '\0';
	list->rest = list->text;
	list->cpu = -1;
	return good;
}

bool cpu_list_next(struct cpu_list *list, int *cpu)
{
	bool found;
	char *end;

	if (*list->rest == '-') {
		long last = strtol(list->rest + 1, &end, 10);

		list->cpu++;
		found = list->cpu <= last;
		if (list->cpu >= last)
			list->rest = end;
	} else {
		list->rest += *list->rest == ',';
		found = isdigit((unsigned char)*list->rest);
		if (found) {
			list->cpu = strtol(list->rest, &end, 10);
			list->rest = end;
		}
	}
	*cpu = (int)list->cpu;
	return found;
}

void cpu_list_present(struct cpu_list *list)
{
	cpu_list_read(list, sysfs_path("devices/system/cpu/present"));
}

bool node_list(struct cpu_list *list)
{
	return cpu_list_read(list, sysfs_path("devices/system/node/online"));
}

bool cpu_list_of_node(struct cpu_list *list, int node)
{
	return cpu_list_read(list, sysfs_path("devices/system/node/node%d/cpulist", node));
}

static int position(int cpu, const char *file)
{
	char text[32];

	return read_file(sysfs_path("devices/system/cpu/cpu%d/topology/%s", cpu, file), text, sizeof(text)) ?
		atoi(text) : -1;
}

struct cpu_position cpu_position(int cpu)
{
	return (struct cpu_position){
		.socket = position(cpu, "physical_package_id"), .die_id = position(cpu, "die_id"),
		.core = position(cpu, "core_id"),
	};
}

const struct place *place_of_cpu(const struct place *places, size_t num, int cpu)
{
	struct cpu_position at = cpu_position(cpu);
	size_t i;

	for (i = 0; i < num && at.socket >= 0; i++)
		if (at.socket == (int)places[i].socket && at.die_id == places[i].die_id)
			return &places[i];
	return NULL;
}

/* The next CPU of @all that is not in @some, which is in order, too. @next is the one of @some that was not yet passed. */
static bool next_other_cpu(struct cpu_list *all, struct cpu_list *some, int *next, int *cpu)
{
	while (cpu_list_next(all, cpu)) {
		while (*next < *cpu && cpu_list_next(some, next))
			;
		if (*next != *cpu)
			return true;
	}
	return false;
}

/* Begins with the CPUs that are offline. False if the kernel does not say which are online. */
static bool offline_begin(struct cpu_list *present, struct cpu_list *online, int *next)
{
	*next = -1;
	cpu_list_present(present);
	return cpu_list_read(online, sysfs_path("devices/system/cpu/online"));
}

bool cpus_offline(void)
{
	struct cpu_list present, online;
	int next, cpu;

	return offline_begin(&present, &online, &next) && next_other_cpu(&present, &online, &next, &cpu);
}

/* Adds the CPUs of a node that are offline. Returns how many characters. A link leads to each, online or not. */
static size_t offline_of_node(int node, char *text, size_t size)
{
	struct cpu_list present, online;
	int next, cpu, first = -1, last = -1;
	size_t length = 0;
	bool more;

	if (!offline_begin(&present, &online, &next))
		return 0;
	do {
		more = next_other_cpu(&present, &online, &next, &cpu);
		if (more && access(sysfs_path("devices/system/node/node%d/cpu%d", node, cpu), F_OK))
			continue;
		if (more && first >= 0 && cpu == last + 1) {
			last = cpu;
			continue;
		}
		if (first >= 0 && length < size)
			length += (size_t)snprintf(text + length, size - length, last > first ? "%s%d-%d" : "%s%d",
						   length ? "," : "", first, last);
		first = last = cpu;
	} while (more);
	return length;
}

unsigned int nodes_offline(char *text, size_t size)
{
	struct cpu_list nodes, cpus;
	unsigned int number = 0;
	size_t length = 0;
	char list[128];
	int node, cpu;

	*text = '\0';
	if (!node_list(&nodes))
		return 0;
	while (cpu_list_next(&nodes, &node)) {
		if (!cpu_list_of_node(&cpus, node) || cpu_list_next(&cpus, &cpu) || !offline_of_node(node, list, sizeof(list)))
			continue;
		number++;
		if (length < size)
			length += (size_t)snprintf(text + length, size - length, "%sNUMA node %d (CPUs %s)",
						   length ? ", " : "", node, list);
	}
	return number;
}

size_t last_level_cache(void)
{
	char text[32], *end;
	unsigned long size;

	/* "16384K" */
	if (!read_file(sysfs_path("devices/system/cpu/cpu0/cache/index3/size"), text, sizeof(text)))
		return 0;
	size = strtoul(text, &end, 10);
	return *end == 'M' ? size << 20 : *end == 'K' ? size << 10 : size;
}
