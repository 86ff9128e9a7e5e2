// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of units: programming, the number of accesses, and correct counts.
 */
#include "count/engine.h"
#include "fake_unit.h"

/* Descriptor and box type describe a unit. */
static void description_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	const struct pmon_unit *unit = fake->unit;
	const struct pmon_counter *counter;
	unsigned int i;

	KUNIT_EXPECT_EQ(test, unit->num_general, FAKE_COUNTERS);
	KUNIT_EXPECT_EQ(test, unit->num_counters, FAKE_COUNTERS + FAKE_EXTRAS);
	for (i = 0; i < FAKE_COUNTERS; i++) {
		counter = &unit->counters[i];
		KUNIT_EXPECT_EQ(test, counter->control, fake_control(fake, i));
		KUNIT_EXPECT_EQ(test, counter->offset,
				fake->geometry == FAKE_MSR ? 8 + i : 8 + 8 * i);
		KUNIT_EXPECT_EQ(test, counter->width, FAKE_WIDTH);
		KUNIT_EXPECT_EQ(test, counter->clear, FAKE_CLEAR);
	}
	counter = &unit->counters[FAKE_COUNTERS + FAKE_EXTRA_FIXED];
	KUNIT_EXPECT_EQ(test, counter->control, FAKE_FIXED_CONTROL);
	KUNIT_EXPECT_EQ(test, counter->offset, FAKE_FIXED);
	KUNIT_EXPECT_EQ(test, counter->enable, FAKE_FIXED_ENABLE);
	counter = &unit->counters[FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING0];
	KUNIT_EXPECT_EQ(test, counter->control, PMON_NO_REGISTER);
	KUNIT_EXPECT_EQ(test, counter->width, 36);

	/* The creation accessed no register. */
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
}

/* Tables can list more counters than fit with the extra ones. */
static void too_many_counters_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_unit_desc desc = {
		.unit = { .num_counters = PMON_TABLE_MAX_COUNTERS + 1,
			  .width = 48, .control = 0x2000 },
	};

	KUNIT_EXPECT_PTR_EQ(test, ERR_PTR(-EINVAL),
			    pmon_unit_create(fake_die->dies[0], &fake_type,
					     &desc));
}

static void reset_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);

	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	FAKE_EXPECT(test, fake, FAKE_WRITE32(0, FAKE_RESET), FAKE_WRITE32(0, 0),
		    FAKE_READ(FAKE_FIXED, 0), FAKE_READ(FAKE_FREE_RUNNING, 0),
		    FAKE_READ(FAKE_FREE_RUNNING + 8, 0));

	fake->fault_at = 0;
	KUNIT_EXPECT_FALSE(test, fake_reset(fake));
}

/* A fixed or free-running counter that does not exist costs its own events only. */
static void expect_missing(struct kunit *test, int fault_at, unsigned int extra)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 0x12, ANY);
	struct pmon_perf_event *missing = event_on(test, 0x12, ANY);
	unsigned int i;

	fake->fault_at = fault_at;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	for (i = 0; i < FAKE_EXTRAS; i++)
		KUNIT_EXPECT_EQ(test, fake->unit->counters[FAKE_COUNTERS + i].missing, i == extra);
	missing->extra = extra;
	KUNIT_EXPECT_EQ(test, pmon_unit_request(fake->unit, missing).counters, 0U);
	fake_run(test, event);
	fake_count(fake, 0, 10);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 10ULL);
	fake_stop(event);
	fake_remove(event);
	fake->fault_at = FAKE_NO_FAULT;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	KUNIT_EXPECT_FALSE(test, fake->unit->counters[FAKE_COUNTERS + extra].missing);
}

static void missing_fixed_test(struct kunit *test)
{
	expect_missing(test, FAKE_FIXED, FAKE_EXTRA_FIXED);
}

static void missing_free_running_test(struct kunit *test)
{
	expect_missing(test, FAKE_FREE_RUNNING, FAKE_EXTRA_FREE_RUNNING0);
}

/* One wrong reading costs no counter. */
static void wrong_once_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	unsigned int i;

	fake->bad_reads = 1;
	fake->bad_value = PMON_ALL_ONES;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
	for (i = 0; i < FAKE_EXTRAS; i++)
		KUNIT_EXPECT_FALSE(test, fake->unit->counters[FAKE_COUNTERS + i].missing);
}

/* A unit of which no counter answers is not there. Free-running ones have no unit control. */
static void missing_counters_test(struct kunit *test)
{
	static const struct pmon_layout layout = { .enable = 0x400000 };
	struct fake_unit *fake = fake_of(test);

	fake_own_type(test, fake)->layout = &layout;
	fake->unit->num_general = 0;
	fake->unit->num_counters = FAKE_EXTRA_FREE_RUNNING0 + 1;
	fake->unit->counters += FAKE_COUNTERS;
	fake->gone = true;
	KUNIT_EXPECT_FALSE(test, fake_reset(fake));
	fake->gone = false;
	KUNIT_EXPECT_TRUE(test, fake_reset(fake));
}

/* One event: a write to start, a read, a write and a read to stop. */
static void one_event_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 0x1234, ANY);
	unsigned int control = fake_control(fake, 0);

	/* The counter's old value is not counted. */
	fake->counter[0] = 0xdeadbeef;
	KUNIT_ASSERT_EQ(test, 0, fake_add(event));
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);

	fake_start(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, control);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0x1234 | FAKE_CLEAR);

	fake_forget(fake);
	fake_count(fake, 0, 1000);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 1000ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);

	fake_forget(fake);
	fake_count(fake, 0, 234);
	fake_stop(event);
	/* It counts until the commit, which stops and reads it. */
	fake_count(fake, 0, 777);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, control);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);

	fake_count(fake, 0, 555);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 2011ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	fake_remove(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 2U);
}

/* Stopped and started between two commits: the counter was never stopped. */
static void stop_and_start_at_once_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);

	fake_run(test, event);
	fake_count(fake, 0, 10);
	fake_stop(event);
	fake_start(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	fake_count(fake, 0, 20);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 30ULL);
}

static void nothing_to_commit_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);

	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	fake_run(test, event);
	fake_forget(fake);
	fake_commit(fake);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
}

/* Added but not started: it has a counter, but accesses nothing. */
static void added_only_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = event_on(test, 1, BIT(2));
	struct pmon_perf_event *second = event_on(test, 2, BIT(2));

	KUNIT_EXPECT_EQ(test, 0, fake_add(first));
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_add(second));
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	fake_remove(first);
	KUNIT_EXPECT_EQ(test, 0, fake_add(second));
}

/* Events that start together have equal counts. */
static void group_starts_together_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *events[3];
	unsigned int i;

	for (i = 0; i < 3; i++) {
		events[i] = event_on(test, 1 + i, ANY);
		KUNIT_ASSERT_EQ(test, 0, fake_add(events[i]));
		fake_start(events[i]);
	}
	fake->tick = 1;
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->counted[0], fake->counted[1]);
	KUNIT_EXPECT_EQ(test, fake->counted[0], fake->counted[2]);

	/* Freeze, three controls, unfreeze; nothing else. */
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
	KUNIT_EXPECT_EQ(test, fake->writes, 5U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, (u64)FAKE_FREEZE);
	KUNIT_EXPECT_EQ(test, fake->log[4].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[4].value, 0ULL);
	KUNIT_EXPECT_FALSE(test, fake->frozen);
}

/* Starting or stopping one event does not affect others. */
static void others_are_left_alone_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = event_on(test, 1, BIT(1));
	struct pmon_perf_event *second = event_on(test, 2, BIT(3));
	unsigned int i;

	fake_run(test, first);
	fake_forget(fake);
	fake->tick = 3;
	fake_run(test, second);
	fake_stop(second);
	fake_remove(second);
	fake_commit(fake);
	/* Start, stop and read. */
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 3U);
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_TRUE(test, !fake->log[i].write ||
				  fake->log[i].offset == fake_control(fake, 3));

	fake_update(first);
	KUNIT_EXPECT_EQ(test, fake_event_count(first), fake->counted[1]);
	KUNIT_EXPECT_GT(test, fake->counted[1], 0ULL);
}

/* A running event moves, without losing or doubling counts. */
static void move_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *mover = event_on(test, 0x11, ANY);
	struct pmon_perf_event *settler = event_on(test, 0x22, BIT(0));
	u64 before;

	fake_run(test, mover);
	KUNIT_ASSERT_EQ(test, mover->slots[0].programmed.counter, 0);
	fake_count(fake, 0, 100000);
	fake_forget(fake);

	fake->tick = 7;
	KUNIT_ASSERT_EQ(test, 0, fake_add(settler));
	fake_start(settler);
	before = fake->counted[0];
	/* The last events before the freeze. */
	fake_commit(fake);
	before += 7;

	/* Freeze, read the old counter, two controls, unfreeze. */
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_EQ(test, fake->writes, 4U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, (u64)FAKE_FREEZE);
	KUNIT_EXPECT_FALSE(test, fake->log[1].write);
	KUNIT_EXPECT_EQ(test, fake->log[4].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[4].value, 0ULL);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x22ULL);

	fake_update(mover);
	KUNIT_EXPECT_EQ(test, mover->slots[0].programmed.counter, 1);
	KUNIT_EXPECT_EQ(test, fake_event_count(mover),
			before + fake->counted[1]);
	fake_update(settler);
	KUNIT_EXPECT_EQ(test, fake_event_count(settler),
			fake->counted[0] - before);
}

/* A counter counts for the old event until another event gets it. */
static void turns_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *old = event_on(test, 1, BIT(0));
	struct pmon_perf_event *next = event_on(test, 2, BIT(0));

	fake_run(test, old);
	fake_count(fake, 0, 100);
	fake_forget(fake);
	fake_stop(old);
	fake_remove(old);
	/* perf schedules another event meanwhile. */
	fake_count(fake, 0, 20);
	KUNIT_ASSERT_EQ(test, 0, fake_add(next));
	fake_start(next);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake_event_count(old), 120ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_FALSE(test, fake->log[0].write);
	KUNIT_EXPECT_TRUE(test, fake->log[1].write);

	fake_count(fake, 0, 3);
	fake_update(next);
	KUNIT_EXPECT_EQ(test, fake_event_count(old), 120ULL);
	KUNIT_EXPECT_EQ(test, fake_event_count(next), 3ULL);
	fake_stop(next);
	fake_remove(next);
	FAKE_LOCKED(next->die, pmon_event_forget(next));
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake_event_count(next), 3ULL);
}

/* Moving a stopped event causes no access. */
static void move_of_stopped_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *idle = event_on(test, 0x11, ANY);
	struct pmon_perf_event *settler = event_on(test, 0x22, BIT(0));

	KUNIT_ASSERT_EQ(test, 0, fake_add(idle));
	fake_run(test, settler);
	FAKE_EXPECT(test, fake,
		    { true, fake->geometry == FAKE_MSR ? 64 : 32,
		      fake_control(fake, 0), 0x22 | FAKE_CLEAR });
	KUNIT_EXPECT_EQ(test, idle->slots[0].assigned.counter, 1);

	fake_start(idle);
	fake_commit(fake);
	fake_count(fake, 1, 44);
	fake_update(idle);
	KUNIT_EXPECT_EQ(test, fake_event_count(idle), 44ULL);
}

static void poll_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);
	struct pmon_perf_event *idle = event_on(test, 2, ANY);
	struct pmon_perf_event *narrow =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);

	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 0ULL);
	KUNIT_ASSERT_EQ(test, 0, fake_add(idle));
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 0ULL);

	fake_run(test, event);
	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 60000000000ULL);
	/* The narrowest running counter determines the period. */
	fake_run(test, narrow);
	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 8589934592ULL);

	fake_count(fake, event->slots[0].programmed.counter, 5000);
	fake_forget(fake);
	FAKE_LOCKED(fake->unit->die, pmon_unit_update(fake->unit));
	KUNIT_EXPECT_EQ(test, fake->reads, 2U);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 5000ULL);

	fake_stop(narrow);
	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 60000000000ULL);
	fake_stop(event);
	KUNIT_EXPECT_EQ(test, pmon_unit_period(fake->unit), 0ULL);
	fake_commit(fake);
	fake_forget(fake);
	FAKE_LOCKED(fake->unit->die, pmon_unit_update(fake->unit));
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
}

#define UNIT_CASES							\
	KUNIT_CASE(description_test),					\
	KUNIT_CASE(too_many_counters_test),				\
	KUNIT_CASE(reset_test),						\
	KUNIT_CASE(missing_fixed_test),					\
	KUNIT_CASE(missing_free_running_test),				\
	KUNIT_CASE(wrong_once_test),					\
	KUNIT_CASE(missing_counters_test),				\
	KUNIT_CASE(one_event_test),					\
	KUNIT_CASE(stop_and_start_at_once_test),			\
	KUNIT_CASE(nothing_to_commit_test),				\
	KUNIT_CASE(added_only_test),					\
	KUNIT_CASE(group_starts_together_test),				\
	KUNIT_CASE(others_are_left_alone_test),				\
	KUNIT_CASE(turns_test),						\
	KUNIT_CASE(move_test),						\
	KUNIT_CASE(move_of_stopped_test),				\
	KUNIT_CASE(poll_test)

/* MSRs: each write covers the whole control register. */
static void msr_writes_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 0x500001234, ANY);

	fake_run(test, event);
	fake_stop(event);
	fake_commit(fake);
	FAKE_EXPECT(test, fake,
		    FAKE_WRITE64(2, 0x500001234 | FAKE_CLEAR),
		    FAKE_WRITE64(2, 0),
		    FAKE_READ(8, 0));
}

/* PCI: each dword is an access. The upper one is written only if it changes. */
static void pci_writes_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 0x500001234, ANY);
	struct pmon_perf_event *other = event_on(test, 0x500004321, ANY);
	struct pmon_perf_event *plain = event_on(test, 0x42, ANY);

	fake_run(test, event);
	fake_stop(event);
	fake_commit(fake);
	FAKE_EXPECT(test, fake,
		    FAKE_WRITE64(0x30, 0x500001234 | FAKE_CLEAR),
		    FAKE_WRITE32(0x30, 0),
		    FAKE_READ(8, 0));
	fake_remove(event);

	fake_forget(fake);
	fake_run(test, other);
	FAKE_EXPECT(test, fake, FAKE_WRITE32(0x30, 0x4321 | FAKE_CLEAR));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x500004321ULL);
	fake_stop(other);
	fake_remove(other);
	fake_commit(fake);

	fake_forget(fake);
	fake_run(test, plain);
	FAKE_EXPECT(test, fake, FAKE_WRITE64(0x30, 0x42 | FAKE_CLEAR));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x42ULL);
	fake_stop(plain);
	fake_remove(plain);
	fake_commit(fake);

	/* After a reset the upper half is zero again. */
	fake_run(test, other);
	fake_stop(other);
	fake_remove(other);
	fake_commit(fake);
	KUNIT_ASSERT_TRUE(test, fake_reset(fake));
	fake_forget(fake);
	fake_run(test, plain);
	FAKE_EXPECT(test, fake, FAKE_WRITE32(0x30, 0x42 | FAKE_CLEAR));
	KUNIT_EXPECT_EQ(test, fake->control[0], 0x42ULL);
}

static struct kunit_case unit_msr_cases[] = {
	UNIT_CASES,
	KUNIT_CASE(msr_writes_test),
	{}
};

static struct kunit_case unit_pci_cases[] = {
	UNIT_CASES,
	KUNIT_CASE(pci_writes_test),
	{}
};

static struct kunit_suite unit_msr_suite = {
	.name = "uncore_pmon_unit_msr",
	.init = fake_init_msr,
	.exit = fake_exit,
	.test_cases = unit_msr_cases,
};

static struct kunit_suite unit_pci_suite = {
	.name = "uncore_pmon_unit_pci",
	.init = fake_init_pci,
	.exit = fake_exit,
	.test_cases = unit_pci_cases,
};

kunit_test_suites(&unit_msr_suite, &unit_pci_suite);
