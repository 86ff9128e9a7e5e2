// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions of perf's users, for the random test. See model_perf.h.
 */
#include "model_perf.h"
#include "model_truth.h"

/* __perf_event_disable() */
static void disable(struct model *model, struct model_event *event)
{
	if (event->perf.state < PERF_EVENT_STATE_INACTIVE)
		return;
	model_pmu_off(event->pmu);
	if (leader_of(event) == event)
		model_group_out(model, event);
	else
		model_event_out(model, event);
	event->perf.state = PERF_EVENT_STATE_OFF;
	model_pmu_on(event->pmu);
}

void model_perf_disable(struct model *model, struct model_event *event)
{
	model_on_cpu(model, event->cpu, event, disable);
}

/* __perf_event_enable() */
static void enable(struct model *model, struct model_event *event)
{
	struct model_event *leader = leader_of(event);

	if (event->perf.state >= PERF_EVENT_STATE_INACTIVE)
		return;
	event->perf.state = PERF_EVENT_STATE_INACTIVE;
	if (leader == event || is_active(leader))
		model_resched_for(model, event);
}

void model_perf_enable(struct model *model, struct model_event *event)
{
	model_on_cpu(model, event->cpu, event, enable);
}

static bool reads_group(const struct model_event *event)
{
	return event->perf.attr.read_format & PERF_FORMAT_GROUP &&
	       event->perf.group_leader == &event->perf;
}

/* __perf_event_read_cpu(): may any CPU of the package read it? */
bool model_perf_reads_anywhere(struct model_event *event)
{
	struct perf_event *sibling;
	int caps = event->perf.event_caps;

	if (reads_group(event)) {
		list_for_each_entry(sibling, &event->perf.sibling_list, sibling_list)
			caps &= sibling->event_caps;
	}
	return caps & PERF_EV_CAP_READ_ACTIVE_PKG;
}

/* __perf_event_read() */
static void read_event(struct model *model, struct model_event *event)
{
	struct pmu *pmu = pmu_of(event);
	struct perf_event *sibling;

	if (!is_active(event))
		return;
	/* A software event begins no transaction of the driver. */
	if (!reads_group(event) || event->software) {
		model_call_read(model, event);
		return;
	}
	pmu->start_txn(pmu, PERF_PMU_TXN_READ);
	model_call_read(model, event);
	for_each_sibling_event(sibling, &event->perf) {
		if (sibling->state == PERF_EVENT_STATE_ACTIVE)
			model_call_read(model, to_event(sibling));
	}
	pmu->commit_txn(pmu);
	if (event->perf.attr.config1 & PMON_SNAPSHOT)
		model_snapshot(model, event);
}

void model_perf_read(struct model *model, struct model_event *event, int cpu)
{
	model_on_cpu(model, cpu, event, read_event);
}

/*
 * A value in a sample is that of the freeze, even if perf is removing the group. No type of units
 * has free-running counters besides others.
 */
static void read_value(struct model *model, struct perf_event *perf)
{
	struct model_event *event = to_event(perf);

	if (model_runs_freely(event))
		return;
	if (is_active(event))
		model_call_read(model, event);
	else
		model_check_count(model, event, "value");
}

/* perf_output_read_group(): a sample contains the values of its group. */
void model_perf_read_in_sample(struct model *model, struct model_event *event)
{
	struct perf_event *perf = &event->perf, *leader = perf->group_leader, *sibling;

	if (!(perf->attr.read_format & PERF_FORMAT_GROUP))
		return;
	if (leader != perf)
		read_value(model, leader);
	for_each_sibling_event(sibling, leader) {
		if (sibling != perf)
			read_value(model, sibling);
	}
}

/* __perf_event_period() */
static void change_period(struct model *model, struct model_event *event)
{
	bool active = is_active(event);

	event->perf.attr.sample_period = model->new_period;
	event->perf.hw.sample_period = model->new_period;
	if (active) {
		model_pmu_off(event->pmu);
		model_call_stop(model, event);
	}
	local64_set(&event->perf.hw.period_left, 0);
	model_period_changed(event, model->new_period);
	if (active) {
		model_call_start(model, event, PERF_EF_RELOAD);
		model_pmu_on(event->pmu);
	}
}

void model_perf_period(struct model *model, struct model_event *event, u64 period)
{
	struct pmu *pmu = pmu_of(event);

	if (pmu->check_period && pmu->check_period(&event->perf, period))
		return;
	model->new_period = period;
	model_on_cpu(model, event->cpu, event, change_period);
}

/* Stop and start, like throttling. */
static void toggle(struct model *model, struct model_event *event)
{
	bool bracket = model_random(model, 2);

	if (!is_active(event) || event->software)
		return;
	if (bracket)
		model_pmu_off(event->pmu);
	if (event->stopped)
		model_call_start(model, event, 0);
	else
		model_call_stop(model, event);
	if (bracket)
		model_pmu_on(event->pmu);
}

void model_perf_toggle(struct model *model, struct model_event *event)
{
	model_on_cpu(model, event->cpu, event, toggle);
}
