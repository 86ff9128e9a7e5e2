// SPDX-License-Identifier: GPL-2.0-only
/*
 * What goes wrong once in thousands of times: a read, a write of a control, a counter that leaps. Only when asked for, for as long.
 *
 * All counters of a unit count its clock, are read in one instant, and so add the same from read to read. Type by type, events are
 * opened, read some times and closed, over and over.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/driver_numbers.h"
#include "check/common/probe.h"

#define READS	16
#define READ_NS	1000000

static double end;
static size_t opened, reads, round_number;

/* Units that were out of step, and in which round first. */
static struct {
	char name[NAME_SIZE + 48];
	size_t round;
} hiccups[256];
static size_t num_hiccups;

/*
 * A busy machine has a group whose counters did not stop together once in some thousand openings. A fault comes again: a unit is
 * named when it is out of step in a second round.
 */
static bool again(const struct probe *probe)
{
	size_t i;

	for (i = 0; i < num_hiccups; i++)
		if (!strcmp(hiccups[i].name, probe_name(probe)))
			return hiccups[i].round != round_number;
	if (num_hiccups < sizeof(hiccups) / sizeof(*hiccups)) {
		snprintf(hiccups[num_hiccups].name, sizeof(hiccups->name), "%s", probe_name(probe));
		hiccups[num_hiccups++].round = round_number;
	}
	return false;
}

/* What most counters of the unit have added. */
static uint64_t usual_step(const struct probe *probe, const uint64_t *before)
{
	size_t i, j, same, most = 0;
	uint64_t step = 0;

	for (i = 0; i < probe->num; i++) {
		for (j = 0, same = 0; j < probe->num; j++)
			same += probe->now[j] - before[j] == probe->now[i] - before[i];
		if (same <= most)
			continue;
		most = same;
		step = probe->now[i] - before[i];
	}
	return step;
}

static void judge_step(struct check *check, const struct probe *probe, const uint64_t *before)
{
	uint64_t usual = usual_step(probe, before);
	size_t i;

	for (i = 0; i < probe->num; i++) {
		int64_t apart = (int64_t)(probe->now[i] - before[i] - usual);

		if (!apart)
			continue;
		if (again(probe))
			check_problem(check, "%s: counter %zu differs from the others", probe_name(probe), i);
		check_number(check, (double)apart, "%s %d die %u counter %zu", probe->box, probe->pmu->unit, probe->die, i);
	}
	if (!usual)
		check_problem(check, "%s: no counter continues", probe_name(probe));
}

static void soak_type(struct check *check, const char *box)
{
	uint64_t before[PROBE_EVENTS];
	struct probes probes = { .num = 0 };
	size_t i, turn;

	if (seconds_now() > end || !probes_add_clocks(check, &probes, box, true))
		return;
	for (i = 0; i < probes.num; i++)
		opened += probes.all[i].num;
	for (turn = 0; turn < READS; turn++) {
		wait_ns(READ_NS);
		for (i = 0; i < probes.num; i++) {
			struct probe *probe = &probes.all[i];

			memcpy(before, probe->now, sizeof(before));
			if (probe_read(probe))
				continue;
			reads += probe->num;
			judge_step(check, probe, before);
		}
	}
	probes_errors(check, &probes);
	probes_close(&probes);
}

/* The driver reads a counter again that returned a wrong value, and counts that. */
static unsigned long long wrong_readings(unsigned int die)
{
	unsigned long long number = 0;

	return driver_number("readings", die, "wrong", &number) ? number : 0;
}

static void run(struct check *check)
{
	unsigned long long wrong[CHECK_DIES] = { 0 };
	unsigned int die;
	size_t num;
	struct pmu *pmus = machine_box(&check->machine, "cha", true, &num);

	opened = reads = round_number = num_hiccups = 0;
	if (!check_rates(check))
		return;
	if (!pmus || !pmu_format(pmus, "snapshot")) {
		check_cannot(check, "no PMU reads a group at one instant: this requires uncore_pmon");
		return;
	}
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++)
		wrong[die] = wrong_readings(die);
	end = seconds_now() + 60 * check->soak;
	for (; seconds_now() < end; round_number++)
		check_boxes(check, soak_type);
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
		wrong[die] = wrong_readings(die) - wrong[die];
		if (wrong[die])
			check_problem(check, "die %u: counters returned a wrong value %llu times and were read again; the kernel log says which was the first",
				      die, wrong[die]);
	}
	check_number(check, (double)reads, "reads");
	check_pass(check, "%.1f minutes: %zu events opened, %zu reads of counters, all equal", check->soak, opened, reads);
}

const struct check_kind check_soak = {
	.name = "soak",
	.what = "the counters of a unit agree for minutes (only with --soak)",
	.on_request = true,
	.run = run,
};
