// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs each path with each action at each access, and checks the rules. See model_access.h.
 */
#include <linux/slab.h>

#include "freeze/poll.h"
#include "model_access.h"
#include "model_truth.h"

/* Polls after which all due samples must have been taken. */
#define FEW_LOOKS	3

/* Polls until the driver stops polling. */
#define LAST_LOOKS	4

/* --- at an access ----------------------------------------------------------------------- */

/*
 * During a handover, a timer must poll while the package is frozen. Accesses without the lock are
 * such a poll.
 */
static void check_polled(struct access_run *run)
{
	struct model *model = &run->model;
	struct pmon_overflow *overflow = &model->die->overflow;

	if (model->die->source >= 0 && model->frozen && !overflow->handling &&
	    raw_spin_is_locked(&model->die->lock) && !model->die->walks.due[PMON_WALK_FREEZE])
		model_fail(model, "frozen while the owner changes, and no poll follows");
}

static void at_access(struct model *model, struct model_unit *unit)
{
	struct access_run *run = container_of(model, struct access_run, model);

	/* An access takes time. */
	model->now++;
	if (!run->walking || run->inside)
		return;
	run->inside = true;
	run->global = !unit;
	if (++run->accesses == run->at)
		run->action->function(run, run->unit);
	check_polled(run);
	run->inside = false;
}

/* --- for paths -------------------------------------------------------------------------- */

struct model_event *access_event(struct access_run *run, unsigned int number)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		if (model->events[i]->number == number)
			return model->events[i];
	}
	return NULL;
}

/* With a unit that is gone, the event may be refused. */
struct model_event *access_open(struct access_run *run, unsigned int pmu, unsigned int kind,
				u64 period)
{
	struct model *model = &run->model;
	struct model_event *event = model_new_event(model, pmu, &model->kinds[kind], NULL);

	if (!event) {
		model_fail(model, "no memory");
		return NULL;
	}
	if (period) {
		model_sample(event, period);
		event->perf.attr.sample_type |= PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ;
	}
	return model_open(model, event) ? event : NULL;
}

void access_happen(struct access_run *run, unsigned int unit, const struct model_kind *kind,
		   u64 events)
{
	struct model *model = &run->model;
	unsigned int i;

	if (kind->extra <= MODEL_FIXED && model_hw_stands(&model->units[unit]))
		return;
	events = model_happen(model, unit, kind, events);
	run->total[kind - model->kinds] += events;
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (model->suspended || !model_on_unit(event, unit) || event->kind != kind)
			continue;
		if (event->counting) {
			run->sure[event->number][unit] += events;
		} else if (event->counting || event->lingering) {
			run->maybe[event->number][unit] += events;
			run->spread = true;
		}
	}
}

/* Generate some hardware events of each counted kind on each unit. */
static void happen_everywhere(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int unit, i, j;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		for (i = 0; i < model->num_events; i++) {
			for (j = 0; model->events[j]->kind != model->events[i]->kind; j++)
				;
			if (i == j)
				access_happen(run, unit, model->events[i]->kind, 100);
		}
	}
}

bool access_overflow(struct access_run *run, unsigned int unit)
{
	struct model *model = &run->model;
	const struct model_unit *hw = &model->units[unit];
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];
		u64 events = model_hw_to_overflow(hw, event->kind);

		if (!event->period || !model_on_unit(event, unit) || !event->counting ||
		    events > model_hw_room(hw, event->kind, false))
			continue;
		access_happen(run, unit, event->kind, events);
		return true;
	}
	return false;
}

/* --- rules ------------------------------------------------------------------------------ */

static void check_slot(struct access_run *run, const struct model_event *event,
		       const struct pmon_slot *slot)
{
	unsigned int unit = slot->unit->id;
	u64 sure = run->sure[event->number][unit];
	u64 most = sure + run->maybe[event->number][unit];
	u64 least = run->exact[event->number] ? most : sure;

	if (run->model.units[unit].gone)
		least = run->answered[event->number][unit];
	if (slot->count < least || slot->count > most)
		model_fail(&run->model, "event %u has %llu of unit %u, not %llu to %llu",
			   event->number, slot->count, unit, least, most);
	/* All hardware events at an access are of one instant. */
	else if (!run->model.units[unit].gone && !run->spread && slot->count != sure &&
		 slot->count != most)
		model_fail(&run->model, "event %u has %llu of unit %u, neither %llu nor %llu",
			   event->number, slot->count, unit, sure, most);
}

static void check_counts(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i, j;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];
		const struct pmon_perf_event *own = to_pmon_event(&event->perf);
		u64 sum = 0;

		for (j = 0; j < own->num_slots; j++) {
			check_slot(run, event, &own->slots[j]);
			sum += own->slots[j].count;
		}
		if (sum != model_count(event))
			model_fail(model, "event %u: perf has %llu, units have %llu",
				   event->number, model_count(event), sum);
	}
}

/* A sample for each period on each unit; a unit that is gone may lack the last one. */
static void check_samples(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i, unit;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];
		u64 least = 0, most = 0;

		for (unit = 0; unit < MODEL_UNITS && event->period; unit++) {
			u64 sure = run->sure[event->number][unit];
			u64 all = sure + run->maybe[event->number][unit];

			most += all / event->period;
			if (run->exact[event->number] && !model->units[unit].gone &&
			    !model->die->ledger.count[PMON_STORMS])
				least += all / event->period;
		}
		if (event->samples < least || event->samples > most)
			model_fail(model, "event %u has made %llu samples, not %llu to %llu",
				   event->number, event->samples, least, most);
	}
}

static void poll_a_few_times(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < FEW_LOOKS; i++)
		model_poll_freezes(model);
	if (model->frozen)
		model_fail(model, "the package stays frozen");
}

static void read_all(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		if (model->events[i]->cpu >= 0)
			model_perf_read(model, model->events[i], model->events[i]->cpu);
	}
}

/* Each sampling event overflows on each of its units, and must sample. */
static void check_next_samples(struct access_run *run)
{
	struct model *model = &run->model;
	u64 due[MODEL_EVENTS] = {};
	unsigned int i, unit;

	for (i = 0; i < model->num_events; i++)
		run->samples[i] = model->events[i]->samples;
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		for (unit = 0; unit < MODEL_UNITS && event->period; unit++) {
			u64 left = model_hw_to_overflow(&model->units[unit], event->kind);

			if (!event->counting || !model_on_unit(event, unit) ||
			    left > event->period)
				continue;
			access_happen(run, unit, event->kind, left);
			if (!model->frozen)
				model_fail(model, "event %u freezes nothing on unit %u",
					   event->number, unit);
			due[i]++;
			poll_a_few_times(run);
		}
	}
	for (i = 0; i < model->num_events; i++) {
		if (model->events[i]->samples - run->samples[i] != due[i])
			model_fail(model, "event %u: %llu periods are over, but %llu samples",
				   model->events[i]->number, due[i],
				   model->events[i]->samples - run->samples[i]);
	}
}

static void check_idle(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int unit, i;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		for (i = 0; i <= model->general && !model->units[unit].gone; i++) {
			if (model_hw_runs(&model->units[unit], i))
				model_fail(model, "counter %u of unit %u still counts", i, unit);
		}
		if (model->units[unit].frozen && !model->units[unit].gone)
			model_fail(model, "unit %u is left frozen", unit);
	}
	if (model->frozen)
		model_fail(model, "the package is left frozen");
}

/*
 * Each freeze by an overflow or the driver is accounted, with bounds of its duration, except for
 * freezes that end at suspend or resume.
 */
static void check_freezes(struct access_run *run)
{
	const struct model *model = &run->model;
	const u64 *count = model->die->ledger.count;

	if (run->silent || run->slept || run->unaccounted)
		return;
	if (count[PMON_FREEZES] != model->freezes)
		model_fail(&run->model, "%llu freezes, of which %llu are accounted",
			   model->freezes, count[PMON_FREEZES]);
	/* It may have started within the access that found it. */
	if (model->frozen_ns + model->freezes < count[PMON_HANDLED] ||
	    model->frozen_ns > count[PMON_HANDLED] + count[PMON_WAITED])
		model_fail(&run->model, "frozen for %llu ns, not for %llu to %llu",
			   model->frozen_ns, count[PMON_HANDLED],
			   count[PMON_HANDLED] + count[PMON_WAITED]);
}

/* Without events, the timer must have stopped. */
static void check_end(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i;

	model_close_all(model);
	model_finish_step(model);
	model_poll(model);
	for (i = 0; i < LAST_LOOKS; i++)
		model_poll_freezes(model);
	if (hrtimer_active(&model->die->walks.timer))
		model_fail(model, "no event is left, but a timer is");
	if (model->die->ledger.count[PMON_LATE] && !run->silent)
		model_fail(model, "an overflow that froze the package is taken for a lost one");
	check_freezes(run);
	check_idle(run);
}

/* --- runs ------------------------------------------------------------------------------- */

static void nothing(struct model *model)
{
}

/*
 * On each unit, a plain and a sampling event, both of the PMU of all units, and a fixed and a
 * free-running counter.
 */
static void open_others(struct access_run *run)
{
	access_open(run, ALL, ANY, 0);
	access_open(run, ALL, ANY + 1, PERIOD);
	access_open(run, 1, FIXED, 0);
	access_open(run, 0, FREE_RUNNING, 0);
}

static void note_exact(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		/* After its last read before a sleep, no event counts until it is started again. */
		run->exact[event->number] = !run->slept && (run->path->keeps ?
			event->counted && event->counting : event->steady);
	}
}

static void follow_up(struct access_run *run)
{
	struct model *model = &run->model;
	unsigned int unit;

	model_finish_step(model);
	poll_a_few_times(run);
	read_all(run);
	check_counts(run);
	check_samples(run);
	happen_everywhere(run);
	for (unit = 0; unit < MODEL_UNITS; unit++)
		poll_a_few_times(run);
	check_next_samples(run);
	read_all(run);
	check_counts(run);
	model_finish_step(model);
	check_end(run);
}

static void walk(struct access_run *run)
{
	struct model *model = &run->model;

	model->interlude = nothing;
	open_others(run);
	model_finish_step(model);
	happen_everywhere(run);
	if (run->path->prepare)
		run->path->prepare(run);
	model_finish_step(model);
	happen_everywhere(run);

	run->walking = true;
	run->path->walk(run);
	run->walking = false;
	note_exact(run);
	if (run->path->ends)
		check_idle(run);
	else
		follow_up(run);
}

/* Returns true if the path has as many accesses. */
static bool run_once(struct access_run *run, struct access_result *result)
{
	struct model *model = &run->model;

	model->options.plain = true;
	model->options.pci = run->pci;
	if (model_begin(model, 1)) {
		model_fail(model, "no memory");
	} else {
		model->at_access = at_access;
		walk(run);
		model_end(model);
	}
	result->runs++;
	result->failed = model->failed;
	snprintf(result->message, sizeof(result->message), "%s", model->message);
	return run->accesses >= run->at;
}

static void run_action(struct access_run *run, const struct access_path *path,
		       const struct access_action *action, unsigned int unit, bool pci,
		       struct access_result *result)
{
	unsigned int at = 0;
	bool more;

	do {
		at++;
		memset(run, 0, sizeof(*run));
		run->path = path;
		run->action = action;
		run->unit = unit;
		run->pci = pci;
		run->at = at;
		snprintf(result->where, sizeof(result->where), "%s: %s, unit %u%s, at access %u",
			 path->name, action->name, unit, pci ? " (PCI)" : "", at);
		more = run_once(run, result);
	} while (more && !result->failed);
}

int model_run_path(const struct access_path *path, struct access_result *result)
{
	struct access_run *run = kzalloc(sizeof(*run), GFP_KERNEL);
	const struct access_action *action;
	unsigned int unit;

	if (!run)
		return -ENOMEM;
	for (action = model_actions; action->name && !result->failed; action++) {
		unit = 0;
		do {
			run_action(run, path, action, unit, false, result);
			if (!result->failed)
				run_action(run, path, action, unit, true, result);
		} while (action->units && ++unit < MODEL_UNITS && !result->failed);
	}
	kfree(run);
	return 0;
}
