// SPDX-License-Identifier: GPL-2.0-only
/* Memory modules, as SMBIOS lists them. See memory_modules.h. */
#include <stdio.h>

#include "base/sysfs.h"
#include "check/common/memory_modules.h"

/* SMBIOS specification, 7.18: a memory device, present or not. */
#define SMBIOS_MEMORY_DEVICE	17
#define SMBIOS_MEMORY_SIZE	0x0c
#define SMBIOS_MEMORY_TYPE	0x12
#define SMBIOS_DDR5		0x22

/* The structure behind this one: strings follow it, the last of them empty. NULL at the end of the table. */
static const unsigned char *next_structure(const unsigned char *structure, const unsigned char *end)
{
	const unsigned char *at = structure + structure[1];

	while (at + 1 < end && (at[0] || at[1]))
		at++;
	at += 2;
	return at + 4 <= end && at[1] >= 4 && at[1] <= end - at ? at : NULL;
}

static bool is_module(const unsigned char *structure)
{
	return structure[0] == SMBIOS_MEMORY_DEVICE && structure[1] > SMBIOS_MEMORY_TYPE;
}

bool memory_modules(size_t *modules, size_t *empty)
{
	FILE *file = fopen(sysfs_path("firmware/dmi/tables/DMI"), "r");
	static unsigned char table[65536];
	const unsigned char *at = NULL, *end;
	size_t length;

	*modules = *empty = 0;
	if (!file)
		return false;
	length = fread(table, 1, sizeof(table), file);
	fclose(file);
	end = table + length;
	if (length >= 4 && table[1] >= 4 && table[1] <= length)
		at = table;
	for (; at; at = next_structure(at, end)) {
		if (!is_module(at))
			continue;
		if (!at[SMBIOS_MEMORY_SIZE] && !at[SMBIOS_MEMORY_SIZE + 1])
			++*empty;
		else if (at[SMBIOS_MEMORY_TYPE] == SMBIOS_DDR5)
			++*modules;
	}
	return *modules;
}
