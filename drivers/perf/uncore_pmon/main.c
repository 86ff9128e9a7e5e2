// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uncore PMON driver: module, platform driver, and how the parts are put together.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/processor.h>
#include <linux/slab.h>

#include "consume/counter.h"
#include "consume/kfunc.h"
#include "core.h"
#include "debugfs.h"
#include "count/die.h"
#include "count/poll.h"
#include "count/suspend.h"
#include "count/unit.h"
#include "find/free_running.h"
#include "find/static_machine.h"
#include "perf/hotplug.h"
#include "perf/pmuset.h"
#include "perf/upkeep.h"
#include "processors/processor.h"

#define DRIVER_NAME	"uncore_pmon"

static const struct pmon_processor *this_processor(void)
{
	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL)
		return NULL;
	return pmon_processor_find(boot_cpu_data.x86, boot_cpu_data.x86_model);
}

/*
 * What probe returned. The driver core would report some errors a second time,
 * and module loading has to fail with the right one.
 */
static int probe_result = -ENODEV;

/* It has got as far as to explain what is wrong. */
static bool probed;

static int create_dies(struct pmon_core *core)
{
	struct pmon_die_desc *desc;
	struct pmon_unit_desc *unit;
	unsigned int max_units = 0;
	int error;

	list_for_each_entry(desc, &core->machine.dies, list) {
		if (pmon_die_usable(desc))
			core->num_dies = max_t(unsigned int, core->num_dies,
					       desc->die + 1);
	}
	core->dies = devm_kcalloc(core->dev, core->num_dies,
				  sizeof(*core->dies), GFP_KERNEL);
	if (!core->dies)
		return -ENOMEM;

	list_for_each_entry(desc, &core->machine.dies, list) {
		if (!pmon_die_usable(desc) || core->processor->machine)
			continue;
		error = pmon_emr_add_free_running(&core->machine, desc);
		if (error)
			return error;
	}
	list_for_each_entry(unit, &core->machine.units, list)
		max_units++;
	list_for_each_entry(desc, &core->machine.dies, list) {
		if (!pmon_die_usable(desc))
			continue;
		core->dies[desc->die] = pmon_die_create(core->dev, &core->deferred,
							desc->die, max_units);
		if (!core->dies[desc->die])
			return -ENOMEM;
		pmon_poll_create(core->dies[desc->die]);
		error = pmon_global_init(core->dies[desc->die], desc);
		if (error)
			return error;
	}
	return 0;
}

static int create_units(struct pmon_core *core)
{
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &core->machine.units, list) {
		struct pmon_unit *unit;
		struct pmon_die *die;

		if (desc->verdict != PMON_OK)
			continue;
		if (!desc->type)
			desc->type = pmon_emr_box_type(desc->unit.type);
		die = core->dies[desc->die];
		unit = pmon_unit_create(die, desc->type, desc);
		if (IS_ERR(unit)) {
			if (PTR_ERR(unit) == -ENOMEM)
				return -ENOMEM;
			desc->verdict = PMON_BAD_RANGE;
			dev_warn(core->dev,
				 "die %d: unit type %u id %u: registers cannot be mapped (%pe), ignored\n",
				 desc->die, desc->unit.type, desc->unit.id, unit);
			continue;
		}
		desc->built = unit;
		die->units[die->num_units++] = unit;
	}
	return 0;
}

/* Units whose reset faulted have no registers: leave them alone from now on. */
static void report_missing(struct pmon_core *core)
{
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &core->machine.units, list) {
		if (!desc->built || !desc->built->gone)
			continue;
		desc->verdict = PMON_BAD_RESET;
		dev_warn(core->dev, "die %d: unit type %u id %u: %s, ignored\n",
			 desc->die, desc->unit.type, desc->unit.id,
			 pmon_verdict_name(desc->verdict));
	}
}

static void release_machine(void *data)
{
	pmon_machine_release(data);
}

static void remove_hotplug(void *data)
{
	pmon_hotplug_remove(data);
}

static void unregister_pmus(void *data)
{
	struct pmon_core *core = data;
	unsigned int i;

	pmon_consume_exit();
	pmon_debugfs_exit();
	pmon_pmus_unregister(core);
	for (i = 0; i < core->num_dies; i++) {
		if (core->dies[i])
			pmon_poll_stop(core->dies[i]);
	}
}

/* CPUs still come and go when the PMUs' memory is freed. */
static void forget_pmus(void *data)
{
	struct pmon_core *core = data;

	mutex_lock(&core->lock);
	INIT_LIST_HEAD(&core->pmus);
	mutex_unlock(&core->lock);
}

static void end_deferred(void *data)
{
	pmon_deferred_end(data);
}

static int find_units(struct pmon_core *core)
{
	int error;

	error = core->processor->machine ?
		pmon_static_find(core->dev, core->processor, &core->machine) :
		pmon_discover(core->dev, &core->machine);
	if (error)
		return error;
	return devm_add_action_or_reset(core->dev, release_machine,
					&core->machine);
}

static int watch_cpus(struct pmon_core *core)
{
	int error;

	/* Waits for what CPU hotplug begins, so it comes after the end of that. */
	error = devm_add_action_or_reset(core->dev, end_deferred,
					 &core->deferred);
	if (error)
		return error;
	error = pmon_hotplug_add(core);
	if (error)
		return error;
	error = devm_add_action_or_reset(core->dev, remove_hotplug, core);
	if (!error)
		report_missing(core);
	return error;
}

static int create_pmus(struct pmon_core *core)
{
	int error;

	error = pmon_pmus_create(core);
	if (error) {
		forget_pmus(core);
		return error;
	}
	return devm_add_action_or_reset(core->dev, forget_pmus, core);
}

static int show_pmus(struct pmon_core *core)
{
	int error;

	error = pmon_pmus_register(core);
	if (error)
		return error;
	pmon_debugfs_init(core);
	pmon_upkeep_report(core);
	pmon_consume_init(core);
	pmon_kfuncs_init(core);
	return devm_add_action_or_reset(core->dev, unregister_pmus, core);
}

/* In this order. What went wrong can be as little as a lack of memory, which tells nobody where. */
static const struct {
	int (*take)(struct pmon_core *core);
	const char *what;
} steps[] = {
	{ pmon_check_alone, "looking for another driver" },
	{ find_units, "looking for units" },
	{ create_dies, "setting up the dies" },
	{ create_units, "setting up the units" },
	{ watch_cpus, "resetting the units, and watching which CPUs are there" },
	{ create_pmus, "setting up the PMUs" },
	{ show_pmus, "registering the PMUs" },
};

/* -EBUSY and -ENODEV have been explained where they come from. */
static int probe(struct pmon_core *core)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < ARRAY_SIZE(steps) && !error; i++)
		error = steps[i].take(core);
	if (error && error != -EBUSY && error != -ENODEV)
		dev_err(core->dev, "not loaded: %s: %pe\n", steps[i - 1].what,
			ERR_PTR(error));
	return error;
}

static int pmon_probe(struct platform_device *pdev)
{
	struct pmon_core *core;

	core = devm_kzalloc(&pdev->dev, sizeof(*core), GFP_KERNEL);
	if (!core) {
		probe_result = -ENOMEM;
		return -ENOMEM;
	}
	probed = true;
	pmon_upkeep_init(core, &pdev->dev);
	platform_set_drvdata(pdev, core);
	core->processor = this_processor();

	probe_result = probe(core);
	return probe_result ? -ENODEV : 0;
}

static void in_every_die(struct pmon_core *core,
			 void (*call)(struct pmon_die *die))
{
	unsigned int i;

	for (i = 0; i < core->num_dies; i++) {
		if (core->dies[i])
			call(core->dies[i]);
	}
}

static int pmon_suspend(struct device *dev)
{
	in_every_die(dev_get_drvdata(dev), pmon_die_suspend);
	return 0;
}

static int pmon_resume(struct device *dev)
{
	in_every_die(dev_get_drvdata(dev), pmon_die_resume);
	return 0;
}

/*
 * Late and early: the PCI functions and the memory with the units' registers are put to sleep after
 * that and brought back before, and CPUs go offline in between. Hibernation is the same: its
 * image has the counts of when it was made.
 */
static const struct dev_pm_ops pmon_pm_ops = {
	LATE_SYSTEM_SLEEP_PM_OPS(pmon_suspend, pmon_resume)
};

/* For kexec: the next kernel need not have a driver that looks for a freeze. */
static void pmon_shutdown(struct platform_device *pdev)
{
	in_every_die(platform_get_drvdata(pdev), pmon_die_shutdown);
}

static struct platform_driver pmon_driver = {
	.probe = pmon_probe,
	.shutdown = pmon_shutdown,
	.driver = {
		.name = DRIVER_NAME,
		.pm = pm_sleep_ptr(&pmon_pm_ops),
		.probe_type = PROBE_FORCE_SYNCHRONOUS,
		/* Events hold the module, not the device. */
		.suppress_bind_attrs = true,
	},
};

static struct platform_device *pmon_device;

static int __init pmon_init(void)
{
	const char *what = "preparing for CPUs that come and go";
	int error;

	if (!this_processor()) {
		pr_err("no uncore PMON known for this processor (family %u model %u)\n",
		       boot_cpu_data.x86, boot_cpu_data.x86_model);
		return -ENODEV;
	}

	error = pmon_hotplug_init();
	if (error)
		goto no_hotplug;
	what = "registering the driver";
	error = platform_driver_register(&pmon_driver);
	if (error)
		goto no_driver;
	pmon_device = platform_device_register_simple(DRIVER_NAME,
						      PLATFORM_DEVID_NONE,
						      NULL, 0);
	if (IS_ERR(pmon_device)) {
		error = PTR_ERR(pmon_device);
		goto no_device;
	}
	what = probed ? NULL : "binding the driver to its device";
	error = probe_result;
	if (error)
		goto no_probe;
	return 0;

no_probe:
	platform_device_unregister(pmon_device);
no_device:
	platform_driver_unregister(&pmon_driver);
no_driver:
	pmon_hotplug_exit();
no_hotplug:
	if (what)
		pr_err("not loaded: %s: %pe\n", what, ERR_PTR(error));
	return error;
}
module_init(pmon_init);

static void __exit pmon_exit(void)
{
	platform_device_unregister(pmon_device);
	platform_driver_unregister(&pmon_driver);
	pmon_hotplug_exit();
}
module_exit(pmon_exit);

MODULE_DESCRIPTION("Intel uncore performance monitors (PMON)");
MODULE_LICENSE("GPL");
