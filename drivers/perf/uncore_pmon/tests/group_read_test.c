// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of reads of groups at one instant, in transactions like perf's, with other reads and the
 * poll timer in between.
 */
#include <linux/perf_event.h>
#include <linux/uncore_pmon.h>

#include "consume/read.h"
#include "fake_pmu.h"
#include "freeze/poll.h"

static struct perf_event *open_snapshot(struct kunit *test, struct pmon_pmu *pmu,
					struct perf_event **sibling)
{
	struct perf_event *leader = fake_open(test, pmu, 1);

	*sibling = fake_open(test, pmu, 2);
	(*sibling)->group_leader = leader;
	leader->nr_siblings = 1;
	to_pmon_event(leader)->snapshot = true;
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(leader, PERF_EF_START));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(*sibling, PERF_EF_START));
	return leader;
}

static void close_snapshot(struct perf_event *leader, struct perf_event *sibling)
{
	fake_call_del(sibling);
	fake_call_del(leader);
	sibling->group_leader = sibling;
	leader->nr_siblings = 0;
	fake_close(sibling);
	fake_close(leader);
}

/* After a group was read in a transaction, its events can be read individually again. */
static void read_after_group_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *sibling, *leader = open_snapshot(test, pmu, &sibling);
	struct fake_unit *fake = fake_of(test);

	fake_count(fake, 1, 5);
	preempt_disable();
	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	pmu->pmu.read(leader);
	/* The read of the leader has updated all. */
	fake_count(fake, 1, 2);
	pmu->pmu.read(sibling);
	pmu->pmu.commit_txn(&pmu->pmu);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, 5ULL, (u64)local64_read(&sibling->count));

	KUNIT_EXPECT_EQ(test, 7ULL, fake_call_read(sibling));
	fake_call_read(leader);
	fake_count(fake, 1, 10);
	KUNIT_EXPECT_EQ(test, 17ULL, fake_call_read(sibling));
	close_snapshot(leader, sibling);
}

static void expect_same(struct kunit *test, struct perf_event *a, struct perf_event *b)
{
	KUNIT_EXPECT_EQ(test, (u64)local64_read(&a->count), (u64)local64_read(&b->count));
}

/*
 * perf collects the counts of a group after it has read them. A poll in between, which reads
 * counters before they wrap, must not change them.
 */
static void polled_group_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *sibling, *leader = open_snapshot(test, pmu, &sibling);
	struct perf_event *single = fake_open(test, pmu, 3);
	struct pmon_die *die = die_of(test);
	struct fake_unit *fake = fake_of(test);
	unsigned int round;

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(single, PERF_EF_START));
	for (round = 1; round <= 3; round++) {
		fake_count(fake, 0, 1ULL << 46);
		fake_count(fake, 1, 1ULL << 46);
		fake_count(fake, 2, 1ULL << 46);
		fake_poll(die);
		KUNIT_EXPECT_EQ(test, 0LL, local64_read(&leader->count));
		KUNIT_EXPECT_EQ(test, 0LL, local64_read(&sibling->count));
		KUNIT_EXPECT_EQ(test, (s64)round << 46, local64_read(&single->count));
	}
	/* More than the counter can hold. */
	fake_count(fake, 0, 3ULL << 46);
	fake_poll(die);
	KUNIT_EXPECT_EQ(test, 6ULL << 46, fake_call_read(leader));
	/* The polled events are added when the event stops. */
	fake_call_del(sibling);
	KUNIT_EXPECT_EQ(test, 3LL << 46, local64_read(&sibling->count));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(sibling, PERF_EF_START));
	fake_call_del(single);
	close_snapshot(leader, sibling);
	fake_close(single);
}

/*
 * A BPF program or an NMI reads other events before or between the reads of a transaction. Each
 * group is still of one instant.
 */
static void nested_read_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *sibling, *leader = open_snapshot(test, pmu, &sibling);
	struct perf_event *member, *other = open_snapshot(test, pmu, &member);
	struct fake_unit *fake = fake_of(test);
	struct uncore_count count;
	u64 before;

	fake->tick = 3;
	preempt_disable();
	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	pmu->pmu.read(leader);
	pmu->pmu.read(other);
	pmu->pmu.read(sibling);
	pmu->pmu.read(member);
	pmu->pmu.commit_txn(&pmu->pmu);
	expect_same(test, leader, sibling);
	expect_same(test, other, member);

	/* First another group, then this group, several times, by a member. */
	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	pmu->pmu.read(member);
	pmu->pmu.read(sibling);
	before = local64_read(&sibling->count);
	pmu->pmu.read(leader);
	pmu->pmu.read(other);
	pmu->pmu.read(sibling);
	KUNIT_EXPECT_EQ(test, before, (u64)local64_read(&sibling->count));
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_by_id(pmu->core, sibling->id, &count));
	KUNIT_EXPECT_GT(test, count.count, before);
	KUNIT_EXPECT_EQ(test, before, (u64)local64_read(&sibling->count));
	pmu->pmu.commit_txn(&pmu->pmu);
	expect_same(test, leader, sibling);
	expect_same(test, other, member);

	/* The next transaction reads again, and so do all later reads. */
	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	pmu->pmu.read(leader);
	KUNIT_EXPECT_GT(test, (u64)local64_read(&sibling->count), before);
	pmu->pmu.commit_txn(&pmu->pmu);
	before = local64_read(&sibling->count);
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_by_id(pmu->core, sibling->id, &count));
	KUNIT_EXPECT_GT(test, count.count, before);
	preempt_enable();
	fake->tick = 0;
	close_snapshot(leader, sibling);
	close_snapshot(other, member);
}

/*
 * A consumer reads a member after perf has read the group, and before it collects the counts. The
 * consumer gets the new count, and perf the counts of one instant.
 */
static void consumed_group_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *sibling, *leader = open_snapshot(test, pmu, &sibling);
	struct fake_unit *fake = fake_of(test);
	struct uncore_count count;

	fake_count(fake, 0, 5);
	fake_count(fake, 1, 5);
	preempt_disable();
	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	pmu->pmu.read(leader);
	pmu->pmu.read(sibling);
	pmu->pmu.commit_txn(&pmu->pmu);
	fake_count(fake, 1, 3);
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_by_id(pmu->core, sibling->id, &count));
	preempt_enable();
	KUNIT_EXPECT_EQ(test, 8ULL, count.count);
	KUNIT_EXPECT_EQ(test, 5LL, local64_read(&leader->count));
	KUNIT_EXPECT_EQ(test, 5LL, local64_read(&sibling->count));
	/* perf's next read includes the counts that the consumer has read. */
	fake_count(fake, 1, 2);
	KUNIT_EXPECT_EQ(test, 10ULL, fake_call_read(sibling));
	close_snapshot(leader, sibling);
}

static struct kunit_case group_read_cases[] = {
	KUNIT_CASE(read_after_group_test),
	KUNIT_CASE(nested_read_test),
	KUNIT_CASE(polled_group_test),
	KUNIT_CASE(consumed_group_test),
	{}
};

static struct kunit_suite group_read_suite = {
	.name = "uncore_pmon_group_read",
	.init = fake_pmu_init,
	.exit = fake_exit,
	.test_cases = group_read_cases,
};

kunit_test_suite(group_read_suite);
