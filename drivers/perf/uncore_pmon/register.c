// SPDX-License-Identifier: GPL-2.0-only
/*
 * Showing the PMUs to perf, beside or instead of another driver's.
 */
#include <linux/device.h>
#include <linux/device/bus.h>
#include <linux/module.h>
#include <linux/perf_event.h>

#include "core.h"

static int refuse_event(struct perf_event *event)
{
	return -ENOENT;
}

static int name_taken(struct pmon_core *core, struct pmu *probe)
{
	struct pmon_pmu *pmu;

	list_for_each_entry(pmu, &core->pmus, list) {
		struct device *dev = bus_find_device_by_name(probe->dev->bus,
							     NULL, pmu->name);

		if (!dev)
			continue;
		put_device(dev);
		dev_err(core->dev,
			"%s belongs to another driver (intel_uncore?), which programs the same registers; unload it first\n",
			pmu->name);
		return -EBUSY;
	}
	return 0;
}

/*
 * intel_uncore uses the same names for the same units. Registering a name twice
 * makes sysfs complain with a backtrace, and there is no way to look one
 * up but on the bus of all PMUs, which only a registered PMU leads to.
 */
static int check_names(struct pmon_core *core)
{
	struct pmu probe = {
		.module = THIS_MODULE,
		.task_ctx_nr = perf_invalid_context,
		.event_init = refuse_event,
	};
	struct pmu *pmu;
	int error;

	pmu = kmemdup(&probe, sizeof(probe), GFP_KERNEL);
	if (!pmu)
		return -ENOMEM;
	error = perf_pmu_register(pmu, "uncore_pmon_probe", -1);
	if (!error) {
		error = pmu->dev ? name_taken(core, pmu) : 0;
		perf_pmu_unregister(pmu);
	}
	kfree(pmu);
	return error;
}

int pmon_pmus_register(struct pmon_core *core)
{
	struct pmon_pmu *pmu;
	int error;

	error = check_names(core);
	if (error)
		return error;

	list_for_each_entry(pmu, &core->pmus, list) {
		error = perf_pmu_register(&pmu->pmu, pmu->name, -1);
		if (error) {
			dev_err(core->dev, "%s: cannot be registered: %pe\n",
				pmu->name, ERR_PTR(error));
			pmon_pmus_unregister(core);
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
		perf_pmu_unregister(&pmu->pmu);
	}
}
