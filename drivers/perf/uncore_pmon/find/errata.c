// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corrections of known errors in discovery tables of machines in the field.
 */
#include <linux/device.h>

#include "count/regspace.h"
#include "find/errata.h"
#include "find/places.h"
#include "find/topology.h"
#include "processors/processor.h"

static const struct pmon_known_box *box_of(const struct pmon_placement *placement,
					   const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = placement->discovery->boxes;

	while (box->at.type != erratum->type)
		box++;
	return box;
}

/*
 * Links replace entries with their number or their registers. The PCI function does not show the
 * bit in the global status and the width of the counters: they are those of an entry for its
 * registers.
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

int pmon_erratum_functions(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	int error = pmon_find_places(placement, &box->at, box);

	if (!error)
		replace_listed(placement, erratum->type);
	return error;
}

int pmon_erratum_refused(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	const struct pmon_unit_desc *desc;
	bool refused = false;

	for_each_unit(desc, placement) {
		if (desc->type == erratum->type && desc->verdict == PMON_OK)
			return 0;
		refused |= desc->type == erratum->type;
	}
	return refused ? pmon_find_places(placement, &box->at, box) : 0;
}

/* Number of units according to the processor's register, 0 if it does not answer. */
static unsigned int real_number(const struct pmon_placement *placement,
				const struct pmon_erratum *erratum)
{
	int cpu = pmon_topology_cpu(placement->die->die);
	u64 count;

	if (cpu < 0 || pmon_msr_read_on(cpu, erratum->msr, &count) || count > erratum->units)
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

/* Has an entry the id, or a good one the registers? */
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
int pmon_erratum_number(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	unsigned int id, count = real_number(placement, erratum), listed = 0, good = 0;
	u8 width = PMON_TABLE_WIDTH;
	struct pmon_unit_desc *desc;

	for_each_unit(desc, placement) {
		if (desc->type != erratum->type)
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
		 placement->die->die, listed, erratum->type->name, count);
	for (; good > count; good--)
		drop_unit(placement, erratum->type);
	for (id = 0; id < count && listed < count; id++) {
		u64 control = box->at.runs->first + id * box->at.runs->stride;

		if (is_listed(placement, erratum->type, id, control))
			continue;
		desc = pmon_places_add(placement, box, id, control);
		if (!desc)
			return -ENOMEM;
		desc->unit.width = width;
		listed++;
	}
	return 0;
}
