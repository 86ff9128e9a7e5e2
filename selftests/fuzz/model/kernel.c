// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kernel.h declares: one thread in the place of all CPUs.
 */
#include "count/unit.h"

int this_cpu;
unsigned int irqs_off;
unsigned long unlocks;
unsigned long irqs_on;
unsigned long cross_calls;
unsigned int rcu_readers;
void (*meanwhile)(void);

/* What waits for the end of the read side sections. */
static void *waiting[64];
static unsigned int num_waiting;

int smp_call_function_single(int cpu, void (*function)(void *data), void *data, int wait)
{
	int caller = this_cpu;

	(void)wait;
	cross_calls++;
	assert(!irqs_off);
	this_cpu = cpu;
	irqs_off = 1;
	function(data);
	assert(irqs_off == 1);
	irqs_off = 0;
	irqs_on++;
	this_cpu = caller;
	return 0;
}

void let_others_in(void)
{
	void (*function)(void) = meanwhile;

	meanwhile = NULL;
	if (function)
		function();
}

void rcu_read_lock(void)
{
	rcu_readers++;
}

void rcu_read_unlock(void)
{
	assert(rcu_readers);
	if (--rcu_readers)
		return;
	while (num_waiting)
		free(waiting[--num_waiting]);
	let_others_in();
}

void free_later(void *pointer)
{
	if (!rcu_readers) {
		free(pointer);
		return;
	}
	assert(num_waiting < ARRAY_SIZE(waiting));
	waiting[num_waiting++] = pointer;
}

/* What a device's driver has allocated for it goes with it. */
struct device {
	void *managed[4096];
	unsigned int num;
};

struct device *root_device_register(const char *name)
{
	(void)name;
	return calloc(1, sizeof(struct device));
}

void root_device_unregister(struct device *device)
{
	while (device->num)
		free(device->managed[--device->num]);
	free(device);
}

void *devm_kcalloc(struct device *device, size_t num, size_t size, int flags)
{
	(void)flags;
	assert(device->num < ARRAY_SIZE(device->managed));
	device->managed[device->num] = calloc(num, size);
	return device->managed[device->num++];
}

void hrtimer_start_range_ns(struct hrtimer *timer, ktime_t time, u64 slack,
			    const enum hrtimer_mode mode)
{
	(void)slack;
	(void)mode;
	timer->queued = true;
	timer->expires = time;
}

/* The random test has a clock of its own. */
#undef ktime_get_ns
u64 ktime_get_ns(void)
{
	return 0;
}

u64 ktime_get_mono_fast_ns(void)
{
	return 0;
}

u64 ktime_get_boottime_ns(void)
{
	return 0;
}

bool irq_work_queue(struct irq_work *work)
{
	(void)work;
	return true;
}

/* One event in the list. The count is in the sample, so it comes first. */
void perf_tp_event(u16 type, u64 count, void *record, int size, struct pt_regs *regs,
		   struct hlist_head *head, int recursion, void *task)
{
	struct perf_event *event = container_of(head->first, struct perf_event, hlist_entry);

	(void)type;
	(void)record;
	(void)size;
	(void)recursion;
	(void)task;
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	local64_add(count, &event->count);
	event->overflow_handler(event, NULL, regs);
}

/* Units of the model have their own registers. */
int pmon_regspace_init(struct device *dev, struct pmon_regspace *space,
		       const struct pmon_unit_desc *desc, size_t span)
{
	(void)dev;
	(void)space;
	(void)desc;
	(void)span;
	return 0;
}

void pmon_regspace_companion(struct pmon_regspace *space, struct pci_dev *pci)
{
	(void)space;
	(void)pci;
}

bool pmon_regspace_locks(const struct pmon_regspace *space, int offset)
{
	(void)space;
	(void)offset;
	return false;
}
