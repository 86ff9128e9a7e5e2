// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf's calls into the driver, for the random test. See model_perf.h.
 */
#include <linux/smp.h>

#include "model_perf.h"
#include "model_truth.h"

struct call {
	struct model *model;
	struct model_event *event;
	void (*function)(struct model *model, struct model_event *event);
};

static void do_call(void *data)
{
	struct call *call = data;

	call->function(call->model, call->event);
}

/* event_function_call() */
void model_on_cpu(struct model *model, int cpu, struct model_event *event,
		  void (*function)(struct model *model, struct model_event *event))
{
	struct call call = { model, event, function };

	smp_call_function_single(cpu, do_call, &call, 1);
}

/* perf_pmu_disable(), perf_pmu_enable() */
void model_pmu_off(struct model_pmu *pmu)
{
	if (!pmu->off[smp_processor_id() % MODEL_CPUS]++)
		pmu->pmu->pmu.pmu_disable(&pmu->pmu->pmu);
}

void model_pmu_on(struct model_pmu *pmu)
{
	if (--pmu->off[smp_processor_id() % MODEL_CPUS])
		return;
	model_hw_commit(pmu->model, true);
	pmu->pmu->pmu.pmu_enable(&pmu->pmu->pmu);
	model_hw_commit(pmu->model, false);
	model_enabled(pmu->model, pmu);
}

int model_call_add(struct model *model, struct model_event *event)
{
	int error;

	if (event->software)
		return 0;
	model->calls++;
	event->tried = true;
	model_adding(event);
	error = pmu_of(event)->add(&event->perf, PERF_EF_START);
	model_added(model, event, error);
	return error;
}

void model_call_del(struct model *model, struct model_event *event)
{
	if (event->software)
		return;
	model->calls++;
	pmu_of(event)->del(&event->perf, 0);
	model_deleted(model, event);
}

void model_call_start(struct model *model, struct model_event *event, int flags)
{
	model->calls++;
	model_starting(event);
	pmu_of(event)->start(&event->perf, flags);
}

void model_call_stop(struct model *model, struct model_event *event)
{
	model->calls++;
	pmu_of(event)->stop(&event->perf, PERF_EF_UPDATE);
	model_stopped(model, event);
}

void model_call_read(struct model *model, struct model_event *event)
{
	if (event->software)
		return;
	model->calls++;
	pmu_of(event)->read(&event->perf);
	model_was_read(model, event);
}
