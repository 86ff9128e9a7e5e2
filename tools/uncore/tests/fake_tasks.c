// SPDX-License-Identifier: GPL-2.0-only
/*
 * What uncore tasks prints as JSON, of shares that no kernel has counted: of tasks if an argument is `task`, of commands for
 * `command`, of cgroups for `cgroup`. The machine is that of sysfs.
 */
#include <stdlib.h>
#include <string.h>

#include "tasks/tasks.h"

static struct task_share named = { .key = { .id = 12ULL << 32 | 13 }, .command = "worker \033[31m\xff" };
static struct task_share others = { .key = { .others = 1 } };
static struct task_die die = {
	.total = { 300 }, .enabled = { 1000, 1000 }, .running = { 250, 0 }, .switches = 5, .reads = 7,
};

struct task_share **shares_of(unsigned int number, size_t *num)
{
	static struct task_share *shares[] = { &named, &others };

	(void)number;
	*num = sizeof(shares) / sizeof(*shares);
	return shares;
}

const struct task_die *shares_die(unsigned int number)
{
	(void)number;
	return &die;
}

int main(int argc, char **argv)
{
	const char *by = argc > 1 ? argv[1] : "";
	enum tasks_by sums_by = !strcmp(by, "task") ? TASKS_BY_TASK : !strcmp(by, "cgroup") ? TASKS_BY_CGROUP : TASKS_BY_COMMAND;
	struct moment moment = { time_of_day(), 2.5, 0.5 };
	struct counters counters = { 0 };
	struct machine machine;
	char error[256];

	if (sums_by == TASKS_BY_COMMAND)
		memcpy(named.key.command, "worker", sizeof("worker"));
	named.got[0] = 100 << TASKS_SHIFT;
	die.idle[0] = 200 << TASKS_SHIFT;
	if (machine_find(&machine))
		return EXIT_FAILURE;
	if (counters_open_sum(&counters, &machine, "imc/cas_count.rd/", false, error, sizeof(error)) ||
	    counters_open_sum(&counters, &machine, "imc/cas_count.wr/", false, error, sizeof(error)))
		return EXIT_FAILURE;
	tasks_print(&machine, &counters, sums_by, &moment, 0, !getenv("TEXT"), true, "idle");
	counters_close(&counters);
	machine_release(&machine);
	return EXIT_SUCCESS;
}
