// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks registers and timers between perf's calls, for the random test. See model.h.
 */
#include "count/count.h"
#include "count/engine.h"
#include "model.h"
#include "model_state.h"
#include "model_truth.h"

/* Does the counter overflow at the event's next sample? */
static bool in_time(const struct model_event *event, const struct model_unit *unit,
		    unsigned int counter)
{
	u64 left = model_hw_left(unit, counter), into = event->into[unit->id];
	u64 lap = model_lap(unit->model);

	/* A handover delays samples until the search reaches their counters. */
	if (event->loose || unit->frozen || unit->model->frozen || unit->model->handover ||
	    unit->model->die->overflow.search_left)
		return true;
	if (into >= event->period)
		return left == 1;
	if (event->period <= lap)
		return left == event->period - into;
	return left <= min(lap, event->period - into);
}

/*
 * Find a counter for the event, and remove it from the set. Prefer the counter that is farthest
 * from its overflow, and keep the others for events with fewer requirements.
 */
static bool claim_counter(const struct model_event *event, const struct model_unit *unit,
			  u32 *running)
{
	unsigned long left = *running;
	unsigned int i;
	int best = -1;

	for_each_set_bit(i, &left, MODEL_COUNTERS) {
		if (!model_hw_counts(unit, i, event->kind) ||
		    model_hw_samples(unit, i) != !!event->period ||
		    (event->period && !in_time(event, unit, i)))
			continue;
		if (best < 0 || model_hw_left(unit, i) > model_hw_left(unit, best))
			best = i;
	}
	if (best >= 0)
		*running &= ~BIT(best);
	return best >= 0;
}

/* Events with the strictest requirements come first. */
enum turn { EXACT, LAPS, LOOSE, PLAIN, MAYBE, NEVER };

static enum turn turn_of(const struct model *model, const struct model_event *event)
{
	if (!event->counting)
		return event->passing || event->lingering ? MAYBE : NEVER;
	if (!event->period)
		return PLAIN;
	if (event->loose)
		return LOOSE;
	return event->period <= model_lap(model) ? EXACT : LAPS;
}

static void check_unit(struct model *model, const struct model_unit *unit)
{
	enum turn turn;
	u32 running = 0;
	unsigned int i;

	if (unit->gone || unit->fault)
		return;
	if (unit->frozen)
		model_fail(model, "unit %u is left frozen", unit->id);
	for (i = 0; i <= model->general; i++)
		running |= model_hw_runs(unit, i) ? BIT(i) : 0;
	for (turn = 0; turn < NEVER; turn++) {
		for (i = 0; i < model->num_events; i++) {
			const struct model_event *event = model->events[i];

			if (!model_on_unit(event, unit->id) || turn_of(model, event) != turn ||
			    model_runs_freely(event))
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
 * Events that perf removes and adds must not be programmed: if the same events count as before,
 * there are no writes. Events may be moved for a waiting event of the other PMU.
 */
static void check_untouched(struct model *model, const struct model_unit *unit)
{
	unsigned int i;

	if (model->disturbed || !unit->programmed || unit->fault)
		return;
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (model_on_unit(event, unit->id) &&
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

static bool all_gone(const struct model *model, const struct model_event *event)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (model_on_unit(event, i) && !model->units[i].gone && !model->units[i].fault)
			return false;
	}
	return true;
}

/* Timers must expire before a counter can wrap, and while events sample. */
static void check_timers(struct model *model)
{
	u64 narrowest = ~0ULL;
	unsigned int counting = 0;
	bool sampling = false;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		counting += event->counting;
		if (!event->counting || all_gone(model, event))
			continue;
		sampling |= event->period;
		narrowest = min(narrowest, range_of(model, event->kind) / 2);
	}
	if (narrowest != ~0ULL &&
	    (!model_walk_is_set(model, PMON_WALK_READ) ||
	     model->walks[PMON_WALK_READ].delay >
	     narrowest / MODEL_RATE_PER_NS + 2 * MODEL_CLOCK_JUMP))
		model_fail(model, "counters of %lld events are read every %lld ns",
			   narrowest * 2, model_walk_is_set(model, PMON_WALK_READ) ?
			   model->walks[PMON_WALK_READ].delay : 0);
	/* Events that are being moved go on counting. */
	if (!model->handover && model->die->counting != counting)
		model_fail(model, "%u events count, not %u", model->die->counting, counting);
	/* A pass that is under way ends first. */
	if (!counting && model_walk_is_set(model, PMON_WALK_READ) && !model->handover &&
	    !model->die->pass.under_way)
		model_fail(model, "no event counts, and counters are read in %lld ns",
			   model->walks[PMON_WALK_READ].delay);
	if (model_walk_is_set(model, PMON_WALK_READ) && model->die->period &&
	    model->die->period < PMON_POLL_MIN_NS)
		model_fail(model, "counters are read every %lld ns, which none of them needs",
			   model->die->period);
	/* The report would blame other software. */
	if (model->die->ledger.count[PMON_FOREIGN] > model->foreign && !model->faulted)
		model_fail(model, "a freeze is taken for somebody else's");
	if (model->die->ledger.count[PMON_CONTROL_CHANGED] ||
	    model->die->ledger.count[PMON_CONTROL_LOSSY])
		model_fail(model, "a control is taken for changed by somebody else");
	if (sampling && !model_walk_is_set(model, PMON_WALK_FREEZE))
		model_fail(model, "events sample, and no poll follows");
}

static bool has_fault(const struct model *model, u32 units)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (units & BIT(i) && model->units[i].fault)
			return true;
	}
	return false;
}

/*
 * While the package is frozen, a poll must follow, or all of its counts stop. If no event has
 * caused it, the read of all counters finds it (model_note_pass()).
 */
static void check_polled(struct model *model)
{
	model->left &= model->frozen;
	/* A counter that cannot be stopped freezes the package when it likes. */
	if (model->frozen && has_fault(model, ~0U))
		model->left = true;
	if (!model->frozen || has_fault(model, ~0U) ||
	    (model->left && !model_walk_is_set(model, PMON_WALK_FREEZE)))
		return;
	if (!model_walk_is_set(model, PMON_WALK_FREEZE))
		model_fail(model, "frozen, and no poll follows");
	else if (model->timer_cpu != model->owner)
		model_fail(model, "frozen, and CPU %d polls, not the owner", model->timer_cpu);
}

/* What the driver remembers of a unit must agree with its events. */
static void check_state(struct model *model, const struct pmon_unit *unit)
{
	const char *error = model_state_error(unit);

	if (error)
		model_fail(model, "unit %u: %s", unit->id, error);
}

void model_check(struct model *model)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!event->counting)
			model_check_count(model, event, "rest");
	}
	for (i = 0; i < MODEL_UNITS && !model->suspended; i++) {
		check_unit(model, &model->units[i]);
		check_state(model, model->units[i].unit);
	}
	if (!model->suspended && model->owner >= 0)
		check_timers(model);
	if (!model->suspended && model->owner >= 0)
		check_polled(model);
}

static bool counts_for_event(const struct pmon_unit *unit)
{
	for_each_slot_on(slot, unit) {
		if (pmon_event_counts(slot->event))
			return true;
	}
	return false;
}

/* After the deferred work of a step, a unit that is gone is reported, and is asked again soon. */
static void check_gone(struct model *model, const struct pmon_unit *unit)
{
	if (!unit->gone || model->deferred)
		return;
	if (!unit->reported)
		model_fail(model, "unit %u is gone and is not reported", unit->id);
	if (counts_for_event(unit) && model->owner >= 0 && !model->suspended &&
	    (!model_walk_is_set(model, PMON_WALK_READ) ||
	     model->walks[PMON_WALK_READ].delay > PMON_RETRY_NS + 2 * MODEL_CLOCK_JUMP))
		model_fail(model, "unit %u is gone and is not asked again soon", unit->id);
}

/* From here on, its count is known exactly. */
static void settle(struct model_event *event)
{
	event->low = model_count(event);
	event->high = event->low;
}

static void check_missed(struct model *model, struct model_event *event)
{
	u64 missed = to_pmon_event(&event->perf)->missed;

	if (!event->was_loose && missed != event->missed)
		model_fail(model, "event %u has missed %llu periods, not %llu", event->number,
			   missed, event->missed);
}

/* perf's calls take a few nanoseconds, and the clocks of CPUs differ. */
static void check_times(struct model *model, struct model_event *event)
{
	s64 slack = model->clock == MODEL_CLOCK_JUMPS ? 1000 * MODEL_CLOCK_JUMP : 0;
	u64 passed = model->now - event->ran_at, enabled, running;

	event->ran_at = model->now;
	event->ran_low += event->counting && event->counted && event->steady ? passed : 0;
	event->ran_high += event->counting || event->counted || event->passing ||
			   !event->steady ? passed : 0;
	pmon_times_get(to_pmon_event(&event->perf), &enabled, &running);
	if ((s64)running + slack < (s64)event->ran_low ||
	    (s64)running > (s64)event->ran_high + slack)
		model_fail(model, "event %u has run for %llu ns, not for %llu to %llu",
			   event->number, running, event->ran_low, event->ran_high);
}

/* Which events a unit with a fault counts is unknown, but it counts none that did not happen. */
static void expect_losses(struct model_event *event)
{
	event->loose = true;
	event->comparable = false;
	event->low = min(event->low, model_count(event));
}

void model_step_ends(struct model *model)
{
	unsigned int i;

	model_check(model);
	for (i = 0; i < MODEL_UNITS; i++) {
		check_untouched(model, &model->units[i]);
		check_gone(model, model->units[i].unit);
	}
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];
		bool is_off;

		if (event->software)
			continue;
		/* perf did not change it, so it has counted all hardware events. */
		if (event->counting && event->steady && !model->lossy)
			event->low += event->ticks;
		event->ticks = 0;
		if (event->tried && event->perf.state >= PERF_EVENT_STATE_INACTIVE &&
		    event->perf.group_leader->state >= PERF_EVENT_STATE_INACTIVE &&
		    event->cpu != model->cpu)
			model_fail(model, "event %u stays on CPU %d", event->number,
				   event->cpu);
		is_off = event->perf.state == PERF_EVENT_STATE_OFF;
		if (event->off != is_off && !event->ended)
			model_fail(model, "event %u is %s, but its user has switched it %s",
				   event->number, event->off ? "on" : "off",
				   event->off ? "off" : "on");
		check_times(model, event);
		event->passing = false;
		if (has_fault(model, event->units))
			expect_losses(event);
		event->was_loose |= event->loose;
		check_missed(model, event);
		model_stop_lingering(event);
		event->counted = event->counting;
		event->steady = true;
		if (!event->counting)
			settle(event);
	}
	for (i = 0; i < MODEL_UNITS; i++) {
		model->units[i].ticks = 0;
		model->units[i].programmed = 0;
	}
	model->disturbed = false;
	model->lossy = false;
}
