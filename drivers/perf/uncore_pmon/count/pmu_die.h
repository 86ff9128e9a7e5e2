/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What counting knows of PMUs: their units on a die, and which of them waits for counters.
 */
#ifndef _UNCORE_PMON_PMU_DIE_H
#define _UNCORE_PMON_PMU_DIE_H

#include <linux/types.h>

#include "count/unit.h"

/**
 * struct pmon_pmu_die - the units of a PMU on one die
 * @die: the die, NULL if the PMU has no unit there
 * @units: the units an event of the PMU counts on
 * @num_units: how many
 * @disabled: brackets that perf has open, pmu_disable to pmu_enable or a transaction
 *	      that adds a group: commit later
 * @brackets: how many there have been, those within others not counted
 * @moving: while another CPU takes over: perf moves its events, those it takes off are parked
 * @level: that of the PMU
 * @waiting: an event that found its counters taken by another PMU, or NULL
 * @waiting_since: when it did so last, ktime_get_mono_fast_ns()
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
