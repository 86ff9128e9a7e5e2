// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of handovers, and of nested reads.
 */
#include <linux/perf_event.h>

#include "fake_pmu.h"
#include "freeze/poll.h"

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
