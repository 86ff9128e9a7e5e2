// SPDX-License-Identifier: GPL-2.0-only
/*
 * PMUs and their dies. See uncore.h.
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uncore.h"

#define DEVICES	"/sys/bus/event_source/devices"
#define CPUS	"/sys/devices/system/cpu"

static bool read_text(char *text, size_t size, const char *path)
{
	FILE *file = fopen(path, "r");
	bool good = file && fgets(text, (int)size, file);

	if (file)
		fclose(file);
	return good;
}

static bool pmu_file(const char *pmu, const char *name, char *text, size_t size)
{
	char path[256];

	snprintf(path, sizeof(path), DEVICES "/%s/%s", pmu, name);
	return read_text(text, size, path);
}

/* Package and die of a CPU as one number. Returns false if the CPU is offline. */
static bool place_of(unsigned int cpu, unsigned long *place)
{
	char path[256], text[32];
	unsigned long package;

	snprintf(path, sizeof(path), CPUS "/cpu%u/topology/physical_package_id", cpu);
	if (!read_text(text, sizeof(text), path))
		return false;
	package = strtoul(text, NULL, 10);
	snprintf(path, sizeof(path), CPUS "/cpu%u/topology/die_id", cpu);
	*place = package << 16 | (read_text(text, sizeof(text), path) ? strtoul(text, NULL, 10) : 0);
	return true;
}

void find_dies(const char *pmu, struct dies *dies)
{
	unsigned long place[MAX_DIES], here;
	char text[1024], *next = text;
	unsigned int cpu, die;

	if (!pmu_file(pmu, "cpumask", text, sizeof(text)))
		errx(1, "there is no PMU %s", pmu);
	dies->number = 0;
	while (*next && *next != '\n' && dies->number < MAX_DIES) {
		cpu = (unsigned int)strtoul(next, &next, 10);
		if (place_of(cpu, &place[dies->number]))
			dies->owner[dies->number++] = cpu;
		next += strcspn(next, "0123456789\n");
	}
	dies->num_cpus = (unsigned int)sysconf(_SC_NPROCESSORS_CONF);
	dies->die_of = calloc(dies->num_cpus, sizeof(*dies->die_of));
	if (!dies->die_of)
		err(1, "memory");
	for (cpu = 0; cpu < dies->num_cpus; cpu++) {
		dies->die_of[cpu] = NO_DIE;
		for (die = 0; die < dies->number; die++)
			if (place_of(cpu, &here) && here == place[die])
				dies->die_of[cpu] = die;
	}
}

int open_event(const char *pmu, const char *config, __u64 period, unsigned int cpu)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .sample_period = period };
	char text[32], *end;
	long fd;

	if (!pmu_file(pmu, "type", text, sizeof(text)))
		errx(1, "there is no PMU %s", pmu);
	attr.type = (__u32)strtoul(text, NULL, 10);
	attr.config = strtoull(config, &end, 0);
	if (*end || end == config)
		errx(2, "%s: not a number for perf_event_attr.config", config);
	fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "cannot open %s %s on CPU %u", pmu, config, cpu);
	return (int)fd;
}

int start_command(char **command)
{
	int pid = fork();

	if (pid < 0)
		err(1, "cannot fork");
	if (!pid) {
		execvp(command[0], command);
		err(127, "%s", command[0]);
	}
	return pid;
}

bool command_runs(int pid, int *status)
{
	int result = waitpid(pid, status, WNOHANG);

	if (!result || (result < 0 && errno == EINTR))
		return true;
	*status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
	return false;
}
