// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without discovery tables: creates unit descriptors from a static description.
 *
 * A description lists the maximum of units. static_io.c finds those of the machine. Missing units
 * are kept for debugfs only.
 */
#include <linux/slab.h>

#include "find/machine.h"
#include "find/static_machine.h"

/* Fits into counters of 32 bits and more, and is an unlikely value of other registers. */
#define PROBE_VALUE	0x5a3c96e1

bool pmon_static_answers(const struct pmon_regspace *space,
			 const struct pmon_registers *registers)
{
	u64 value;

	/* An earlier user may have left it running. */
	space->ops->write64(space, registers->control[0], 0);
	space->ops->write64(space, registers->counter[0], PROBE_VALUE);
	value = space->ops->read64(space, registers->counter[0]);
	if (value != PROBE_VALUE)
		return false;
	space->ops->write64(space, registers->counter[0], 0);
	return true;
}

static bool already_found(const struct pmon_machine *machine,
			  const struct pmon_unit_desc *unit)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die == unit->die &&
		    desc->unit.type == unit->unit.type &&
		    desc->unit.id == unit->unit.id && desc->verdict == PMON_OK)
			return true;
	}
	return false;
}

struct pmon_unit_desc *
pmon_static_add_unit(struct pmon_machine *machine,
		     const struct pmon_processor *from,
		     const struct pmon_static_box *box, int die, unsigned int id)
{
	const struct pmon_registers *registers = box->type->registers;
	struct pmon_unit_desc *desc;

	desc = kzalloc(sizeof(*desc), GFP_KERNEL);
	if (!desc)
		return NULL;
	desc->type = box->type;
	desc->die = die;
	desc->index = -1;
	desc->unit.type = box - from->boxes;
	desc->unit.id = id;
	desc->unit.access = box->access;
	desc->unit.num_counters = registers->num;
	desc->unit.width = registers->width;
	desc->unit.status_position = PMON_NO_STATUS;
	if (box->access == PMON_ACCESS_MSR)
		desc->unit.control = box->units[id];
	if (already_found(machine, desc))
		desc->verdict = PMON_BAD_DUPLICATE;
	list_add_tail(&desc->list, &machine->units);
	return desc;
}

int pmon_static_add_msrs(struct pmon_machine *machine,
			 const struct pmon_processor *from, int die,
			 bool (*answers)(const struct pmon_unit_desc *unit))
{
	struct pmon_unit_desc *desc;
	unsigned int i, id;

	for (i = 0; i < from->num_boxes; i++) {
		const struct pmon_static_box *box = &from->boxes[i];

		if (box->access != PMON_ACCESS_MSR)
			continue;
		for (id = 0; id < box->num; id++) {
			desc = pmon_static_add_unit(machine, from, box, die, id);
			if (!desc)
				return -ENOMEM;
			if (!answers(desc))
				desc->verdict = PMON_ABSENT;
		}
	}
	return 0;
}

unsigned int pmon_static_count(const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && desc->verdict == PMON_OK;
	return num;
}
