// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the PMU as perf sees it: which events are refused, what each of
 * perf's calls costs, and what survives a change of the owner CPU.
 *
 * The PMUs are not registered; the tests call what perf would call.
 */
#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/topology.h>

#include "fake_unit.h"
#include "../trace.h"

/*
 * The tracepoints that the driver has, without events in tracefs: those
 * names belong to the driver, which may be loaded at the same time.
 */
DEFINE_TRACE(unit_count,
	     TP_PROTO(const struct pmon_slot *slot, u64 id, u64 config),
	     TP_ARGS(slot, id, config));
DEFINE_TRACE(sample,
	     TP_PROTO(const struct pmon_slot *slot, u64 id, u64 config, u64 period),
	     TP_ARGS(slot, id, config, period));
DEFINE_TRACE(freeze,
	     TP_PROTO(int die, u64 samples, u64 waited_ns, u64 handled_ns),
	     TP_ARGS(die, samples, waited_ns, handled_ns));

#define PMU_TYPE	77

/* A field of its own for the type PMU, as the driver adds one. */
static struct pmon_field type_fields[8];

static struct fake_die *die_of(struct kunit *test)
{
	return test->priv;
}

static struct pmon_pmu *new_pmu(struct kunit *test, enum pmon_event_level level,
				unsigned int num_units)
{
	struct fake_die *fake_die = die_of(test);
	struct pmon_pmu *pmu;
	unsigned int i;

	pmu = kunit_kzalloc(test, struct_size(pmu, dies, 1), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, pmu);
	pmu->core = &fake_die->core;
	pmu->type = &fake_type;
	pmu->level = level;
	pmu->fields = fake_type.fields;
	if (level == PMON_EVENT_TYPE) {
		for (i = 0; fake_type.fields[i].name; i++)
			type_fields[i] = fake_type.fields[i];
		type_fields[i] = (struct pmon_field){ "unit_mask", 2,
						      ~0ULL };
		pmu->fields = type_fields;
	}
	pmu->dies[0].die = fake_die->dies[0];
	pmu->dies[0].units = fake_die->units;
	pmu->dies[0].num_units = num_units;
	pmu->dies[0].level = level;
	for (i = 0; i < num_units; i++)
		fake_die->units[i]->pmus[level] = &pmu->dies[0];
	pmon_pmu_init(pmu);
	pmu->pmu.type = PMU_TYPE;
	return pmu;
}

/* What perf has filled in when it calls event_init. */
static struct perf_event *new_perf_event(struct kunit *test,
					 struct pmon_pmu *pmu, u64 config)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event),
						 GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->pmu = &pmu->pmu;
	event->attr.type = PMU_TYPE;
	event->attr.config = config;
	event->cpu = die_of(test)->dies[0]->owner;
	event->group_leader = event;
	INIT_LIST_HEAD(&event->sibling_list);
	return event;
}

static struct perf_event *open_event(struct kunit *test, struct pmon_pmu *pmu,
				     u64 config)
{
	struct perf_event *event = new_perf_event(test, pmu, config);

	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(event));
	return event;
}

static void close_event(struct perf_event *event)
{
	event->destroy(event);
}

/* perf's calls come on the owner CPU, with preemption off. */
static int call_add(struct perf_event *event, int flags)
{
	int error;

	preempt_disable();
	event->pmu->pmu_disable(event->pmu);
	error = event->pmu->add(event, flags);
	event->pmu->pmu_enable(event->pmu);
	preempt_enable();
	return error;
}

static void call_del(struct perf_event *event)
{
	preempt_disable();
	event->pmu->pmu_disable(event->pmu);
	event->pmu->del(event, PERF_EF_UPDATE);
	event->pmu->pmu_enable(event->pmu);
	preempt_enable();
}

static u64 call_read(struct perf_event *event)
{
	preempt_disable();
	event->pmu->read(event);
	preempt_enable();
	return local64_read(&event->count);
}

static int pmu_init(struct kunit *test)
{
	int error;

	error = fake_init_msr(test);
	if (error)
		return error;
	/* The fake die is number 0; its first CPU owns it. */
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(0), 0);
	die_of(test)->dies[0]->owner = 0;
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	return 0;
}

static void open_and_close_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = open_event(test, pmu, 0x1234);

	KUNIT_EXPECT_EQ(test, event->cpu, 0);
	KUNIT_EXPECT_EQ(test, event->hw.state,
			PERF_HES_STOPPED | PERF_HES_UPTODATE);
	KUNIT_EXPECT_EQ(test, atomic_read(&pmu->open_events), 1);
	/* Nothing is touched before the event is to count. */
	KUNIT_EXPECT_EQ(test, fake_of(test)->reads + fake_of(test)->writes, 0U);
	close_event(event);
	KUNIT_EXPECT_EQ(test, atomic_read(&pmu->open_events), 0);
}

struct refused_case {
	const char *name;
	u64 config, config1, config2;
	u64 period;
	int cpu;
	u32 type;
	bool task;
	enum pmon_event_level level;
	int error;
};

static const struct refused_case refused_cases[] = {
	{ .name = "good", .config = 0x1234 },
	{ .name = "event 0", .config = 0 },
	{ .name = "another PMU's", .config = 1, .type = 1, .error = -ENOENT },
	{ .name = "sampling without a bit in the global status", .config = 1,
	  .period = 1000, .error = -EOPNOTSUPP },
	{ .name = "a task's", .config = 1, .task = true, .error = -EINVAL },
	{ .name = "on no CPU", .config = 1, .cpu = -1, .error = -EINVAL },
	{ .name = "foreign bit in config", .config = 1 | BIT_ULL(17),
	  .error = -EINVAL },
	{ .name = "umask without event", .config = 0x100, .error = -EINVAL },
	{ .name = "filter", .config = 1 | BIT_ULL(16), .config1 = 5 },
	{ .name = "filter that is not enabled", .config = 1, .config1 = 5,
	  .error = -EINVAL },
	{ .name = "unit mask on a unit PMU", .config = 1, .config2 = 1,
	  .error = -EINVAL },
	{ .name = "unit mask", .config = 1, .config2 = 5,
	  .level = PMON_EVENT_TYPE },
	{ .name = "unit mask with a unit too many", .config = 1, .config2 = 9,
	  .level = PMON_EVENT_TYPE, .error = -EINVAL },
	{ .name = "unit mask with no unit", .config = 1,
	  .config2 = BIT_ULL(63), .level = PMON_EVENT_TYPE, .error = -EINVAL },
	{ .name = "fixed counter", .config = 0xff },
	{ .name = "free-running counter", .config = 0x10ff },
};

static void refused_name(const struct refused_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(refused, refused_cases, refused_name);

static void refused_test(struct kunit *test)
{
	const struct refused_case *param = test->param_value;
	struct pmon_pmu *pmu = new_pmu(test, param->level,
				       param->level == PMON_EVENT_TYPE ?
				       FAKE_UNITS : 1);
	struct perf_event *event = new_perf_event(test, pmu, param->config);

	event->attr.config1 = param->config1;
	event->attr.config2 = param->config2;
	event->attr.sample_period = param->period;
	event->hw.sample_period = param->period;
	event->cpu = param->cpu;
	if (param->type)
		event->attr.type = param->type;
	if (param->task)
		event->attach_state = PERF_ATTACH_TASK;

	KUNIT_EXPECT_EQ(test, param->error, pmu->pmu.event_init(event));
	KUNIT_EXPECT_EQ(test, atomic_read(&pmu->open_events),
			param->error ? 0 : 1);
	if (!param->error) {
		close_event(event);
		return;
	}
	KUNIT_EXPECT_NULL(test, event->destroy);
	KUNIT_EXPECT_NULL(test, event->pmu_private);
}

static void refused_without_units_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = new_perf_event(test, pmu, 1);

	pmu->dies[0].num_units = 0;
	KUNIT_EXPECT_EQ(test, -EINVAL, pmu->pmu.event_init(event));
	pmu->dies[0].num_units = 1;

	pmu->dies[0].units[0]->gone = true;
	KUNIT_EXPECT_EQ(test, -ENODEV, pmu->pmu.event_init(event));
	pmu->dies[0].units[0]->gone = false;

	die_of(test)->dies[0]->owner = -1;
	KUNIT_EXPECT_EQ(test, -ENODEV, pmu->pmu.event_init(event));
	die_of(test)->dies[0]->owner = 0;
	KUNIT_EXPECT_EQ(test, 0, pmu->pmu.event_init(event));
	close_event(event);
}

/*
 * Add an event to a group, as perf_event_open() does: only a member that
 * was accepted becomes one.
 */
static int open_member(struct kunit *test, struct perf_event *leader,
		       struct perf_event *event)
{
	int error;

	event->group_leader = leader;
	if (!leader->ctx) {
		leader->ctx = kunit_kzalloc(test, sizeof(*leader->ctx),
					    GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, leader->ctx);
		mutex_init(&leader->ctx->mutex);
	}
	mutex_lock(&leader->ctx->mutex);
	error = event->pmu->event_init(event);
	mutex_unlock(&leader->ctx->mutex);
	if (!error)
		list_add_tail(&event->sibling_list, &leader->sibling_list);
	return error;
}

static void close_group(struct perf_event *leader)
{
	struct perf_event *event, *next;

	list_for_each_entry_safe(event, next, &leader->sibling_list,
				 sibling_list) {
		list_del_init(&event->sibling_list);
		close_event(event);
	}
	close_event(leader);
}

/* A group that fits no empty unit is refused; what runs now does not matter. */
static void group_size_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *others[3], *leader, *event;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		others[i] = open_event(test, pmu, 1);
		KUNIT_ASSERT_EQ(test, 0, call_add(others[i], PERF_EF_START));
	}

	leader = open_event(test, pmu, 1);
	for (i = 1; i < FAKE_COUNTERS; i++) {
		event = new_perf_event(test, pmu, 1 + i);
		KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, event));
	}
	event = new_perf_event(test, pmu, 9);
	KUNIT_EXPECT_EQ(test, -EINVAL, open_member(test, leader, event));
	/* Counters of other kinds are still free. */
	event = new_perf_event(test, pmu, 0xff);
	KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, event));
	event = new_perf_event(test, pmu, 0xff);
	KUNIT_EXPECT_EQ(test, -EINVAL, open_member(test, leader, event));
	for (i = 0; i < 2; i++) {
		event = new_perf_event(test, pmu, 0x10ff);
		KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, event));
	}
	KUNIT_EXPECT_EQ(test, atomic_read(&pmu->open_events),
			3 + FAKE_COUNTERS + 3);

	for (i = 0; i < 3; i++) {
		call_del(others[i]);
		close_event(others[i]);
	}
	close_group(leader);
	KUNIT_EXPECT_EQ(test, atomic_read(&pmu->open_events), 0);
}

static void group_conflict_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *leader = new_perf_event(test, pmu, 1 | BIT_ULL(16));
	struct perf_event *same = new_perf_event(test, pmu, 2 | BIT_ULL(16));
	struct perf_event *other = new_perf_event(test, pmu, 3 | BIT_ULL(16));

	leader->attr.config1 = 0x155;
	same->attr.config1 = 0x155;
	other->attr.config1 = 0x2aa;
	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(leader));
	KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, same));
	KUNIT_EXPECT_EQ(test, -EINVAL, open_member(test, leader, other));
	close_group(leader);
}

/* Events of one group on different units do not need each other's counters. */
static void group_on_different_units_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct perf_event *leader = new_perf_event(test, pmu, 1);
	struct perf_event *event;
	unsigned int i;

	leader->attr.config2 = BIT(0);
	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(leader));
	for (i = 1; i < FAKE_COUNTERS * 2; i++) {
		event = new_perf_event(test, pmu, 1 + i);
		event->attr.config2 = BIT(i % 2);
		KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, event));
	}
	/* Unit 0 is full, unit 2 is not, and all of them is too much. */
	event = new_perf_event(test, pmu, 0x44);
	event->attr.config2 = BIT(0);
	KUNIT_EXPECT_EQ(test, -EINVAL, open_member(test, leader, event));
	event = new_perf_event(test, pmu, 0x44);
	KUNIT_EXPECT_EQ(test, -EINVAL, open_member(test, leader, event));
	event = new_perf_event(test, pmu, 0x44);
	event->attr.config2 = BIT(2);
	KUNIT_EXPECT_EQ(test, 0, open_member(test, leader, event));
	close_group(leader);
}

/* perf stat: on, some reads, off. One write, a read each, read and write. */
static void count_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = open_event(test, pmu, 0x1234);
	struct fake_unit *fake = fake_of(test);
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, call_add(event, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
	KUNIT_EXPECT_EQ(test, event->hw.state, 0);

	for (i = 1; i <= 3; i++) {
		fake_count(fake, 0, 100);
		KUNIT_EXPECT_EQ(test, call_read(event), 100ULL * i);
		KUNIT_EXPECT_EQ(test, fake->reads, i);
	}
	fake_count(fake, 0, 11);
	call_del(event);
	KUNIT_EXPECT_EQ(test, fake->writes, 2U);
	KUNIT_EXPECT_EQ(test, fake->reads, 4U);
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 311LL);
	/* Off its counter it has nothing to read. */
	KUNIT_EXPECT_EQ(test, call_read(event), 311ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 4U);
	close_event(event);
}

/* Calls that perf does not bracket take effect at once. */
static void unbracketed_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = open_event(test, pmu, 0x1234);
	struct fake_unit *fake = fake_of(test);

	preempt_disable();
	KUNIT_EXPECT_EQ(test, 0, pmu->pmu.add(event, 0));
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
	pmu->pmu.start(event, 0);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	fake_count(fake, 0, 10);
	pmu->pmu.stop(event, PERF_EF_UPDATE);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	KUNIT_EXPECT_EQ(test, event->hw.state,
			PERF_HES_STOPPED | PERF_HES_UPTODATE);
	/* Twice is once. */
	pmu->pmu.stop(event, PERF_EF_UPDATE);
	pmu->pmu.del(event, PERF_EF_UPDATE);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 10LL);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 3U);
	close_event(event);
}

/* A group is added in one bracket: its events start at the same time. */
static void group_count_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct fake_unit *fake = fake_of(test);
	struct perf_event *events[3];
	unsigned int i;

	for (i = 0; i < 3; i++)
		events[i] = open_event(test, pmu, 1 + i);
	for (i = 1; i < 3; i++)
		events[i]->group_leader = events[0];
	fake->tick = 1;
	preempt_disable();
	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, 0, pmu->pmu.add(events[i], PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	pmu->pmu.pmu_enable(&pmu->pmu);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, fake->writes, 5U);
	KUNIT_EXPECT_EQ(test, fake->counted[0], fake->counted[1]);
	KUNIT_EXPECT_EQ(test, fake->counted[0], fake->counted[2]);

	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, call_read(events[i]), fake->counted[i]);
		call_del(events[i]);
		close_event(events[i]);
	}
}

/* No counter left: perf is told to try again, and nothing changes. */
static void full_unit_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct fake_unit *fake = fake_of(test);
	struct perf_event *events[FAKE_COUNTERS + 1];
	unsigned int i;

	for (i = 0; i <= FAKE_COUNTERS; i++)
		events[i] = open_event(test, pmu, 1 + i);
	for (i = 0; i < FAKE_COUNTERS; i++)
		KUNIT_ASSERT_EQ(test, 0, call_add(events[i], PERF_EF_START));
	fake_forget(fake);
	KUNIT_EXPECT_EQ(test, -EAGAIN, call_add(events[i], PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	KUNIT_EXPECT_EQ(test, events[i]->hw.state,
			PERF_HES_STOPPED | PERF_HES_UPTODATE);

	/* What multiplexing does: one goes, the waiting one takes its place. */
	fake_count(fake, 0, 50);
	call_del(events[0]);
	KUNIT_EXPECT_EQ(test, 0, call_add(events[FAKE_COUNTERS], PERF_EF_START));
	fake_count(fake, 0, 60);
	KUNIT_EXPECT_EQ(test, local64_read(&events[0]->count), 50LL);
	KUNIT_EXPECT_EQ(test, call_read(events[FAKE_COUNTERS]), 60ULL);
	for (i = 1; i <= FAKE_COUNTERS; i++)
		call_del(events[i]);
	for (i = 0; i <= FAKE_COUNTERS; i++)
		close_event(events[i]);
}

/*
 * A rotation that takes everything off and puts most of it back in one
 * bracket: what gets its counter back is not touched.
 */
static void rotation_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct fake_unit *fake = fake_of(test);
	struct perf_event *events[3];
	unsigned int i;

	for (i = 0; i < 3; i++) {
		events[i] = open_event(test, pmu, 1 + i);
		KUNIT_ASSERT_EQ(test, 0, call_add(events[i], PERF_EF_START));
		fake_count(fake, i, 10);
	}
	fake_forget(fake);
	preempt_disable();
	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < 3; i++)
		pmu->pmu.del(events[i], PERF_EF_UPDATE);
	/* In another order. */
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, 0, pmu->pmu.add(events[2 - i],
						      PERF_EF_START));
	pmu->pmu.pmu_enable(&pmu->pmu);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);
	for (i = 0; i < 3; i++) {
		fake_count(fake, i, 1 + i);
		KUNIT_EXPECT_EQ(test, call_read(events[i]), 11ULL + i);
		call_del(events[i]);
		close_event(events[i]);
	}
}

/* The owner goes: the counters go on, and are not even touched. */
static void handover_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = open_event(test, pmu, 0x1234);
	struct pmon_die *die = die_of(test)->dies[0];
	struct fake_unit *fake = fake_of(test);

	KUNIT_ASSERT_EQ(test, 0, call_add(event, PERF_EF_START));
	fake_count(fake, 0, 10);
	die->handover = true;
	call_del(event);
	fake_count(fake, 0, 20);
	KUNIT_EXPECT_EQ(test, 0, call_add(event, PERF_EF_START));
	die->handover = false;
	fake_count(fake, 0, 30);
	KUNIT_EXPECT_EQ(test, call_read(event), 60ULL);
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, event->hw.state, 0);
	call_del(event);
	KUNIT_EXPECT_EQ(test, fake->control[0], 0ULL);
	close_event(event);
}

static void type_pmu_test(struct kunit *test)
{
	struct pmon_pmu *pmu = new_pmu(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct fake_die *fake_die = die_of(test);
	struct perf_event *all = open_event(test, pmu, 1);
	struct perf_event *some = new_perf_event(test, pmu, 2);
	unsigned int i;

	some->attr.config2 = BIT(0) | BIT(2);
	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(some));
	KUNIT_ASSERT_EQ(test, 0, call_add(all, PERF_EF_START));
	KUNIT_ASSERT_EQ(test, 0, call_add(some, PERF_EF_START));
	for (i = 0; i < FAKE_UNITS; i++) {
		fake_count(&fake_die->fakes[i], 0, 1 << i);
		fake_count(&fake_die->fakes[i], 1, 100 << i);
		KUNIT_EXPECT_EQ(test, fake_die->fakes[i].writes,
				i == 1 ? 1U : 2U);
	}
	KUNIT_EXPECT_EQ(test, call_read(all), 7ULL);
	KUNIT_EXPECT_EQ(test, call_read(some), 500ULL);
	call_del(all);
	call_del(some);
	for (i = 0; i < FAKE_UNITS; i++)
		KUNIT_EXPECT_EQ(test, fake_die->fakes[i].control[0] |
				fake_die->fakes[i].control[1], 0ULL);
	close_event(all);
	close_event(some);
}

static struct kunit_case pmu_cases[] = {
	KUNIT_CASE(open_and_close_test),
	KUNIT_CASE_PARAM(refused_test, refused_gen_params),
	KUNIT_CASE(refused_without_units_test),
	KUNIT_CASE(group_size_test),
	KUNIT_CASE(group_conflict_test),
	KUNIT_CASE(group_on_different_units_test),
	KUNIT_CASE(count_test),
	KUNIT_CASE(unbracketed_test),
	KUNIT_CASE(group_count_test),
	KUNIT_CASE(full_unit_test),
	KUNIT_CASE(rotation_test),
	KUNIT_CASE(handover_test),
	KUNIT_CASE(type_pmu_test),
	{}
};

static struct kunit_suite pmu_suite = {
	.name = "uncore_pmon_pmu",
	.init = pmu_init,
	.exit = fake_exit,
	.test_cases = pmu_cases,
};

kunit_test_suite(pmu_suite);
