// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of counter controls that other software has changed.
 */
#include "fake_unit.h"
#include "freeze/poll.h"

#define EVENT		0x135ULL
#define WIDE_EVENT	(0x3ULL << 32 | EVENT)

static int controls_init_msr(struct kunit *test)
{
	fake_init_msr(test);
	fake_own(test);
	return 0;
}

static int controls_init_pci(struct kunit *test)
{
	fake_init_pci(test);
	fake_own(test);
	return 0;
}

/* Check the controls, like the die's timer. Returns the number of changes so far. */
static u64 check_controls(struct kunit *test)
{
	struct pmon_die *die = die_of(test);
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = 0; i < die->num_units; i++)
		pmon_controls_check(die->units[i]);
	pmon_die_unlock(die, flags);
	return die->ledger.count[PMON_CONTROL_CHANGED];
}

static void changed_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, WIDE_EVENT, ANY);
	struct pmon_perf_event *other = event_on(test, EVENT + 1, ANY);
	struct pmon_ledger *ledger = &die_of(test)->ledger;
	const struct pmon_unit *unit = fake_of(test)->unit;
	struct fake_unit *fake = fake_of(test);
	int counter;
	u64 control;

	fake_run(test, event);
	fake_run(test, other);
	counter = event->slots[0].programmed.counter;
	control = fake->control[counter];
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);

	fake_count(fake, counter, 5);
	fake->control[counter] = 0;
	fake_count(fake, counter, 7);
	KUNIT_EXPECT_EQ(test, check_controls(test), 1ULL);
	KUNIT_EXPECT_PTR_EQ(test, ledger->first[PMON_CONTROL_CHANGED].unit, unit);
	KUNIT_EXPECT_EQ(test, (int)ledger->first[PMON_CONTROL_CHANGED].number, counter);

	/* It counts again, from its last value: the whole control was restored. */
	KUNIT_EXPECT_EQ(test, fake->control[counter], control);
	fake_count(fake, counter, 11);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 16ULL);
	KUNIT_EXPECT_EQ(test, check_controls(test), 1ULL);

	/* The report is about the first one. */
	fake->control[other->slots[0].programmed.counter] ^= 1;
	KUNIT_EXPECT_EQ(test, check_controls(test), 2ULL);
	KUNIT_EXPECT_EQ(test, (int)ledger->first[PMON_CONTROL_CHANGED].number, counter);

	/* An event without an upper half: other software has left one. */
	counter = other->slots[0].programmed.counter;
	control = fake->control[counter];
	fake->control[counter] = WIDE_EVENT + 2;
	KUNIT_EXPECT_EQ(test, check_controls(test), 3ULL);
	KUNIT_EXPECT_EQ(test, fake->control[counter], control);
}

/* A check reads the control of each running counter once, and writes nothing. */
static void unchanged_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct pmon_perf_event *stopped = event_on(test, EVENT + 1, ANY);
	struct pmon_perf_event *sampling = event_on(test, EVENT + 2, ANY);
	struct fake_unit *fake = fake_of(test);
	u64 *control;

	sampling->sampling = true;
	sampling->perf->hw.sample_period = 1000;
	fake_run(test, event);
	fake_run(test, stopped);
	fake_run(test, sampling);
	fake_stop(stopped);
	fake->control[stopped->slots[0].assigned.counter] = 0;
	fake_forget(fake);
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 2U);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);

	/* Without its freeze the package would not be frozen. */
	control = &fake->control[sampling->slots[0].programmed.counter];
	*control &= ~FAKE_FREEZE_ON_OVERFLOW;
	KUNIT_EXPECT_EQ(test, check_controls(test), 1ULL);
	KUNIT_EXPECT_NE(test, *control & FAKE_FREEZE_ON_OVERFLOW, 0ULL);
}

/* Units that do not answer are skipped. */
static void no_answer_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct fake_unit *fake = fake_of(test);

	fake_run(test, event);
	fake->gone = true;
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	fake->gone = false;

	fake->control[event->slots[0].programmed.counter] = 0;
	fake_forget(fake);
	fake->unit->suspended = true;
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	fake->unit->suspended = false;
	die_of(test)->owner = 1;
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	die_of(test)->owner = 0;
	fake->unit->gone = true;
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	fake->unit->gone = false;
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, check_controls(test), 1ULL);
}

/* If a unit lacks a bit, this is not reported as a change, and the control is not written again. */
static void missing_bits_test(struct kunit *test)
{
	struct pmon_perf_event *event = event_on(test, EVENT, ANY);
	struct pmon_perf_event *other = event_on(test, EVENT + 1, ANY);
	struct fake_unit *fake = fake_of(test);

	fake->missing = 0x100;
	fake_run(test, event);
	fake->missing = 0;
	fake_run(test, other);
	fake->missing = 0x100;
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	KUNIT_EXPECT_EQ(test, die_of(test)->ledger.count[PMON_CONTROL_LOSSY], 1ULL);
	fake_forget(fake);
	KUNIT_EXPECT_EQ(test, check_controls(test), 0ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);

	/* Its other counters are checked as before. */
	fake->missing = 0;
	fake->control[other->slots[0].programmed.counter] ^= 1;
	KUNIT_EXPECT_EQ(test, check_controls(test), 1ULL);
}

static struct kunit_case controls_cases[] = {
	KUNIT_CASE(changed_test),
	KUNIT_CASE(unchanged_test),
	KUNIT_CASE(no_answer_test),
	KUNIT_CASE(missing_bits_test),
	{}
};

static struct kunit_suite msr_suite = {
	.name = "uncore_pmon_controls_msr",
	.init = controls_init_msr,
	.exit = fake_exit,
	.test_cases = controls_cases,
};

static struct kunit_suite pci_suite = {
	.name = "uncore_pmon_controls_pci",
	.init = controls_init_pci,
	.exit = fake_exit,
	.test_cases = controls_cases,
};

kunit_test_suites(&msr_suite, &pci_suite);
