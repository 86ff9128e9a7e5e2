// SPDX-License-Identifier: GPL-2.0-only
/* What the driver counts in debugfs. */
#include <stdio.h>
#include <string.h>

#include "base/sysfs.h"
#include "check/common/driver_numbers.h"

/* The text after the word "what" in the line, or NULL. */
static const char *behind(const char *line, const char *what)
{
	const size_t length = strlen(what);
	const char *at = line;

	while ((at = strstr(at, what))) {
		if (at > line && at[-1] == ' ' && at[length] == ' ')
			return at + length;
		at += length;
	}
	return NULL;
}

bool driver_number(const char *name, unsigned int die, const char *what, unsigned long long *number)
{
	FILE *file = fopen(sysfs_path("kernel/debug/uncore_pmon/%s", name), "r");
	char line[512];
	bool found = false;
	unsigned int of;

	while (file && !found && fgets(line, sizeof(line), file)) {
		const char *text = behind(line, what);

		found = sscanf(line, "die %u:", &of) == 1 && of == die && text && sscanf(text, " %llu", number) == 1;
	}
	if (file)
		fclose(file);
	return found;
}
