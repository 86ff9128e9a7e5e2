// SPDX-License-Identifier: GPL-2.0-only
/*
 * Freezes that no event has caused, and freezes that do not end, for the random test. See model.h.
 */
#include "count/die.h"
#include "model.h"
#include "model_hw.h"

/* Passes that read all counters until a freeze is ended, at the most. */
#define PASSES		8

/* Bits of the global status that no unit of the test has. */
static const u8 foreign_bits[] = { 12, 33 };

static bool can_freeze(const struct model *model)
{
	return model->layout.freeze_on_overflow && !model->suspended && model->owner >= 0;
}

/* A unit that the driver does not know, or other software, freezes the package. */
void model_random_foreign(struct model *model)
{
	unsigned int bit = foreign_bits[model_random(model, ARRAY_SIZE(foreign_bits))];
	/* During a handover, the driver does not look at clocks. */
	bool silent = model->extras[MODEL_FIXED].clock && !model->frozen && !model->handover &&
		      model_random(model, 2);
	unsigned int i;

	if (!can_freeze(model) || model_random(model, 2))
		return;
	model->foreign++;
	model->left = true;
	model->silent = silent;
	if (silent)
		model_trace(model, "somebody freezes the package");
	else
		model_trace(model, "global status bit %u freezes the package", bit);
	model_hw_freeze(model, silent ? 0 : BIT_ULL(bit));
	for (i = 0; i < PASSES && silent; i++) {
		model->now += NSEC_PER_SEC;
		model_poll(model);
	}
}

/* Writes that end the next freeze have no effect. */
void model_random_lost_end(struct model *model)
{
	if (!can_freeze(model) || model_random(model, 4))
		return;
	model->lose_ends = 1 + model_random(model, 2);
	model_trace(model, "%u writes that end a freeze will be lost", model->lose_ends);
}

/*
 * Does a counter run that a freeze stops? A unit that has ended it for itself hides that of the
 * others: its counters move.
 */
static bool any_stands(const struct model *model)
{
	unsigned int i, j;

	for (i = 0; i < MODEL_UNITS; i++) {
		if (model->units[i].escaped)
			return false;
	}
	for (i = 0; i < model->num_events; i++) {
		const struct model_event *event = model->events[i];

		if (!event->counting || model_runs_freely(event) ||
		    (model->silent && event->kind->extra != MODEL_FIXED))
			continue;
		for (j = 0; j < MODEL_UNITS; j++) {
			if (model_on_unit(event, j) && !model->units[j].gone &&
			    !(model->type.no_freeze_ids & BIT(j)))
				return true;
		}
	}
	return false;
}

void model_note_pass(struct model *model)
{
	model->silent &= model->frozen && !model->global_status;
	if (!model->frozen || !any_stands(model)) {
		model->frozen_passes = 0;
		return;
	}
	/* While events sample, polls end it, if they can see it. */
	model->frozen_passes += model->silent || !model->die->overflow.polls;
	if (model->frozen_passes == PASSES)
		model_fail(model, "frozen since %u reads of all counters", PASSES);
}
