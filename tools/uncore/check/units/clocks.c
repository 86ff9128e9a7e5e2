// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clocks: which units tick, and whether each ticks as fast as its like in the same time.
 *
 * Units are compared with those of their type on their die only: meshes of two packages have clocks of their own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/common/probe.h"

/* Clocks of an uncore, in Hz: no slower and no faster. */
#define SLOWEST		50e6
#define FASTEST		6e9
#define TOLERANCE	0.01
#define CLOCK_MS	200

/* Another die's clocks only tell which of two units that differ is the odd one, and are as far off as this. */
#define ALIKE		0.1

static int order(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

static double median_of(double *values, size_t num)
{
	if (!num)
		return 0;
	qsort(values, num, sizeof(*values), order);
	return num % 2 ? values[num / 2] : (values[num / 2 - 1] + values[num / 2]) / 2;
}

/* The probe of a die whose clock is the median of those that tick; the number of probes if none does. */
static size_t usual_probe(const struct probes *probes, unsigned int die)
{
	double ticking[512], median, distance, least = INFINITY;
	size_t num = 0, i, usual = probes->num;

	for (i = 0; i < probes->num && num < 512; i++)
		if (probes->all[i].die == die && !probes->all[i].error && probe_delta(&probes->all[i], 0))
			ticking[num++] = (double)probe_delta(&probes->all[i], 0);
	median = median_of(ticking, num);
	for (i = 0; i < probes->num; i++) {
		if (probes->all[i].die != die || probes->all[i].error || !probe_delta(&probes->all[i], 0))
			continue;
		distance = fabs((double)probe_delta(&probes->all[i], 0) - median);
		if (distance < least) {
			least = distance;
			usual = i;
		}
	}
	return usual;
}

static size_t ticking, off;
static size_t die_probes[CHECK_DIES], die_ticking[CHECK_DIES];

/* Of two units that differ, is @probe the outlier, compared with the clock of its type on other dies? */
static bool is_outlier(const struct probes *probes, const struct probe *probe, const struct probe *other)
{
	double elsewhere[512], usual;
	size_t num = 0, i;

	for (i = 0; i < probes->num && num < 512; i++)
		if (probes->all[i].die != probe->die && !probes->all[i].error)
			elsewhere[num++] = probe_hz(&probes->all[i], 0);
	usual = median_of(elsewhere, num);
	return usual && check_differs(probe_hz(probe, 0), usual, ALIKE) && !check_differs(probe_hz(other, 0), usual, ALIKE);
}

static void judge_probe(struct check *check, const struct probes *probes, const struct probe *probe, size_t alike)
{
	const struct probe *reference = &probes->all[probe->reference];
	double ratio = probe_ratio(probe, 0, 0), hz = probe_hz(probe, 0);

	check_number(check, hz, "%s %d die %u", probe->box, probe->pmu->unit, probe->die);
	if (reference != probe && check_differs(ratio, 1, TOLERANCE)) {
		if (alike == 2 && is_outlier(probes, reference, probe))
			check_problem(check, "%s counts %.2f of the clock ticks of its type", probe_name(reference), 1 / ratio);
		else
			check_problem(check, "%s counts %.2f of the clock ticks of its type%s", probe_name(probe), ratio,
				      alike == 2 && !is_outlier(probes, probe, reference) ?
				      ", or the other one is wrong: there are only two" : "");
	} else if (hz < SLOWEST || hz > FASTEST) {
		check_problem(check, "%s: a clock of %.3f GHz is not plausible", probe_name(probe), hz / 1e9);
	}
}

static void judge_die(struct check *check, const struct probes *probes, unsigned int die)
{
	size_t i, alike = 0;

	for (i = 0; i < probes->num; i++)
		alike += probes->all[i].die == die && !probes->all[i].error && probe_delta(&probes->all[i], 0);
	for (i = 0; i < probes->num; i++) {
		const struct probe *probe = &probes->all[i];

		if (probe->die != die || probe->error)
			continue;
		die_probes[die % CHECK_DIES]++;
		if (!probe_delta(probe, 0)) {
			check_problem(check, "%s does not tick", probe_name(probe));
			continue;
		}
		ticking++;
		die_ticking[die % CHECK_DIES]++;
		judge_probe(check, probes, probe, alike);
	}
}

static void clocks_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	struct event event;
	unsigned int die;
	size_t i, usual;

	probes_add(check, &probes, box);
	if (!probe_event(check, box, "clockticks", &event))
		return;
	for (i = 0; i < probes.num; i++)
		probe_open(&probes.all[i], &event, false);
	probes_enable(&probes);
	probes_measure(check, &probes, CLOCK_MS / 10);
	for (die = 0; die < check->machine.num_dies; die++) {
		usual = usual_probe(&probes, die);
		for (i = 0; i < probes.num && usual < probes.num; i++)
			if (probes.all[i].die == die)
				probes.all[i].reference = usual;
	}
	probes_measure(check, &probes, CLOCK_MS);
	probes_errors(check, &probes);
	for (die = 0; die < check->machine.num_dies; die++)
		judge_die(check, &probes, die);
	probes_close(&probes);
}

static void run(struct check *check)
{
	unsigned int die;
	size_t i;

	ticking = off = 0;
	memset(die_probes, 0, sizeof(die_probes));
	memset(die_ticking, 0, sizeof(die_ticking));
	if (!check_rates(check))
		return;
	check_boxes(check, clocks_of);
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
		if (die_probes[die] && !die_ticking[die]) {
			check_forget_problems(check, die);
			check_problem(check, "no clock of die %u runs", die);
		}
	}
	for (i = 0; i < check->num_rates; i++)
		off += check->rates[i].off;
	check_pass(check, "%zu units tick, at the rate of their type; %zu are off, like units without memory or device",
		   ticking, off);
}

const struct check_kind check_clocks = {
	.name = "clocks",
	.what = "the clock of each unit ticks at the rate of its type",
	.run = run,
};
