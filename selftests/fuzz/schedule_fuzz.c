// SPDX-License-Identifier: GPL-2.0-only
/*
 * The scheduler against an oracle: an assignment is found whenever there is
 * one, keeps the rules, and moves as few running events as possible.
 */
#include "fuzz.h"
#include "schedule_oracle.h"

#define UNTOUCHED	99

static void take_claims(struct input *input, struct pmon_request *request)
{
	unsigned int i;

	for (i = 0; i < PMON_MAX_CLAIMS; i++) {
		unsigned int shift = take(input, 1) & 0x3c;
		unsigned int what = (unsigned int)take(input, 1);

		/* Few resources and few bits, so that claims meet. */
		request->claims[i].resource = what >> 7;
		request->claims[i].mask = (u64)(what & 3) << shift;
		request->claims[i].value = (u64)(what >> 2 & what & 3) << shift;
	}
}

static void take_requests(struct input *input, struct pmon_request *requests,
			  unsigned int num, unsigned int counters)
{
	unsigned int with_claims = take(input, 1) % 4 == 0;
	unsigned int with_shared = take(input, 1) % 4 == 0;
	unsigned int bytes = (counters + 7) / 8;
	u32 all = counters == 32 ? ~0U : (1U << counters) - 1;
	unsigned int i;

	for (i = 0; i < num; i++) {
		requests[i].counters = (u32)take(input, bytes) & all;
		requests[i].current_counter = (s8)take(input, 1);
		/* Mostly a counter that exists, at times anything. */
		if (requests[i].current_counter > 0)
			requests[i].current_counter %= (s8)counters;
		if (with_shared)
			requests[i].shared = (u32)take(input, bytes);
		if (with_claims)
			take_claims(input, &requests[i]);
	}
}

static void check(const struct pmon_request *requests, unsigned int num,
		  bool small)
{
	s8 assignment[PMON_MAX_REQUESTS];
	unsigned int i;
	int error, moves;

	memset(assignment, UNTOUCHED, sizeof(assignment));
	error = pmon_schedule(requests, num, assignment);

	if (!oracle_claims_agree(requests, num))
		REQUIRE(error == -EBUSY);
	else if (!oracle_possible(requests, num))
		REQUIRE(error == -EAGAIN);
	else
		REQUIRE(error == 0);

	for (i = error ? 0 : num; i < PMON_MAX_REQUESTS; i++)
		REQUIRE(assignment[i] == UNTOUCHED);
	if (error)
		return;

	moves = oracle_moves(requests, num, assignment);
	REQUIRE(moves != ORACLE_IMPOSSIBLE);
	if (small)
		REQUIRE(moves == oracle_fewest_moves(requests, num));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct pmon_request requests[PMON_MAX_REQUESTS] = { 0 };
	unsigned int num, counters;
	bool small = take(&input, 1) % 8;

	if (small) {
		num = take(&input, 1) % 7;
		counters = 1 + take(&input, 1) % 6;
	} else {
		num = take(&input, 1) % (PMON_MAX_REQUESTS + 1);
		counters = 1 + take(&input, 1) % PMON_MAX_COUNTERS;
	}

	take_requests(&input, requests, num, counters);
	check(requests, num, small);
	return 0;
}
