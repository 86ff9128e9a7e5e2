// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of fixed and free-running counters, shared registers, events on several units, and units
 * that are gone.
 */
#include "count/engine.h"
#include "fake_unit.h"

#define WRAP	BIT_ULL(FAKE_WIDTH)

static void fixed_counter_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FIXED);
	struct pmon_perf_event *second =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FIXED);
	unsigned int index = FAKE_COUNTERS + FAKE_EXTRA_FIXED;

	fake->counter[index] = 123456;
	fake_run(test, event);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, FAKE_FIXED_CONTROL);
	KUNIT_EXPECT_EQ(test, fake->log[0].value,
			FAKE_FIXED_ENABLE | FAKE_FIXED_CLEAR);
	/* There is only one. */
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_add(second));

	fake_count(fake, index, 88);
	fake_stop(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 88ULL);
	KUNIT_EXPECT_EQ(test, fake->control[FAKE_COUNTERS], 0ULL);
}

/* A free-running counter is never written, counts from its current value, and is shared. */
static void free_running_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);
	struct pmon_perf_event *second =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);
	unsigned int index = FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING0;

	fake->counter[index] = BIT_ULL(36) - 10;
	fake_run(test, first);
	fake_count(fake, index, 30);
	fake_run(test, second);
	fake_count(fake, index, 5);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake->reads, 2U);

	fake_stop(first);
	fake_commit(fake);
	fake_count(fake, index, 100);
	fake_update(second);
	KUNIT_EXPECT_EQ(test, fake_event_count(first), 35ULL);
	KUNIT_EXPECT_EQ(test, fake_event_count(second), 105ULL);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
}

/* perf removes and adds all events of a CPU when one is opened, without losing counts. */
static void free_running_bracket_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);
	struct pmon_perf_event *other =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);
	unsigned int index = FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING0, i;

	fake->counter[index] = BIT_ULL(36) - 25;
	fake_run(test, event);
	for (i = 0; i < 3; i++) {
		fake_count(fake, index, 10);
		fake_stop(event);
		fake_remove(event);
		fake_count(fake, index, 7);
		KUNIT_ASSERT_EQ(test, 0, fake_add(event));
		fake_start(event);
		/* A new event starts at the commit, even if it was stopped and started before. */
		if (!i) {
			KUNIT_ASSERT_EQ(test, 0, fake_add(other));
			fake_start(other);
			fake_stop(other);
			fake_start(other);
		}
		fake_commit(fake);
	}
	fake_update(event);
	fake_update(other);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 3 * 17ULL);
	KUNIT_EXPECT_EQ(test, fake_event_count(other), 2 * 17ULL);

	/* Removed at a commit: the event gets no counts until it is added again. */
	fake_stop(event);
	fake_remove(event);
	fake_commit(fake);
	fake_count(fake, index, 1000);
	fake_run(test, event);
	fake_count(fake, index, 5);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 3 * 17 + 5ULL);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
}

static void claim(struct pmon_perf_event *event, unsigned int index,
		  u8 resource, u64 mask, u64 value)
{
	event->claims[index].resource = resource;
	event->claims[index].mask = mask;
	event->claims[index].value = value;
}

/* A shared register is written before the event starts, and only if it differs. */
static void shared_register_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = event_on(test, 1, BIT(0));
	struct pmon_perf_event *same = event_on(test, 2, BIT(1));
	struct pmon_perf_event *other = event_on(test, 3, BIT(2));

	claim(first, 0, 0, 0xffff, 0x155);
	claim(same, 0, 0, 0xffff, 0x155);
	claim(other, 0, 0, 0xffff, 0x2aa);

	fake_run(test, first);
	KUNIT_EXPECT_EQ(test, fake->writes, 2U);
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, FAKE_FILTER);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0x155ULL);
	KUNIT_EXPECT_EQ(test, fake->log[0].bits, 32);
	KUNIT_EXPECT_EQ(test, fake->log[1].offset, fake_control(fake, 0));

	fake_run(test, same);
	KUNIT_EXPECT_EQ(test, fake->writes, 3U);
	KUNIT_EXPECT_EQ(test, -EBUSY, fake_add(other));
	KUNIT_EXPECT_EQ(test, fake->filter[0], 0x155ULL);

	/* All events with the old value must be removed first. */
	fake_stop(first);
	fake_remove(first);
	KUNIT_EXPECT_EQ(test, -EBUSY, fake_add(other));
	fake_stop(same);
	fake_remove(same);
	fake_run(test, other);
	KUNIT_EXPECT_EQ(test, fake->filter[0], 0x2aaULL);

	/* The driver keeps the value, and does not read the register. */
	fake_stop(other);
	fake_remove(other);
	fake_commit(fake);
	fake_forget(fake);
	fake_run(test, other);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);

	/* A reset clears the register. */
	fake_stop(other);
	fake_remove(other);
	fake_commit(fake);
	KUNIT_ASSERT_TRUE(test, fake_reset(fake));
	fake->filter[0] = 0;
	fake_run(test, other);
	KUNIT_EXPECT_EQ(test, fake->filter[0], 0x2aaULL);
}

static void wide_shared_register_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);
	struct pmon_perf_event *beside = event_on(test, 1, ANY);

	/* Two registers, and two parts of one. */
	claim(event, 0, 0, 0xffff, 7);
	claim(event, 1, 1, GENMASK_ULL(47, 16), 0x123400000000);
	claim(beside, 0, 1, GENMASK_ULL(63, 48), 0xabcd000000000000);
	fake_run(test, event);
	KUNIT_EXPECT_EQ(test, fake->writes, 3U);
	KUNIT_EXPECT_EQ(test, fake->filter[0], 7ULL);
	KUNIT_EXPECT_EQ(test, fake->filter[1], 0x123400000000ULL);
	fake_run(test, beside);
	KUNIT_EXPECT_EQ(test, fake->filter[1], 0xabcd123400000000ULL);
}

/* Counters of one class must stop before another class starts. */
static void class_change_test(struct kunit *test)
{
	static struct pmon_box_type exclusive;
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *mesh = event_on(test, 1, BIT(1));
	struct pmon_perf_event *box = event_on(test, 2, BIT(1));

	exclusive = fake_type;
	exclusive.mesh_exclusive = true;
	fake->unit->type = &exclusive;
	claim(mesh, 0, PMON_CLASS_RESOURCE, 3, 2);
	claim(box, 0, PMON_CLASS_RESOURCE, 3, 1);

	fake_run(test, mesh);
	fake_forget(fake);
	fake_stop(mesh);
	fake_remove(mesh);
	KUNIT_ASSERT_EQ(test, 0, fake_add(box));
	fake_start(box);
	fake_commit(fake);
	/* Stop the counter, read it, start it. */
	KUNIT_EXPECT_EQ(test, fake->writes, 2U);
	KUNIT_EXPECT_EQ(test, fake->reads, 1U);
	KUNIT_EXPECT_TRUE(test, fake->log[0].write);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, 0ULL);
	KUNIT_EXPECT_FALSE(test, fake->log[1].write);
	KUNIT_EXPECT_EQ(test, fake->log[2].value, 2 | FAKE_CLEAR);
}

/* All ones in all bits show that the unit is gone. */
static void gone_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);

	fake_run(test, event);
	fake_count(fake, 0, 10);
	fake_update(event);
	fake->gone = true;
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 10ULL);
	KUNIT_EXPECT_TRUE(test, fake->unit->gone);

	/* The unit is not accessed again. */
	fake_forget(fake);
	fake_update(event);
	FAKE_LOCKED(fake->unit->die, pmon_unit_update(fake->unit));
	fake_stop(event);
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 10ULL);
}

/* A unit that is gone is not accessed, whatever perf calls. */
static void gone_and_started_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);
	struct pmon_perf_event *free_running =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING0);

	fake->gone = true;
	fake_run(test, free_running);
	KUNIT_EXPECT_TRUE(test, fake->unit->gone);
	fake_forget(fake);

	fake_stop(free_running);
	fake_start(free_running);
	fake_commit(fake);
	fake_run(test, event);
	fake_stop(event);
	fake_remove(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 0ULL);
	KUNIT_EXPECT_EQ(test, fake_event_count(free_running), 0ULL);
}

/*
 * A write that faults must not look like a count of 0. The count so far stays, other units keep
 * counting, and this unit is not accessed any more.
 */
static void expect_fault(struct kunit *test, int fault_at)
{
	struct fake_die *fake_die = test->priv;
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = fake_type_event(test, fake_die, 1, BIT(1));
	struct pmon_perf_event *filtered = event_on(test, 1, BIT(2));
	struct pmon_perf_event *sibling = event_on(test, 1, BIT(3));

	fake_run(test, event);
	fake_count(fake, 1, 10);
	fake_update(event);

	fake->fault_at = fault_at;
	filtered->claims[0] = (struct pmon_claim){ 0, 0xff, 0x12 };
	filtered->perf->group_leader = filtered->perf;
	sibling->perf->group_leader = filtered->perf;
	KUNIT_ASSERT_EQ(test, 0, fake_add(filtered));
	KUNIT_ASSERT_EQ(test, 0, fake_add(sibling));
	fake_start(filtered);
	fake_start(sibling);
	KUNIT_EXPECT_FALSE(test, fake->unit->gone);
	fake_commit(fake);
	KUNIT_EXPECT_TRUE_MSG(test, fake->unit->gone, "fault at %d", fault_at);

	fake_forget(fake);
	fake_count(fake, 1, 100);
	fake_count(&fake_die->fakes[1], 1, 1000);
	fake_update(event);
	fake_stop(filtered);
	fake_remove(filtered);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 1010ULL);
	KUNIT_EXPECT_EQ(test, fake_event_count(filtered), 0ULL);
}

static void control_fault_test(struct kunit *test)
{
	expect_fault(test, fake_control(fake_of(test), 3));
}

static void filter_fault_test(struct kunit *test)
{
	expect_fault(test, FAKE_FILTER);
}

static void unit_control_fault_test(struct kunit *test)
{
	expect_fault(test, 0);
}

/* All ones in the counter's bits only are a valid count. */
static void all_ones_is_a_count_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ANY);

	fake_run(test, event);
	fake_count(fake, 0, WRAP - 1);
	fake_update(event);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), WRAP - 1);
	KUNIT_EXPECT_FALSE(test, fake->unit->gone);
}

/* A unit may have fewer counters than the event table allows. */
static void request_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = event_on(test, 1, ~0U);
	struct pmon_perf_event *fixed =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FIXED);
	struct pmon_perf_event *free_running =
		fake_extra_event(test, test->priv, FAKE_EXTRA_FREE_RUNNING1);
	struct pmon_request request;

	claim(event, 2, 1, 3, 1);
	request = pmon_unit_request(fake->unit, event);
	KUNIT_EXPECT_EQ(test, request.counters, (u32)ANY);
	KUNIT_EXPECT_EQ(test, request.shared, 0U);
	KUNIT_EXPECT_EQ(test, request.current_counter, -1);
	KUNIT_EXPECT_EQ(test, request.claims[2].mask, 3ULL);

	request = pmon_unit_request(fake->unit, fixed);
	KUNIT_EXPECT_EQ(test, request.counters, (u32)BIT(4));
	KUNIT_EXPECT_EQ(test, request.shared, 0U);

	request = pmon_unit_request(fake->unit, free_running);
	KUNIT_EXPECT_EQ(test, request.counters, (u32)BIT(6));
	KUNIT_EXPECT_EQ(test, request.shared, (u32)BIT(6));
}

#define SHARED_CASES							\
	KUNIT_CASE(fixed_counter_test),					\
	KUNIT_CASE(free_running_test),					\
	KUNIT_CASE(free_running_bracket_test),				\
	KUNIT_CASE(shared_register_test),				\
	KUNIT_CASE(wide_shared_register_test),				\
	KUNIT_CASE(class_change_test),					\
	KUNIT_CASE(gone_test),						\
	KUNIT_CASE(gone_and_started_test),				\
	KUNIT_CASE(control_fault_test),					\
	KUNIT_CASE(filter_fault_test),					\
	KUNIT_CASE(unit_control_fault_test),				\
	KUNIT_CASE(all_ones_is_a_count_test),				\
	KUNIT_CASE(request_test)

static struct kunit_case shared_msr_cases[] = { SHARED_CASES, {} };
static struct kunit_case shared_pci_cases[] = { SHARED_CASES, {} };

static struct kunit_suite shared_msr_suite = {
	.name = "uncore_pmon_shared_msr",
	.init = fake_init_msr,
	.exit = fake_exit,
	.test_cases = shared_msr_cases,
};

static struct kunit_suite shared_pci_suite = {
	.name = "uncore_pmon_shared_pci",
	.init = fake_init_pci,
	.exit = fake_exit,
	.test_cases = shared_pci_cases,
};

kunit_test_suites(&shared_msr_suite, &shared_pci_suite);
