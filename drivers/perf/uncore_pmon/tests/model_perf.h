/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf's handling of a PMU and its events, for the random test: model_calls.c, model_perf.c,
 * model_users.c.
 *
 * Order and brackets are those of kernel/events/core.c. Comments name its functions where the
 * correspondence is not obvious. perf's actions on a CPU run on that CPU with IRQs off.
 */
#ifndef _UNCORE_PMON_MODEL_PERF_H
#define _UNCORE_PMON_MODEL_PERF_H

#include <linux/smp.h>

#include "model.h"

static inline struct model_event *to_event(struct perf_event *perf)
{
	return container_of(perf, struct model_event, perf);
}

static inline struct model_event *leader_of(struct model_event *event)
{
	return to_event(event->perf.group_leader);
}

static inline struct pmu *pmu_of(struct model_event *event)
{
	return &event->pmu->pmu->pmu;
}

static inline bool is_active(const struct model_event *event)
{
	return event->perf.state == PERF_EVENT_STATE_ACTIVE;
}

static inline struct model_context *here(struct model_pmu *pmu)
{
	return &pmu->contexts[smp_processor_id() % MODEL_CPUS];
}

/* Call a function on the CPU, with IRQs off. */
void model_on_cpu(struct model *model, int cpu, struct model_event *event,
		  void (*function)(struct model *model, struct model_event *event));

/* perf_pmu_disable(), perf_pmu_enable() */
void model_pmu_off(struct model_pmu *pmu);
void model_pmu_on(struct model_pmu *pmu);

/* One call of the driver, and its effect on the model. */
int model_call_add(struct model *model, struct model_event *event);
void model_call_del(struct model *model, struct model_event *event);
void model_call_start(struct model *model, struct model_event *event, int flags);
void model_call_stop(struct model *model, struct model_event *event);
void model_call_read(struct model *model, struct model_event *event);

/* event_sched_out(), group_sched_out(), ctx_resched() */
void model_event_out(struct model *model, struct model_event *event);
void model_group_out(struct model *model, struct model_event *leader);
void model_resched_for(struct model *model, struct model_event *event);

#endif
