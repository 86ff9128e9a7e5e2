// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corrections of known errors in discovery tables of machines in the field.
 */
#include <linux/bitmap.h>
#include <linux/device.h>
#include <linux/pci.h>

#include "count/regspace.h"
#include "find/errata.h"
#include "find/placement_io.h"
#include "find/placing.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Counter width of corrected units, unless the table has it; Table 1-7. */
#define COUNTER_WIDTH		48

static const struct pmon_known_box *box_of(const struct pmon_placement *placement,
					   const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = placement->discovery->boxes;

	while (box->type != erratum->type)
		box++;
	return box;
}

static bool is_type(const struct pmon_placement *placement,
		    const struct pmon_unit_desc *desc, const struct pmon_box_type *type)
{
	return desc->die == placement->die->die && desc->type == type;
}

static struct pmon_unit_desc *add_unit(struct pmon_placement *placement,
				       const struct pmon_known_box *box, unsigned int id,
				       u64 control, u8 width)
{
	struct pmon_unit_desc *desc = pmon_place_new_unit(placement, placement->die, -1);

	if (!desc)
		return NULL;
	desc->type = box->type;
	desc->box = box;
	desc->unit = (struct pmon_table_unit){
		.type = box->type->number,
		.id = id,
		.access = box->access,
		.control = control,
		.num_counters = box->max_counters,
		.width = width,
		.control_offset = box->control_offset,
		.counter_offset = box->counter_offset,
		.status_offset = box->status_offset,
		.status_position = PMON_NO_STATUS,
		.stride = pmon_table_stride(box->access, box->type->number, 0),
	};
	desc->claims = true;
	return desc;
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

	list_for_each_entry(desc, &placement->machine->units, list) {
		bool good = desc->verdict == PMON_OK && desc->unit.access == PMON_ACCESS_PCI;

		if (!is_type(placement, desc, type) || desc->index < 0)
			continue;
		list_for_each_entry(link, &placement->machine->units, list) {
			bool same = link->unit.control == desc->unit.control;

			if (!is_type(placement, link, type) || link->index >= 0 ||
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

static int find_links(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	struct pmon_unit_desc *desc;
	struct pci_dev *pci;
	unsigned int id;

	for (id = 0; id < erratum->units; id++) {
		pci = pmon_place_function(placement, box->pci_device,
					  box->pci_first + PCI_DEVFN(id, 0), NULL);
		if (!pci || !pmon_place_answers(pci, box->pci_register)) {
			pci_dev_put(pci);
			continue;
		}
		desc = add_unit(placement, box, id, pmon_pci_address(pci, box->pci_register),
				COUNTER_WIDTH);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->pci = pci;
	}
	return 0;
}

int pmon_erratum_functions(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	int error = find_links(placement, erratum);

	if (!error)
		replace_listed(placement, erratum->type);
	return error;
}

int pmon_erratum_refused(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_unit_desc *desc;
	bool refused = false;

	list_for_each_entry(desc, &placement->machine->units, list) {
		if (!is_type(placement, desc, erratum->type))
			continue;
		if (desc->verdict == PMON_OK)
			return 0;
		refused = true;
	}
	return refused ? find_links(placement, erratum) : 0;
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

/* Drop surplus units, those with the highest ids first. Entries with a bad verdict do not count. */
static void drop_units(struct pmon_placement *placement, const struct pmon_box_type *type,
		       unsigned int surplus)
{
	struct pmon_unit_desc *desc, *highest;

	while (surplus--) {
		highest = NULL;
		list_for_each_entry(desc, &placement->machine->units, list) {
			if (is_type(placement, desc, type) && desc->verdict == PMON_OK &&
			    (!highest || desc->unit.id > highest->unit.id))
				highest = desc;
		}
		if (!highest)
			return;
		highest->verdict = PMON_BAD_ID;
	}
}

/* Ids and registers of the units in the table. */
struct survey {
	DECLARE_BITMAP(ids, PMON_MAX_CORRECTED);
	DECLARE_BITMAP(addresses, PMON_MAX_CORRECTED);
	unsigned int listed;
	unsigned int good;
	u8 width;
};

static void survey_units(const struct pmon_placement *placement,
			 const struct pmon_erratum *erratum, struct survey *survey)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	const struct pmon_unit_desc *desc;

	survey->width = COUNTER_WIDTH;
	list_for_each_entry(desc, &placement->machine->units, list) {
		const struct pmon_table_unit *unit = &desc->unit;

		if (!is_type(placement, desc, erratum->type))
			continue;
		survey->listed++;
		if (unit->id < PMON_MAX_CORRECTED)
			__set_bit(unit->id, survey->ids);
		if (desc->verdict != PMON_OK)
			continue;
		survey->good++;
		survey->width = unit->width;
		__set_bit((unit->control - box->first) / PMON_MSR_UNIT_SIZE,
			  survey->addresses);
	}
}

int pmon_erratum_number(struct pmon_placement *placement, const struct pmon_erratum *erratum)
{
	const struct pmon_known_box *box = box_of(placement, erratum);
	unsigned int id, count = real_number(placement, erratum);
	struct survey survey = {};

	if (!count)
		return 0;
	survey_units(placement, erratum, &survey);
	if (survey.listed == count)
		return 0;

	dev_info(placement->dev,
		 "die %d: the discovery table lists %u units of type %s, the processor has %u\n",
		 placement->die->die, survey.listed, box->type->name, count);
	if (survey.good > count)
		drop_units(placement, erratum->type, survey.good - count);
	for (id = 0; id < count && survey.listed < count; id++) {
		if (test_bit(id, survey.ids) || test_bit(id, survey.addresses))
			continue;
		if (!add_unit(placement, box, id, box->first + id * PMON_MSR_UNIT_SIZE,
			      survey.width))
			return -ENOMEM;
		survey.listed++;
	}
	return 0;
}
