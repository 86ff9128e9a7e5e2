// SPDX-License-Identifier: GPL-2.0-only
/* Lockdown. See lockdown.h. */
#include <string.h>

#include "base/lockdown.h"
#include "base/sysfs.h"

/* "none integrity [confidentiality]" */
bool lockdown_confidential(void)
{
	char text[128];

	return read_file(sysfs_path("kernel/security/lockdown"), text, sizeof(text)) && strstr(text, "[confidentiality]");
}
