// SPDX-License-Identifier: GPL-2.0-only
/* Fixed and free-running counters of a clock agree with the general counters that count it. */
#include <string.h>

#include "check/common/probe.h"

#define TOLERANCE	0.01
#define FIXED_MS	100

static size_t compared;

/* The clock of a unit in a fixed or free-running counter. */
struct fixed {
	const char *box, *terms;	/* the counter */
	const char *clock;		/* the type whose clock it counts */
	int channels;			/* units of that type for each of these */
};

static const struct fixed fixed_clocks[] = {
	{ "imc", "event=0xff", "imc", 1 },
	/* Free-running counters of memory are the controller's, which has two channels. */
	{ "imc_free_running", "event=0xff,umask=0x10", "imc", 2 },
	{ "iio_free_running", "event=0xff,umask=0x10", "iio", 1 },
};

static size_t find_probe(const struct probes *probes, size_t from, size_t to, unsigned int die, int unit)
{
	size_t i;

	for (i = from; i < to; i++)
		if (probes->all[i].die == die && probes->all[i].pmu->unit == unit)
			return i;
	return to;
}

static void judge_fixed(struct check *check, const struct fixed *fixed, const struct probe *probe, const struct probe *clock)
{
	double ratio = probe_ratio(probe, 0, 0);

	compared++;
	check_number(check, ratio, "%s/%s/ %d die %u", fixed->box, fixed->terms, probe->pmu->unit, probe->die);
	if (!probe_delta(probe, 0) && !probe_delta(clock, 0))
		check_problem(check, "%s: neither its clock nor %s/%s/ counts", probe_name(clock), fixed->box, fixed->terms);
	else if (check_differs(ratio, 1, TOLERANCE))
		check_problem(check, "%s/%s/, unit %d of die %u, counts %.3f of the clock of %s %d", fixed->box, fixed->terms,
			      probe->pmu->unit, probe->die, ratio, fixed->clock, clock->pmu->unit);
}

static void compare_fixed(struct check *check, const struct fixed *fixed)
{
	struct probes probes = { .num = 0 };
	struct event event, clock;
	size_t clocks, i;

	if (!probe_event(check, fixed->box, fixed->terms, &event) || !probe_event(check, fixed->clock, "clockticks", &clock))
		return;
	probes_add(check, &probes, fixed->clock);
	clocks = probes.num;
	probes_add(check, &probes, fixed->box);
	for (i = 0; i < probes.num; i++) {
		struct probe *probe = &probes.all[i];
		size_t other = i < clocks ? i : find_probe(&probes, 0, clocks, probe->die, fixed->channels * probe->pmu->unit);

		/* Whose clock is off has nothing to be compared with. */
		if (other == clocks)
			continue;
		probe->reference = other;
		probe_open(probe, i < clocks ? &clock : &event, false);
	}
	probes_enable(&probes);
	probes_measure(check, &probes, FIXED_MS);
	probes_errors(check, &probes);
	for (i = clocks; i < probes.num; i++)
		if (probes.all[i].num && !probes.all[i].error)
			judge_fixed(check, fixed, &probes.all[i], &probes.all[probes.all[i].reference]);
	probes_close(&probes);
}

static void run(struct check *check)
{
	size_t num, i;

	compared = 0;
	if (!check_rates(check))
		return;
	for (i = 0; i < sizeof(fixed_clocks) / sizeof(*fixed_clocks); i++)
		if (machine_box(&check->machine, fixed_clocks[i].box, true, &num))
			compare_fixed(check, &fixed_clocks[i]);
	if (compared)
		check_pass(check, "%zu fixed and free-running clocks", compared);
	else
		check_cannot(check, "no fixed or free-running counter of a clock");
}

const struct check_kind check_fixed = {
	.name = "fixed",
	.what = "fixed and free-running clocks agree with the counted clock",
	.run = run,
};
