// SPDX-License-Identifier: GPL-2.0-only
/*
 * as CAPABILITY[,CAPABILITY...] COMMAND [ARGUMENT...]: runs a command as a user who is not root and has these
 * capabilities only: none, bpf, perfmon, sys_admin. Open files stay open.
 */
#include <err.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define USER	1000

static const struct {
	const char *name;
	int number;
} capabilities[] = {
	{ "none", -1 },
	{ "bpf", CAP_BPF },
	{ "perfmon", CAP_PERFMON },
	{ "sys_admin", CAP_SYS_ADMIN },
};

static uint64_t capability(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(capabilities) / sizeof(*capabilities); i++)
		if (!strcmp(name, capabilities[i].name))
			return capabilities[i].number < 0 ? 0 : UINT64_C(1) << capabilities[i].number;
	errx(2, "no capability %s", name);
}

/* The ambient ones survive exec. */
static void keep(uint64_t set)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	int i;

	for (i = 0; i < 2; i++)
		data[i].effective = data[i].permitted = data[i].inheritable = (uint32_t)(set >> (32 * i));
	if (syscall(SYS_capset, &header, data))
		err(2, "capset");
	for (i = 0; i < 64; i++)
		if (set >> i & 1 && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0))
			err(2, "capability %d", i);
}

int main(int argc, char **argv)
{
	uint64_t set = 0;
	char *name;

	if (argc < 3)
		errx(2, "usage: as CAPABILITY[,CAPABILITY...] COMMAND [ARGUMENT...]");
	for (name = strtok(argv[1], ","); name; name = strtok(NULL, ","))
		set |= capability(name);
	if (prctl(PR_SET_KEEPCAPS, 1) || setgroups(0, NULL) || setresgid(USER, USER, USER) ||
	    setresuid(USER, USER, USER))
		err(2, "user %d", USER);
	keep(set);
	execvp(argv[2], argv + 2);
	err(2, "%s", argv[2]);
}
