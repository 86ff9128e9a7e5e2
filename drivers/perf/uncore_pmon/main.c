// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uncore PMON driver: module, platform driver, and the order in which the parts are set up.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/processor.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "consume/counter.h"
#include "consume/kfunc.h"
#include "core.h"
#include "count/die.h"
#include "count/engine.h"
#include "debugfs.h"
#include "find/machine.h"
#include "find/nodes.h"
#include "find/placement_global.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "perf/perf.h"
#include "processors/processor.h"

#define DRIVER_NAME	"uncore_pmon"

/* The description of the machine's processor. */
static const struct pmon_processor *processor;

static const struct pmon_processor *__init this_processor(void)
{
	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL)
		return NULL;
	return pmon_processor_find(boot_cpu_data.x86, boot_cpu_data.x86_model,
				   boot_cpu_data.x86_stepping);
}

/*
 * Result of probe. The driver core would report some errors a second time, and
 * module loading must fail with the right error.
 */
static int probe_result = -ENODEV;

/* probe() ran: it has printed why it failed. */
static bool probed;

static int create_units(struct pmon_core *core, struct pmon_die *die)
{
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &core->machine.units, list) {
		struct pmon_unit *unit;

		if (desc->die != die->die || desc->verdict != PMON_OK)
			continue;
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

static int reach_globals(struct pmon_core *core, struct pmon_die *die)
{
	const struct pmon_die_desc *own = pmon_place_global_of(&core->machine, die->die);
	const struct pmon_die_desc *desc;
	int error = 0;

	if (own)
		error = pmon_global_init(die, &own->global, own->status_bits,
					 core->machine.processor->discovery->sampling_untried);
	list_for_each_entry(desc, &core->machine.dies, list) {
		if (desc->die == die->die && pmon_die_usable(desc) && desc->global_usable)
			error = error ?: pmon_global_add(die, &desc->global);
	}
	return error;
}

static int create_die(struct pmon_core *core, const struct pmon_die_desc *desc)
{
	const struct pmon_unit_desc *unit;
	unsigned int max_units = 0;
	struct pmon_die *die;
	int error;

	list_for_each_entry(unit, &core->machine.units, list)
		max_units += unit->die == desc->die;
	die = pmon_die_create(core->dev, &core->deferred, desc->die, max_units);
	if (!die)
		return -ENOMEM;
	if (core->shown)
		die->owner = PMON_NOT_READY;
	pmon_poll_create(die);
	error = reach_globals(core, die) ?:
		pmon_global_init_left(die, core->machine.processor->left_freeze) ?:
		create_units(core, die);
	if (error)
		return error;
	/* The die is complete: readers need no lock. */
	smp_store_release(&core->dies[desc->die], die);
	return 0;
}

static int create_dies(struct pmon_core *core)
{
	struct pmon_die_desc *desc;
	int error = 0;

	list_for_each_entry(desc, &core->machine.dies, list) {
		if (!pmon_die_usable(desc) || error)
			continue;
		/* 6.1 guesses how many packages there will be. */
		if (desc->die >= core->num_dies) {
			desc->verdict = PMON_BAD_ID;
			dev_warn(core->dev,
				 "die %d: the kernel expected %u dies: not used until the driver is loaded again\n",
				 desc->die, core->num_dies);
		} else if (!core->dies[desc->die]) {
			error = create_die(core, desc);
		}
		if (error)
			desc->verdict = PMON_NO_MEMORY;
	}
	return error;
}

/* Also room for dies that come online later. */
static int make_room(struct pmon_core *core)
{
	const struct pmon_die_desc *desc;

	core->num_dies = core->machine.max_dies;
	list_for_each_entry(desc, &core->machine.dies, list)
		core->num_dies = max_t(int, core->num_dies, desc->die + 1);
	core->dies = devm_kcalloc(core->dev, core->num_dies,
				  sizeof(*core->dies), GFP_KERNEL);
	return core->dies ? 0 : -ENOMEM;
}

/*
 * Report units whose reset faulted. They have no registers, and are not used. A unit with a PMU has
 * answered once, and may return.
 */
static void report_missing(struct pmon_core *core)
{
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &core->machine.units, list) {
		if (!desc->built || !desc->built->gone || desc->verdict != PMON_OK ||
		    desc->built->pmus[PMON_EVENT_UNIT])
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
	/* A handover may have started timers after the PMUs were gone. */
	pmon_core_visit_dies(data, pmon_poll_cancel);
}

static void unregister_pmus(void *data)
{
	struct pmon_core *core = data;

	WRITE_ONCE(core->shown, false);
	cancel_work_sync(&core->new_packages);
	pmon_consume_exit();
	pmon_debugfs_exit();
	pmon_pmus_unregister(core);
	/*
	 * Freezes are ended on the owner, which must not go offline meanwhile. Units are reset: the
	 * in-tree driver does not write the upper half of each control that it uses.
	 */
	cpus_read_lock();
	pmon_core_visit_dies(core, pmon_poll_stop);
	pmon_core_visit_dies(core, pmon_die_shutdown);
	cpus_read_unlock();
}

/* CPU hotplug continues while the PMUs' memory is freed. */
static void forget_pmus(void *data)
{
	struct pmon_core *core = data;

	mutex_lock(&core->lock);
	INIT_LIST_HEAD(&core->pmus);
	mutex_unlock(&core->lock);
}

static void end_deferred(void *data)
{
	struct pmon_core *core = data;

	pmon_deferred_end(&core->deferred);
	cancel_work_sync(&core->new_packages);
}

static int find_units(struct pmon_core *core)
{
	int error;

	error = pmon_discover(core->dev, &core->machine);
	if (error)
		pmon_machine_give_up(&core->machine);
	return error;
}

static int find_all(struct pmon_core *core)
{
	int error;

	error = devm_add_action_or_reset(core->dev, release_machine,
					 &core->machine);
	error = error ?: find_units(core);
	if (error)
		return error;
	cpus_read_lock();
	pmon_find_nodes(&core->machine);
	cpus_read_unlock();
	return 0;
}

static int watch_cpus(struct pmon_core *core)
{
	int error;

	/* CPU hotplug queues the work, so the work must end after CPU hotplug. */
	error = devm_add_action_or_reset(core->dev, end_deferred, core);
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
	if (error) {
		pmon_pmus_unregister(core);
		return error;
	}
	pmon_debugfs_init(core);
	pmon_core_visit_dies(core, pmon_ledger_report);
	pmon_consume_init(core);
	pmon_kfuncs_init(core);
	error = devm_add_action_or_reset(core->dev, unregister_pmus, core);
	if (error)
		return error;
	/* Add a package that came online after discovery. */
	WRITE_ONCE(core->shown, true);
	queue_work(system_freezable_wq, &core->new_packages);
	return 0;
}

static bool has_new_package(const struct pmon_core *core)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		int die = topology_logical_die_id(cpu);

		if (die >= 0 && (die >= core->num_dies || !core->dies[die]))
			return true;
	}
	return false;
}

/*
 * Set up new packages like those at load. No event can be opened on a die without an owner. Until
 * the die gets one, its units are added to PMUs that are registered already. CPU hotplug is
 * excluded.
 */
static int add_packages(struct pmon_core *core)
{
	int error;

	error = find_units(core) ?: create_dies(core);
	if (error)
		return error;
	pmon_find_nodes(&core->machine);
	pmon_hotplug_reset_new(core);
	report_missing(core);
	error = pmon_pmus_create(core);
	if (!error)
		pmon_hotplug_own_new(core);
	return error;
}

static void new_packages_work(struct work_struct *work)
{
	struct pmon_core *core = container_of(work, struct pmon_core, new_packages);
	int error = 0;
	bool added;

	if (!READ_ONCE(core->shown))
		return;
	cpus_read_lock();
	added = has_new_package(core);
	if (added) {
		mutex_lock(&core->lock);
		error = add_packages(core);
		mutex_unlock(&core->lock);
	}
	pmon_hotplug_choose(core);
	cpus_read_unlock();
	error = error ?: pmon_pmus_register(core);
	if (added)
		pmon_sysfs_update(core);
	if (error)
		dev_err(core->dev, "a package that came online cannot be used: %pe\n",
			ERR_PTR(error));
}

/*
 * Steps of probe(), in this order. -ENOMEM alone does not show which step failed, so each has a
 * name.
 */
static const struct {
	int (*take)(struct pmon_core *core);
	const char *what;
} steps[] = {
	{ pmon_check_alone, "looking for another driver" },
	{ find_all, "looking for units" },
	{ make_room, "making room for the dies" },
	{ create_dies, "setting up the dies and their units" },
	{ watch_cpus, "resetting the units, and watching which CPUs are there" },
	{ create_pmus, "setting up the PMUs" },
	{ show_pmus, "registering the PMUs" },
};

/* Where -EBUSY and -ENODEV arise, a message has given the reason. */
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
	INIT_WORK(&core->new_packages, new_packages_work);
	platform_set_drvdata(pdev, core);
	core->machine.processor = processor;
	core->machine.max_dies = topology_max_packages() * pmon_dies_of_package();

	probe_result = probe(core);
	return probe_result ? -ENODEV : 0;
}

static int pmon_suspend(struct device *dev)
{
	pmon_core_visit_dies(dev_get_drvdata(dev), pmon_die_suspend);
	return 0;
}

static int pmon_resume(struct device *dev)
{
	pmon_core_visit_dies(dev_get_drvdata(dev), pmon_die_resume);
	return 0;
}

/*
 * Late and early: PCI functions and MMIO of the units suspend after the late phase and resume
 * before the early phase. CPUs go offline in between. Hibernation is the same: the image contains
 * the counts at its creation.
 */
static const struct dev_pm_ops pmon_pm_ops = {
	LATE_SYSTEM_SLEEP_PM_OPS(pmon_suspend, pmon_resume)
};

/* For kexec: the next kernel may have no driver that ends a freeze. */
static void pmon_shutdown(struct platform_device *pdev)
{
	pmon_core_visit_dies(platform_get_drvdata(pdev), pmon_die_shutdown);
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

	processor = this_processor();
	if (!processor) {
		pr_err("no uncore PMON known for this processor (family %u model %u stepping %u)\n",
		       boot_cpu_data.x86, boot_cpu_data.x86_model, boot_cpu_data.x86_stepping);
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

/*
 * devm frees in reverse order. Resources of a package that came online late would be freed before
 * their users, so end the users first.
 */
static void __exit pmon_exit(void)
{
	struct pmon_core *core = platform_get_drvdata(pmon_device);

	devm_release_action(core->dev, unregister_pmus, core);
	devm_release_action(core->dev, forget_pmus, core);
	devm_release_action(core->dev, remove_hotplug, core);
	devm_release_action(core->dev, end_deferred, core);
	platform_device_unregister(pmon_device);
	platform_driver_unregister(&pmon_driver);
	pmon_hotplug_exit();
}
module_exit(pmon_exit);

MODULE_DESCRIPTION("Intel uncore performance monitors (PMON)");
MODULE_LICENSE("GPL");
/* In a kernel tree, the driver has the kernel's version. */
#ifdef PMON_VERSION
MODULE_VERSION(PMON_VERSION);
#endif
