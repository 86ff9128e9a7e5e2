// SPDX-License-Identifier: GPL-2.0-only
/*
 * Do counts go on when the CPU that a die's units are programmed on goes offline, and when it comes back? Only when asked
 * for: what runs on that CPU moves to others meanwhile.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/sysfs.h"
#include "check/common/check.h"

/* What a moment in which nobody counts may cost of the time that is looked at. */
#define TOLERANCE	0.05
#define PART_MS		150

static bool switch_cpu(int cpu, bool on)
{
	return write_file(sysfs_path("devices/system/cpu/cpu%d/online", cpu), on ? "1" : "0");
}

static void put_back(void *data)
{
	switch_cpu(*(const int *)data, true);
}

static struct counters clocks;
static size_t compared;

static void open_clock(struct check *check, const char *box)
{
	check_open(check, &clocks, true, "%s/clockticks/", box);
}

/*
 * Ticks since the last reading against the time that has gone by, whatever perf takes for it. Where in a call that takes
 * long on a busy machine it was read nobody knows: what it counted must be wrong for all that can be.
 */
static void compare_source(struct check *check, const char *box, const struct source *source, int cpu, const char *when)
{
	double hz = check_hz(check, box, source->die, source->unit);
	double seconds_least = source->now.requested - source->before.answered;
	double seconds_most = source->now.answered - source->before.requested;
	double ticks = (double)(source->now.count - source->before.count);

	if (!hz)
		return;
	compared++;
	if (ticks < (1 - TOLERANCE) * hz * seconds_least || ticks > (1 + TOLERANCE) * hz * seconds_most)
		check_problem(check, "%s %d of die %u counts %.3f of its clock while CPU %d went %s", box, source->unit,
			      source->die, ticks / (hz * (seconds_least + seconds_most) / 2), cpu, when);
}

static void compare(struct check *check, unsigned int die, int cpu, const char *when)
{
	size_t i, j;

	for (i = 0; i < clocks.num; i++)
		for (j = 0; j < clocks.all[i].num_sources; j++)
			if (clocks.all[i].sources[j].die == die)
				compare_source(check, clocks.all[i].event.box, &clocks.all[i].sources[j], cpu, when);
}

/* Reads, lets the CPU go or come, waits, reads again. */
static bool part_of(struct check *check, unsigned int die, int cpu, bool on)
{
	if (counters_read(&clocks))
		return false;
	if (!switch_cpu(cpu, on)) {
		check_cannot(check, "cannot take CPU %d of die %u %s: %s", cpu, die, on ? "online" : "offline",
			     strerror(errno));
		return false;
	}
	wait_ms(PART_MS * check->effort);
	if (counters_read(&clocks)) {
		check_problem(check, "die %u: counters cannot be read when CPU %d is %s", die, cpu,
			      on ? "online again" : "offline");
		return false;
	}
	compare(check, die, cpu, on ? "online" : "offline");
	return true;
}

static bool try_die(struct check *check, unsigned int die, int cpu)
{
	struct cleanup cleanup;
	bool good;

	if (access(sysfs_path("devices/system/cpu/cpu%d/online", cpu), W_OK))
		return false;
	if (!cleanup_begin(&cleanup, put_back, &cpu, -1)) {
		check_cannot(check, "cannot start the process that takes the CPU online again: %s", strerror(errno));
		return false;
	}
	check_boxes(check, open_clock);
	*check->reason = '\0';
	good = clocks.num && !counters_enable(&clocks) && part_of(check, die, cpu, false) &&
	       part_of(check, die, cpu, true);
	counters_close(&clocks);
	if (!cleanup_end(&cleanup))
		check_problem(check, "CPU %d of die %u is not online again", cpu, die);
	return good;
}

static void run(struct check *check)
{
	const struct pmu *pmu = check->machine.pmus;
	size_t i, tried = 0;

	compared = 0;
	if (!check_rates(check))
		return;
	for (i = 0; i < pmu->num_places; i++)
		tried += try_die(check, pmu->places[i].die, pmu->places[i].cpu);
	if (tried && !compared) {
		check_cannot(check, "no clock ticks on a die whose owner CPU can go offline");
	} else if (tried) {
		*check->reason = '\0';
		check_pass(check, "%zu clocks continue without their owner CPU, on %zu of %zu dies; the owner CPUs of the "
			   "others cannot go offline", compared / 2, tried, pmu->num_places);
	} else if (!*check->reason)
		check_cannot(check, "no owner CPU can go offline: CPU 0 never can, others require root");
}

const struct check_kind check_offline = {
	.name = "offline",
	.what = "counts continue when the owner CPU goes offline (only with --offline)",
	.on_request = true,
	.run = run,
};
