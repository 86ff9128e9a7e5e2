// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of sampling periods.
 */
#include <kunit/test.h>

#include "count/count.h"

static void begin_test(struct kunit *test)
{
	struct pmon_period period;

	pmon_period_begin(&period, 1000, 48);
	KUNIT_EXPECT_EQ(test, period.left, 1000);
	KUNIT_EXPECT_EQ(test, period.beyond, 0ULL);
	KUNIT_EXPECT_EQ(test, pmon_period_preset(&period, 48),
			BIT_ULL(48) - 1000);
	/* At most half of the range, whatever the width. */
	pmon_period_begin(&period, BIT_ULL(48), 48);
	KUNIT_EXPECT_EQ(test, period.left, (s64)BIT_ULL(47));
	KUNIT_EXPECT_EQ(test, period.beyond, BIT_ULL(47));
	KUNIT_EXPECT_EQ(test, pmon_period_preset(&period, 48), BIT_ULL(47));
	pmon_period_begin(&period, 1ULL << 62, 63);
	KUNIT_EXPECT_EQ(test, period.left, 1LL << 62);
	KUNIT_EXPECT_EQ(test, pmon_period_preset(&period, 63), 1ULL << 62);
	pmon_period_begin(&period, 1, 2);
	KUNIT_EXPECT_EQ(test, pmon_period_preset(&period, 2), 3ULL);
}

/* Exactly at the end, some events late, and whole periods late. */
static void overflow_test(struct kunit *test)
{
	struct pmon_period period;

	pmon_period_begin(&period, 1000, 48);
	period.left -= 1000;
	KUNIT_EXPECT_EQ(test, pmon_period_overflow(&period, 1000, 48), 1ULL);
	KUNIT_EXPECT_EQ(test, period.left, 1000);
	period.left -= 1007;
	KUNIT_EXPECT_EQ(test, pmon_period_overflow(&period, 1000, 48), 1ULL);
	KUNIT_EXPECT_EQ(test, period.left, 993);
	period.left -= 993 + 3000;
	KUNIT_EXPECT_EQ(test, pmon_period_overflow(&period, 1000, 48), 4ULL);
	KUNIT_EXPECT_EQ(test, period.left, 1000);
	/* A new period applies from the next sample on. */
	period.left -= 1001;
	KUNIT_EXPECT_EQ(test, pmon_period_overflow(&period, 1, 48), 2ULL);
	KUNIT_EXPECT_EQ(test, period.left, 1);
}

/* Samples and remainder are those of one division, however the events are split. */
static void long_period_test(struct kunit *test)
{
	static const u64 steps[] = { 1, 7, 15, 16, 17, 31, 64, 100, 1000 };
	struct pmon_period period;
	u64 total = 0, samples = 0;
	unsigned int i;

	pmon_period_begin(&period, 100, 5);
	for (i = 0; i < 200; i++) {
		u64 step = steps[i % ARRAY_SIZE(steps)];

		total += step;
		period.left -= step;
		if (period.left <= 0)
			samples += pmon_period_overflow(&period, 100, 5);
		KUNIT_ASSERT_GT(test, period.left, 0);
		KUNIT_ASSERT_LE(test, period.left, 16);
		KUNIT_ASSERT_EQ(test, samples, total / 100);
		KUNIT_ASSERT_EQ(test, period.left + period.beyond,
				100 - total % 100);
	}
}

static void resume_test(struct kunit *test)
{
	struct pmon_period period;

	pmon_period_begin(&period, 1000, 48);
	period.left -= 400;
	pmon_period_resume(&period, 48);
	KUNIT_EXPECT_EQ(test, period.left, 600);
	/* On a counter that is too narrow for the period, and back. */
	pmon_period_resume(&period, 8);
	KUNIT_EXPECT_EQ(test, period.left, 128);
	KUNIT_EXPECT_EQ(test, period.beyond, 472ULL);
	pmon_period_resume(&period, 48);
	KUNIT_EXPECT_EQ(test, period.left, 600);
	/* Just before the end of a lap. */
	pmon_period_begin(&period, 1000, 8);
	period.left -= 127;
	pmon_period_resume(&period, 48);
	KUNIT_EXPECT_EQ(test, period.left, 873);
	KUNIT_EXPECT_EQ(test, period.beyond, 0ULL);
	period.left -= 874;
	/* The period ended before the interruption: the next event causes the sample. */
	pmon_period_resume(&period, 48);
	KUNIT_EXPECT_EQ(test, period.left, -1);
	KUNIT_EXPECT_EQ(test, pmon_period_preset(&period, 48), BIT_ULL(48) - 1);
	period.left -= 1;
	KUNIT_EXPECT_EQ(test, pmon_period_overflow(&period, 1000, 48), 1ULL);
	KUNIT_EXPECT_EQ(test, period.left, 998);
}

static struct kunit_case period_cases[] = {
	KUNIT_CASE(begin_test),
	KUNIT_CASE(overflow_test),
	KUNIT_CASE(long_period_test),
	KUNIT_CASE(resume_test),
	{}
};

static struct kunit_suite period_suite = {
	.name = "uncore_pmon_period",
	.test_cases = period_cases,
};

kunit_test_suite(period_suite);
