// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chooses alternatives and counters of events together.
 *
 * The counter and the alternative of an event are independent, so each problem is solved by itself:
 * counters by matching (match.c), alternatives by backtracking. The search is small: a unit with
 * such events has at most eight counters, and the claims of the alternatives exclude most choices.
 *
 * The goal to stop few running events connects the problems. An event that changes its alternative
 * is stopped, so it can also change its counter at no cost. Sets of running events that may change
 * are tried, small sets first. For each set that permits a choice, the best matching gives the
 * total cost. No set costs less than its size, or than the moves that the counters alone require.
 * This limit ends the search at once in nearly all cases.
 */
#include "choose/schedule.h"

#define NONE	(-1)

/*
 * @requests: all events
 * @num: how many
 * @chooser: events with alternatives, as indices of @requests
 * @num_choosers: how many
 * @possible: for each chooser, the alternatives without a conflict with claims of other events
 * @pick: for each chooser, the chosen alternative
 * @running: bit mask of choosers that run, with an alternative that they can keep
 */
struct choices {
	const struct pmon_request *requests;
	unsigned int num;
	u8 chooser[PMON_MAX_CHOOSERS];
	unsigned int num_choosers;
	u8 possible[PMON_MAX_CHOOSERS];
	s8 pick[PMON_MAX_CHOOSERS];
	u32 running;
};

/* Every event with every other, and with itself. */
static bool all_claims_agree(const struct pmon_request *requests,
			     unsigned int num)
{
	unsigned int i, j;

	for (i = 0; i < num; i++)
		for (j = i; j < num; j++)
			if (!pmon_claims_agree(&requests[i], &requests[j]))
				return false;
	return true;
}

static const struct pmon_request *
chooser_request(const struct choices *choices, unsigned int chooser)
{
	return &choices->requests[choices->chooser[chooser]];
}

/* Is an alternative without a conflict within itself and with the claims of all events? */
static bool is_possible(const struct choices *choices,
			const struct pmon_alternative *alternative)
{
	unsigned int i;

	if (pmon_claims_clash(alternative->claims, PMON_MAX_ALTERNATIVE_CLAIMS,
			      alternative->claims, PMON_MAX_ALTERNATIVE_CLAIMS))
		return false;
	for (i = 0; i < choices->num; i++)
		if (choices->requests[i].claims &&
		    pmon_claims_clash(alternative->claims,
				      PMON_MAX_ALTERNATIVE_CLAIMS,
				      choices->requests[i].claims,
				      PMON_MAX_CLAIMS))
			return false;
	return true;
}

static bool runs(const struct pmon_request *request)
{
	return request->current_counter >= 0 &&
	       request->current_counter < PMON_MAX_COUNTERS &&
	       request->counters & BIT_ULL(request->current_counter) &&
	       request->current_alternative >= 0 &&
	       request->current_alternative < request->num_alternatives;
}

static bool add_chooser(struct choices *choices, unsigned int event)
{
	const struct pmon_request *request = &choices->requests[event];
	unsigned int chooser = choices->num_choosers++, i;

	choices->chooser[chooser] = (u8)event;
	if (runs(request))
		choices->running |= (u32)BIT(chooser);
	for (i = 0; i < request->num_alternatives; i++)
		if (is_possible(choices, &request->alternatives[i]))
			choices->possible[chooser] |= (u8)BIT(i);
	return choices->possible[chooser];
}

/* Does a chooser's pick agree with the picks of the choosers before it? */
static bool pick_agrees(const struct choices *choices, unsigned int chooser)
{
	const struct pmon_request *request = chooser_request(choices, chooser);
	const struct pmon_alternative *mine =
		&request->alternatives[choices->pick[chooser]];
	unsigned int i;

	for (i = 0; i < chooser; i++) {
		const struct pmon_request *other = chooser_request(choices, i);

		if (pmon_claims_clash(mine->claims, PMON_MAX_ALTERNATIVE_CLAIMS,
				      other->alternatives[choices->pick[i]].claims,
				      PMON_MAX_ALTERNATIVE_CLAIMS))
			return false;
	}
	return true;
}

/* Alternatives that a chooser may take if only @changing choosers may change. */
static u8 open_to(const struct choices *choices, unsigned int chooser,
		  u32 changing)
{
	u8 possible = choices->possible[chooser];

	if (choices->running & ~changing & BIT(chooser))
		possible &= BIT(chooser_request(choices,
						chooser)->current_alternative);
	return possible;
}

/* Pick alternatives that agree, where only @changing choosers may change. */
static bool pick_all(struct choices *choices, u32 changing)
{
	unsigned int chooser = 0;

	choices->pick[0] = NONE;
	for (;;) {
		u8 open = open_to(choices, chooser, changing);
		int pick = choices->pick[chooser] + 1;

		while (pick < PMON_MAX_ALTERNATIVES && !(open & BIT(pick)))
			pick++;
		if (pick == PMON_MAX_ALTERNATIVES) {
			if (!chooser)
				return false;
			chooser--;
			continue;
		}
		choices->pick[chooser] = (s8)pick;
		if (!pick_agrees(choices, chooser))
			continue;
		if (++chooser == choices->num_choosers)
			return true;
		choices->pick[chooser] = NONE;
	}
}

static u64 to_events(const struct choices *choices, u32 choosers)
{
	unsigned int i;
	u64 events = 0;

	for (i = 0; i < choices->num_choosers; i++)
		if (choosers & BIT(i))
			events |= BIT_ULL(choices->chooser[i]);
	return events;
}

/* Total cost if these choosers may change; without any it is known. */
static int change_cost(const struct choices *choices, u32 changing,
		       int counter_moves)
{
	s8 unused[PMON_MAX_REQUESTS];

	if (!changing)
		return counter_moves;
	return (int)hweight32(changing) +
	       pmon_match(choices->requests, choices->num,
			  to_events(choices, changing), unused);
}

/*
 * The set of choosers whose change has the lowest total cost. A chooser that may change, but does
 * not, counts as well: the set without it was tried before.
 */
static u32 cheapest_change(struct choices *choices, int counter_moves)
{
	int size, cost, most = (int)hweight32(choices->running);
	int best = PMON_MAX_REQUESTS + 1;
	u32 set, changing = choices->running;

	for (size = 0; size <= most; size++) {
		for (set = 0; set <= choices->running; set++) {
			if (best <= max(size, counter_moves))
				return changing;
			if (set & ~choices->running ||
			    (int)hweight32(set) != size ||
			    !pick_all(choices, set))
				continue;
			cost = change_cost(choices, set, counter_moves);
			if (cost < best) {
				best = cost;
				changing = set;
			}
		}
	}
	return changing;
}

static bool choose(const struct pmon_request *requests, unsigned int num,
		   int counter_moves, s8 *assignment, s8 *choice)
{
	struct choices choices = { .requests = requests, .num = num };
	unsigned int i;
	u32 changing;

	for (i = 0; i < num; i++)
		if (requests[i].num_alternatives && !add_chooser(&choices, i))
			return false;
	/* If there is no solution with all of them changing, there is none. */
	if (!pick_all(&choices, choices.running))
		return false;

	changing = cheapest_change(&choices, counter_moves);
	pick_all(&choices, changing);
	for (i = 0; i < choices.num_choosers; i++)
		choice[choices.chooser[i]] = choices.pick[i];
	pmon_match(requests, num, to_events(&choices, changing), assignment);
	return true;
}

/* Number of events with alternatives; -EINVAL if one has too many of them. */
static int count_choosers(const struct pmon_request *requests, unsigned int num)
{
	unsigned int i;
	int choosers = 0;

	for (i = 0; i < num; i++) {
		if (requests[i].num_alternatives > PMON_MAX_ALTERNATIVES)
			return -EINVAL;
		choosers += !!requests[i].num_alternatives;
	}
	return choosers;
}

int pmon_schedule(const struct pmon_request *requests, unsigned int num,
		  s8 *assignment, s8 *choice)
{
	s8 counters[PMON_MAX_REQUESTS], alternatives[PMON_MAX_REQUESTS];
	int choosers, moves;

	if (num > PMON_MAX_REQUESTS)
		return -EINVAL;
	choosers = count_choosers(requests, num);
	if (choosers < 0)
		return choosers;
	if (!all_claims_agree(requests, num))
		return -EBUSY;
	moves = pmon_match(requests, num, 0, counters);
	if (moves < 0)
		return moves;

	memset(alternatives, NONE, sizeof(alternatives));
	if (choosers > PMON_MAX_CHOOSERS)
		return -EINVAL;
	if (choosers &&
	    !choose(requests, num, moves, counters, alternatives))
		return -EBUSY;
	memcpy(assignment, counters, num * sizeof(*assignment));
	memcpy(choice, alternatives, num * sizeof(*choice));
	return 0;
}
