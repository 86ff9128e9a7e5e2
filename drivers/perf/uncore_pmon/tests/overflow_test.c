// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of freeze on overflow with global registers made of memory, for errors that no simulator
 * has.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/topology.h>

#include "count/poll.h"
#include "count/preset.h"
#include "count/suspend.h"
#include "fake_unit.h"

#define STATUS		2	/* offset of the first global status register */
#define STATUS_BITS	128U
#define PERIOD		1000
#define PATIENCE	10000	/* milliseconds to wait for a required event */

/*
 * The global registers. @stuck cannot be cleared. @outside counts accesses to others. @late is a
 * unit that overflows at the first clearing of the status, because the freeze reaches it late.
 * @nested is a die that each sample polls, like perf's stop of an event within its sample.
 * @unfrozen counts samples after which the package was not frozen.
 */
static struct {
	u64 status[2];
	u64 stuck;
	unsigned int outside;
	bool frozen;
	unsigned int freezes;
	struct fake_unit *late;
	struct pmon_die *nested;
	unsigned int unfrozen;
} global;

static unsigned int num_samples;
static struct perf_event *last_sample;

static u64 global_read64(const struct pmon_regspace *space, int offset)
{
	if (offset >= STATUS && offset < STATUS + 2)
		return global.status[offset - STATUS];
	global.outside++;
	return PMON_ALL_ONES >> 1;
}

static void overflow(struct fake_unit *fake, u64 events)
{
	unsigned int position = fake->unit->status_position;

	fake_count(fake, 0, events);
	global.status[position / 64] |= BIT_ULL(position % 64);
}

static int global_write64(const struct pmon_regspace *space,
			  int offset, u64 value)
{
	struct fake_unit *late = global.late;

	if (offset < STATUS)
		return 0;
	global.status[offset - STATUS] &= ~(value & ~global.stuck);
	global.late = NULL;
	if (late)
		overflow(late, PERIOD);
	return 0;
}

static int global_write32(const struct pmon_regspace *space,
			  int offset, u32 value)
{
	if (offset)
		return 0;
	global.frozen = value & 1;
	global.freezes += global.frozen;
	return 0;
}

static const struct pmon_regspace_ops global_ops = {
	.read64 = global_read64,
	.write64 = global_write64,
	.write32 = global_write32,
};

static void take_sample(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	num_samples++;
	last_sample = event;
	if (global.nested)
		pmon_overflow_poll(global.nested);
	global.unfrozen += !global.frozen;
}

static struct pmon_die *die_of(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;

	return fake_die->dies[0];
}

static int overflow_init(struct kunit *test)
{
	struct fake_die *fake_die;
	struct pmon_overflow *state;
	unsigned int i;
	int error;

	error = fake_init_msr(test);
	if (error)
		return error;
	memset(&global, 0, sizeof(global));
	num_samples = 0;
	last_sample = NULL;

	fake_die = test->priv;
	state = &die_of(test)->overflow;
	state->global.space.ops = &global_ops;
	state->global.status_offset = STATUS;
	state->global.usable = true;
	state->global.status_bits = STATUS_BITS;
	/* Two units with one bit, the third in the second register. */
	for (i = 0; i < FAKE_UNITS; i++)
		fake_die->units[i]->status_position = i < 2 ? 5 : 100;
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(0), 0);
	die_of(test)->owner = 0;
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	return 0;
}

static struct pmon_perf_event *sampling_event(struct kunit *test,
					      unsigned int unit, u64 control)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event = event_on(test, control, ~0U);
	struct perf_event *perf = event->perf;

	event->slots[0].unit = fake_die->units[unit];
	perf->attr.sample_period = PERIOD;
	perf->hw.sample_period = PERIOD;
	perf->hw.last_period = PERIOD;
	perf->state = PERF_EVENT_STATE_ACTIVE;
	perf->overflow_handler = take_sample;
	KUNIT_ASSERT_EQ(test, 0, pmon_overflow_check(event));
	fake_run(test, event);
	return event;
}

/* Poll, like perf's calls. */
static void look(struct kunit *test)
{
	unsigned long flags;

	local_irq_save(flags);
	die_of(test)->overflow.armed = true;
	pmon_overflow_poll(die_of(test));
	die_of(test)->overflow.armed = false;
	local_irq_restore(flags);
}

static struct fake_unit *fake_number(struct kunit *test, unsigned int i)
{
	struct fake_die *fake_die = test->priv;

	return &fake_die->fakes[i];
}

static void sample_test(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x11);
	struct fake_unit *fake = fake_number(test, 0);

	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(48) - PERIOD);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x11 | FAKE_FREEZE_ON_OVERFLOW);
	look(test);
	KUNIT_EXPECT_EQ(test, global.freezes, 0U);

	overflow(fake, PERIOD + 3);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_PTR_EQ(test, last_sample, event->perf);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), PERIOD + 3ULL);
	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(48) - PERIOD + 3);
	KUNIT_EXPECT_EQ(test, global.status[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 0ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.astray, 0ULL);
}

/* A sample with a period must not change the count. */
static void sample_period_test(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x11);

	event->perf->attr.sample_type = PERF_SAMPLE_PERIOD;
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), (u64)PERIOD);
}

/* One freeze with all units of one status bit, and with both status registers. */
static void shared_position_test(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < FAKE_UNITS; i++)
		sampling_event(test, i, 0x11);
	for (i = 0; i < FAKE_UNITS; i++)
		overflow(fake_number(test, i), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 3U);
	KUNIT_EXPECT_EQ(test, global.freezes, 1U);
	KUNIT_EXPECT_EQ(test, global.status[0] | global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
}

/* perf may stop an event within a sample. The freeze ends after the samples of all units. */
static void nested_poll_test(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < FAKE_UNITS; i++)
		sampling_event(test, i, 0x11);
	for (i = 0; i < FAKE_UNITS; i++)
		overflow(fake_number(test, i), PERIOD);
	global.nested = die_of(test);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 3U);
	KUNIT_EXPECT_EQ(test, global.unfrozen, 0U);
	KUNIT_EXPECT_EQ(test, global.freezes, 1U);
	KUNIT_EXPECT_FALSE(test, global.frozen);
}

static void overflow_while_clearing_test(struct kunit *test)
{
	sampling_event(test, 0, 0x11);
	sampling_event(test, 2, 0x11);
	overflow(fake_number(test, 0), PERIOD);
	global.late = fake_number(test, 2);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 2U);
	KUNIT_EXPECT_EQ(test, global.status[0] | global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
}

/* The same without samples: the unit can freeze the package again. */
static void overflow_while_releasing_test(struct kunit *test)
{
	sampling_event(test, 0, 0x11);
	sampling_event(test, 2, 0x11);
	overflow(fake_number(test, 0), PERIOD);
	global.late = fake_number(test, 2);
	pmon_overflow_release(die_of(test), false);
	KUNIT_EXPECT_EQ(test, global.status[0] | global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);

	overflow(fake_number(test, 2), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, global.status[1], 0ULL);
}

/* The counter of a removed event overflows, while another event samples. */
static struct pmon_perf_event *overflow_when_stopped(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x11);

	sampling_event(test, 2, 0x11);
	fake_count(fake_number(test, 0), 0, PERIOD - 1);
	fake_stop(event);
	fake_remove(event);
	overflow(fake_number(test, 0), 5);
	return event;
}

static void expect_late_sample(struct kunit *test, struct pmon_perf_event *event)
{
	KUNIT_EXPECT_EQ(test, num_samples, 0U);
	KUNIT_EXPECT_EQ(test, global.status[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 0ULL);

	/* The event runs again. */
	fake_run(test, event);
	overflow(fake_number(test, 0), 1);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), PERIOD + 5ULL);
}

/* Its freeze, found before or after the counter is stopped, is not counted as foreign. */
static void found_before_commit_test(struct kunit *test)
{
	struct pmon_perf_event *event = overflow_when_stopped(test);

	look(test);
	fake_commit(fake_number(test, 0));
	expect_late_sample(test, event);
}

static void found_after_commit_test(struct kunit *test)
{
	struct pmon_perf_event *event = overflow_when_stopped(test);

	fake_commit(fake_number(test, 0));
	look(test);
	expect_late_sample(test, event);
}

/* A freeze soon after that is counted as foreign. */
static void foreign_after_stop_test(struct kunit *test)
{
	overflow_when_stopped(test);
	fake_commit(fake_number(test, 0));
	look(test);
	global.status[1] = BIT_ULL(60);
	look(test);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 1ULL);
}

static void foreign_test(struct kunit *test)
{
	sampling_event(test, 0, 0x11);
	global.status[1] = BIT_ULL(60);
	global.frozen = true;
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 0U);
	KUNIT_EXPECT_EQ(test, global.status[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 1ULL);
}

/* The table has a wrong bit for the unit. */
static void wrong_position_test(struct kunit *test)
{
	struct fake_unit *fake = fake_number(test, 0);

	sampling_event(test, 0, 0x11);
	fake_count(fake, 0, PERIOD);
	global.status[1] = BIT_ULL(60);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 0ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.astray, 1ULL);
}

/* The unit sets a wrong bit, or the driver has cleared the bit. */
static void wrong_status_test(struct kunit *test)
{
	const struct pmon_overflow_stats *stats = &die_of(test)->overflow.stats;
	struct fake_unit *fake = fake_number(test, 0);

	sampling_event(test, 0, 0x11);
	overflow(fake, PERIOD);
	fake->status = BIT(1);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, stats->astray, 1ULL);
	KUNIT_EXPECT_EQ(test, fake->status, 0ULL);

	overflow(fake, PERIOD);
	fake->status = BIT(0) | BIT(1);
	look(test);
	KUNIT_EXPECT_EQ(test, stats->astray, 1ULL);

	die_of(test)->overflow.delayed = true;
	overflow(fake, PERIOD);
	fake->status = BIT(1);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 3U);
	KUNIT_EXPECT_EQ(test, stats->astray, 1ULL);
}

/* A counter that was not preset overflows early. Its freeze is not reported as foreign. */
static void early_test(struct kunit *test)
{
	const struct pmon_overflow_stats *stats = &die_of(test)->overflow.stats;
	struct fake_unit *fake = fake_number(test, 0);

	sampling_event(test, 0, 0x11);
	overflow(fake, PERIOD / 2);
	fake->status = BIT(0);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 0U);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, stats->early, 1ULL);
	KUNIT_EXPECT_EQ(test, stats->foreign, 0ULL);

	/* The next freeze without an early overflow is foreign. */
	global.status[1] = BIT_ULL(60);
	look(test);
	KUNIT_EXPECT_EQ(test, stats->foreign, 1ULL);
}

/* With a stuck bit, the package is unfrozen, and other units sample. */
static void stuck_test(struct kunit *test)
{
	sampling_event(test, 0, 0x11);
	sampling_event(test, 2, 0x11);
	global.stuck = BIT_ULL(5);
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, global.freezes, 1U);
	look(test);
	KUNIT_EXPECT_EQ(test, global.freezes, 1U);

	overflow(fake_number(test, 2), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 2U);
	KUNIT_EXPECT_FALSE(test, global.frozen);

	/* The bit can be cleared again. */
	global.stuck = 0;
	global.status[0] = 0;
	look(test);
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 3U);
	KUNIT_EXPECT_EQ(test, die_of(test)->overflow.stats.foreign, 0ULL);
}

/* Without a freeze, the timer finds the overflow by the counter. */
static void late_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned long flags;
	unsigned int i;

	sampling_event(test, 0, 0x11);
	fake_count(fake_number(test, 0), 0, PERIOD + 1);
	flags = pmon_die_lock(die);
	pmon_overflow_arm(die, die->units, die->num_units);
	pmon_die_unlock(die, flags);
	for (i = 0; i < PATIENCE && !READ_ONCE(num_samples); i++)
		usleep_range(1000, 2000);
	pmon_overflow_stop(die);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, die->overflow.stats.late, 1ULL);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_FALSE(test, die->overflow.armed);
}

/* Only the owner polls, and not during a handover. */
static void owner_test(struct kunit *test)
{
	sampling_event(test, 0, 0x11);
	overflow(fake_number(test, 0), PERIOD);
	die_of(test)->source = 1;
	look(test);
	die_of(test)->source = -1;
	die_of(test)->owner = 1;
	look(test);
	die_of(test)->owner = 0;
	KUNIT_EXPECT_EQ(test, num_samples, 0U);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
}

static bool thawed(void)
{
	unsigned int i;

	for (i = 0; i < PATIENCE && READ_ONCE(global.frozen); i++)
		usleep_range(1000, 2000);
	return !global.frozen;
}

static void poll(struct kunit *test)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_overflow_poll(die_of(test));
	local_irq_restore(flags);
}

/* During a handover, a freeze lasts at most from poll to poll. */
static void handover_test(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	sampling_event(test, 0, 0x11);
	die->source = 1;
	local_irq_save(flags);
	pmon_overflow_begin_handover(die);
	local_irq_restore(flags);
	overflow(fake_number(test, 0), PERIOD + 7);
	WRITE_ONCE(global.frozen, true);
	KUNIT_EXPECT_TRUE(test, thawed());
	KUNIT_EXPECT_EQ(test, global.status[0], 0ULL);
	KUNIT_EXPECT_EQ(test, num_samples, 0U);

	/* The sample is only late. */
	local_irq_save(flags);
	die->source = -1;
	pmon_overflow_end_handover(die);
	local_irq_restore(flags);
	poll(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, fake_number(test, 0)->counter[0],
			BIT_ULL(48) - PERIOD + 7);
	pmon_overflow_stop(die);
}

/* An event is stopped right after its overflow: the freeze is pending, and not foreign. */
static void last_freeze_test(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x11);
	struct pmon_die *die = die_of(test);
	unsigned long flags;

	flags = pmon_die_lock(die);
	pmon_overflow_arm(die, die->units, die->num_units);
	pmon_event_stop(event);
	pmon_event_remove(event);
	fake_commit_die(die);
	global.status[0] = BIT_ULL(5);
	WRITE_ONCE(global.frozen, true);
	pmon_die_unlock(die, flags);
	KUNIT_EXPECT_TRUE(test, thawed());
	KUNIT_EXPECT_EQ(test, die->overflow.stats.foreign, 0ULL);
	/* Then the polling stops. */
	for (unsigned int i = 0; i < PATIENCE && READ_ONCE(die->overflow.armed); i++)
		usleep_range(1000, 2000);
	KUNIT_EXPECT_FALSE(test, die->overflow.armed);
	pmon_overflow_stop(die);
}

/* perf changes the period while the event is off, without a call. */
static void period_test(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x11);
	struct perf_event *perf = event->perf;

	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	perf->attr.sample_type = PERF_SAMPLE_PERIOD;
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));

	perf->hw.sample_period = 10;
	local64_set(&perf->hw.period_left, 0);
	KUNIT_EXPECT_TRUE(test, pmon_preset_changed(event));
	fake_stop(event);
	fake_reload(event);
	KUNIT_EXPECT_FALSE(test, pmon_preset_changed(event));
	fake_start(event);
	fake_commit(fake_number(test, 0));
	KUNIT_EXPECT_EQ(test, fake_number(test, 0)->counter[0],
			BIT_ULL(48) - 10);
}

/* During a suspend, overflows do not freeze the package. They are found at resume. */
static void sleep_test(struct kunit *test)
{
	struct pmon_perf_event *event = sampling_event(test, 0, 0x34);
	struct fake_die *fake_die = test->priv;
	struct fake_unit *fake = &fake_die->fakes[0];

	/* Frozen, perhaps before the first poll. */
	pmon_poll_rearm(die_of(test));
	overflow(fake, PERIOD);
	pmon_die_suspend(die_of(test));
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, fake->control[0] & FAKE_FREEZE_ON_OVERFLOW, 0ULL);
	KUNIT_EXPECT_FALSE(test, hrtimer_active(&die_of(test)->overflow.timer));
	fake_count(fake, 0, PERIOD + 10);
	poll(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	pmon_die_resume(die_of(test));
	poll(test);
	KUNIT_EXPECT_EQ(test, num_samples, 2U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 2 * PERIOD + 10ULL);
	KUNIT_EXPECT_NE(test, fake->control[0] & FAKE_FREEZE_ON_OVERFLOW, 0ULL);
	KUNIT_EXPECT_TRUE(test, hrtimer_active(&die_of(test)->overflow.timer));

	/* The registers are lost: the period continues. */
	fake_count(fake, 0, 290);
	pmon_die_suspend(die_of(test));
	memset(fake->control, 0, sizeof(fake->control));
	memset(fake->counter, 0x55, sizeof(fake->counter));
	global.status[0] = 0x123;
	global.frozen = true;
	pmon_die_resume(die_of(test));
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, num_samples, 2U);
	KUNIT_EXPECT_EQ(test, fake->counter[0], BIT_ULL(FAKE_WIDTH) - (PERIOD - 300));
	overflow(fake, PERIOD - 300);
	poll(test);
	KUNIT_EXPECT_EQ(test, num_samples, 3U);

	pmon_die_shutdown(die_of(test));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	KUNIT_EXPECT_FALSE(test, hrtimer_active(&die_of(test)->overflow.timer));
	die_of(test)->asleep = false;
}

static void refused_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event = event_on(test, 0x11, ~0U);

	event->perf->hw.sample_period = PERIOD;
	KUNIT_EXPECT_EQ(test, 0, pmon_overflow_check(event));
	fake_die->units[0]->status_position = PMON_NO_STATUS;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	fake_die->units[0]->status_position = 5;
	die_of(test)->overflow.global.status_bits = 0;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	die_of(test)->overflow.global.status_bits = STATUS_BITS;
	event->extra = FAKE_EXTRA_FIXED;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
}

/* A table has more status bits than the two registers in use. */
static void too_many_bits_test(struct kunit *test)
{
	const struct pmon_die_desc desc = {
		.global = {
			.access = PMON_ACCESS_MSR, .control = 0x2ff0,
			.status_offset = STATUS, .status_bits = 12 * 64,
		},
		.status_bits = STATUS_BITS,
		.global_usable = true,
	};
	struct pmon_global *state = &die_of(test)->overflow.global;
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event;

	KUNIT_ASSERT_EQ(test, 0, pmon_global_init(die_of(test), &desc));
	KUNIT_EXPECT_EQ(test, state->status_bits, STATUS_BITS);
	state->space.ops = &global_ops;

	sampling_event(test, 0, 0x11);
	overflow(fake_number(test, 0), PERIOD);
	look(test);
	KUNIT_EXPECT_EQ(test, num_samples, 1U);
	KUNIT_EXPECT_EQ(test, global.outside, 0U);

	event = event_on(test, 0x11, ~0U);
	event->perf->hw.sample_period = PERIOD;
	fake_die->units[0]->status_position = STATUS_BITS;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
	fake_die->units[0]->status_position = STATUS_BITS - 1;
	KUNIT_EXPECT_EQ(test, 0, pmon_overflow_check(event));
}

/* If freeze on overflow is untested, the driver ends a freeze, but does not access the status. */
static void untried_test(struct kunit *test)
{
	const struct pmon_die_desc desc = {
		.global = {
			.access = PMON_ACCESS_MSR, .control = 0x2ff0,
			.status_offset = STATUS, .status_bits = STATUS_BITS,
		},
		.global_usable = true,
		.status_bits = STATUS_BITS,
		.untried = true,
	};
	struct pmon_global *state = &die_of(test)->overflow.global;
	struct pmon_perf_event *event = event_on(test, 0x11, ~0U);

	memset(state, 0, sizeof(*state));
	KUNIT_ASSERT_EQ(test, 0, pmon_global_init(die_of(test), &desc));
	state->space.ops = &global_ops;
	KUNIT_EXPECT_TRUE(test, pmon_global_usable(state));

	global.frozen = true;
	global.status[0] = BIT_ULL(5);
	pmon_overflow_release(die_of(test), false);
	KUNIT_EXPECT_FALSE(test, global.frozen);
	KUNIT_EXPECT_EQ(test, global.status[0], BIT_ULL(5));
	event->perf->hw.sample_period = PERIOD;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, pmon_overflow_check(event));
}

static struct kunit_case overflow_cases[] = {
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
	KUNIT_CASE(late_test),
	KUNIT_CASE(owner_test),
	KUNIT_CASE(handover_test),
	KUNIT_CASE(last_freeze_test),
	KUNIT_CASE(period_test),
	KUNIT_CASE(sleep_test),
	KUNIT_CASE(refused_test),
	KUNIT_CASE(too_many_bits_test),
	{}
};

static struct kunit_suite overflow_suite = {
	.name = "uncore_pmon_overflow",
	.init = overflow_init,
	.exit = fake_exit,
	.test_cases = overflow_cases,
};

kunit_test_suite(overflow_suite);
