// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of counter arithmetic.
 */
#include <kunit/test.h>

#include "count/count.h"

struct delta_case {
	const char *name;
	u64 previous, now;
	unsigned int width;
	u64 delta;
};

static const struct delta_case delta_cases[] = {
	{ "nothing", 5, 5, 48, 0 },
	{ "forward", 5, 1000, 48, 995 },
	{ "48 bits wrap", 0xfffffffffff0, 0x10, 48, 0x20 },
	{ "48 bits wrap to zero", 0xffffffffffff, 0, 48, 1 },
	{ "48 bits almost round", 1, 0, 48, 0xffffffffffff },
	{ "36 bits wrap", 0xffffffff0, 0x10, 36, 0x20 },
	{ "32 bits wrap", 0xfffffff0, 0x10, 32, 0x20 },
	{ "64 bits wrap", ~0ULL, 4, 64, 5 },
	{ "64 bits large", 0, ~0ULL, 64, ~0ULL },
	{ "one bit", 1, 0, 1, 1 },
	{ "reserved bits of the earlier reading", 0xffff000000000005, 7, 48, 2 },
	{ "reserved bits of the later reading", 5, 0xffff000000000007, 48, 2 },
	{ "reserved bits and wrap", 0xabcdfffffffffff0, 0x10, 48, 0x20 },
	{ "no width", 1, 2, 0, 0 },
	{ "too wide is 64", 1, 3, 65, 2 },
};

static void delta_name(const struct delta_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(delta, delta_cases, delta_name);

static void delta_test(struct kunit *test)
{
	const struct delta_case *param = test->param_value;

	KUNIT_EXPECT_EQ(test, param->delta,
			pmon_count_delta(param->previous, param->now,
					 param->width));
}

struct period_case {
	const char *name;
	unsigned int width;
	u64 rate;
	u64 period;
};

static const struct period_case period_cases[] = {
	/* 2^(width - 1) / rate seconds */
	{ "32 bits at 1 GHz", 32, 1000000000, 2147483648 },
	{ "36 bits at 4 GHz", 36, 4000000000, 8589934592 },
	{ "fraction is cut off", 32, 3000000000, 715827882 },
	{ "longest", 48, 1, PMON_POLL_MAX_NS },
	{ "longest at 64 bits", 64, 1, PMON_POLL_MAX_NS },
	{ "just above the longest", 33, 71582788, PMON_POLL_MAX_NS },
	{ "just below the longest", 33, 71582789, 59999999385 },
	{ "shortest", 8, 1000000000, PMON_POLL_MIN_NS },
	{ "shortest at one bit", 1, ~0ULL, PMON_POLL_MIN_NS },
	{ "fast and wide", 64, ~0ULL, 500000000 },
	{ "fast and less wide", 60, ~0ULL, 31250000 },
	{ "no width", 0, 1, PMON_POLL_MIN_NS },
};

static void period_name(const struct period_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(period, period_cases, period_name);

static void period_test(struct kunit *test)
{
	const struct period_case *param = test->param_value;

	KUNIT_EXPECT_EQ(test, param->period,
			pmon_poll_period_ns(param->width, param->rate));
}

/* An unknown rate counts as the maximum. */
static void period_unknown_rate_test(struct kunit *test)
{
	unsigned int width;

	for (width = 1; width <= 64; width++)
		KUNIT_EXPECT_EQ(test, pmon_poll_period_ns(width, PMON_RATE_MAX),
				pmon_poll_period_ns(width, 0));
	KUNIT_EXPECT_LT(test, pmon_poll_period_ns(32, 0), NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, pmon_poll_period_ns(48, 0), PMON_POLL_MAX_NS);
}

static void possible_test(struct kunit *test)
{
	/* Below a microsecond, the events of two. */
	KUNIT_EXPECT_EQ(test, pmon_count_possible(0, 3999000000, 48), 8000ULL);
	KUNIT_EXPECT_EQ(test, pmon_count_possible(1500, 3999000000, 48), 16000ULL);
	KUNIT_EXPECT_GT(test, pmon_count_possible(0, 0, 48), PMON_RATE_MAX / 1000000);
	/* Two minutes of a clock of 4 GHz; a little more, as it is rounded up. */
	KUNIT_EXPECT_GE(test, pmon_count_possible(PMON_POLL_MAX_NS, 4000000000, 48),
			480000000000ULL);
	KUNIT_EXPECT_LT(test, pmon_count_possible(PMON_POLL_MAX_NS, 4000000000, 48),
			481000000000ULL);
	/* For narrow counters, half of the range, which is their polling period. */
	KUNIT_EXPECT_EQ(test, pmon_count_possible(NSEC_PER_SEC, 64000000000, 36), BIT_ULL(35));
	KUNIT_EXPECT_EQ(test, pmon_count_possible(~0ULL, 0, 64), BIT_ULL(63));
	KUNIT_EXPECT_EQ(test, pmon_count_possible(~0ULL, ~0ULL, 48), BIT_ULL(47));
	KUNIT_EXPECT_EQ(test, pmon_count_possible(0, 0, 1), 1ULL);
}

/* The sum of the readings is exact if the counter is read in time. */
static void period_is_short_enough_test(struct kunit *test)
{
	static const u64 rates[] = { 1, 1000, 2500000000, 1ULL << 41 };
	unsigned int width, i;

	for (width = 32; width < 64; width++) {
		for (i = 0; i < ARRAY_SIZE(rates); i++) {
			u64 period = pmon_poll_period_ns(width, rates[i]);
			/* Rounded up, and far from overflowing. */
			u64 counted = (period / 1000 + 1) *
				      (rates[i] / 1000000 + 1);

			if (period == PMON_POLL_MIN_NS)
				continue;
			KUNIT_EXPECT_LT_MSG(test, counted, 1ULL << width,
					    "width %u rate %llu", width,
					    rates[i]);
		}
	}
}

static void low_may_carry_test(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, pmon_low_may_carry(U32_MAX));
	KUNIT_EXPECT_TRUE(test, pmon_low_may_carry(U32_MAX - 100000));
	KUNIT_EXPECT_FALSE(test, pmon_low_may_carry(0));
	KUNIT_EXPECT_FALSE(test, pmon_low_may_carry(U32_MAX / 2));
}

static struct kunit_case count_cases[] = {
	KUNIT_CASE_PARAM(delta_test, delta_gen_params),
	KUNIT_CASE_PARAM(period_test, period_gen_params),
	KUNIT_CASE(period_unknown_rate_test),
	KUNIT_CASE(possible_test),
	KUNIT_CASE(period_is_short_enough_test),
	KUNIT_CASE(low_may_carry_test),
	{}
};

static struct kunit_suite count_suite = {
	.name = "uncore_pmon_count",
	.test_cases = count_cases,
};

kunit_test_suite(count_suite);
