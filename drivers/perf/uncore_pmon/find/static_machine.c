// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without discovery tables: creates unit descriptors from a static description.
 *
 * A description lists the maximum of units. static_io.c finds those of the machine. Missing units
 * are kept for debugfs only.
 */
#include <linux/minmax.h>
#include <linux/slab.h>

#include "find/machine.h"
#include "find/placing.h"
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

struct pmon_unit_desc *pmon_place_new_unit(const struct pmon_placement *placement,
					   const struct pmon_die_desc *table, int index)
{
	struct pmon_unit_desc *desc = kzalloc(sizeof(*desc), GFP_KERNEL);

	if (!desc)
		return NULL;
	desc->die = placement->die->die;
	desc->table = table;
	desc->index = index;
	list_add_tail(&desc->list, &placement->machine->units);
	return desc;
}

static bool has_good_unit(const struct pmon_placement *placement,
			  const struct pmon_box_type *type, unsigned int id)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &placement->machine->units, list) {
		if (desc->die == placement->die->die && desc->type == type &&
		    desc->unit.id == id && desc->verdict == PMON_OK)
			return true;
	}
	return false;
}

bool pmon_static_neighbour(const struct pmon_placement *placement,
			   const struct pmon_places *places, unsigned int *id)
{
	unsigned int of_unit = max_t(int, places->beside, 1);
	unsigned int of_many = max_t(int, -places->beside, 1);
	const struct pmon_unit_desc *desc;

	if (!places->with)
		return true;
	list_for_each_entry(desc, &placement->machine->units, list) {
		if (desc->die != placement->die->die || desc->type != places->with ||
		    desc->verdict != PMON_OK || desc->number / of_many != *id / of_unit)
			continue;
		if (!places->beside)
			*id = desc->unit.id;
		return true;
	}
	return false;
}

struct pmon_unit_desc *pmon_static_add_unit(const struct pmon_placement *placement,
					    const struct pmon_places *places, unsigned int id)
{
	bool duplicate = has_good_unit(placement, places->type, id);
	const struct pmon_registers *registers = places->type->registers;
	struct pmon_unit_desc *desc = pmon_place_new_unit(placement, placement->die, -1);

	if (!desc)
		return NULL;
	desc->type = places->type;
	desc->number = id;
	desc->documented = true;
	/* Tables do not list the counters beside their units. */
	desc->unit.type = (places->with ?: places->type)->number;
	desc->unit.id = id;
	desc->unit.access = places->access;
	if (registers) {
		desc->unit.num_counters = registers->num;
		desc->unit.width = registers->width;
	}
	desc->unit.status_position = PMON_NO_STATUS;
	if (duplicate)
		desc->verdict = PMON_BAD_DUPLICATE;
	return desc;
}

const struct pmon_run *pmon_static_run(const struct pmon_places *places, unsigned int *position)
{
	unsigned int i;

	for (i = 0; i < PMON_MAX_RUNS; i++) {
		const struct pmon_run *run = &places->runs[i];

		if (*position < run->num)
			return run;
		*position -= run->num;
	}
	return NULL;
}

int pmon_static_add_runs(const struct pmon_placement *placement, const struct pmon_places *places,
			 u64 base, unsigned int first,
			 bool (*exists)(const struct pmon_unit_desc *unit, void *data), void *data)
{
	const struct pmon_run *run;
	unsigned int i, position;

	for (i = 0; position = i, (run = pmon_static_run(places, &position)); i++) {
		struct pmon_unit_desc *desc;
		unsigned int id = first + i;

		if (!pmon_static_neighbour(placement, places, &id))
			continue;
		desc = pmon_static_add_unit(placement, places, id);
		if (!desc)
			return -ENOMEM;
		desc->unit.control = base + run->first + (s64)run->stride * position;
		desc->place = position;
		if (desc->verdict == PMON_OK && !exists(desc, data))
			desc->verdict = PMON_ABSENT;
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
