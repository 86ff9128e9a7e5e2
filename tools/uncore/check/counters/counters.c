// SPDX-License-Identifier: GPL-2.0-only
/* Each counter of each unit counts: clocks on all counters of a unit count the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/probe.h"

#define TOLERANCE	0.01
#define COUNT_MS	20
static size_t compared, counters_seen;

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

	if (probes_add_clocks(check, &probes, box, false)) {
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

static void run(struct check *check)
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

const struct check_kind check_counters = {
	.name = "counters",
	.what = "the counters of a unit count the same",
	.run = run,
};
