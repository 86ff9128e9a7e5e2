// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corrections of known errors in discovery tables of machines in the field.
 */
#include <linux/device.h>

#include "compat.h"
#include "find/errata.h"
#include "find/places.h"
#include "find/topology.h"
#include "processors/processor.h"

/*
 * Units that were found by their PCI id replace entries with their number or their registers. The
 * PCI function shows neither the bit in the global status nor the width of the counters. An entry
 * with the same registers has them.
 */
static void replace_listed(const struct pmon_placement *placement,
			   const struct pmon_box_type *type)
{
	struct pmon_unit_desc *desc, *link;

	for_each_unit(desc, placement) {
		bool good = desc->verdict == PMON_OK && desc->unit.access == PMON_ACCESS_PCI;

		if (desc->type != type || desc->index < 0)
			continue;
		for_each_unit(link, placement) {
			bool same = link->unit.control == desc->unit.control;

			if (link->type != type || !link->claims ||
			    (!same && link->unit.id != desc->unit.id))
				continue;
			desc->verdict = PMON_REPLACED;
			if (!same || !good || link->unit.status_position != PMON_NO_STATUS)
				continue;
			link->unit.status_position = desc->unit.status_position;
			link->unit.width = desc->unit.width;
		}
	}
}

int pmon_correct_listed(const struct pmon_placement *placement)
{
	const struct pmon_discovery *discovery = placement->discovery;
	unsigned int i;
	int error = 0;

	for (i = 0; i < discovery->num_boxes && !error; i++) {
		const struct pmon_known_box *box = &discovery->boxes[i];

		if (box->at.presence != PMON_ANSWERS)
			continue;
		error = pmon_find_places(placement, &box->at, box);
		if (!error)
			replace_listed(placement, box->at.type);
	}
	return error;
}

/* Does a table list units of the type, none of them good? */
static bool all_refused(const struct pmon_placement *placement, const struct pmon_box_type *type)
{
	const struct pmon_unit_desc *desc;
	bool refused = false;

	for_each_unit(desc, placement) {
		if (desc->type == type && desc->verdict == PMON_OK)
			return false;
		refused |= desc->type == type;
	}
	return refused;
}

/* Number of units according to the processor's register, 0 if it does not answer. */
static unsigned int real_number(const struct pmon_placement *placement,
				const struct pmon_known_box *box)
{
	int cpu = pmon_topology_cpu(placement->die->die);
	u64 count;

	if (cpu < 0 || pmon_msr_read_on(cpu, box->count_msr, &count) || count > box->at.runs->num)
		return 0;
	return count;
}

/* Drop the good unit with the highest id. */
static void drop_unit(const struct pmon_placement *placement, const struct pmon_box_type *type)
{
	struct pmon_unit_desc *desc, *highest = NULL;

	for_each_unit(desc, placement) {
		if (desc->type == type && desc->verdict == PMON_OK &&
		    (!highest || desc->unit.id > highest->unit.id))
			highest = desc;
	}
	highest->verdict = PMON_BAD_ID;
}

/* Does an entry have the id, or a good entry the registers? */
static bool is_listed(const struct pmon_placement *placement, const struct pmon_box_type *type,
		      unsigned int id, u64 control)
{
	const struct pmon_unit_desc *desc;

	for_each_unit(desc, placement) {
		if (desc->type == type && (desc->unit.id == id || (desc->verdict == PMON_OK &&
								   desc->unit.control == control)))
			return true;
	}
	return false;
}

/* Entries with a bad verdict are listed, but cannot be surplus. */
static int correct_number(const struct pmon_placement *placement, const struct pmon_known_box *box)
{
	unsigned int id, count = real_number(placement, box), listed = 0, good = 0;
	const struct pmon_box_type *type = box->at.type;
	u8 width = PMON_TABLE_WIDTH;
	struct pmon_unit_desc *desc;

	for_each_unit(desc, placement) {
		if (desc->type != type)
			continue;
		listed++;
		if (desc->verdict != PMON_OK)
			continue;
		good++;
		width = desc->unit.width;
	}
	if (!count || listed == count)
		return 0;

	dev_info(placement->dev,
		 "die %d: the discovery table lists %u units of type %s, the processor has %u\n",
		 placement->die->die, listed, type->name, count);
	for (; good > count; good--)
		drop_unit(placement, type);
	for (id = 0; id < count && listed < count; id++) {
		u64 control = box->at.runs->first + id * box->at.runs->stride;

		if (is_listed(placement, type, id, control))
			continue;
		desc = pmon_places_add(placement, box, id, control);
		if (!desc)
			return -ENOMEM;
		desc->unit.width = width;
		listed++;
	}
	return 0;
}

int pmon_correct_checked(const struct pmon_placement *placement)
{
	const struct pmon_discovery *discovery = placement->discovery;
	unsigned int i;
	int error = 0;

	for (i = 0; i < discovery->num_boxes && !error; i++) {
		const struct pmon_known_box *box = &discovery->boxes[i];

		if (box->if_refused && all_refused(placement, box->at.type))
			error = pmon_find_places(placement, &box->at, box);
		if (box->count_msr)
			error = error ?: correct_number(placement, box);
	}
	return error;
}
