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

static size_t ticking, off;
static size_t die_probes[CHECK_DIES], die_ticking[CHECK_DIES];

/* Of two units that differ, is @probe the outlier, compared with the clock of its type on other dies? */
static bool is_outlier(const struct probes *probes, const struct probe *probe, const struct probe *other)
{
	double elsewhere[512], usual;
	size_t num = 0, i;

	for (i = 0; i < probes->num && num < 512; i++)
		if (probes->all[i].die != probe->die && !strcmp(probes->all[i].box, probe->box) && !probes->all[i].error)
			elsewhere[num++] = probe_hz(&probes->all[i], 0);
	usual = probes_median(elsewhere, num);
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

/* Units of the type on the die that tick. */
static size_t units_alike(const struct probes *probes, const struct probe *probe)
{
	size_t i, alike = 0;

	for (i = 0; i < probes->num; i++)
		alike += probes->all[i].die == probe->die && !strcmp(probes->all[i].box, probe->box) &&
			 !probes->all[i].error && probe_delta(&probes->all[i], 0);
	return alike;
}

/* Units of all types in the same time. */
static void compare_clocks(struct check *check)
{
	struct probes probes = { .num = 0 };
	struct event event;
	size_t i;

	probes_add(check, &probes, NULL);
	for (i = 0; i < probes.num; i++)
		if (probe_event(check, probes.all[i].box, "clockticks", &event))
			probe_open(&probes.all[i], &event, false);
	probes_enable(&probes);
	probes_measure(check, &probes, CLOCK_MS / 10);
	probes_refer(&probes);
	probes_measure(check, &probes, CLOCK_MS);
	probes_errors(check, &probes);
	for (i = 0; i < probes.num; i++) {
		const struct probe *probe = &probes.all[i];

		if (probe->error)
			continue;
		die_probes[probe->die % CHECK_DIES]++;
		if (!probe_delta(probe, 0)) {
			check_problem(check, "%s does not tick", probe_name(probe));
			continue;
		}
		ticking++;
		die_ticking[probe->die % CHECK_DIES]++;
		judge_probe(check, &probes, probe, units_alike(&probes, probe));
	}
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
	compare_clocks(check);
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
