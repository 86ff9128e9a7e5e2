// SPDX-License-Identifier: GPL-2.0-only
/*
 * The scheduler against an oracle: counters and alternatives are found
 * whenever there are any, keep the rules, and disturb as few running events as
 * possible.
 */
#include "fuzz.h"
#include "schedule_oracle.h"

#define UNTOUCHED	99

/* What the requests point to. */
struct event {
	struct pmon_claim claims[PMON_MAX_CLAIMS];
	struct pmon_alternative alternatives[PMON_MAX_ALTERNATIVES];
};

static void take_claims(struct input *input, struct pmon_claim *claims,
			unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		unsigned int shift = take(input, 1) & 0x3c;
		unsigned int what = (unsigned int)take(input, 1);

		/* Few resources and few bits, so that claims meet. */
		claims[i].resource = what >> 7;
		claims[i].mask = (u64)(what & 3) << shift;
		claims[i].value = (u64)(what >> 2 & what & 3) << shift;
	}
}

/* A value that each alternative wants in another place, as the hardware has it. */
static void take_fields(struct input *input, struct pmon_alternative *alternatives,
			unsigned int num)
{
	unsigned int value = take(input, 1) & 3, i;

	for (i = 0; i < num; i++) {
		alternatives[i].claims[0].mask = 3ULL << 2 * i;
		alternatives[i].claims[0].value = (u64)value << 2 * i;
	}
}

static void take_alternatives(struct input *input, struct event *event,
			      struct pmon_request *request)
{
	unsigned int what = (unsigned int)take(input, 1), i;

	request->num_alternatives = what % (PMON_MAX_ALTERNATIVES + 1);
	request->current_alternative = (s8)(take(input, 1) % 6) - 1;
	request->alternatives = event->alternatives;
	if (what & 0x80) {
		take_fields(input, event->alternatives,
			    request->num_alternatives);
		return;
	}
	for (i = 0; i < request->num_alternatives; i++)
		take_claims(input, event->alternatives[i].claims,
			    PMON_MAX_ALTERNATIVE_CLAIMS);
}

static void take_requests(struct input *input, struct pmon_request *requests,
			  struct event *events, unsigned int num,
			  unsigned int counters)
{
	unsigned int with = (unsigned int)take(input, 1);
	unsigned int bytes = (counters + 7) / 8;
	/* Few, as all combinations are tried, and at times one too many. */
	unsigned int choosers = with & 0x10 ? take(input, 1) % 5 : 0;
	u32 all = counters == 32 ? ~0U : (1U << counters) - 1;
	unsigned int i;

	if (with & 0x10 && num > PMON_MAX_CHOOSERS && with & 0x20)
		choosers = PMON_MAX_CHOOSERS + (with >> 7);
	for (i = 0; i < num; i++) {
		requests[i].counters = (u32)take(input, bytes) & all;
		requests[i].current_counter = (s8)take(input, 1);
		requests[i].current_alternative = -1;
		/* Mostly a counter that exists, at times anything. */
		if (requests[i].current_counter > 0)
			requests[i].current_counter %= (s8)counters;
		if (with % 4 == 0)
			requests[i].shared = (u32)take(input, bytes);
		if (with / 4 % 4 == 0) {
			take_claims(input, events[i].claims, PMON_MAX_CLAIMS);
			requests[i].claims = events[i].claims;
		}
		if (i < choosers)
			take_alternatives(input, &events[i], &requests[i]);
	}
}

static unsigned int count_choosers(const struct pmon_request *requests,
				   unsigned int num)
{
	unsigned int i, choosers = 0;

	for (i = 0; i < num; i++)
		choosers += requests[i].num_alternatives > 0;
	return choosers;
}

static int expected(const struct pmon_request *requests, unsigned int num)
{
	if (!oracle_claims_agree(requests, num))
		return -EBUSY;
	if (!oracle_possible(requests, num))
		return -EAGAIN;
	if (count_choosers(requests, num) > PMON_MAX_CHOOSERS)
		return -EINVAL;
	return oracle_choice_possible(requests, num) ? 0 : -EBUSY;
}

static void check(const struct pmon_request *requests, unsigned int num,
		  bool small)
{
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int i;
	int error, moves;

	memset(assignment, UNTOUCHED, sizeof(assignment));
	memset(choice, UNTOUCHED, sizeof(choice));
	error = pmon_schedule(requests, num, assignment, choice);
	REQUIRE(error == expected(requests, num));

	for (i = error ? 0 : num; i < PMON_MAX_REQUESTS; i++)
		REQUIRE(assignment[i] == UNTOUCHED && choice[i] == UNTOUCHED);
	if (error)
		return;

	moves = oracle_moves(requests, num, assignment, choice);
	REQUIRE(moves != ORACLE_IMPOSSIBLE);
	if (small)
		REQUIRE(moves == oracle_fewest_moves(requests, num));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct pmon_request requests[PMON_MAX_REQUESTS] = { 0 };
	struct event events[PMON_MAX_REQUESTS] = { 0 };
	unsigned int num, counters;
	bool small = take(&input, 1) % 8;

	if (small) {
		num = take(&input, 1) % 7;
		counters = 1 + take(&input, 1) % 6;
	} else {
		num = take(&input, 1) % (PMON_MAX_REQUESTS + 1);
		counters = 1 + take(&input, 1) % PMON_MAX_COUNTERS;
	}

	take_requests(&input, requests, events, num, counters);
	check(requests, num, small);
	return 0;
}
