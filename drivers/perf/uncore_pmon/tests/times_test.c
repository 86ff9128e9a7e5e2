// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of enabled and running times, to the nanosecond.
 */
#include <kunit/test.h>
#include <linux/delay.h>

#include "count/engine.h"

static void times_without_test(struct kunit *test)
{
	struct pmon_pmu_die pmu_die = { };
	struct pmon_perf_event *event;
	u64 enabled, running, later, had;

	event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	event->pmu_die = &pmu_die;
	pmon_times_get(event, &enabled, &running);
	KUNIT_EXPECT_EQ(test, enabled, 0);
	KUNIT_EXPECT_EQ(test, running, 0);

	/* It never had a counter. */
	pmon_times_want(event);
	usleep_range(20, 40);
	pmon_times_get(event, &enabled, &running);
	KUNIT_EXPECT_GT(test, enabled, 0);
	KUNIT_EXPECT_EQ(test, running, 0);

	/* It had a counter from the beginning: it started while its PMU was disabled. */
	memset(&event->times, 0, sizeof(event->times));
	pmu_die.disabled = 1;
	pmon_times_on(event);
	usleep_range(20, 40);
	pmon_times_off(event);
	had = event->times.since - event->times.begun;
	pmon_times_get(event, &enabled, &running);
	KUNIT_EXPECT_EQ(test, running, had);
	KUNIT_EXPECT_GE(test, enabled, had);
	usleep_range(20, 40);
	/* Time without a counter does not add to the running time. */
	pmon_times_get(event, &later, &running);
	KUNIT_EXPECT_GT(test, later, enabled);
	KUNIT_EXPECT_EQ(test, running, had);
}

static struct kunit_case times_cases[] = {
	KUNIT_CASE(times_without_test),
	{}
};

static struct kunit_suite times_suite = {
	.name = "uncore_pmon_times",
	.test_cases = times_cases,
};

kunit_test_suite(times_suite);
