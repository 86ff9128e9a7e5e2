// SPDX-License-Identifier: GPL-2.0-only
/* Links and stacks. See connections.h. */
#include <stdio.h>
#include <string.h>

#include "base/sysfs.h"
#include "machine/connections.h"

static bool read_die_file(const char *box, int unit, unsigned int die, char *text, size_t size)
{
	return read_file(sysfs_path("bus/event_source/devices/uncore_%s_%d/die%u", box, unit, die), text, size);
}

bool link_end(const char *box, unsigned int die, int unit, struct link_end *end)
{
	char text[64];

	return !strcmp(box, LINK_BOX) && unit != ALL_UNITS && read_die_file(box, unit, die, text, sizeof(text)) &&
	       sscanf(text, "upi_%d,die_%u", &end->unit, &end->die) == 2;
}

bool link_is_mutual(unsigned int die, int unit, const struct link_end *end)
{
	struct link_end back;

	return link_end(LINK_BOX, end->die, end->unit, &back) && back.die == die && back.unit == unit;
}

struct stack stack_of(unsigned int die, int unit)
{
	struct stack stack = { .bus = "" };
	char text[4096], *rest = text, *line;
	unsigned int number;

	if (!read_file(sysfs_path("bus/event_source/devices/uncore_iio_%d/stack", unit), text, sizeof(text))) {
		if (read_die_file("iio", unit, die, text, sizeof(text)))
			snprintf(stack.bus, sizeof(stack.bus), "%.15s", text);
		return stack;
	}
	while ((line = strsep(&rest, "\n"))) {
		struct stack found = { .bus = "" };

		if (sscanf(line, "%u %15s %15s", &number, found.bus, found.kind) == 3 && number == die)
			stack = found;
	}
	return stack;
}
