// SPDX-License-Identifier: GPL-2.0-only
/* Events of the CPUs. See core_event.h. */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sysfs.h"
#include "count/core_event.h"

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} generic[] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
};

bool core_generic(const char *name, uint32_t *type, uint64_t *config)
{
	char *end;
	size_t i;

	for (i = 0; i < sizeof(generic) / sizeof(*generic); i++) {
		if (strcmp(generic[i].name, name))
			continue;
		*type = generic[i].type;
		*config = generic[i].config;
		return true;
	}
	if (*name != 'r' || !strspn(name + 1, "0123456789abcdefABCDEF"))
		return false;
	*type = PERF_TYPE_RAW;
	*config = strtoull(name + 1, &end, 16);
	return !*end;
}

void core_generic_try(struct suggestion *suggestion)
{
	size_t i;

	for (i = 0; i < sizeof(generic) / sizeof(*generic); i++)
		suggestion_try(suggestion, generic[i].name);
}

/* Not an array of the machine's: the PMUs there are those of the uncore. */
static struct pmu *find_pmu(struct pmu *pmu)
{
	char text[32];

	if (!pmu->type && read_file(sysfs_path("bus/event_source/devices/%s/type", pmu->name), text, sizeof(text)))
		pmu->type = (uint32_t)strtoul(text, NULL, 10);
	return pmu->type ? pmu : NULL;
}

struct pmu *core_pmu(void)
{
	static struct pmu pmu = { .name = "cpu", .unit = ALL_UNITS };

	return find_pmu(&pmu);
}

static struct {
	struct pmu pmu;
	const char *missing;
} others[] = {
	{ { .name = "power", .unit = ALL_UNITS },
	  "the kernel has no PMU power here: virtual machines have none, otherwise load its module rapl" },
	{ { .name = "msr", .unit = ALL_UNITS }, "the kernel has no PMU msr here" },
};

struct pmu *kernel_pmu(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strcmp(others[i].pmu.name, name))
			return find_pmu(&others[i].pmu);
	return NULL;
}

const char *kernel_pmu_missing(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strcmp(others[i].pmu.name, name))
			return others[i].missing;
	return NULL;
}
