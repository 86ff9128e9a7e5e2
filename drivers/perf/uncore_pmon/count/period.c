// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sampling periods of counters that are preset to overflow.
 */
#include "count/period.h"

/*
 * A counter is preset to at most half of its range, so that the difference between two readings is
 * never ambiguous.
 */
static u64 longest_lap(unsigned int width)
{
	return 1ULL << (width - 1);
}

void pmon_period_begin(struct pmon_period *period, u64 events,
		       unsigned int width)
{
	u64 lap = min(events, longest_lap(width));

	period->left = lap;
	period->beyond = events - lap;
}

u64 pmon_period_overflow(struct pmon_period *period, u64 events,
			 unsigned int width)
{
	u64 over = -(u64)period->left;
	u64 missed;

	if (!pmon_period_is_over(period)) {
		pmon_period_begin(period, period->beyond - over, width);
		return 0;
	}
	over -= period->beyond;
	missed = over / events;
	pmon_period_begin(period, events - (over - missed * events), width);
	return missed + 1;
}

void pmon_period_resume(struct pmon_period *period, unsigned int width)
{
	if (period->left > 0)
		pmon_period_begin(period, period->left + period->beyond, width);
}

u64 pmon_period_preset(const struct pmon_period *period, unsigned int width)
{
	u64 top = GENMASK_ULL(width - 1, 0);

	return period->left > 0 ? -(u64)period->left & top : top;
}
