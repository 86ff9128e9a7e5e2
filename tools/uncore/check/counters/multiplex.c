// SPDX-License-Identifier: GPL-2.0-only
/* Events that take turns count like events that always run. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/check.h"

/*
 * The kernel timestamps a switch once, before the counters are programmed. An interrupted switch adds to the counts of the event
 * that ends what the event that starts misses. So the sum of all events is exact, and each event is not.
 */
#define TURNS_TOLERANCE	0.02
#define EVENT_TOLERANCE	0.25
#define TURNS_MS	400
#define TURNS_PARTS	8

static size_t compared;

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

/* By what factor a rate is outside of two limits; 1 if it is inside, or a tolerance away from them. */
static double outside(double rate, double slowest, double fastest, double tolerance)
{
	if (rate < slowest * (1 - tolerance))
		return rate / slowest;
	if (rate > fastest * (1 + tolerance))
		return rate / fastest;
	return 1;
}

/* Events that take turns on a unit of a die, each and all together. */
static void judge_die(struct check *check, const struct counters *counters, size_t events, const char *unit, size_t source,
		      double slowest, double fastest)
{
	double count = 0, running = 0, off;
	unsigned int die = counters->all[0].sources[source].die;
	size_t i;

	for (i = 0; i < events; i++) {
		const struct source *turn = &counters->all[i].sources[source];
		double share = reading_share(&turn->now);

		compared++;
		count += (double)turn->now.count;
		running += (double)turn->now.running;
		check_number(check, share, "share %zu die %u", i, die);
		off = outside(check_rate(turn) / 1e9, slowest, fastest, EVENT_TOLERANCE);
		if (off < 1 || off > 1)
			check_problem(check, "%s of die %u: event %zu with %.0f %% of the time counts %.3f of one with all of it", unit,
				      die, i, 100 * share, off);
	}
	off = outside(running > 0 ? count / running : 0, slowest, fastest, TURNS_TOLERANCE);
	check_number(check, running > 0 ? count / running : 0, "rate die %u", die);
	if (off < 1 || off > 1)
		check_problem(check, "%s of die %u: %zu events that take turns count %.3f of one with all of the time", unit, die,
			      events, off);
}

/* Half as many events again as there are counters on one unit; the clock of the next one is for comparison. */
static void turns_of(struct check *check, const char *box)
{
	const struct box_type *type = box_type(check->machine.processor, box);
	double slowest[CHECK_DIES], fastest[CHECK_DIES];
	struct counters counters = { .num = 0 };
	size_t events, num, i;
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
		for (i = 0; i < counters.all[0].num_sources && i < CHECK_DIES; i++) {
			if (fastest[i] > 0)
				judge_die(check, &counters, events, pmus[0].name, i, slowest[i], fastest[i]);
			else
				check_problem(check, "%s of die %u does not tick", pmus[1].name, counters.all[0].sources[i].die);
		}
	}
	counters_close(&counters);
}

static void run(struct check *check)
{
	compared = 0;
	check_boxes(check, turns_of);
	if (compared)
		check_pass(check, "%zu events that take turns, their sum within %.0f %%", compared, 100 * TURNS_TOLERANCE);
	else if (!*check->reason)
		check_cannot(check, "no two CHAs whose clocks could be compared");
}

const struct check_kind check_multiplex = {
	.name = "multiplex",
	.what = "events that take turns count like an event that does not",
	.run = run,
};
