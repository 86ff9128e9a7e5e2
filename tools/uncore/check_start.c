// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does it matter how counters start? The uncore guide (1.10.4) freezes a unit, programs its counters and lets it go; the
 * driver writes a counter's control, which clears and starts it, and freezes only for groups. Its parameter freeze_start
 * makes it follow the guide to the letter.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "guard.h"
#include "uncore.h"

#define PARAMETER "module/uncore_pmon/parameters/freeze_start"
/*
 * A counter that was not cleared, or did not start, is far off. What perf takes for the time of a start is not: on a
 * busy virtual machine it can be off by tens of milliseconds.
 */
#define TOLERANCE 0.05
#define COUNT_MS 200
#define MAX_CLOCKS 1024

static bool put(char value)
{
	int fd = open(sysfs_path(PARAMETER), O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, &value, 1) == 1;

	if (fd >= 0)
		close(fd);
	return good;
}

static void put_back(void *data)
{
	put(*(const char *)data);
}

static struct counters clocks;

static void open_clock(struct check *check, const char *box)
{
	check_open(check, &clocks, true, "%s/clockticks/", box);
}

/* How fast each unit counts now, in the order of clocks; false after a problem. The caller closes them. */
static bool measure(struct check *check, double rates[MAX_CLOCKS])
{
	size_t num = 0, i, j;

	check_boxes(check, open_clock);
	*check->reason = '\0';
	if (!clocks.num || !check_wait(check, &clocks, COUNT_MS))
		return false;
	for (i = 0; i < clocks.num; i++)
		for (j = 0; j < clocks.all[i].num_sources && num < MAX_CLOCKS; j++)
			rates[num++] = check_rate(&clocks.all[i].sources[j]);
	return true;
}

static void compare(struct check *check, const double frozen[MAX_CLOCKS], const double plain[MAX_CLOCKS])
{
	size_t num = 0, i, j;

	for (i = 0; i < clocks.num; i++) {
		for (j = 0; j < clocks.all[i].num_sources && num < MAX_CLOCKS; j++, num++) {
			const struct source *source = &clocks.all[i].sources[j];

			if (plain[num] < frozen[num] * (1 - TOLERANCE) || plain[num] > frozen[num] * (1 + TOLERANCE))
				check_problem(check, "%s %d of die %u, started without a freeze, counts %.3f of what it does with one",
					      clocks.all[i].event.box, source->unit, source->die,
					      frozen[num] ? plain[num] / frozen[num] : 0);
		}
	}
	check_number(check, (double)num, "units started both ways");
}

void check_start(struct check *check)
{
	static double frozen[MAX_CLOCKS], plain[MAX_CLOCKS];
	struct guard guard;
	char before[8];

	if (!read_file(sysfs_path(PARAMETER), before, sizeof(before))) {
		check_cannot(check, "the driver has no parameter freeze_start: that is a matter of uncore_pmon");
		return;
	}
	if (!guard_begin(&guard, put_back, before, -1)) {
		check_cannot(check, "no process to put the parameter back: %s", strerror(errno));
		return;
	}
	if (!put('1')) {
		check_cannot(check, "the parameter freeze_start cannot be written: be root");
	} else if (measure(check, frozen)) {
		counters_close(&clocks);
		if (put('0') && measure(check, plain))
			compare(check, frozen, plain);
	}
	counters_close(&clocks);
	guard_end(&guard);
	check_pass(check, "clocks agree, however they are started");
}
