// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of units whose counters have no clear bit, as those of processors without discovery tables.
 */
#include <linux/slab.h>

#include "count/engine.h"
#include "fake_unit.h"

static const struct pmon_layout no_clear_layout = {
	.has_control = true,
	.freeze = FAKE_FREEZE,
	.zeroes = true,
};

/* Remove the clear bits of the fake units. */
static int init_no_clear(struct kunit *test, int (*init)(struct kunit *test))
{
	struct pmon_box_type *type;
	struct fake_die *fake_die;
	unsigned int i, j;
	int error = init(test);

	if (error)
		return error;
	fake_die = test->priv;
	type = kunit_kzalloc(test, sizeof(*type), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, type);
	*type = fake_type;
	type->layout = &no_clear_layout;
	for (i = 0; i < FAKE_UNITS; i++) {
		struct pmon_unit *unit = fake_die->units[i];

		unit->type = type;
		for (j = 0; j < unit->num_general; j++)
			unit->counters[j].clear = 0;
	}
	return 0;
}

static int init_no_clear_msr(struct kunit *test)
{
	return init_no_clear(test, fake_init_msr);
}

static int init_no_clear_pci(struct kunit *test)
{
	return init_no_clear(test, fake_init_pci);
}

/* An event does not count the value that the previous one left in its counter. */
static void start_value_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = event_on(test, 1, BIT(0));
	struct pmon_perf_event *second = event_on(test, 2, BIT(0));

	fake_run(test, first);
	fake_count(fake, 0, 1000);
	fake_stop(first);
	fake_remove(first);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake_event_count(first), 1000ULL);

	fake_run(test, second);
	fake_count(fake, 0, 7);
	fake_update(second);
	KUNIT_EXPECT_EQ(test, fake_event_count(second), 7ULL);
}

/* The old event must be stopped before the start value is read. */
static void replaced_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = event_on(test, 1, BIT(0));
	struct pmon_perf_event *second = event_on(test, 2, BIT(0));

	fake->tick = 3;
	fake_run(test, first);
	fake_stop(first);
	fake_remove(first);
	fake_forget(fake);
	fake_run(test, second);
	/* Stop, read the old event's count, read the start value, start. */
	KUNIT_EXPECT_EQ(test, fake->reads, 2U);
	KUNIT_EXPECT_EQ(test, fake->writes, 2U);
	KUNIT_EXPECT_TRUE(test, fake->log[0].write);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0ULL);
	KUNIT_EXPECT_FALSE(test, fake->log[1].write);
	KUNIT_EXPECT_FALSE(test, fake->log[2].write);
	KUNIT_EXPECT_TRUE(test, fake->log[3].write);
	KUNIT_EXPECT_EQ(test, fake->log[3].value, 2ULL);
	KUNIT_EXPECT_EQ(test, second->slots[0].previous, fake->log[2].value);
}

/* A start value near the end of the range, and a wrap. */
static void start_near_wrap_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, BIT(2));

	fake->counter[2] = GENMASK_ULL(FAKE_WIDTH - 1, 0) - 4;
	fake_run(test, event);
	fake_count(fake, 2, 10);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 10ULL);
}

/* Without reset bits a unit is cleared register by register. */
static void zeroes_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++)
		fake->control[i] = i + 1;
	fake_forget(fake);
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0ULL);
	for (i = 0; i < FAKE_COUNTERS; i++) {
		const struct fake_access *control = &fake->log[1 + 2 * i];

		KUNIT_EXPECT_EQ(test, fake->control[i], 0ULL);
		KUNIT_EXPECT_EQ(test, control->offset, fake_control(fake, i));
		KUNIT_EXPECT_EQ(test, control[0].value, 0ULL);
		KUNIT_EXPECT_TRUE(test, control[1].write);
		KUNIT_EXPECT_EQ(test, control[1].bits, 64);
		KUNIT_EXPECT_EQ(test, control[1].value, 0ULL);
	}
	/* The fixed counter is stopped; free-running ones are not written. */
	KUNIT_EXPECT_EQ(test, fake->writes, 1U + 2 * FAKE_COUNTERS + 1);

	/* A single missing register means a missing unit, but not that of a fixed counter. */
	fake->fault_at = FAKE_FIXED_CONTROL;
	fake->unit->counters[FAKE_COUNTERS].seen = false;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	KUNIT_EXPECT_TRUE(test, fake->unit->counters[FAKE_COUNTERS].missing);
	fake->fault_at = fake_control(fake, 2);
	KUNIT_EXPECT_FALSE(test, fake_reset(fake));
}

/* A unit without a unit control has controls and filters, which a suspend clears. */
static void no_control_test(struct kunit *test)
{
	static const struct pmon_layout layout = { .zeroes = true, .enable = 0x400000 };
	struct fake_unit *fake = fake_of(test);

	fake_own_type(test, fake)->layout = &layout;
	fake->control[1] = 0x400011;
	fake->unit->resource[0] = 0x5;
	set_bit(0, fake->unit->resource_known);
	FAKE_LOCKED(fake->unit->die, pmon_unit_renew(fake->unit));
	KUNIT_EXPECT_FALSE(test, test_bit(0, fake->unit->resource_known));
	KUNIT_EXPECT_EQ(test, fake->control[1], 0ULL);
	KUNIT_EXPECT_FALSE(test, fake->unit->gone);
}

/* A unit control that faults if a write sets several bits: those of the reset come one by one. */
static void bitwise_reset_test(struct kunit *test)
{
	static const struct pmon_layout layout = {
		.has_control = true, .bitwise = true, .reset = 0x10003, .unfreeze = 0x10000,
	};
	static const u64 expected[] = { 0x1, 0x3, 0x10003, 0x10000 };
	struct fake_unit *fake = fake_of(test);
	unsigned int i;

	fake_own_type(test, fake)->layout = &layout;
	fake_forget(fake);
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	KUNIT_EXPECT_EQ(test, fake->writes, (unsigned int)ARRAY_SIZE(expected));
	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		KUNIT_EXPECT_EQ(test, fake->log[i].offset, 0);
		KUNIT_EXPECT_EQ(test, fake->log[i].value, expected[i]);
	}
}

/* A filter in a missing function is refused, unless its value is 0. */
static void companion_test(struct kunit *test)
{
	static const struct pmon_resource resources[] = {
		{ .mask = 0xff, .companion = true }, { }
	};
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, BIT(0));

	fake_own_type(test, fake)->resources = resources;
	event->claims[0] = (struct pmon_claim){ .mask = 0xff };
	KUNIT_EXPECT_TRUE(test, pmon_unit_has(fake->unit, event));
	event->claims[0].value = 1;
	KUNIT_EXPECT_FALSE(test, pmon_unit_has(fake->unit, event));
	fake->unit->companion = fake->unit->space;
	KUNIT_EXPECT_TRUE(test, pmon_unit_has(fake->unit, event));
	fake->unit->companion.ops = NULL;
}

#define NO_CLEAR_CASES							\
	KUNIT_CASE(start_value_test),					\
	KUNIT_CASE(replaced_test),					\
	KUNIT_CASE(start_near_wrap_test),				\
	KUNIT_CASE(zeroes_test),					\
	KUNIT_CASE(no_control_test),					\
	KUNIT_CASE(bitwise_reset_test),				\
	KUNIT_CASE(companion_test)

static struct kunit_case no_clear_msr_cases[] = { NO_CLEAR_CASES, {} };
static struct kunit_case no_clear_pci_cases[] = { NO_CLEAR_CASES, {} };

static struct kunit_suite no_clear_msr_suite = {
	.name = "uncore_pmon_no_clear_msr",
	.init = init_no_clear_msr,
	.exit = fake_exit,
	.test_cases = no_clear_msr_cases,
};

static struct kunit_suite no_clear_pci_suite = {
	.name = "uncore_pmon_no_clear_pci",
	.init = init_no_clear_pci,
	.exit = fake_exit,
	.test_cases = no_clear_pci_cases,
};

kunit_test_suites(&no_clear_msr_suite, &no_clear_pci_suite);
