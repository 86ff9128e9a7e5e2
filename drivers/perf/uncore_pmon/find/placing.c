// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers to find and check the units of one die.
 */
#include <linux/device.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "find/placing.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Class of a function without a purpose. */
#define CLASS_NONE	0xffffff

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

unsigned int pmon_place_good_units(const struct pmon_placement *placement,
				   const struct pmon_die_desc *table)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &placement->machine->units, list)
		num += desc->table == table && desc->verdict == PMON_OK;
	return num;
}

static int number_in_runs(const struct pmon_run *run, u64 address)
{
	unsigned int i, position;
	int number = 0;

	for (i = 0; i < PMON_MAX_RUNS; i++, run++) {
		for (position = 0; position < run->num; position++, number++) {
			if (address == run->first + (s64)run->stride * position)
				return number;
		}
	}
	return -1;
}

int pmon_place_number(const struct pmon_placement *placement, const struct pmon_places *places,
		      u64 control)
{
	u32 start = placement->machine->processor->memory.start;
	unsigned int mc, units = max(places->beside, 1);
	int number;

	if (places->access == PMON_ACCESS_MSR)
		return number_in_runs(places->runs, control);
	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS; mc++) {
		u64 base = placement->die->mmio_base[mc];

		number = base ? number_in_runs(places->runs, control - base - start) : -1;
		if (number >= 0)
			return mc * units + number;
	}
	return -1;
}

/*
 * The last resort: if each package has the function, buses and packages are in the same order, as
 * far as the dies are known.
 */
static int die_in_order(const struct pmon_placement *placement, const struct pci_dev *unit)
{
	unsigned int num = 0, position = 0, bus = pmon_topology_bus_key(unit->bus);
	struct pci_dev *pci = NULL;
	bool taken = false;
	int die;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, unit->device, pci))) {
		if (pci->devfn != unit->devfn)
			continue;
		num++;
		position += pmon_topology_bus_key(pci->bus) < bus;
	}
	die = num == placement->machine->max_dies ? pmon_topology_position_die(position) :
						    PMON_DIE_UNKNOWN;
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, unit->device, pci)))
		taken |= pci->devfn == unit->devfn &&
			 pmon_topology_die(placement->topology, pci->bus) == die;
	return taken ? PMON_DIE_UNKNOWN : die;
}

struct pci_dev *pmon_place_function(const struct pmon_placement *placement, unsigned int device,
				    int devfn, struct pci_dev *pci)
{
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		int die;

		if ((devfn >= 0 && pci->devfn != devfn) || pci->class == CLASS_NONE)
			continue;
		die = pmon_topology_die(placement->topology, pci->bus);
		if (die == PMON_DIE_UNKNOWN)
			die = die_in_order(placement, pci);
		if (die < 0 && placement->die == placement->report_at)
			dev_info(placement->dev, "%s: PMON function: %s\n", pci_name(pci),
				 pmon_topology_problem(die));
		if (die == placement->die->die)
			return pci;
	}
	return NULL;
}
