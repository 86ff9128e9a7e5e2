// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is true of counts, places and registers, for the random test. See model.h.
 */
#include <linux/smp.h>

#include "model.h"

/* How long an event counts as waiting that is not tried again. */
#define PATIENCE	(100 * NSEC_PER_MSEC)

static u64 count_of(const struct model_event *event)
{
	return local64_read(&((struct model_event *)event)->perf.count);
}

static bool runs_freely(const struct model_event *event)
{
	return event->kind->extra > MODEL_FIXED;
}

/* The longest period of a counter that goes round once. */
static u64 lap_of(const struct model *model)
{
	return BIT_ULL(model->width - 1);
}

static bool on_unit(const struct model_event *event, unsigned int unit)
{
	return event->units & BIT(unit);
}

/* --- counts -------------------------------------------------------------------------- */

static void check_count(struct model *model, const struct model_event *event,
			const char *when)
{
	u64 count = count_of(event);

	if (count < event->low || count > event->high)
		model_fail(model, "event %u has %lld at its %s, not %lld to %lld",
			   event->number, count, when, event->low, event->high);
}

/* From here on its count is known. */
static void settle(struct model_event *event)
{
	event->low = count_of(event);
	event->high = event->low;
}

/*
 * An event that comes to another CPU with its counters going on has counted all the time. If it finds
 * no place at first, and then does, nobody can say for how long it was to count.
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

static void stop_lingering(struct model_event *event)
{
	event->lingering = false;
	event->crossing = false;
	event->astray = false;
	memset(event->gap, 0, sizeof(event->gap));
}

static void begin_comparison(struct model_event *event)
{
	event->comparable = event->counting;
	event->base = count_of(event);
	event->happened = 0;
}

void model_adding(struct model_event *event)
{
	event->counting = true;
}

void model_added(struct model *model, struct model_event *event, int error)
{
	event->counting = !error;
	event->held = !error;
	event->waiting = error;
	event->waiting_since = model->now;
	if (error) {
		/* Others may have made room for its group before it was given up. */
		model->disturbed = true;
		/* What was counted on the way has to be none, but may be late to go. */
		event->passing |= model->options.tick;
		if (error != -EAGAIN && error != -EBUSY)
			model_fail(model, "event %u: add returns %d", event->number, error);
		else if (model_must_fit(model, event))
			model_fail(model, "event %u has a place but is not let in: %d",
				   event->number, error);
		return;
	}
	event->stopped = false;
	begin_comparison(event);
	event->comparable = !event->counted && !model->locked;
	claim_gap(event);
	stop_lingering(event);
	event->passing = false;
}

void model_deleted(struct model *model, struct model_event *event)
{
	event->lingering = model->handover && event->counting &&
			   smp_processor_id() == model->cpu;
	/* Where its own PMU's events are being moved, nobody can tell what it was taken off for. */
	event->astray = event->lingering && event->pmu == model->blocked;
	event->passing |= event->counting;
	event->held = false;
	event->counting = false;
	event->comparable = false;
	event->stopped = false;
	check_count(model, event, "del");
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
	event->stopped = true;
	model->disturbed = true;
	check_count(model, event, "stop");
}

void model_was_read(struct model *model, struct model_event *event)
{
	unsigned int i;
	u64 late = 0;

	check_count(model, event, "read");
	if (!event->counting)
		return;
	for (i = 0; i < MODEL_UNITS; i++)
		late += on_unit(event, i) ? model->units[i].ticks : 0;
	event->low = count_of(event);
	event->high = min(event->high, event->low + late);
}

void model_reset_count(struct model_event *event)
{
	u64 count = count_of(event);

	local64_set(&event->perf.count, 0);
	event->base -= count;
	event->low -= min(event->low, count);
	event->high -= count;
}

/*
 * The events of a group start together, and a snapshot reads them at one instant. What happens at
 * accesses to registers happens to all of them alike, so from the one to the next they have counted
 * the same of it.
 */
void model_snapshot(struct model *model, struct model_event *leader)
{
	struct model_event *first = NULL;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];
		u64 ticks = count_of(event) - event->base - event->happened;

		if (event->perf.group_leader != &leader->perf || !event->counting ||
		    runs_freely(event) || event->units != leader->units)
			continue;
		if (event->comparable && first &&
		    ticks != count_of(first) - first->base - first->happened)
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
	event->loose = false;
}

static void count(struct model_event *event, unsigned int unit, u64 events)
{
	if (event->counting) {
		event->happened += events;
		event->low += events;
		event->high += events;
		event->into[unit] += events;
	} else if (event->lingering) {
		event->gap[unit] += events;
	}
}

void model_happen(struct model *model, unsigned int unit, const struct model_kind *kind,
		  u64 events)
{
	unsigned int i;

	events = model_hw_happen(&model->units[unit], kind, events);
	for (i = 0; i < model->num_events; i++) {
		if (on_unit(model->events[i], unit) && model->events[i]->kind == kind)
			count(model->events[i], unit, events);
	}
}

void model_ticked(struct model_unit *unit, bool stands)
{
	struct model *model = unit->model;
	unsigned int i;

	unit->ticks++;
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!on_unit(event, unit->id) ||
		    (!event->counting && !event->passing && !event->lingering) ||
		    (stands && !runs_freely(event)))
			continue;
		event->high++;
		event->loose = true;
	}
}

/* Was the sample that is just made for this unit? Then a new period has begun there. */
static bool began_anew(const struct model_event *event, const struct model_unit *unit)
{
	u64 over = event->into[unit->id] - event->period;
	u64 next = event->perf.hw.sample_period;	/* may just be changed */
	unsigned int i;

	if (!on_unit(event, unit->id) || event->into[unit->id] < event->period)
		return false;
	for (i = 0; i < unit->model->general; i++) {
		if (model_hw_counts(unit, i, event->kind) && model_hw_samples(unit, i) &&
		    (next > lap_of(unit->model) ||
		     model_hw_left(unit, i) == next - over % next))
			return true;
	}
	return false;
}

/* A sample, while the package is frozen: a period is over on one of the units. */
void model_sampled(struct model *model, struct model_event *event)
{
	unsigned int i;

	check_count(model, event, "sample");
	if (event->loose)
		return;
	for (i = 0; i < MODEL_UNITS; i++) {
		if (!began_anew(event, &model->units[i]))
			continue;
		event->into[i] %= event->period;
		return;
	}
	model_fail(model, "event %u: sample though no period is over", event->number);
}

/* --- places -------------------------------------------------------------------------- */

static bool general(const struct model_event *event)
{
	return event->kind->extra < 0;
}

static u64 wants(const struct model_event *event, u64 enable, u64 mask)
{
	return event->kind->config & enable ? event->kind->config1 & mask : 0;
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
		u64 of_a = wants(a, filters[i].enable, filters[i].mask);
		u64 of_b = wants(b, filters[i].enable, filters[i].mask);

		if (of_a && of_b && of_a != of_b)
			return false;
	}
	return !model->type.mesh_exclusive || a->kind->mesh == b->kind->mesh;
}

/* Is there a counter for each? Sets of counters that can be in use, one event after the other. */
static bool counters_for(struct model_event *const *events, unsigned int num)
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
			for (counter = 0; counter < MODEL_GENERAL; counter++) {
				if (events[i]->kind->counters & ~set & BIT(counter))
					__set_bit(set | BIT(counter), after);
			}
		}
		bitmap_copy(before, after, BIT(MODEL_GENERAL));
	}
	return !bitmap_empty(before, BIT(MODEL_GENERAL));
}

/* Can all these be on one unit at the same time? */
static bool fit(const struct model *model, struct model_event *const *events,
		unsigned int num)
{
	unsigned int i, j, fixed = 0;
	u32 bands = 0;

	for (i = 0; i < num; i++) {
		fixed += events[i]->kind->extra == MODEL_FIXED;
		if (events[i]->kind->band)
			bands |= BIT(events[i]->kind->band);
		for (j = 0; j < i; j++) {
			if (!agree(model, events[i], events[j]))
				return false;
		}
	}
	return fixed <= 1 && hweight32(bands) <= 4 && counters_for(events, num);
}

static bool is_type(const struct model_event *event)
{
	return event->pmu->pmu->level == PMON_EVENT_TYPE;
}

/* A waiting event of the other PMU may be left room for, unless it has given up. */
static bool rivals_fit(const struct model *model, const struct model_event *event,
		       unsigned int unit, struct model_event **events, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *other = model->events[i];

		if (!other->waiting || model->now - other->waiting_since > PATIENCE ||
		    is_type(other) == is_type(event) || !on_unit(other, unit))
			continue;
		events[num] = other;
		if (!fit(model, events, num + 1))
			return false;
	}
	return true;
}

bool model_must_fit(const struct model *model, struct model_event *event)
{
	struct model_event *events[MODEL_EVENTS + 1];
	unsigned int unit, i, num;

	/* The old owner starts nothing any more. */
	if (smp_processor_id() != model->owner)
		return false;
	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!on_unit(event, unit))
			continue;
		num = 0;
		events[num++] = event;
		for (i = 0; i < model->num_events; i++) {
			struct model_event *other = model->events[i];

			if (other != event && on_unit(other, unit) &&
			    (other->held || other->lingering))
				events[num++] = other;
		}
		if (!fit(model, events, num) ||
		    !rivals_fit(model, event, unit, events, num))
			return false;
	}
	return true;
}

/* perf refuses a group that does not even fit alone. */
bool model_group_fits(const struct model *model, struct model_event *event)
{
	struct perf_event *leader = event->perf.group_leader;
	struct model_event *events[MODEL_EVENTS];
	unsigned int unit, i, num;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!on_unit(event, unit))
			continue;
		num = 0;
		events[num++] = event;
		for (i = 0; i < model->num_events; i++) {
			struct model_event *other = model->events[i];

			if (other != event && on_unit(other, unit) &&
			    other->perf.group_leader == leader)
				events[num++] = other;
		}
		if (!fit(model, events, num))
			return false;
	}
	return true;
}

/* --- registers ----------------------------------------------------------------------- */

/* Is the counter as far from its overflow as the event is from its next sample? */
static bool in_time(const struct model_event *event, const struct model_unit *unit,
		    unsigned int counter)
{
	u64 left = model_hw_left(unit, counter), into = event->into[unit->id];
	u64 lap = lap_of(unit->model);

	/* On the way to another CPU samples have to wait. */
	if (event->loose || model_hw_stands(unit) || unit->model->handover)
		return true;
	if (into >= event->period)
		return left == 1;
	if (event->period <= lap)
		return left == event->period - into;
	return left <= min(lap, event->period - into);
}

/* Finds the event a counter of its own, and takes it out of the set. */
static bool claim_counter(const struct model_event *event, const struct model_unit *unit,
			  u32 *running)
{
	unsigned long left = *running;
	unsigned int i;

	for_each_set_bit(i, &left, MODEL_COUNTERS) {
		if (!model_hw_counts(unit, i, event->kind) ||
		    model_hw_samples(unit, i) != !!event->period ||
		    (event->period && !in_time(event, unit, i)))
			continue;
		*running &= ~BIT(i);
		return true;
	}
	return false;
}

/* Those that are most particular about the counter go first. */
enum turn { EXACT, LAPS, LOOSE, PLAIN, MAYBE, NEVER };

static enum turn turn_of(const struct model *model, const struct model_event *event)
{
	if (!event->counting)
		return event->passing || event->lingering ? MAYBE : NEVER;
	if (!event->period)
		return PLAIN;
	if (event->loose)
		return LOOSE;
	return event->period <= lap_of(model) ? EXACT : LAPS;
}

static void check_unit(struct model *model, const struct model_unit *unit)
{
	enum turn turn;
	u32 running = 0;
	unsigned int i;

	if (unit->frozen)
		model_fail(model, "unit %u is left frozen", unit->id);
	for (i = 0; i <= model->general; i++)
		running |= model_hw_runs(unit, i) ? BIT(i) : 0;
	for (turn = 0; turn < NEVER; turn++) {
		for (i = 0; i < model->num_events; i++) {
			const struct model_event *event = model->events[i];

			if (!on_unit(event, unit->id) || turn_of(model, event) != turn ||
			    runs_freely(event))
				continue;
			if (!claim_counter(event, unit, &running) && turn < MAYBE)
				model_fail(model, "event %u has no counter on unit %u",
					   event->number, unit->id);
		}
	}
	if (running)
		model_fail(model, "unit %u: counters %#x count for nobody", unit->id,
			   running);
}

/*
 * What perf takes off and puts back is left alone: where the same events count as before, nothing
 * is programmed. For an event of the other PMU that waits, others may be moved.
 */
static void check_untouched(struct model *model, const struct model_unit *unit)
{
	unsigned int i;

	if (model->disturbed || !unit->programmed)
		return;
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (on_unit(event, unit->id) &&
		    (event->counting != event->counted || event->waiting))
			return;
	}
	model_fail(model, "unit %u: the same events count, but counters were programmed",
		   unit->id);
}

static u64 range_of(const struct model *model, const struct model_kind *kind)
{
	return model_hw_range(&model->units[0],
			      kind->extra < 0 ? 0 : model->general + kind->extra);
}

/* Nothing can wrap, and nothing stays frozen, without somebody looking in time. */
static void check_timers(struct model *model)
{
	u64 narrowest = ~0ULL;
	bool sampling = false;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (!event->counting)
			continue;
		sampling |= event->period;
		narrowest = min(narrowest, range_of(model, event->kind) / 2);
	}
	if (narrowest != ~0ULL && (!hrtimer_active(&model->die->timer) ||
				   model->timers[0].delay > narrowest / MODEL_RATE_PER_NS))
		model_fail(model, "counters of %lld events are read every %lld ns",
			   narrowest * 2, hrtimer_active(&model->die->timer) ?
			   model->timers[0].delay : 0);
	/*
	 * The driver tells users, who would believe that somebody else uses the uncore. It cannot
	 * know of an overflow just when its event is stopped, or while the die changes hands.
	 */
	if (model->die->overflow.stats.foreign && !model->options.tick && !model->changes)
		model_fail(model, "a freeze is taken for somebody else's");
	if ((sampling || model->frozen) && !hrtimer_active(&model->die->overflow.timer))
		model_fail(model, "%s, and nobody looks",
			   model->frozen ? "frozen" : "events sample");
}

void model_check(struct model *model)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!event->counting)
			check_count(model, event, "rest");
	}
	for (i = 0; i < MODEL_UNITS; i++)
		check_unit(model, &model->units[i]);
	if (!model->handover)
		check_timers(model);
}

void model_step_ends(struct model *model)
{
	unsigned int i;

	model_check(model);
	for (i = 0; i < MODEL_UNITS; i++) {
		check_untouched(model, &model->units[i]);
		model->units[i].ticks = 0;
		model->units[i].programmed = 0;
	}
	model->disturbed = false;
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (event->off != (event->perf.state == PERF_EVENT_STATE_OFF))
			model_fail(model, "event %u is %s, but its user has switched it %s",
				   event->number, event->off ? "on" : "off",
				   event->off ? "off" : "on");
		event->passing = false;
		stop_lingering(event);
		event->counted = event->counting;
		if (!event->counting)
			settle(event);
	}
}
