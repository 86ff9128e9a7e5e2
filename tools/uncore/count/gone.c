// SPDX-License-Identifier: GPL-2.0-only
/* Units that do not answer. See gone.h. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "count/gone.h"

/* Lines of DIE:UNIT. The file of the PMU of the whole type, if there is one, has all units. */
void gone_read(struct gone_units *gone, const char *box)
{
	static const char *const names[] = { "uncoreall", "uncore" };
	char text[8192] = "", *rest = text, *line;
	struct gone_unit unit;
	size_t i;

	snprintf(unit.box, sizeof(unit.box), "%s", box);
	for (i = 0; i < 2; i++)
		if (read_file(sysfs_path("bus/event_source/devices/%s_%s/gone", names[i], box), text, sizeof(text)))
			break;
	while ((line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%u:%d", &unit.die, &unit.unit) != 2)
			continue;
		gone->all = grow(gone->all, gone->num, sizeof(unit));
		gone->all[gone->num++] = unit;
	}
}

bool gone_has(const struct gone_units *gone, const char *box, unsigned int die, int unit)
{
	size_t i;

	for (i = 0; i < gone->num; i++)
		if (gone->all[i].die == die && gone->all[i].unit == unit && !strcmp(gone->all[i].box, box))
			return true;
	return false;
}
