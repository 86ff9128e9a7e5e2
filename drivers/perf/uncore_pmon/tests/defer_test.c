// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of deferred work: none runs after pmon_deferred_end().
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "count/ledger.h"

/* Long enough for the end to start while the other CPU has IRQs off. */
#define HELD_US		5000

static struct {
	struct pmon_deferred deferred;
	atomic_t done, held, ending;
} later;

/* Takes longer than the irq_work, so that waiting only for that is not sufficient. */
static void note_done(struct work_struct *work)
{
	msleep(20);
	atomic_inc(&later.done);
}

/* The queued work cannot run before this returns. */
static void defer_and_hold(void *unused)
{
	pmon_defer(&later.deferred);
	atomic_set(&later.held, 1);
	while (!atomic_read(&later.ending))
		cpu_relax();
	udelay(HELD_US);
}

static void nothing(void *unused)
{
}

static void defer_end_test(struct kunit *test)
{
	unsigned int cpu;
	int done;

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	cpu = cpumask_any_but(cpu_online_mask, 0);
	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	memset(&later, 0, sizeof(later));
	pmon_deferred_init(&later.deferred, note_done);

	KUNIT_ASSERT_EQ(test, 0, smp_call_function_single(cpu, defer_and_hold, NULL, 0));
	while (!atomic_read(&later.held))
		cpu_relax();
	atomic_set(&later.ending, 1);
	pmon_deferred_end(&later.deferred);
	done = atomic_read(&later.done);

	/* Any later work has run by now. */
	smp_call_function_single(cpu, nothing, NULL, 1);
	irq_work_sync(&later.deferred.irq_work);
	flush_work(&later.deferred.work);
	KUNIT_EXPECT_EQ(test, done, atomic_read(&later.done));

	/* It can be used again. */
	pmon_defer(&later.deferred);
	irq_work_sync(&later.deferred.irq_work);
	flush_work(&later.deferred.work);
	KUNIT_EXPECT_EQ(test, done + 1, atomic_read(&later.done));
	pmon_deferred_end(&later.deferred);
}

static struct kunit_case defer_cases[] = {
	KUNIT_CASE(defer_end_test),
	{}
};

static struct kunit_suite defer_suite = {
	.name = "uncore_pmon_defer",
	.test_cases = defer_cases,
};

kunit_test_suite(defer_suite);
