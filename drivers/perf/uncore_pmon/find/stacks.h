/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the PCI bus of each IIO stack.
 */
#ifndef _UNCORE_PMON_STACKS_H
#define _UNCORE_PMON_STACKS_H

struct device;
struct pmon_machine;
struct pmon_topology;

/**
 * pmon_find_stacks() - find the PCI segment and root bus of each IIO unit
 * @dev: device for messages
 * @machine: the machine; &pmon_unit_desc.where and &pmon_unit_desc.stack of its IIO units receive
 *	     the result
 * @topology: the UBoxes
 *
 * The result of a unit stays empty if the registers with the buses do not answer or contradict each
 * other or the kernel's list of buses, or if no source is sure of the unit.
 *
 * Context: process context, may sleep. Only reads configuration space and an MSR.
 */
void pmon_find_stacks(struct device *dev, struct pmon_machine *machine,
		      const struct pmon_topology *topology);

#endif
