// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creates the PMUs: one for each unit number, and one for each box type. Registers them with perf,
 * if no other driver uses the same units.
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

#include "compat.h"
#include "core.h"
#include "count/die.h"
#include "count/perf_gaps.h"
#include "count/unit.h"
#include "find/nodes.h"
#include "perf/perf.h"
#include "processors/processor.h"

#define MAX_NAME		48
#define UNITS_PER_ROTATION_MS	4

/* Formats of a PMU: those of the box type, and the driver's own. */
static const struct pmon_field *all_fields(struct pmon_pmu *pmu, const struct pmon_field *fields)
{
	static const struct pmon_field snapshot = {
		"snapshot", 1, PMON_SNAPSHOT,
	};
	u64 taken[PMON_CONFIG_WORDS];
	struct pmon_field *all;
	unsigned int num = 0;

	if (!fields)
		return NULL;
	while (fields[num].name)
		num++;
	all = devm_kcalloc(pmu->core->dev, num + 4 + PMON_NODE_FIELDS, sizeof(*all), GFP_KERNEL);
	if (!all)
		return NULL;
	memcpy(all, fields, num * sizeof(*all));
	if (pmu->level == PMON_EVENT_TYPE)
		all[num++] = *pmon_unit_mask_field(pmu->type);
	pmu->high_unit_mask = PMON_CONFIG3 && pmu->level == PMON_EVENT_TYPE &&
			      pmu->type->max_id >= 64;
	if (pmu->high_unit_mask)
		all[num++] = pmon_high_unit_mask_field;

	/*
	 * A snapshot requires a unit control. Match registers can use all of
	 * config1.
	 */
	pmon_fields_cover(all, taken);
	pmu->snapshot = pmu->type->layout->has_control &&
			!(taken[1] & PMON_SNAPSHOT);
	if (pmu->snapshot)
		all[num++] = snapshot;
	pmu->has_nodes = pmu->level == PMON_EVENT_TYPE && pmon_has_nodes(pmu->type) &&
			 !(taken[1] & (PMON_NODE | PMON_NODE_0));
	if (pmu->has_nodes)
		memcpy(&all[num], pmon_node_fields, sizeof(pmon_node_fields));
	return all;
}

static struct pmon_pmu *pmu_create(struct pmon_core *core, const struct pmon_box_type *type,
				   enum pmon_event_level level,
				   const char *name)
{
	struct pmon_pmu *pmu;

	pmu = devm_kzalloc(core->dev, struct_size(pmu, dies, core->num_dies), GFP_KERNEL);
	if (!pmu)
		return NULL;

	pmu->core = core;
	pmu->type = type;
	pmu->level = level;
	pmu->name = devm_kstrdup(core->dev, name, GFP_KERNEL);
	if (!pmu->name)
		return NULL;
	if (type->name)
		pmu->events = pmon_event_table_find(core->machine.processor->events, type->name);
	pmu->fields = all_fields(pmu, pmu->events ? pmu->events->fields
						    : type->fields);
	if (!pmu->fields)
		return NULL;
	pmu->groups = pmon_sysfs_groups(pmu);
	if (!pmu->groups)
		return NULL;
	pmon_pmu_init(pmu);
	list_add_tail(&pmu->list, &core->pmus);
	return pmu;
}

static bool has_type_pmu(const struct pmon_box_type *type)
{
	return type->name && type->max_id && type->control;
}

static void name_pmu(const struct pmon_unit *unit, enum pmon_event_level level, char name[MAX_NAME])
{
	const struct pmon_box_type *type = unit->type;

	if (level == PMON_EVENT_TYPE)
		snprintf(name, MAX_NAME, "uncoreall_%s", type->name);
	else if (!type->name)
		snprintf(name, MAX_NAME, "uncore_type_%u_%u", unit->desc->unit.type, unit->id);
	else if (!type->max_id)
		snprintf(name, MAX_NAME, "uncore_%s", type->name);
	else
		snprintf(name, MAX_NAME, "uncore_%s_%u", type->name, unit->id);
}

static struct pmon_pmu *find_pmu(struct pmon_core *core, const char *name)
{
	struct pmon_pmu *pmu;

	list_for_each_entry(pmu, &core->pmus, list) {
		if (!strcmp(pmu->name, name))
			return pmu;
	}
	return NULL;
}

static int add_unit(struct pmon_core *core, struct pmon_unit *unit, enum pmon_event_level level)
{
	unsigned int room = level == PMON_EVENT_TYPE ? unit->die->num_units : 1;
	struct pmon_pmu_die *pmu_die;
	struct pmon_pmu *pmu;
	char name[MAX_NAME];

	name_pmu(unit, level, name);
	pmu = find_pmu(core, name) ?: pmu_create(core, unit->type, level, name);
	if (!pmu)
		return -ENOMEM;

	pmu_die = &pmu->dies[unit->die->die];
	if (pmu_die->num_units == room) {
		dev_warn(core->dev, "%s: die %d has a second unit with id %u, ignored\n",
			 pmu->name, unit->die->die, unit->id);
		return 0;
	}
	if (!pmu_die->units)
		pmu_die->units = devm_kcalloc(core->dev, room, sizeof(*pmu_die->units), GFP_KERNEL);
	if (!pmu_die->units)
		return -ENOMEM;
	pmu_die->die = unit->die;
	pmu_die->level = level;
	unit->pmus[level] = pmu_die;
	pmu_die->units[pmu_die->num_units++] = unit;
	return 0;
}

int pmon_pmus_create(struct pmon_core *core)
{
	unsigned int i, j;
	int error = 0;

	for (i = 0; i < core->num_dies; i++) {
		struct pmon_die *die = core->dies[i];

		for (j = 0; die && j < die->num_units && !error; j++) {
			struct pmon_unit *unit = die->units[j];

			if (unit->gone || unit->pmus[PMON_EVENT_UNIT])
				continue;
			error = add_unit(core, unit, PMON_EVENT_UNIT);
			if (!error && has_type_pmu(unit->type))
				error = add_unit(core, unit, PMON_EVENT_TYPE);
		}
	}
	return error;
}

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
	struct device *dev = bus_find_device(probe->dev->bus, NULL, NULL, is_uncore);

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
	return max(DIV_ROUND_UP(most, UNITS_PER_ROTATION_MS), DIV_ROUND_UP(MSEC_PER_SEC, HZ));
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
