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
	return (int)fail(STATUS_FAILED, "built without `uncore tasks': that needs the packages clang, bpftool and "
			 "libbpf-dev when uncore is compiled");
}
