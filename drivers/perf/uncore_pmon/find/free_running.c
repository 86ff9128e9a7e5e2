// SPDX-License-Identifier: GPL-2.0-only
/*
 * Free-running counters.
 *
 * The discovery table does not list them (Intel 817509, 1.9). Their places follow from the stacks
 * and memory controllers that were found.
 */
#include <linux/slab.h>

#include "find/free_running.h"
#include "find/known_box.h"
#include "find/machine.h"
#include "find/placement_io.h"
#include "find/placing.h"
#include "processors/processor.h"

static int add_unit(struct pmon_machine *machine, const struct pmon_die_desc *die,
		    const struct pmon_free_running *counters, u16 id, u8 place,
		    enum pmon_access access, u64 address)
{
	struct pmon_unit_desc *desc;

	desc = kzalloc(sizeof(*desc), GFP_KERNEL);
	if (!desc)
		return -ENOMEM;
	desc->type = counters->type;
	desc->unit.type = counters->beside;
	desc->unit.id = id;
	desc->unit.access = access;
	desc->unit.control = address;
	desc->unit.status_position = PMON_NO_STATUS;
	desc->die = die->die;
	desc->table = die;
	desc->index = -1;
	desc->place = place;
	desc->documented = true;
	list_add_tail(&desc->list, &machine->units);
	return 0;
}

/* Is it a discovered unit of the type that has such counters? Added units have a type already. */
static bool has_free_running(const struct pmon_unit_desc *desc, const struct pmon_die_desc *die,
			     const struct pmon_free_running *counters)
{
	return desc->die == die->die && desc->verdict == PMON_OK && !desc->type &&
	       desc->unit.type == counters->beside;
}

/* The position of a unit among those of its type, which gives the place of some counters. */
static u8 place_of(const struct pmon_discovery *discovery, const struct pmon_table_unit *unit)
{
	const struct pmon_known_box *box = pmon_known_box(discovery, unit);

	return (unit->control - box->first) / PMON_MSR_UNIT_SIZE;
}

static int add_to_units(struct pmon_machine *machine, const struct pmon_die_desc *die,
			const struct pmon_free_running *counters)
{
	const struct pmon_discovery *discovery = machine->processor->discovery;
	const struct pmon_memory *memory = &machine->processor->memory;
	bool controllers[PMON_MEMORY_CONTROLLERS] = {};
	struct pmon_unit_desc *desc;
	int error = 0;
	unsigned int i;

	list_for_each_entry(desc, &machine->units, list) {
		const struct pmon_table_unit *unit = &desc->unit;
		int channel;

		if (!has_free_running(desc, die, counters) || error)
			continue;
		channel = pmon_place_channel(memory, die, unit->control);
		if (unit->access == PMON_ACCESS_MSR)
			error = add_unit(machine, die, counters, unit->id,
					 place_of(discovery, unit), PMON_ACCESS_MSR,
					 unit->control + counters->offset);
		else if (channel >= 0)
			controllers[channel / memory->channels] = true;
	}
	for (i = 0; i < ARRAY_SIZE(controllers) && !error; i++) {
		if (controllers[i])
			error = add_unit(machine, die, counters, i, 0, PMON_ACCESS_MMIO,
					 die->mmio_base[i] + counters->offset);
	}
	return error;
}

int pmon_add_free_running(struct pmon_machine *machine, const struct pmon_die_desc *die)
{
	const struct pmon_discovery *discovery = machine->processor->discovery;
	unsigned int i;
	int error = 0;

	for (i = 0; i < discovery->num_free_running && !error; i++)
		error = add_to_units(machine, die, &discovery->free_running[i]);
	return error;
}
