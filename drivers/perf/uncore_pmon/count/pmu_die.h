/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The units of a PMU on a die, and its event that waits for counters.
 */
#ifndef _UNCORE_PMON_PMU_DIE_H
#define _UNCORE_PMON_PMU_DIE_H

#include <linux/types.h>

#include "count/unit.h"

/**
 * struct pmon_pmu_die - the units of a PMU on one die
 * @die: the die, NULL if the PMU has no unit there
 * @units: the units on which an event of the PMU counts
 * @num_units: how many
 * @disabled: nesting of brackets that perf has open: pmu_disable to pmu_enable, or a transaction
 *	      that adds a group. Commits wait for the end of the outermost
 * @brackets: number of outermost brackets so far
 * @moving: a handover is moving the PMU's events: events that perf removes are parked
 * @level: level of the PMU
 * @waiting: an event whose counters the other PMU uses, or NULL
 * @waiting_since: time of its last attempt, ktime_get_mono_fast_ns()
 */
struct pmon_pmu_die {
	struct pmon_die *die;
	struct pmon_unit **units;
	unsigned int num_units;
	unsigned int disabled;
	unsigned int brackets;
	bool moving;
	enum pmon_event_level level;
	struct pmon_perf_event *waiting;
	u64 waiting_since;
};

#endif
