// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of handovers, and of nested reads.
 */
#include <linux/delay.h>
#include <linux/perf_event.h>
#include <linux/workqueue.h>

#include "count/engine.h"
#include "fake_pmu.h"
#include "freeze/poll.h"
#include "perf/perf.h"

/* The state that pmon_die_handover() sets before perf moves the events of a PMU, and afterwards. */
static void begin_move(struct pmon_pmu *pmu, struct pmon_die *die)
{
	die->source = 0;
	pmu->dies[0].moving = true;
}

static void end_move(struct pmon_pmu *pmu, struct pmon_die *die)
{
	pmu->dies[0].moving = false;
	die->source = -1;
}

/* Counters keep counting during a handover, and are not written. */
static void handover_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct pmon_die *die = die_of(test);
	struct fake_unit *fake = fake_of(test);

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_count(fake, 0, 10);
	begin_move(pmu, die);
	fake_call_del(event);
	fake_count(fake, 0, 20);
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	end_move(pmu, die);
	fake_count(fake, 0, 30);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 60ULL);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, event->hw.state, 0);
	fake_call_del(event);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	fake_close(event);
}

/* An event that is not put back loses the counts of the meantime, and its counters. */
static void handover_drop_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct pmon_die *die = die_of(test);
	struct fake_unit *fake = fake_of(test);

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_count(fake, 0, 10);
	begin_move(pmu, die);
	fake_call_del(event);
	fake_count(fake, 0, 20);
	/* A read by the timer does not change its count. */
	fake_poll(die);
	end_move(pmu, die);
	/* Like the target CPU at the end. */
	FAKE_LOCKED(die, pmon_event_drop(to_pmon_event(event)));
	/* The next commit stops the counter. */
	FAKE_LOCKED(die, fake_commit_die(die));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 10LL);
	/* It is added again. */
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_count(fake, 0, 5);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 15ULL);
	fake_call_del(event);
	fake_close(event);
}

/* An event that perf adds on another CPU than the owner does not count there. */
static void stray_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct pmon_die *die = die_of(test);

	/* Another CPU than this one. */
	die->owner = nr_cpu_ids;
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_call_add(event, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake_of(test)->writes, 0U);
	flush_work(&die->deferred->work);
	die->owner = 0;
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_call_del(event);
	fake_close(event);
}

struct hotplug {
	struct work_struct work;
	struct pmon_core *core;
};

static void cpu_comes_online(struct work_struct *work)
{
	struct pmon_core *core = container_of(work, struct hotplug, work)->core;

	mutex_lock(&core->lock);
	pmon_end_detached(core, 0);
	mutex_unlock(&core->lock);
}

/* perf opens an event while its CPU comes online: it has a context, and is not attached yet. */
static void opened_online_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct perf_event_context *context = kunit_kzalloc(test, sizeof(*context), GFP_KERNEL);
	struct hotplug hotplug = { .core = pmu->core };

	KUNIT_ASSERT_NOT_NULL(test, context);
	mutex_init(&context->mutex);
	INIT_WORK_ONSTACK(&hotplug.work, cpu_comes_online);
	mutex_lock(&context->mutex);
	event->ctx = context;
	schedule_work(&hotplug.work);
	/* Enough to end the event, if nothing waits for the mutex. */
	msleep(20);
	event->attach_state = PERF_ATTACH_CONTEXT;
	mutex_unlock(&context->mutex);
	flush_work(&hotplug.work);
	KUNIT_EXPECT_FALSE(test, to_pmon_event(event)->ended);

	event->attach_state = 0;
	schedule_work(&hotplug.work);
	flush_work(&hotplug.work);
	KUNIT_EXPECT_TRUE(test, to_pmon_event(event)->ended);
	destroy_work_on_stack(&hotplug.work);
	fake_close(event);
}

/* A read within a critical section returns the last count without a deadlock. */
static void nested_read_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct pmon_die *die = die_of(test);
	struct fake_unit *fake = fake_of(test);
	unsigned long flags;

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_count(fake, 0, 10);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 10ULL);
	fake_count(fake, 0, 10);
	flags = pmon_die_lock(die);
	pmu->pmu.read(event);
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 10LL);
	pmon_die_unlock(die, flags);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 20ULL);
	fake_call_del(event);
	fake_close(event);
}

static struct kunit_case handover_cases[] = {
	KUNIT_CASE(handover_test),
	KUNIT_CASE(handover_drop_test),
	KUNIT_CASE(stray_test),
	KUNIT_CASE(opened_online_test),
	KUNIT_CASE(nested_read_test),
	{}
};

static struct kunit_suite handover_suite = {
	.name = "uncore_pmon_handover",
	.init = fake_pmu_init,
	.exit = fake_exit,
	.test_cases = handover_cases,
};

kunit_test_suite(handover_suite);
