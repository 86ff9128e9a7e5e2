// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the kernel API: free counters, and events that count together.
 */
#include <linux/perf_event.h>
#include <linux/uncore_pmon.h>

#include "fake_consumer.h"

#define TYPE	"uncoreall_fake"
#define UNIT	"uncore_fake_0"

/* The PMU of all units, and that of the first one. */
static struct pmon_pmu *show_pmus(struct kunit *test)
{
	struct pmon_pmu *all = fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_pmu *one = fake_pmu_create(test, PMON_EVENT_UNIT, 1);

	one->name = UNIT;
	one->registered = true;
	list_add_tail(&one->list, &one->core->pmus);
	return all;
}

static struct uncore_counter *open_and_count(struct kunit *test, const char *event)
{
	struct uncore_counter *counter = uncore_counter_open(TYPE, event, 0, 0, NULL, NULL);

	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
	return counter;
}

static void available_test(struct kunit *test)
{
	struct uncore_counter *first, *on_second, *again, *fixed;
	struct pmon_pmu *pmu;

	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_available(TYPE, 0));
	pmu = show_pmus(test);
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS, uncore_counters_available(TYPE, 0));
	first = open_and_count(test, "event=1");
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 1, uncore_counters_available(TYPE, 0));
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 1, uncore_counters_available(UNIT, 0));

	/* The unit with the fewest. */
	on_second = open_and_count(test, "event=2,unit_mask=2");
	again = open_and_count(test, "event=3,unit_mask=2");
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 3, uncore_counters_available(TYPE, 0));
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 1, uncore_counters_available(UNIT, 0));
	fixed = open_and_count(test, "event=0xff");
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 3, uncore_counters_available(TYPE, 0));

	uncore_counter_close(again);
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 2, uncore_counters_available(TYPE, 0));
	uncore_counter_close(first);
	uncore_counter_close(on_second);
	uncore_counter_close(fixed);
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS, uncore_counters_available(TYPE, 0));

	KUNIT_EXPECT_EQ(test, -ENOENT, uncore_counters_available("uncoreall", 0));
	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_available(TYPE, -1));
	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_available(TYPE, 1));
	pmu->dies[0].die->owner = PMON_NOT_READY;
	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_available(TYPE, 0));
	pmu->dies[0].die->owner = 0;
}

#define FIT(...)								\
	({									\
		const struct uncore_event __events[] = { __VA_ARGS__ };		\
										\
		uncore_counters_fit(__events, ARRAY_SIZE(__events), 0);		\
	})

static void fit_test(struct kunit *test)
{
	struct uncore_event many[PMON_MAX_REQUESTS + 1];
	struct uncore_counter *counter;
	unsigned int i;

	show_pmus(test);
	for (i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = (struct uncore_event){ TYPE, "event=1" };
	KUNIT_EXPECT_EQ(test, 0, uncore_counters_fit(many, FAKE_COUNTERS, 0));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counters_fit(many, FAKE_COUNTERS + 1, 0));
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counters_fit(many, PMON_MAX_REQUESTS, 0));
	KUNIT_EXPECT_EQ(test, -EINVAL, uncore_counters_fit(many, PMON_MAX_REQUESTS + 1, 0));
	KUNIT_EXPECT_EQ(test, -EINVAL, uncore_counters_fit(many, 0, 0));

	/* Events on other units need no counters of these. */
	many[0].event = "event=1,unit_mask=6";
	many[1].pmu = UNIT;
	KUNIT_EXPECT_EQ(test, 0, uncore_counters_fit(many, FAKE_COUNTERS + 1, 0));
	many[0].event = "event=1,unit_mask=3";
	KUNIT_EXPECT_EQ(test, -EAGAIN, uncore_counters_fit(many, FAKE_COUNTERS + 1, 0));

	/* One fixed counter. Any number of events read a free-running one. */
	KUNIT_EXPECT_EQ(test, -EAGAIN, FIT({ TYPE, "event=0xff" }, { UNIT, "event=0xff" }));
	KUNIT_EXPECT_EQ(test, 0, FIT({ TYPE, "event=0xff" }, { TYPE, "event=0xff,umask=0x10" },
				     { UNIT, "event=0xff,umask=0x10" }));

	/* What counts now has no effect on the result, and stays. */
	counter = open_and_count(test, "event=2,filter_en=1,filter=7");
	KUNIT_EXPECT_EQ(test, 0, FIT({ TYPE, "event=1,filter_en,filter=5" },
				     { UNIT, "event=2,filter_en,filter=5" }));
	KUNIT_EXPECT_EQ(test, -EBUSY, FIT({ TYPE, "event=1,filter_en,filter=5" },
					  { TYPE, "event=3" },
					  { UNIT, "event=2,filter_en,filter=6" }));
	KUNIT_EXPECT_EQ(test, 0, FIT({ TYPE, "event=1,filter_en,filter=5,unit_mask=4" },
				     { UNIT, "event=2,filter_en,filter=6" }));
	KUNIT_EXPECT_EQ(test, 1U, perf_made.num);
	KUNIT_EXPECT_EQ(test, FAKE_COUNTERS - 1, uncore_counters_available(TYPE, 0));
	uncore_counter_close(counter);
}

/* The errors of uncore_counter_open(), for any event of a list. */
static void bad_event_test(struct kunit *test)
{
	const struct uncore_event good = { TYPE, "event=1" };
	struct pmon_pmu *pmu;

	KUNIT_EXPECT_EQ(test, -ENODEV, FIT(good));
	pmu = show_pmus(test);
	KUNIT_EXPECT_EQ(test, -ENOENT, FIT(good, { "uncoreall", "event=1" }));
	KUNIT_EXPECT_EQ(test, -ENOENT, FIT(good, { TYPE, "inserts" }, good));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT(good, good, { TYPE, "event=0x100" }));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT(good, { TYPE, "umask=1" }));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT({ TYPE, "event=1,unit_mask=0x100" }, good));
	KUNIT_EXPECT_EQ(test, -ENOENT, FIT(good, { UNIT, "event=1,unit_mask=1" }));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT({ TYPE, "event=1,filter=5" }, good));
	/* Fixed and free-running counters have no filter, and no other codes. */
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT({ TYPE, "event=0xff,filter=5" }, good));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT({ TYPE, "event=0xff,umask=1" }, good));
	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_fit(&good, 1, 1));
	KUNIT_EXPECT_EQ(test, -ENODEV, uncore_counters_fit(&good, 1, -1));
	pmu->dies[0].die->owner = PMON_NOT_READY;
	KUNIT_EXPECT_EQ(test, -ENODEV, FIT(good));
	pmu->dies[0].die->owner = 0;

	/* It would count on the other units. */
	fake_of(test)->gone = true;
	fake_of(test)->unit->gone = true;
	KUNIT_EXPECT_EQ(test, 0, FIT(good));
	KUNIT_EXPECT_EQ(test, -ENODEV, FIT(good, { UNIT, "event=1" }));

	/* Units can lack extra counters. */
	fake_of(test)->gone = false;
	fake_of(test)->fault_at = FAKE_FIXED;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake_of(test)));
	KUNIT_EXPECT_EQ(test, 0, FIT({ TYPE, "event=0xff,unit_mask=2" }));
	KUNIT_EXPECT_EQ(test, -EINVAL, FIT({ TYPE, "event=0xff" }, { UNIT, "event=1" }));
}

static struct kunit_case room_cases[] = {
	KUNIT_CASE(available_test),
	KUNIT_CASE(fit_test),
	KUNIT_CASE(bad_event_test),
	{}
};

static struct kunit_suite room_suite = {
	.name = "uncore_pmon_room",
	.init = fake_consumer_init,
	.exit = fake_consumer_exit,
	.test_cases = room_cases,
};

kunit_test_suite(room_suite);
