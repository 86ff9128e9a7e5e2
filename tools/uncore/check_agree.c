// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks that the same is counted, however it is counted: snapshots, events that take turns, fixed counters.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "uncore.h"

#define TOLERANCE	0.01
/* Taking turns is the kernel's business, which has a clock of its own. */
#define TURNS_TOLERANCE	0.02
#define TURNS_MS	400
/* Two moments can be as far apart at the end as they were at the beginning. */
#define SNAPSHOTS	5

static size_t compared;

static bool apart(double value, double expected, double tolerance)
{
	return value < expected * (1 - tolerance) || value > expected * (1 + tolerance);
}

/* Returns whether something is wrong. */
static bool compare_snapshot(struct check *check, const struct counters *group, const char *box)
{
	bool found = false;
	size_t i;

	for (i = 0; i < group->all[0].num_sources; i++) {
		const struct source *one = &group->all[0].sources[i], *other = &group->all[1].sources[i];

		if (one->now.count == other->now.count)
			continue;
		found = true;
		check_problem(check, "%s of die %u: a snapshot has %lld ticks between two counters of its units", box,
			      one->die, (long long)(one->now.count - other->now.count));
	}
	return found;
}

/* Two clocks of all units: what is read in one instant, and has begun in one, is the same number. */
static void snapshot_of(struct check *check, const char *box)
{
	struct counters group = { .num = 0 };
	struct event events[2];
	char text[NAME_SIZE + 32], error[512];
	bool found = false;
	size_t i;

	if (!strcmp(box, "ubox"))
		return;
	snprintf(text, sizeof(text), "%s/clockticks/", box);
	if (event_parse(&check->machine, text, false, &events[0], error, sizeof(error)) ||
	    !pmu_format(events[0].pmus, "snapshot"))
		return;
	events[1] = events[0];
	if (counters_open(&group, &check->machine, events, 2, true, error, sizeof(error)))
		return;
	if (group.num == 2 && group.all[1].leader == 0 && !counters_enable(&group)) {
		for (i = 0; i < SNAPSHOTS && !found && !counters_read(&group); i++)
			found = compare_snapshot(check, &group, box);
		compared += group.all[0].num_sources;
		counters_disable(&group);
	}
	counters_close(&group);
}

void check_snapshot(struct check *check)
{
	compared = 0;
	check_boxes(check, snapshot_of);
	if (compared)
		check_pass(check, "%zu groups, no skew", compared);
	else
		check_cannot(check, "no PMU can read a group in one instant: that is a matter of uncore_pmon");
}

/* Half as many events again as there are counters on one unit; the clock of the next one is for comparison. */
static void turns_of(struct check *check, const char *box)
{
	const struct known_box *known = known_box(check->machine.processor, box);
	struct counters counters = { .num = 0 };
	size_t events, num, i, j;
	struct pmu *pmus = machine_box(&check->machine, box, true, &num);
	int own = -1;

	/* One type is enough of what the kernel does. */
	if (compared || !known || !pmus || num < 2 || strcmp(box, "cha"))
		return;
	events = 3 * (size_t)__builtin_popcount(known->counters) / 2;
	for (i = 0; i < events; i++)
		if (check_open(check, &counters, true, "%s/clockticks/", pmus[0].name) < 0)
			break;
	if (i == events)
		own = check_open(check, &counters, true, "%s/clockticks/", pmus[1].name);
	if (own >= 0 && check_wait(check, &counters, TURNS_MS)) {
		for (i = 0; i < events; i++) {
			for (j = 0; j < counters.all[i].num_sources; j++) {
				const struct source *turn = &counters.all[i].sources[j];
				double dedicated = check_rate(&counters.all[own].sources[j]);

				compared++;
				check_number(check, reading_share(&turn->now), "share %zu die %u", i, turn->die);
				if (apart(check_rate(turn), dedicated, TURNS_TOLERANCE))
					check_problem(check, "%s of die %u: an event with %.0f %% of the time counts %.3f of one with all of it",
						      pmus[0].name, turn->die, 100 * reading_share(&turn->now),
						      dedicated ? check_rate(turn) / dedicated : 0);
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

/* The units of @pmus, one behind the other, against the clock of @box. */
static void compare_fixed(struct check *check, const char *event, const char *box, bool controller)
{
	struct counters counters = { .num = 0 };
	int fixed = check_open(check, &counters, true, "%s", event);
	size_t i;

	if (fixed >= 0 && check_wait(check, &counters, 50)) {
		for (i = 0; i < counters.all[fixed].num_sources; i++) {
			const struct source *source = &counters.all[fixed].sources[i];
			/* Free-running counters of memory are the controller's, which has two channels. */
			int unit = controller ? 2 * source->unit : source->unit;
			double clock = check_hz(check, box, source->die, unit), rate = check_rate(source);

			if (!clock)
				continue;
			compared++;
			check_number(check, rate / clock, "%s %d die %u", event, source->unit, source->die);
			if (apart(rate, clock, TOLERANCE))
				check_problem(check, "%s, unit %d of die %u, counts %.3f of the clock of %s %d", event,
					      source->unit, source->die, rate / clock, box, unit);
		}
	}
	counters_close(&counters);
}

void check_fixed(struct check *check)
{
	size_t num;

	compared = 0;
	if (!check_rates(check))
		return;
	if (machine_box(&check->machine, "imc", true, &num))
		compare_fixed(check, "imc/event=0xff/", "imc", false);
	if (machine_box(&check->machine, "imc_free_running", true, &num))
		compare_fixed(check, "imc_free_running/event=0xff,umask=0x10/", "imc", true);
	if (machine_box(&check->machine, "iio_free_running", true, &num))
		compare_fixed(check, "iio_free_running/event=0xff,umask=0x10/", "iio", false);
	*check->reason = '\0';
	if (compared)
		check_pass(check, "%zu fixed and free-running clocks", compared);
	else
		check_cannot(check, "no fixed or free-running counter of a clock");
}
