/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the guide has the units of a type (Intel 817509, section 1.8).
 */
#ifndef _UNCORE_PMON_KNOWN_BOX_H
#define _UNCORE_PMON_KNOWN_BOX_H

#include <linux/types.h>
#include "find/table.h"

/**
 * struct pmon_known_box - where the guide says the units of a type are
 * @type: unit type
 * @name: for messages
 * @access: register space
 * @max_counters: of one unit
 * @max_id: largest unit number, more than enough for what the guide lists
 * @single: a die has one at the most
 * @described: the guide gives the offsets, which are the same in all units
 * @control_offset: to the first counter control
 * @counter_offset: to the first counter
 * @status_offset: to the unit status
 * @first: first register of all units of the type; MSR space only
 * @last: last one
 * @pci_device: PCI device id; PCI space only
 * @pci_register: unit control in its configuration space
 */
struct pmon_known_box {
	u16 type;
	const char *name;
	enum pmon_access access;
	u8 max_counters;
	u8 max_id;
	bool single;
	bool described;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	u32 first;
	u32 last;
	u16 pci_device;
	u16 pci_register;
};

/* All of them; the last one has no name. */
extern const struct pmon_known_box pmon_known_boxes[];

/**
 * pmon_known_box() - what the guide says about a unit type
 * @type: unit type
 *
 * Return: the description, or NULL for a type without a name.
 */
const struct pmon_known_box *pmon_known_box(u16 type);

#endif
