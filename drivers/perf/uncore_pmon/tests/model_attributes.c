// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random attributes of events, for the random test. See model.h.
 */
#include "model.h"

/* A band's value can be at any band's position in config1. Twins use the same bits. */
static void choose_config(struct model *model, struct model_event *event)
{
	const struct model_kind *kind = event->kind;
	struct perf_event_attr *attr = &event->perf.attr;
	unsigned int band = kind->band ? model_random(model, 4) : 0;

	attr->config = kind->config + band + (kind->twin && model_random(model, 2));
	attr->config1 = kind->config1 | (u64)kind->band << 8 * band;
}

u64 model_choose_period(struct model *model)
{
	switch (model_random(model, 8)) {
	case 0:
		return 1 + model_random(model, 3);
	case 1:
		return BIT_ULL(model_random(model, 62)) + model_random(model, 3);
	case 2:
		/* Slightly more than the longest preset. */
		return model_lap(model) + model_random(model, 4);
	default:
		return 10 + model_random(model, 2000);
	}
}

static void choose_units(struct model *model, struct model_event *event)
{
	event->units = event->pmu->units;
	if (hweight32(event->units) == 1 || model_chance(model, 50))
		return;
	event->units = 1 + model_random(model, BIT(MODEL_UNITS) - 1);
	event->perf.attr.config2 = event->units;
}

void model_sample(struct model_event *event, u64 period)
{
	event->period = period;
	event->perf.attr.sample_period = period;
	event->perf.hw.sample_period = period;
	event->perf.hw.last_period = period;
	local64_set(&event->perf.hw.period_left, period);
}

/* Attributes that the driver must reject. */
static void choose_wrong(struct model *model, struct model_event *event,
			 const struct model_event *leader)
{
	struct perf_event_attr *attr = &event->perf.attr;

	event->wrong = -EINVAL;
	switch (model_random(model, 9)) {
	case 0:
		attr->config |= BIT_ULL(20 + model_random(model, 12));
		break;
	case 1:
		attr->config2 |= BIT_ULL(MODEL_UNITS + model_random(model, 64 - MODEL_UNITS));
		break;
	case 2:
		event->perf.cpu = -1;
		break;
	case 3:
		event->perf.attach_state |= PERF_ATTACH_TASK;
		break;
	case 4:
		attr->type++;
		event->wrong = -ENOENT;
		break;
	case 5:
		attr->precise_ip = 1;
		event->wrong = -EOPNOTSUPP;
		break;
	case 6:
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		event->wrong = -EOPNOTSUPP;
		break;
	case 7:
		model_sample(event, model_choose_period(model));
		attr->freq = event->kind->extra < 0 && model_chance(model, 80);
		event->wrong = attr->freq || event->kind->extra >= 0 ||
			       !model->layout.freeze_on_overflow ||
			       event->units & model->type.no_freeze_ids ? -EOPNOTSUPP : 0;
		break;
	case 8:
		event->wrong = 0;
		if (!leader || !model->partner || model->locked)
			break;
		event->perf.cpu = model->partner->cpu;
		event->wrong = -EXDEV;
		break;
	}
}

void model_choose_attributes(struct model *model, struct model_event *event,
			     const struct model_event *leader)
{
	struct perf_event_attr *attr = &event->perf.attr;

	choose_config(model, event);
	choose_units(model, event);
	event->perf.cpu = model_random_cpu(model);
	if (leader ? leader->perf.attr.config1 & PMON_SNAPSHOT && model_chance(model, 50) :
	    model_chance(model, 30))
		attr->config1 |= PMON_SNAPSHOT;
	attr->pinned = !leader && model_chance(model, 20);
	event->off = model_chance(model, 20);
	if (model_chance(model, 50))
		attr->read_format = PERF_FORMAT_GROUP;
	if (model_chance(model, 3))
		choose_wrong(model, event, leader);
	if (event->wrong || event->kind->extra >= 0 || !model->layout.freeze_on_overflow ||
	    event->units & model->type.no_freeze_ids || model_chance(model, 70))
		return;
	model_sample(event, model_choose_period(model));
	if (model_chance(model, 50))
		attr->sample_type |= PERF_SAMPLE_PERIOD;
	if (model_chance(model, 50))
		attr->sample_type |= PERF_SAMPLE_READ;
}
