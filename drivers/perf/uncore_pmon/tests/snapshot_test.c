// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of snapshots: the units that are frozen, for how long, and the consistency of the values.
 */
#include "count/engine.h"
#include "fake_unit.h"

static void join(struct pmon_perf_event *event,
		 const struct pmon_perf_event *leader)
{
	event->perf->group_leader = leader->perf;
}

static void snapshot(struct fake_unit *fake,
		     const struct pmon_perf_event *leader)
{
	FAKE_LOCKED(leader->die, pmon_unit_snapshot(fake->unit, leader));
}

/* Freeze, read all, unfreeze. Other events of the unit are not read. */
static void group_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *leader = event_on(test, 1, BIT(0));
	struct pmon_perf_event *other = event_on(test, 1, BIT(1));
	struct pmon_perf_event *sibling = event_on(test, 1, BIT(2));
	unsigned int round;

	join(leader, leader);
	join(sibling, leader);
	join(other, other);
	fake_run(test, leader);
	fake_run(test, other);
	fake_run(test, sibling);

	fake->tick = 7;
	for (round = 0; round < 3; round++) {
		fake_forget(fake);
		snapshot(fake, leader);
		KUNIT_EXPECT_EQ(test, fake->writes, 2U);
		KUNIT_EXPECT_EQ(test, fake->reads, 2U);
		KUNIT_EXPECT_EQ(test, fake->log[0].offset, 0);
		KUNIT_EXPECT_EQ(test, fake->log[0].value, FAKE_FREEZE);
		KUNIT_EXPECT_FALSE(test, fake->log[1].write);
		KUNIT_EXPECT_FALSE(test, fake->log[2].write);
		KUNIT_EXPECT_EQ(test, fake->log[3].offset, 0);
		KUNIT_EXPECT_EQ(test, fake->log[3].value, 0ULL);
		KUNIT_EXPECT_FALSE(test, fake->frozen);
		KUNIT_EXPECT_EQ(test, fake_event_count(leader),
				fake_event_count(sibling));
		KUNIT_EXPECT_EQ(test, fake_event_count(other), 0ULL);
	}
	KUNIT_EXPECT_EQ(test, fake_event_count(leader), 3 * 7ULL);

	/* Individual reads are not of one instant. */
	fake_update(leader);
	fake_update(sibling);
	KUNIT_EXPECT_NE(test, fake_event_count(leader),
			fake_event_count(sibling));
}

/* With only one counter of the group, the unit is not frozen. */
static void one_counter_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *leader = event_on(test, 1, ANY);
	struct pmon_perf_event *stopped = event_on(test, 1, ANY);

	join(leader, leader);
	join(stopped, leader);
	fake_run(test, leader);
	fake_run(test, stopped);
	fake_stop(stopped);
	fake_commit(fake);
	fake_forget(fake);
	fake_count(fake, 0, 5);
	snapshot(fake, leader);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_EQ(test, fake_event_count(leader), 5ULL);
}

/* Fixed counters follow the unit control like the others. */
static void fixed_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *leader = event_on(test, 1, ANY);
	struct pmon_perf_event *fixed =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FIXED);

	join(leader, leader);
	join(fixed, leader);
	fake_run(test, leader);
	fake_run(test, fixed);
	fake->tick = 3;
	snapshot(fake, leader);
	fake->tick = 0;
	KUNIT_EXPECT_EQ(test, fake->log[fake->reads + fake->writes - 1].value,
			0ULL);
	KUNIT_EXPECT_FALSE(test, fake->frozen);
	KUNIT_EXPECT_EQ(test, fake_event_count(leader),
			fake_event_count(fixed));
}

/* Each unit of an event is frozen separately. Counters of other groups are not read. */
static void units_test(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *leader = fake_type_event(test, fake_die, 1, ANY);
	struct pmon_perf_event *sibling = event_on(test, 1, ANY);
	unsigned int i;

	join(leader, leader);
	join(sibling, leader);
	fake_run(test, leader);
	fake_run(test, sibling);
	for (i = 0; i < FAKE_UNITS; i++) {
		struct fake_unit *fake = &fake_die->fakes[i];

		fake_forget(fake);
		fake_count(fake, 0, 10 + i);
		snapshot(fake, leader);
		KUNIT_EXPECT_EQ(test, fake->writes, i ? 0U : 2U);
		KUNIT_EXPECT_EQ(test, fake->reads, i ? 1U : 2U);
	}
	KUNIT_EXPECT_EQ(test, fake_event_count(leader), 33ULL);
}

/* A unit that does not answer is not read again, but its last write unfreezes it. */
static void gone_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *leader = event_on(test, 1, ANY);
	struct pmon_perf_event *sibling = event_on(test, 1, ANY);

	join(leader, leader);
	join(sibling, leader);
	fake_run(test, leader);
	fake_run(test, sibling);
	fake_forget(fake);
	fake->gone = true;
	snapshot(fake, leader);
	/* Two reads, and none for the other event. */
	KUNIT_EXPECT_EQ(test, fake->reads, 2U);
	KUNIT_EXPECT_FALSE(test, fake->frozen);
	KUNIT_EXPECT_TRUE(test, fake->unit->gone);

	fake_forget(fake);
	snapshot(fake, leader);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake_event_count(leader), 0ULL);
}

static struct kunit_case snapshot_cases[] = {
	KUNIT_CASE(group_test),
	KUNIT_CASE(one_counter_test),
	KUNIT_CASE(fixed_test),
	KUNIT_CASE(units_test),
	KUNIT_CASE(gone_test),
	{}
};

static struct kunit_suite snapshot_suite = {
	.name = "uncore_pmon_snapshot",
	.init = fake_init_pci,
	.exit = fake_exit,
	.test_cases = snapshot_cases,
};

kunit_test_suites(&snapshot_suite);
