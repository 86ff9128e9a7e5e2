// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deltas, periods and limits against arithmetic in 128 bits.
 */
#include "count/count.h"
#include "fuzz.h"

typedef unsigned __int128 u128;

/* A counter that counts @events from @start and wraps gives back @events. */
static void check_delta(u64 start, u64 events, unsigned int width, u64 reserved)
{
	u128 modulus = (u128)1 << width;
	u64 previous = (u64)(start % modulus);
	u64 now = (u64)(((u128)previous + events) % modulus);
	u64 above = width < 64 ? reserved << width : 0;

	REQUIRE(pmon_count_delta(previous, now, width) ==
		(u64)(events % modulus));
	/* Reserved bits of the register are no part of the count. */
	REQUIRE(pmon_count_delta(previous | above, now, width) ==
		(u64)(events % modulus));
}

static void check_period(unsigned int width, u64 rate)
{
	u64 period = pmon_poll_period_ns(width, rate);
	u128 half = (u128)1 << (width - 1);
	u128 exact = half * 1000000000U / (rate ? rate : PMON_RATE_MAX);

	if (exact < PMON_POLL_MIN_NS)
		exact = PMON_POLL_MIN_NS;
	if (exact > PMON_POLL_MAX_NS)
		exact = PMON_POLL_MAX_NS;
	REQUIRE(period == (u64)exact);
}

/* Twice the events of the time and a little more, but no more than half of the range. */
static void check_possible(u64 elapsed, u64 rate, unsigned int width)
{
	u64 possible = pmon_count_possible(elapsed, rate, width);
	u128 half = (u128)1 << (width - 1);
	u128 exact = (u128)elapsed * (rate ? rate : PMON_RATE_MAX) / 1000000000U * 2;

	REQUIRE(possible && possible <= half);
	REQUIRE(possible == half || possible >= exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	unsigned int width = 1 + take(&input, 1) % 64;
	unsigned int shift = take(&input, 1) % 64;
	u64 rate = take(&input, 8) >> shift;
	u64 start = take(&input, 8);
	u64 events = take(&input, 8);

	check_delta(start, events, width, take(&input, 8));
	check_period(width, rate);
	check_period(width, 0);
	check_possible(events, rate, width);
	check_possible(start, 0, width);
	REQUIRE(pmon_count_delta(start, events, 0) == 0);
	REQUIRE(pmon_poll_period_ns(0, rate) == PMON_POLL_MIN_NS);
	return 0;
}
