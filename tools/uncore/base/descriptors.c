// SPDX-License-Identifier: GPL-2.0-only
/* The limit of open files. See descriptors.h. */
#include <errno.h>
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

const char *descriptors_remedy(int error)
{
	switch (error) {
	case EMFILE:
		return "; raise the limit of open files (ulimit -Hn, LimitNOFILE=)";
	case ENFILE:
		return "; raise the limit of open files of all programs (sysctl fs.file-max)";
	default:
		return "";
	}
}
