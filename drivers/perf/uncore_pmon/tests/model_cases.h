/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sequences of the random test that are not random, by the files that have them.
 */
#ifndef _UNCORE_PMON_MODEL_CASES_H
#define _UNCORE_PMON_MODEL_CASES_H

#include "model.h"

#define MODEL_ALL	MODEL_UNITS	/* number of the PMU of all units */
#define MODEL_ANY	9		/* the first of many kinds of event for any counter */

/* One without a name ends the list. */
struct model_case {
	const char *name;
	void (*function)(struct model *model);
	bool pci;	/* units are PCI functions */
};

/* model_cases.c */

const struct model_case *model_cases(void);
int model_run_case(struct model *model, const struct model_case *which);

/* Without sampling if @period is 0. */
struct model_event *model_open_event(struct model *model, unsigned int pmu,
				     unsigned int kind, u64 period);

/* model_package.c */

void model_pinned_without_owner(struct model *model);

/* model_gone.c */

void model_snapshot_of_gone(struct model *model);
void model_stopped_while_gone(struct model *model);
void model_return_while_frozen(struct model *model);
void model_gone_while_offline(struct model *model);
void model_fixed_of_gone(struct model *model);
void model_preset_faults(struct model *model);
void model_stopped_with_fault(struct model *model);

/* model_values.c */

/* A group of two events of unit 0 with "snapshot". Returns the sibling, or NULL. */
struct model_event *model_open_snapshot(struct model *model, unsigned int kind,
					struct model_event **leader);
void model_value_of_leader(struct model *model);
void model_period_pending(struct model *model);
void model_snapshot_stopped(struct model *model);
void model_late_after_storm(struct model *model);
void model_snapshot_of_frozen(struct model *model);

/* model_turns.c */

void model_turns(struct model *model);
void model_turns_of_groups(struct model *model);
void model_turns_of_unit_group(struct model *model);
void model_turns_of_type_group(struct model *model);
void model_turns_of_sizes(struct model *model);
void model_turns_of_disabled(struct model *model);

#endif
