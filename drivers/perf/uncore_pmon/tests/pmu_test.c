// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the PMU callbacks: events that are refused, and register accesses of each call.
 */
#include <linux/perf_event.h>

#include "count/trace.h"
#include "fake_pmu.h"

static void open_and_close_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);

	KUNIT_EXPECT_EQ(test, event->cpu, 0);
	KUNIT_EXPECT_EQ(test, event->hw.state,
			PERF_HES_STOPPED | PERF_HES_UPTODATE);
	KUNIT_EXPECT_EQ(test, fake_open_events(pmu), 1);
	/* No register is accessed before the event starts. */
	KUNIT_EXPECT_EQ(test, fake_of(test)->reads + fake_of(test)->writes, 0U);
	fake_close(event);
	KUNIT_EXPECT_EQ(test, fake_open_events(pmu), 0);
}

struct refused_case {
	const char *name;
	u64 config, config1, config2;
	u64 period, sample_type;
	int cpu;
	u32 type;
	bool task, precise;
	enum pmon_event_level level;
	int error;
	const char *reason;
};

static const struct refused_case refused_cases[] = {
	{ .name = "good", .config = 0x1234 },
	{ .name = "event 0", .config = 0 },
	{ .name = "another PMU's", .config = 1, .type = 1, .error = -ENOENT },
	{ .name = "sampling without a bit in the global status", .config = 1,
	  .period = 1000, .error = -EOPNOTSUPP,
	  .reason = "sends no overflow message" },
	{ .name = "a task's", .config = 1, .task = true, .error = -EINVAL,
	  .reason = "not for a task" },
	{ .name = "on no CPU", .config = 1, .cpu = -1, .error = -EINVAL,
	  .reason = "open the event on a CPU" },
	{ .name = "precise", .config = 1, .precise = true, .error = -EOPNOTSUPP,
	  .reason = "no precise IP" },
	{ .name = "branch stack", .config = 1, .sample_type = PERF_SAMPLE_BRANCH_STACK,
	  .error = -EOPNOTSUPP, .reason = "no branch stack" },
	{ .name = "foreign bit in config", .config = 1 | BIT_ULL(17),
	  .error = -EINVAL,
	  .reason = "no format has the bits 0x20000 of config" },
	{ .name = "umask without event", .config = 0x100, .error = -EINVAL,
	  .reason = "event select 0 never counts" },
	{ .name = "filter", .config = 1 | BIT_ULL(16), .config1 = 5 },
	{ .name = "filter that is not enabled", .config = 1, .config1 = 5,
	  .error = -EINVAL,
	  .reason = "filter has no effect without filter_en" },
	{ .name = "filter with the bit that would enable it elsewhere", .config = 1,
	  .config1 = BIT_ULL(16) | 5, .error = -EINVAL,
	  .reason = "filter has no effect without filter_en" },
	{ .name = "unit mask on a unit PMU", .config = 1, .config2 = 1,
	  .error = -EINVAL,
	  .reason = "no format has the bits 0x1 of config2" },
	{ .name = "unit mask", .config = 1, .config2 = 5,
	  .level = PMON_EVENT_TYPE },
	{ .name = "unit mask with a unit too many", .config = 1, .config2 = 9,
	  .level = PMON_EVENT_TYPE, .error = -EINVAL,
	  .reason = "does not have: 0x8" },
	{ .name = "unit mask with no unit", .config = 1,
	  .config2 = BIT_ULL(63), .level = PMON_EVENT_TYPE, .error = -EINVAL,
	  .reason = "does not have: 0x8000000000000000" },
	{ .name = "fixed counter", .config = 0xff },
	{ .name = "free-running counter", .config = 0x10ff },
};

static void refused_name(const struct refused_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(refused, refused_cases, refused_name);

/* Output of the tracepoint. */
struct told {
	unsigned int times;
	int error;
	char reason[128];
};

static void take_refusal(void *data, const struct perf_event *event, int error,
			 const char *reason)
{
	struct told *told = data;

	told->times++;
	told->error = error;
	strscpy(told->reason, reason, sizeof(told->reason));
}

/* Open an event, and expect an error and a reason, or neither. */
static void expect_refusal(struct kunit *test, struct perf_event *event, int error,
			   const char *reason)
{
	struct told told = {};

	KUNIT_ASSERT_EQ(test, 0, register_trace_refused(take_refusal, &told));
	KUNIT_EXPECT_EQ(test, error, event->pmu->event_init(event));
	unregister_trace_refused(take_refusal, &told);
	tracepoint_synchronize_unregister();
	KUNIT_EXPECT_EQ(test, reason ? 1 : 0, told.times);
	if (!reason)
		return;
	KUNIT_EXPECT_EQ(test, error, told.error);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(told.reason, reason), "reason: %s",
			      told.reason);
}

static void refused_test(struct kunit *test)
{
	const struct refused_case *param = test->param_value;
	struct pmon_pmu *pmu = fake_pmu_create(test, param->level,
				       param->level == PMON_EVENT_TYPE ?
				       FAKE_UNITS : 1);
	struct perf_event *event = fake_perf_event(test, pmu, param->config);

	event->attr.config1 = param->config1;
	event->attr.config2 = param->config2;
	event->attr.sample_period = param->period;
	event->hw.sample_period = param->period;
	event->attr.sample_type = param->sample_type;
	event->attr.precise_ip = param->precise;
	event->cpu = param->cpu;
	if (param->type)
		event->attr.type = param->type;
	if (param->task)
		event->attach_state = PERF_ATTACH_TASK;

	expect_refusal(test, event, param->error, param->reason);
	KUNIT_EXPECT_EQ(test, fake_open_events(pmu),
			param->error ? 0 : 1);
	if (!param->error) {
		fake_close(event);
		return;
	}
	KUNIT_EXPECT_NULL(test, event->destroy);
	KUNIT_EXPECT_NULL(test, event->pmu_private);
}

static void refused_without_units_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_perf_event(test, pmu, 1);

	pmu->dies[0].num_units = 0;
	expect_refusal(test, event, -EINVAL, "has no such unit");
	pmu->dies[0].num_units = 1;

	fake_of(test)->gone = true;
	pmu->dies[0].units[0]->gone = true;
	expect_refusal(test, event, -ENODEV, "unit 0 of die 0 no longer answers");
	fake_of(test)->gone = false;

	die_of(test)->owner = -1;
	expect_refusal(test, event, -ENODEV, "has no owner CPU");
	die_of(test)->owner = 0;
	KUNIT_EXPECT_EQ(test, 0, pmu->pmu.event_init(event));
	fake_close(event);
}

/* perf stat: on, some reads, off. The cost: one write, one read each, one read and one write. */
static void count_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
	struct fake_unit *fake = fake_of(test);
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, fake_call_add(event, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, fake->writes, 1U);
	KUNIT_EXPECT_EQ(test, fake->reads, 0U);
	KUNIT_EXPECT_EQ(test, event->hw.state, 0);

	for (i = 1; i <= 3; i++) {
		fake_count(fake, 0, 100);
		KUNIT_EXPECT_EQ(test, fake_call_read(event), 100ULL * i);
		KUNIT_EXPECT_EQ(test, fake->reads, i);
	}
	fake_count(fake, 0, 11);
	fake_call_del(event);
	KUNIT_EXPECT_EQ(test, fake->writes, 2U);
	KUNIT_EXPECT_EQ(test, fake->reads, 4U);
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 311LL);
	/* Without a counter, there is nothing to read. */
	KUNIT_EXPECT_EQ(test, fake_call_read(event), 311ULL);
	KUNIT_EXPECT_EQ(test, fake->reads, 4U);
	fake_close(event);
}

/* Calls that perf does not bracket take effect at once. */
static void unbracketed_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct perf_event *event = fake_open(test, pmu, 0x1234);
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
	/* A second stop has no effect. */
	pmu->pmu.stop(event, PERF_EF_UPDATE);
	pmu->pmu.del(event, PERF_EF_UPDATE);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, local64_read(&event->count), 10LL);
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 3U);
	fake_close(event);
}

/*
 * A rotation removes all events and adds most of them in one bracket. Events that get their
 * counters back are not programmed.
 */
static void rotation_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_UNIT, 1);
	struct fake_unit *fake = fake_of(test);
	struct perf_event *events[3];
	unsigned int i;

	for (i = 0; i < 3; i++) {
		events[i] = fake_open(test, pmu, 1 + i);
		KUNIT_ASSERT_EQ(test, 0, fake_call_add(events[i], PERF_EF_START));
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
	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, 0U);
	for (i = 0; i < 3; i++) {
		fake_count(fake, i, 1 + i);
		KUNIT_EXPECT_EQ(test, fake_call_read(events[i]), 11ULL + i);
		fake_call_del(events[i]);
		fake_close(events[i]);
	}
}

/* Units on which the same events run are scheduled once for all of them. */
static void one_schedule_test(struct kunit *test)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, PMON_EVENT_TYPE, FAKE_UNITS);
	struct pmon_die *die = die_of(test);
	struct perf_event *events[FAKE_COUNTERS];
	struct perf_event *one = fake_perf_event(test, pmu, 0x77);
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++)
		events[i] = fake_open(test, pmu, 1 + i);
	for (i = 0; i < 2; i++)
		KUNIT_ASSERT_EQ(test, 0, fake_call_add(events[i], PERF_EF_START));
	KUNIT_EXPECT_EQ(test, die->schedules, 2ULL);

	/* The second unit differs: it and the unit after it are scheduled, too. */
	one->attr.config2 = BIT(1);
	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(one));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(one, PERF_EF_START));
	KUNIT_EXPECT_EQ(test, die->schedules, 3ULL);
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(events[2], PERF_EF_START));
	KUNIT_EXPECT_EQ(test, die->schedules, 6ULL);
	KUNIT_EXPECT_EQ(test, -EAGAIN, fake_call_add(events[3], PERF_EF_START));
	for (i = 0; i < 3; i++) {
		fake_count(&fake_die_of(test)->fakes[2], i, 1 << i);
		KUNIT_EXPECT_EQ(test, fake_call_read(events[i]), 1ULL << i);
	}
	for (i = 0; i < 3; i++)
		fake_call_del(events[i]);
	fake_call_del(one);
	for (i = 0; i < FAKE_COUNTERS; i++)
		fake_close(events[i]);
	fake_close(one);
}

static struct kunit_case pmu_cases[] = {
	KUNIT_CASE(open_and_close_test),
	KUNIT_CASE_PARAM(refused_test, refused_gen_params),
	KUNIT_CASE(refused_without_units_test),
	KUNIT_CASE(count_test),
	KUNIT_CASE(unbracketed_test),
	KUNIT_CASE(rotation_test),
	KUNIT_CASE(one_schedule_test),
	{}
};

static struct kunit_suite pmu_suite = {
	.name = "uncore_pmon_pmu",
	.init = fake_pmu_init,
	.exit = fake_exit,
	.test_cases = pmu_cases,
};

kunit_test_suite(pmu_suite);
