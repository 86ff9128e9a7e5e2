// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arithmetic on counters that are narrower than a count, and on sampling periods.
 */
#include "count/count.h"

#define NSEC_IN_SECOND	1000000000ULL

u64 pmon_count_delta(u64 previous, u64 now, unsigned int width)
{
	if (!width)
		return 0;
	if (width > 64)
		width = 64;

	/* Modulo 2^64, and then modulo 2^width: correct across the wrap. */
	return (now - previous) & GENMASK_ULL(width - 1, 0);
}

u64 pmon_poll_period_ns(unsigned int width, u64 rate)
{
	u64 period, remainder;
	unsigned int bit;

	if (!width)
		return PMON_POLL_MIN_NS;
	if (width > 64)
		width = 64;
	if (!rate)
		rate = PMON_RATE_MAX;

	/*
	 * 2^(width - 1) * NSEC_IN_SECOND / rate, doubling quotient and
	 * remainder bit by bit: the product has up to 93 bits, and the kernel
	 * cannot divide more than 64. Stops at the limit, before the
	 * quotient can overflow.
	 */
	period = NSEC_IN_SECOND / rate;
	remainder = NSEC_IN_SECOND % rate;
	for (bit = 1; bit < width && period < PMON_POLL_MAX_NS; bit++) {
		bool carry = remainder >= rate - remainder;

		period = period * 2 + carry;
		remainder = carry ? remainder - (rate - remainder)
				  : remainder * 2;
	}

	if (period < PMON_POLL_MIN_NS)
		return PMON_POLL_MIN_NS;
	if (period > PMON_POLL_MAX_NS)
		return PMON_POLL_MAX_NS;
	return period;
}

u64 pmon_count_possible(u64 elapsed, u64 rate, unsigned int width)
{
	u64 half = 1ULL << ((width && width <= 64 ? width : 64) - 1);
	/* In microseconds: nanoseconds times events a second have 76 bits. */
	u64 us = elapsed / 1000 + 1, events = (rate ? rate : PMON_RATE_MAX) / 1000000 + 1;

	return us < half / 2 / events ? 2 * us * events : half;
}

/*
 * A counter is preset to at most half of its range, so that the difference between two readings is
 * never ambiguous.
 */
static u64 longest_lap(unsigned int width)
{
	return 1ULL << (width - 1);
}

void pmon_period_begin(struct pmon_period *period, u64 events, unsigned int width)
{
	u64 lap = min(events, longest_lap(width));

	period->left = lap;
	period->beyond = events - lap;
}

u64 pmon_period_overflow(struct pmon_period *period, u64 events, unsigned int width)
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
