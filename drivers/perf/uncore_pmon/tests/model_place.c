// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which events fit on a unit together, for the random test. Independent of the driver's scheduler.
 * See model.h.
 */
#include <linux/smp.h>

#include "model_hw.h"
#include "model_truth.h"

/* Time for which an event that is not tried again counts as waiting. */
#define PATIENCE	(100 * NSEC_PER_MSEC)

static bool general(const struct model_event *event)
{
	return event->kind->extra < 0;
}

static bool agree(const struct model *model, const struct model_event *a,
		  const struct model_event *b)
{
	static const struct {
		u64 enable, mask;
	} filters[] = {
		{ BIT_ULL(16), GENMASK_ULL(47, 32) },
		{ BIT_ULL(18), GENMASK_ULL(55, 48) },
	};
	unsigned int i;

	if (!general(a) || !general(b))
		return true;
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		if (a->kind->config & b->kind->config & filters[i].enable &&
		    (a->kind->config1 ^ b->kind->config1) & filters[i].mask)
			return false;
	}
	/* Bands have a value in common. */
	if (a->kind->band && b->kind->band &&
	    (a->kind->config1 ^ b->kind->config1) & GENMASK_ULL(47, 32))
		return false;
	return !model->type.mesh_exclusive || a->kind->mesh == b->kind->mesh;
}

/* Number of twins that the events need. */
static unsigned int twins(struct model_event *const *events, unsigned int num)
{
	unsigned int i, j, twins = 0;

	for (i = 0; i < num; i++) {
		const struct model_kind *kind = events[i]->kind;

		for (j = 0; j < i; j++) {
			const struct model_kind *other = events[j]->kind;

			if (other->twin && other->config1 == kind->config1 &&
			    !((other->config ^ kind->config) & GENMASK_ULL(47, 40)))
				break;
		}
		twins += kind->twin && j == i;
	}
	return twins;
}

/* Is there a counter for each? Computes the possible sets of used counters, event by event. */
static bool counters_for(const struct model_unit *unit, struct model_event *const *events,
			 unsigned int num)
{
	DECLARE_BITMAP(before, BIT(MODEL_GENERAL));
	DECLARE_BITMAP(after, BIT(MODEL_GENERAL));
	unsigned int i, set, counter;

	bitmap_zero(before, BIT(MODEL_GENERAL));
	__set_bit(0, before);
	for (i = 0; i < num; i++) {
		if (!general(events[i]))
			continue;
		bitmap_zero(after, BIT(MODEL_GENERAL));
		for_each_set_bit(set, before, BIT(MODEL_GENERAL)) {
			for (counter = 0; counter < unit->general; counter++) {
				if (events[i]->kind->counters & ~set & BIT(counter))
					__set_bit(set | BIT(counter), after);
			}
		}
		bitmap_copy(before, after, BIT(MODEL_GENERAL));
	}
	return !bitmap_empty(before, BIT(MODEL_GENERAL));
}

/* Can all these events be on one unit at the same time? */
static bool fit(const struct model_unit *unit, struct model_event *const *events,
		unsigned int num)
{
	unsigned int i, j, fixed = 0;
	u32 bands = 0;

	for (i = 0; i < num; i++) {
		if (!general(events[i]) && unit->missing & BIT(events[i]->kind->extra))
			return false;
		fixed += events[i]->kind->extra == MODEL_FIXED;
		if (events[i]->kind->band)
			bands |= BIT(events[i]->kind->band);
		for (j = 0; j < i; j++) {
			if (!agree(unit->model, events[i], events[j]))
				return false;
		}
	}
	return fixed <= 1 && hweight32(bands) <= 4 && twins(events, num) <= 2 &&
	       counters_for(unit, events, num);
}

static bool is_type(const struct model_event *event)
{
	return event->pmu->pmu->level == PMON_EVENT_TYPE;
}

/* Adds the members of an event's group that perf has yet to add. */
static unsigned int add_group(const struct model *model, const struct model_event *event,
			      unsigned int unit, struct model_event **events, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *member = model->events[i];

		if (member->perf.group_leader == event->perf.group_leader &&
		    !member->held && !member->lingering &&
		    member->perf.state > PERF_EVENT_STATE_OFF &&
		    model_on_unit(member, unit))
			events[num++] = member;
	}
	return num;
}

/* An event may have to leave room for the group of a waiting event of the other PMU. */
static bool rivals_fit(const struct model *model, const struct model_event *event,
		       unsigned int unit, struct model_event **events, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *other = model->events[i];

		if (!other->waiting || model->now - other->waiting_since > PATIENCE ||
		    is_type(other) == is_type(event))
			continue;
		if (!fit(&model->units[unit], events, add_group(model, other, unit, events, num)))
			return false;
	}
	return true;
}

/* Only the leader of a group has the attribute. */
static bool is_pinned(const struct model_event *event)
{
	return event->perf.group_leader->attr.pinned;
}

bool model_must_fit(const struct model *model, struct model_event *event)
{
	struct model_event *events[MODEL_EVENTS + 1];
	unsigned int unit, i, num;

	/* The old owner starts no events any more. */
	if (smp_processor_id() != model->owner)
		return false;
	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!model_on_unit(event, unit))
			continue;
		num = 0;
		events[num++] = event;
		for (i = 0; i < model->num_events; i++) {
			struct model_event *other = model->events[i];

			if (other != event && model_on_unit(other, unit) &&
			    (other->held || other->lingering))
				events[num++] = other;
		}
		if (!fit(&model->units[unit], events, num))
			return false;
		/* A pinned event leaves no room, because perf would not try it again. */
		if (!is_pinned(event) && !rivals_fit(model, event, unit, events, num))
			return false;
	}
	return true;
}

static bool can_yield(const struct model_event *other, const struct model_event *event)
{
	return other->pmu != event->pmu && !other->lingering && !is_pinned(other);
}

/* Would it fit on one of its units without events of the other PMU? */
bool model_may_wait(const struct model *model, struct model_event *event)
{
	struct model_event *events[MODEL_EVENTS + 1];
	unsigned int unit, i, num, others;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!model_on_unit(event, unit))
			continue;
		num = 0;
		others = 0;
		events[num++] = event;
		for (i = 0; i < model->num_events; i++) {
			struct model_event *other = model->events[i];

			if (other == event || !model_on_unit(other, unit) ||
			    (!other->held && !other->lingering))
				continue;
			if (can_yield(other, event))
				others++;
			else
				events[num++] = other;
		}
		if (others && fit(&model->units[unit], events, num))
			return true;
	}
	return false;
}

/* A group that does not fit an empty unit is refused. */
bool model_group_fits(const struct model *model, struct model_event *event)
{
	struct perf_event *leader = event->perf.group_leader;
	struct model_event *events[MODEL_EVENTS];
	unsigned int unit, i, num;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!model_on_unit(event, unit))
			continue;
		num = 0;
		events[num++] = event;
		for (i = 0; i < model->num_events; i++) {
			struct model_event *other = model->events[i];

			if (other != event && model_on_unit(other, unit) &&
			    other->perf.group_leader == leader)
				events[num++] = other;
		}
		if (!fit(&model->units[unit], events, num))
			return false;
	}
	return true;
}

/* Do all units have the filter that the event requires? A value of 0 requires no register. */
bool model_units_have(const struct model *model, const struct model_event *event)
{
	const struct model_kind *kind = event->kind;
	unsigned int unit;

	if (!general(event) || !(kind->config & WITH_A) || !(kind->config1 & GENMASK_ULL(47, 32)))
		return true;
	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (model_on_unit(event, unit) &&
		    !model_has_filter(&model->units[unit], FILTER_A))
			return false;
	}
	return true;
}
