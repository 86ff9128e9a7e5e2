// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of wrong and late readings of counters.
 */
#include "count/count.h"
#include "fake_unit.h"

#define EVENT		0x135ULL

static struct pmon_ledger *ledger(struct kunit *test)
{
	return &die_of(test)->ledger;
}

static u64 read_count(struct kunit *test, struct pmon_perf_event *event)
{
	fake_update(event);
	return fake_event_count(event);
}

static void expect_readings(struct kunit *test, u64 again, u64 wrong)
{
	KUNIT_EXPECT_EQ(test, again, ledger(test)->count[PMON_READ_AGAIN]);
	KUNIT_EXPECT_EQ(test, wrong, ledger(test)->count[PMON_READ_WRONG]);
}

/* Impossible values of a counter, and an earlier value. */
static void bad_value_test(struct kunit *test)
{
	static const u64 values[] = { PMON_ALL_ONES, 0, 999, BIT_ULL(45), BIT_ULL(47) + 2000 };
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct fake_unit *fake = fake_of(test);
	unsigned int i;
	u64 counted = 1000;
	int counter;

	fake_run(test, event);
	counter = event->slots[0].programmed.counter;
	fake_count(fake, counter, 1000);
	KUNIT_EXPECT_EQ(test, counted, read_count(test, event));
	expect_readings(test, 0, 0);
	for (i = 0; i < ARRAY_SIZE(values); i++) {
		fake_count(fake, counter, 10);
		counted += 10;
		fake->bad_value = values[i];
		fake->bad_reads = 1;
		KUNIT_EXPECT_EQ(test, counted, read_count(test, event));
		KUNIT_EXPECT_FALSE(test, fake->unit->gone);
		expect_readings(test, i + 1, i + 1);
	}
	KUNIT_EXPECT_PTR_EQ(test, fake->unit, ledger(test)->first[PMON_READ_WRONG].unit);
	KUNIT_EXPECT_EQ(test, (unsigned int)counter,
			ledger(test)->first[PMON_READ_WRONG].number);

	/* A wrap is not a wrong reading, and causes no second read. */
	fake->counter[counter] = GENMASK_ULL(47, 0);
	KUNIT_EXPECT_EQ(test, GENMASK_ULL(47, 0), read_count(test, event));
	expect_readings(test, i + 1, i);
	fake_count(fake, counter, 6);
	KUNIT_EXPECT_EQ(test, GENMASK_ULL(47, 0) + 6, read_count(test, event));
	expect_readings(test, i + 1, i);
	fake_stop(event);
}

/* A second reading confirms the first one. */
static void twice_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct fake_unit *fake = fake_of(test);
	int counter;

	fake_run(test, event);
	counter = event->slots[0].programmed.counter;
	/* The timer was very late. */
	fake_count(fake, counter, BIT_ULL(47) + 7);
	KUNIT_EXPECT_EQ(test, BIT_ULL(47) + 7, read_count(test, event));
	expect_readings(test, 1, 0);
	/* A leap, and no answer at the second read. */
	fake->bad_value = 0;
	fake->bad_reads = 1;
	fake->gone = false;
	KUNIT_EXPECT_EQ(test, BIT_ULL(47) + 7, read_count(test, event));
	expect_readings(test, 2, 1);
	KUNIT_EXPECT_FALSE(test, fake->unit->gone);

	fake->gone = true;
	KUNIT_EXPECT_EQ(test, BIT_ULL(47) + 7, read_count(test, event));
	expect_readings(test, 3, 1);
	KUNIT_EXPECT_TRUE(test, fake->unit->gone);
	fake->gone = false;
}

/* An error that the elapsed time allows: the next reading is the second one, and counts. */
static void undetected_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct fake_unit *fake = fake_of(test);
	u64 high = BIT_ULL(20);
	int counter;

	fake_run(test, event);
	counter = event->slots[0].programmed.counter;
	fake_count(fake, counter, 1000);
	event->slots[0].read_at -= NSEC_PER_SEC;
	fake->bad_value = 1000 + high;
	fake->bad_reads = 1;
	KUNIT_EXPECT_EQ(test, 1000 + high, read_count(test, event));
	expect_readings(test, 0, 0);
	fake_count(fake, counter, 10);
	KUNIT_EXPECT_EQ(test, 1010 + BIT_ULL(48), read_count(test, event));
	expect_readings(test, 1, 0);
	fake_count(fake, counter, 10);
	KUNIT_EXPECT_EQ(test, 1020 + BIT_ULL(48), read_count(test, event));
	expect_readings(test, 1, 0);
	fake_stop(event);
}

static const struct narrow {
	unsigned int width;
	u64 rate;
} narrow[] = {
	{ 36, 64000000000ULL },
	{ 32, 8000000000ULL },
};

KUNIT_ARRAY_PARAM(narrow, narrow, NULL);

/* The timer reads a narrow counter late, but before it wraps completely: counts are exact. */
static void late_test(struct kunit *test)
{
	static const unsigned int percent[] = { 45, 58, 3, 51, 99, 99, 45, 58, 55 };
	const struct narrow *param = test->param_value;
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct fake_unit *fake = fake_of(test);
	u64 period = pmon_poll_period_ns(param->width, param->rate), counted = 0, events;
	unsigned int i;
	int counter;

	for (i = 0; i < FAKE_COUNTERS; i++) {
		fake->unit->counters[i].width = param->width;
		fake->unit->counters[i].rate = param->rate;
	}
	fake_run(test, event);
	counter = event->slots[0].programmed.counter;
	for (i = 0; i < ARRAY_SIZE(percent); i++) {
		events = BIT_ULL(param->width) / 100 * percent[i];
		fake_count(fake, counter, events);
		counted += events;
		/* At last, with a clock that went backwards, or a rate that is too low. */
		if (i < ARRAY_SIZE(percent) - 2)
			event->slots[0].read_at -= period * percent[i] / 50;
		KUNIT_EXPECT_EQ(test, counted, read_count(test, event));
		KUNIT_EXPECT_EQ(test, 0ULL, ledger(test)->count[PMON_READ_WRONG]);
	}
	/* The same, and the first reading is wrong. */
	counted += events;
	fake_count(fake, counter, events);
	fake->bad_value = fake->counter[counter] - 1;
	fake->bad_reads = 1;
	KUNIT_EXPECT_EQ(test, counted, read_count(test, event));
	fake_stop(event);
}

static struct kunit_case reading_cases[] = {
	KUNIT_CASE(bad_value_test),
	KUNIT_CASE(twice_test),
	KUNIT_CASE(undetected_test),
	KUNIT_CASE_PARAM(late_test, narrow_gen_params),
	{}
};

static struct kunit_suite reading_suite = {
	.name = "uncore_pmon_reading",
	.init = fake_init_msr,
	.exit = fake_exit,
	.test_cases = reading_cases,
};

kunit_test_suite(reading_suite);
