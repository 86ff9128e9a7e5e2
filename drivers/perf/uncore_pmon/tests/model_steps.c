// SPDX-License-Identifier: GPL-2.0-only
/*
 * The steps of the random test: actions of users, timers and CPU hotplug. See model.h.
 */
#include <linux/slab.h>

#include "model.h"
#include "model_perf.h"
#include "model_truth.h"
#include "perf/perf.h"

#define STORM		16	/* polls in a row that find the package frozen */
#define MOST_SLICES	(12 * MODEL_UNITS)	/* of a freeze: four rounds, three passes */

static void step_timer(struct model *model)
{
	model_trace(model, "timer");
	/* The other slices of a pass follow later, after other steps. */
	if (model_chance(model, 50))
		model_fire(model, PMON_WALK_READ);
	else
		model_poll(model);
}

/* One expiry of the timer: a poll, or another slice of the end of a freeze. */
static void poll_or_continue(struct model *model)
{
	struct pmon_die *die = model->die;
	unsigned int i;

	if (die->overflow.phase != PMON_ENDING)
		model->storm = model->frozen ? model->storm + 1 : 0;
	/* From now on, sampling may be paused. */
	for (i = 0; i < model->num_events && model->storm >= STORM; i++)
		model->events[i]->loose |= model->events[i]->period;
	model_fire(model, PMON_WALK_FREEZE);
}

void model_poll_freezes(struct model *model)
{
	struct pmon_overflow *overflow = &model->die->overflow;
	unsigned int i;

	model_trace(model, "poll for freezes");
	if (!model_walk_is_set(model, PMON_WALK_FREEZE))
		return;
	/* A slice of an earlier poll is no poll. */
	for (i = 0; i < MOST_SLICES && overflow->phase == PMON_ENDING; i++)
		poll_or_continue(model);
	for (i = 0; i < MOST_SLICES && (!i || overflow->phase == PMON_ENDING); i++)
		poll_or_continue(model);
	if (overflow->phase == PMON_ENDING)
		model_fail(model, "the end of a freeze takes more than %u slices", MOST_SLICES);
}

static void step_poll(struct model *model)
{
	/* The other slices follow later, after other steps. */
	if (model_chance(model, 50) && model_walk_is_set(model, PMON_WALK_FREEZE)) {
		model_trace(model, "slice of a poll for freezes");
		poll_or_continue(model);
	} else {
		model_poll_freezes(model);
	}
}

/* --- hardware events ----------------------------------------------------------------- */

static struct model_event *any_event(struct model *model)
{
	return model->num_events ?
		model->events[model_random(model, model->num_events)] : NULL;
}

static u64 how_many(struct model *model)
{
	/* As many as possible before the next poll. */
	if (model_chance(model, 5))
		return U64_MAX;
	if (model_chance(model, 10))
		return BIT_ULL(model_random(model, model->width - 1)) +
		       model_random(model, 1000);
	return 1 + model_random(model, 1000);
}

/* A freeze reaches other units slightly later, so they may overflow, too. */
static void happen_late(struct model *model)
{
	struct model_event *event = any_event(model);
	unsigned int unit = model_random(model, MODEL_UNITS);
	u64 events;

	if (!event)
		return;
	events = model_hw_to_overflow(&model->units[unit], event->kind);
	if (events > model_hw_room(&model->units[unit], event->kind, false))
		events = 1;
	model_trace(model, "	unit %u: %llu of %#llx", unit, events, event->kind->config);
	model->frozen = false;
	model_happen(model, unit, event->kind, events);
	model->frozen = true;
}

static void step_happen(struct model *model)
{
	struct model_event *event = any_event(model);
	const struct model_kind *kind = event && model_chance(model, 90) ? event->kind :
		&model->kinds[model_random(model, model->num_kinds)];
	unsigned int unit = model_random(model, MODEL_UNITS);
	u64 events = how_many(model);
	bool late = !model->suspended && model_chance(model, 30), frozen;

	if (!model->suspended && model_hw_room(&model->units[unit], kind, late) < events)
		model_poll(model);
	events = min(events, model_hw_room(&model->units[unit], kind, late));
	model_trace(model, "unit %u: %lld of %#llx/%#llx happen", unit, events, kind->config,
		    kind->config1);
	frozen = model->frozen;
	model_happen(model, unit, kind, events);
	/* The driver must accept faster events, too: the rates of its tables may be too low. */
	if (!model->suspended && model_chance(model, 50))
		model->now += events / MODEL_RATE_PER_NS;
	if (model->frozen && !frozen && model_chance(model, 50))
		happen_late(model);
}

/* Freezes at each poll. */
static void step_storm(struct model *model)
{
	unsigned int i;

	for (i = 0; i < 2 * STORM && !model->failed; i++) {
		step_happen(model);
		model_poll_freezes(model);
	}
}

static void step_time(struct model *model)
{
	/* A virtual machine can be paused for minutes. */
	model->now += (u64)model_random(model, 40) *
		      (model_chance(model, 5) ? 20 * NSEC_PER_SEC : NSEC_PER_MSEC);
}

/* --- events -------------------------------------------------------------------------- */

static struct model_event *leader_for(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event || event->perf.group_leader != &event->perf || model_chance(model, 50) ||
	    (event->cpu < 0 && (!event->ended || event->software)) || event->pmu == model->blocked)
		return NULL;
	return event;
}

struct model_event *model_new_event(struct model *model, unsigned int pmu,
				    const struct model_kind *kind,
				    struct model_event *leader)
{
	struct model_event *event = kzalloc(sizeof(*event), GFP_KERNEL);
	struct perf_event *perf = &event->perf;

	if (!event)
		return NULL;
	event->number = model->number++;
	event->pmu = leader ? leader->pmu : &model->pmus[pmu];
	event->kind = kind;
	event->units = event->pmu->units;
	event->cpu = -1;
	INIT_LIST_HEAD(&event->entry);
	INIT_LIST_HEAD(&event->moving);

	event->ran_at = model->now;
	perf->pmu = &event->pmu->pmu->pmu;
	perf->attr.type = MODEL_PMU_TYPE;
	perf->attr.config = kind->config;
	perf->attr.config1 = kind->config1 | kind->band;
	perf->cpu = model->cpu;
	perf->oncpu = -1;
	perf->overflow_handler = model_take_sample;
	perf->group_leader = leader ? &leader->perf : perf;
	INIT_LIST_HEAD(&perf->sibling_list);
	return event;
}

static void forget_event(struct model *model, struct model_event *event)
{
	unsigned int i;

	model->disturbed |= event->counted;
	for (i = 0; model->events[i] != event; i++)
		;
	model->events[i] = model->events[--model->num_events];
	kfree(event);
}

/* event->destroy() waits for the driver's lock. */
static void free_event(struct model *model, struct model_event *event)
{
	event->dead = model->locked;
	if (event->dead)
		return;
	model_perf_free(model, event);
	forget_event(model, event);
}

void model_free_dead(struct model *model)
{
	unsigned int i;

	for (i = model->num_events; i-- > 0;) {
		if (model->events[i]->dead)
			free_event(model, model->events[i]);
	}
}

static bool all_gone(const struct model *model, const struct model_event *event)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (event->units & BIT(i) && !model->units[i].unit->gone)
			return false;
	}
	return true;
}

/* Is the software leader on another CPU than the owner? perf rejects such groups, too. */
static bool is_elsewhere(const struct model *model, struct perf_event *leader)
{
	return to_event(leader)->software && leader->cpu != model->die->owner;
}

static bool check_event(struct model *model, struct model_event *event)
{
	struct perf_event *perf = &event->perf, *leader = perf->group_leader;
	int error, right;

	/* The driver has it wait for the end of the handover. */
	if (model->die->source >= 0 && leader == perf && !event->software) {
		kfree(event);
		return false;
	}
	model_trace(model, "open %u on PMU %u, units %#x, %#llx/%#llx, leader %u, period %llu%s%s",
		    event->number, (unsigned int)(event->pmu - model->pmus), event->units,
		    perf->attr.config, perf->attr.config1,
		    container_of(leader, struct model_event, perf)->number, event->period,
		    perf->attr.pinned ? ", pinned" : "", event->off ? ", disabled" : "");
	perf->state = event->off ? PERF_EVENT_STATE_OFF : PERF_EVENT_STATE_INACTIVE;
	/* The event must be in the list while perf adds it. */
	model->events[model->num_events++] = event;
	right = event->wrong ?: !model_units_have(model, event) ? -EOPNOTSUPP :
		to_event(leader)->ended ? -ENODEV : !model_group_fits(model, event) ? -EINVAL : 0;
	error = model_perf_check(model, event);
	if (!error && !right)
		return true;
	if (error == -EXDEV) {
		free_event(model, event);
		return false;
	}
	/* On the other die, it may lack a unit or register. */
	if (error && (event->wrong == -EXDEV || (error == -ENODEV && all_gone(model, event)) ||
		      (error == -EINVAL && is_elsewhere(model, leader)))) {
		forget_event(model, event);
		return false;
	}
	if (error != right)
		model_fail(model, "event %u: open returns %d, not %d", event->number, error, right);
	if (error)
		forget_event(model, event);
	else
		free_event(model, event);
	return false;
}

bool model_open(struct model *model, struct model_event *event)
{
	bool good = check_event(model, event);

	if (good)
		model_perf_install(model, event);
	return good;
}

/* perf has it among the PMU's events, as if it had moved there for another member of its group. */
static void be_software(struct model *model, struct model_event *event)
{
	event->software = true;
	event->units = 0;
	event->perf.pmu = &model->software;
	event->perf.event_caps = PERF_EV_CAP_SOFTWARE;
	event->perf.cpu = event->perf.group_leader->cpu;
	event->off = model_chance(model, 20);
}

static struct model_event *random_event(struct model *model)
{
	struct model_event *leader = leader_for(model), *event;
	unsigned int pmu = model_random(model, MODEL_PMUS);
	const struct model_kind *kind = &model->kinds[model_random(model, model->num_kinds)];

	if (model->num_events == MODEL_EVENTS ||
	    (!leader && &model->pmus[pmu] == model->blocked))
		return NULL;
	event = model_new_event(model, pmu, kind, leader);
	if (event && model_chance(model, 5) && !(leader && leader->ended))
		be_software(model, event);
	else if (event)
		model_choose_attributes(model, event, leader);
	return event;
}

static void step_open(struct model *model)
{
	struct model_event *event = random_event(model);

	if (event)
		model_open(model, event);
}

/* An event that users can access, because it is not being moved. */
static struct model_event *open_event(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event || event->cpu < 0 ||
	    (model->blocked && (model->one_mutex || event->pmu == model->blocked)))
		return NULL;
	return event;
}

void model_close(struct model *model, struct model_event *event)
{
	model_trace(model, "close %u", event->number);
	if (!event->ended)
		model_perf_remove(model, event);
	free_event(model, event);
}

static void step_close(struct model *model)
{
	struct model_event *event = any_event(model);

	if (event && !event->ended)
		event = open_event(model);
	if (event)
		model_close(model, event);
}

static void switch_off(struct model *model, struct model_event *event)
{
	model_trace(model, "disable %u", event->number);
	event->off = true;
	model_perf_disable(model, event);
}

static void step_disable(struct model *model)
{
	struct model_event *event = open_event(model);

	if (event && event->perf.state >= PERF_EVENT_STATE_INACTIVE)
		switch_off(model, event);
}

static void step_enable(struct model *model)
{
	struct model_event *event = open_event(model);

	if (!event)
		return;
	if (event->perf.state >= PERF_EVENT_STATE_INACTIVE) {
		switch_off(model, event);
	} else {
		model_trace(model, "enable %u", event->number);
		event->off = false;
		model_perf_enable(model, event);
	}
}

static void step_read(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event || event->cpu < 0)
		return;
	model_trace(model, "read %u", event->number);
	model_perf_read(model, event,
			model_chance(model, 95) || !model_perf_reads_anywhere(event) ?
			event->cpu : model_other_cpu(event->cpu));
}

static void consume(struct model *model, struct model_event *event)
{
	model_consume(model, event);
}

static void step_consume(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event)
		return;
	model_trace(model, "consume %u", event->number);
	model_on_cpu(model, model_random_cpu(model), event, consume);
}

static void step_reset(struct model *model)
{
	struct model_event *event = open_event(model);

	if (!event)
		return;
	model_trace(model, "reset %u", event->number);
	model_perf_read(model, event, event->cpu);
	model_reset_count(event);
}

static void step_period(struct model *model)
{
	struct model_event *event = open_event(model);
	u64 period = model_choose_period(model);

	if (!event || !event->period)
		return;
	model_trace(model, "period of %u is %lld", event->number, period);
	model_perf_period(model, event, period);
}

static void step_toggle(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event || event->cpu < 0)
		return;
	model_trace(model, "stop or start %u", event->number);
	model_perf_toggle(model, event);
}

static void step_rotate(struct model *model)
{
	struct model_event *event = any_event(model);

	if (!event)
		return;
	model_trace(model, "rotate PMU %u", (unsigned int)(event->pmu - model->pmus));
	model_perf_rotate(model, event);
}

/* --- the die changes hands ------------------------------------------------------------ */

/* Events that have no counter are tried again, and others may move for them for a while. */
static bool any_left_out(const struct model *model)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++) {
		if (model->events[i]->perf.state == PERF_EVENT_STATE_INACTIVE)
			return true;
	}
	return false;
}

void model_handover(struct model *model)
{
	int from = model->cpu, to = model_other_cpu(from);
	unsigned int i;

	model_trace(model, "CPU %d gives the die to CPU %d", from, to);
	model->calls++;
	model->quiet = !model->options.plain && model_chance(model, 25);
	model->handover = true;
	model->lossy = true;
	model->disturbed |= any_left_out(model);
	model->owner = to;
	model->changes++;
	model_lock(model, true);
	mutex_lock(&model->core->lock);
	pmon_die_handover(model->core, model->die, to);
	mutex_unlock(&model->core->lock);
	model->handover = false;
	model->cpu = to;
	model_stay_on(to);
	model_lock(model, false);
	for (i = 0; i < model->num_events; i++) {
		/* The driver has dropped what is left, also if this is a part of a longer step. */
		model_stop_lingering(model->events[i]);
		if (model->events[i]->cpu == from && !model->events[i]->software)
			model_fail(model, "event %u is left behind",
				   model->events[i]->number);
	}
	model_trace(model, "the die is CPU %d's", to);
}

/*
 * perf calls event_init() before a handover, and installs the event afterwards on the old owner,
 * which is online again.
 */
bool model_open_late(struct model *model, struct model_event *event)
{
	if (!check_event(model, event))
		return false;
	model_handover(model);
	model_trace(model, "%u comes late", event->number);
	model_perf_install(model, event);
	return true;
}

static void step_late(struct model *model)
{
	struct model_event *event = random_event(model);

	if (!event || event->perf.group_leader != &event->perf) {
		kfree(event);
		return;
	}
	model_open_late(model, event);
}

static void step_parameter(struct model *model)
{
	static const unsigned int periods[] = { 0, 0, 1, 7, 100 };
	static const unsigned int polls[] = { 1, 1000, 20000, 5000000 };
	const struct model_parameters *parameters = model->parameters;

	if (!parameters)
		return;
	*parameters->poll_period_ms = periods[model_random(model, ARRAY_SIZE(periods))];
	*parameters->sample_poll_us = polls[model_random(model, ARRAY_SIZE(polls))];
	*parameters->freeze_start = model_chance(model, 30);
	model_trace(model, "parameters: %u ms, %u us, %u", *parameters->poll_period_ms,
		    *parameters->sample_poll_us, *parameters->freeze_start);
}

/* --- the sequence --------------------------------------------------------------------- */

struct step {
	unsigned int weight;
	void (*function)(struct model *model);
	bool while_moving;	/* possible during a migration */
	bool while_suspended;
};

static const struct step steps[] = {
	{ 30, step_happen, true, true },
	{ 12, step_open, true, true },
	{ 9, step_close, true, true },
	{ 10, step_enable, true, true },
	{ 15, step_read, true, true },
	{ 3, step_reset, true, true },
	{ 5, step_consume, true, true },
	{ 5, step_period, true, true },
	{ 5, step_toggle, true, true },
	{ 15, step_rotate, true, true },
	{ 5, step_time, true, true },
	{ 3, step_timer, true, true },
	{ 10, step_poll, true, true },
	{ 1, step_storm, true, true },
	{ 1, step_parameter, true, true },
	{ 2, model_handover, false, true },
	{ 1, step_late, false, false },
	{ 2, model_random_sleep, false, false },
	{ 2, model_random_gone, false, false },
	{ 2, model_random_return, false, false },
	{ 2, model_random_fault, false, false },
	{ 5, model_random_wrong, true, true },
	{ 1, model_random_package, false, true },
	{ 1, model_random_foreign, true, false },
	{ 1, model_random_lost_end, false, false },
};

void model_step(struct model *model)
{
	unsigned int i, total = 0;

	if (model->owner == PMON_NO_OWNER) {
		model_step_without_owner(model);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(steps); i++)
		total += steps[i].weight;
	total = model_random(model, total);
	for (i = 0; total >= steps[i].weight; i++)
		total -= steps[i].weight;
	if ((model->locked && !steps[i].while_moving) ||
	    (model->suspended && !steps[i].while_suspended))
		return;
	/* A new event also requires the mutex of its context. */
	if (steps[i].function == step_open && model->blocked && model->one_mutex)
		return;
	steps[i].function(model);
}

/* While perf cannot add events, because no CPU owns the die. */
void model_step_without_owner(struct model *model)
{
	static void (* const functions[])(struct model *model) = {
		step_happen, step_happen, step_read, step_consume, step_reset, step_toggle,
		step_disable, step_enable, step_period, step_close, step_time,
	};

	functions[model_random(model, ARRAY_SIZE(functions))](model);
}

/* While counts are changing: no hardware events, and no checks. */
void model_user_step(struct model *model)
{
	static void (* const functions[])(struct model *model) = {
		step_open, step_close, step_enable, step_read, step_reset, step_period, step_toggle,
		step_rotate,
	};

	functions[model_random(model, ARRAY_SIZE(functions))](model);
}

static void step_in_between(struct model *model)
{
	model->disturbed = true;
	model_step(model);
	model_check(model);
}

void model_random_steps(struct model *model)
{
	unsigned int i, num = model_random(model, 4);

	if (model->quiet)
		return;
	model_trace(model, "	in between");
	model->disturbed = true;
	for (i = 0; i < num && !model->failed; i++) {
		if (!model->partner || model_chance(model, 70)) {
			step_in_between(model);
			continue;
		}
		model_be(model->partner);
		step_in_between(model->partner);
		model_be(model);
	}
}

void model_close_all(struct model *model)
{
	while (model->num_events)
		model_close(model, model->events[model->num_events - 1]);
}
