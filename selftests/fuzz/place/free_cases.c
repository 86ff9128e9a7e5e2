// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters that no table has: units beside those that were found.
 */
#include "../fuzz.h"
#include "cases.h"
#include "machine.h"
#include "processors/box.h"
#include "processors/emr.h"

/* A description has them at these distances. */
#define STACK_CLOCK	0x40e
#define CONTROLLER	0x22b0

/* Is it one that no table lists? */
static bool is_added(const struct pmon_unit_desc *desc)
{
	return desc->index < 0 && strstr(desc->type->name, "free_running");
}

static unsigned int added_at(const struct pmon_machine *machine, int die, u64 control)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && is_added(desc) && desc->unit.control == control;
	return num;
}

/* The stacks of a die, each of which has a unit beside it. */
static unsigned int count_stacks(const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die != die || is_added(desc) || desc->unit.type != EMR_IIO)
			continue;
		REQUIRE(desc->verdict == PMON_OK);
		REQUIRE(added_at(machine, die, desc->unit.control + STACK_CLOCK) == 1);
		num++;
	}
	return num;
}

unsigned int free_running_cases(void)
{
	const struct pmon_unit_desc *desc;
	unsigned int stacks, added = 0, mc;
	struct pmon_machine machine;

	place_begin();
	REQUIRE(!place_run(&machine));
	stacks = count_stacks(&machine, 1);
	for (mc = 0; mc < 4; mc++)
		REQUIRE(added_at(&machine, 1, PLACE_CHANNELS + PLACE_DISTANCE +
				 mc * PLACE_CONTROLLER_SIZE + CONTROLLER) == 1);
	list_for_each_entry(desc, &machine.units, list)
		added += desc->die == 1 && is_added(desc);
	REQUIRE(stacks && added == stacks + 4);
	pmon_machine_release(&machine);
	return added + 1;
}
