// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of each counter of each unit: clocks on all counters of a unit count the same, and are read in one instant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/probe.h"

#define TOLERANCE	0.01
#define COUNT_MS	20
/* Snapshots of each unit: a bit that is stuck, or a moment that two counters do not share, shows in one of two on average. */
#define SNAPSHOTS	12
#define SNAPSHOT_NS	3370000

static size_t compared, counters_seen;

/* As many clocks as there are counters on each unit, a group: so it is the driver's choice which is where. */
static bool open_all(struct check *check, struct probes *probes, const char *box, bool snapshot)
{
	struct event event;
	size_t i, j;

	if (!strcmp(box, "ubox") || !probe_event(check, box, "clockticks", &event))
		return false;
	if (snapshot && !pmu_format(event.pmus, "snapshot"))
		return false;
	probes_add(check, probes, box);
	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i];

		probe->grouped = true;
		for (j = 0; j < probe_counters(check, probe) && j < PROBE_EVENTS; j++)
			probe_open(probe, &event, snapshot);
	}
	probes_enable(probes);
	return true;
}

/* The counter that has counted the median; of two the higher one, as counters lose counts rather than make them up. */
static size_t usual_counter(const struct probe *probe)
{
	size_t i, j, usual = 0, below;

	for (i = 0; i < probe->num; i++) {
		for (j = 0, below = 0; j < probe->num; j++)
			below += probe_delta(probe, j) < probe_delta(probe, i) || (probe_delta(probe, j) == probe_delta(probe, i) && j < i);
		if (below == probe->num / 2)
			usual = i;
	}
	return usual;
}

static void compare_counters(struct check *check, const struct probe *probe)
{
	size_t usual = usual_counter(probe), i;

	compared++;
	if (!probe_delta(probe, usual))
		check_problem(check, "%s: most counters count no clock ticks", probe_name(probe));
	for (i = 0; i < probe->num; i++) {
		double ratio = probe_ratio(probe, i, usual);

		counters_seen++;
		if (ratio < 1 - TOLERANCE || ratio > 1 + TOLERANCE)
			check_problem(check, "%s: counter %zu of %zu counts %.2f of what the others do", probe_name(probe), i,
				      probe->num, ratio);
	}
}

static void counters_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	size_t i;

	if (open_all(check, &probes, box, false)) {
		for (i = 0; i < probes.num; i++)
			probes.all[i].own = true;
		probes_measure(check, &probes, COUNT_MS);
		probes_errors(check, &probes);
		for (i = 0; i < probes.num; i++)
			if (!probes.all[i].error && probes.all[i].num > 1)
				compare_counters(check, &probes.all[i]);
	}
	probes_close(&probes);
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

static uint64_t most_frequent(const struct probe *probe)
{
	size_t i, j, most = 0, same;
	uint64_t value = probe->now[0];

	for (i = 0; i < probe->num; i++) {
		for (j = 0, same = 0; j < probe->num; j++)
			same += probe->now[j] == probe->now[i];
		if (same > most) {
			most = same;
			value = probe->now[i];
		}
	}
	return value;
}

/* Returns whether something is wrong. */
static bool compare_snapshot(struct check *check, const struct probe *probe, uint64_t before)
{
	uint64_t usual = most_frequent(probe);
	size_t i;

	for (i = 0; i < probe->num; i++) {
		int64_t apart = (int64_t)(probe->now[i] - usual);

		if (!apart)
			continue;
		check_problem(check, "%s: counter %zu of %zu is %lld ticks from the others in a snapshot", probe_name(probe), i,
			      probe->num, (long long)apart);
		return true;
	}
	if (usual != before)
		return false;
	check_problem(check, "%s: no counter has gone on after a snapshot", probe_name(probe));
	return true;
}

/* Clocks on all counters of a unit: what is read in one instant, and has begun in one, is the same number. */
static void snapshot_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	bool found[1024] = { false };
	size_t i, turn;

	if (open_all(check, &probes, box, true)) {
		for (turn = 0; turn < SNAPSHOTS; turn++) {
			wait_ns(SNAPSHOT_NS);
			for (i = 0; i < probes.num && i < 1024; i++) {
				struct probe *probe = &probes.all[i];
				uint64_t before = probe->num > 1 && turn ? most_frequent(probe) : ~0ull;

				if (probe->num > 1 && !found[i] && !probe_read(probe))
					found[i] = compare_snapshot(check, probe, before);
			}
		}
		probes_errors(check, &probes);
		compared += probes.num;
	}
	probes_close(&probes);
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
