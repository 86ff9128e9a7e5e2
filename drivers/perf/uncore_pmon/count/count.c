// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arithmetic on counters that are narrower than a count.
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
