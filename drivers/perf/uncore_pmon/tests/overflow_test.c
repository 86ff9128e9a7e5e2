// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of freeze on overflow with global registers made of memory, for errors that no simulator
 * has.
 */
#include <linux/delay.h>
#include <linux/perf_event.h>

#include "count/engine.h"
#include "fake_overflow.h"
#include "freeze/freeze.h"

static void sample_test(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x11);
	struct fake_unit *fake = fake_number(test, 0);

	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(48) - FAKE_PERIOD);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x11 | FAKE_FREEZE_ON_OVERFLOW);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.freezes, 0U);

	fake_overflow(fake, FAKE_PERIOD + 3);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_PTR_EQ(test, fake_global.last_sample, event->perf);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), FAKE_PERIOD + 3ULL);
	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(48) - FAKE_PERIOD + 3);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 0ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_ASTRAY], 0ULL);
}

/* A sample with a period must not change the count. */
static void sample_period_test(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x11);

	event->perf->attr.sample_type = PERF_SAMPLE_PERIOD;
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), (u64)FAKE_PERIOD);
}

static void overflow_everywhere(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < FAKE_UNITS; i++)
		fake_sampling_event(test, i, 0x11);
	for (i = 0; i < FAKE_UNITS; i++)
		fake_overflow(fake_number(test, i), FAKE_PERIOD);
}

/* One freeze with all units of one status bit, and with both status registers. */
static void shared_position_test(struct kunit *test)
{
	overflow_everywhere(test);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 3U);
	KUNIT_EXPECT_EQ(test, fake_global.freezes, 1U);
	KUNIT_EXPECT_EQ(test, fake_global.status[0] | fake_global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
}

/* perf may stop an event within a sample. The freeze ends after the samples of all units. */
static void nested_poll_test(struct kunit *test)
{
	overflow_everywhere(test);
	fake_global.nested = die_of(test);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 3U);
	KUNIT_EXPECT_EQ(test, fake_global.unfrozen, 0U);
	KUNIT_EXPECT_EQ(test, fake_global.freezes, 1U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
}

static void overflow_while_clearing_test(struct kunit *test)
{
	fake_sampling_event(test, 0, 0x11);
	fake_sampling_event(test, 2, 0x11);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_global.late = fake_number(test, 2);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 2U);
	KUNIT_EXPECT_EQ(test, fake_global.status[0] | fake_global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
}

/* The same without samples: the unit can freeze the package again. */
static void overflow_while_releasing_test(struct kunit *test)
{
	fake_sampling_event(test, 0, 0x11);
	fake_sampling_event(test, 2, 0x11);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_global.late = fake_number(test, 2);
	pmon_freeze_release(die_of(test), 0, false);
	KUNIT_EXPECT_EQ(test, fake_global.status[0] | fake_global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);

	fake_overflow(fake_number(test, 2), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_global.status[1], 0ULL);
}

/* The counter of a removed event overflows, while another event samples. */
static struct pmon_perf_event *overflow_when_stopped(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x11);

	fake_sampling_event(test, 2, 0x11);
	fake_count(fake_number(test, 0), 0, FAKE_PERIOD - 1);
	fake_stop(event);
	fake_remove(event);
	fake_overflow(fake_number(test, 0), 5);
	return event;
}

static void expect_late_sample(struct kunit *test, struct pmon_perf_event *event)
{
	KUNIT_EXPECT_EQ(test, fake_global.samples, 0U);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 0ULL);

	/* The event runs again. */
	fake_run(test, event);
	fake_overflow(fake_number(test, 0), 1);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), FAKE_PERIOD + 5ULL);
}

/* Its freeze, found before or after the counter is stopped, is not counted as foreign. */
static void found_before_commit_test(struct kunit *test)
{
	struct pmon_perf_event *event = overflow_when_stopped(test);

	fake_armed_poll(test);
	fake_commit(fake_number(test, 0));
	expect_late_sample(test, event);
}

static void found_after_commit_test(struct kunit *test)
{
	struct pmon_perf_event *event = overflow_when_stopped(test);

	fake_commit(fake_number(test, 0));
	fake_armed_poll(test);
	expect_late_sample(test, event);
}

/* A freeze soon after that is counted as foreign. */
static void foreign_after_stop_test(struct kunit *test)
{
	overflow_when_stopped(test);
	fake_commit(fake_number(test, 0));
	fake_armed_poll(test);
	fake_global.status[1] = BIT_ULL(60);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 1ULL);
}

static void foreign_test(struct kunit *test)
{
	fake_sampling_event(test, 0, 0x11);
	fake_global.status[1] = BIT_ULL(60);
	fake_global.frozen = true;
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 0U);
	KUNIT_EXPECT_EQ(test, fake_global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 1ULL);
}

/* The table has a wrong bit for the unit. */
static void wrong_position_test(struct kunit *test)
{
	struct fake_unit *fake = fake_number(test, 0);

	fake_sampling_event(test, 0, 0x11);
	fake_count(fake, 0, FAKE_PERIOD);
	fake_global.status[1] = BIT_ULL(60);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 0ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_ASTRAY], 1ULL);
}

/* The unit sets a wrong bit, or the driver has cleared the bit. */
static void wrong_status_test(struct kunit *test)
{
	const u64 *count = die_of(test)->ledger.count;
	struct fake_unit *fake = fake_number(test, 0);

	fake_sampling_event(test, 0, 0x11);
	fake_overflow(fake, FAKE_PERIOD);
	fake->status = BIT(1);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, count[PMON_ASTRAY], 1ULL);
	KUNIT_EXPECT_EQ(test, fake->status, 0ULL);

	fake_overflow(fake, FAKE_PERIOD);
	fake->status = BIT(0) | BIT(1);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, count[PMON_ASTRAY], 1ULL);

	die_of(test)->overflow.delayed = true;
	fake_overflow(fake, FAKE_PERIOD);
	fake->status = BIT(1);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 3U);
	KUNIT_EXPECT_EQ(test, count[PMON_ASTRAY], 1ULL);
}

/* A counter that was not preset overflows early. Its freeze is not reported as foreign. */
static void early_test(struct kunit *test)
{
	const u64 *count = die_of(test)->ledger.count;
	struct fake_unit *fake = fake_number(test, 0);

	fake_sampling_event(test, 0, 0x11);
	fake_overflow(fake, FAKE_PERIOD / 2);
	fake->status = BIT(0);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 0U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, count[PMON_EARLY], 1ULL);
	KUNIT_EXPECT_EQ(test, count[PMON_FOREIGN], 0ULL);

	/* The next freeze without an early overflow is foreign. */
	fake_global.status[1] = BIT_ULL(60);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, count[PMON_FOREIGN], 1ULL);
}

/* With a stuck bit, the package is unfrozen, and other units sample. */
static void stuck_test(struct kunit *test)
{
	fake_sampling_event(test, 0, 0x11);
	fake_sampling_event(test, 2, 0x11);
	fake_global.stuck = BIT_ULL(5);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, fake_global.freezes, 1U);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.freezes, 1U);

	fake_overflow(fake_number(test, 2), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 2U);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_STUCK], 1ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.first[PMON_STUCK].number, 5U);

	/* The bit can be cleared again, with the next freeze. */
	fake_global.stuck = 0;
	fake_overflow(fake_number(test, 2), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], 0ULL);
	fake_armed_poll(test);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 4U);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_FOREIGN], 0ULL);
}

/* The driver froze the package and saw an overflow. Other software clears the status. */
static void cleared_by_others_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	fake_sampling_event(test, 0, 0x11);
	fake_global.at_freeze = fake_number(test, 0);
	local_irq_save(flags);
	KUNIT_EXPECT_FALSE(test, pmon_freeze_sample(fake_number(test, 0)->unit));
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ(test, (int)die->overflow.phase, PMON_FOUND);
	KUNIT_EXPECT_TRUE(test, fake_global.frozen);
	fake_global.status[0] = 0;
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, (int)die->overflow.phase, PMON_UNVERIFIED);
}

/* Without a freeze, the timer finds the overflow by the counter. */
static void late_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned int i;

	fake_sampling_event(test, 0, 0x11);
	fake_count(fake_number(test, 0), 0, FAKE_PERIOD + 1);
	FAKE_LOCKED(die, pmon_overflow_arm(die, die->units, die->num_units));
	for (i = 0; i < FAKE_PATIENCE && !READ_ONCE(fake_global.samples); i++)
		usleep_range(1000, 2000);
	pmon_overflow_stop(die);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, die->ledger.count[PMON_LATE], 1ULL);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_FALSE(test, die->overflow.polls);
}

/* perf changes the period while the event is off, without a call. */
static void period_test(struct kunit *test)
{
	struct pmon_perf_event *event = fake_sampling_event(test, 0, 0x11);
	struct perf_event *perf = event->perf;

	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	perf->attr.sample_type = PERF_SAMPLE_PERIOD;
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));

	perf->hw.sample_period = 10;
	local64_set(&perf->hw.period_left, 0);
	KUNIT_EXPECT_TRUE(test, pmon_preset_changed(event));
	fake_stop(event);
	FAKE_LOCKED(event->die, pmon_preset_reload(event));
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	fake_start(event);
	fake_commit(fake_number(test, 0));
	KUNIT_EXPECT_EQ(test, fake_number(test, 0)->counter[0],
			BIT_ULL(48) - 10);
}

static void refused_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event = event_on(test, 0x11, ~0U);

	event->perf->hw.sample_period = FAKE_PERIOD;
	KUNIT_EXPECT_EQ(test, 0, pmon_overflow_check(event));
	fake_die->units[0]->status_position = PMON_NO_STATUS;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	fake_die->units[0]->status_position = 5;
	die_of(test)->overflow.global.status_bits = 0;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	die_of(test)->overflow.global.status_bits = FAKE_STATUS_BITS;
	event->extra = FAKE_EXTRA_FIXED;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
}

/* A table has more status bits than the two registers in use. */
static void too_many_bits_test(struct kunit *test)
{
	const struct pmon_table_global table = {
		.access = PMON_ACCESS_MSR, .control = 0x2ff0,
		.status_offset = FAKE_STATUS, .status_bits = 12 * 64,
	};
	struct pmon_global *state = &die_of(test)->overflow.global;
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event;

	KUNIT_ASSERT_EQ(test, 0, pmon_global_init(die_of(test), &table, FAKE_STATUS_BITS, false));
	KUNIT_EXPECT_EQ(test, state->status_bits, FAKE_STATUS_BITS);
	state->space.ops = &fake_global_ops;

	fake_sampling_event(test, 0, 0x11);
	fake_overflow(fake_number(test, 0), FAKE_PERIOD);
	fake_armed_poll(test);
	KUNIT_EXPECT_EQ(test, fake_global.samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_global.outside, 0U);

	event = event_on(test, 0x11, ~0U);
	event->perf->hw.sample_period = FAKE_PERIOD;
	fake_die->units[0]->status_position = FAKE_STATUS_BITS;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	fake_die->units[0]->status_position = FAKE_STATUS_BITS - 1;
	KUNIT_EXPECT_EQ(test, 0, pmon_overflow_check(event));
}

/* If freeze on overflow is untested, the driver ends a freeze, but does not access the status. */
static void untried_test(struct kunit *test)
{
	const struct pmon_table_global table = {
		.access = PMON_ACCESS_MSR, .control = 0x2ff0,
		.status_offset = FAKE_STATUS, .status_bits = FAKE_STATUS_BITS,
	};
	struct pmon_global *state = &die_of(test)->overflow.global;
	struct pmon_perf_event *event = event_on(test, 0x11, ~0U);

	memset(state, 0, sizeof(*state));
	KUNIT_ASSERT_EQ(test, 0, pmon_global_init(die_of(test), &table, FAKE_STATUS_BITS, true));
	state->space.ops = &fake_global_ops;
	KUNIT_EXPECT_TRUE(test, state->usable);

	fake_global.frozen = true;
	fake_global.status[0] = BIT_ULL(5);
	pmon_freeze_release(die_of(test), 0, false);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], BIT_ULL(5));
	event->perf->hw.sample_period = FAKE_PERIOD;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
}

/* A table with a usable control, but without a usable status; then one with other registers. */
static void control_only_test(struct kunit *test)
{
	struct pmon_table_global table = {
		.access = PMON_ACCESS_MSR, .control = 0x2ff0,
		.status_offset = FAKE_STATUS, .status_bits = FAKE_STATUS_BITS,
	};
	struct pmon_global *state = &die_of(test)->overflow.global;
	struct pmon_perf_event *event = event_on(test, 0x11, ~0U);

	memset(state, 0, sizeof(*state));
	KUNIT_ASSERT_EQ(test, 0, pmon_global_init(die_of(test), &table, 0, false));
	KUNIT_ASSERT_EQ(test, 0, pmon_global_add(die_of(test), &table));
	KUNIT_EXPECT_PTR_EQ(test, state->next, NULL);
	table.control = 0x3ff0;
	KUNIT_ASSERT_EQ(test, 0, pmon_global_add(die_of(test), &table));
	KUNIT_ASSERT_NOT_NULL(test, state->next);
	state->space.ops = &fake_global_ops;
	state->next->space.ops = &fake_global_ops;

	fake_global.frozen = true;
	fake_global.status[0] = BIT_ULL(5);
	pmon_freeze_release(die_of(test), 0, false);
	KUNIT_EXPECT_FALSE(test, fake_global.frozen);
	KUNIT_EXPECT_EQ(test, fake_global.status[0], BIT_ULL(5));
	event->perf->hw.sample_period = FAKE_PERIOD;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
}

static struct kunit_case overflow_cases[] = {
	KUNIT_CASE(control_only_test),
	KUNIT_CASE(untried_test),
	KUNIT_CASE(sample_test),
	KUNIT_CASE(sample_period_test),
	KUNIT_CASE(shared_position_test),
	KUNIT_CASE(nested_poll_test),
	KUNIT_CASE(overflow_while_clearing_test),
	KUNIT_CASE(overflow_while_releasing_test),
	KUNIT_CASE(found_before_commit_test),
	KUNIT_CASE(found_after_commit_test),
	KUNIT_CASE(foreign_after_stop_test),
	KUNIT_CASE(foreign_test),
	KUNIT_CASE(wrong_position_test),
	KUNIT_CASE(wrong_status_test),
	KUNIT_CASE(early_test),
	KUNIT_CASE(stuck_test),
	KUNIT_CASE(cleared_by_others_test),
	KUNIT_CASE(late_test),
	KUNIT_CASE(period_test),
	KUNIT_CASE(refused_test),
	KUNIT_CASE(too_many_bits_test),
	{}
};

static struct kunit_suite overflow_suite = {
	.name = "uncore_pmon_overflow",
	.init = fake_overflow_init,
	.exit = fake_exit,
	.test_cases = overflow_cases,
};

kunit_test_suite(overflow_suite);
