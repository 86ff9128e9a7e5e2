// SPDX-License-Identifier: GPL-2.0-only
/*
 * PMUs with fake units, and perf's calls.
 */
#include <linux/perf_event.h>

#include "count/trace.h"
#include "fake_pmu.h"

/*
 * The driver's tracepoints without events in tracefs: the driver may be loaded
 * at the same time, and has these names.
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
DEFINE_TRACE(refused,
	     TP_PROTO(const struct perf_event *event, int error, const char *reason),
	     TP_ARGS(event, error, reason));

#define PMU_TYPE	77

/* The type PMU has one more field, as in the driver. */
static struct pmon_field type_fields[8];

struct pmon_pmu *fake_pmu_create(struct kunit *test, enum pmon_event_level level,
				 unsigned int num_units)
{
	struct fake_die *fake_die = fake_die_of(test);
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

/* Each event has a unique id, as in perf. */
static u64 last_id;

/* Create an event as perf passes it to event_init. */
struct perf_event *fake_perf_event(struct kunit *test,
				   struct pmon_pmu *pmu, u64 config)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event),
						 GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->pmu = &pmu->pmu;
	event->id = ++last_id;
	event->attr.type = PMU_TYPE;
	event->attr.config = config;
	event->cpu = die_of(test)->owner;
	event->group_leader = event;
	INIT_LIST_HEAD(&event->sibling_list);
	return event;
}

struct perf_event *fake_open(struct kunit *test, struct pmon_pmu *pmu,
			     u64 config)
{
	struct perf_event *event = fake_perf_event(test, pmu, config);

	KUNIT_ASSERT_EQ(test, 0, pmu->pmu.event_init(event));
	return event;
}

void fake_close(struct perf_event *event)
{
	event->destroy(event);
}

/* perf calls on the owner CPU, with preemption off. */
int fake_call_add(struct perf_event *event, int flags)
{
	int error;

	preempt_disable();
	event->pmu->pmu_disable(event->pmu);
	error = event->pmu->add(event, flags);
	event->pmu->pmu_enable(event->pmu);
	preempt_enable();
	return error;
}

void fake_call_del(struct perf_event *event)
{
	preempt_disable();
	event->pmu->pmu_disable(event->pmu);
	event->pmu->del(event, PERF_EF_UPDATE);
	event->pmu->pmu_enable(event->pmu);
	preempt_enable();
}

u64 fake_call_read(struct perf_event *event)
{
	preempt_disable();
	event->pmu->read(event);
	preempt_enable();
	return local64_read(&event->count);
}

int fake_pmu_init(struct kunit *test)
{
	fake_init_msr(test);
	fake_own(test);
	return 0;
}

size_t fake_open_events(const struct pmon_pmu *pmu)
{
	return list_count_nodes(&pmu->core->events);
}
