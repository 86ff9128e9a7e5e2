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
#include "model_truth.h"
#include "perf/perf.h"

#define FAR		(3600 * 1000)	/* milliseconds: after the end of the test */

/*
 * The running test, of the die whose steps these are: functions that replace those of the kernel
 * have no argument for it.
 */
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
	if (model->partner)
		model->print(model, model->die->die ? "die 1:" : "die 0:");
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

static struct model *model_of_die(int die)
{
	return die == the_model->die->die ? the_model : the_model->partner;
}

static struct model *model_of_event(const struct perf_event *perf)
{
	return container_of(perf, struct model_event, perf)->pmu->model;
}

void model_be(struct model *model)
{
	if (the_model)
		model->now = the_model->now;
	the_model = model;
	model_stay_on(model->cpu);
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
		note_walks(timer == &the_model->die->walks.timer ? the_model :
			   the_model->partner);
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
	if (the_model->partner)
		the_model->partner->deferred = true;
	return true;
}

void model_migrate_context(struct pmu *pmu, int from, int to)
{
	struct model *before = the_model, *model;
	unsigned int i;

	if (!before)
		return;
	model = model_of_die(from / MODEL_CPUS);
	if (model != before)
		model_be(model);
	for (i = 0; i < MODEL_PMUS; i++) {
		if (pmu == &model->pmus[i].pmu->pmu)
			model_migrate(model, &model->pmus[i], from, to);
	}
	if (model != before)
		model_be(before);
}

void model_event_enable(struct perf_event *perf)
{
	struct model_event *event = container_of(perf, struct model_event, perf);
	struct model *model = model_of_event(perf);

	model_trace(model, "	enable %u", event->number);
	model_perf_enable(model, event);
}

/* Of any die. */
static void consume_any(struct model *model)
{
	struct model_event *event;

	if (model->partner && model->partner->num_events && !model_random(model, 3))
		model = model->partner;
	event = model->events[model_random(model, model->num_events)];
	/* One that is being opened has no data of the driver. */
	if (event->perf.pmu_private)
		model_consume(model, event);
}

void model_take_sample(struct perf_event *perf, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	struct model_event *event = container_of(perf, struct model_event, perf);
	struct model *model = model_of_event(perf);

	model_trace(model, "	sample of %u", event->number);
	model_sampled(model, event);
	if (perf->attr.sample_type & PERF_SAMPLE_READ)
		model_perf_read_in_sample(model, event);
	/* Who sees the sample can read any event. */
	if (!model->options.plain)
		consume_any(model);
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

/* The units of a PMU on a die. */
static void set_up_pmu_die(struct model *model, unsigned int i, struct pmon_pmu *pmu)
{
	struct pmon_pmu_die *pmu_die = &pmu->dies[model->die->die];
	struct model_pmu *own = &model->pmus[i];
	bool all = i == MODEL_UNITS;
	unsigned int j;

	own->model = model;
	own->pmu = pmu;
	own->units = all ? BIT(MODEL_UNITS) - 1 : BIT(i);
	pmu_die->die = model->die;
	pmu_die->units = all ? model->unit_list : &model->unit_list[i];
	pmu_die->num_units = hweight32(own->units);
	pmu_die->level = pmu->level;
	for (j = 0; j < MODEL_UNITS; j++) {
		if (own->units & BIT(j))
			model->unit_list[j]->pmus[pmu->level] = pmu_die;
	}
	for (j = 0; j < MODEL_CPUS; j++) {
		INIT_LIST_HEAD(&own->contexts[j].groups[0]);
		INIT_LIST_HEAD(&own->contexts[j].groups[1]);
	}
}

static int create_pmu(struct model *model, unsigned int i)
{
	bool all = i == MODEL_UNITS;
	struct pmon_pmu *pmu;
	unsigned int j;

	pmu = kzalloc(struct_size(pmu, dies, MODEL_DIES), GFP_KERNEL);
	if (!pmu)
		return -ENOMEM;
	pmu->core = model->core;
	pmu->type = &model->type;
	pmu->level = all ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
	pmu->events = &model->table;
	pmu->fields = model_fields(all);
	pmu->snapshot = true;
	set_up_pmu_die(model, i, pmu);
	if (model->partner)
		set_up_pmu_die(model->partner, i, pmu);
	pmon_pmu_init(pmu);
	pmu->pmu.type = MODEL_PMU_TYPE;
	pmu->pmu.hrtimer_interval_ms = 1 + 3 * !all;
	pmu->registered = true;
	list_add_tail(&pmu->list, &model->core->pmus);
	if (pmon_alloc_cpu_contexts(&pmu->pmu))
		return -ENOMEM;
	for_each_possible_cpu(j)
		set_up_rotation(pmon_cpu_context(&pmu->pmu, j));
	return 0;
}

static int create_core(struct model *model)
{
	struct device *device = root_device_register("uncore_pmon_model");

	if (IS_ERR(device))
		return PTR_ERR(device);
	model->core = kzalloc(sizeof(*model->core), GFP_KERNEL);
	if (!model->core) {
		root_device_unregister(device);
		return -ENOMEM;
	}
	pmon_upkeep_init(model->core, device);
	model->core->dies = model->dies;
	return 0;
}

static int create_die(struct model *model, struct pmon_die **dies)
{
	struct pmon_core *core = model->core;
	int number = core->num_dies;

	model->perf_context = kzalloc(sizeof(*model->perf_context), GFP_KERNEL);
	if (!model->perf_context)
		return -ENOMEM;
	mutex_init(&model->perf_context->mutex);
	model->die = pmon_die_create(core->dev, &core->deferred, number, MODEL_UNITS);
	if (!model->die)
		return -ENOMEM;
	pmon_poll_create(model->die);
	dies[core->num_dies++] = model->die;
	model->cpu = number * MODEL_CPUS;
	model->owner = model->cpu;
	model->die->owner = model->cpu;
	return model_create_units(model);
}

/* The same type, but other units, and random numbers of its own. */
static int create_partner(struct model *model)
{
	struct model *partner = kzalloc(sizeof(*partner), GFP_KERNEL);

	if (!partner)
		return -ENOMEM;
	*partner = *model;
	partner->random = ~model->random;
	partner->partner = model;
	model->partner = partner;
	return create_die(partner, model->dies);
}

static int create(struct model *model)
{
	unsigned int i;
	int error = create_core(model);

	if (error)
		return error;
	model_choose_type(model);
	if (!model->options.plain) {
		model->every_pmu = model_random(model, 2);
		model->one_mutex = model_random(model, 2);
		model->forgetful = model_random(model, 2);
		model->clock = model_random(model, MODEL_CLOCKS);
		model->now = NSEC_PER_MSEC;
		/*
		 * The driver compares times of reads, so the counter seems to stand if clocks of
		 * CPUs differ, and in a kernel, whose clock goes on. If the end of a freeze is
		 * lost, it stands on the units that have not ended the freeze for themselves.
		 */
		model->extras[MODEL_FIXED].clock = model->parameters && model->options.tick &&
						   !model->single &&
						   model->clock != MODEL_CLOCK_JUMPS;
	}
	if (model->options.dies)
		error = create_partner(model);
	error = error ?: create_die(model, model->dies);
	for (i = 0; i < MODEL_PMUS && !error; i++)
		error = create_pmu(model, i);
	return error;
}

static void start(struct model *model)
{
	model_be(model);
	model->disturbed = true;
	pmon_die_reset(model->die, model->die->owner);
}

int model_begin(struct model *model, u64 seed)
{
	int error;

	/* Not 0, and different for adjacent seeds. */
	model->random = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	if (!model->interlude)
		model->interlude = model_random_steps;
	error = create(model);
	if (error) {
		model_end(model);
		return error;
	}
	if (model->partner)
		start(model->partner);
	start(model);
	return 0;
}

static void end_die(struct model *model)
{
	if (!model)
		return;
	if (the_model)
		model_be(model);
	model_close_all(model);
	if (model->die)
		pmon_poll_stop(model->die);
	kfree(model->perf_context);
}

void model_end(struct model *model)
{
	unsigned int i;

	end_die(model->partner);
	end_die(model);
	the_model = NULL;
	for (i = 0; i < MODEL_PMUS; i++) {
		if (model->pmus[i].pmu)
			pmon_free_cpu_contexts(&model->pmus[i].pmu->pmu);
		kfree(model->pmus[i].pmu);
	}
	kfree(model->partner);
	model->partner = NULL;
	if (!model->core)
		return;
	pmon_deferred_end(&model->core->deferred);
	root_device_unregister(model->core->dev);
	kfree(model->core);
}

static void lock_die(struct model *model, bool locked)
{
	model->locked = locked;
	if (!locked)
		model_free_dead(model);
}

void model_lock(struct model *model, bool locked)
{
	lock_die(model, locked);
	if (model->partner)
		lock_die(model->partner, locked);
}

/* The driver's deferred work, which may move events to another CPU. */
static void do_deferred(struct model *model)
{
	struct work_struct *work = &model->core->deferred.work;

	model->deferred = false;
	model->quiet = false;
	if (model->partner)
		model->partner->deferred = false;
	model_lock(model, true);
	work->func(work);
	model_lock(model, false);
}

void model_finish_step(struct model *model)
{
	if (model->deferred)
		do_deferred(model);
	model_step_ends(model);
	if (!model->partner)
		return;
	model_be(model->partner);
	model_step_ends(model->partner);
	model_be(model);
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
	if (model->partner)
		consume_any(model);
	model->nested = false;
}

static struct model *next_die(struct model *model)
{
	return model->partner && model_random(model, 2) ? model->partner : model;
}

/* The difference that either die has found. */
static void take_failure(struct model *model, const struct model *partner)
{
	if (!partner)
		return;
	model->calls += partner->calls;
	if (partner->failed)
		model_fail(model, "die %d: %s", partner->die->die, partner->message);
}

int model_run(struct model *model, u64 seed)
{
	struct model *next;
	unsigned int i;
	int error = model_begin(model, seed);

	if (error)
		return error;
	model->at_access = read_within;
	if (model->partner)
		model->partner->at_access = read_within;
	for (i = 0; i < model->options.steps && !model->failed; i++) {
		next = next_die(model);
		model_be(next);
		model_step(next);
		model_finish_step(next);
		if (model->partner && model->partner->failed)
			break;
	}
	take_failure(model, model->partner);
	model_end(model);
	return 0;
}
