// SPDX-License-Identifier: GPL-2.0-only
/* All counters of a unit are read in one instant. */
#include <stdlib.h>

#include "base/clock.h"
#include "check/common/probe.h"

/* Snapshots of each unit: a bit that is stuck, or a moment that two counters do not share, shows in one of two on average. */
#define SNAPSHOTS	12
#define SNAPSHOT_NS	3370000

static size_t compared;

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
	check_problem(check, "%s: no counter continues after a snapshot", probe_name(probe));
	return true;
}

/* Clocks on all counters of a unit: what is read in one instant, and has begun in one, is the same number. */
static void snapshot_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	bool found[1024] = { false };
	size_t i, turn;

	if (probes_add_clocks(check, &probes, box, true)) {
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

static void run(struct check *check)
{
	compared = 0;
	if (!check_rates(check))
		return;
	check_boxes(check, snapshot_of);
	if (compared)
		check_pass(check, "%zu units, %d times all counters of each, no skew", compared, SNAPSHOTS);
	else
		check_cannot(check, "no PMU reads a group at one instant: this requires uncore_pmon");
}

const struct check_kind check_snapshot = {
	.name = "snapshot",
	.what = "a snapshot reads all counters of a unit at one instant",
	.run = run,
};
