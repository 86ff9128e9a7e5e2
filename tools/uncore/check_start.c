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
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "uncore.h"

#define PARAMETER "module/uncore_pmon/parameters/freeze_start"
/*
 * A counter that was not cleared, or did not start, is far off. What perf takes for the time of a start is not: on a
 * busy virtual machine it can be off by tens of milliseconds.
 */
#define TOLERANCE 0.05
#define COUNT_MS 200

static bool put(char value)
{
	int fd = open(sysfs_path(PARAMETER), O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, &value, 1) == 1;

	if (fd >= 0)
		close(fd);
	return good;
}

/*
 * Another process puts the parameter back when this one closes the pipe, or is killed. It is in a session of its own, so
 * that it does not die with the others. Returns the pipe's end, or -1.
 */
static int guard(char value, pid_t *child)
{
	int ends[2];
	char byte;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	*child = fork();
	if (*child < 0) {
		close(ends[0]);
		close(ends[1]);
		return -1;
	}
	if (*child) {
		close(ends[0]);
		return ends[1];
	}
	setsid();
	close(ends[1]);
	while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
		;
	put(value);
	_exit(0);
}

static struct counters clocks;

static void open_clock(struct check *check, const char *box)
{
	check_open(check, &clocks, true, "%s/clockticks/", box);
}

static void compare_rates(struct check *check, const char *how)
{
	size_t i, j, compared = 0;

	check_boxes(check, open_clock);
	*check->reason = '\0';
	if (!clocks.num || !check_wait(check, &clocks, COUNT_MS))
		return;
	for (i = 0; i < clocks.num; i++) {
		for (j = 0; j < clocks.all[i].num_sources; j++) {
			const struct source *source = &clocks.all[i].sources[j];
			const char *box = clocks.all[i].event.box;
			double usual = check_hz(check, box, source->die, source->unit), rate = check_rate(source);

			compared++;
			if (rate < usual * (1 - TOLERANCE) || rate > usual * (1 + TOLERANCE))
				check_problem(check, "%s %d of die %u, started %s, counts %.3f of before", box,
					      source->unit, source->die, how, usual ? rate / usual : 0);
		}
	}
	check_number(check, (double)compared, "units started %s", how);
	counters_close(&clocks);
}

void check_start(struct check *check)
{
	char before[8];
	pid_t child = -1;
	int pipe_end;

	if (!check_rates(check))
		return;
	if (!read_file(sysfs_path(PARAMETER), before, sizeof(before))) {
		check_cannot(check, "the driver has no parameter freeze_start: that is a matter of uncore_pmon");
		return;
	}
	pipe_end = guard(before[0], &child);
	if (pipe_end < 0) {
		check_cannot(check, "no process to put the parameter back: %s", strerror(errno));
		return;
	}
	if (put('0'))
		compare_rates(check, "without a freeze");
	if (put('1'))
		compare_rates(check, "as the guide says");
	else
		check_cannot(check, "the parameter freeze_start cannot be written: be root");
	close(pipe_end);
	waitpid(child, NULL, 0);
	check_pass(check, "clocks agree, however they are started");
}
