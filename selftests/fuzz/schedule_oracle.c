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

static bool moved(const struct pmon_request *request, int counter)
{
	return allowed(request, request->current_counter) &&
	       request->current_counter != counter;
}

/* The value that an event wants of a bit of a resource: 0, 1, -1 any, -2 both. */
static int wanted(const struct pmon_request *request, unsigned int resource,
		  unsigned int bit)
{
	int value = -1;
	unsigned int i;

	for (i = 0; i < PMON_MAX_CLAIMS; i++) {
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
		for (i = 0; i < PMON_MAX_CLAIMS; i++)
			if (requests[event].claims[i].mask)
				used[requests[event].claims[i].resource] = true;

	for (resource = 0; resource < ARRAY_SIZE(used); resource++)
		if (used[resource] && !resource_agrees(requests, num, resource))
			return false;
	return true;
}

static int fewest_moves(const struct pmon_request *requests, unsigned int num,
			u32 used)
{
	int best = ORACLE_IMPOSSIBLE;
	u32 choices;

	if (!num)
		return 0;

	/* Everything is tried, except that nothing beats no move. */
	for (choices = requests->counters & (~used | requests->shared);
	     choices && best != 0; choices &= choices - 1) {
		int counter = __builtin_ctz(choices);
		u32 mine = shared(requests, counter) ? 0 : 1U << counter;
		int rest = fewest_moves(requests + 1, num - 1, used | mine);

		if (rest == ORACLE_IMPOSSIBLE)
			continue;
		rest += moved(requests, counter);
		if (best == ORACLE_IMPOSSIBLE || rest < best)
			best = rest;
	}
	return best;
}

int oracle_fewest_moves(const struct pmon_request *requests, unsigned int num)
{
	return fewest_moves(requests, num, 0);
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
		 const s8 *assignment)
{
	unsigned int event;
	u32 used = 0;
	int moves = 0;

	for (event = 0; event < num; event++) {
		int counter = assignment[event];

		if (!allowed(&requests[event], counter))
			return ORACLE_IMPOSSIBLE;
		moves += moved(&requests[event], counter);
		if (shared(&requests[event], counter))
			continue;
		if (used >> counter & 1)
			return ORACLE_IMPOSSIBLE;
		used |= 1U << counter;
	}
	return moves;
}
