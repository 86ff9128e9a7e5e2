// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fixed sequences of the random test: fair shares of the time, while perf rotates the PMU of a unit
 * and that of its type. See model.h.
 */
#include "model_cases.h"

/*
 * perf rotates the PMU of the first event every @every ms, and that of the last one each ms. Each
 * event that is not off must count for at least some of the time.
 */
static void rotate(struct model *model, unsigned int every, unsigned int percent)
{
	unsigned int counted[MODEL_EVENTS] = {}, ms, i;

	model_finish_step(model);
	for (ms = 0; ms < 2000; ms++) {
		model->now += NSEC_PER_MSEC;
		if (ms % every == 0)
			model_perf_rotate(model, model->events[0]);
		model_perf_rotate(model, model->events[model->num_events - 1]);
		for (i = 0; i < model->num_events; i++)
			counted[i] += model->events[i]->counting;
		model_finish_step(model);
	}
	for (i = 0; i < model->num_events; i++) {
		if (!model->events[i]->off && counted[i] < ms * percent / 100)
			model_fail(model, "event %u has counted for %u of %u ms", i,
				   counted[i], ms);
	}
}

/*
 * The PMU of a unit and that of all units each have as many events as there are counters, as single
 * events or as a group that requires all counters at once.
 */
static void turns_of(struct model *model, bool unit_group, bool type_group)
{
	struct model_event *leader = NULL, *event;
	unsigned int i;

	for (i = 0; i < 8; i++) {
		leader = (i < 4 ? unit_group : type_group) && i % 4 ? leader : NULL;
		event = model_new_event(model, i < 4 ? 0 : MODEL_ALL, &model->kinds[MODEL_ANY + i],
					leader);
		if (!event || !model_open(model, event)) {
			model_fail(model, "event %u cannot be opened", i);
			return;
		}
		leader = leader ?: event;
	}
	rotate(model, 4, 12);
}

void model_turns(struct model *model)
{
	turns_of(model, false, false);
}

void model_turns_of_groups(struct model *model)
{
	turns_of(model, true, true);
}

void model_turns_of_unit_group(struct model *model)
{
	turns_of(model, true, false);
}

void model_turns_of_type_group(struct model *model)
{
	turns_of(model, false, true);
}

/* A group of which only the first @on members are enabled. */
static void open_group(struct model *model, unsigned int pmu, unsigned int size, unsigned int on)
{
	struct model_event *leader = NULL, *event;
	unsigned int i;

	for (i = 0; i < size; i++) {
		event = model_new_event(model, pmu, &model->kinds[MODEL_ANY + i], leader);
		if (event && i >= on) {
			event->off = true;
			event->perf.state = PERF_EVENT_STATE_OFF;
		}
		if (!event || !model_open(model, event)) {
			model_fail(model, "event %u of a group cannot be opened", i);
			return;
		}
		leader = leader ?: event;
	}
}

/* A large group whose PMU has small ones: some of its members fit beside those, but not all. */
void model_turns_of_sizes(struct model *model)
{
	open_group(model, 0, 2, 2);
	open_group(model, 0, 1, 1);
	open_group(model, MODEL_ALL, 1, 1);
	open_group(model, MODEL_ALL, 1, 1);
	open_group(model, MODEL_ALL, 4, 4);
	rotate(model, 1, 5);
}

/* Without its disabled members, a group fits beside a pinned event. */
void model_turns_of_disabled(struct model *model)
{
	struct model_event *pinned;

	open_group(model, 0, 4, 1);
	pinned = model_new_event(model, MODEL_ALL, &model->kinds[MODEL_ANY], NULL);
	if (!pinned)
		return;
	pinned->perf.attr.pinned = true;
	model_open(model, pinned);
	open_group(model, MODEL_ALL, 1, 1);
	open_group(model, MODEL_ALL, 1, 1);
	open_group(model, MODEL_ALL, 1, 1);
	rotate(model, 1, 20);
}
