// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers to check the units of one die.
 */
#include <linux/pci.h>
#include <linux/slab.h>

#include "find/placing.h"
#include "find/topology.h"
#include "processors/processor.h"

struct pmon_unit_desc *pmon_place_new_unit(struct pmon_placement *placement,
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

bool pmon_place_is_table(const struct pmon_placement *placement, const struct pmon_die_desc *desc)
{
	return desc->die == placement->die->die && pmon_die_usable(desc);
}

struct pci_dev *pmon_place_function(const struct pmon_placement *placement,
				    const struct pmon_known_box *box,
				    unsigned int devfn)
{
	struct pci_dev *pci = NULL;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, box->pci_device, pci))) {
		if (pci->devfn == devfn && pci->cfg_size >= PCI_CFG_SPACE_EXP_SIZE &&
		    pmon_place_bus(placement->machine, placement->die, placement->topology,
				   pci->bus))
			break;
	}
	return pci;
}

bool pmon_place_uncore_bus(const struct pmon_machine *machine, const struct pmon_die_desc *die,
			   const struct pci_bus *bus)
{
	unsigned int key = pmon_topology_bus_key(bus);
	const struct pmon_die_desc *table;

	list_for_each_entry(table, &machine->dies, list) {
		if (table->die == die->die && table->bus == key)
			return true;
	}
	return false;
}

bool pmon_place_bus(const struct pmon_machine *machine, const struct pmon_die_desc *die,
		    const struct pmon_topology *topology,
		    const struct pci_bus *bus)
{
	return pmon_place_uncore_bus(machine, die, bus) ||
	       pmon_topology_die(topology, bus) == die->die;
}
