/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the random test knows of its events: their true counts, and whether there is room for them.
 */
#ifndef _UNCORE_PMON_MODEL_TRUTH_H
#define _UNCORE_PMON_MODEL_TRUTH_H

#include "model.h"

/* model_truth.c: calls and hardware events. */
void model_adding(struct model_event *event);
void model_starting(struct model_event *event);
void model_added(struct model *model, struct model_event *event, int error);
void model_deleted(struct model *model, struct model_event *event);
void model_stopped(struct model *model, struct model_event *event);
void model_enabled(struct model *model, const struct model_pmu *pmu);
void model_was_read(struct model *model, struct model_event *event);
void model_sampled(struct model *model, struct model_event *event);
void model_snapshot(struct model *model, struct model_event *leader);
void model_consume(struct model *model, struct model_event *event);
void model_reset_count(struct model_event *event);
void model_period_changed(struct model_event *event, u64 period);
u64 model_happen(struct model *model, unsigned int unit, const struct model_kind *kind,
		 u64 events);
u64 model_slip_in(struct model *model, unsigned int unit, const struct model_kind *kind,
		  u64 events);
void model_left_out(struct model_event *event);
void model_ticked(struct model_unit *unit, u32 counters);

/* Check that the count is between its bounds; "when" is the last action. */
void model_check_count(struct model *model, const struct model_event *event,
		       const char *when);
void model_stop_lingering(struct model_event *event);

/* model_place.c: do running events leave room for the event? Does its group fit at all? */
bool model_must_fit(const struct model *model, struct model_event *event);
bool model_group_fits(const struct model *model, struct model_event *event);
bool model_units_have(const struct model *model, const struct model_event *event);

/* Would there be room without events of the other PMU? */
bool model_may_wait(const struct model *model, struct model_event *event);

#endif
