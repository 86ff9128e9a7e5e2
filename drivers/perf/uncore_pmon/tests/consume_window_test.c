// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of windows of the kernel API, linux/uncore_pmon.h.
 */
#include <linux/perf_event.h>
#include <linux/uncore_pmon.h>

#include "count/die.h"
#include "fake_consumer.h"
#include "fake_overflow.h"
#include "freeze/freeze.h"

/* The last call of the window function. */
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
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, pmon_freeze_sample(fake_die_of(test)->units[unit]));
	if (die->overflow.phase == PMON_ENDING)
		pmon_freeze_continue(die, PMON_ALL_UNITS);
	local_irq_restore(flags);
}

static void show_sampling_pmu(struct kunit *test)
{
	fake_show_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	fake_globals(die_of(test));
	/* No timer. */
	die_of(test)->overflow.polls = PMON_LINGER_POLLS + 1;
	memset(&told, 0, sizeof(told));
}

static void window_test(struct kunit *test)
{
	struct fake_die *fake_die = fake_die_of(test);
	struct pmon_overflow *overflow = &fake_die->dies[0]->overflow;
	struct uncore_counter *counter;
	unsigned int calls = 0;

	show_sampling_pmu(test);
	counter = uncore_counter_open("uncoreall_fake", "event=1", 0, FAKE_PERIOD,
				      take_window, &calls);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
	told.other = fake_open_counter(test);

	/* First less than a period, then slightly more, while other units count, too. */
	fake_count(&fake_die->fakes[1], 0, FAKE_PERIOD - 1);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 0U, told.times);
	fake_count(&fake_die->fakes[0], 0, 7);
	fake_count(&fake_die->fakes[2], 1, 50);
	fake_count(&fake_die->fakes[1], 0, 4);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 1U, told.times);
	KUNIT_EXPECT_EQ(test, 1U, calls);
	KUNIT_EXPECT_PTR_EQ(test, counter, told.counter);
	KUNIT_EXPECT_EQ(test, FAKE_PERIOD + 10ULL, told.window.count);
	KUNIT_EXPECT_EQ(test, 1U, told.window.unit);
	KUNIT_EXPECT_EQ(test, 0, told.window.die);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);
	KUNIT_EXPECT_EQ(test, 0, told.error);
	KUNIT_EXPECT_EQ(test, 50ULL, told.others.count);

	/* Three periods at once cause one call with two missed periods. The next call has none. */
	fake_count(&fake_die->fakes[1], 0, 3 * FAKE_PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 2U, told.times);
	KUNIT_EXPECT_EQ(test, 2ULL, told.window.missed);
	KUNIT_EXPECT_EQ(test, 4 * FAKE_PERIOD + 10ULL, told.window.count);
	fake_count(&fake_die->fakes[1], 0, FAKE_PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 3U, told.times);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);

	/* A storm causes a pause. The call after it reports the missed periods. */
	overflow->pause = 1;
	fake_count(&fake_die->fakes[1], 0, FAKE_PERIOD);
	sample(test, 1);
	overflow->pause = 0;
	KUNIT_EXPECT_EQ(test, 4U, told.times);
	fake_count(&fake_die->fakes[1], 0, 5 * FAKE_PERIOD);
	sample(test, 1);
	KUNIT_EXPECT_EQ(test, 5U, told.times);
	KUNIT_EXPECT_EQ(test, 4ULL, told.window.missed);

	uncore_counter_close(told.other);
	uncore_counter_close(counter);
	KUNIT_EXPECT_EQ(test, 0U, perf_made.num);
	overflow->polls = 0;
}

static void end_period(struct kunit *test)
{
	fake_count(&fake_die_of(test)->fakes[1], 0, FAKE_PERIOD);
	sample(test, 1);
}

static void start_and_end_period(struct kunit *test, struct perf_event *event)
{
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	end_period(test);
}

/* Windows that end before the open has returned, and during the close. */
static void early_and_late_test(struct kunit *test)
{
	struct uncore_counter *counter;
	unsigned int calls = 0;

	show_sampling_pmu(test);
	perf_made.before_handed_out = start_and_end_period;
	counter = uncore_counter_open("uncoreall_fake", "event=1", 0, FAKE_PERIOD,
				      take_window, &calls);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_EXPECT_EQ(test, 1U, calls);
	KUNIT_EXPECT_PTR_EQ(test, counter, told.counter);
	KUNIT_EXPECT_EQ(test, 1ULL * FAKE_PERIOD, told.window.count);
	KUNIT_EXPECT_EQ(test, 0ULL, told.window.missed);

	perf_made.before_release = end_period;
	uncore_counter_close(counter);
	KUNIT_EXPECT_EQ(test, 2U, calls);
	KUNIT_EXPECT_EQ(test, 2ULL * FAKE_PERIOD, told.window.count);
	KUNIT_EXPECT_EQ(test, 0U, perf_made.num);
	die_of(test)->overflow.polls = 0;
}

static struct kunit_case window_cases[] = {
	KUNIT_CASE(window_test),
	KUNIT_CASE(early_and_late_test),
	{}
};

static struct kunit_suite window_suite = {
	.name = "uncore_pmon_window",
	.init = fake_consumer_init,
	.exit = fake_consumer_exit,
	.test_cases = window_cases,
};

kunit_test_suite(window_suite);
