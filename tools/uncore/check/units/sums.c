// SPDX-License-Identifier: GPL-2.0-only
/* PMUs of all units of a type count what the PMUs of each unit do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/check.h"

/* What may differ where it should not. */
#define TOLERANCE 0.01

#define PARTS	20
#define PART_MS	30

static size_t compared;

/* What a die has counted since the last time, in a second: each descriptor has been read at a time of its own. */
static double rate_since(const struct counter *counter, unsigned int die)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		struct reading since = reading_since(&counter->sources[i]);

		if (counter->sources[i].die == die && since.running)
			sum += (double)since.count * 1e9 / (double)since.running;
	}
	return sum;
}

static bool ticked[CHECK_DIES];

/*
 * The PMU of all units in parts of the sum of each, some times over, and the one that is nearest to 1: who is held up between
 * a counter and its time is so only now and then, and a sum that is wrong is so each time.
 */
static bool compare_sums(struct check *check, struct counters *counters, int all, int each, double nearest[CHECK_DIES])
{
	unsigned int die;
	bool agree = false;
	size_t i;

	memset(ticked, 0, sizeof(ticked));
	if (counters_read(counters))
		return false;
	for (i = 0; i < PARTS && !agree; i++) {
		wait_ms(PART_MS * check->effort);
		if (counters_read(counters))
			return false;
		agree = true;
		for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
			double whole = rate_since(&counters->all[all], die), sum = rate_since(&counters->all[each], die);
			/* All of them stand still, which they may do if they are off. */
			double part = sum ? whole / sum : !whole;

			ticked[die] |= sum > 0;
			if (!i || fabs(part - 1) < fabs(nearest[die] - 1))
				nearest[die] = part;
			if (check_differs(nearest[die], 1, TOLERANCE))
				agree = false;
		}
	}
	return true;
}

static bool must_tick(const struct check *check, const char *box, unsigned int die)
{
	size_t i;

	for (i = 0; i < check->num_rates; i++) {
		const struct rate *rate = &check->rates[i];

		if (rate->die == die && !strcmp(rate->box, box) && !rate->off)
			return true;
	}
	return false;
}

static void sums_of(struct check *check, const char *box)
{
	struct counters counters = { .num = 0 };
	char name[NAME_SIZE + 16];
	double nearest[CHECK_DIES];
	bool measured;
	unsigned int die;
	int all, each;

	snprintf(name, sizeof(name), "uncoreall_%s", box);
	if (!machine_pmu(&check->machine, name))
		return;
	all = check_open(check, &counters, false, "%s/clockticks/", name);
	each = check_open(check, &counters, true, "%s/clockticks/", box);
	if (all >= 0 && each >= 0 && !counters_enable(&counters)) {
		measured = compare_sums(check, &counters, all, each, nearest);
		counters_disable(&counters);
		if (!measured)
			check_problem(check, "%s or a unit of that type cannot be read", name);
		for (die = 0; measured && die < check->machine.num_dies && die < CHECK_DIES; die++) {
			if (!machine_has_die(&check->machine, die))
				continue;
			compared++;
			check_number(check, nearest[die], "%s die %u", box, die);
			if (!ticked[die] && must_tick(check, box, die))
				check_problem(check, "%s of die %u counts nothing, nor do its units", name, die);
			else if (check_differs(nearest[die], 1, TOLERANCE))
				check_problem(check, "%s of die %u counts %.3f of the sum of its units", name, die,
					      nearest[die]);
		}
	}
	counters_close(&counters);
}

static void run(struct check *check)
{
	compared = 0;
	if (!check_rates(check))
		return;
	check_boxes(check, sums_of);
	if (compared)
		check_pass(check, "%zu sums", compared);
	else if (!*check->reason)
		check_cannot(check, "no PMU counts on all units of a type: this requires uncore_pmon");
}

const struct check_kind check_sums = {
	.name = "sums",
	.what = "an event on all units is the sum of events on single units",
	.run = run,
};
