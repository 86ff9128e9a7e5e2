// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user of the kernel API for tests. See fake_consumer.h.
 */
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <linux/uncore_pmon.h>

#include "consume/counter.h"
#include "count/die.h"
#include "fake_consumer.h"

struct perf_made perf_made;

struct perf_event *fake_create_kernel_counter(struct perf_event_attr *attr, int cpu,
					      struct task_struct *task,
					      perf_overflow_handler_t handler,
					      void *context)
{
	struct pmon_core *core = &fake_die_of(perf_made.test)->core;
	struct pmon_pmu *pmu = list_first_entry(&core->pmus, struct pmon_pmu, list);
	struct perf_event *event = fake_perf_event(perf_made.test, pmu, attr->config);
	int error;

	perf_made.asked++;
	perf_made.allowed = perfmon_capable();
	if (perf_made.owners_to_go) {
		perf_made.owners_to_go--;
		pmu->dies[0].die->owner = !cpu;
		return ERR_PTR(-ENODEV);
	}
	event->attr = *attr;
	event->cpu = cpu;
	event->hw.sample_period = attr->sample_period;
	event->hw.last_period = attr->sample_period;
	event->overflow_handler = handler;
	event->overflow_handler_context = context;
	event->state = PERF_EVENT_STATE_ACTIVE;
	error = event->pmu->event_init(event);
	if (error)
		return ERR_PTR(error);
	perf_made.event = event;
	perf_made.num++;
	if (perf_made.before_handed_out)
		perf_made.before_handed_out(perf_made.test, event);
	return event;
}

int fake_release_kernel(struct perf_event *event)
{
	unsigned long flags;

	if (perf_made.before_release)
		perf_made.before_release(perf_made.test);
	local_irq_save(flags);
	if (to_pmon_event(event)->state != PMON_EVENT_OFF)
		fake_call_del(event);
	local_irq_restore(flags);
	fake_close(event);
	perf_made.num--;
	return 0;
}

struct pmon_pmu *fake_show_pmu(struct kunit *test, enum pmon_event_level level,
			       unsigned int units)
{
	struct pmon_pmu *pmu = fake_pmu_create(test, level, units);

	pmu->name = "uncoreall_fake";
	pmu->registered = true;
	list_add_tail(&pmu->list, &pmu->core->pmus);
	pmon_consume_init(pmu->core);
	return pmu;
}

struct uncore_counter *fake_open_counter(struct kunit *test)
{
	struct uncore_counter *counter;

	counter = uncore_counter_open("uncoreall_fake", "event=0x1,umask=0x2", 0, 0,
				      NULL, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(counter));
	KUNIT_ASSERT_EQ(test, 0, fake_call_add(perf_made.event, PERF_EF_START));
	return counter;
}

int fake_consumer_init(struct kunit *test)
{
	perf_made = (struct perf_made){ .test = test };
	return fake_pmu_init(test);
}

void fake_consumer_exit(struct kunit *test)
{
	pmon_consume_exit();
	fake_exit(test);
}
