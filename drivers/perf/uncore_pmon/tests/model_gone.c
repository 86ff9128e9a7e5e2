// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units that do not answer, for the random test: steps and fixed sequences. See model.h.
 *
 * All registers of such a unit read as all ones, and writes have no effect. Of a unit with a fault,
 * only some registers do so.
 */
#include "count/die.h"
#include "count/unit.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "model_cases.h"
#include "model_perf.h"
#include "model_truth.h"

/* Its counts are those of the last read, which was no snapshot. */
static void lose_counts(struct model *model, const struct model_unit *unit, bool unnoticed)
{
	unsigned int i;

	model->lossy = true;
	model->disturbed = true;
	for (i = 0; i < model->num_events; i++) {
		struct model_event *event = model->events[i];

		if (!(event->units & BIT(unit->id)))
			continue;
		if (unnoticed)
			event->low = min(event->low, model_count(event));
		event->loose = true;
		event->comparable = false;
	}
}

/* A unit disappears, maybe after its counters were read once more. */
void model_random_gone(struct model *model)
{
	struct model_unit *unit = &model->units[model_random(model, MODEL_UNITS)];
	bool unnoticed = model_random(model, 2);

	if (model_random(model, 4))
		return;
	model_trace(model, "unit %u is gone", unit->id);
	if (!unnoticed)
		model_poll(model);
	unit->gone = true;
	lose_counts(model, unit, unnoticed);
}

/* @event is one of the unit's PMU, or NULL for all units that are gone. */
static void retry(struct model *model, struct model_event *event)
{
	unsigned long flags = pmon_die_lock(model->die);
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++)
		pmon_unit_retry(model->units[i].unit);
	pmon_die_unlock(model->die, flags);
}

/* While a freeze is being ended, a unit is not taken back. */
static bool has_to_wait(const struct model *model, const struct model_unit *unit)
{
	return unit->unit->gone && model->die->overflow.phase == PMON_ENDING;
}

/* A unit answers again, and a timer or a user notices. Its registers can have any value. */
void model_random_return(struct model *model)
{
	struct model_unit *unit = &model->units[model_random(model, MODEL_UNITS)];

	if (!unit->gone || !unit->unit->gone)
		return;
	model_trace(model, "unit %u is back", unit->id);
	unit->gone = false;
	/* It could be the only counter. */
	unit->wrong = MODEL_RIGHT;
	model_hw_lose(unit);
	/* The driver may have handled the unit's bit in a freeze that has not ended yet. */
	unit->status = 0;
	lose_counts(model, unit, false);
	model_on_cpu(model, model->owner, NULL, retry);
	unit->gone = has_to_wait(model, unit);
}

static void begin_fault(struct model *model, struct model_unit *unit)
{
	/* Writes to PCI units do not fail. */
	unsigned int last = model->halves ? MODEL_LAST_READ : MODEL_LAST_WRITE;

	unit->fault = 1 + model_random(model, last);
	unit->faulty = model_random(model, BIT(model->general));
	unit->seldom = model_random(model, 2);
	model->faulted = true;
	model_trace(model, "unit %u: accesses of kind %u to %#x fault%s", unit->id, unit->fault,
		    unit->faulty, unit->seldom ? " now and then" : "");
}

/* Accesses to registers of one kind begin to fault, or end to do so. */
void model_random_fault(struct model *model)
{
	struct model_unit *unit = &model->units[model_random(model, MODEL_UNITS)];

	if (model_random(model, 3))
		return;
	if (unit->fault) {
		enum model_fault fault = unit->fault;

		model_trace(model, "unit %u: no faults any more", unit->id);
		unit->fault = MODEL_NO_FAULT;
		unit->wrong = MODEL_RIGHT;
		model_on_cpu(model, model->owner, NULL, retry);
		if (has_to_wait(model, unit))
			unit->fault = fault;
	} else {
		model_poll(model);
		begin_fault(model, unit);
	}
	lose_counts(model, unit, true);
}

/* One bad access of a counter must change nothing. */
void model_random_wrong(struct model *model)
{
	struct model_unit *unit = &model->units[model_random(model, MODEL_UNITS)];

	unit->wrong = 1 + model_random(model, MODEL_WRONGS - 1);
	model_trace(model, "unit %u: the next reading is wrong (%u)", unit->id, unit->wrong);
}

/* The next snapshot includes events that the timer read before a unit stopped answering. */
void model_snapshot_of_gone(struct model *model)
{
	struct model_event *leader, *sibling = model_open_snapshot(model, MODEL_ANY + 1, &leader);

	if (!sibling)
		return;
	model_happen(model, 0, leader->kind, 100);
	model_happen(model, 0, sibling->kind, 7);
	model_poll(model);
	model->units[0].gone = true;
	model_poll(model);
	model_perf_read(model, leader, leader->cpu);
	if (model_count(leader) != 100 || model_count(sibling) != 7)
		model_fail(model, "%llu and %llu of a unit that is gone, not 100 and 7",
			   model_count(leader), model_count(sibling));
	model->lossy = true;
	model_finish_step(model);
}

static void without_clear(struct model *model)
{
	struct pmon_unit *unit = model->units[0].unit;
	unsigned int i;

	model->layout.clear = 0;
	for (i = 0; i < unit->num_counters; i++)
		unit->counters[i].clear = 0;
}

/*
 * Counters without a clear bit, as of Haswell-EP to Ice Lake-SP, are read before they start. An
 * event that found its unit gone there is stopped. Another one has the counter when it returns.
 */
void model_stopped_while_gone(struct model *model)
{
	struct model_event *first, *second;

	without_clear(model);
	model->units[0].gone = true;
	first = model_open_event(model, 0, MODEL_ANY, 0);
	if (!first)
		return;
	first->off = true;
	model_perf_disable(model, first);
	model->units[0].gone = false;
	model_on_cpu(model, model->owner, NULL, retry);
	second = model_open_event(model, 0, MODEL_ANY + 1, 0);
	if (!second)
		return;
	model_happen(model, 0, second->kind, 1000);
	first->off = false;
	model_perf_enable(model, first);
	model_happen(model, 0, first->kind, 100);
	model_perf_read(model, first, first->cpu);
	model_perf_read(model, second, second->cpu);
	if (model_count(first) != 100 || model_count(second) != 1000)
		model_fail(model, "%llu and %llu events, not 100 and 1000", model_count(first),
			   model_count(second));
	model->lossy = true;
	model_finish_step(model);
}

/* Two units overflow, so that the freeze has several slices. Another one returns between two. */
void model_return_while_frozen(struct model *model)
{
	struct model_event *plain = model_open_event(model, 0, MODEL_ANY, 0);
	struct model_event *one = model_open_event(model, 1, MODEL_ANY, 1000);
	struct model_event *two = model_open_event(model, 2, MODEL_ANY, 1000);

	if (!plain || !one || !two)
		return;
	model->single = true;
	model->units[0].gone = true;
	model_poll(model);
	model_happen(model, 1, one->kind, 1000);
	model->frozen = false;
	model_happen(model, 2, two->kind, 1000);
	model_fire(model, PMON_WALK_FREEZE);
	model->units[0].gone = false;
	model_on_cpu(model, model->owner, NULL, retry);
	/* The driver of KUnit has long slices. */
	if (model->frozen && model_happen(model, 0, plain->kind, 5))
		model_fail(model, "a unit counts while its package is frozen");
	model_poll_freezes(model);
	model_on_cpu(model, model->owner, NULL, retry);
	if (one->samples != 1 || two->samples != 1)
		model_fail(model, "%llu and %llu samples", one->samples, two->samples);
	model->lossy = true;
	model->disturbed = true;
	model_finish_step(model);
}

/* Writes to PCI and memory units do not fail. The driver has to read a unit to find it again. */
void model_gone_while_offline(struct model *model)
{
	struct pmon_unit *unit = model->units[0].unit;
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 0);

	if (!event)
		return;
	model->units[0].gone = true;
	model_perf_read(model, event, event->cpu);
	model_close(model, event);
	pmon_die_reset(model->die, model->owner);
	if (!unit->gone)
		model_fail(model, "a unit that does not answer is not gone");
	model->units[0].gone = false;
	model_on_cpu(model, model->owner, NULL, retry);
	if (unit->gone)
		model_fail(model, "a unit that answers is gone");
	model->disturbed = true;
	model_finish_step(model);
}

/* A counter that has answered once is not missing when its unit vanishes during a sleep. */
void model_fixed_of_gone(struct model *model)
{
	struct model_event *second;

	if (!model_open_event(model, MODEL_ALL, MODEL_FIXED, 0))
		return;
	model_finish_step(model);
	pmon_die_suspend(model->die);
	model->units[0].gone = true;
	pmon_die_resume(model->die);
	model_poll(model);
	model->lossy = true;
	model->disturbed = true;
	second = model_open_event(model, MODEL_ALL, MODEL_ANY, 0);
	if (second && !second->counting)
		model_fail(model, "no counter on any unit, as one is gone");
	model_finish_step(model);
}

/* What was not written to a counter must not look like what it has counted. */
void model_preset_faults(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);

	if (!event)
		return;
	model_happen(model, 0, event->kind, 100);
	model->units[0].fault = MODEL_WRITE_COUNTER;
	model->units[0].faulty = ~0U;
	model_perf_period(model, event, 500);
	model_perf_read(model, event, event->cpu);
	if (model_count(event) != 100)
		model_fail(model, "%llu events, not 100", model_count(event));
	model_finish_step(model);
}

/*
 * The timer has read a group before its counters stop answering. The rest of the unit answers, but
 * the counters cannot be started anew.
 */
void model_stopped_with_fault(struct model *model)
{
	struct model_event *leader, *sibling;

	without_clear(model);
	leader = model_open_event(model, 0, MODEL_ANY, 0);
	sibling = model_new_event(model, 0, &model->kinds[MODEL_ANY + 1], leader);
	if (!leader || !sibling || !model_open(model, sibling))
		return;
	model_happen(model, 0, leader->kind, 100);
	model_happen(model, 0, sibling->kind, 7);
	model_poll(model);
	model->units[0].fault = MODEL_READ_COUNTER;
	model->units[0].faulty = BIT(model->general) - 1;
	model_poll(model);
	model_on_cpu(model, model->owner, NULL, retry);
	leader->off = true;
	model_perf_disable(model, leader);
	if (model_count(leader) != 100 || model_count(sibling) != 7)
		model_fail(model, "%llu and %llu events, not 100 and 7", model_count(leader),
			   model_count(sibling));
	model_finish_step(model);
}
