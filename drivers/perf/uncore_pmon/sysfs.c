// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a PMU shows in sysfs: format, cpumask.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/sysfs.h>

#include "core.h"

struct format_attribute {
	struct device_attribute attr;
	const struct pmon_field *field;
};

static ssize_t format_show(struct device *dev, struct device_attribute *attr,
			   char *page)
{
	const struct format_attribute *format =
		container_of(attr, struct format_attribute, attr);
	int length;

	length = pmon_field_print(format->field, page, PAGE_SIZE - 1);
	if (length < 0)
		return length;
	return length + sysfs_emit_at(page, length, "\n");
}

static struct attribute_group *format_group(struct device *dev,
					    const struct pmon_field *fields)
{
	struct format_attribute *formats;
	struct attribute_group *group;
	struct attribute **attrs;
	unsigned int num = 0, i;

	while (fields[num].name)
		num++;
	group = devm_kzalloc(dev, sizeof(*group), GFP_KERNEL);
	formats = devm_kcalloc(dev, num, sizeof(*formats), GFP_KERNEL);
	attrs = devm_kcalloc(dev, num + 1, sizeof(*attrs), GFP_KERNEL);
	if (!group || !formats || !attrs)
		return NULL;

	for (i = 0; i < num; i++) {
		sysfs_attr_init(&formats[i].attr.attr);
		formats[i].attr.attr.name = fields[i].name;
		formats[i].attr.attr.mode = 0444;
		formats[i].attr.show = format_show;
		formats[i].field = &fields[i];
		attrs[i] = &formats[i].attr.attr;
	}
	group->name = "format";
	group->attrs = attrs;
	return group;
}

/* One CPU for each die that has units of the PMU: the one that programs them. */
static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr,
			    char *page)
{
	struct pmon_pmu *pmu = container_of(dev_get_drvdata(dev),
					    struct pmon_pmu, pmu);
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

static struct attribute *cpumask_attrs[] = {
	&dev_attr_cpumask.attr,
	NULL
};

static const struct attribute_group cpumask_group = {
	.attrs = cpumask_attrs,
};

const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu)
{
	const struct attribute_group **groups;
	struct device *dev = pmu->core->dev;

	groups = devm_kcalloc(dev, 3, sizeof(*groups), GFP_KERNEL);
	if (!groups)
		return NULL;
	groups[0] = format_group(dev, pmu->type->fields);
	groups[1] = &cpumask_group;
	return groups[0] ? groups : NULL;
}
