// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend and resume of the die, for the random test. See model.h.
 *
 * The driver does both in slices. Before each slice, users may open, close, start and stop events,
 * while only some units are suspended.
 */
#include <linux/smp.h>

#include "freeze/suspend.h"
#include "model.h"

#define LONG_SLEEP	(120 * NSEC_PER_SEC)

/* Called before each slice, with this model. */
static void (*before_slice)(struct model *model);
static struct model *calling;

int model_call_on_cpu(int cpu, void (*function)(void *data), void *data, int wait)
{
	struct model *model = calling;

	if (model) {
		calling = NULL;
		before_slice(model);
		calling = model;
	}
	return smp_call_function_single(cpu, function, data, wait);
}

/* Events of a group start with their unit's resume, not when perf adds them. */
static void end_comparisons(struct model *model)
{
	unsigned int i;

	for (i = 0; i < model->num_events; i++)
		model->events[i]->comparable = false;
}

static void call_users(struct model *model)
{
	unsigned int i, num = model_random(model, 3);

	for (i = 0; i < num && !model->failed; i++)
		model_user_step(model);
	end_comparisons(model);
}

/* Suspend or resume in slices. */
static void in_slices(struct model *model, void (*part)(struct pmon_die *die),
		      void (*users)(struct model *model))
{
	before_slice = users;
	calling = users ? model : NULL;
	part(model->die);
	calling = NULL;
}

/* No counter may freeze a suspended package, because the driver does not poll for freezes. */
static void check_disarmed(struct model *model)
{
	unsigned int unit, i;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		const struct model_unit *hw = &model->units[unit];

		for (i = 0; i < model->general && !hw->gone && !hw->fault; i++) {
			if (model_hw_runs(hw, i) && model_hw_samples(hw, i))
				model_fail(model, "unit %u: counter %u can freeze while suspended",
					   unit, i);
		}
	}
}

static void suspend_die(struct model *model, void (*users)(struct model *model))
{
	model_trace(model, "the die goes to sleep");
	model->calls++;
	model->lossy = true;
	model->disturbed = true;
	model->lose_ends = 0;
	end_comparisons(model);
	in_slices(model, pmon_die_suspend, users);
	check_disarmed(model);
	model->suspended = true;
}

static void die_wakes_up(struct model *model, u32 lost, bool long_ago,
			 void (*users)(struct model *model))
{
	unsigned int i;

	if (hrtimer_active(&model->die->walks.timer))
		model_fail(model, "a timer is active while the die sleeps");
	model->calls++;
	model->suspended = false;
	model->now += long_ago ? LONG_SLEEP : NSEC_PER_MSEC;
	model_trace(model, "the die wakes up%s, units %#x have lost their registers",
		    long_ago ? " after a long time" : "", lost);
	for (i = 0; i < MODEL_UNITS; i++) {
		if (model->units[i].gone)
			lost &= ~BIT(i);
		if (lost & BIT(i))
			model_hw_lose(&model->units[i]);
	}
	if (lost) {
		model->frozen = false;
		model->global_status = 0;
	}
	model->waking = users;
	end_comparisons(model);
	in_slices(model, pmon_die_resume, users);
	model->waking = false;
}

void model_sleep(struct model *model, u32 lost, bool long_ago,
		 void (*meanwhile)(struct model *model))
{
	suspend_die(model, NULL);
	meanwhile(model);
	die_wakes_up(model, lost, long_ago, NULL);
}

static void sleep_on(struct model *model)
{
	unsigned int i, num = model_random(model, 5);

	for (i = 0; i < num && !model->failed; i++) {
		model_step(model);
		model_check(model);
	}
}

/* Some units lose their registers, some keep them. */
void model_random_sleep(struct model *model)
{
	bool long_ago = model_random(model, 100) < 20;
	u32 lost = model_random(model, 2) ? model_random(model, BIT(MODEL_UNITS)) : 0;

	suspend_die(model, call_users);
	sleep_on(model);
	die_wakes_up(model, lost, long_ago, model_random(model, 2) ? call_users : NULL);
}
