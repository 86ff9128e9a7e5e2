// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions at a register access. See model_access.h.
 */
#include <linux/smp.h>
#include <linux/spinlock.h>

#include "consume/read.h"
#include "model_access.h"
#include "model_truth.h"

#define FEW	7	/* hardware events */

/* Frozen counters do not count, but free-running ones do. */
static void slip_in(struct access_run *run, unsigned int unit, const struct model_kind *kind,
		    u64 events)
{
	struct model *model = &run->model;
	unsigned int i;

	if (kind->extra <= MODEL_FIXED && model_hw_stands(&model->units[unit]))
		return;
	events = model_slip_in(model, unit, kind, events);
	run->total[kind - model->kinds] += events;
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (model_on_unit(event, unit) && event->kind == kind &&
		    (event->counting || event->passing || event->lingering))
			run->maybe[event->number][unit] += events;
	}
}

/* Overflow a sampling counter of a kind. */
static void overflow_kind(struct access_run *run, unsigned int unit,
			  const struct model_kind *kind)
{
	const struct model_unit *hw = &run->model.units[unit];
	u64 events = model_hw_to_overflow(hw, kind);

	/* A paused one does not overflow. */
	if (events <= model_hw_room(hw, kind, false))
		slip_in(run, unit, kind, events);
}

static void overflow(struct access_run *run, unsigned int unit)
{
	overflow_kind(run, unit, &run->model.kinds[ANY + 1]);
}

/* Overflow an event of the path; no other event overflows at the same time. */
static void overflow_of_path(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (event->period && model_on_unit(event, unit) && event->number >= MINE)
			overflow_kind(run, unit, event->kind);
	}
}

/* The freeze reaches other units slightly later. */
static void overflow_everywhere(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;
	bool frozen = model->frozen;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		model->frozen = frozen;
		overflow(run, unit);
	}
	model->frozen = frozen || model->global_status;
}

/*
 * The package is frozen, but the freeze reaches this unit late. This cannot be after the driver has
 * handled the unit's bit, or right before it ends the freeze.
 */
static void overflow_late(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;

	if (!model->frozen || run->global ||
	    model->global_status & BIT_ULL(model->units[unit].unit->status_position))
		return;
	model->frozen = false;
	overflow(run, unit);
	model->frozen = true;
}

static bool is_first_of_kind(const struct model *model, unsigned int which)
{
	unsigned int i;

	for (i = 0; i < which; i++) {
		if (model->events[i]->kind == model->events[which]->kind)
			return false;
	}
	return true;
}

static void plain(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		if (!model->events[i]->period && is_first_of_kind(model, i))
			slip_in(run, unit, model->events[i]->kind, FEW);
	}
}

static const struct pmon_slot *slot_on(const struct model_event *event, unsigned int unit)
{
	const struct pmon_perf_event *own = to_pmon_event(&event->perf);
	unsigned int i;

	for (i = 0; i < own->num_slots; i++) {
		if (own->slots[i].unit->id == unit)
			return &own->slots[i];
	}
	return NULL;
}

/* Events that were not read yet are lost. */
static void lose_unread(struct access_run *run, struct model_event *event, unsigned int unit)
{
	const struct pmon_slot *slot = slot_on(event, unit);
	u64 happened = run->sure[event->number][unit] + run->maybe[event->number][unit];

	if (!slot)
		return;
	event->loose = true;
	event->comparable = false;
	event->low -= min(event->low, happened - slot->count);
	run->answered[event->number][unit] = slot->count;
}

static void gone(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;
	unsigned int i;

	model->units[unit].gone = true;
	model->disturbed = true;
	model->lossy = true;
	for (i = 0; i < model->num_events; i++)
		lose_unread(run, model->events[i], unit);
}

/* perf reads active events of this CPU; a consumer reads any event. */
static void read_nested(struct access_run *run, struct model_event *event)
{
	struct model *model = &run->model;
	bool locked = raw_spin_is_locked(&model->die->lock);
	u64 before = model_count(event);
	int error;

	if (event->perf.state == PERF_EVENT_STATE_ACTIVE &&
	    event->perf.oncpu == smp_processor_id())
		event->perf.pmu->read(&event->perf);
	/* Only the owner changes the count of a sampling event. */
	if (event->period && smp_processor_id() != model->die->owner)
		return;
	error = pmon_consume_refresh(to_pmon_event(&event->perf), NULL);
	if (locked && error != -EBUSY)
		model_fail(model, "event %u: nested read by a consumer returns %d",
			   event->number, error);
	if (locked && model_count(event) != before)
		model_fail(model, "event %u: a nested read changes the count", event->number);
}

static void nested(struct access_run *run, unsigned int unit)
{
	unsigned int i;

	for (i = 0; i < run->model.num_events; i++)
		read_nested(run, run->model.events[i]);
}

const struct access_action model_actions[] = {
	{ "overflow", overflow, true },
	{ "overflow of the path's own", overflow_of_path, true },
	{ "overflows on all units", overflow_everywhere },
	{ "overflow that the freeze did not prevent", overflow_late, true },
	{ "plain events", plain, true },
	{ "the unit goes away", gone, true },
	{ "nested reads", nested },
	{}
};
