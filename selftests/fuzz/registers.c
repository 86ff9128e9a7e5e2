// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of count/regspace.c: units of the model, and those that are counted, have their own registers.
 */
#include "count/regspace.h"

int pmon_regspace_init(struct device *dev, struct pmon_regspace *space,
		       const struct pmon_unit_desc *desc, size_t span)
{
	(void)dev;
	(void)space;
	(void)desc;
	(void)span;
	return 0;
}

void pmon_regspace_companion(struct pmon_regspace *space, struct pci_dev *pci)
{
	(void)space;
	(void)pci;
}

bool pmon_regspace_locks(const struct pmon_regspace *space, int offset)
{
	(void)space;
	(void)offset;
	return false;
}
