// SPDX-License-Identifier: GPL-2.0-only
/*
 * What shows only after seconds, or after many starts: the other checks start a counter a few times and stop it soon.
 *
 * Clocks on all counters of all units, each unit a group that is read at one instant: its counters add the same from read to
 * read. First all groups are stopped and started many times: a lost write of a control leaves a counter behind. Then they run
 * for some seconds: counters that stop, lose a carry or leap are not the same any more. At the end each unit has at least half as
 * many ticks as the others of its type, and at most twice.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/perf.h"
#include "check/common/probe.h"

#define STARTS		60
#define START_NS	200000
/* A unit that differs so often after a start is named. */
#define DIFFERS		2

/* Long enough for a clock of 0.9 GHz to carry into bit 32, and for faults that come each five seconds. */
#define RUN_MS		5200
#define READ_MS		200
#define REFER_MS	100
/* Repeated, it runs for so much longer at the most. */
#define MOST_EFFORT	2
/* A unit stands still while it is read: units differ by this factor at the most. */
#define PACE		2

static size_t started;

static unsigned int run_ms(const struct check *check)
{
	return RUN_MS * (check->effort < MOST_EFFORT ? check->effort : MOST_EFFORT);
}

/* What most counters of the unit have added. */
static uint64_t usual_step(const struct probe *probe, const uint64_t *before)
{
	size_t i, j, same, most = 0;
	uint64_t step = 0;

	for (i = 0; i < probe->num; i++) {
		for (j = 0, same = 0; j < probe->num; j++)
			same += probe->now[j] - before[j] == probe->now[i] - before[i];
		/* Of two with different counts the one that has counted. */
		if (same < most || (same == most && probe->now[i] - before[i] <= step))
			continue;
		most = same;
		step = probe->now[i] - before[i];
	}
	return step;
}

/* The first counter that differs; the number of counters if all have stopped, -1 if all is well. */
static int odd_counter(const struct probe *probe, const uint64_t *before)
{
	uint64_t usual = usual_step(probe, before);
	size_t i;

	for (i = 0; i < probe->num && usual; i++)
		if (probe->now[i] - before[i] != usual)
			return (int)i;
	return usual ? -1 : (int)probe->num;
}

/* Has the counter added less than half or more than twice of what the others have? */
static bool far_apart(const struct probe *probe, const uint64_t *before, int odd)
{
	uint64_t usual = usual_step(probe, before), step = odd < (int)probe->num ? probe->now[odd] - before[odd] : 0;

	return step < usual / 2 || step / 2 > usual;
}

static void report(struct check *check, const struct probe *probe, int odd, const char *when)
{
	if (odd == (int)probe->num)
		check_problem(check, "%s: no counter continues %s", probe_name(probe), when);
	else
		check_problem(check, "%s: counter %d differs from the others %s", probe_name(probe), odd, when);
}

static void open_all(struct check *check, struct probes *probes)
{
	struct event event;
	size_t i, j;

	probes_add(check, probes, NULL);
	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i];

		probe->grouped = true;
		if (probe_event(check, probe->box, "clockticks", &event))
			for (j = 0; j < probe_counters(check, probe) && j < PROBE_EVENTS; j++)
				probe_open(probe, &event, strcmp(probe->box, "ubox"));
	}
}

/*
 * Writes the controls of all counters often. On a busy machine the counters of a group do not stop together once in some thousand
 * times, as soak.c has it: a unit is named when it differs by much, or for the second time, and is not looked at again.
 */
static void start_often(struct check *check, struct probes *probes, unsigned int *found)
{
	uint64_t before[PROBE_EVENTS];
	unsigned int turn;
	size_t i;
	int odd;

	for (turn = 0; turn < STARTS * check->effort; turn++) {
		probes_enable(probes);
		probes_read(probes);
		wait_ns(START_NS);
		for (i = 0; i < probes->num; i++) {
			struct probe *probe = &probes->all[i];

			memcpy(before, probe->now, sizeof(before));
			if (found[i] >= DIFFERS || probe_read(probe))
				continue;
			started += probe->num;
			odd = odd_counter(probe, before);
			if (odd < 0)
				continue;
			check_number(check, odd, "%s after start %u", probe_name(probe), turn);
			found[i] = far_apart(probe, before, odd) ? DIFFERS : found[i] + 1;
			if (found[i] == DIFFERS)
				report(check, probe, odd, "after a start");
		}
		for (i = 0; i < probes->num; i++)
			if (!probes->all[i].error && probes->all[i].num)
				probes->all[i].error = perf_control(probes->all[i].fd[0], PERF_EVENT_IOC_DISABLE);
	}
}

/* By the number of reads, not by the clock: on a busy machine the seconds may have passed with hardly one. */
static void read_often(struct check *check, struct probes *probes, unsigned int *found)
{
	unsigned int reads = run_ms(check) / READ_MS;
	uint64_t before[PROBE_EVENTS];
	size_t i;
	int odd;

	while (reads--) {
		wait_ms(READ_MS);
		for (i = 0; i < probes->num; i++) {
			struct probe *probe = &probes->all[i];

			memcpy(before, probe->now, sizeof(before));
			if (found[i] >= DIFFERS || probe_read(probe))
				continue;
			odd = odd_counter(probe, before);
			if (odd < 0)
				continue;
			found[i] = DIFFERS;
			report(check, probe, odd, "after a while");
		}
	}
}

static void run_long(struct check *check, struct probes *probes, unsigned int *found)
{
	size_t i;

	probes_enable(probes);
	probes_mark(probes, 0);
	wait_ms(REFER_MS);
	probes_mark(probes, 1);
	probes_refer(probes);
	probes_mark(probes, 0);
	read_often(check, probes, found);
	probes_mark(probes, 1);
	for (i = 0; i < probes->num; i++) {
		const struct probe *probe = &probes->all[i], *reference = &probes->all[probe->reference];
		double ratio = probe_ratio(probe, 0, 0);

		if (reference != probe && found[i] < DIFFERS && found[probe->reference] < DIFFERS && !probe->error && !reference->error &&
		    (ratio < 1.0 / PACE || ratio > PACE))
			check_problem(check, "%s counts %.2f of the clock ticks of its type in %u seconds", probe_name(probe), ratio,
				      run_ms(check) / 1000);
	}
}

static void run(struct check *check)
{
	struct probes probes = { .num = 0 };
	size_t num;
	struct pmu *pmus = machine_box(&check->machine, "cha", true, &num);
	unsigned int *found;

	started = 0;
	if (!check_rates(check))
		return;
	if (!pmus || !pmu_format(pmus, "snapshot")) {
		check_cannot(check, "no PMU reads a group at one instant: this requires uncore_pmon");
		return;
	}
	open_all(check, &probes);
	found = allocated(calloc(probes.num + 1, sizeof(*found)));
	start_often(check, &probes, found);
	run_long(check, &probes, found);
	probes_errors(check, &probes);
	num = probes.num;
	free(found);
	probes_close(&probes);
	check_pass(check, "%zu starts of counters, %zu units for %u seconds, all equal", started, num, run_ms(check) / 1000);
}

const struct check_kind check_steady = {
	.name = "steady",
	.what = "counters start each time, and keep their pace for seconds",
	.run = run,
};
