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
				    const struct pmon_known_box *box, unsigned int devfn)
{
	unsigned int device = box->pci_device ?: PCI_ANY_ID;
	struct pci_dev *pci = NULL;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		if (pci->devfn == devfn && pci->cfg_size >= PCI_CFG_SPACE_EXP_SIZE &&
		    pmon_topology_die(placement->topology, pci->bus) == placement->die->die &&
		    (box->pci_device ||
		     pmon_topology_uncore_bus(placement->topology, pci->bus) == box->pci_bus))
			break;
	}
	return pci;
}
