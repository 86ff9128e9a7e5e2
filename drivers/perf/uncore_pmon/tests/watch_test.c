// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the watch for packages that stay frozen, with global registers made of memory.
 */
#include <linux/ktime.h>

#include "count/engine.h"
#include "fake_overflow.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"

/* A freeze also stops the units. */
static int watch_init(struct kunit *test)
{
	fake_overflow_init(test);
	fake_global.stops = test->priv;
	return 0;
}

static struct pmon_perf_event *clock_event(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, 1, ANY);

	event->clock = true;
	return event;
}

/* Check like the die's timer. */
static void timer_check(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die_of(test));
	die_of(test)->pass.begun = ktime_get_ns();
	for (i = 0; i < FAKE_UNITS; i++)
		pmon_unit_update(fake_die->units[i]);
	pmon_die_unlock(die_of(test), flags);
	local_irq_save(flags);
	pmon_watch(die_of(test));
	local_irq_restore(flags);
}

static const u64 *counts_of(struct kunit *test)
{
	return die_of(test)->ledger.count;
}

static void expect_foreign(struct kunit *test, u64 number)
{
	const u64 *count = counts_of(test);

	KUNIT_EXPECT_EQ(test, count[PMON_FOREIGN], number);
	KUNIT_EXPECT_EQ(test, count[PMON_FREEZES], number);
}

/* An overflow shows in the status, whether a clock is counted or not. */
static void overflow_test(struct kunit *test)
{
	fake_run(test, event_on(test, 2, ANY));
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);

	fake_set_frozen(true);
	fake_global.status[0] = BIT_ULL(7);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, fake_of(test)->frozen);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], 0ULL);
	expect_foreign(test, 1);
}

/* A stuck bit is not counted as a freeze each time, and not as foreign. */
static void stuck_test(struct kunit *test)
{
	fake_run(test, event_on(test, 2, ANY));
	fake_global.stuck = BIT_ULL(9);
	fake_global.status[0] = fake_global.stuck;
	timer_check(test);
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_FOREIGN], 0ULL);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_FREEZES], 1ULL);
}

/* Only a clock that does not count shows frz_all. */
static void clock_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *other = event_on(test, 2, ANY);
	struct pmon_perf_event *free_running =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);

	fake_run(test, clock_event(test));
	fake_run(test, other);
	fake_run(test, free_running);
	fake->tick = 3;
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);

	/* A freeze since the last check is found only if the clock has not counted at all. */
	fake_set_frozen(true);
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, fake->frozen);
	expect_foreign(test, 1);
	/* The clock moved after the write: that is the proof. */
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));

	fake_global.writes = 0;
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
	expect_foreign(test, 1);
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 0ULL);
}

/* The write with which the driver ends a freeze is lost. */
static void end_in_vain(struct kunit *test)
{
	unsigned long flags;

	fake_set_frozen(true);
	local_irq_save(flags);
	pmon_freeze_verify(die_of(test));
	local_irq_restore(flags);
	fake_global.writes = 0;
}

/* Any counter shows this, even one with rare events, and one that was added later. */
static void lost_end_test(struct kunit *test)
{
	struct pmon_perf_event *late = event_on(test, 3, ANY);

	fake_run(test, event_on(test, 2, ANY));
	fake_of(test)->tick = 3;
	timer_check(test);
	end_in_vain(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
	fake_run(test, late);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
	KUNIT_EXPECT_FALSE(test, fake_of(test)->frozen);
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 1ULL);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_FOREIGN], 0ULL);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_FREEZES], 1ULL);
}

/* A unit that no freeze reaches counts on, and shows nothing of the others. */
static void not_reached_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct fake_unit *fake = fake_of(test);

	fake_own_type(test, fake)->no_freeze_ids = BIT_ULL(fake->unit->id);
	fake_run(test, fake_type_event(test, fake_die, 2, ANY));
	fake->tick = 3;
	fake_die->fakes[1].tick = 3;
	timer_check(test);
	end_in_vain(test);
	fake->frozen = false;
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, fake_die->fakes[1].frozen);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 1ULL);
}

/* A single event in the middle of a check does not prove that the package was frozen. */
static void rare_event_test(struct kunit *test)
{
	fake_run(test, event_on(test, 2, ANY));
	end_in_vain(test);
	fake_set_frozen(false);
	timer_check(test);
	fake_global.one_event = true;
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 0ULL);
}

/*
 * Any read proves that the package is not frozen, if the counter has counted since the freeze
 * ended.
 */
static void read_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, 2, ANY);
	unsigned int i;

	fake_run(test, event);
	fake_of(test)->tick = 3;
	end_in_vain(test);
	fake_set_frozen(false);
	for (i = 0; i < 2; i++) {
		KUNIT_EXPECT_TRUE(test, pmon_freeze_is_unverified(die_of(test)));
		fake_update(event);
	}
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
}

/* If no counter moves whatever is written, this is reported, and the checks become rarer. */
static void never_ends_test(struct kunit *test)
{
	u64 period = PMON_POLL_MAX_NS;
	unsigned int i;

	fake_run(test, clock_event(test));
	fake_of(test)->tick = 3;
	timer_check(test);
	timer_check(test);
	end_in_vain(test);
	fake_global.lose = 100;
	KUNIT_EXPECT_LT(test, pmon_freeze_check_within(die_of(test), period), NSEC_PER_SEC);
	for (i = 0; i < 20; i++)
		timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 19U);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_ENDLESS], 1ULL);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 0ULL);
	KUNIT_EXPECT_EQ(test, pmon_freeze_check_within(die_of(test), period), period);
	KUNIT_EXPECT_EQ(test, pmon_freeze_check_within(die_of(test), 17), 17ULL);

	/* The next one is counted, but not reported. */
	clear_bit(PMON_ENDLESS, &die_of(test)->ledger.reports);
	end_in_vain(test);
	for (i = 0; i < 20; i++)
		timer_check(test);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_ENDLESS], 2ULL);
	KUNIT_EXPECT_FALSE(test, test_bit(PMON_ENDLESS, &die_of(test)->ledger.reports));
}

/* The write is lost while nothing counts: the next event must start without a delay. */
static void repeat_test(struct kunit *test)
{
	end_in_vain(test);
	fake_run(test, event_on(test, 2, ANY));
	FAKE_LOCKED(die_of(test), pmon_watch_repeat(die_of(test)));
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
	KUNIT_EXPECT_FALSE(test, fake_of(test)->frozen);
	fake_of(test)->tick = 3;
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, pmon_freeze_is_unverified(die_of(test)));
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
	KUNIT_EXPECT_EQ(test, counts_of(test)[PMON_STAYED], 0ULL);

	FAKE_LOCKED(die_of(test), pmon_watch_repeat(die_of(test)));
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
}

static void fixed_clock_test(struct kunit *test)
{
	struct pmon_perf_event *clock =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FIXED);

	clock->clock = true;
	fake_run(test, clock);
	fake_of(test)->tick = 3;
	timer_check(test);
	fake_set_frozen(true);
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, fake_of(test)->frozen);
	expect_foreign(test, 1);
}

/* Without a clock, counters that do not count are normal. */
static void no_clock_test(struct kunit *test)
{
	fake_run(test, event_on(test, 2, ANY));
	fake_set_frozen(true);
	timer_check(test);
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
	expect_foreign(test, 0);
}

/* A stopped clock does not mean a freeze. */
static void sleeping_clock_test(struct kunit *test)
{
	fake_run(test, clock_event(test));
	timer_check(test);
	timer_check(test);
	expect_foreign(test, 0);
}

/* If another unit counts, the package is not frozen. */
static void other_counts_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct fake_unit *other = &fake_die->fakes[1];
	struct pmon_perf_event *event = event_on(test, 2, ANY);

	event->slots[0].unit = other->unit;
	fake_run(test, clock_event(test));
	fake_run(test, event);
	timer_check(test);
	fake_global.writes = 0;
	fake_count(other, 0, 1);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 1U);
	expect_foreign(test, 0);
}

/* While events sample, their poll handles the status, but the watch detects frz_all. */
static void sampling_test(struct kunit *test)
{
	fake_run(test, clock_event(test));
	fake_of(test)->tick = 3;
	timer_check(test);
	die_of(test)->overflow.polls = PMON_LINGER_POLLS + 1;
	FAKE_LOCKED(die_of(test),
		    pmon_walk_set(die_of(test), PMON_WALK_FREEZE, 3600 * NSEC_PER_SEC));
	fake_set_frozen(true);
	fake_global.status[0] = BIT_ULL(7);
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.writes, 0U);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], BIT_ULL(7));

	fake_global.status[0] = 0;
	timer_check(test);
	timer_check(test);
	KUNIT_EXPECT_FALSE(test, fake_of(test)->frozen);
	expect_foreign(test, 1);
	KUNIT_EXPECT_TRUE(test, die_of(test)->overflow.polls);
	pmon_walk_end(die_of(test), PMON_WALK_FREEZE);
	die_of(test)->overflow.polls = 0;
}

/* Another poll ended the freeze between two slices. Counters not read since then prove nothing. */
static void ended_between_slices_test(struct kunit *test)
{
	unsigned long flags;

	fake_run(test, clock_event(test));
	fake_of(test)->tick = 3;
	timer_check(test);
	die_of(test)->watch.ending = true;
	local_irq_save(flags);
	KUNIT_EXPECT_TRUE(test, pmon_watch(die_of(test)));
	local_irq_restore(flags);
	KUNIT_EXPECT_FALSE(test, die_of(test)->watch.ending);
	expect_foreign(test, 0);
}

/* The watch does nothing on a CPU that is not the owner, and without global registers. */
static void not_ours_test(struct kunit *test)
{
	fake_run(test, event_on(test, 2, ANY));
	fake_global.status[0] = BIT_ULL(7);
	die_of(test)->owner = 1;
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], BIT_ULL(7));
	die_of(test)->owner = 0;
	die_of(test)->overflow.global.usable = false;
	timer_check(test);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], BIT_ULL(7));
	expect_foreign(test, 0);
}

/* A freeze lasted at most since the previous check. */
static void waited_test(struct kunit *test)
{
	const u64 *count = die_of(test)->ledger.count;
	u64 started = ktime_get_ns();

	clock_event(test);
	timer_check(test);
	fake_global.status[0] = BIT_ULL(3);
	fake_set_frozen(true);
	timer_check(test);
	KUNIT_EXPECT_EQ(test, 1ULL, count[PMON_FREEZES]);
	KUNIT_EXPECT_LE(test, count[PMON_LAST_WAITED], ktime_get_ns() - started);
}

static struct kunit_case watch_cases[] = {
	KUNIT_CASE(waited_test),
	KUNIT_CASE(overflow_test),
	KUNIT_CASE(stuck_test),
	KUNIT_CASE(clock_test),
	KUNIT_CASE(lost_end_test),
	KUNIT_CASE(not_reached_test),
	KUNIT_CASE(rare_event_test),
	KUNIT_CASE(read_test),
	KUNIT_CASE(never_ends_test),
	KUNIT_CASE(repeat_test),
	KUNIT_CASE(fixed_clock_test),
	KUNIT_CASE(no_clock_test),
	KUNIT_CASE(sleeping_clock_test),
	KUNIT_CASE(other_counts_test),
	KUNIT_CASE(sampling_test),
	KUNIT_CASE(ended_between_slices_test),
	KUNIT_CASE(not_ours_test),
	{}
};

static struct kunit_suite watch_suite = {
	.name = "uncore_pmon_watch",
	.init = watch_init,
	.exit = fake_exit,
	.test_cases = watch_cases,
};

kunit_test_suite(watch_suite);
