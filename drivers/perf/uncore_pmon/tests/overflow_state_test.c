// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of freeze on overflow while the state of the die changes: handover, last event, sleep.
 */
#include <linux/delay.h>
#include <linux/perf_event.h>

#include "count/engine.h"
#include "fake_overflow.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"

/* Only the owner polls, and not during a handover. */
static void owner_test(struct kunit *test)
{
	fake_sampling_event(test, 0, 0x11);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	die_of(test)->source = 1;
	fake_armed_poll(test);
	die_of(test)->source = -1;
	die_of(test)->owner = 1;
	fake_armed_poll(test);
	die_of(test)->owner = 0;
	KUNIT_EXPECT_EQ(test, fake_global.samples, 0U);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
}

static bool thawed(void)
{
	unsigned int i;

	for (i = 0; i < FAKE_PATIENCE && READ_ONCE(fake_global.frozen); i++)
		usleep_range(1000, 2000);
	return !fake_global.frozen;
}

/* During a handover, a freeze lasts at most from poll to poll. */
static void handover_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	fake_sampling_event(test, 0, 0x11);
	die->source = 1;
	local_irq_save(flags);
	pmon_overflow_start_polling(die);
	/* A poll between these two would see an overflow without a freeze. */
	fake_overflow(fake_number(test, 0), FAKE_PERIOD + 7);
	WRITE_ONCE(fake_global.frozen, true);
	local_irq_restore(flags);
	KUNIT_EXPECT_TRUE(test, thawed());
	KUNIT_EXPECT_EQ(test, fake_global.status[0], 0ULL);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 0U);

	/* The sample is only late. */
	local_irq_save(flags);
	die->source = -1;
	pmon_overflow_end_handover(die);
	local_irq_restore(flags);
	fake_overflow_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_number(test, 0)->counter[0],
			BIT_ULL(48) - FAKE_PERIOD + 7);
	pmon_overflow_stop(die);
}

/* An event is stopped right after its overflow: the freeze is pending, and not foreign. */
static void last_freeze_test(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x11);
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	flags = pmon_die_lock(die);
	pmon_overflow_arm(die, die->units, die->num_units);
	pmon_event_stop(event);
	pmon_event_remove(event);
	fake_commit_die(die);
	fake_global.status[0] = BIT_ULL(5);
	WRITE_ONCE(fake_global.frozen, true);
	pmon_die_unlock(die, flags);
	KUNIT_EXPECT_TRUE(test, thawed());
	KUNIT_EXPECT_EQ(test, die->ledger.count[PMON_FOREIGN], 0ULL);
	/* Then the polling stops. */
	for (unsigned int i = 0; i < FAKE_PATIENCE && READ_ONCE(die->overflow.polls); i++)
		usleep_range(1000, 2000);
	KUNIT_EXPECT_FALSE(test, die->overflow.polls);
	pmon_overflow_stop(die);
}

/*
 * A counter overflows right before the search freezes the package for a lost overflow. A stop of an
 * event takes both samples.
 */
static void overflow_during_search_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);

	fake_sampling_event(test, 0, 0x11);
	fake_sampling_event(test, 2, 0x11);
	fake_count(fake_number(test, 0), 0, FAKE_PERIOD);
	die->overflow.search_left = FAKE_UNITS;
	fake_global.at_freeze = fake_number(test, 2);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 2U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	/* That of the search, which the overflow prolonged, and a second one of the search. */
	KUNIT_EXPECT_EQ(test, die->ledger.count[PMON_FREEZES], 2ULL);
	KUNIT_EXPECT_EQ(test, die->ledger.count[PMON_LATE], 1ULL);
	pmon_overflow_stop(die);
}

/* During a suspend, overflows do not freeze the package, and are not counted. */
static void sleep_test(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x34);
	struct fake_die *fake_die = test->priv;
	struct fake_unit *fake = &fake_die->fakes[0];

	/* Frozen, perhaps before the first poll. */
	pmon_poll_rearm(die_of(test));
	fake_overflow(fake, FAKE_PERIOD);
	pmon_die_suspend(die_of(test));
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, fake->control[0] & FAKE_FREEZE_ON_OVERFLOW, 0ULL);
	KUNIT_EXPECT_FALSE(test, die_of(test)->walks.due[PMON_WALK_FREEZE]);
	fake_count(fake, 0, FAKE_PERIOD + 10);
	fake_overflow_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	pmon_die_resume(die_of(test));
	fake_overflow_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), (u64)FAKE_PERIOD);
	KUNIT_EXPECT_NE(test, fake->control[0] & FAKE_FREEZE_ON_OVERFLOW, 0ULL);
	KUNIT_EXPECT_TRUE(test, die_of(test)->walks.due[PMON_WALK_FREEZE]);

	/* The registers are lost: the period continues. */
	fake_count(fake, 0, 300);
	pmon_die_suspend(die_of(test));
	memset(fake->control, 0, sizeof(fake->control));
	memset(fake->counter, 0x55, sizeof(fake->counter));
	fake_global.status[0] = 0x123;
	fake_global.frozen = true;
	pmon_die_resume(die_of(test));
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(FAKE_WIDTH) - (FAKE_PERIOD - 300));
	fake_overflow(fake, FAKE_PERIOD - 300);
	fake_overflow_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 2U);

	pmon_die_shutdown(die_of(test));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, die_of(test)->walks.due[PMON_WALK_FREEZE]);
	die_of(test)->suspended = false;
}

static struct kunit_case overflow_state_cases[] = {
	KUNIT_CASE(owner_test),
	KUNIT_CASE(handover_test),
	KUNIT_CASE(last_freeze_test),
	KUNIT_CASE(overflow_during_search_test),
	KUNIT_CASE(sleep_test),
	{}
};

static struct kunit_suite overflow_state_suite = {
	.name = "uncore_pmon_overflow_state",
	.init = fake_overflow_init,
	.exit = fake_exit,
	.test_cases = overflow_state_cases,
};

kunit_test_suite(overflow_state_suite);
