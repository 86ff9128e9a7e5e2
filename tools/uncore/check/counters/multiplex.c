// SPDX-License-Identifier: GPL-2.0-only
/* Events that take turns count like events that always run. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/check.h"

/* Taking turns is the kernel's business, which has a clock of its own. */
#define TURNS_TOLERANCE	0.02
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

static void run(struct check *check)
{
	compared = 0;
	check_boxes(check, turns_of);
	if (compared)
		check_pass(check, "%zu events that take turns, within %.0f %%", compared, 100 * TURNS_TOLERANCE);
	else if (!*check->reason)
		check_cannot(check, "no two CHAs whose clocks could be compared");
}

const struct check_kind check_multiplex = {
	.name = "multiplex",
	.what = "events that take turns count like an event that does not",
	.run = run,
};
