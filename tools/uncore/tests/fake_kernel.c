// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of sharing/kernel.c for tests: no BPF program, and counts of a rule. With each snapshot, each event has counted
 * COUNT = 1000000 * (index + 1) * (die + 1) on each die, of which the command "writer" gets 60 %, "reader" with an escape sequence 30 %, and 10 % are
 * idle.
 *
 * FAKE_TASKS=NUMBER: that many tasks besides, which come and go with each snapshot, have the 30 % in equal parts. FAKE_TASKS=fail:
 * a snapshot fails.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "sharing/kernel.h"

#define COUNT		1000000ull

static struct tasks_die *dies;
static struct tasks_sum *sums;
static unsigned int num_dies;
static size_t num_events;
static uint64_t snapshots;
static bool by_task;

bool tasks_built(void)
{
	return true;
}

int tasks_load(const struct machine *machine, const struct counters *counters, const struct counters *weights,
	       enum tasks_by by, bool *timed, char *reason, size_t size)
{
	(void)weights;
	(void)size;
	*timed = false;
	*reason = '\0';
	num_dies = machine->num_dies;
	num_events = counters->num;
	by_task = by == TASKS_BY_TASK;
	snapshots = 0;
	dies = allocated(calloc(num_dies, sizeof(*dies)));
	return STATUS_OK;
}

int tasks_attach(void)
{
	return STATUS_OK;
}

void tasks_unload(void)
{
	free(dies);
	free(sums);
	dies = NULL;
	sums = NULL;
}

int tasks_snapshot(void)
{
	const char *option = getenv("FAKE_TASKS");
	unsigned int die;
	size_t event;

	if (option && !strcmp(option, "fail") && snapshots)
		return (int)fail(STATUS_FAILED, "no context switch on die 0");
	snapshots++;
	for (die = 0; die < num_dies; die++) {
		for (event = 0; event < num_events; event++) {
			dies[die].snapshot.last[event] = snapshots * COUNT * (event + 1) * (die + 1);
			dies[die].snapshot.idle[event] = dies[die].snapshot.last[event] / 10;
		}
		dies[die].snapshot.switches = 7 * snapshots;
		dies[die].snapshot.reads = 7 * snapshots;
	}
	return STATUS_OK;
}

static void add_sum(size_t *num, unsigned int die, uint64_t id, const char *command, double share)
{
	struct tasks_sum sum = { .key = { .die = die } };
	size_t event;

	sum.key.id = by_task ? id << 32 | id : 0;
	strncpy(by_task ? sum.entry.command : sum.key.command, command, TASKS_NAME - 1);
	for (event = 0; event < num_events; event++)
		sum.entry.shares[event] = (uint64_t)(share * (double)(COUNT * (event + 1) * (die + 1)) + 0.5) << TASKS_SHIFT;
	sums = grow(sums, *num, sizeof(*sums));
	sums[(*num)++] = sum;
}

struct tasks_sum *tasks_sums(size_t *num)
{
	const char *option = getenv("FAKE_TASKS");
	uint64_t others = option ? strtoull(option, NULL, 10) : 0, i;
	unsigned int die;
	char name[TASKS_NAME];

	*num = 0;
	for (die = 0; die < num_dies; die++) {
		add_sum(num, die, 10, "writer", 0.6);
		for (i = 0; i < others; i++) {
			snprintf(name, sizeof(name), "short%u", (unsigned int)(snapshots * others + i));
			add_sum(num, die, 1000 + snapshots * others + i, name, 0.3 / (double)others);
		}
		if (!others)
			add_sum(num, die, 20, "reader\033[31m", 0.3);
	}
	return sums;
}

const struct tasks_die *tasks_die(unsigned int die)
{
	return &dies[die];
}
