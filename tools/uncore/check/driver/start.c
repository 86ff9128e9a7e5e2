// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does it matter how counters start? The uncore guide (1.10.4) freezes a unit, programs its counters and lets it go; the
 * driver writes a counter's control, which clears and starts it, and freezes only for groups. Its parameter freeze_start
 * makes it follow the guide to the letter.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/sysfs.h"
#include "check/common/probe.h"

#define PARAMETER "module/uncore_pmon/parameters/freeze_start"
#define TOLERANCE 0.01
#define COUNT_MS 100
/* No clock is faster. A count that began with what was there before is more than this for the time since it began. */
#define FASTEST 6e9

static void put_back(void *data)
{
	write_file(sysfs_path(PARAMETER), data);
}

static struct probes *halves;

/* Not the UBox: it has one fixed counter, which both cannot have. */
static void add_box(struct check *check, const char *box)
{
	if (strcmp(box, "ubox"))
		probes_add(check, halves, box);
}

/* The same units twice: the first half starts with a freeze, the second without. */
static void open_halves(struct check *check, struct probes *probes)
{
	struct event event;
	size_t half, i;

	halves = probes;
	check_boxes(check, add_box);
	half = probes->num;
	check_boxes(check, add_box);
	for (i = 0; i < probes->num; i++)
		if (probe_event(check, probes->all[i].box, "clockticks", &event))
			probe_open(&probes->all[i], &event, false);
	for (i = half; i < probes->num; i++)
		probes->all[i].reference = i - half;
}

/* Each is read at once: it cannot have counted more than any clock has ticked since it was started. */
static bool start(struct check *check, struct probes *probes, size_t from, size_t to, const char *value)
{
	size_t i;

	if (!write_file(sysfs_path(PARAMETER), value))
		return false;
	for (i = from; i < to; i++) {
		struct probe *probe = &probes->all[i];
		struct probes one = { .all = probe, .num = 1 };
		double begin = seconds_now();

		probes_enable(&one);
		if (!probe_read(probe) && (double)probe->now[0] > FASTEST * (seconds_now() - begin))
			check_problem(check, "%s begins with %.3g ticks of its old count: it was not cleared",
				      probe_name(probe), (double)probe->now[0]);
	}
	return true;
}

static void compare(struct check *check, const struct probes *probes)
{
	size_t i, half = probes->num / 2;

	for (i = half; i < probes->num; i++) {
		const struct probe *probe = &probes->all[i], *frozen = &probes->all[i - half];
		double ratio = probe_ratio(probe, 0, 0);

		if (probe->error || frozen->error)
			continue;
		if (!probe_delta(probe, 0) && !probe_delta(frozen, 0))
			check_problem(check, "%s counts nothing, started with or without a freeze", probe_name(probe));
		else if (ratio < 1 - TOLERANCE || ratio > 1 + TOLERANCE)
			check_problem(check, "%s, started without a freeze, counts %.3f of the ticks with one",
				      probe_name(probe), ratio);
	}
	check_number(check, (double)half, "units started both ways");
}

static void run(struct check *check)
{
	struct probes probes = { .num = 0 };
	struct cleanup cleanup;
	char before[8];

	if (!read_file(sysfs_path(PARAMETER), before, sizeof(before))) {
		check_cannot(check, "the driver has no parameter freeze_start: this requires uncore_pmon");
		return;
	}
	if (!check_rates(check))
		return;
	if (!cleanup_begin(&cleanup, put_back, before, -1)) {
		check_cannot(check, "cannot start the process that restores the parameter: %s", strerror(errno));
		return;
	}
	/* The process must not have the events open, which would live on with it. */
	open_halves(check, &probes);
	if (start(check, &probes, 0, probes.num / 2, "1") && start(check, &probes, probes.num / 2, probes.num, "0")) {
		probes_measure(check, &probes, COUNT_MS);
		probes_errors(check, &probes);
		compare(check, &probes);
	} else {
		check_cannot(check, "cannot write the module parameter freeze_start: run as root");
	}
	probes_close(&probes);
	cleanup_end(&cleanup);
	check_pass(check, "clocks agree, started with and without a freeze");
}

const struct check_kind check_start = {
	.name = "start",
	.what = "counters that start without a freeze count like those with one",
	.run = run,
};
