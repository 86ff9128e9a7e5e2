// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading of the driver's debugfs file. See discovery.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "machine/discovery.h"
#include "machine/machine.h"

/*
 * A unit of a firmware table:
 *	entry type name id space control num bit control counter stat bit verdict
 */
static bool table_line(const char *line, struct found_unit *unit)
{
	char entry[12], address[24], control[24], counter[24], position[12];
	int at = 0;

	if (sscanf(line, " %11s %*u %23s %u %11s %23s %u %u %23s %23s %*s %11s %n", entry, unit->box,
		   &unit->unit, unit->space, address, &unit->counters, &unit->width, control, counter,
		   position, &at) != 10 || !at || !strstr(control, "+"))
		return false;
	unit->address = strtoull(address, NULL, 16);
	snprintf(unit->verdict, sizeof(unit->verdict), "%s", line + at);
	return true;
}

/* A unit that the driver knows by itself: name id space control counters "x" width "bit:" ...: verdict */
static bool static_line(const char *line, struct found_unit *unit)
{
	const char *verdict = strrchr(line, ':');

	if (sscanf(line, " %23s %u %11s %*s %u x %u bit:", unit->box, &unit->unit, unit->space,
		   &unit->counters, &unit->width) != 5 || !verdict)
		return false;
	unit->address = 0;
	snprintf(unit->verdict, sizeof(unit->verdict), "%s", verdict + 1 + (verdict[1] == ' '));
	return true;
}

bool discovery_read(struct found_unit **units, size_t *num)
{
	FILE *file = fopen(sysfs_path("kernel/debug/uncore_pmon/discovery"), "r");
	struct found_unit unit = { .die = -1 };
	char *line = NULL;
	size_t room = 0;

	*units = NULL;
	*num = 0;
	if (!file)
		return false;
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "no die:", 7))
			unit.die = -1;
		if (sscanf(line, "die %d:", &unit.die) == 1 ||
		    (!table_line(line, &unit) && !static_line(line, &unit)))
			continue;
		*units = grow(*units, *num, sizeof(unit));
		(*units)[(*num)++] = unit;
	}
	free(line);
	fclose(file);
	return true;
}
