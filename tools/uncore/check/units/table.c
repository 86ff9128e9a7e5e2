// SPDX-License-Identifier: GPL-2.0-only
/* What the driver has left out of the firmware's table, and units whose registers are those of another one. */
#include <stdlib.h>
#include <string.h>

#include "check/common/check.h"
#include "machine/discovery.h"

#define FIRST_M2M 12

/*
 * Uncore guide, table 1-12: M2Ms are devices 12 to 15 of their die's bus. Bits 19:15 of an address are the device. Links are
 * not looked at, as the driver numbers them by their devices, whatever the table says.
 */
static void compare_place(struct check *check, const struct found_unit *unit)
{
	unsigned int device = unit->address >> 15 & 0x1f;

	if (!strcmp(unit->box, "m2m") && device != FIRST_M2M + unit->unit)
		check_problem(check, "m2m %u of die %d has the registers of PCI device %u, which are those of m2m %d",
			      unit->unit, unit->die, device, (int)device - FIRST_M2M);
}

static void run(struct check *check)
{
	struct found_unit *units;
	size_t num, i, good = 0;
	bool emr = check->machine.processor && !strcmp(check->machine.processor->id, "emr");

	if (!discovery_read(&units, &num)) {
		check_cannot(check, check->machine.own_driver ?
			     "no access to debugfs: run as root, after mount -t debugfs none /sys/kernel/debug" :
			     "only uncore_pmon shows which units of the firmware's table it uses");
		return;
	}
	for (i = 0; i < num; i++) {
		if (!strcmp(units[i].verdict, "ok")) {
			good++;
			if (emr && units[i].address && !strcmp(units[i].space, "pci"))
				compare_place(check, &units[i]);
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
