// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kernel.h declares: one thread in the place of all CPUs.
 */
#include "kernel.h"

/* --- CPUs ------------------------------------------------------------------------------------ */

struct kernel_cpu kernel_cpus[KERNEL_CPUS];
unsigned int nr_node_ids;
int this_cpu;
unsigned int irqs_off;
unsigned long unlocks;
unsigned long irqs_on;
unsigned long cross_calls;
unsigned int rcu_readers;
void (*meanwhile)(void);

void kernel_switch_on(unsigned int dies)
{
	unsigned int i;

	assert(dies <= KERNEL_CPUS / CPUS_OF_DIE);
	memset(kernel_cpus, 0, sizeof(kernel_cpus));
	for (i = 0; i < dies * CPUS_OF_DIE; i++) {
		int die = (int)i / CPUS_OF_DIE;

		kernel_cpus[i] = (struct kernel_cpu){ true, die, die, die };
	}
	nr_node_ids = dies;
}

unsigned int cpumask_first(int package)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		if (kernel_cpus[cpu].package == package)
			return cpu;
	}
	return nr_cpu_ids;
}

int smp_call_function_single(int cpu, void (*function)(void *data), void *data, int wait)
{
	int caller = this_cpu;

	assert(cpu_online(cpu) && wait && !irqs_off);
	cross_calls++;
	this_cpu = cpu;
	irqs_off = 1;
	function(data);
	assert(irqs_off == 1);
	irqs_off = 0;
	irqs_on++;
	this_cpu = caller;
	return 0;
}

/* --- RCU ------------------------------------------------------------------------------------- */

/* What waits for the end of the read side sections. */
static void *waiting[64];
static unsigned int num_waiting;

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

/* --- memory and devices ---------------------------------------------------------------------- */

static unsigned int allocations, failing;

void *kernel_allocate(size_t num, size_t size)
{
	void *pointer;

	if (++allocations == failing)
		return NULL;
	pointer = calloc(num, size);
	assert(pointer);
	return pointer;
}

void kernel_fail(unsigned int number)
{
	allocations = 0;
	failing = number;
}

bool kernel_failed(void)
{
	return failing && allocations >= failing;
}

/* What a device's driver has allocated for it goes with it. */
struct kernel_managed {
	struct kernel_managed *next;
	u64 memory[];
};

struct device *root_device_register(const char *name)
{
	(void)name;
	return calloc(1, sizeof(struct device));
}

void root_device_unregister(struct device *device)
{
	while (device->managed) {
		struct kernel_managed *managed = device->managed;

		device->managed = managed->next;
		free(managed);
	}
	free(device);
}

void *devm_kcalloc(struct device *device, size_t num, size_t size, int flags)
{
	struct kernel_managed *managed = kernel_allocate(1, sizeof(*managed) + num * size);

	(void)flags;
	if (!managed)
		return NULL;
	managed->next = device->managed;
	device->managed = managed;
	return managed->memory;
}

unsigned int kernel_warnings;
bool kernel_may_warn;

void kernel_warn(const char *format, ...)
{
	va_list args;

	kernel_warnings++;
	va_start(args, format);
	if (kernel_may_warn) {
		vsnprintf(NULL, 0, format, args);
	} else {
		vprintf(format, args);
		abort();
	}
	va_end(args);
}

void list_sort(void *data, struct list_head *list,
	       int (*compare)(void *data, const struct list_head *a, const struct list_head *b))
{
	LIST_HEAD(sorted);

	while (!list_empty(list)) {
		struct list_head *entry = list->next, *before = sorted.prev;

		while (before != &sorted && compare(data, before, entry) > 0)
			before = before->prev;
		list_del_init(entry);
		list_add(entry, before);
	}
	while (!list_empty(&sorted))
		list_move_tail(sorted.next, list);
}

/* --- time and perf --------------------------------------------------------------------------- */

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
