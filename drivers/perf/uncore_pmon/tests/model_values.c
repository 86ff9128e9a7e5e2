// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fixed sequences of the random test: values and samples of events that perf stops or changes. See
 * model.h.
 */
#include "count/die.h"
#include "freeze/poll.h"
#include "model_cases.h"
#include "model_truth.h"

#define STORM	16	/* polls in a row that find the package frozen */

/*
 * The leader only counts, and a sibling samples. perf removes the leader first, while the package
 * is frozen: the sample contains the leader's events nevertheless (model_perf_read_in_sample()).
 */
void model_value_of_leader(struct model *model)
{
	struct model_event *leader = model_open_event(model, MODEL_ALL, MODEL_ANY, 0), *sibling;

	if (!leader)
		return;
	sibling = model_new_event(model, MODEL_ALL, &model->kinds[MODEL_ANY + 1], leader);
	if (!sibling)
		return;
	model_sample(sibling, 1000);
	sibling->perf.attr.sample_type = PERF_SAMPLE_READ;
	sibling->perf.attr.read_format = PERF_FORMAT_GROUP;
	if (!model_open(model, sibling))
		return;
	model_finish_step(model);
	model_happen(model, 0, leader->kind, 100);
	model_happen(model, 1, sibling->kind, 1000);
	leader->off = true;
	model_perf_disable(model, leader);
	if (sibling->samples != 1)
		model_fail(model, "%llu samples", sibling->samples);
	model_finish_step(model);
}

/* The period that is over when perf sets another one ends with its own length. */
void model_period_pending(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	struct pmon_perf_event *own;

	if (!event)
		return;
	own = to_pmon_event(&event->perf);
	model_happen(model, 0, event->kind, 1025);
	model_perf_period(model, event, 10);
	if (event->samples != 1 || own->missed)
		model_fail(model, "%llu samples, %llu periods missed", event->samples, own->missed);
	model_finish_step(model);
}

struct model_event *model_open_snapshot(struct model *model, unsigned int kind,
					struct model_event **leader)
{
	struct model_event *sibling;

	*leader = model_new_event(model, 0, &model->kinds[MODEL_ANY], NULL);
	if (!*leader)
		return NULL;
	(*leader)->perf.attr.read_format = PERF_FORMAT_GROUP;
	(*leader)->perf.attr.config1 |= PMON_SNAPSHOT;
	if (!model_open(model, *leader))
		return NULL;
	sibling = model_new_event(model, 0, &model->kinds[kind], *leader);
	return sibling && model_open(model, sibling) ? sibling : NULL;
}

/* perf stat disables a group before it reads it, as events of CPUs have no task that ends. */
void model_snapshot_stopped(struct model *model)
{
	struct model_event *leader, *sibling = model_open_snapshot(model, MODEL_ANY, &leader);

	if (!sibling)
		return;
	model_finish_step(model);
	/* Each access takes a cycle of their clock. */
	model->options.tick = true;
	leader->off = true;
	model_perf_disable(model, leader);
	model->options.tick = false;
	if (model_count(leader) != model_count(sibling))
		model_fail(model, "%llu and %llu events of one clock", model_count(leader),
			   model_count(sibling));
	model_finish_step(model);
}

/* The events of a storm are closed in its pause. A message that is lost later is found. */
void model_late_after_storm(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 10);
	u64 *count = model->die->ledger.count;
	unsigned int i;

	if (!event)
		return;
	for (i = 0; i < STORM; i++) {
		model_happen(model, 0, event->kind, 10);
		model_poll_freezes(model);
	}
	if (!count[PMON_STORMS])
		model_fail(model, "no storm");
	model_close(model, event);
	model_finish_step(model);
	for (i = 0; i < 200; i++)
		model_poll_freezes(model);
	event = model_open_event(model, 0, MODEL_ANY, 1000);
	if (!event)
		return;
	model_finish_step(model);
	model_happen(model, 0, event->kind, 1000);
	model->frozen = false;
	model->global_status = 0;
	model->units[0].status = 0;
	event->loose = true;
	for (i = 0; i < 100; i++)
		model_poll_freezes(model);
	if (event->samples != 1 || count[PMON_LATE] != 1)
		model_fail(model, "%llu samples, %llu of them late", event->samples,
			   count[PMON_LATE]);
	model_finish_step(model);
}

/* Two units overflow, so that the freeze has several slices. A snapshot is read between two. */
void model_snapshot_of_frozen(struct model *model)
{
	struct model_event *leader, *sibling = model_open_snapshot(model, MODEL_ANY + 1, &leader);
	struct model_event *one = model_open_event(model, 1, MODEL_ANY, 1000);
	struct model_event *two = model_open_event(model, 2, MODEL_ANY, 1000);

	if (!sibling || !one || !two)
		return;
	model->single = true;
	model_happen(model, 1, one->kind, 1000);
	model->frozen = false;
	model_happen(model, 2, two->kind, 1000);
	model_fire(model, PMON_WALK_FREEZE);
	model_perf_read(model, leader, leader->cpu);
	/* The driver of KUnit has long slices. */
	if (model->frozen && model_happen(model, 0, leader->kind, 5))
		model_fail(model, "a unit counts while its package is frozen");
	model_poll_freezes(model);
	if (one->samples != 1 || two->samples != 1)
		model_fail(model, "%llu and %llu samples", one->samples, two->samples);
	model_finish_step(model);
}
