// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a schedule must be, told by trying everything.
 *
 * Shares no code and no method with the scheduler: exhaustive search where the
 * numbers are small, and sets of counters reachable by exchange where they are
 * not.
 */
#include "schedule_oracle.h"

static bool allowed(const struct pmon_request *request, int counter)
{
	return counter >= 0 && counter < PMON_MAX_COUNTERS &&
	       (request->counters >> counter & 1);
}

static bool shared(const struct pmon_request *request, int counter)
{
	return allowed(request, counter) && (request->shared >> counter & 1);
}

static bool runs(const struct pmon_request *request)
{
	return allowed(request, request->current_counter);
}

static bool moved(const struct pmon_request *request, int counter)
{
	return runs(request) && request->current_counter != counter;
}

static bool changed(const struct pmon_request *request, int alternative)
{
	return runs(request) && request->current_alternative >= 0 &&
	       request->current_alternative < request->num_alternatives &&
	       request->current_alternative != alternative;
}

/* The value that an event wants of a bit of a resource: 0, 1, -1 any, -2 both. */
static int wanted(const struct pmon_request *request, unsigned int resource,
		  unsigned int bit)
{
	int value = -1;
	unsigned int i;

	for (i = 0; request->claims && i < PMON_MAX_CLAIMS; i++) {
		const struct pmon_claim *claim = &request->claims[i];
		int mine = claim->value >> bit & 1;

		if (claim->resource != resource || !(claim->mask >> bit & 1))
			continue;
		if (value >= 0 && value != mine)
			return -2;
		value = mine;
	}
	return value;
}

/* Do all events want the same of every bit of a resource, where they care? */
static bool resource_agrees(const struct pmon_request *requests,
			    unsigned int num, unsigned int resource)
{
	unsigned int bit, i;

	for (bit = 0; bit < 64; bit++) {
		bool zero = false, one = false;

		for (i = 0; i < num; i++) {
			int value = wanted(&requests[i], resource, bit);

			if (value == -2)
				return false;
			zero |= value == 0;
			one |= value == 1;
		}
		if (zero && one)
			return false;
	}
	return true;
}

bool oracle_claims_agree(const struct pmon_request *requests, unsigned int num)
{
	bool used[256] = { false };
	unsigned int resource, event, i;

	for (event = 0; event < num; event++)
		for (i = 0; requests[event].claims && i < PMON_MAX_CLAIMS; i++)
			if (requests[event].claims[i].mask)
				used[requests[event].claims[i].resource] = true;

	for (resource = 0; resource < ARRAY_SIZE(used); resource++)
		if (used[resource] && !resource_agrees(requests, num, resource))
			return false;
	return true;
}

/* What the events so far want to be 0 and 1 in each resource. */
struct wants {
	u64 bits[2][256];
};

/* Adds some claims; false if something is now to be both. */
static bool want(struct wants *wants, const struct pmon_claim *claims,
		 unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		u64 *zero = &wants->bits[0][claims[i].resource];
		u64 *one = &wants->bits[1][claims[i].resource];

		*zero |= claims[i].mask & ~claims[i].value;
		*one |= claims[i].mask & claims[i].value;
		if (*zero & *one)
			return false;
	}
	return true;
}

/*
 * Fewest events that stop, for a certain choice of alternatives. Everything is
 * tried, except that nothing beats no move.
 */
static int fewest_moves(const struct pmon_request *requests, unsigned int num,
			const s8 *choice, u32 used)
{
	int best = ORACLE_IMPOSSIBLE;
	u32 choices;

	if (!num)
		return 0;

	for (choices = requests->counters & (~used | requests->shared);
	     choices && best != 0; choices &= choices - 1) {
		int counter = __builtin_ctz(choices);
		u32 mine = shared(requests, counter) ? 0 : 1U << counter;
		int rest = fewest_moves(requests + 1, num - 1, choice + 1,
					used | mine);

		if (rest == ORACLE_IMPOSSIBLE)
			continue;
		rest += moved(requests, counter) || changed(requests, *choice);
		if (best == ORACLE_IMPOSSIBLE || rest < best)
			best = rest;
	}
	return best;
}

/*
 * All choices of alternatives from event  on. Without counting moves any
 * choice will do, and the result is 0.
 */
static int try_choices(const struct pmon_request *requests, unsigned int num,
		       unsigned int i, const struct wants *before, s8 *choice,
		       bool count_moves)
{
	int best = ORACLE_IMPOSSIBLE, cost;
	s8 alternative;

	while (i < num && !requests[i].num_alternatives)
		choice[i++] = -1;
	if (i == num)
		return count_moves ? fewest_moves(requests, num, choice, 0) : 0;

	for (alternative = 0; alternative < requests[i].num_alternatives && best;
	     alternative++) {
		struct wants wants = *before;

		choice[i] = alternative;
		if (!want(&wants, requests[i].alternatives[alternative].claims,
			  PMON_MAX_ALTERNATIVE_CLAIMS))
			continue;
		cost = try_choices(requests, num, i + 1, &wants, choice,
				   count_moves);
		if (cost != ORACLE_IMPOSSIBLE &&
		    (best == ORACLE_IMPOSSIBLE || cost < best))
			best = cost;
	}
	return best;
}

static bool want_all(struct wants *wants, const struct pmon_request *requests,
		     unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (requests[i].claims &&
		    !want(wants, requests[i].claims, PMON_MAX_CLAIMS))
			return false;
	return true;
}

int oracle_fewest_moves(const struct pmon_request *requests, unsigned int num)
{
	struct wants wants = { 0 };
	s8 choice[PMON_MAX_REQUESTS];

	if (!want_all(&wants, requests, num))
		return ORACLE_IMPOSSIBLE;
	return try_choices(requests, num, 0, &wants, choice, true);
}

bool oracle_choice_possible(const struct pmon_request *requests,
			    unsigned int num)
{
	struct wants wants = { 0 };
	s8 choice[PMON_MAX_REQUESTS];

	return want_all(&wants, requests, num) &&
	       try_choices(requests, num, 0, &wants, choice, false) == 0;
}

/* Is every alternative one of the event's own, and do all claims agree? */
static bool choice_valid(const struct pmon_request *requests, unsigned int num,
			 const s8 *choice)
{
	struct wants wants = { 0 };
	unsigned int i;

	if (!want_all(&wants, requests, num))
		return false;
	for (i = 0; i < num; i++) {
		if (!requests[i].num_alternatives) {
			if (choice[i] != -1)
				return false;
			continue;
		}
		if (choice[i] < 0 || choice[i] >= requests[i].num_alternatives ||
		    !want(&wants, requests[i].alternatives[choice[i]].claims,
			  PMON_MAX_ALTERNATIVE_CLAIMS))
			return false;
	}
	return true;
}

/* Can the event have a counter, if need be by sending its owner elsewhere? */
static bool make_room(const struct pmon_request *requests, int event,
		      int *owner, u32 *seen)
{
	int counter;

	for (counter = 0; counter < PMON_MAX_COUNTERS; counter++) {
		if (!allowed(&requests[event], counter))
			continue;
		if (shared(&requests[event], counter))
			return true;
		if (*seen >> counter & 1)
			continue;
		*seen |= 1U << counter;
		if (owner[counter] < 0 ||
		    make_room(requests, owner[counter], owner, seen)) {
			owner[counter] = event;
			return true;
		}
	}
	return false;
}

bool oracle_possible(const struct pmon_request *requests, unsigned int num)
{
	int owner[PMON_MAX_COUNTERS];
	unsigned int event;

	memset(owner, -1, sizeof(owner));
	for (event = 0; event < num; event++) {
		u32 seen = 0;

		if (!make_room(requests, (int)event, owner, &seen))
			return false;
	}
	return true;
}

int oracle_moves(const struct pmon_request *requests, unsigned int num,
		 const s8 *assignment, const s8 *choice)
{
	unsigned int event;
	u32 used = 0;
	int moves = 0;

	if (!choice_valid(requests, num, choice))
		return ORACLE_IMPOSSIBLE;

	for (event = 0; event < num; event++) {
		int counter = assignment[event];

		if (!allowed(&requests[event], counter))
			return ORACLE_IMPOSSIBLE;
		moves += moved(&requests[event], counter) ||
			 changed(&requests[event], choice[event]);
		if (shared(&requests[event], counter))
			continue;
		if (used >> counter & 1)
			return ORACLE_IMPOSSIBLE;
		used |= 1U << counter;
	}
	return moves;
}
