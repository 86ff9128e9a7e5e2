// SPDX-License-Identifier: GPL-2.0-only
/*
 * Assigns events to the counters of one unit.
 *
 * Events and counters are the two sides of a bipartite graph. Find a matching
 * that covers all events. Each event in turn is placed by an augmenting path:
 * it takes a counter, whose event takes another counter, and so on up to a free
 * one. Such a path exists whenever the set can be placed (Berge). First-fit and
 * "most constrained first" are not complete: IIO has events for counters 0-1
 * and events for 2-3, and perf adds events one at a time.
 *
 * The path used is the one that moves the fewest running events. Adding events
 * one by one along cheapest paths gives the cheapest matching (the primal half
 * of the Hungarian method), so no more events move than necessary.
 */
#include "choose/schedule.h"

#define NOWHERE	(-1)
#define TOO_FAR	127	/* above any path's cost, PMON_MAX_COUNTERS at most */

/*
 * @place: counter of each event, or NOWHERE
 * @owner: event that uses the counter alone, NOWHERE if it is free
 * @restarted: events that move at no cost
 */
struct matching {
	const struct pmon_request *requests;
	s8 place[PMON_MAX_REQUESTS];
	s8 owner[PMON_MAX_COUNTERS];
	u64 restarted;
};

/*
 * The cheapest paths found so far from the event to be placed.
 *
 * @cost: running events that move on the path to the counter
 * @taker: event that would take the counter
 * @end_cost, @end_taker, @end: the cheapest path to a shared or free counter
 */
struct paths {
	s8 cost[PMON_MAX_COUNTERS];
	s8 taker[PMON_MAX_COUNTERS];
	s8 end_cost;
	s8 end_taker;
	s8 end;
};

static bool can_count(const struct pmon_request *request, int counter)
{
	return counter >= 0 && counter < PMON_MAX_COUNTERS &&
	       request->counters & BIT_ULL(counter);
}

static bool can_share(const struct pmon_request *request, int counter)
{
	return can_count(request, counter) &&
	       request->shared & BIT_ULL(counter);
}

/* Cost of the event on a counter: 1 if it leaves its current one. */
static s8 move_cost(const struct matching *matching, int event, int counter)
{
	const struct pmon_request *request = &matching->requests[event];

	return can_count(request, request->current_counter) &&
	       request->current_counter != counter &&
	       !(matching->restarted & BIT_ULL(event));
}

static bool claim_clashes(const struct pmon_claim *a, const struct pmon_claim *b)
{
	return a->resource == b->resource &&
	       (a->value ^ b->value) & a->mask & b->mask;
}

bool pmon_claims_clash(const struct pmon_claim *a, unsigned int num_a,
		       const struct pmon_claim *b, unsigned int num_b)
{
	unsigned int i, j;

	for (i = 0; i < num_a; i++) {
		/* Most events have few claims or none. */
		if (!a[i].mask)
			continue;
		for (j = 0; j < num_b; j++)
			if (claim_clashes(&a[i], &b[j]))
				return true;
	}
	return false;
}

bool pmon_claims_agree(const struct pmon_request *a,
		       const struct pmon_request *b)
{
	return !a->claims || !b->claims ||
	       !pmon_claims_clash(a->claims, PMON_MAX_CLAIMS,
				  b->claims, PMON_MAX_CLAIMS);
}

static void put(struct matching *matching, int event, int counter)
{
	matching->place[event] = (s8)counter;
	if (!can_share(&matching->requests[event], counter))
		matching->owner[counter] = (s8)event;
}

/*
 * Add all counters that an event can take at the end of a path that costs
 * @cost. Returns true if a path to a counter became cheaper.
 */
static bool extend_paths(const struct matching *matching, struct paths *paths,
			 int event, int cost)
{
	const struct pmon_request *request = &matching->requests[event];
	u32 left = request->counters;
	bool cheaper = false;

	/* perf adds and removes events each time it rotates them: visit no counter in vain. */
	for (; left; left &= left - 1) {
		int counter = (int)__ffs(left);
		int here = cost + move_cost(matching, event, counter);

		if (can_share(request, counter)) {
			if (here < paths->end_cost) {
				paths->end_cost = (s8)here;
				paths->end_taker = (s8)event;
				paths->end = (s8)counter;
			}
		} else if (here < paths->cost[counter]) {
			paths->cost[counter] = (s8)here;
			paths->taker[counter] = (s8)event;
			cheaper = true;
		}
	}
	return cheaper;
}

/*
 * Find the cheapest path to each counter. Costs can be negative: an event may
 * move back to its current counter. So use the Bellman-Ford algorithm. No path
 * visits a counter twice, which limits the rounds.
 */
static void find_paths(const struct matching *matching, struct paths *paths,
		       int event)
{
	bool cheaper = extend_paths(matching, paths, event, 0);
	int round, counter;

	for (round = 0; cheaper && round < PMON_MAX_COUNTERS; round++) {
		cheaper = false;
		for (counter = 0; counter < PMON_MAX_COUNTERS; counter++) {
			int owner = matching->owner[counter];
			int cost = paths->cost[counter];

			if (owner == NOWHERE || cost == TOO_FAR)
				continue;
			cost -= move_cost(matching, owner, counter);
			cheaper |= extend_paths(matching, paths, owner, cost);
		}
	}

	for (counter = 0; counter < PMON_MAX_COUNTERS; counter++) {
		if (matching->owner[counter] == NOWHERE &&
		    paths->cost[counter] < paths->end_cost) {
			paths->end_cost = paths->cost[counter];
			paths->end_taker = paths->taker[counter];
			paths->end = (s8)counter;
		}
	}
}

static bool place_event(struct matching *matching, int event)
{
	struct paths paths = {
		.end_cost = TOO_FAR, .end_taker = NOWHERE, .end = NOWHERE,
	};
	int counter, taker;

	memset(paths.cost, TOO_FAR, sizeof(paths.cost));
	memset(paths.taker, NOWHERE, sizeof(paths.taker));
	find_paths(matching, &paths, event);
	if (paths.end == NOWHERE)
		return false;

	/* From the end back to the event: each moves to a counter that is free. */
	counter = paths.end;
	taker = paths.end_taker;
	for (;;) {
		int left = matching->place[taker];

		put(matching, taker, counter);
		if (taker == event)
			return true;
		counter = left;
		taker = paths.taker[left];
	}
}

/* Cost of a complete matching. */
static int count_moves(const struct matching *matching, unsigned int num)
{
	unsigned int event;
	int moves = 0;

	for (event = 0; event < num; event++)
		moves += move_cost(matching, (int)event, matching->place[event]);
	return moves;
}

int pmon_match(const struct pmon_request *requests, unsigned int num,
	       u64 restarted, s8 *assignment)
{
	struct matching matching = {
		.requests = requests, .restarted = restarted,
	};
	unsigned int event;

	memset(matching.place, NOWHERE, sizeof(matching.place));
	memset(matching.owner, NOWHERE, sizeof(matching.owner));

	for (event = 0; event < num; event++)
		if (!place_event(&matching, (int)event))
			return -EAGAIN;

	memcpy(assignment, matching.place, num * sizeof(*assignment));
	return count_moves(&matching, num);
}
