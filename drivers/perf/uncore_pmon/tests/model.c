// SPDX-License-Identifier: GPL-2.0-only
/*
 * The random test, and the functions that replace those of the kernel for the driver. See model.h.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "compat.h"
#include "count/ledger.h"
#include "count/perf_gaps.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "model.h"
#include "model_compat.h"
#include "perf/perf.h"

#define FAR		(3600 * 1000)	/* milliseconds: after the end of the test */

/* The running test: functions that replace those of the kernel have no argument for it. */
static struct model *the_model;

u32 model_random(struct model *model, u32 below)
{
	model->random ^= model->random >> 12;
	model->random ^= model->random << 25;
	model->random ^= model->random >> 27;
	return (u32)(model->random * 0x2545f4914f6cdd1dULL >> 32) % below;
}

void model_fail(struct model *model, const char *format, ...)
{
	va_list args;

	/* Only the first difference is of interest. */
	if (model->failed)
		return;
	model->failed = true;
	va_start(args, format);
	vsnprintf(model->message, sizeof(model->message), format, args);
	va_end(args);
}

void model_trace(struct model *model, const char *format, ...)
{
	char line[200];
	va_list args;

	if (!model->options.trace)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	model->print(model, line);
}

/* --- replacements of kernel functions ------------------------------------------------- */

u64 model_clock(void)
{
	struct model *model = the_model;
	u64 now;

	if (!model)
		return ktime_get_mono_fast_ns();
	now = model->now;
	model->now += model->clock != MODEL_CLOCK_STANDS;
	/* Every second call is from a CPU whose clock is behind. */
	return model->clock == MODEL_CLOCK_JUMPS && now & 1 ? now - MODEL_CLOCK_JUMP : now;
}

u64 model_boot_clock(void)
{
	return the_model ? the_model->now : ktime_get_boottime_ns();
}

static void note_walks(struct model *model)
{
	const u64 *due = model->die->walks.due;
	unsigned int i;

	for (i = 0; i < PMON_WALKS; i++) {
		if (due[i] && due[i] != model->walks[i].due)
			model->walks[i].delay = max_t(s64, due[i] - ktime_get_ns(), 0);
		model->walks[i].due = due[i];
	}
	model->timer_cpu = smp_processor_id();
}

/* The sequence determines when timers expire. */
void model_start_timer(struct hrtimer *timer, ktime_t time, u64 delta,
		       const enum hrtimer_mode mode)
{
	if (the_model) {
		note_walks(the_model);
		time = ms_to_ktime(FAR);
	}
	hrtimer_start_range_ns(timer, time, delta, mode);
}

/* Deferred work runs after the step. */
bool model_queue_work(struct irq_work *work)
{
	if (!the_model)
		return irq_work_queue(work);
	the_model->deferred = true;
	return true;
}

void model_migrate_context(struct pmu *pmu, int from, int to)
{
	unsigned int i;

	for (i = 0; the_model && i < MODEL_PMUS; i++) {
		if (pmu == &the_model->pmus[i].pmu->pmu)
			model_migrate(the_model, &the_model->pmus[i], from, to);
	}
}

void model_event_enable(struct perf_event *perf)
{
	struct model_event *event = container_of(perf, struct model_event, perf);

	model_trace(the_model, "	enable %u", event->number);
	model_perf_enable(the_model, event);
}

void model_take_sample(struct perf_event *perf, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	struct model_event *event = container_of(perf, struct model_event, perf);

	model_trace(the_model, "	sample of %u", event->number);
	model_sampled(the_model, event);
	if (perf->attr.sample_type & PERF_SAMPLE_READ)
		model_perf_read_in_sample(the_model, event);
	/* Who sees the sample can read any event. */
	if (!the_model->options.plain)
		model_consume(the_model,
			      the_model->events[model_random(the_model, the_model->num_events)]);
}

/* Replaces the thread that takes a CPU offline, and users. */
void model_stay_on(int cpu)
{
	set_cpus_allowed_ptr(current, cpumask_of(cpu));
}

/* --- timers ------------------------------------------------------------------------- */

static void fire(void *data)
{
	const enum pmon_walk *walk = data;
	struct pmon_die *die = the_model->die;

	hrtimer_cancel(&die->walks.timer);
	pmon_walk_run(die, *walk);
}

bool model_fire(struct model *model, enum pmon_walk walk)
{
	if (!model_walk_is_set(model, walk))
		return false;
	model->calls++;
	smp_call_function_single(model->timer_cpu, fire, &walk, 1);
	return true;
}

bool model_poll(struct model *model)
{
	struct pmon_die *die = model->die;

	/* A pass in progress may have read some units long ago. */
	while (die->pass.under_way && model_fire(model, PMON_WALK_READ))
		;
	if (!model_fire(model, PMON_WALK_READ))
		return false;
	while (die->pass.under_way && model_fire(model, PMON_WALK_READ))
		;
	model_hw_note_read(model);
	model_note_pass(model);
	return true;
}

/* --- the machine ------------------------------------------------------------------------ */

/* The driver requests a rotation from perf. The sequence determines when it happens. */
static void set_up_rotation(struct perf_cpu_pmu_context *context)
{
	raw_spin_lock_init(&context->hrtimer_lock);
	context->hrtimer_active = 1;
}

static int create_pmu(struct model *model, unsigned int i)
{
	struct model_pmu *own = &model->pmus[i];
	bool all = i == MODEL_UNITS;
	struct pmon_pmu *pmu;
	unsigned int j;

	pmu = kzalloc(struct_size(pmu, dies, 1), GFP_KERNEL);
	own->model = model;
	own->pmu = pmu;
	if (!pmu)
		return -ENOMEM;
	own->units = all ? BIT(MODEL_UNITS) - 1 : BIT(i);
	pmu->core = &model->core;
	pmu->type = &model->type;
	pmu->level = all ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
	pmu->events = &model->table;
	pmu->fields = model_fields(all);
	pmu->snapshot = true;
	pmu->dies[0].die = model->die;
	pmu->dies[0].units = all ? model->unit_list : &model->unit_list[i];
	pmu->dies[0].num_units = hweight32(own->units);
	pmu->dies[0].level = pmu->level;
	for (j = 0; j < MODEL_UNITS; j++) {
		if (own->units & BIT(j))
			model->unit_list[j]->pmus[pmu->level] = &pmu->dies[0];
	}
	pmon_pmu_init(pmu);
	pmu->pmu.type = MODEL_PMU_TYPE;
	pmu->pmu.hrtimer_interval_ms = 1 + 3 * !all;
	pmu->registered = true;
	list_add_tail(&pmu->list, &model->core.pmus);
	for (j = 0; j < MODEL_CPUS; j++) {
		INIT_LIST_HEAD(&own->contexts[j].groups[0]);
		INIT_LIST_HEAD(&own->contexts[j].groups[1]);
	}
	if (pmon_alloc_cpu_contexts(&pmu->pmu))
		return -ENOMEM;
	for_each_possible_cpu(j)
		set_up_rotation(pmon_cpu_context(&pmu->pmu, j));
	return 0;
}

static int create(struct model *model)
{
	struct device *device = root_device_register("uncore_pmon_model");
	unsigned int i;
	int error;

	if (IS_ERR(device))
		return PTR_ERR(device);
	pmon_upkeep_init(&model->core, device);
	model->perf_context = kzalloc(sizeof(*model->perf_context), GFP_KERNEL);
	if (!model->perf_context)
		return -ENOMEM;
	mutex_init(&model->perf_context->mutex);
	model->core.dies = model->dies;
	model->core.num_dies = 1;
	model->die = pmon_die_create(model->core.dev, &model->core.deferred, 0, MODEL_UNITS);
	if (!model->die)
		return -ENOMEM;
	pmon_poll_create(model->die);
	model->dies[0] = model->die;
	error = model_create_units(model);
	for (i = 0; i < MODEL_PMUS && !error; i++)
		error = create_pmu(model, i);
	if (error)
		return error;

	if (!model->options.plain) {
		model->every_pmu = model_random(model, 2);
		model->one_mutex = model_random(model, 2);
		model->forgetful = model_random(model, 2);
		model->clock = model_random(model, MODEL_CLOCKS);
		model->now = NSEC_PER_MSEC;
	}
	model->die->owner = 0;
	model_stay_on(0);
	the_model = model;
	model->disturbed = true;
	pmon_die_reset(model->die, model->die->owner);
	return 0;
}

int model_begin(struct model *model, u64 seed)
{
	int error;

	/* Not 0, and different for adjacent seeds. */
	model->random = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	if (!model->interlude)
		model->interlude = model_random_steps;
	error = create(model);
	if (error)
		model_end(model);
	return error;
}

void model_end(struct model *model)
{
	unsigned int i;

	model_close_all(model);
	if (model->die)
		pmon_poll_stop(model->die);
	the_model = NULL;
	for (i = 0; i < MODEL_PMUS; i++) {
		if (model->pmus[i].pmu)
			pmon_free_cpu_contexts(&model->pmus[i].pmu->pmu);
		kfree(model->pmus[i].pmu);
	}
	kfree(model->perf_context);
	if (!model->core.dev)
		return;
	pmon_deferred_end(&model->core.deferred);
	root_device_unregister(model->core.dev);
}

/* The driver's deferred work, which may move events to another CPU. */
static void do_deferred(struct model *model)
{
	struct work_struct *work = &model->core.deferred.work;

	model->deferred = false;
	model->quiet = false;
	model->locked = true;
	work->func(work);
	model->locked = false;
	model_free_dead(model);
}

void model_finish_step(struct model *model)
{
	if (model->deferred)
		do_deferred(model);
	model_step_ends(model);
}

/*
 * A BPF program on a tracepoint, or in an NMI, reads while the driver accesses a register: perf's
 * count of an event of this CPU, or a consumer's of any event.
 */
static void read_within(struct model *model, struct model_unit *unit)
{
	struct model_event *event;

	if (model->nested || !model->num_events || model_random(model, 40))
		return;
	event = model->events[model_random(model, model->num_events)];
	/* One that is being opened. */
	if (!event->perf.pmu_private)
		return;
	model->nested = true;
	if (event->perf.state == PERF_EVENT_STATE_ACTIVE &&
	    event->perf.oncpu == smp_processor_id())
		event->perf.pmu->read(&event->perf);
	model_consume(model, event);
	model->nested = false;
}

int model_run(struct model *model, u64 seed)
{
	unsigned int i;
	int error = model_begin(model, seed);

	if (error)
		return error;
	model->at_access = read_within;
	for (i = 0; i < model->options.steps && !model->failed; i++) {
		model_step(model);
		model_finish_step(model);
	}
	model_end(model);
	return 0;
}
