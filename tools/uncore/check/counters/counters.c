// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of each counter of each unit: clocks on all counters of a unit count the same, and are read in one instant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/team.h"

#define TOLERANCE	0.01
#define COUNT_MS	20
/* Snapshots of each unit: a bit that is stuck, or a moment that two counters do not share, shows in one of two on average. */
#define SNAPSHOTS	12
#define SNAPSHOT_NS	3370000

static size_t compared, counters_seen;

/* As many clocks as there are counters on each unit, a group: so it is the driver's choice which is where. */
static bool open_all(struct check *check, struct team *team, const char *box, bool snapshot)
{
	struct event event;
	size_t i, j;

	if (!strcmp(box, "ubox") || !team_event(check, box, "clockticks", &event))
		return false;
	if (snapshot && !pmu_format(event.pmus, "snapshot"))
		return false;
	team_gather(check, team, box);
	for (i = 0; i < team->num; i++) {
		struct seat *seat = &team->seats[i];

		seat->grouped = true;
		for (j = 0; j < seat_counters(check, seat) && j < SEAT_EVENTS; j++)
			seat_open(seat, &event, snapshot);
	}
	team_enable(team);
	return true;
}

/* The counter that has counted the median; of two the higher one, as counters lose counts rather than make them up. */
static size_t usual_counter(const struct seat *seat)
{
	size_t i, j, usual = 0, below;

	for (i = 0; i < seat->num; i++) {
		for (j = 0, below = 0; j < seat->num; j++)
			below += seat_delta(seat, j) < seat_delta(seat, i) || (seat_delta(seat, j) == seat_delta(seat, i) && j < i);
		if (below == seat->num / 2)
			usual = i;
	}
	return usual;
}

static void compare_counters(struct check *check, const struct seat *seat)
{
	size_t usual = usual_counter(seat), i;

	compared++;
	if (!seat_delta(seat, usual))
		check_problem(check, "%s: most counters count no clock ticks", seat_name(seat));
	for (i = 0; i < seat->num; i++) {
		double ratio = seat_ratio(seat, i, usual);

		counters_seen++;
		if (ratio < 1 - TOLERANCE || ratio > 1 + TOLERANCE)
			check_problem(check, "%s: counter %zu of %zu counts %.2f of what the others do", seat_name(seat), i,
				      seat->num, ratio);
	}
}

static void counters_of(struct check *check, const char *box)
{
	struct team team = { .num = 0 };
	size_t i;

	if (open_all(check, &team, box, false)) {
		for (i = 0; i < team.num; i++)
			team.seats[i].own = true;
		team_measure(check, &team, COUNT_MS);
		team_errors(check, &team);
		for (i = 0; i < team.num; i++)
			if (!team.seats[i].error && team.seats[i].num > 1)
				compare_counters(check, &team.seats[i]);
	}
	team_close(&team);
}

void check_counters(struct check *check)
{
	compared = counters_seen = 0;
	if (!check_rates(check))
		return;
	check_boxes(check, counters_of);
	if (compared)
		check_pass(check, "%zu counters of %zu units, each as the others of its unit", counters_seen, compared);
	else
		check_cannot(check, "no unit has a clock that can be counted");
}

static uint64_t most_frequent(const struct seat *seat)
{
	size_t i, j, most = 0, same;
	uint64_t value = seat->now[0];

	for (i = 0; i < seat->num; i++) {
		for (j = 0, same = 0; j < seat->num; j++)
			same += seat->now[j] == seat->now[i];
		if (same > most) {
			most = same;
			value = seat->now[i];
		}
	}
	return value;
}

/* Returns whether something is wrong. */
static bool compare_snapshot(struct check *check, const struct seat *seat, uint64_t before)
{
	uint64_t usual = most_frequent(seat);
	size_t i;

	for (i = 0; i < seat->num; i++) {
		int64_t apart = (int64_t)(seat->now[i] - usual);

		if (!apart)
			continue;
		check_problem(check, "%s: counter %zu of %zu is %lld ticks from the others in a snapshot", seat_name(seat), i,
			      seat->num, (long long)apart);
		return true;
	}
	if (usual != before)
		return false;
	check_problem(check, "%s: no counter has gone on after a snapshot", seat_name(seat));
	return true;
}

/* Clocks on all counters of a unit: what is read in one instant, and has begun in one, is the same number. */
static void snapshot_of(struct check *check, const char *box)
{
	struct team team = { .num = 0 };
	bool found[1024] = { false };
	size_t i, turn;

	if (open_all(check, &team, box, true)) {
		for (turn = 0; turn < SNAPSHOTS; turn++) {
			wait_ns(SNAPSHOT_NS);
			for (i = 0; i < team.num && i < 1024; i++) {
				struct seat *seat = &team.seats[i];
				uint64_t before = seat->num > 1 && turn ? most_frequent(seat) : ~0ull;

				if (seat->num > 1 && !found[i] && !seat_read(seat))
					found[i] = compare_snapshot(check, seat, before);
			}
		}
		team_errors(check, &team);
		compared += team.num;
	}
	team_close(&team);
}

void check_snapshot(struct check *check)
{
	compared = 0;
	if (!check_rates(check))
		return;
	check_boxes(check, snapshot_of);
	if (compared)
		check_pass(check, "%zu units, %d times all counters of each, no skew", compared, SNAPSHOTS);
	else
		check_cannot(check, "no PMU can read a group in one instant: that is a matter of uncore_pmon");
}
