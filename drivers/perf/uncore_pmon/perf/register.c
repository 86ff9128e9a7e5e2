// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers the PMUs with perf, if no other driver uses the same units.
 */
#include <linux/device.h>
#include <linux/device/bus.h>
#include <linux/jiffies.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core.h"
#include "count/perf_gaps.h"
#include "perf/perf.h"
#include "perf/pmuset.h"

#define UNITS_PER_ROTATION_MS	4

static int refuse_event(struct perf_event *event)
{
	return -ENOENT;
}

/* Names of intel_uncore. Registering a name twice causes a backtrace in sysfs. */
static int is_uncore(struct device *dev, const void *data)
{
	return str_has_prefix(dev_name(dev), "uncore_") > 0;
}

static int find_other(struct pmon_core *core, struct pmu *probe)
{
	struct device *dev = bus_find_device(probe->dev->bus, NULL, NULL,
					     is_uncore);

	if (!dev)
		return 0;
	dev_err(core->dev,
		"%s belongs to another driver (intel_uncore?), which programs the same registers; unload that first\n",
		dev_name(dev));
	put_device(dev);
	return -EBUSY;
}

/*
 * A PMU can be found by name only on perf's bus, and the bus only through a PMU on it. So register
 * a probe PMU.
 */
int pmon_check_alone(struct pmon_core *core)
{
	const struct pmu probe = {
		.module = THIS_MODULE,
		.task_ctx_nr = perf_invalid_context,
		.event_init = refuse_event,
	};
	struct pmu *pmu;
	int error;

	pmu = kmemdup(&probe, sizeof(probe), GFP_KERNEL);
	if (!pmu)
		return -ENOMEM;
	error = perf_pmu_register(pmu, "pmon_probe", -1);
	if (!error) {
		error = pmu->dev ? find_other(core, pmu) : 0;
		perf_pmu_unregister(pmu);
	}
	kfree(pmu);
	return error;
}

/*
 * perf's rotation interval for a PMU, in milliseconds. A rotation costs some register accesses for
 * each unit with IRQs off, and the interval should be long compared with them. 0 is perf's default,
 * a tick.
 */
static int rotation_ms(const struct pmon_pmu *pmu)
{
	unsigned int most = 0, i;

	for (i = 0; i < pmu->core->num_dies; i++)
		most = max(most, pmu->dies[i].num_units);
	if (most <= UNITS_PER_ROTATION_MS)
		return 0;
	return max(DIV_ROUND_UP(most, UNITS_PER_ROTATION_MS),
		   DIV_ROUND_UP(MSEC_PER_SEC, HZ));
}

int pmon_pmus_register(struct pmon_core *core)
{
	struct pmon_pmu *pmu;
	int error;

	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->registered)
			continue;
		pmu->pmu.hrtimer_interval_ms = rotation_ms(pmu);
		error = perf_pmu_register(&pmu->pmu, pmu->name, -1);
		if (error) {
			dev_err(core->dev, "%s: cannot be registered: %pe\n",
				pmu->name, ERR_PTR(error));
			return error;
		}
		mutex_lock(&core->lock);
		pmu->registered = true;
		mutex_unlock(&core->lock);
	}
	return 0;
}

void pmon_pmus_unregister(struct pmon_core *core)
{
	struct pmon_pmu *pmu;

	list_for_each_entry(pmu, &core->pmus, list) {
		if (!pmu->registered)
			continue;
		mutex_lock(&core->lock);
		pmu->registered = false;
		mutex_unlock(&core->lock);
		pmon_end_rotation(&pmu->pmu);
		perf_pmu_unregister(&pmu->pmu);
	}
}
