// SPDX-License-Identifier: GPL-2.0-only
/* The limit of open files. See descriptors.h. */
#include <stdbool.h>
#include <sys/resource.h>

#include "base/descriptors.h"

static struct rlimit before;
static bool raised;

void descriptors_raise(void)
{
	struct rlimit limit;

	if (raised || getrlimit(RLIMIT_NOFILE, &before))
		return;
	limit = before;
	limit.rlim_cur = limit.rlim_max;
	raised = !setrlimit(RLIMIT_NOFILE, &limit);
}

void descriptors_restore(void)
{
	if (raised)
		setrlimit(RLIMIT_NOFILE, &before);
}
