// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf's scheduling of events, and their migration to another CPU, for the random test. See
 * model_perf.h.
 */
#include "model_perf.h"
#include "model_truth.h"

static int event_sched_in(struct model *model, struct model_event *event)
{
	int error;

	if (event->perf.state <= PERF_EVENT_STATE_OFF)
		return 0;
	event->perf.oncpu = smp_processor_id();
	event->perf.state = PERF_EVENT_STATE_ACTIVE;
	model_pmu_off(event->pmu);
	error = model_call_add(model, event);
	if (error) {
		event->perf.state = PERF_EVENT_STATE_INACTIVE;
		event->perf.oncpu = -1;
	}
	model_pmu_on(event->pmu);
	return error;
}

void model_event_out(struct model *model, struct model_event *event)
{
	if (!is_active(event))
		return;
	model_pmu_off(event->pmu);
	model_call_del(model, event);
	event->perf.oncpu = -1;
	event->perf.state = PERF_EVENT_STATE_INACTIVE;
	model_pmu_on(event->pmu);
}

void model_group_out(struct model *model, struct model_event *leader)
{
	struct perf_event *sibling;

	if (!is_active(leader))
		return;
	model_pmu_off(leader->pmu);
	model_event_out(model, leader);
	for_each_sibling_event(sibling, &leader->perf)
		model_event_out(model, to_event(sibling));
	model_pmu_on(leader->pmu);
}

static int group_sched_in(struct model *model, struct model_event *leader)
{
	struct pmu *pmu = pmu_of(leader);
	struct perf_event *sibling, *partial = NULL;

	if (leader->perf.state == PERF_EVENT_STATE_OFF)
		return 0;
	pmu->start_txn(pmu, PERF_PMU_TXN_ADD);
	if (event_sched_in(model, leader))
		goto cancel;
	for_each_sibling_event(sibling, &leader->perf) {
		if (event_sched_in(model, to_event(sibling))) {
			partial = sibling;
			goto undo;
		}
	}
	if (!pmu->commit_txn(pmu))
		return 0;
undo:
	for_each_sibling_event(sibling, &leader->perf) {
		if (sibling == partial)
			break;
		model_event_out(model, to_event(sibling));
	}
	model_event_out(model, leader);
cancel:
	pmu->cancel_txn(pmu);
	return -EAGAIN;
}

/* ctx_sched_out() */
static void groups_out(struct model *model, struct model_context *context, bool pinned)
{
	struct model_event *leader;

	list_for_each_entry(leader, &context->groups[pinned], entry)
		model_group_out(model, leader);
	if (!pinned)
		context->epc.rotate_necessary = 0;
}

/* ctx_sched_in(), merge_sched_in() */
static void groups_in(struct model *model, struct model_context *context, bool pinned)
{
	struct model_event *leader;
	bool can_add = true;

	list_for_each_entry(leader, &context->groups[pinned], entry) {
		if (leader->perf.state <= PERF_EVENT_STATE_OFF || is_active(leader))
			continue;
		if (can_add)
			group_sched_in(model, leader);
		if (leader->perf.state != PERF_EVENT_STATE_INACTIVE)
			continue;
		can_add = false;
		if (pinned)
			leader->perf.state = PERF_EVENT_STATE_ERROR;
		else
			context->epc.rotate_necessary = 1;
	}
}

static bool takes_part(const struct model *model, const struct model_pmu *pmu,
		       const struct model_pmu *other)
{
	return model->every_pmu || other == pmu;
}

/* ctx_resched(). Some kernels also remove the events of other PMUs. */
static void resched(struct model *model, struct model_pmu *pmu, bool pinned)
{
	unsigned int i;

	for (i = 0; i < MODEL_PMUS; i++) {
		if (takes_part(model, pmu, &model->pmus[i]))
			model_pmu_off(&model->pmus[i]);
	}
	for (i = 0; i < MODEL_PMUS; i++) {
		struct model_context *context = here(&model->pmus[i]);

		if (!takes_part(model, pmu, &model->pmus[i]))
			continue;
		if (pinned)
			groups_out(model, context, true);
		groups_out(model, context, false);
	}
	for (i = 0; i < MODEL_PMUS; i++) {
		struct model_context *context = here(&model->pmus[i]);

		if (!takes_part(model, pmu, &model->pmus[i]))
			continue;
		if (pinned)
			groups_in(model, context, true);
		groups_in(model, context, false);
	}
	for (i = 0; i < MODEL_PMUS; i++) {
		if (takes_part(model, pmu, &model->pmus[i]))
			model_pmu_on(&model->pmus[i]);
	}
}

void model_resched_for(struct model *model, struct model_event *event)
{
	resched(model, event->pmu, leader_of(event)->perf.attr.pinned);
}

/* ctx_event_to_rotate() */
static struct model_event *next_to_rotate(struct model_context *context)
{
	struct model_event *leader;

	list_for_each_entry(leader, &context->groups[false], entry) {
		if (is_active(leader))
			return leader;
	}
	return list_first_entry_or_null(&context->groups[false], struct model_event,
					entry);
}

/* perf_rotate_context(); @event is any event of the PMU. */
static void rotate(struct model *model, struct model_event *event)
{
	struct model_context *context = here(event->pmu);
	struct model_event *first;

	if (!context->epc.rotate_necessary)
		return;
	model_pmu_off(event->pmu);
	first = next_to_rotate(context);
	context->epc.rotate_necessary = 0;
	if (first) {
		groups_out(model, context, false);
		list_move_tail(&first->entry, &context->groups[false]);
	}
	groups_in(model, context, false);
	model_pmu_on(event->pmu);
}

void model_perf_rotate(struct model *model, struct model_event *event)
{
	if (event->cpu >= 0)
		model_on_cpu(model, event->cpu, event, rotate);
}

/* --- open and close ------------------------------------------------------------------ */

static void attach(struct model_event *event)
{
	struct model_context *context = here(event->pmu);
	struct perf_event *perf = &event->perf;

	event->cpu = smp_processor_id();
	event->tried = false;
	perf->attach_state |= PERF_ATTACH_CONTEXT;
	perf->pmu_ctx = &context->epc;
	if (perf->group_leader == perf) {
		list_add_tail(&event->entry, &context->groups[perf->attr.pinned]);
	} else if (list_empty(&perf->sibling_list)) {
		list_add_tail(&perf->sibling_list, &perf->group_leader->sibling_list);
		perf->group_leader->nr_siblings++;
		perf->attach_state |= PERF_ATTACH_GROUP;
	}
}

static bool context_empty(const struct model_context *context)
{
	return list_empty(&context->groups[0]) && list_empty(&context->groups[1]);
}

/* __perf_effective_state() */
static bool is_off(struct model_event *event)
{
	int state = leader_of(event)->perf.state;

	if (state > PERF_EVENT_STATE_OFF)
		state = event->perf.state;
	return state == PERF_EVENT_STATE_OFF;
}

/* perf has tried to add the group on the new CPU for the first time. */
static void group_tried(struct model_event *leader)
{
	struct perf_event *sibling;

	model_left_out(leader);
	for_each_sibling_event(sibling, &leader->perf)
		model_left_out(to_event(sibling));
}

/* __perf_install_in_context() */
static void install(struct model *model, struct model_event *event)
{
	bool empty = context_empty(here(event->pmu));

	attach(event);
	if (!is_off(event) || empty)
		model_resched_for(model, event);
	if (leader_of(event)->cpu >= 0)
		group_tried(leader_of(event));
}

/* perf_event_open(): first event_init() ... */
int model_perf_check(struct model *model, struct model_event *event)
{
	struct perf_event *perf = &event->perf;
	int error;

	perf->ctx = model->perf_context;
	if (event->software)
		return 0;
	model->calls++;
	mutex_lock(&model->perf_context->mutex);
	error = pmu_of(event)->event_init(perf);
	mutex_unlock(&model->perf_context->mutex);
	if (error || perf->group_leader->cpu == perf->cpu)
		return error;
	if (!leader_of(event)->software && !event->wrong)
		model_fail(model, "event %u is not on the CPU of its leader", event->number);
	/* perf rejects it, and frees it. */
	return -EXDEV;
}

/* ... and then the installation on its CPU. */
void model_perf_install(struct model *model, struct model_event *event)
{
	model_on_cpu(model, event->perf.cpu, event, install);
}

/* perf_group_detach() */
static void detach(struct model_event *event)
{
	struct perf_event *perf = &event->perf, *sibling, *next;

	if (perf->group_leader != perf) {
		list_del_init(&perf->sibling_list);
		perf->attach_state &= ~PERF_ATTACH_GROUP;
		perf->group_leader->nr_siblings--;
		/* In older kernels it still points to the leader, which may be freed first. */
		perf->group_leader = NULL;
		return;
	}
	list_for_each_entry_safe(sibling, next, &perf->sibling_list, sibling_list) {
		list_del_init(&sibling->sibling_list);
		sibling->attach_state &= ~PERF_ATTACH_GROUP;
		sibling->group_leader = sibling;
		if (event->cpu >= 0)
			list_add_tail(&to_event(sibling)->entry,
				      &here(event->pmu)->groups[false]);
	}
}

/* list_del_event() */
static void leave_context(struct model_event *event)
{
	list_del_init(&event->entry);
	event->perf.attach_state &= ~PERF_ATTACH_CONTEXT;
	event->cpu = -1;
	if (event->perf.state > PERF_EVENT_STATE_OFF)
		event->perf.state = PERF_EVENT_STATE_OFF;
}

/* perf_remove_from_context() with DETACH_GROUP */
static void remove_event(struct model *model, struct model_event *event)
{
	model_event_out(model, event);
	detach(event);
	leave_context(event);
}

void model_perf_remove(struct model *model, struct model_event *event)
{
	model_on_cpu(model, event->cpu, event, remove_event);
}

void model_perf_free(struct model *model, struct model_event *event)
{
	if (event->software)
		return;
	model->calls++;
	event->perf.destroy(&event->perf);
}

/* --- moving to another CPU ----------------------------------------------------------- */

/* __perf_remove_from_context() without DETACH_GROUP */
static void take_off(struct model *model, struct model_event *event)
{
	bool counted = event->counting;

	model_event_out(model, event);
	event->crossing = counted && event->lingering;
	event->astray &= !event->crossing;
	leave_context(event);
}

static void take(struct model *model, struct model_event *event, int cpu,
		 struct list_head *moving)
{
	if (event->cpu != cpu)
		return;
	model_on_cpu(model, cpu, event, take_off);
	list_add(&event->moving, moving);
	if (!model_random(model, 3))
		model->interlude(model);
}

static void take_groups(struct model *model, struct model_pmu *pmu, bool pinned,
			int cpu, struct list_head *moving)
{
	struct list_head *groups = &pmu->contexts[cpu % MODEL_CPUS].groups[pinned];
	struct perf_event *sibling;

	while (!list_empty(groups)) {
		struct model_event *leader = list_first_entry(groups, struct model_event,
							      entry);

		take(model, leader, cpu, moving);
		list_for_each_entry(sibling, &leader->perf.sibling_list, sibling_list)
			take(model, to_event(sibling), cpu, moving);
		if (model->forgetful)
			break;
	}
}

static void put(struct model *model, struct model_event *event, int cpu)
{
	list_del_init(&event->moving);
	if (event->perf.state >= PERF_EVENT_STATE_OFF)
		event->perf.state = PERF_EVENT_STATE_INACTIVE;
	event->perf.cpu = cpu;
	model_on_cpu(model, cpu, event, install);
	if (!model_random(model, 3))
		model->interlude(model);
}

/* perf_pmu_migrate_context() */
void model_migrate(struct model *model, struct model_pmu *pmu, int from, int to)
{
	struct model_event *event, *next;
	LIST_HEAD(moving);

	model->blocked = pmu;
	model->interlude(model);
	take_groups(model, pmu, true, from, &moving);
	take_groups(model, pmu, false, from, &moving);
	/* The grace period. */
	model->interlude(model);
	list_for_each_entry_safe(event, next, &moving, moving) {
		if (leader_of(event) != event)
			put(model, event, to);
	}
	list_for_each_entry_safe(event, next, &moving, moving)
		put(model, event, to);
	model->blocked = NULL;
}
