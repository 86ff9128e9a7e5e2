// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of kernel.c where the BPF program cannot be built.
 */
#include "base/status.h"
#include "sharing/kernel.h"

bool tasks_built(void)
{
	return false;
}

int tasks_load(const struct machine *machine, const struct counters *counters, const struct counters *weights,
	       enum tasks_by by, bool *timed, char *reason, size_t size)
{
	(void)machine;
	(void)counters;
	(void)weights;
	(void)by;
	(void)timed;
	(void)reason;
	(void)size;
	return STATUS_FAILED;
}

int tasks_attach(void)
{
	return STATUS_FAILED;
}

void tasks_unload(void)
{
}

int tasks_snapshot(void)
{
	return STATUS_FAILED;
}

struct tasks_sum *tasks_sums(size_t *num)
{
	*num = 0;
	return NULL;
}

const struct tasks_die *tasks_die(unsigned int die)
{
	(void)die;
	return NULL;
}
