// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of what units there are, and that each of them and of its counters counts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "discovery.h"
#include "perf.h"
#include "uncore.h"

/* Clocks of an uncore, in Hz: no slower and no faster. */
#define SLOWEST	50e6
#define FASTEST	6e9

/* What may differ where it should not. */
#define TOLERANCE 0.01

#define FIRST_M2M 12

#define PARTS	20
#define PART_MS	30

static bool differs(double value, double expected)
{
	return value < expected * (1 - TOLERANCE) || value > expected * (1 + TOLERANCE);
}

/*
 * Uncore guide, table 1-12: M2Ms are devices 12 to 15 of their die's bus. Bits 19:15 of an address are the device. Links are
 * not looked at, as the driver numbers them by their devices, whatever the table says.
 */
static void compare_place(struct check *check, const struct found_unit *unit)
{
	unsigned int device = unit->address >> 15 & 0x1f;

	if (!strcmp(unit->box, "m2m") && device != FIRST_M2M + unit->unit)
		check_problem(check, "m2m %u of die %d has the registers of PCI device %u, which are those of m2m %d",
			      unit->unit, unit->die, device, (int)device - FIRST_M2M);
}

void check_table(struct check *check)
{
	struct found_unit *units;
	size_t num, i, good = 0;
	bool emr = check->machine.processor && !strcmp(check->machine.processor->id, "emr");

	if (!discovery_read(&units, &num)) {
		check_cannot(check, check->machine.own_driver ?
			     "debugfs is not there or not for us: mount it, be root" :
			     "only uncore_pmon tells what it makes of the firmware's table");
		return;
	}
	for (i = 0; i < num; i++) {
		if (!strcmp(units[i].verdict, "ok")) {
			good++;
			if (emr && units[i].address && !strcmp(units[i].space, "pci"))
				compare_place(check, &units[i]);
		}
		/* The second: firmware is known to list links in a useless way. */
		else if (strcmp(units[i].verdict, "not in this processor") &&
			 strcmp(units[i].verdict, "found by its PCI id instead"))
			check_problem(check, "%s %u of die %d is left out: %s", units[i].box, units[i].unit,
				      units[i].die, units[i].verdict);
	}
	check_number(check, (double)good, "units");
	check_pass(check, "%zu units, none left out", good);
	free(units);
}

/* The clock that a unit should have: that of its like on the die, or on all dies if there are too few. */
static double usual_rate(const struct check *check, const struct rate *rate)
{
	double here[256], all[1024];
	size_t num_here = 0, num_all = 0, i;

	for (i = 0; i < check->num_rates && num_all < 1024 && num_here < 256; i++) {
		const struct rate *other = &check->rates[i];

		if (strcmp(other->box, rate->box))
			continue;
		all[num_all++] = other->hz;
		if (other->die == rate->die)
			here[num_here++] = other->hz;
	}
	if (num_here > 2)
		return check_median(here, num_here);
	return num_all > 2 ? check_median(all, num_all) : rate->hz;
}

void check_clocks(struct check *check)
{
	size_t i, still = 0;

	if (!check_rates(check))
		return;
	for (i = 0; i < check->num_rates; i++) {
		const struct rate *rate = &check->rates[i];
		double usual = usual_rate(check, rate);

		check_number(check, rate->hz, "%s %d die %u", rate->box, rate->unit, rate->die);
		if (!rate->hz && !usual)
			still++;
		else if (differs(rate->hz, usual))
			check_problem(check, "%s %d of die %u counts %.2f of the clock ticks of its like",
				      rate->box, rate->unit, rate->die, rate->hz / usual);
		else if (rate->hz < SLOWEST || rate->hz > FASTEST)
			check_problem(check, "%s %d of die %u: a clock of %.3f GHz is not plausible", rate->box,
				      rate->unit, rate->die, rate->hz / 1e9);
	}
	if (still == check->num_rates)
		check_problem(check, "no clock runs");
	check_pass(check, "%zu units tick, each as its like; %zu stand still, with all of their type",
		   check->num_rates - still, still);
}

static size_t compared;

static void compare_group(struct check *check, const struct counters *group, size_t unit)
{
	const struct source *first = &group->all[0].sources[unit];
	double values[MAX_GROUP], sorted[MAX_GROUP], usual;
	size_t i;

	for (i = 0; i < group->num; i++)
		sorted[i] = values[i] = check_rate(&group->all[i].sources[unit]);
	usual = check_median(sorted, group->num);
	compared += group->num;
	for (i = 0; i < group->num; i++) {
		if (differs(values[i], usual))
			check_problem(check, "%s %d of die %u: counter %zu of %zu counts %.2f of what the others do",
				      group->all[0].event.box, first->unit, first->die, i, group->num,
				      usual ? values[i] / usual : 0);
	}
}

/* As many clocks as there are counters, on each unit, in a group: so it is the driver's choice which is where. */
static void counters_of(struct check *check, const char *box)
{
	const struct known_box *known = known_box(check->machine.processor, box);
	struct counters group = { .num = 0 };
	struct event events[MAX_GROUP];
	char text[NAME_SIZE + 16], error[512];
	size_t num = known ? (size_t)__builtin_popcount(known->counters) : 0, i;

	/* UBox: its clock is the fixed counter. */
	if (num < 2 || num > MAX_GROUP || !strcmp(box, "ubox"))
		return;
	snprintf(text, sizeof(text), "%s/clockticks/", box);
	for (i = 0; i < num; i++) {
		if (event_parse(&check->machine, text, true, &events[i], error, sizeof(error)))
			return;
	}
	if (counters_open(&group, &check->machine, events, num, true, error, sizeof(error))) {
		check_problem(check, "%s: %.200s", box, error);
		return;
	}
	if (check_wait(check, &group, 20))
		for (i = 0; i < group.all[0].num_sources; i++)
			compare_group(check, &group, i);
	counters_close(&group);
}

void check_counters(struct check *check)
{
	compared = 0;
	check_boxes(check, counters_of);
	if (compared)
		check_pass(check, "%zu counters, each as the others of its unit", compared);
	else
		check_cannot(check, "no unit has a clock that can be counted");
}

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

/*
 * The PMU of all units in parts of the sum of each, some times over, and the one that is nearest to 1: who is held up between
 * a counter and its time is so only now and then, and a sum that is wrong is so each time.
 */
static bool compare_sums(struct check *check, struct counters *counters, int all, int each, double nearest[CHECK_DIES])
{
	struct timespec time = { .tv_nsec = (long)(PART_MS * check->effort) * 1000000 };
	unsigned int die;
	bool agree = false;
	size_t i;

	if (counters_read(counters))
		return false;
	for (i = 0; i < PARTS && !agree; i++) {
		nanosleep(&time, NULL);
		if (counters_read(counters))
			return false;
		agree = true;
		for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
			double whole = rate_since(&counters->all[all], die), sum = rate_since(&counters->all[each], die);
			/* All of them stand still: nothing is wrong with the sum. */
			double part = sum ? whole / sum : !whole;

			if (!i || fabs(part - 1) < fabs(nearest[die] - 1))
				nearest[die] = part;
			if (differs(nearest[die], 1))
				agree = false;
		}
	}
	return true;
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
		for (die = 0; measured && die < check->machine.num_dies && die < CHECK_DIES; die++) {
			compared++;
			check_number(check, nearest[die], "%s die %u", box, die);
			if (differs(nearest[die], 1))
				check_problem(check, "%s of die %u counts %.3f of the sum of its units", name, die,
					      nearest[die]);
		}
	}
	counters_close(&counters);
}

void check_sums(struct check *check)
{
	compared = 0;
	check_boxes(check, sums_of);
	if (compared)
		check_pass(check, "%zu sums", compared);
	else if (!*check->reason)
		check_cannot(check, "no PMU counts on all units of a type: that is a matter of uncore_pmon");
}
