// SPDX-License-Identifier: GPL-2.0-only
/* Commands that give permission. See permission.h. */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/perf.h"
#include "base/permission.h"
#include "base/privileges.h"

/* The file of this program, to be given to setcap. */
static const char *own_path(void)
{
	static char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (length <= 0)
		return "uncore";
	path[length] = '\0';
	return path;
}

static bool needs_bpf;

void permission_needs_bpf(void)
{
	needs_bpf = true;
}

static bool has_all(void)
{
	return privileges_have(CAP_SYS_ADMIN) ||
	       (privileges_have(CAP_PERFMON) && (!needs_bpf || privileges_have(CAP_BPF)));
}

static void set_capabilities(char *text, size_t size)
{
	/* Every user who can run the file could count. A change of the group drops its capabilities, so it comes first. */
	snprintf(text, size, "run as root, or once, after chgrp GROUP and chmod 750 of the file (or every user can count): "
		 "sudo setcap %scap_perfmon=ep %s", needs_bpf ? "cap_bpf," : "", own_path());
}

/*
 * Debian's kernels, whose default is 3, permit perf_event_open() above 2 to CAP_SYS_ADMIN only, whatever else a process
 * has. Other kernels have no level above 2, and what is recommended here helps there, too.
 */
static void permission_above_2(int level, const char *command, char *text, size_t size)
{
	if (has_all())
		snprintf(text, size, "kernel.perf_event_paranoid is %d, where CAP_PERFMON is not enough: "
			 "run as root, or: sudo sysctl kernel.perf_event_paranoid=2", level);
	else
		snprintf(text, size, "kernel.perf_event_paranoid is %d: %s and: "
			 "sudo sysctl kernel.perf_event_paranoid=2", level, command);
}

const char *permission_perf(char *text, size_t size)
{
	char command[PATH_MAX + 192];
	int level = perf_paranoid();

	set_capabilities(command, sizeof(command));
	if (level > 2 && !privileges_have(CAP_SYS_ADMIN))
		permission_above_2(level, command, text, size);
	else if (needs_bpf && !has_all())
		snprintf(text, size, "%s", command);
	else if (level > 0 && !has_all())
		snprintf(text, size, "kernel.perf_event_paranoid is %d: %s, or: sudo sysctl kernel.perf_event_paranoid=0",
			 level, command);
	else
		/* The kernel would allow it: a container's seccomp filter or a security module does not. */
		snprintf(text, size, "a container or a security module denies perf_event_open: %s", command);
	return text;
}

const char *permission_capabilities(char *text, size_t size)
{
	char command[PATH_MAX + 128];
	int level = perf_paranoid();

	set_capabilities(command, sizeof(command));
	if (level > 2 && !privileges_have(CAP_SYS_ADMIN))
		permission_above_2(level, command, text, size);
	else
		snprintf(text, size, "%s", command);
	return text;
}
