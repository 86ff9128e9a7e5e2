// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of uncore tasks where it cannot be built.
 */
#include "base/command.h"
#include "base/status.h"

int command_tasks(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return (int)fail(STATUS_FAILED, "this uncore was built without `uncore tasks'; install clang, bpftool and "
			 "libbpf-dev, and build it again");
}
