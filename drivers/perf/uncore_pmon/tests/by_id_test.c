// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of reads by an event's id, as by BPF programs.
 */
#include <linux/kthread.h>
#include <linux/perf_event.h>
#include <linux/uncore_pmon.h>

#include "consume/read.h"
#include "fake_pmu.h"

/* Several events in each bucket. */
#define MANY	(3 << PMON_ID_BITS)
#define ROUNDS	400
#define MAX_ROUNDS	40000

static void expect_count(struct kunit *test, u64 id, int error, u64 expected)
{
	struct uncore_count count = { 1, 1, 1 };

	KUNIT_EXPECT_EQ(test, error,
			pmon_consume_by_id(&fake_die_of(test)->core, id, &count));
	KUNIT_EXPECT_EQ(test, expected, count.count);
}

static void found_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct perf_event *first = fake_open(test, pmu, 1), *second = fake_open(test, pmu, 2);
	struct uncore_unit_count units[FAKE_UNITS] = {};
	struct fake_die *fake_die = fake_die_of(test);
	struct uncore_count count;
	unsigned int num = 1, i;

	/* Without a counter so far. */
	expect_count(test, first->id, -EAGAIN, 0);
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(first, PERF_EF_START));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(second, PERF_EF_START));
	for (i = 0; i < FAKE_UNITS; i++) {
		fake_count(&fake_die->fakes[i], 0, 10 << i);
		fake_count(&fake_die->fakes[i], 1, 1);
	}
	expect_count(test, first->id, 0, 70);
	expect_count(test, second->id, 0, FAKE_UNITS);
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_by_id(&fake_die->core, first->id, &count));
	KUNIT_EXPECT_GT(test, count.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, count.enabled, count.running);

	/* Too small, and large enough. */
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_units_by_id(&fake_die->core, first->id,
							  units, &num));
	KUNIT_EXPECT_EQ(test, FAKE_UNITS, num);
	KUNIT_EXPECT_EQ(test, 10ULL, units[0].count);
	KUNIT_EXPECT_EQ(test, 0ULL, units[1].count);
	KUNIT_EXPECT_EQ(test, 0, pmon_consume_units_by_id(&fake_die->core, first->id,
							  units, &num));
	for (i = 0; i < FAKE_UNITS; i++) {
		KUNIT_EXPECT_EQ(test, i, units[i].unit);
		KUNIT_EXPECT_EQ(test, 10ULL << i, units[i].count);
	}
	fake_call_del(first);
	expect_count(test, first->id, -EAGAIN, 70);
	fake_call_del(second);
	fake_close(first);
	fake_close(second);
}

static void missing_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct pmon_core *core = &fake_die_of(test)->core;
	struct uncore_unit_count unit = { .count = 5 };
	struct perf_event *event;
	unsigned int num = 1;

	expect_count(test, 0, -ENOENT, 0);
	event = fake_open(test, pmu, 1);
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	fake_count(fake_of(test), 0, 10);
	expect_count(test, event->id, 0, 10);
	expect_count(test, event->id + 1, -ENOENT, 0);
	/* The upper half of the id must match, too. */
	expect_count(test, event->id + BIT_ULL(32), -ENOENT, 0);
	fake_call_del(event);
	fake_close(event);
	expect_count(test, event->id, -ENOENT, 0);
	KUNIT_EXPECT_EQ(test, -ENOENT, pmon_consume_units_by_id(core, event->id,
								&unit, &num));
	KUNIT_EXPECT_EQ(test, 0U, num);
	KUNIT_EXPECT_EQ(test, 5ULL, unit.count);
}

/* Sampling events can be read on the owner only: perf adds to their counts without a lock. */
static void sampling_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 1);
	struct pmon_die *die = pmu->dies[0].die;

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	to_pmon_event(event)->sampling = true;
	fake_count(fake_of(test), 0, 10);
	expect_count(test, event->id, 0, 10);
	fake_count(fake_of(test), 0, 20);
	die->owner = 1;
	expect_count(test, event->id, -EXDEV, 10);
	to_pmon_event(event)->sampling = false;
	expect_count(test, event->id, 0, 30);
	die->owner = 0;
	fake_call_del(event);
	fake_close(event);
}

/* All events are found, even after others were closed. */
static void many_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event **events;
	unsigned int wrong = 0, i;
	struct uncore_count count;

	events = kunit_kcalloc(test, MANY, sizeof(*events), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, events);
	for (i = 0; i < MANY; i++)
		events[i] = fake_open(test, pmu, 1);
	for (i = 0; i < MANY; i += 2)
		fake_close(events[i]);
	for (i = 0; i < MANY; i++)
		wrong += pmon_consume_by_id(pmu->core, events[i]->id, &count) !=
			 (i % 2 ? -EAGAIN : -ENOENT);
	KUNIT_EXPECT_EQ(test, 0U, wrong);
	for (i = 1; i < MANY; i += 2)
		fake_close(events[i]);
	KUNIT_EXPECT_EQ(test, 0, (int)fake_open_events(pmu));
}

/**
 * struct reader - a thread that reads events while they are opened and closed
 * @core: the driver
 * @id: id of an event, open or closed
 * @found: reads that found an event
 * @wrong: reads with an impossible result
 */
struct reader {
	struct pmon_core *core;
	u64 id;
	unsigned long found;
	unsigned long wrong;
};

static int read_all_the_time(void *data)
{
	struct uncore_unit_count units[FAKE_UNITS];
	struct reader *reader = data;
	struct uncore_count count;
	unsigned int num;
	int error;

	while (!kthread_should_stop()) {
		error = pmon_consume_by_id(reader->core, READ_ONCE(reader->id), &count);
		reader->found += error != -ENOENT;
		/*
		 * Each unit has counted 10, or nothing yet. The sum is not of one instant: the
		 * owner can update some counts meanwhile.
		 */
		if (count.count % 10 || count.count > 10 * FAKE_UNITS)
			reader->wrong += !error;
		num = FAKE_UNITS;
		pmon_consume_units_by_id(reader->core, READ_ONCE(reader->id), units, &num);
		reader->wrong += num && num != FAKE_UNITS;
		cond_resched();
	}
	return 0;
}

/* An event that was found must not be freed while it is used. */
static void race_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct fake_die *fake_die = fake_die_of(test);
	struct reader reader = { .core = pmu->core };
	unsigned int cpu = cpumask_last(cpu_online_mask), round, i;
	struct task_struct *task;
	unsigned long flags;

	task = kthread_create(read_all_the_time, &reader, "pmon_reader");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	kthread_bind(task, cpu);
	wake_up_process(task);
	for (round = 0; round < ROUNDS || (round < MAX_ROUNDS && !READ_ONCE(reader.found));
	     round++) {
		struct perf_event *event = fake_open(test, pmu, 1);

		WRITE_ONCE(reader.id, event->id);
		if (fake_call_add(event, PERF_EF_START))
			break;
		/* Atomic for concurrent readers. */
		flags = pmon_die_lock(pmu->dies[0].die);
		for (i = 0; i < FAKE_UNITS; i++)
			fake_count(&fake_die->fakes[i], 0, 10);
		pmon_die_unlock(pmu->dies[0].die, flags);
		fake_call_del(event);
		fake_close(event);
		kunit_kfree(test, event);
		cond_resched();
	}
	kthread_stop(task);
	KUNIT_EXPECT_GE(test, round, (unsigned int)ROUNDS);
	KUNIT_EXPECT_GT(test, reader.found, 0UL);
	KUNIT_EXPECT_EQ(test, 0UL, reader.wrong);
}

static struct kunit_case by_id_cases[] = {
	KUNIT_CASE(found_test),
	KUNIT_CASE(missing_test),
	KUNIT_CASE(sampling_test),
	KUNIT_CASE(many_test),
	KUNIT_CASE(race_test),
	{}
};

static struct kunit_suite by_id_suite = {
	.name = "uncore_pmon_by_id",
	.init = fake_pmu_init,
	.exit = fake_exit,
	.test_cases = by_id_cases,
};

kunit_test_suite(by_id_suite);
