// SPDX-License-Identifier: GPL-2.0-only
/* Privileges. See privileges.h. */
#include <errno.h>
#include <grp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/privileges.h"

#define NOBODY	65534

#define PERFMON	(CAP_TO_MASK(CAP_PERFMON))

bool privileges_have(unsigned int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];

	return !syscall(SYS_capget, &header, data) &&
	       data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}

static int become_nobody(void)
{
	/* The root of a user namespace may be its only user. */
	if (setresgid(NOBODY, NOBODY, NOBODY))
		return errno == EINVAL ? 0 : -errno;
	/* The capabilities outlive the user, until those below. */
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) || setgroups(0, NULL) || setresuid(NOBODY, NOBODY, NOBODY))
		return -errno;
	return 0;
}

int privileges_drop(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	int error;

	error = geteuid() ? 0 : become_nobody();
	if (error)
		return error;
	if (syscall(SYS_capget, &header, data))
		return -errno;
	data[0] = (struct __user_cap_data_struct){ 0 };
	data[1].permitted &= PERFMON;
	data[1].effective = data[1].permitted;
	data[1].inheritable = 0;
	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) || syscall(SYS_capset, &header, data) ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -errno;
	return 0;
}
