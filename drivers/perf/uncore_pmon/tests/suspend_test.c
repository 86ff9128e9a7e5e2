// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of suspend: registers and counts, and calls of perf meanwhile; and of units that go and
 * come back.
 */
#include <linux/hrtimer.h>
#include <linux/perf_event.h>

#include "fake_pmu.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "perf/perf.h"

static struct perf_event *run(struct kunit *test, struct pmon_pmu *pmu, u64 config)
{
	struct perf_event *event = fake_open(test, pmu, config);

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	return event;
}

static void end(struct perf_event *event)
{
	fake_call_del(event);
	fake_close(event);
}

/* Power was off: counters have undefined values, and controls are disabled. */
static void lose(struct fake_unit *fake, u64 garbage)
{
	unsigned int i;

	memset(fake->control, 0, sizeof(fake->control));
	memset(fake->filter, 0, sizeof(fake->filter));
	for (i = 0; i < ARRAY_SIZE(fake->counter); i++)
		fake->counter[i] = garbage * (i + 1) & GENMASK_ULL(35, 0);
	fake->frozen = garbage & 1;
}

static unsigned int accesses(const struct fake_unit *fake)
{
	return fake->reads + fake->writes;
}

/*
 * The kernel that loads a hibernation image also had the driver, and has left other values of
 * registers than the image expects. Counters and controls are the same by chance.
 */
static void other_kernel_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_perf_event(test, pmu, BIT(16) | 0x34);
	struct fake_unit *fake = fake_of(test);

	event->attr.config1 = 0xabcd;
	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(event));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	pmon_die_suspend(die_of(test));
	fake->filter[0] = 0x1111;
	fake->control[FAKE_COUNTERS] = 0x99;
	pmon_die_resume(die_of(test));
	KUNIT_EXPECT_EQ(test, fake->filter[0], 0xabcdULL);
	KUNIT_EXPECT_EQ(test, fake->control[FAKE_COUNTERS], 0ULL);
	end(event);
}

/* All CPUs of the die went offline. The first one is online again before the resume. */
static void offline_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = run(test, pmu, 0x34);
	struct fake_unit *fake = fake_of(test);

	pmon_die_suspend(die_of(test));
	end(event);
	die_of(test)->owner = -1;
	pmon_die_resume(die_of(test));
	die_of(test)->owner = 0;
	pmon_die_reset(die_of(test), 0);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	event = run(test, pmu, 0x34);
	fake_count(fake, 0, 7);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 7ULL);
	end(event);
}

static void shutdown_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = run(test, pmu, 0x34), *fixed = run(test, pmu, 0xff);
	struct perf_event *new = fake_open(test, pmu, 0x35);
	struct fake_unit *fake = fake_of(test);
	unsigned int before;

	fake_count(fake, 0, 10);
	pmon_die_shutdown(die_of(test));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	KUNIT_EXPECT_EQ(test, fake->control[FAKE_COUNTERS], 0ULL);
	KUNIT_EXPECT_FALSE(test, die_of(test)->walks.due[PMON_WALK_READ]);
	before = accesses(fake);
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(new, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 10ULL);
	end(event);
	end(fixed);
	end(new);
	KUNIT_EXPECT_EQ(test, accesses(fake), before);
	KUNIT_EXPECT_FALSE(test, die_of(test)->walks.due[PMON_WALK_READ]);
}

/* A unit that does not answer the reset at load gets no PMU, and is reported at load. */
static void missing_test(struct kunit *test)
{
	struct pmon_core *core = &fake_die_of(test)->core;
	struct fake_unit *fake = fake_of(test);
	struct pmon_pmu_die *pmu_die = fake->unit->pmus[PMON_EVENT_UNIT];

	fake->unit->pmus[PMON_EVENT_UNIT] = NULL;
	fake->fault_at = 0;
	pmon_die_reset(die_of(test), 0);
	KUNIT_EXPECT_TRUE(test, fake->unit->gone);
	pmon_core_visit_dies(core, pmon_ledger_report);
	KUNIT_EXPECT_FALSE(test, fake->unit->reported);

	/* A unit with a PMU, whose die is online again. */
	fake->unit->pmus[PMON_EVENT_UNIT] = pmu_die;
	pmon_die_reset(die_of(test), 0);
	pmon_core_visit_dies(core, pmon_ledger_report);
	KUNIT_EXPECT_TRUE(test, fake->unit->reported);
}

static void expect_refused(struct kunit *test, struct pmon_pmu *pmu, u64 unit_mask)
{
	struct perf_event *event = fake_perf_event(test, pmu, 0x34);

	event->attr.config2 = unit_mask;
	KUNIT_EXPECT_EQ(test, -ENODEV, pmu->pmu.event_init(event));
}

/* A unit goes, has other contents when it comes back, and goes again. Other units keep counting. */
static void back_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct perf_event *first = run(test, pmu, 0x34), *second;
	struct fake_unit *fake = fake_of(test), *other = fake + 1;
	u64 expected = 0;
	unsigned int i, before;

	for (i = 1; i <= 2; i++) {
		fake_count(fake, 0, 10);
		KUNIT_EXPECT_EQ(test, fake_call_read(first), expected += 10);
		fake->gone = true;
		fake_count(other, 0, 5);
		KUNIT_EXPECT_EQ(test, fake_call_read(first), expected += 5);
		KUNIT_EXPECT_TRUE(test, fake->unit->gone);
		KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_UNIT_GONE], (u64)i);

		/* A new event counts on the others, if it has any. */
		second = run(test, pmu, 0x35);
		fake_count(other, 1, 7);
		KUNIT_EXPECT_EQ(test, fake_call_read(second), 7ULL);
		expect_refused(test, pmu, 1);
		before = accesses(fake);
		FAKE_LOCKED(die_of(test), pmon_unit_retry(fake->unit));
		KUNIT_EXPECT_EQ(test, accesses(fake), before + fake->unit->num_counters);
		KUNIT_EXPECT_TRUE(test, fake->unit->gone);

		lose(fake, 0x123456789);
		fake->gone = false;
		FAKE_LOCKED(die_of(test), pmon_unit_retry(fake->unit));
		KUNIT_EXPECT_FALSE(test, fake->unit->gone);
		KUNIT_EXPECT_FALSE(test, fake->frozen);
		KUNIT_EXPECT_EQ(test, fake_call_read(first), expected);
		fake_count(fake, 0, 1);
		fake_count(fake, 1, 2);
		KUNIT_EXPECT_EQ(test, fake_call_read(first), expected += 1);
		KUNIT_EXPECT_EQ(test, fake_call_read(second), 9ULL);
		end(second);
	}
	end(first);
}

/* An event is opened on a unit that answers again. */
static void opened_again_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = run(test, pmu, 0x34);
	struct fake_unit *fake = fake_of(test);

	fake->gone = true;
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 0ULL);
	end(event);
	expect_refused(test, pmu, 0);
	fake->gone = false;
	event = run(test, pmu, 0x35);
	fake_count(fake, 0, 3);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 3ULL);
	end(event);
}

/* Free-running counters count meanwhile. Their events do not, if perf starts them again or not. */
static void free_running_back_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *stays = run(test, pmu, 0x10ff), *moves = run(test, pmu, 0x10ff);
	unsigned int counter = FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING0;
	struct fake_unit *fake = fake_of(test);

	fake_count(fake, counter, 10);
	KUNIT_EXPECT_EQ(test, fake_call_read(stays), 10ULL);
	fake->gone = true;
	KUNIT_EXPECT_EQ(test, fake_call_read(moves), 0ULL);
	fake_call_del(moves);
	KUNIT_EXPECT_EQ(test, 0, fake_call_add(moves, PERF_EF_START));
	fake_count(fake, counter, 1000);
	fake->gone = false;
	FAKE_LOCKED(die_of(test), pmon_unit_retry(fake->unit));
	fake_count(fake, counter, 4);
	KUNIT_EXPECT_EQ(test, fake_call_read(stays), 14ULL);
	KUNIT_EXPECT_EQ(test, fake_call_read(moves), 4ULL);
	end(stays);
	end(moves);
}

/* While the die sleeps, no register may be accessed. */
static void back_asleep_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = run(test, pmu, 0x34);
	struct fake_unit *fake = fake_of(test);
	unsigned int before;

	fake->gone = true;
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 0ULL);
	pmon_die_suspend(die_of(test));
	fake->gone = false;
	before = accesses(fake);
	FAKE_LOCKED(die_of(test), pmon_unit_retry(fake->unit));
	KUNIT_EXPECT_EQ(test, accesses(fake), before);
	pmon_die_resume(die_of(test));
	FAKE_LOCKED(die_of(test), pmon_unit_retry(fake->unit));
	fake_count(fake, 0, 6);
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 6ULL);
	end(event);
}

static struct kunit_case suspend_cases[] = {
	KUNIT_CASE(other_kernel_test),
	KUNIT_CASE(offline_test),
	KUNIT_CASE(shutdown_test),
	KUNIT_CASE(missing_test),
	KUNIT_CASE(back_test),
	KUNIT_CASE(opened_again_test),
	KUNIT_CASE(free_running_back_test),
	KUNIT_CASE(back_asleep_test),
	{}
};

static struct kunit_suite suspend_suite = {
	.name = "uncore_pmon_suspend",
	.init = fake_pmu_init,
	.exit = fake_exit,
	.test_cases = suspend_cases,
};

kunit_test_suite(suspend_suite);
