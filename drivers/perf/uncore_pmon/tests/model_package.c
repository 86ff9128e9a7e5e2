// SPDX-License-Identifier: GPL-2.0-only
/*
 * The last CPU of the package goes offline, for the random test. See model.h.
 *
 * Until perf has removed the events from that CPU, they count, and users can change them. The
 * functions of perf/hotplug.c are repeated here: the others in that file are about CPUs of the
 * kernel.
 */
#include "count/die.h"
#include "freeze/poll.h"
#include "freeze/sample.h"
#include "freeze/suspend.h"
#include "model.h"
#include "model_perf.h"

static void without_owner(struct model *model)
{
	unsigned int i, num = model_random(model, 6);

	for (i = 0; i < num && !model->failed; i++) {
		model_step_without_owner(model);
		model_check(model);
	}
}

/* clear_owner() */
static void clear_owner(struct model *model)
{
	struct pmon_die *die = model->die;
	unsigned long flags;

	model->owner = PMON_NO_OWNER;
	pmon_overflow_stop(die);
	flags = pmon_die_lock(die);
	WRITE_ONCE(die->owner, PMON_NO_OWNER);
	if (pmon_units_sample(die->units, die->num_units))
		pmon_die_expect_freeze(die);
	pmon_die_unlock(die, flags);
	pmon_poll_cancel(die);
}

/* perf_event_exit_cpu(): events end in any order. */
static void end_all(struct model *model)
{
	while (model->num_events && !model->failed) {
		model_close(model, model->events[model_random(model, model->num_events)]);
		model_check(model);
		without_owner(model);
	}
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
static void reset(struct model *model)
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
	pmon_die_reset(model->die, model->cpu);
	if (model->frozen)
		model_fail(model, "the package comes back frozen");
}

/* resume_polling() */
static void resume_polling(struct model *model, struct model_event *event)
{
	pmon_poll_rearm(model->die);
	pmon_overflow_end_handover(model->die);
}

/* It goes offline and comes back, or it fails to go offline and has all its events still. */
void model_random_package(struct model *model)
{
	bool used;

	model_trace(model, "the package goes offline");
	model->calls++;
	model->disturbed = true;
	model->lossy = true;
	clear_owner(model);
	without_owner(model);
	if (model_random(model, 2))
		end_all(model);
	if (model->failed)
		return;
	model_trace(model, "the package is online");
	used = in_use(model);
	if (!used)
		reset(model);
	WRITE_ONCE(model->die->owner, model->cpu);
	model->owner = model->cpu;
	if (used)
		model_on_cpu(model, model->cpu, NULL, resume_polling);
}
