// SPDX-License-Identifier: GPL-2.0-only
/*
 * Enabled and running times of events.
 */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/minmax.h>

#include "count/pmu_die.h"
#include "count/times.h"
#include "count/unit.h"

/* Flag in &pmon_times.absent: the event has no counters. */
#define WITHOUT		BIT_ULL(0)

static void leave(struct pmon_perf_event *event, u64 absent, u64 now)
{
	struct pmon_times *times = &event->times;

	times->since = now;
	times->bracket = event->pmu_die->brackets;
	WRITE_ONCE(times->absent, (absent - now) << 1 | WITHOUT);
}

void pmon_times_want(struct pmon_perf_event *event)
{
	u64 now;

	if (event->times.begun)
		return;
	now = ktime_get_mono_fast_ns();
	leave(event, 0, now);
	WRITE_ONCE(event->times.begun, now);
}

void pmon_times_on(struct pmon_perf_event *event)
{
	const struct pmon_pmu_die *pmu_die = event->pmu_die;
	struct pmon_times *times = &event->times;
	u64 now;

	pmon_times_want(event);
	if (!(times->absent & WITHOUT))
		return;
	now = pmu_die->disabled && times->bracket == pmu_die->brackets ?
	      times->since : ktime_get_mono_fast_ns();
	WRITE_ONCE(times->absent, (times->absent & ~WITHOUT) + (now << 1));
}

void pmon_times_off(struct pmon_perf_event *event)
{
	if (!(event->times.absent & WITHOUT))
		leave(event, event->times.absent >> 1, ktime_get_mono_fast_ns());
}

void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running)
{
	u64 begun = READ_ONCE(event->times.begun);
	u64 absent = READ_ONCE(event->times.absent);
	u64 now = ktime_get_mono_fast_ns();
	s64 without;

	*enabled = 0;
	*running = 0;
	/* The clock can be slightly behind on another CPU. */
	if (!begun || now < begun)
		return;
	*enabled = now - begun;
	if (absent & WITHOUT)
		absent += (now << 1) - WITHOUT;
	without = (s64)absent >> 1;
	*running = *enabled - clamp_t(s64, without, 0, *enabled);
}
