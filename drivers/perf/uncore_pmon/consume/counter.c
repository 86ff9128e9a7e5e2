// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters for other kernel modules. linux/uncore_pmon.h documents the interface.
 *
 * A counter is a perf event without a file: perf schedules it like all others, and moves it when
 * its CPU goes offline. perf's count is not used: it can be read in process context only, and has
 * no counts of units.
 */
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/uncore_pmon.h>

#include "compat.h"
#include "consume/counter.h"
#include "consume/read.h"
#include "consume/terms.h"
#include "core.h"
#include "count/die.h"
#include "count/engine.h"
#include "perf/perf.h"

/* Limit of retries if the owner goes offline while a counter is opened. */
#define ATTEMPTS	3

/**
 * struct uncore_counter - a counter of another module
 * @event: perf's event
 * @own: the driver's part of the event
 * @window: called at the end of each period, or NULL
 * @context: for @window
 * @missed: periods without a window that calls have reported
 */
struct uncore_counter {
	struct perf_event *event;
	struct pmon_perf_event *own;
	uncore_window_fn window;
	void *context;
	u64 missed;
};

/* The driver while its PMUs are registered. */
static struct pmon_core *core;
static DEFINE_MUTEX(core_lock);

void pmon_consume_init(struct pmon_core *driver)
{
	mutex_lock(&core_lock);
	core = driver;
	mutex_unlock(&core_lock);
}

void pmon_consume_exit(void)
{
	mutex_lock(&core_lock);
	core = NULL;
	mutex_unlock(&core_lock);
}

/* A new package may add PMUs. Only unloading the driver removes them. */
static struct pmon_pmu *find_pmu(const char *name)
{
	struct pmon_pmu *pmu, *found = NULL;

	mutex_lock(&core->lock);
	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->registered && !strcmp(pmu->name, name))
			found = pmu;
	}
	mutex_unlock(&core->lock);
	return found;
}

/* A PMU with units on a die with a CPU. */
static int find_units(const char *name, int die, struct pmon_pmu **pmu)
{
	if (!core)
		return -ENODEV;
	*pmu = find_pmu(name);
	if (!*pmu)
		return -ENOENT;
	if (die < 0 || die >= core->num_dies || !(*pmu)->dies[die].num_units)
		return -ENODEV;
	/* While a new die has no owner, its units are still being added to the PMU. */
	return smp_load_acquire(&(*pmu)->dies[die].die->owner) < 0 ? -ENODEV : 0;
}

static int parse_event(const struct pmon_pmu *pmu, const char *text, u64 words[PMON_CONFIG_WORDS])
{
	int error = pmon_terms_parse(pmu->fields, pmu->events, pmu->level, text, words);

	if (error)
		return error;
	return words[3] && !PMON_CONFIG3 ? -EINVAL : 0;
}

/*
 * perf's handler of an overflow: runs on the owner CPU with IRQs off and the package frozen, called
 * by freeze/sample.c, which has updated the count (PERF_SAMPLE_READ). It can run before
 * perf_event_create_kernel_counter() has returned the event.
 */
static void take_overflow(struct perf_event *event, struct perf_sample_data *data,
			  struct pt_regs *regs)
{
	struct uncore_counter *counter = event->overflow_handler_context;
	struct pmon_perf_event *own = to_pmon_event(event);
	struct uncore_window window = {
		.missed = own->missed - counter->missed,
		.unit = own->sampled->unit->id,
		.die = own->die->die,
	};
	struct uncore_count count;

	counter->own = own;
	counter->missed = own->missed;
	pmon_consume_count(own, &count);
	window.count = count.count;
	counter->window(counter, &window, counter->context);
}

/*
 * perf checks whether the current task may monitor a whole CPU. But the calling module opens the
 * counter, so use the kernel's credentials. A work item would have them, too. But the caller would
 * wait for it with its locks held, and the tracepoint uncore_pmon:refused would show a worker
 * instead of the task.
 *
 * If the owner goes offline while perf creates the event, try the next owner.
 */
static struct perf_event *create_event(struct uncore_counter *counter,
				       const struct pmon_pmu_die *pmu_die,
				       struct perf_event_attr *attr)
{
	const struct cred *task = override_creds(rcu_dereference_raw(init_task.cred));
	struct perf_event *event = ERR_PTR(-ENODEV);
	perf_overflow_handler_t handler = counter->window ? take_overflow : NULL;
	int owner, last = -1;
	unsigned int i;

	for (i = 0; i < ATTEMPTS && PTR_ERR(event) == -ENODEV; i++) {
		owner = READ_ONCE(pmu_die->die->owner);
		if (owner < 0 || owner == last)
			break;
		event = perf_event_create_kernel_counter(attr, owner, NULL,
							 handler, counter);
		last = owner;
	}
	revert_creds(task);
	return event;
}

static int open_counter(struct uncore_counter *counter, const char *name,
			const char *text, int die, u64 period)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	u64 words[PMON_CONFIG_WORDS];
	struct perf_event *event;
	struct pmon_pmu *pmu;
	int error;

	error = find_units(name, die, &pmu) ?: parse_event(pmu, text, words);
	if (error)
		return error;

	attr.type = pmu->pmu.type;
	attr.config = words[0];
	attr.config1 = words[1];
	attr.config2 = words[2];
	pmon_set_config3(&attr, words[3]);
	attr.sample_period = period;
	/* Updates the counts of all units at the end of a window. */
	if (period)
		attr.sample_type = PERF_SAMPLE_READ;
	event = create_event(counter, &pmu->dies[die], &attr);
	if (IS_ERR(event))
		return PTR_ERR(event);
	counter->event = event;
	counter->own = to_pmon_event(event);
	return 0;
}

struct uncore_counter *uncore_counter_open(const char *pmu, const char *event,
					   int die, u64 period,
					   uncore_window_fn window, void *context)
{
	struct uncore_counter *counter;
	int error;

	might_sleep();
	if (!period != !window)
		return ERR_PTR(-EINVAL);
	counter = kzalloc(sizeof(*counter), GFP_KERNEL);
	if (!counter)
		return ERR_PTR(-ENOMEM);
	counter->window = window;
	counter->context = context;
	mutex_lock(&core_lock);
	error = open_counter(counter, pmu, event, die, period);
	mutex_unlock(&core_lock);
	if (!error)
		return counter;
	kfree(counter);
	return ERR_PTR(error);
}

void uncore_counter_close(struct uncore_counter *counter)
{
	might_sleep();
	if (IS_ERR_OR_NULL(counter))
		return;
	/* perf removes the event on the CPU that calls @window, so no call runs afterwards. */
	perf_event_release_kernel(counter->event);
	kfree(counter);
}

int uncore_counter_read(struct uncore_counter *counter, struct uncore_count *count)
{
	int error = pmon_consume_refresh(counter->own, NULL);

	pmon_consume_count(counter->own, count);
	return error;
}

int uncore_counter_read_units(struct uncore_counter *counter,
			      struct uncore_unit_count *counts, unsigned int *num)
{
	int error = pmon_consume_refresh(counter->own, NULL);

	pmon_consume_units(counter->own, counts, num);
	return error;
}

/**
 * struct request - a read on a CPU that can access the registers
 * @event: the event
 * @error: result of the read
 * @moving: a handover is moving the event; read it again afterwards
 */
struct request {
	struct pmon_perf_event *event;
	int error;
	bool moving;
};

static void refresh_here(void *data)
{
	struct request *request = data;

	request->error = pmon_consume_refresh(request->event, &request->moving);
}

/* A handover holds the lock until it has moved all events. */
static void await_handover(struct pmon_perf_event *event)
{
	struct pmon_core *driver = to_pmon_pmu(event->perf->pmu)->core;

	mutex_lock(&driver->lock);
	mutex_unlock(&driver->lock);
}

static void refresh_anywhere(struct request *request)
{
	int owner;

	refresh_here(request);
	if (request->error != -EXDEV && request->error != -EBUSY)
		return;
	/* Repeat if the owner goes offline before the call. */
	do {
		owner = READ_ONCE(request->event->die->owner);
		if (owner < 0) {
			request->error = -ENODEV;
			return;
		}
	} while (smp_call_function_single(owner, refresh_here, request, 1));
}

int uncore_counter_read_any(struct uncore_counter *counter, struct uncore_count *count)
{
	struct request request = { .event = counter->own };

	might_sleep();
	/* -EBUSY: the lock was held for longer than PMON_LOCK_PATIENCE. Here it can wait. */
	do {
		refresh_anywhere(&request);
		if (request.moving)
			await_handover(request.event);
	} while (request.moving || request.error == -EBUSY);
	pmon_consume_count(request.event, count);
	return request.error;
}

int uncore_counters_available(const char *pmu, int die)
{
	struct pmon_pmu *found;
	int result;

	might_sleep();
	mutex_lock(&core_lock);
	result = find_units(pmu, die, &found) ?: pmon_free_counters(&found->dies[die]);
	mutex_unlock(&core_lock);
	return result;
}

static struct pmon_perf_event *plan_event(const struct uncore_event *event, int die)
{
	u64 words[PMON_CONFIG_WORDS];
	struct pmon_refusal why;
	struct pmon_pmu *pmu;
	int error;

	error = find_units(event->pmu, die, &pmu) ?: parse_event(pmu, event->event, words);
	if (error)
		return ERR_PTR(error);
	return pmon_event_plan(pmu, &pmu->dies[die], words, &why);
}

static int plan_events(const struct uncore_event *events, unsigned int num, int die,
		       struct pmon_perf_event **plans)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		struct pmon_perf_event *plan = plan_event(&events[i], die);

		if (IS_ERR(plan))
			return PTR_ERR(plan);
		plans[i] = plan;
	}
	return pmon_events_fit(plans, num);
}

int uncore_counters_fit(const struct uncore_event *events, unsigned int num, int die)
{
	struct pmon_perf_event **plans;
	unsigned int i;
	int error;

	might_sleep();
	if (!num || num > PMON_MAX_REQUESTS)
		return -EINVAL;
	plans = kcalloc(num, sizeof(*plans), GFP_KERNEL);
	if (!plans)
		return -ENOMEM;
	mutex_lock(&core_lock);
	error = plan_events(events, num, die, plans);
	mutex_unlock(&core_lock);
	for (i = 0; i < num; i++)
		kfree(plans[i]);
	kfree(plans);
	return error;
}
