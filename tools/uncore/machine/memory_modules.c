// SPDX-License-Identifier: GPL-2.0-only
/* Memory modules, as SMBIOS lists them. See memory_modules.h. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "machine/memory_modules.h"

/* SMBIOS specification, 7.18: a memory device, present or not. */
#define SMBIOS_MEMORY_DEVICE	17
#define SMBIOS_MEMORY_SIZE	0x0c
#define SMBIOS_MEMORY_TYPE	0x12
#define SMBIOS_DDR5		0x22
#define SMBIOS_CONFIGURED_SPEED	0x20	/* in MT/s; all ones: see the next one */
#define SMBIOS_EXTENDED_SPEED	0x58	/* 31 bits */

#define TABLE_STEP	((size_t)65536)
#define MAX_TABLE	((size_t)16 << 20)

static double slowest;

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

static double speed_of(const unsigned char *structure)
{
	const unsigned char *at = structure + SMBIOS_CONFIGURED_SPEED;
	uint32_t speed;

	if (structure[1] < SMBIOS_CONFIGURED_SPEED + 2)
		return 0;
	speed = at[0] | (uint32_t)at[1] << 8;
	if (speed == 0xffff) {
		if (structure[1] < SMBIOS_EXTENDED_SPEED + 4)
			return 0;
		at = structure + SMBIOS_EXTENDED_SPEED;
		speed = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)(at[3] & 0x7f) << 24;
	}
	return speed * 1e6;
}

static void add_module(const unsigned char *structure, size_t *modules)
{
	double speed = speed_of(structure);

	if (!*modules || speed < slowest)
		slowest = speed;
	++*modules;
}

/* Returns the table, NULL if it cannot be read. That of SMBIOS 3, on machines of many packages, can exceed 64 KiB. */
static unsigned char *read_table(size_t *length)
{
	FILE *file = fopen(sysfs_path("firmware/dmi/tables/DMI"), "r");
	unsigned char *table = NULL;
	size_t room = 0, part;

	*length = 0;
	if (!file)
		return NULL;
	do {
		room += TABLE_STEP;
		table = allocated(realloc(table, room));
		part = fread(table + *length, 1, room - *length, file);
		*length += part;
	} while (*length == room && room < MAX_TABLE);
	fclose(file);
	return table;
}

bool memory_modules(size_t *modules, size_t *empty)
{
	const unsigned char *at = NULL, *end;
	unsigned char *table;
	size_t length;

	*modules = *empty = 0;
	table = read_table(&length);
	if (!table)
		return false;
	end = table + length;
	if (length >= 4 && table[1] >= 4 && table[1] <= length)
		at = table;
	for (; at; at = next_structure(at, end)) {
		if (!is_module(at))
			continue;
		if (!at[SMBIOS_MEMORY_SIZE] && !at[SMBIOS_MEMORY_SIZE + 1])
			++*empty;
		else if (at[SMBIOS_MEMORY_TYPE] == SMBIOS_DDR5)
			add_module(at, modules);
	}
	free(table);
	return *modules;
}

double memory_speed(void)
{
	size_t modules, empty;

	return memory_modules(&modules, &empty) ? slowest : 0;
}
