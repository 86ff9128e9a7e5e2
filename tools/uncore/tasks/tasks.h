/* SPDX-License-Identifier: GPL-2.0-only */
/* uncore tasks: what it prints. */
#ifndef UNCORE_TASKS_H
#define UNCORE_TASKS_H

#include "base/clock.h"
#include "sharing/shares.h"

/**
 * tasks_print() - print an interval
 * @of: the machine
 * @counters: the events
 * @by: what shares are summed for
 * @end: when it ended
 * @lines: at most so many for each die, 0: all
 * @json: a JSON object for each line
 * @time: the time of day in each line
 * @rest: name of what no task got: "idle" or "unexplained"
 */
void tasks_print(const struct machine *of, const struct counters *counters, enum tasks_by by, const struct moment *end,
		 uint64_t lines, bool json, bool time, const char *rest);

#endif
