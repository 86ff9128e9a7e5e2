// SPDX-License-Identifier: GPL-2.0-only
/*
 * Looks up units of discovery tables in the description of the processor.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/pci.h>

#include "find/known_box.h"
#include "find/table.h"
#include "processors/processor.h"

/* Types with one number differ in the PCI function. */
static bool has_unit(const struct pmon_known_box *box, const struct pmon_table_unit *unit)
{
	unsigned int function = PCI_FUNC(FIELD_GET(PMON_PCI_DEVFN, unit->control));

	return box->type->number == unit->type &&
	       (!box->pci_functions || box->pci_functions & BIT(function));
}

const struct pmon_known_box *pmon_known_box(const struct pmon_discovery *discovery,
					    const struct pmon_table_unit *unit)
{
	unsigned int i;

	for (i = 0; i < discovery->num_boxes; i++) {
		if (has_unit(&discovery->boxes[i], unit))
			return &discovery->boxes[i];
	}
	return NULL;
}

const struct pmon_box_type *pmon_known_type(const struct pmon_discovery *discovery,
					    const struct pmon_table_unit *unit)
{
	const struct pmon_known_box *box = pmon_known_box(discovery, unit);

	return box ? box->type : discovery->unnamed;
}
