// SPDX-License-Identifier: GPL-2.0-only
/*
 * A PMU of core events that never count: insmod core_pmu.ko. The emulated processor has no core counters, and some programs
 * do not start without them.
 */
#include <linux/module.h>
#include <linux/perf_event.h>

static int core_event_init(struct perf_event *event)
{
	switch (event->attr.type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		return 0;
	default:
		return -ENOENT;
	}
}

static int core_add(struct perf_event *event, int flags)
{
	return 0;
}

static void core_nothing(struct perf_event *event, int flags)
{
}

static void core_read(struct perf_event *event)
{
}

static struct pmu core_pmu = {
	.module		= THIS_MODULE,
	.task_ctx_nr	= perf_hw_context,
	.event_init	= core_event_init,
	.add		= core_add,
	.del		= core_nothing,
	.start		= core_nothing,
	.stop		= core_nothing,
	.read		= core_read,
};

static int __init core_pmu_init(void)
{
	return perf_pmu_register(&core_pmu, "cpu", PERF_TYPE_RAW);
}
module_init(core_pmu_init);

static void __exit core_pmu_exit(void)
{
	perf_pmu_unregister(&core_pmu);
}
module_exit(core_pmu_exit);

MODULE_DESCRIPTION("A PMU of core events that never count");
MODULE_LICENSE("GPL");
