// SPDX-License-Identifier: GPL-2.0-only
/* Topology. See topology.h. */
#include <ctype.h>
#include <stdlib.h>

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
