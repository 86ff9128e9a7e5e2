// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files of a PMU in sysfs: format, events, cpumask, and what its unit is connected to.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/list.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "core.h"
#include "count/die.h"
#include "count/engine.h"
#include "find/nodes.h"
#include "perf/perf.h"
#include "processors/processor.h"

/*
 * perf before 6.12 opens every file of every events directory for any event. Users can remove the
 * names if this is too slow.
 */
static bool type_names = true;
module_param(type_names, bool, 0444);
MODULE_PARM_DESC(type_names, "show every documented event by name on the type PMUs (default: yes)");

/*
 * One file of a PMU: of a format field, of an event (@number is its index), or of a die (@number is
 * its number). A machine has about 4,000 files of events, so their text is not stored.
 */
struct pmon_file {
	struct device_attribute attr;
	union {
		const struct pmon_field *field;
		unsigned int number;
	};
};

typedef ssize_t (*show_function)(struct device *dev, struct device_attribute *attr, char *page);

static const struct pmon_file *to_file(const struct device_attribute *attr)
{
	return container_of(attr, struct pmon_file, attr);
}

/* A group without attributes yet, with room for @num files and one more attribute. */
static struct attribute_group *new_group(struct device *dev, const char *name, unsigned int num,
					 struct pmon_file **files)
{
	struct attribute_group *group = devm_kzalloc(dev, sizeof(*group), GFP_KERNEL);

	*files = devm_kcalloc(dev, num, sizeof(**files), GFP_KERNEL);
	if (!group || !*files)
		return NULL;
	group->name = name;
	group->attrs = devm_kcalloc(dev, num + 2, sizeof(*group->attrs), GFP_KERNEL);
	return group->attrs ? group : NULL;
}

static void init_file(struct pmon_file *file, struct attribute **attr, const char *name,
		      show_function show)
{
	sysfs_attr_init(&file->attr.attr);
	file->attr.attr.name = name;
	file->attr.attr.mode = 0444;
	file->attr.show = show;
	*attr = &file->attr.attr;
}

static ssize_t add_newline(char *page, int length)
{
	return length < 0 ? length : length + sysfs_emit_at(page, length, "\n");
}

static ssize_t format_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return add_newline(page, pmon_field_print(to_file(attr)->field, page, PAGE_SIZE - 1));
}

static struct attribute_group *format_group(struct device *dev, const struct pmon_field *fields)
{
	struct attribute_group *group;
	struct pmon_file *files;
	unsigned int num = 0, i;

	while (fields[num].name)
		num++;
	group = new_group(dev, "format", num, &files);
	if (!group)
		return NULL;
	for (i = 0; i < num; i++) {
		files[i].field = &fields[i];
		init_file(&files[i], &group->attrs[i], fields[i].name, format_show);
	}
	return group;
}

static struct pmon_pmu *dev_to_pmu(struct device *dev)
{
	return container_of(dev_get_drvdata(dev), struct pmon_pmu, pmu);
}

/* The index of a file is one of the table. */
static struct pmon_event get_alias(struct device *dev, struct device_attribute *attr)
{
	const struct pmon_pmu *pmu = dev_to_pmu(dev);
	struct pmon_event alias = {};

	pmon_event_table_get(pmu->events, pmu->level, to_file(attr)->number, &alias);
	return alias;
}

static ssize_t alias_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct pmon_event alias = get_alias(dev, attr);

	return add_newline(page, pmon_event_text(dev_to_pmu(dev)->events, &alias, page,
						 PAGE_SIZE - 1));
}

static ssize_t scale_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", get_alias(dev, attr).scale);
}

static ssize_t unit_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", get_alias(dev, attr).unit);
}

/* Add the files of an alias: its own, .scale and .unit. Returns their number. */
static int add_alias_files(struct device *dev, const struct pmon_event *alias, unsigned int index,
			   struct pmon_file *files, struct attribute **attrs)
{
	const struct {
		const char *suffix;
		const char *text;
		show_function show;
	} kinds[] = {
		{ "", "", alias_show },
		{ ".scale", alias->scale, scale_show },
		{ ".unit", alias->unit, unit_show },
	};
	char name[128], *full;
	unsigned int i, num = 0;

	if (pmon_event_name(alias, name, sizeof(name)) < 0)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!kinds[i].text)
			continue;
		full = devm_kasprintf(dev, GFP_KERNEL, "%s%s", name, kinds[i].suffix);
		if (!full)
			return -ENOMEM;
		files[num].number = index;
		init_file(&files[num], &attrs[num], full, kinds[i].show);
		num++;
	}
	return num;
}

static unsigned int num_aliases(const struct pmon_pmu *pmu)
{
	if (!pmu->events || (pmu->level == PMON_EVENT_TYPE && !type_names))
		return 0;
	return pmon_event_table_size(pmu->events, pmu->level);
}

static struct attribute_group *events_group(struct pmon_pmu *pmu)
{
	struct device *dev = pmu->core->dev;
	struct attribute_group *group;
	struct pmon_event alias;
	struct pmon_file *files;
	unsigned int num = 0, i;
	int added;

	for (i = 0; pmon_event_table_get(pmu->events, pmu->level, i, &alias); i++)
		num += 1 + !!alias.scale + !!alias.unit;
	group = new_group(dev, "events", num, &files);
	if (!group)
		return NULL;
	num = 0;
	for (i = 0; pmon_event_table_get(pmu->events, pmu->level, i, &alias); i++) {
		added = add_alias_files(dev, &alias, i, &files[num], &group->attrs[num]);
		if (added < 0)
			return NULL;
		num += added;
	}
	return group;
}

/* The units of a PMU on a die, or NULL. */
static const struct pmon_pmu_die *ready_units(const struct pmon_pmu *pmu, unsigned int die)
{
	const struct pmon_pmu_die *units = &pmu->dies[die];

	/* The units of a new die are still being added. */
	if (!units->num_units || smp_load_acquire(&units->die->owner) == PMON_NOT_READY)
		return NULL;
	return units;
}

/* The owner CPU of each die that has units of the PMU. */
static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct pmon_pmu *pmu = dev_to_pmu(dev);
	cpumask_var_t owners;
	unsigned int i;
	ssize_t length;

	if (!zalloc_cpumask_var(&owners, GFP_KERNEL))
		return -ENOMEM;
	for (i = 0; i < pmu->core->num_dies; i++) {
		int owner;

		if (!pmu->dies[i].num_units)
			continue;
		owner = READ_ONCE(pmu->dies[i].die->owner);
		if (owner >= 0)
			cpumask_set_cpu(owner, owners);
	}
	length = sysfs_emit(page, "%*pbl\n", cpumask_pr_args(owners));
	free_cpumask_var(owners);
	return length;
}
static DEVICE_ATTR_RO(cpumask);

/* Longest line: two numbers of up to ten digits. */
#define GONE_LINE	24

/* Units that do not answer: the sums of events lack their counts. A line for each, die:unit. */
static ssize_t gone_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmon_pmu *pmu = dev_to_pmu(dev);
	unsigned int i, j;
	int length = 0;

	for (i = 0; i < pmu->core->num_dies; i++) {
		const struct pmon_pmu_die *units = ready_units(pmu, i);

		for (j = 0; units && j < units->num_units && length < PAGE_SIZE - GONE_LINE; j++) {
			if (READ_ONCE(units->units[j]->gone))
				length += sysfs_emit_at(page, length, "%u:%u\n", i,
							units->units[j]->id);
		}
	}
	return length;
}
static DEVICE_ATTR_RO(gone);

/* General counters without an event now. A line for each die. */
static ssize_t free_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmon_pmu *pmu = dev_to_pmu(dev);
	unsigned int i;
	int length = 0;

	for (i = 0; i < pmu->core->num_dies; i++) {
		const struct pmon_pmu_die *units = ready_units(pmu, i);

		if (units)
			length += sysfs_emit_at(page, length, "%u %u\n", i,
						pmon_free_counters(units));
	}
	return length;
}
static DEVICE_ATTR_RO(free);

static struct attribute *cpumask_attrs[] = {
	&dev_attr_cpumask.attr,
	&dev_attr_free.attr,
	&dev_attr_gone.attr,
	NULL
};

static const struct attribute_group cpumask_group = {
	.attrs = cpumask_attrs,
};

/* The descriptor of a unit PMU's unit on a die, or NULL. */
static const struct pmon_unit_desc *desc_of(const struct pmon_pmu *pmu, unsigned int die)
{
	return pmu->dies[die].num_units ? pmu->dies[die].units[0]->desc : NULL;
}

/* A file die<N>, as the in-tree driver has them. */
static ssize_t where_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", desc_of(dev_to_pmu(dev), to_file(attr)->number)->where);
}

/* A line for each die: its number, and what @print writes of the unit, or "unknown". */
static ssize_t show_lines(struct device *dev, char *page,
			  int (*print)(const struct pmon_unit_desc *desc, char *page, int at))
{
	const struct pmon_pmu *pmu = dev_to_pmu(dev);
	unsigned int i;
	int length = 0;

	/* The units of a new die are still being added. */
	mutex_lock(&pmu->core->lock);
	for (i = 0; i < pmu->core->num_dies; i++) {
		const struct pmon_unit_desc *desc = desc_of(pmu, i);
		int known;

		if (!desc)
			continue;
		length += sysfs_emit_at(page, length, "%u ", i);
		known = print(desc, page, length);
		length += known ?: sysfs_emit_at(page, length, "unknown\n");
	}
	mutex_unlock(&pmu->core->lock);
	return length;
}

/* Segment:bus and kind of the unit's stack. */
static int print_stack(const struct pmon_unit_desc *desc, char *page, int at)
{
	return *desc->where ? sysfs_emit_at(page, at, "%s %s\n", desc->where, desc->stack) : 0;
}

static ssize_t stack_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return show_lines(dev, page, print_stack);
}
static DEVICE_ATTR_RO(stack);

/* The position of the unit's NUMA node among those of the die, and the kernel's number of it. */
static int print_node(const struct pmon_unit_desc *desc, char *page, int at)
{
	return desc->node ? sysfs_emit_at(page, at, "%u %d\n", desc->node % PMON_FIRST_NODE,
					  desc->numa_node) : 0;
}

static ssize_t node_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return show_lines(dev, page, print_node);
}
static DEVICE_ATTR_RO(node);

static struct attribute *node_attrs[] = {
	&dev_attr_node.attr,
	NULL
};

static const struct attribute_group node_group = {
	.attrs = node_attrs,
};

/*
 * perf iostat opens unit 10 as uncore_iio_a. It then fails for all units, so units from 10 on have
 * no file that it reads.
 */
#define IOSTAT_UNITS	10

static umode_t where_is_visible(struct kobject *kobj, struct attribute *attr, int n)
{
	const struct pmon_pmu *pmu = dev_to_pmu(kobj_to_dev(kobj));
	const struct pmon_unit_desc *desc;

	if (attr == &dev_attr_stack.attr)
		return 0444;
	desc = desc_of(pmu, container_of(attr, struct pmon_file, attr.attr)->number);
	return desc && *desc->where && !(desc->stack && desc->unit.id >= IOSTAT_UNITS) ? 0444 : 0;
}

static struct attribute_group *where_group(const struct pmon_pmu *pmu, bool stacks)
{
	unsigned int num = pmu->core->num_dies, i;
	struct device *dev = pmu->core->dev;
	struct attribute_group *group;
	struct pmon_file *files;
	char *name;

	group = new_group(dev, NULL, num, &files);
	if (!group)
		return NULL;
	for (i = 0; i < num; i++) {
		name = devm_kasprintf(dev, GFP_KERNEL, "die%u", i);
		if (!name)
			return NULL;
		files[i].number = i;
		init_file(&files[i], &group->attrs[i], name, where_show);
	}
	if (stacks)
		group->attrs[num] = &dev_attr_stack.attr;
	group->is_visible = where_is_visible;
	return group;
}

/* What @pmu->where is for: links and stacks. Other units have no such files. */
static int add_where(struct pmon_pmu *pmu)
{
	const struct pmon_processor *processor = pmu->core->machine.processor;
	bool link = processor->links && pmu->type == processor->links;
	bool stack = processor->stacks && pmu->type == processor->stacks->type;

	if (pmu->level != PMON_EVENT_UNIT || !(link || stack))
		return 0;
	pmu->where = where_group(pmu, stack);
	return pmu->where ? 0 : -ENOMEM;
}

void pmon_sysfs_update(const struct pmon_core *core)
{
	struct pmon_pmu *pmu;

	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->where && pmu->registered && pmu->pmu.dev &&
		    sysfs_update_group(&pmu->pmu.dev->kobj, pmu->where))
			dev_warn(core->dev, "%s: the files of a new die are missing\n", pmu->name);
	}
}

const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu)
{
	const struct attribute_group **groups;
	struct device *dev = pmu->core->dev;
	unsigned int num = 0;

	groups = devm_kcalloc(dev, 6, sizeof(*groups), GFP_KERNEL);
	if (!groups || add_where(pmu))
		return NULL;
	groups[num++] = format_group(dev, pmu->fields);
	groups[num++] = &cpumask_group;
	if (!groups[0])
		return NULL;
	if (pmu->where)
		groups[num++] = pmu->where;
	if (pmu->level == PMON_EVENT_UNIT && pmon_has_nodes(pmu->type))
		groups[num++] = &node_group;
	if (!num_aliases(pmu))
		return groups;
	groups[num] = events_group(pmu);
	return groups[num] ? groups : NULL;
}
