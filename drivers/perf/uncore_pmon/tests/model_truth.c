// SPDX-License-Identifier: GPL-2.0-only
/*
 * The true count of each event, for the random test. See model.h.
 */
#include <linux/smp.h>
#include <linux/uncore_pmon.h>

#include "consume/read.h"
#include "model_perf.h"
#include "model_truth.h"

void model_check_count(struct model *model, const struct model_event *event,
		       const char *when)
{
	u64 count = model_count(event);

	if (count < event->low || count > event->high)
		model_fail(model, "event %u has %lld at its %s, not %lld to %lld",
			   event->number, count, when, event->low, event->high);
}

/*
 * An event that is moved with its counters has counted all the time. If it gets no counter at
 * first, but later, its true count is unknown.
 */
static void claim_gap(struct model_event *event)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (event->crossing)
			event->low += event->gap[i];
		if (event->crossing || event->astray) {
			event->high += event->gap[i];
			event->into[i] += event->gap[i];
			event->loose |= event->astray && event->gap[i];
		}
	}
}

void model_stop_lingering(struct model_event *event)
{
	event->lingering = false;
	event->crossing = false;
	event->astray = false;
	memset(event->gap, 0, sizeof(event->gap));
}

static void begin_comparison(struct model_event *event)
{
	event->comparable = event->counting;
	event->base = model_count(event);
	event->happened = 0;
}

/* It is unknown which hardware events at accesses it counts. */
static void unsteady(struct model_event *event)
{
	event->steady = false;
	event->ticks = 0;
}

void model_adding(struct model_event *event)
{
	event->counting = true;
	unsteady(event);
}

void model_starting(struct model_event *event)
{
	event->stopped = false;
	event->unread = false;
	event->counting = true;
	unsteady(event);
}

/* A group waits until perf has added all of its members. */
static void group_added(struct model *model, struct model_event *event)
{
	struct model_event *member;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		member = model->events[i];
		if (member->perf.group_leader == event->perf.group_leader && !member->held &&
		    !member->software && member->perf.state > PERF_EVENT_STATE_OFF)
			return;
	}
	for (i = 0; i < model->num_events; i++) {
		member = model->events[i];
		if (member->perf.group_leader == event->perf.group_leader)
			member->waiting = false;
	}
}

void model_added(struct model *model, struct model_event *event, int error)
{
	event->counting = !error;
	event->held = !error;
	if (!error) {
		group_added(model, event);
	} else if (model->locked || model_may_wait(model, event)) {
		event->waiting = true;
		event->waiting_since = model->now;
	}
	if (error) {
		/* Other events may have moved for its group before perf gave up. */
		model->disturbed = true;
		/* It must not get the counts of the meantime, but they may disappear later. */
		event->passing |= model->options.tick;
		if (error != -EAGAIN && error != -EBUSY)
			model_fail(model, "event %u: add returns %d", event->number, error);
		else if (model_must_fit(model, event))
			model_fail(model, "event %u has a place but is not let in: %d",
				   event->number, error);
		return;
	}
	event->stopped = false;
	event->unread = false;
	begin_comparison(event);
	/* In a resume, perf may add an event twice in a step, and only the first one starts it. */
	event->comparable = !event->counted && !model->locked && !model->waking;
	claim_gap(event);
	model_stop_lingering(event);
	event->passing = false;
}

/*
 * perf does not read counts of a disabled PMU, so pmu_enable() may add the last events. But BPF
 * programs on this CPU, and consumers, may read before that. During suspend and resume, consumers
 * get an error.
 */
static void has_ended(struct model *model, struct model_event *event, const char *how)
{
	event->unread = event->pmu->off[smp_processor_id() % MODEL_CPUS] &&
			(model->die->suspended || model_random(model, 4));
	if (event->unread)
		return;
	if (model_random(model, 2))
		pmu_of(event)->read(&event->perf);
	else
		pmon_consume_refresh(to_pmon_event(&event->perf), NULL);
	model_check_count(model, event, how);
}

/*
 * An event with a sample due is programmed again when it is added. So is one whose counter has
 * ended a lap of a long period that the search has not found yet.
 */
static bool sample_pending(const struct model *model, const struct model_event *event)
{
	u64 earliest = min(event->period, model_lap(model));
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (event->period && (event->loose || event->into[i] >= earliest))
			return true;
	}
	return false;
}

void model_deleted(struct model *model, struct model_event *event)
{
	model->disturbed |= sample_pending(model, event);
	event->lingering = model->handover && event->counting &&
			   smp_processor_id() == model->cpu;
	/* While the PMU's events are being moved, the reason for its removal is unknown. */
	event->astray = event->lingering && event->pmu == model->blocked;
	event->passing |= event->counting;
	event->held = false;
	event->counting = false;
	event->comparable = false;
	unsteady(event);
	event->stopped = false;
	has_ended(model, event, "del");
}

void model_left_out(struct model_event *event)
{
	event->astray |= event->crossing;
	event->crossing = false;
}

void model_stopped(struct model *model, struct model_event *event)
{
	event->passing |= event->counting;
	event->counting = false;
	event->comparable = false;
	unsteady(event);
	event->stopped = true;
	model->disturbed = true;
	has_ended(model, event, "stop");
}

void model_enabled(struct model *model, const struct model_pmu *pmu)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (event->pmu != pmu || !event->unread)
			continue;
		event->unread = false;
		model_check_count(model, event, "end");
	}
}

void model_was_read(struct model *model, struct model_event *event)
{
	unsigned int i;
	u64 late = 0;

	model_check_count(model, event, "read");
	if (!event->counting || model->suspended || model->waking)
		return;
	for (i = 0; i < MODEL_UNITS; i++)
		late += model_on_unit(event, i) ? model->units[i].ticks : 0;
	event->low = model_count(event);
	event->high = min(event->high, event->low + late);
	event->ticks = 0;
}

void model_reset_count(struct model_event *event)
{
	u64 count = model_count(event);

	local64_set(&event->perf.count, 0);
	event->resets += count;
	event->base -= count;
	event->low -= min(event->low, count);
	event->high -= count;
}

/*
 * The events of a group start together, and a snapshot reads them at one instant. Hardware events
 * at accesses are the same for all of them, so they must have equal counts of these between two
 * snapshots.
 */
void model_snapshot(struct model *model, struct model_event *leader)
{
	struct model_event *first = NULL;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];
		u64 ticks = model_count(event) - event->base - event->happened;

		if (event->perf.group_leader != &leader->perf || !event->counting ||
		    model_runs_freely(event) || event->units != leader->units)
			continue;
		if (event->comparable && first &&
		    ticks != model_count(first) - first->base - first->happened)
			model_fail(model, "events %u and %u are not of one instant",
				   first->number, event->number);
		if (event->comparable)
			first = event;
	}
	for (i = 0; i < model->num_events; i++) {
		if (model->events[i]->perf.group_leader == &leader->perf)
			begin_comparison(model->events[i]);
	}
}

void model_period_changed(struct model_event *event, u64 period)
{
	event->period = period;
	memset(event->into, 0, sizeof(event->into));
	/* Events at accesses since perf has stopped it may be in either period. */
	event->loose = event->pmu->model->options.tick;
}

static void count(struct model *model, struct model_event *event, unsigned int unit,
		  u64 events)
{
	bool fault = model->units[unit].fault;

	/* What happens while the die is suspended is not counted, by any event. */
	if (model->suspended)
		return;
	event->loose |= fault && event->period;
	if (event->counting) {
		event->happened += events;
		event->low += fault ? 0 : events;
		event->high += events;
		event->into[unit] += events;
		event->comparable &= !fault;
	} else if (event->lingering && fault) {
		event->high += events;
	} else if (event->lingering) {
		event->gap[unit] += events;
	}
}

/* Returns the number before a freeze. */
u64 model_happen(struct model *model, unsigned int unit, const struct model_kind *kind,
		 u64 events)
{
	unsigned int i;

	events = model_hw_happen(&model->units[unit], kind, events);
	for (i = 0; i < model->num_events; i++) {
		if (model_on_unit(model->events[i], unit) && model->events[i]->kind == kind)
			count(model, model->events[i], unit, events);
	}
	return events;
}

/*
 * The same at a register access: an event that is starting or stopping may have counted them or
 * not.
 */
u64 model_slip_in(struct model *model, unsigned int unit, const struct model_kind *kind,
		  u64 events)
{
	unsigned int i;

	events = model_hw_happen(&model->units[unit], kind, events);
	model->units[unit].ticks += events;
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!model_on_unit(event, unit) || event->kind != kind ||
		    (!event->counting && !event->passing && !event->lingering))
			continue;
		event->high += events;
		event->loose |= event->period;
		if (event->counting && event->steady)
			event->ticks += events;
	}
	return events;
}

static bool is_counted(const struct model_unit *unit, const struct model_kind *kind,
		       u32 counters)
{
	unsigned long left = counters;
	unsigned int i;

	for_each_set_bit(i, &left, MODEL_COUNTERS) {
		if (model_hw_counts(unit, i, kind))
			return true;
	}
	return false;
}

void model_ticked(struct model_unit *unit, u32 counters)
{
	struct model *model = unit->model;
	unsigned int i;

	unit->ticks++;
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!model_on_unit(event, unit->id) ||
		    (!event->counting && !event->passing && !event->lingering) ||
		    !is_counted(unit, event->kind, counters))
			continue;
		event->high++;
		event->loose = true;
		event->ticks += event->counting && event->steady;
	}
}

/* Has a new period started on this unit? */
static bool began_anew(const struct model_event *event, const struct model_unit *unit)
{
	u64 over = event->into[unit->id] - event->period;
	u64 next = event->period;
	unsigned int i;

	if (!model_on_unit(event, unit->id) || event->into[unit->id] < event->period)
		return false;
	for (i = 0; i < unit->model->general; i++) {
		if (model_hw_counts(unit, i, event->kind) &&
		    (next > model_lap(unit->model) ||
		     model_hw_left(unit, i) == next - over % next))
			return true;
	}
	return false;
}

/* A sample, with the package frozen: a period has ended on the driver's unit. */
void model_sampled(struct model *model, struct model_event *event)
{
	unsigned int unit = to_pmon_event(&event->perf)->sampled->unit->id;

	event->samples++;
	/* Without PERF_SAMPLE_READ, the count is that of the last read. */
	if (event->perf.attr.sample_type & PERF_SAMPLE_READ || model_count(event) > event->high)
		model_check_count(model, event, "sample");
	/* In a pause, counters are not preset. */
	event->loose |= model->die->overflow.pause;
	event->was_loose |= event->loose;
	if (event->loose)
		return;
	event->missed += event->into[unit] / event->period - 1;
	if (!began_anew(event, &model->units[unit]))
		model_fail(model, "event %u: sample though no period is over on unit %u",
			   event->number, unit);
	event->into[unit] %= event->period;
}

/*
 * A module or a BPF program reads the event, on any CPU and at any time. Its count never falls.
 * Within a sample, free-running counters have moved since they were read for it.
 */
void model_consume(struct model *model, struct model_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(&event->perf);
	struct uncore_count count;
	int error;

	if (event->software)
		return;
	error = pmon_consume_refresh(own, NULL);
	pmon_consume_count(own, &count);
	if (count.count < event->consumed)
		model_fail(model, "event %u: count of a consumer falls from %llu to %llu",
			   event->number, event->consumed, count.count);
	event->consumed = count.count;
	if (count.running > count.enabled)
		model_fail(model, "event %u runs %llu of %llu ns", event->number, count.running,
			   count.enabled);
	if (count.count > event->resets + event->high ||
	    (!error && count.count < event->resets + event->low &&
	     !(model_runs_freely(event) && model->die->overflow.handling)))
		model_fail(model, "event %u: a consumer reads %llu, not %llu to %llu (%d)",
			   event->number, count.count, event->resets + event->low,
			   event->resets + event->high, error);
}
