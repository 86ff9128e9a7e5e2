// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the assignment of events to counters.
 */
#include <kunit/test.h>

#include "choose/schedule.h"

#define ANY		(-2)	/* any counter is accepted */
#define UNTOUCHED	99
#define NEW		(-1)	/* an event that does not run yet */

/* Sets of counters, for a unit with four. */
#define ALL4		0xf
#define C(n)		BIT(n)

/* Most events have no alternatives. */
static int find_counters(const struct pmon_request *requests, unsigned int num,
			 s8 *assignment)
{
	s8 choice[PMON_MAX_REQUESTS];

	return pmon_schedule(requests, num, assignment, choice);
}

struct schedule_case {
	const char *name;
	struct {
		u32 counters;
		s8 current_counter;
		s8 expected;
	} events[8];
	unsigned int num;
	int error;
};

static const struct schedule_case schedule_cases[] = {
	{ "no events", {}, 0, 0 },
	{ "one event", { { ALL4, NEW, ANY } }, 1, 0 },
	{ "one event, one counter", { { C(2), NEW, 2 } }, 1, 0 },
	{ "one event, highest counter", { { C(31), NEW, 31 } }, 1, 0 },
	{ "event without a counter", { { 0, NEW, ANY } }, 1, -EAGAIN },
	{ "four events, four counters",
	  { { ALL4, NEW, ANY }, { ALL4, NEW, ANY }, { ALL4, NEW, ANY },
	    { ALL4, NEW, ANY } }, 4, 0 },
	{ "five events, four counters",
	  { { ALL4, NEW, ANY }, { ALL4, NEW, ANY }, { ALL4, NEW, ANY },
	    { ALL4, NEW, ANY }, { ALL4, NEW, ANY } }, 5, -EAGAIN },
	{ "two events, same only counter",
	  { { C(0), NEW, ANY }, { C(0), NEW, ANY } }, 2, -EAGAIN },
	{ "least free event last",
	  { { ALL4, NEW, ANY }, { C(0), NEW, 0 } }, 2, 0 },
	{ "iio: 0-1 and 2-3 in any order",
	  { { ALL4, NEW, ANY }, { C(2) | C(3), NEW, ANY },
	    { C(0) | C(1), NEW, ANY }, { C(2) | C(3), NEW, ANY } }, 4, 0 },
	{ "three events for two of four counters",
	  { { ALL4, NEW, ANY }, { C(0) | C(1), NEW, ANY },
	    { C(0) | C(1), NEW, ANY }, { C(0) | C(1), NEW, ANY } },
	  4, -EAGAIN },

	{ "a running event stays", { { ALL4, 2, 2 } }, 1, 0 },
	{ "a running event stays beside new ones",
	  { { ALL4, NEW, ANY }, { ALL4, 0, 0 }, { ALL4, NEW, ANY } }, 3, 0 },
	{ "a full unit stays as it is",
	  { { ALL4, 3, 3 }, { ALL4, 1, 1 }, { ALL4, 0, 0 }, { ALL4, 2, 2 } },
	  4, 0 },
	{ "a running event makes room",
	  { { ALL4, 0, ANY }, { C(0), NEW, 0 } }, 2, 0 },
	{ "only one of three makes room",
	  { { ALL4, 0, 3 }, { ALL4, 1, 1 }, { ALL4, 2, 2 },
	    { C(0), NEW, 0 } }, 4, 0 },
	{ "a chain of moves",
	  { { C(0) | C(1), 0, 1 }, { C(1) | C(2), 1, 2 },
	    { C(2) | C(3), 2, 3 }, { C(0), NEW, 0 } }, 4, 0 },
	{ "a chain of moves that ends nowhere",
	  { { C(0) | C(1), 0, ANY }, { C(1) | C(2), 1, ANY },
	    { C(2), 2, ANY }, { C(0), NEW, ANY } }, 4, -EAGAIN },
	{ "one move rather than two",
	  { { C(0) | C(1) | C(3), 0, 3 }, { C(1) | C(2), 1, 1 },
	    { C(0), NEW, 0 } }, 3, 0 },
	{ "a new event moves rather than a running one",
	  { { C(0) | C(1), 0, 0 }, { C(2) | C(3), NEW, 3 },
	    { C(0) | C(2), NEW, 2 } }, 3, 0 },
	/*
	 * The first new event fits on 1 or 2, the second one on 1, or on 0, which a running event
	 * uses. The first must use 2.
	 */
	{ "nobody moves for a choice that can be taken back",
	  { { C(0) | C(3), 0, 0 }, { C(1) | C(2), NEW, 2 },
	    { C(0) | C(1), NEW, 1 } }, 3, 0 },
	{ "a moved event goes back if that helps",
	  { { C(0) | C(2), 0, 0 }, { C(1) | C(3), 1, 3 },
	    { C(0) | C(1), NEW, 1 }, { C(2), NEW, 2 } }, 4, 0 },

	/* Moving an event back to its counter reduces the cost. */
	{ "going back is worth another move",
	  { { C(2) | C(4), 2, 2 }, { C(3) | C(5), 3, 5 },
	    { C(0) | C(1), 0, 0 }, { C(2) | C(3), NEW, 3 },
	    { C(0) | C(4), NEW, 4 } }, 5, 0 },

	{ "counter that cannot count the event is given up",
	  { { C(1), 0, 1 } }, 1, 0 },
	{ "counter that does not exist", { { ALL4, 32, ANY } }, 1, 0 },
	{ "counter far from existing", { { ALL4, 127, ANY } }, 1, 0 },
	{ "counter below none", { { ALL4, -128, ANY } }, 1, 0 },
	{ "two events say they run on one counter",
	  { { ALL4, 1, ANY }, { ALL4, 1, ANY } }, 2, 0 },
};

static void schedule_name(const struct schedule_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(schedule, schedule_cases, schedule_name);

static void expect_valid(struct kunit *test, const struct pmon_request *requests,
			 unsigned int num, const s8 *assignment)
{
	unsigned int i;
	u32 used = 0;

	for (i = 0; i < num; i++) {
		int counter = assignment[i];

		KUNIT_ASSERT_GE(test, counter, 0);
		KUNIT_ASSERT_LT(test, counter, PMON_MAX_COUNTERS);
		KUNIT_EXPECT_NE_MSG(test, 0U, requests[i].counters & BIT(counter),
				    "event %u cannot count on %d", i, counter);
		if (requests[i].shared & BIT(counter))
			continue;
		KUNIT_EXPECT_EQ_MSG(test, 0U, used & (u32)BIT(counter),
				    "event %u is not alone on %d", i, counter);
		used |= BIT(counter);
	}
}

static void schedule_test(struct kunit *test)
{
	const struct schedule_case *param = test->param_value;
	struct pmon_request requests[ARRAY_SIZE(param->events)] = {};
	s8 assignment[ARRAY_SIZE(param->events)];
	unsigned int i;

	for (i = 0; i < param->num; i++) {
		requests[i].counters = param->events[i].counters;
		requests[i].current_counter = param->events[i].current_counter;
	}
	memset(assignment, UNTOUCHED, sizeof(assignment));

	KUNIT_ASSERT_EQ(test, param->error,
			find_counters(requests, param->num, assignment));
	for (i = param->error ? 0 : param->num; i < ARRAY_SIZE(assignment); i++)
		KUNIT_EXPECT_EQ(test, assignment[i], UNTOUCHED);
	if (param->error)
		return;

	expect_valid(test, requests, param->num, assignment);
	for (i = 0; i < param->num; i++)
		if (param->events[i].expected != ANY)
			KUNIT_EXPECT_EQ_MSG(test, param->events[i].expected,
					    assignment[i], "event %u", i);
}

/*
 * Hall's theorem: all events can be placed if and only if any k events have at least k possible
 * counters together.
 */
static bool hall_says_possible(const u32 *counters, unsigned int num)
{
	unsigned int set, i;

	for (set = 1; set < BIT(num); set++) {
		u32 choice = 0;

		for (i = 0; i < num; i++)
			if (set & BIT(i))
				choice |= counters[i];
		if (hweight32(choice) < hweight32(set))
			return false;
	}
	return true;
}

#define HALL_EVENTS	4

/* KCSAN delays accesses, so that all of them take ten minutes. It looks for other mistakes. */
#define HALL_STEP	(IS_ENABLED(CONFIG_KCSAN) ? 13 : 1)

/*
 * All combinations of choices that three and four events have among four
 * counters, where the first one runs on counter 0 (if it can).
 */
static void every_combination_test(struct kunit *test)
{
	struct pmon_request requests[HALL_EVENTS] = {};
	unsigned int combination, i, num, tried = 0, found = 0;
	u32 counters[HALL_EVENTS];
	s8 assignment[HALL_EVENTS];
	int error;

	for (combination = 0; combination < BIT(4 * HALL_EVENTS);
	     combination += HALL_STEP) {
		for (i = 0; i < HALL_EVENTS; i++) {
			counters[i] = combination >> (4 * i) & ALL4;
			requests[i].counters = counters[i];
			requests[i].current_counter = i ? NEW : 0;
		}
		num = counters[3] ? 4 : 3;
		tried++;

		error = find_counters(requests, num, assignment);
		if (hall_says_possible(counters, num)) {
			if (error)
				KUNIT_FAIL(test, "%#x: %d, is possible",
					   combination, error);
			found++;
		} else if (error != -EAGAIN) {
			KUNIT_FAIL(test, "%#x: %d, is not possible",
				   combination, error);
		}
		if (error)
			continue;

		/* The first event must not move if all events fit with it on its counter. */
		counters[0] &= BIT(0);
		if (counters[0] && hall_says_possible(counters, num) &&
		    assignment[0] != 0)
			KUNIT_FAIL(test, "%#x: moved to %d without need",
				   combination, assignment[0]);
	}
	/* Both results must occur often. */
	KUNIT_EXPECT_GT(test, found, tried / 64);
	KUNIT_EXPECT_LT(test, found, tried - tried / 64);
}

static struct pmon_request *new_requests(struct kunit *test, unsigned int num)
{
	struct pmon_request *requests;
	unsigned int i;

	requests = kunit_kcalloc(test, num, sizeof(*requests), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, requests);
	for (i = 0; i < num; i++)
		requests[i].current_counter = NEW;
	return requests;
}

static void as_many_as_there_are_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, PMON_MAX_COUNTERS + 1);
	s8 assignment[PMON_MAX_COUNTERS + 1];
	unsigned int i;

	/* There is only one solution. */
	for (i = 0; i < PMON_MAX_COUNTERS; i++)
		requests[i].counters = ~0U << i;
	KUNIT_ASSERT_EQ(test, 0, find_counters(requests, PMON_MAX_COUNTERS,
					       assignment));
	for (i = 0; i < PMON_MAX_COUNTERS; i++)
		KUNIT_EXPECT_EQ(test, (int)i, assignment[i]);

	/* The longest path: all events move by one counter. */
	for (i = 0; i < PMON_MAX_COUNTERS - 1; i++) {
		requests[i].counters = BIT(i) | BIT(i + 1);
		requests[i].current_counter = i;
	}
	requests[i].counters = BIT(0);
	KUNIT_ASSERT_EQ(test, 0, find_counters(requests, PMON_MAX_COUNTERS,
					       assignment));
	for (i = 0; i < PMON_MAX_COUNTERS - 1; i++)
		KUNIT_EXPECT_EQ(test, (int)i + 1, assignment[i]);
	KUNIT_EXPECT_EQ(test, 0, assignment[i]);

	requests[PMON_MAX_COUNTERS].counters = ~0U;
	KUNIT_EXPECT_EQ(test, -EAGAIN,
			find_counters(requests, PMON_MAX_COUNTERS + 1,
				      assignment));
}

static void too_many_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, PMON_MAX_REQUESTS + 1);
	s8 assignment[PMON_MAX_REQUESTS + 1];
	unsigned int i;

	for (i = 0; i <= PMON_MAX_REQUESTS; i++) {
		requests[i].counters = BIT(4);
		requests[i].shared = BIT(4);
	}
	memset(assignment, UNTOUCHED, sizeof(assignment));

	KUNIT_EXPECT_EQ(test, -EINVAL,
			find_counters(requests, PMON_MAX_REQUESTS + 1,
				      assignment));
	KUNIT_EXPECT_EQ(test, UNTOUCHED, assignment[0]);

	/* One event less fits, as they share. */
	KUNIT_EXPECT_EQ(test, 0, find_counters(requests, PMON_MAX_REQUESTS,
					       assignment));
	for (i = 0; i < PMON_MAX_REQUESTS; i++)
		KUNIT_EXPECT_EQ(test, 4, assignment[i]);
	KUNIT_EXPECT_EQ(test, UNTOUCHED, assignment[PMON_MAX_REQUESTS]);
}

static void shared_counters_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, 6);
	s8 assignment[6];
	unsigned int i;

	/* Four general events and two that read a free-running counter. */
	for (i = 0; i < 4; i++)
		requests[i].counters = ALL4;
	for (i = 4; i < 6; i++) {
		requests[i].counters = BIT(5);
		requests[i].shared = BIT(5);
	}
	KUNIT_ASSERT_EQ(test, 0, find_counters(requests, 6, assignment));
	expect_valid(test, requests, 6, assignment);

	/* @shared is ignored for counters that cannot count the event. */
	requests[5].counters = BIT(1);
	KUNIT_EXPECT_EQ(test, -EAGAIN, find_counters(requests, 6, assignment));
}

/* Sharing a counter with its exclusive user does not reserve it. */
static void shared_is_not_owned_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, 3);
	s8 assignment[3];

	requests[0].counters = BIT(7);
	requests[1].counters = BIT(7);
	requests[1].shared = BIT(7);
	requests[2].counters = BIT(7);
	KUNIT_EXPECT_EQ(test, 0, find_counters(requests, 2, assignment));
	KUNIT_EXPECT_EQ(test, -EAGAIN, find_counters(requests, 3, assignment));
}

static void shared_stays_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, 1);
	s8 assignment[1];
	int counter;

	requests[0].counters = 0xf0;
	requests[0].shared = 0xf0;
	for (counter = 4; counter < 8; counter++) {
		requests[0].current_counter = counter;
		KUNIT_ASSERT_EQ(test, 0, find_counters(requests, 1, assignment));
		KUNIT_EXPECT_EQ(test, counter, assignment[0]);
	}
}

/* A running event that must move can move to a shared counter. */
static void shared_makes_room_test(struct kunit *test)
{
	struct pmon_request *requests = new_requests(test, 3);
	s8 assignment[3];

	requests[0].counters = BIT(0) | BIT(7);
	requests[0].shared = BIT(7);
	requests[0].current_counter = 0;
	requests[1].counters = BIT(7);
	requests[1].shared = BIT(7);
	requests[1].current_counter = 7;
	KUNIT_ASSERT_EQ(test, 0, find_counters(requests, 2, assignment));
	KUNIT_EXPECT_EQ(test, 0, assignment[0]);
	KUNIT_EXPECT_EQ(test, 7, assignment[1]);

	requests[2].counters = BIT(0);
	KUNIT_ASSERT_EQ(test, 0, find_counters(requests, 3, assignment));
	KUNIT_EXPECT_EQ(test, 7, assignment[0]);
	KUNIT_EXPECT_EQ(test, 7, assignment[1]);
	KUNIT_EXPECT_EQ(test, 0, assignment[2]);
}

struct claims_case {
	const char *name;
	struct pmon_claim a[PMON_MAX_CLAIMS];
	struct pmon_claim b[PMON_MAX_CLAIMS];
	bool agree;
};

static const struct claims_case claims_cases[] = {
	{ "none at all", {}, {}, true },
	{ "only one claims", { { 0, 0x3ff, 5 } }, {}, true },
	{ "same value", { { 0, 0x3ff, 5 } }, { { 0, 0x3ff, 5 } }, true },
	{ "other value", { { 0, 0x3ff, 5 } }, { { 0, 0x3ff, 6 } }, false },
	{ "one bit differs", { { 0, ~0ULL, BIT_ULL(63) } },
	  { { 0, ~0ULL, 0 } }, false },
	{ "zero is a value, too", { { 0, 1, 0 } }, { { 0, 1, 1 } }, false },
	{ "other register", { { 0, 0x3ff, 5 } }, { { 1, 0x3ff, 6 } }, true },
	{ "other bits", { { 0, 0x0f, 5 } }, { { 0, 0xf0, 0x60 } }, true },
	{ "common bits agree", { { 0, 0x3f, 0x25 } }, { { 0, 0xf0, 0xa0 } },
	  true },
	{ "common bits differ", { { 0, 0x3f, 0x25 } }, { { 0, 0xf0, 0x90 } },
	  false },
	{ "in another place",
	  { {}, {}, { 2, 1, 1 }, { 3, 1, 1 } }, { { 3, 1, 0 } }, false },
	{ "last with last",
	  { [PMON_MAX_CLAIMS - 1] = { 3, 1, 1 } },
	  { [PMON_MAX_CLAIMS - 1] = { 3, 1, 0 } }, false },
};

static void claims_name(const struct claims_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(claims, claims_cases, claims_name);

static void claims_test(struct kunit *test)
{
	const struct claims_case *param = test->param_value;
	struct pmon_request *requests = new_requests(test, 3);
	s8 assignment[3];
	unsigned int i;

	for (i = 0; i < 3; i++)
		requests[i].counters = ALL4;
	/* Not adjacent: all pairs are compared. */
	requests[0].claims = param->a;
	requests[2].claims = param->b;

	KUNIT_EXPECT_EQ(test, param->agree,
			pmon_claims_agree(&requests[0], &requests[2]));
	KUNIT_EXPECT_EQ(test, param->agree,
			pmon_claims_agree(&requests[2], &requests[0]));
	KUNIT_EXPECT_EQ(test, param->agree ? 0 : -EBUSY,
			find_counters(requests, 3, assignment));
}

/* An event with contradicting claims can never count. */
static void claims_within_one_event_test(struct kunit *test)
{
	static const struct pmon_claim claims[PMON_MAX_CLAIMS] = {
		{ 1, 3, 1 }, { 1, 2, 2 },
	};
	struct pmon_request *requests = new_requests(test, 1);
	s8 assignment[1] = { UNTOUCHED };

	requests[0].counters = ALL4;
	requests[0].claims = claims;
	KUNIT_EXPECT_EQ(test, -EBUSY, find_counters(requests, 1, assignment));
	KUNIT_EXPECT_EQ(test, UNTOUCHED, assignment[0]);
}

/* A conflict of claims has another error than a lack of counters. */
static void claims_before_counters_test(struct kunit *test)
{
	static const struct pmon_claim one[PMON_MAX_CLAIMS] = { { 0, 1, 1 } };
	static const struct pmon_claim zero[PMON_MAX_CLAIMS] = { { 0, 1, 0 } };
	struct pmon_request *requests = new_requests(test, 2);
	s8 assignment[2];

	requests[0].counters = BIT(0);
	requests[1].counters = BIT(0);
	KUNIT_EXPECT_EQ(test, -EAGAIN, find_counters(requests, 2, assignment));
	requests[0].claims = one;
	requests[1].claims = zero;
	KUNIT_EXPECT_EQ(test, -EBUSY, find_counters(requests, 2, assignment));
}

static struct kunit_case schedule_kunit_cases[] = {
	KUNIT_CASE_PARAM(schedule_test, schedule_gen_params),
	KUNIT_CASE(every_combination_test),
	KUNIT_CASE(as_many_as_there_are_test),
	KUNIT_CASE(too_many_test),
	KUNIT_CASE(shared_counters_test),
	KUNIT_CASE(shared_is_not_owned_test),
	KUNIT_CASE(shared_stays_test),
	KUNIT_CASE(shared_makes_room_test),
	KUNIT_CASE_PARAM(claims_test, claims_gen_params),
	KUNIT_CASE(claims_within_one_event_test),
	KUNIT_CASE(claims_before_counters_test),
	{}
};

static struct kunit_suite schedule_suite = {
	.name = "uncore_pmon_schedule",
	.test_cases = schedule_kunit_cases,
};

kunit_test_suite(schedule_suite);
