// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creates the PMUs: one for each unit number, and one for each box type.
 */
#include <linux/device.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat.h"
#include "core.h"
#include "count/die.h"
#include "count/unit.h"
#include "find/nodes.h"
#include "perf/perf.h"
#include "perf/pmuset.h"
#include "processors/processor.h"

#define MAX_NAME	48

/* Formats of a PMU: those of the box type, and the driver's own. */
static const struct pmon_field *all_fields(struct pmon_pmu *pmu,
					   const struct pmon_field *fields)
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

static struct pmon_pmu *pmu_create(struct pmon_core *core,
				   const struct pmon_box_type *type,
				   enum pmon_event_level level,
				   const char *name)
{
	struct pmon_pmu *pmu;

	pmu = devm_kzalloc(core->dev, struct_size(pmu, dies, core->num_dies),
			   GFP_KERNEL);
	if (!pmu)
		return NULL;

	pmu->core = core;
	pmu->type = type;
	pmu->level = level;
	pmu->name = devm_kstrdup(core->dev, name, GFP_KERNEL);
	if (!pmu->name)
		return NULL;
	if (type->name)
		pmu->events = pmon_event_table_find(core->machine.processor->events,
						    type->name);
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

static void name_pmu(const struct pmon_unit *unit, enum pmon_event_level level,
		     char name[MAX_NAME])
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

static int add_unit(struct pmon_core *core, struct pmon_unit *unit,
		    enum pmon_event_level level)
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
		pmu_die->units = devm_kcalloc(core->dev, room,
					      sizeof(*pmu_die->units),
					      GFP_KERNEL);
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
