// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks that the same is counted, however it is counted: events that take turns, fixed counters.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/probe.h"

#define TOLERANCE	0.01
/* Taking turns is the kernel's business, which has a clock of its own. */
#define TURNS_TOLERANCE	0.02
#define TURNS_MS	400
#define TURNS_PARTS	8
#define FIXED_MS	100
static size_t compared;

static bool apart(double value, double expected, double tolerance)
{
	return value < expected * (1 - tolerance) || value > expected * (1 + tolerance);
}

/* Rates of the comparison in parts of the time: a clock that changes its rate meanwhile was in none of two events' turns the same. */
static void find_rates(struct check *check, struct counters *counters, int own, double slowest[CHECK_DIES],
		       double fastest[CHECK_DIES])
{
	unsigned int part;
	size_t i;

	for (part = 0; part <= TURNS_PARTS * check->effort; part++) {
		if (counters_read(counters)) {
			check_problem(check, "counters cannot be read");
			return;
		}
		for (i = 0; part && i < counters->all[own].num_sources && i < CHECK_DIES; i++) {
			struct reading since = reading_since(&counters->all[own].sources[i]);
			double rate = since.running ? (double)since.count / (double)since.running : 0;

			if (part == 1 || rate < slowest[i])
				slowest[i] = rate;
			if (part == 1 || rate > fastest[i])
				fastest[i] = rate;
		}
		wait_ms(TURNS_MS / TURNS_PARTS);
	}
}

/* Half as many events again as there are counters on one unit; the clock of the next one is for comparison. */
static void turns_of(struct check *check, const char *box)
{
	const struct box_type *type = box_type(check->machine.processor, box);
	double slowest[CHECK_DIES], fastest[CHECK_DIES], share;
	struct counters counters = { .num = 0 };
	size_t events, num, i, j;
	struct pmu *pmus = machine_box(&check->machine, box, true, &num);
	int own = -1;

	/* One type is enough of what the kernel does. */
	if (compared || !type || !pmus || num < 2 || strcmp(box, "cha"))
		return;
	events = 3 * (size_t)__builtin_popcount(type->counters) / 2;
	for (i = 0; i < events; i++)
		if (check_open(check, &counters, true, "%s/clockticks/", pmus[0].name) < 0)
			break;
	if (i == events)
		own = check_open(check, &counters, true, "%s/clockticks/", pmus[1].name);
	if (own >= 0 && !counters_enable(&counters)) {
		find_rates(check, &counters, own, slowest, fastest);
		for (i = 0; i < events; i++) {
			for (j = 0; j < counters.all[i].num_sources && j < CHECK_DIES; j++) {
				const struct source *turn = &counters.all[i].sources[j];
				double rate = check_rate(turn) / 1e9;

				compared++;
				share = reading_share(&turn->now);
				check_number(check, share, "share %zu die %u", i, turn->die);
				if (!fastest[j])
					check_problem(check, "%s of die %u does not tick", pmus[1].name, turn->die);
				else if (rate < slowest[j] * (1 - TURNS_TOLERANCE) || rate > fastest[j] * (1 + TURNS_TOLERANCE))
					check_problem(check, "%s of die %u: event %zu with %.0f %% of the time counts %.3f of one with all of it",
						      pmus[0].name, turn->die, i, 100 * share,
						      rate / (rate < slowest[j] ? slowest[j] : fastest[j]));
			}
		}
	}
	counters_close(&counters);
}

void check_multiplex(struct check *check)
{
	compared = 0;
	check_boxes(check, turns_of);
	if (compared)
		check_pass(check, "%zu events that take turns, within %.0f %%", compared, 100 * TURNS_TOLERANCE);
	else if (!*check->reason)
		check_cannot(check, "no two CHAs whose clocks could be compared");
}

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
	else if (apart(ratio, 1, TOLERANCE))
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

void check_fixed(struct check *check)
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
