// SPDX-License-Identifier: GPL-2.0-only
/* What the driver has left out of the firmware's table, and units whose registers are those of another one. */
#include <stdlib.h>
#include <string.h>

#include "check/common/check.h"
#include "machine/discovery.h"

/*
 * Bits 19:15 of an address are the device. Links are not compared: the driver numbers them by their devices, whatever the table
 * says.
 */
static void compare_place(struct check *check, const struct found_unit *unit, const struct unit_functions *functions)
{
	unsigned int device = unit->address >> 15 & 0x1f;

	for (; functions->box; functions++)
		if (functions->first_device && !strcmp(unit->box, functions->box) && device != functions->first_device + unit->unit)
			check_problem(check, "%s %u of die %d has the registers of PCI device %u, which are those of %s %d",
				      unit->box, unit->unit, unit->die, device, unit->box,
				      (int)device - (int)functions->first_device);
}

static void run(struct check *check)
{
	struct found_unit *units;
	size_t num, i, good = 0;
	const struct unit_sources *sources = check->machine.processor ? check->machine.processor->sources : NULL;

	if (!discovery_read(&units, &num)) {
		check_cannot(check, check->machine.own_driver ?
			     "no access to debugfs: run as root, after mount -t debugfs none /sys/kernel/debug" :
			     "only uncore_pmon shows which units of the firmware's table it uses");
		return;
	}
	for (i = 0; i < num; i++) {
		if (!strcmp(units[i].verdict, "ok")) {
			good++;
			if (sources && units[i].address && !strcmp(units[i].space, "pci"))
				compare_place(check, &units[i], sources->functions);
		}
		/* The second: firmware is known to list links in a useless way. */
		else if (strcmp(units[i].verdict, "not in this processor") &&
			 strcmp(units[i].verdict, "found by its PCI id instead"))
			check_problem(check, "%s %u of die %d is left out: %s", units[i].box, units[i].unit,
				      units[i].die, units[i].verdict);
	}
	check_number(check, (double)good, "units");
	check_pass(check, "%zu units, none left out", good);
	free(units);
}

const struct check_kind check_table = {
	.name = "table",
	.what = "the driver uses all units of the firmware's table",
	.run = run,
};
