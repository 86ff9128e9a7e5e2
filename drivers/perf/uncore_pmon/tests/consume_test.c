// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the kernel API, linux/uncore_pmon.h. Windows: consume_window_test.c.
 */
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

#include "count/die.h"
#include "fake_consumer.h"

#define PERIOD	1000

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
	KUNIT_EXPECT_EQ(test, 0U, perf_made.num);
	uncore_counter_close(counter);
}

static void refuse_test(struct kunit *test)
{
	const char *name = "uncoreall_fake";
	struct pmon_pmu *pmu;

	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	pmu = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
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

/* Tries again if the owner went offline, but not otherwise: each refusal is traced. */
static void attempts_test(struct kunit *test)
{
	const char *name = "uncoreall_fake";
	struct uncore_counter *counter;
	struct pmon_pmu *pmu;

	pmu = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	fake_die_of(test)->fakes[1].gone = true;
	pmu->dies[0].units[1]->gone = true;
	expect_no_counter(test, -ENODEV, name, "event=1,unit_mask=2", 0, 0, NULL);
	KUNIT_EXPECT_EQ(test, 1U, perf_made.asked);
	fake_die_of(test)->fakes[1].gone = false;

	perf_made.asked = 0;
	perf_made.owners_to_go = 2;
	counter = uncore_counter_open(name, "event=1", 0, 0, NULL, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_EXPECT_EQ(test, 3U, perf_made.asked);
	uncore_counter_close(counter);

	perf_made.asked = 0;
	perf_made.owners_to_go = UINT_MAX;
	expect_no_counter(test, -ENODEV, name, "event=1", 0, 0, NULL);
	KUNIT_EXPECT_EQ(test, 3U, perf_made.asked);
	pmu->dies[0].die->owner = 0;
}

/* The current task needs no permission to use perf, and gets its credentials back. */
static void credentials_test(struct kunit *test)
{
	const struct cred *before;
	struct cred *without = prepare_creds();

	KUNIT_ASSERT_NOT_NULL(test, without);
	cap_clear(without->cap_effective);
	fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	before = override_creds(without);
	KUNIT_EXPECT_FALSE(test, perfmon_capable());
	uncore_counter_close(fake_open_counter(test));
	KUNIT_EXPECT_TRUE(test, perf_made.allowed);
	KUNIT_EXPECT_PTR_EQ(test, current_cred(), (const struct cred *)without);
	expect_no_counter(test, -ENODEV, "uncoreall_fake", "event=1", 1, 0, NULL);
	fake_of(test)->gone = true;
	fake_of(test)->unit->gone = true;
	expect_no_counter(test, -ENODEV, "uncoreall_fake", "event=1,unit_mask=1", 0, 0, NULL);
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

	fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	counter = fake_open_counter(test);
	for (i = 0; i < FAKE_UNITS; i++) {
		fake_count(&fake_die->fakes[i], 0, 100 << i);
		fake_forget(&fake_die->fakes[i]);
	}
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 700ULL, count.count);
	KUNIT_EXPECT_GT(test, count.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);
	/* One access for each unit. */
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
	/* Too few entries, and none. */
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
	KUNIT_EXPECT_EQ(test, 0U, perf_made.num);
	KUNIT_EXPECT_EQ(test, 0ULL, fake_die->fakes[0].control[0]);
}

/* All errors. The last count is always returned. */
static void stale_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_die *die = pmu->dies[0].die;
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = fake_open_counter(test);
	struct uncore_unit_count units[FAKE_UNITS];
	unsigned int num = FAKE_UNITS;
	unsigned long irq;

	fake_count(fake, 0, 10);
	expect_count(test, counter, 0, 10);
	fake_count(fake, 0, 20);

	irq = pmon_die_lock(die);
	expect_count(test, counter, -EBUSY, 10);
	pmon_die_unlock(die, irq);

	die->suspended = true;
	expect_count(test, counter, -EAGAIN, 10);
	die->suspended = false;

	to_pmon_event(perf_made.event)->ended = true;
	expect_count(test, counter, -ENODEV, 10);
	to_pmon_event(perf_made.event)->ended = false;
	expect_count(test, counter, 0, 30);

	/* The other units keep counting. */
	fake->gone = true;
	fake_count(&fake_die_of(test)->fakes[1], 0, 5);
	expect_count(test, counter, -EIO, 35);
	fake_count(&fake_die_of(test)->fakes[1], 0, 5);
	expect_count(test, counter, -EIO, 40);
	KUNIT_EXPECT_EQ(test, -EIO, uncore_counter_read_units(counter, units, &num));
	KUNIT_EXPECT_EQ(test, 1U, units[0].gone);
	KUNIT_EXPECT_EQ(test, 0U, units[1].gone);
	KUNIT_EXPECT_EQ(test, 30ULL, units[0].count);
	KUNIT_EXPECT_EQ(test, 10ULL, units[1].count);
	uncore_counter_close(counter);
}

/* An event without counters has a count, and its enabled time runs. */
static void turns_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = fake_open_counter(test);
	struct uncore_count before, count;

	/* Removed and added in one bracket, it keeps its counters. */
	preempt_disable();
	pmu->pmu.pmu_disable(&pmu->pmu);
	pmu->pmu.del(perf_made.event, PERF_EF_UPDATE);
	KUNIT_EXPECT_EQ(test, 0, pmu->pmu.add(perf_made.event, PERF_EF_START));
	pmu->pmu.pmu_enable(&pmu->pmu);
	preempt_enable();
	fake_count(fake, 0, 10);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);

	fake_call_del(perf_made.event);
	fake_count(fake, 0, 20);
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &before));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	KUNIT_EXPECT_GT(test, count.enabled, before.enabled);
	KUNIT_EXPECT_EQ(test, count.running, before.running);
	KUNIT_EXPECT_GT(test, count.running, 0ULL);

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
	fake_count(fake, 0, 30);
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	KUNIT_EXPECT_EQ(test, 40ULL, count.count);
	KUNIT_EXPECT_GT(test, count.running, before.running);
	KUNIT_EXPECT_LT(test, count.running, count.enabled);
	before = count;
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read(counter, &count));
	/* From here on, both times run. */
	KUNIT_EXPECT_EQ(test, count.enabled - before.enabled,
			count.running - before.running);
	uncore_counter_close(counter);
}

/* The running time of an event that never got a counter is 0. */
static void waiting_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_show_pmu(test, PMON_EVENT_UNIT, 1);
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
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_call_add(perf_made.event, PERF_EF_START));
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

/* Read the counter that was opened last on a CPU while a handover moves it. */
static void read_in_handover(struct kunit *test, struct uncore_counter *counter, int cpu)
{
	struct pmon_core *core = &fake_die_of(test)->core;
	struct pmon_pmu_die *pmu_die = to_pmon_event(perf_made.event)->pmu_die;
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
	fake_call_del(perf_made.event);
	fake_count(fake_of(test), 0, 20);
	/* The read must sleep. If it returns, that is an error. */
	wake_up_process(task);
	while (!completion_done(&patient.done) && task_is_running(task))
		msleep(20);
	KUNIT_EXPECT_FALSE(test, completion_done(&patient.done));
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
	pmu_die->moving = false;
	pmu_die->die->source = -1;
	mutex_unlock(&core->lock);

	wait_for_completion(&patient.done);
	put_task_struct(task);
	KUNIT_EXPECT_EQ(test, 0, patient.error);
	KUNIT_EXPECT_EQ(test, to_pmon_event(perf_made.event)->slots[0].count, patient.count.count);
}

/* After a handover, the counter keeps counting, and both times run. */
static void handover_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_die *die = pmu->dies[0].die;
	struct fake_unit *fake = fake_of(test);
	struct uncore_counter *counter = fake_open_counter(test);
	struct uncore_count count;

	fake_count(fake, 0, 10);
	die->source = 0;
	pmu->dies[0].moving = true;
	fake_call_del(perf_made.event);
	fake_count(fake, 0, 20);
	expect_count(test, counter, -EAGAIN, 10);
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
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
 * @read: result of uncore_counter_read()
 * @read_any: result of uncore_counter_read_any()
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
	struct pmon_die *die = die_of(test);
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

	fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	distant.counter = fake_open_counter(test);
	fake_count(fake_of(test), 0, 10);
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	/* Registers that all CPUs can access. */
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

	/* Only a CPU of its die can find out that it is moving. */
	read_in_handover(test, distant.counter, cpu);
	expect_count(test, distant.counter, 0, 50);

	/* The owner went offline, and there is no next owner yet. */
	die->owner = nr_cpu_ids;
	task = kthread_run(own_later, die, "pmon_owner");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	KUNIT_ASSERT_EQ(test, 0L, work_on_cpu(cpu, read_there, &distant));
	KUNIT_EXPECT_EQ(test, 0, distant.read_any);
	KUNIT_EXPECT_EQ(test, 50ULL, distant.count.count);
	kthread_stop(task);

	/* All CPUs of the die are offline. */
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

/* Longer than two reads wait, on this CPU and on the owner. */
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

/* A read in process context waits as long as required. */
static void patient_test(struct kunit *test)
{
	struct uncore_counter *counter;
	struct uncore_count count;
	unsigned int cpu;

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	cpu = cpumask_any_but(cpu_online_mask, 0);
	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	counter = fake_open_counter(test);
	fake_count(fake_of(test), 0, 10);
	holder.die = die_of(test);
	holder.held = false;
	KUNIT_ASSERT_EQ(test, 0, smp_call_function_single(cpu, hold_lock, NULL, 0));
	while (!READ_ONCE(holder.held))
		cpu_relax();
	KUNIT_EXPECT_EQ(test, 0, uncore_counter_read_any(counter, &count));
	KUNIT_EXPECT_EQ(test, 10ULL, count.count);
	uncore_counter_close(counter);
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
	{}
};

static struct kunit_suite consume_suite = {
	.name = "uncore_pmon_consume",
	.init = fake_consumer_init,
	.exit = fake_consumer_exit,
	.test_cases = consume_cases,
};

kunit_test_suite(consume_suite);
