// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what other modules are promised: linux/uncore_pmon.h. perf is made of two functions
 * here, and its scheduler is the test.
 */
#include <linux/capability.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/perf_event.h>
#include <linux/sched/task.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/uncore_pmon.h>
#include <linux/workqueue.h>

#include "consume/counter.h"
#include "count/die.h"
#include "count/sample.h"
#include "fake_pmu.h"

#define PERIOD	1000

/* What perf made last, how many are left, and how often it was asked. */
static struct kunit *running_test;
static struct perf_event *made;
static unsigned int num_made, num_asked;

/* May whoever asked it see what a whole CPU does? */
static bool allowed;

/* So many times perf makes nothing, as the owner goes offline meanwhile. */
static unsigned int owners_to_go;

/* What happens after perf has made an event and before it hands it out; before it releases it. */
static void (*before_handed_out)(struct kunit *test, struct perf_event *event);
static void (*before_release)(struct kunit *test);

struct perf_event *fake_create_kernel_counter(struct perf_event_attr *attr, int cpu,
					      struct task_struct *task,
					      perf_overflow_handler_t handler,
					      void *context)
{
	struct pmon_core *core = &fake_die_of(running_test)->core;
	struct pmon_pmu *pmu = list_first_entry(&core->pmus, struct pmon_pmu, list);
	struct perf_event *event = fake_perf_event(running_test, pmu, attr->config);
	int error;

	num_asked++;
	allowed = perfmon_capable();
	if (owners_to_go) {
		owners_to_go--;
		pmu->dies[0].die->owner = !cpu;
		return ERR_PTR(-ENODEV);
	}
	event->attr = *attr;
	event->cpu = cpu;
	event->hw.sample_period = attr->sample_period;
	event->hw.last_period = attr->sample_period;
	event->overflow_handler = handler;
	event->overflow_handler_context = context;
	event->state = PERF_EVENT_STATE_ACTIVE;
	error = event->pmu->event_init(event);
	if (error)
		return ERR_PTR(error);
	made = event;
	num_made++;
	if (before_handed_out)
		before_handed_out(running_test, event);
	return event;
}

int fake_release_kernel(struct perf_event *event)
{
	unsigned long flags;

	if (before_release)
		before_release(running_test);
	local_irq_save(flags);
	if (to_pmon_event(event)->state != PMON_EVENT_OFF)
		fake_call_del(event);
	local_irq_restore(flags);
	fake_close(event);
	num_made--;
	return 0;
}

static struct pmon_pmu *show_pmu(struct kunit *test, enum pmon_event_level level,
				 unsigned int units)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, level, units);

	pmu->name = "uncoreall_fake";
	pmu->registered = true;
	list_add_tail(&pmu->list, &pmu->core->pmus);
	pmon_consume_init(pmu->core);
	return pmu;
}

static struct uncore_counter *open_one(struct kunit *test)
{
	struct uncore_counter *counter;

	counter = uncore_counter_open("uncoreall_fake", "event=0x1,umask=0x2", 0, 0,
				      NULL, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(made, PERF_EF_START));
	return counter;
}

static void expect_count(struct kunit *test, struct uncore_counter *counter,
			 int error, u64 expected)
{
	struct uncore_count count = {};

	KUNIT_EXPECT_EQ(test, error, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, expected, count.count);
}

/* --- opening -------------------------------------------------------------------------- */

static void ignore_window(struct uncore_counter *counter,
			  const struct uncore_window *window, void *context)
{
}

static void expect_no_counter(struct kunit *test, int error, const char *pmu,
			      const char *event, int die, u64 period,
			      uncore_window_fn window)
{
	struct uncore_counter *counter;

	counter = uncore_counter_open(pmu, event, die, period, window, NULL);
	KUNIT_EXPECT_EQ(test, error, (int)PTR_ERR(counter));
	KUNIT_EXPECT_EQ(test, 0U, num_made);
	uncore_counter_close(counter);
}

static void refuse_test(struct kunit *test)
{
	const char *name = "uncoreall_fake";
	struct pmon_pmu *pmu;

	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	pmu = show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	expect_no_counter(test, -ENOENT, "uncoreall", "event=1", 0, 0, NULL);
	expect_no_counter(test, -ENOENT, name, "inserts", 0, 0, NULL);
	expect_no_counter(test, -EINVAL, name, "event=0x100", 0, 0, NULL);
	expect_no_counter(test, -EINVAL, name, "umask=1", 0, 0, NULL);
	expect_no_counter(test, -EINVAL, name, "event=1,unit_mask=0x100", 0, 0, NULL);
	expect_no_counter(test, -ENODEV, name, "event=1", -1, 0, NULL);
	expect_no_counter(test, -ENODEV, name, "event=1", 1, 0, NULL);
	expect_no_counter(test, -EINVAL, name, "event=1", 0, PERIOD, NULL);
	expect_no_counter(test, -EINVAL, name, "event=1", 0, 0, ignore_window);
	/* Without a bit in the global status. */
	expect_no_counter(test, -EOPNOTSUPP, name, "event=1", 0, PERIOD, ignore_window);

	pmu->dies[0].num_units = 0;
	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	pmu->dies[0].num_units = FAKE_UNITS;
	pmu->dies[0].die->owner = -1;
	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	pmu->dies[0].die->owner = 0;
	pmu->registered = false;
	expect_no_counter(test, -ENOENT, name, "event=1", 0, 0, NULL);
	uncore_counter_close(NULL);
}

/* perf is asked again if the owner has gone; never in vain, as each refusal is traced. */
static void attempts_test(struct kunit *test)
{
	const char *name = "uncoreall_fake";
	struct uncore_counter *counter;
	struct pmon_pmu *pmu;

	pmu = show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	pmu->dies[0].units[1]->gone = true;
	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	KUNIT_EXPECT_EQ(test, 1U, num_asked);
	pmu->dies[0].units[1]->gone = false;

	num_asked = 0;
	owners_to_go = 2;
	counter = uncore_counter_open(name, "event=1", 0, 0, NULL, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_EXPECT_EQ(test, 3U, num_asked);
	uncore_counter_close(counter);

	num_asked = 0;
	owners_to_go = UINT_MAX;
	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	KUNIT_EXPECT_EQ(test, 3U, num_asked);
	pmu->dies[0].die->owner = 0;
}

/* The current task need not be allowed to use perf, and has its own credentials afterwards. */
static void credentials_test(struct kunit *test)
{
	const struct cred *before;
	struct cred *without = prepare_creds();

	KUNIT_ASSERT_NOT_NULL(test, without);
	cap_clear(without->cap_effective);
	show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	before = override_creds(without);
	KUNIT_EXPECT_FALSE(test, perfmon_capable());
	uncore_counter_close(open_one(test));
	KUNIT_EXPECT_TRUE(test, allowed);
	KUNIT_EXPECT_PTR_EQ(test, current_cred(), (const struct cred *)without);
	expect_no_counter(test, -ENODEV, "uncoreall_fake", "event=1", 1, 0, NULL);
	fake_of(test)->unit->gone = true;
	expect_no_counter(test, -ENODEV, "uncoreall_fake", "event=1", 0, 0, NULL);
	KUNIT_EXPECT_PTR_EQ(test, current_cred(), (const struct cred *)without);
	revert_creds(before);
	put_cred(without);
}

/* --- reading -------------------------------------------------------------------------- */

static void read_test(struct kunit *test)
{
	struct uncore_unit_count units[FAKE_UNITS + 1] = {};
	struct fake_die *fake_die = fake_die_of(test);
	struct uncore_counter *counter;
	struct uncore_count count;
	unsigned int num, i;

	show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	counter = open_one(test);
	for (i = 0; i < FAKE_UNITS; i++) {
		fake_count(&fake_die->fakes[i], 0, 100 << i);
		fake_forget(&fake_die->fakes[i]);
	}
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 700ULL, count.count);
	KUNIT_EXPECT_GT(test, count.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);
	/* One access a unit. */
	for (i = 0; i < FAKE_UNITS; i++)
		KUNIT_EXPECT_EQ(test, 1U, fake_die->fakes[i].reads +
				fake_die->fakes[i].writes);

	fake_count(&fake_die->fakes[1], 0, 5);
	num = ARRAY_SIZE(units);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read_units(counter, units, &num));
	KUNIT_EXPECT_EQ(test, FAKE_UNITS, num);
	for (i = 0; i < num; i++) {
		KUNIT_EXPECT_EQ(test, i, units[i].unit);
		KUNIT_EXPECT_EQ(test, (100ULL << i) + (i == 1 ? 5 : 0), units[i].count);
	}
	/* Too little room, and none. */
	num = 1;
	units[0].count = 0;
	units[1].count = 99;
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read_units(counter, units, &num));
	KUNIT_EXPECT_EQ(test, FAKE_UNITS, num);
	KUNIT_EXPECT_EQ(test, 100ULL, units[0].count);
	KUNIT_EXPECT_EQ(test, 99ULL, units[1].count);
	num = 0;
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read_units(counter, NULL, &num));
	KUNIT_EXPECT_EQ(test, FAKE_UNITS, num);

	uncore_counter_close(counter);
	KUNIT_EXPECT_EQ(test, 0U, num_made);
	KUNIT_EXPECT_EQ(test, 0ULL, fake_die->fakes[0].control[0]);
}

/* Every error but for the last count, which is always given. */
static void stale_test(struct kunit *test)
{
	struct pmon_pmu *pmu = show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_die *die = pmu->dies[0].die;
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = open_one(test);
	unsigned long irq;

	fake_count(fake, 0, 10);
	expect_count(test, counter, 0, 10);
	fake_count(fake, 0, 20);

	irq = pmon_die_lock(die);
	expect_count(test, counter, -EBUSY, 10);
	pmon_die_unlock(die, irq);

	die->asleep = true;
	expect_count(test, counter, -EAGAIN, 10);
	die->asleep = false;

	to_pmon_event(made)->ended = true;
	expect_count(test, counter, -ENODEV, 10);
	to_pmon_event(made)->ended = false;
	expect_count(test, counter, 0, 30);

	/* The others go on. */
	fake->gone = true;
	fake_count(&fake_die_of(test)->fakes[1], 0, 5);
	expect_count(test, counter, -EIO, 35);
	fake_count(&fake_die_of(test)->fakes[1], 0, 5);
	expect_count(test, counter, -EIO, 40);
	uncore_counter_close(counter);
}

/* Off its counters it has a count, and time goes by. */
static void turns_test(struct kunit *test)
{
	struct pmon_pmu *pmu = show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = open_one(test);
	struct uncore_count before, count;

	/* Taken off and put back in one bracket: nothing was touched. */
	preempt_disable();
	pmu->pmu.pmu_disable(&pmu->pmu);
	pmu->pmu.del(made, PERF_EF_UPDATE);
	KUNIT_EXPECT_EQ(test, 0, pmu->pmu.add(made, PERF_EF_START));
	pmu->pmu.pmu_enable(&pmu->pmu);
	preempt_enable();
	fake_count(fake, 0, 10);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);

	fake_call_del(made);
	fake_count(fake, 0, 20);
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &before));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	KUNIT_EXPECT_GT(test, count.enabled, before.enabled);
	KUNIT_EXPECT_EQ(test, count.running, before.running);
	KUNIT_EXPECT_GT(test, count.running, 0ULL);

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(made, PERF_EF_START));
	fake_count(fake, 0, 30);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 40ULL, count.count);
	KUNIT_EXPECT_GT(test, count.running, before.running);
	KUNIT_EXPECT_LT(test, count.running, count.enabled);
	before = count;
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	/* From here on both go on at the same pace. */
	KUNIT_EXPECT_EQ(test, count.enabled - before.enabled,
			count.running - before.running);
	uncore_counter_close(counter);
}

/* An event that finds no counter has waited all of its time. */
static void waiting_test(struct kunit *test)
{
	struct pmon_pmu *pmu = show_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *others[FAKE_COUNTERS];
	struct uncore_counter *counter;
	struct uncore_count count;
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++) {
		others[i] = fake_open(test, pmu, 1 + i);
		KUNIT_ASSERT_EQ(test, 0, fake_call_add(others[i], PERF_EF_START));
	}
	counter = uncore_counter_open("uncoreall_fake", "event=9", 0, 0, NULL, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 0ULL, count.enabled);
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_call_add(made, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_GT(test, count.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, 0ULL, count.running);
	uncore_counter_close(counter);
	for (i = 0; i < FAKE_COUNTERS; i++) {
		fake_call_del(others[i]);
		fake_close(others[i]);
	}
}

/**
 * struct patient - a read of a counter that is moving
 * @counter: the counter
 * @done: the read has returned
 * @error: what it returned
 * @count: the count
 */
struct patient {
	struct uncore_counter *counter;
	struct completion done;
	int error;
	struct uncore_count count;
};

static int read_patiently(void *data)
{
	struct patient *patient = data;

	patient->error = uncore_counter_read_any(patient->counter, &patient->count);
	complete(&patient->done);
	return 0;
}

/* Move the counter that was opened last to another owner, and read it on a CPU meanwhile. */
static void read_in_handover(struct kunit *test, struct uncore_counter *counter, int cpu)
{
	struct pmon_core *core = &fake_die_of(test)->core;
	struct pmon_pmu_die *pmu_die = to_pmon_event(made)->pmu_die;
	struct patient patient = { .counter = counter };
	struct task_struct *task;

	init_completion(&patient.done);
	task = kthread_create(read_patiently, &patient, "pmon_patient");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	get_task_struct(task);
	kthread_bind(task, cpu);

	mutex_lock(&core->lock);
	pmu_die->die->source = 0;
	pmu_die->moving = true;
	fake_call_del(made);
	fake_count(fake_of(test), 0, 20);
	/* Either it returns, which is wrong, or it sleeps. */
	wake_up_process(task);
	while (!completion_done(&patient.done) && task_is_running(task))
		msleep(20);
	KUNIT_EXPECT_FALSE(test, completion_done(&patient.done));
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(made, PERF_EF_START));
	pmu_die->moving = false;
	pmu_die->die->source = -1;
	mutex_unlock(&core->lock);

	wait_for_completion(&patient.done);
	put_task_struct(task);
	KUNIT_EXPECT_EQ(test, 0, patient.error);
	KUNIT_EXPECT_EQ(test, to_pmon_event(made)->slots[0].count, patient.count.count);
}

/* The owner goes: the counter goes on, and so does the time. */
static void handover_test(struct kunit *test)
{
	struct pmon_pmu *pmu = show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_die *die = pmu->dies[0].die;
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = open_one(test);
	struct uncore_count count;

	fake_count(fake, 0, 10);
	die->source = 0;
	pmu->dies[0].moving = true;
	fake_call_del(made);
	fake_count(fake, 0, 20);
	expect_count(test, counter, -EAGAIN, 10);
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(made, PERF_EF_START));
	pmu->dies[0].moving = false;
	die->source = -1;
	fake_count(fake, 0, 30);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 60ULL, count.count);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);

	read_in_handover(test, counter, cpumask_last(cpu_online_mask));
	read_in_handover(test, counter, 0);
	expect_count(test, counter, 0, 100);
	uncore_counter_close(counter);
}

/**
 * struct distant - a read on a CPU of another die
 * @counter: the counter
 * @read: what uncore_counter_read() returned
 * @read_any: what uncore_counter_read_any() returned
 * @last: count of the former
 * @count: count of the latter
 */
struct distant {
	struct uncore_counter *counter;
	int read;
	int read_any;
	struct uncore_count last;
	struct uncore_count count;
};

static long read_there(void *data)
{
	struct distant *distant = data;

	distant->read = uncore_counter_read(distant->counter, &distant->last);
	distant->read_any = uncore_counter_read_any(distant->counter, &distant->count);
	return 0;
}

static int own_later(void *die)
{
	msleep(20);
	WRITE_ONCE(((struct pmon_die *)die)->owner, 0);
	while (!kthread_should_stop())
		usleep_range(1000, 2000);
	return 0;
}

static void distant_test(struct kunit *test)
{
	const struct pmon_regspace_ops *before = fake_of(test)->unit->space.ops;
	struct pmon_regspace_ops ops = *before;
	struct pmon_die *die = fake_die_of(test)->dies[0];
	struct distant distant = {};
	struct task_struct *task;
	struct pmon_unit *unit;
	unsigned int cpu, i;

	for_each_online_cpu(cpu) {
		if (topology_logical_die_id(cpu) != 0)
			break;
	}
	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs a CPU of another die");

	show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	distant.counter = open_one(test);
	fake_count(fake_of(test), 0, 10);
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	/* Registers that every CPU reaches. */
	KUNIT_EXPECT_EQ(test, 0, distant.read);
	KUNIT_EXPECT_EQ(test, 10ULL, distant.last.count);
	KUNIT_EXPECT_EQ(test, 0, distant.read_any);

	ops.on_die = true;
	for (i = 0; i < FAKE_UNITS; i++) {
		unit = fake_die_of(test)->units[i];
		unit->space.ops = &ops;
	}
	fake_count(fake_of(test), 0, 20);
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	KUNIT_EXPECT_EQ(test, -EXDEV, distant.read);
	KUNIT_EXPECT_EQ(test, 10ULL, distant.last.count);
	KUNIT_EXPECT_EQ(test, 0, distant.read_any);
	KUNIT_EXPECT_EQ(test, 30ULL, distant.count.count);

	/* Its die's CPU finds it moving, this one cannot know. */
	read_in_handover(test, distant.counter, cpu);
	expect_count(test, distant.counter, 0, 50);

	/* The owner has gone offline, and the next one is not there yet. */
	die->owner = nr_cpu_ids;
	task = kthread_run(own_later, die, "pmon_owner");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	KUNIT_EXPECT_EQ(test, 0, distant.read_any);
	KUNIT_EXPECT_EQ(test, 50ULL, distant.count.count);
	kthread_stop(task);

	/* Nobody is left to be asked. */
	die->owner = -1;
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	KUNIT_EXPECT_EQ(test, -ENODEV, distant.read_any);
	die->owner = 0;
	uncore_counter_close(distant.counter);
	for (i = 0; i < FAKE_UNITS; i++)
		fake_die_of(test)->units[i]->space.ops = before;
}

/* --- a lock that is held for long ------------------------------------------------------- */

static struct {
	struct pmon_die *die;
	bool held;
} holder;

/* For longer than two reads wait, here and on the owner. */
static void hold_lock(void *unused)
{
	unsigned long flags = pmon_die_lock(holder.die);
	u64 until;

	WRITE_ONCE(holder.held, true);
	until = ktime_get_mono_fast_ns() + 5 * PMON_LOCK_PATIENCE / 2;
	while (ktime_get_mono_fast_ns() < until)
		cpu_relax();
	pmon_die_unlock(holder.die, flags);
}

/* A read that can wait does so, however long it takes. */
static void patient_test(struct kunit *test)
{
	struct uncore_counter *counter;
	struct uncore_count count;
	unsigned int cpu;

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	cpu = cpumask_any_but(cpu_online_mask, 0);
	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	counter = open_one(test);
	fake_count(fake_of(test), 0, 10);
	holder.die = fake_die_of(test)->dies[0];
	holder.held = false;
	KUNIT_ASSERT_EQ(test, 0, smp_call_function_single(cpu, hold_lock, NULL, 0));
	while (!READ_ONCE(holder.held))
		cpu_relax();
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read_any(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	uncore_counter_close(counter);
}

/* --- windows -------------------------------------------------------------------------- */

/* What the window function was told last. */
static struct {
	unsigned int times;
	struct uncore_counter *counter;
	struct uncore_window window;
	struct uncore_counter *other;
	struct uncore_count others;
	int error;
} told;

static void take_window(struct uncore_counter *counter,
			const struct uncore_window *window, void *context)
{
	told.times++;
	told.counter = counter;
	told.window = *window;
	if (told.other)
		told.error = uncore_counter_read(told.other, &told.others);
	*(unsigned int *)context += 1;
}

static void sample(struct kunit *test, unsigned int unit)
{
	unsigned long flags;

	local_irq_save(flags);
	fake_die_of(test)->dies[0]->overflow.round++;
	pmon_sample_unit(fake_die_of(test)->units[unit]);
	local_irq_restore(flags);
}

/* Global registers that nothing shows in: the test says itself when a unit has overflowed. */
static u64 global_read64(const struct pmon_regspace *space, int offset)
{
	return 0;
}

static int global_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	return 0;
}

static int global_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	return 0;
}

static const struct pmon_regspace_ops global_ops = {
	.read64 = global_read64,
	.write64 = global_write64,
	.write32 = global_write32,
};

static void show_sampling_pmu(struct kunit *test)
{
	struct pmon_overflow *overflow = &fake_die_of(test)->dies[0]->overflow;

	show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	overflow->global.space.ops = &global_ops;
	overflow->global.usable = true;
	overflow->global.status_bits = 128;
	/* No timer. */
	overflow->armed = true;
	memset(&told, 0, sizeof(told));
}

static void window_test(struct kunit *test)
{
	struct fake_die *fake_die = fake_die_of(test);
	struct pmon_overflow *overflow = &fake_die->dies[0]->overflow;
	struct uncore_counter *counter;
	unsigned int calls = 0;
	unsigned long flags;

	show_sampling_pmu(test);
	counter = uncore_counter_open("uncoreall_fake", "event=1", 0, PERIOD,
				      take_window, &calls);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(made, PERF_EF_START));
	told.other = open_one(test);

	/* Not yet; and then a little more than the period, while other units have counted, too. */
	fake_count(&fake_die->fakes[1], 0, PERIOD - 1);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 0U, told.times);
	fake_count(&fake_die->fakes[0], 0, 7);
	fake_count(&fake_die->fakes[2], 1, 50);
	fake_count(&fake_die->fakes[1], 0, 4);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 1U, told.times);
	KUNIT_EXPECT_EQ(test, 1U, calls);
	KUNIT_EXPECT_PTR_EQ(test, counter, told.counter);
	KUNIT_EXPECT_EQ(test, PERIOD + 10ULL, told.window.count);
	KUNIT_EXPECT_EQ(test, 1U, told.window.unit);
	KUNIT_EXPECT_EQ(test, 0, told.window.die);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);
	KUNIT_EXPECT_EQ(test, 0, told.error);
	KUNIT_EXPECT_EQ(test, 50ULL, told.others.count);

	/* Three periods at once: one call, which says so; the next one has nothing to tell. */
	fake_count(&fake_die->fakes[1], 0, 3 * PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 2U, told.times);
	KUNIT_EXPECT_EQ(test, 2ULL, told.window.missed);
	KUNIT_EXPECT_EQ(test, 4 * PERIOD + 10ULL, told.window.count);
	fake_count(&fake_die->fakes[1], 0, PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 3U, told.times);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);

	/* In a storm it gets a pause; the periods in it are told of behind it. */
	overflow->storm = true;
	fake_count(&fake_die->fakes[1], 0, PERIOD);
	sample(test, 1);
	overflow->storm = false;
	KUNIT_EXPECT_EQ(test, 4U, told.times);
	fake_count(&fake_die->fakes[1], 0, 5 * PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 4U, told.times);
	flags = pmon_die_lock(fake_die->dies[0]);
	pmon_sample_resume(fake_die->units[1]);
	pmon_die_unlock(fake_die->dies[0], flags);
	fake_count(&fake_die->fakes[1], 0, PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 5U, told.times);
	KUNIT_EXPECT_EQ(test, 5ULL, told.window.missed);

	uncore_counter_close(told.other);
	uncore_counter_close(counter);
	KUNIT_EXPECT_EQ(test, 0U, num_made);
	overflow->armed = false;
}

static void end_period(struct kunit *test)
{
	fake_count(&fake_die_of(test)->fakes[1], 0, PERIOD);
	sample(test, 1);
}

static void start_and_end_period(struct kunit *test, struct perf_event *event)
{
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	end_period(test);
}

/* A window that ends before the counter is open, and one that ends while it is closed. */
static void early_and_late_test(struct kunit *test)
{
	struct uncore_counter *counter;
	unsigned int calls = 0;

	show_sampling_pmu(test);
	before_handed_out = start_and_end_period;
	counter = uncore_counter_open("uncoreall_fake", "event=1", 0, PERIOD,
				      take_window, &calls);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_EXPECT_EQ(test, 1U, calls);
	KUNIT_EXPECT_PTR_EQ(test, counter, told.counter);
	KUNIT_EXPECT_EQ(test, 1ULL * PERIOD, told.window.count);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);

	before_release = end_period;
	uncore_counter_close(counter);
	KUNIT_EXPECT_EQ(test, 2U, calls);
	KUNIT_EXPECT_EQ(test, 2ULL * PERIOD, told.window.count);
	KUNIT_EXPECT_EQ(test, 0U, num_made);
	fake_die_of(test)->dies[0]->overflow.armed = false;
}

static int consume_init(struct kunit *test)
{
	running_test = test;
	made = NULL;
	num_made = 0;
	num_asked = 0;
	owners_to_go = 0;
	before_handed_out = NULL;
	before_release = NULL;
	return fake_pmu_init(test);
}

static void consume_exit(struct kunit *test)
{
	pmon_consume_exit();
	fake_exit(test);
}

static struct kunit_case consume_cases[] = {
	KUNIT_CASE(refuse_test),
	KUNIT_CASE(attempts_test),
	KUNIT_CASE(credentials_test),
	KUNIT_CASE(read_test),
	KUNIT_CASE(stale_test),
	KUNIT_CASE(turns_test),
	KUNIT_CASE(waiting_test),
	KUNIT_CASE(handover_test),
	KUNIT_CASE(distant_test),
	KUNIT_CASE(patient_test),
	KUNIT_CASE(window_test),
	KUNIT_CASE(early_and_late_test),
	{}
};

static struct kunit_suite consume_suite = {
	.name = "uncore_pmon_consume",
	.init = consume_init,
	.exit = consume_exit,
	.test_cases = consume_cases,
};

kunit_test_suite(consume_suite);
