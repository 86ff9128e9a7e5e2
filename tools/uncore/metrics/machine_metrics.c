// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics of cores and packages. See machine_metrics.h.
 *
 * Their events are perf's own: generic events of the cores, the kernel's PMUs msr (free-running counters of each CPU) and power
 * (RAPL), and files of sysfs. The ratios of the cores need two fixed counters and a general one.
 */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/sysfs.h"
#include "metrics/machine_metrics.h"

/* The leader of the group has to be slots. */
#define TOPDOWN	"core/slots/ core/topdown-retiring/ core/topdown-bad-spec/ core/topdown-fe-bound/ core/topdown-be-bound/"

static struct metric_definition metrics[] = {
	{ "core.ipc", "core", "per clock", 2, 1, "core/instructions/ core/cycles/", "a / b",
	  "Instructions of the cores in each clock in which they are not idle" },
	{ "core.frequency", "core", "GHz", 3, 1, "msr/aperf/ msr/mperf/ msr/tsc/", "a / b * c / units / time / 1e9",
	  "Mean clock of the cores while they are not idle" },
	{ "core.busy", "core", "%", 1, 1, "msr/mperf/ msr/tsc/", "100 * a / b", "Share of the time in which a core is not idle" },
	{ "core.llc_mpki", "core", "per 1000", 3, 1, "core/cache-misses/ core/instructions/", "1000 * a / b",
	  "Misses of the last-level cache, as the cores count them, per 1000 instructions" },
	{ "core.retiring", "core", "%", 1, 0, TOPDOWN, "100 * b / (b + c + d + e)",
	  "Share of the issue slots whose operations retired (top-down level 1)" },
	{ "core.bad_speculation", "core", "%", 1, 0, TOPDOWN, "100 * c / (b + c + d + e)",
	  "Share of the issue slots lost to wrong speculation (top-down level 1)" },
	{ "core.frontend_bound", "core", "%", 1, 0, TOPDOWN, "100 * d / (b + c + d + e)",
	  "Share of the issue slots for which the frontend had nothing (top-down level 1)" },
	{ "core.backend_bound", "core", "%", 1, 0, TOPDOWN, "100 * e / (b + c + d + e)",
	  "Share of the issue slots that waited for the backend: memory or execution (top-down level 1)" },
	{ "power.package", "power", "W", 2, 1, "power/energy-pkg/", "a / time", "Power of the package" },
	{ "power.package_energy", "power", "J", 2, 1, "power/energy-pkg/", "a", "Energy of the package" },
	{ "power.dram", "power", "W", 2, 0, "power/energy-ram/", "a / time", "Power of the memory" },
	{ "power.dram_energy", "power", "J", 2, 0, "power/energy-ram/", "a", "Energy of the memory" },
	{ "package.temperature", "package", "C", 1, 1, "gauge/temperature/", "a / units / 1000",
	  "Temperature at the end of the interval; of several packages their mean" },
	{ "package.uncore_min", "package", "GHz", 3, 1, "gauge/uncore_min/", "a / units / 1e6",
	  "Lowest clock that the uncore may have, see cha.uncore_frequency" },
	{ "package.uncore_max", "package", "GHz", 3, 1, "gauge/uncore_max/", "a / units / 1e6",
	  "Highest clock that the uncore may have" },
	{ 0 }
};

static bool is_event(const char *pmu, const char *name)
{
	return !access(sysfs_path("bus/event_source/devices/%s/events/%s", pmu, name), F_OK);
}

const struct metric_definition *machine_metrics(void)
{
	struct metric_definition *metric;

	for (metric = metrics; metric->name; metric++) {
		if (!strcmp(metric->events, TOPDOWN))
			metric->is_default = is_event("cpu", "topdown-retiring");
		else if (!strcmp(metric->events, "power/energy-ram/"))
			metric->is_default = is_event("power", "energy-ram");
	}
	return metrics;
}
