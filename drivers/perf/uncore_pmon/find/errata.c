// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the tables of machines in the field are known to be wrong.
 *
 * Neither is in the guide; both are known from the in-tree driver: the UPI and
 * M3UPI entries of some Sapphire Rapids are broken, and so is the number of
 * CHAs.
 */
#include <linux/bitmap.h>
#include <linux/device.h>
#include <linux/pci.h>

#include "count/regspace.h"
#include "find/errata.h"
#include "find/known_box.h"
#include "find/placing.h"
#include "find/topology.h"
#include "processors/emr.h"
#include "processors/processor.h"

#define LINKS			4
#define LINK_COUNTERS		4
#define LINK_WIDTH		48
#define LINK_FUNCTION		1

#define CHA_ADDRESS		0x2000	/* Table 1-9 */
#define CHA_STRIDE		0x10
#define CHA_MAX			PMON_MAX_ADDED
#define CHA_COUNTERS		4
#define CHA_WIDTH		48

/* Table 1-12: the device number of link 0; the other links follow. */
static const struct {
	u16 type;
	u8 first_slot;
} link_types[] = {
	{ EMR_UPI, 1 },
	{ EMR_M3UPI, 5 },
};

/*
 * The bit of the global status is the one thing that the PCI function does not
 * tell; an entry for the same registers is believed.
 */
static u16 listed_status(const struct pmon_placement *placement,
			 const struct pmon_table_unit *unit)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &placement->machine->units, list) {
		if (desc->die == placement->die->die && desc->index >= 0 &&
		    desc->verdict == PMON_OK &&
		    desc->unit.type == unit->type &&
		    desc->unit.access == PMON_ACCESS_PCI &&
		    desc->unit.control == unit->control)
			return desc->unit.status_position;
	}
	return PMON_NO_STATUS;
}

static int add_link(struct pmon_placement *placement, struct pci_dev *pci,
		    const struct pmon_known_box *box, unsigned int id)
{
	struct pmon_table_unit unit = {
		.type = box->type->number,
		.id = id,
		.access = PMON_ACCESS_PCI,
		.control = pmon_pci_address(pci, box->pci_register),
		.num_counters = LINK_COUNTERS,
		.width = LINK_WIDTH,
		.control_offset = box->control_offset,
		.counter_offset = box->counter_offset,
		.status_offset = box->status_offset,
	};
	struct pmon_unit_desc *desc;

	unit.status_position = listed_status(placement, &unit);
	desc = pmon_place_new_unit(placement, -1);
	if (!desc)
		return -ENOMEM;
	desc->unit = unit;
	desc->unit.stride = pmon_table_stride(unit.access, unit.type, 0);
	desc->pci = pci_dev_get(pci);
	desc->verdict = PMON_OK;
	return 0;
}

/* Was a link found that has a unit's number, or its registers? */
static bool link_found(const struct pmon_placement *placement, u16 type, u16 id,
		       u64 control)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &placement->machine->units, list) {
		if (desc->die == placement->die->die && desc->index < 0 &&
		    desc->unit.type == type &&
		    (desc->unit.id == id || desc->unit.control == control))
			return true;
	}
	return false;
}

static int find_links(struct pmon_placement *placement,
		      const struct pmon_known_box *box, unsigned int first_slot)
{
	unsigned int id;
	int ret;

	for (id = 0; id < LINKS; id++) {
		struct pci_dev *pci = pmon_place_function(placement, box,
							  PCI_DEVFN(first_slot + id,
								    LINK_FUNCTION));

		if (!pci)
			continue;
		ret = add_link(placement, pci, box, id);
		pci_dev_put(pci);
		if (ret)
			return ret;
	}
	return 0;
}

/* What the table says of a link that was found does not matter any more. */
static void retire_listed(struct pmon_placement *placement, u16 type)
{
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &placement->machine->units, list) {
		if (desc->die == placement->die->die && desc->index >= 0 &&
		    desc->unit.type == type &&
		    link_found(placement, type, desc->unit.id, desc->unit.control))
			desc->verdict = PMON_REPLACED;
	}
}

int pmon_errata_links(struct pmon_placement *placement)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(link_types); i++) {
		const struct pmon_table_unit any = { .type = link_types[i].type };

		ret = find_links(placement, pmon_known_box(placement->discovery, &any),
				 link_types[i].first_slot);
		if (ret)
			return ret;
		retire_listed(placement, link_types[i].type);
	}
	return 0;
}

static bool is_cha(const struct pmon_placement *placement,
		   const struct pmon_unit_desc *desc)
{
	return desc->die == placement->die->die && desc->unit.type == EMR_CHA;
}

/* Number of CHAs by the processor itself, 0 if it does not tell. */
static unsigned int cha_count(int die)
{
	int cpu = pmon_topology_cpu(die);
	u64 count;

	if (cpu < 0 || pmon_msr_read_on(cpu, EMR_MSR_CHA_COUNT, &count) ||
	    count > CHA_MAX)
		return 0;
	return count;
}

static int add_cha(struct pmon_placement *placement, unsigned int id, u8 width)
{
	const struct pmon_table_unit any = { .type = EMR_CHA };
	const struct pmon_known_box *box = pmon_known_box(placement->discovery, &any);
	struct pmon_unit_desc *desc = pmon_place_new_unit(placement, -1);

	if (!desc)
		return -ENOMEM;
	desc->unit = (struct pmon_table_unit){
		.type = EMR_CHA,
		.id = id,
		.access = PMON_ACCESS_MSR,
		.control = CHA_ADDRESS + id * CHA_STRIDE,
		.num_counters = CHA_COUNTERS,
		.width = width,
		.control_offset = box->control_offset,
		.counter_offset = box->counter_offset,
		.status_offset = box->status_offset,
		.status_position = PMON_NO_STATUS,
	};
	desc->unit.stride = pmon_table_stride(PMON_ACCESS_MSR, EMR_CHA, 0);
	desc->verdict = PMON_OK;
	placement->placed[placement->num_placed++] = desc;
	return 0;
}

/*
 * Units past the real number are not there, the ones with the highest numbers.
 * Entries that are bad anyway are not counted: they may be anything.
 */
static void drop_chas(struct pmon_placement *placement, unsigned int surplus)
{
	struct pmon_unit_desc *desc, *highest;

	while (surplus--) {
		highest = NULL;
		list_for_each_entry(desc, &placement->machine->units, list) {
			if (is_cha(placement, desc) && desc->verdict == PMON_OK &&
			    (!highest || desc->unit.id > highest->unit.id))
				highest = desc;
		}
		if (!highest)
			return;
		highest->verdict = PMON_BAD_ID;
	}
}

/* Numbers and registers of the CHAs that the table lists. */
struct cha_survey {
	DECLARE_BITMAP(ids, CHA_MAX);
	DECLARE_BITMAP(addresses, CHA_MAX);
	unsigned int listed;
	unsigned int good;
	u8 width;
};

static void survey_chas(const struct pmon_placement *placement,
			struct cha_survey *survey)
{
	const struct pmon_unit_desc *desc;

	survey->width = CHA_WIDTH;
	list_for_each_entry(desc, &placement->machine->units, list) {
		const struct pmon_table_unit *unit = &desc->unit;

		if (!is_cha(placement, desc))
			continue;
		survey->listed++;
		if (unit->id < CHA_MAX)
			__set_bit(unit->id, survey->ids);
		if (desc->verdict != PMON_OK)
			continue;
		survey->good++;
		survey->width = unit->width;
		__set_bit((unit->control - CHA_ADDRESS) / CHA_STRIDE,
			  survey->addresses);
	}
}

int pmon_errata_cha_count(struct pmon_placement *placement)
{
	unsigned int id, count = cha_count(placement->die->die);
	struct cha_survey survey = {};
	int ret;

	if (!count)
		return 0;
	survey_chas(placement, &survey);
	if (survey.listed == count)
		return 0;

	dev_info(placement->dev,
		 "die %d: the discovery table lists %u CHAs, the processor has %u\n",
		 placement->die->die, survey.listed, count);
	if (survey.good > count)
		drop_chas(placement, survey.good - count);
	for (id = 0; id < count && survey.listed < count; id++) {
		if (test_bit(id, survey.ids) || test_bit(id, survey.addresses))
			continue;
		ret = add_cha(placement, id, survey.width);
		if (ret)
			return ret;
		survey.listed++;
	}
	return 0;
}
