// SPDX-License-Identifier: GPL-2.0-only
/*
 * The last CPU of the package goes offline, for the random test. See model.h.
 *
 * Until perf has removed the events from that CPU, they count, and users can change them.
 */
#include "count/die.h"
#include "count/unit.h"
#include "model_cases.h"
#include "model_perf.h"
#include "perf/perf.h"

static void without_owner(struct model *model)
{
	unsigned int i, num = model_random(model, 6);

	for (i = 0; i < num && !model->failed; i++) {
		model_step_without_owner(model);
		model_check(model);
	}
}

static struct model_event *left_on_cpu(struct model *model)
{
	unsigned int first = model_random(model, model->num_events + 1), i;

	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[(first + i) % model->num_events];

		if (event->cpu >= 0)
			return event;
	}
	return NULL;
}

/* perf_event_exit_cpu(): events end in any order. Some users close them before. */
static void end_all(struct model *model)
{
	struct model_event *event;

	for (; !model->failed && (event = left_on_cpu(model)); without_owner(model)) {
		if (model_random(model, 2)) {
			model_close(model, event);
		} else {
			model_trace(model, "%u ends", event->number);
			model_perf_remove(model, event);
			event->ended = true;
		}
		model_check(model);
	}
}

/* The die's other CPU went offline before. */
static void end_detached(struct model *model)
{
	mutex_lock(&model->core->lock);
	pmon_end_detached(model->core, model_other_cpu(model->cpu));
	pmon_end_detached(model->core, model->cpu);
	mutex_unlock(&model->core->lock);
}

static bool in_use(const struct model *model)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (model->units[i].unit->num_slots)
			return true;
	}
	return false;
}

/* Some units were without power, or none. */
static void lose_power(struct model *model)
{
	u32 lost = model_random(model, 2) ? model_random(model, BIT(MODEL_UNITS)) : 0;
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (!(lost & BIT(i)) || model->units[i].gone)
			continue;
		model_hw_lose(&model->units[i]);
		/* What a fixed counter does that no event has ever used does not matter. */
		model->units[i].control[model->general] = 0;
	}
	if (lost) {
		model->frozen = false;
		model->global_status = 0;
	}
}

/* The last CPU fails to go offline. Meanwhile, a user enables a pinned event. */
void model_pinned_without_owner(struct model *model)
{
	struct model_event *event = model_new_event(model, 0, &model->kinds[MODEL_ANY], NULL);

	if (!event)
		return;
	event->perf.attr.pinned = true;
	event->off = true;
	if (!model_open(model, event) || !model_open_event(model, 1, MODEL_ANY, 0))
		return;
	model_finish_step(model);
	model->owner = PMON_NO_OWNER;
	pmon_die_disown(model->die);
	event->off = false;
	model_perf_enable(model, event);
	/* Deferred work waits for the end of the hotplug. */
	model->owner = model->cpu;
	pmon_die_acquire(model->die, model->cpu);
	model_finish_step(model);
	if (event->perf.state != PERF_EVENT_STATE_ACTIVE)
		model_fail(model, "a pinned event does not count on a package that has stayed");
}

/* It goes offline and comes back, or it fails to go offline and has all its events still. */
void model_random_package(struct model *model)
{
	bool used;

	model_trace(model, "the package goes offline");
	model->calls++;
	model->disturbed = true;
	model->lossy = true;
	model->owner = PMON_NO_OWNER;
	model->lose_ends = 0;
	pmon_die_disown(model->die);
	without_owner(model);
	if (model_random(model, 2))
		end_all(model);
	if (!in_use(model) && !model->suspended && model_random(model, 2))
		model_random_sleep(model);
	if (model->failed)
		return;
	model_trace(model, "the package is online");
	used = in_use(model);
	if (!used && !model->suspended)
		lose_power(model);
	end_detached(model);
	model->owner = model->cpu;
	model_stay_on(model->cpu);
	pmon_die_acquire(model->die, model->cpu);
	if (!used && !model->suspended && model->frozen)
		model_fail(model, "the package comes back frozen");
}
