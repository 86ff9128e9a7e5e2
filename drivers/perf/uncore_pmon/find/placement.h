/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compares a discovery table with the machine.
 */
#ifndef _UNCORE_PMON_PLACEMENT_H
#define _UNCORE_PMON_PLACEMENT_H

struct device;
struct pmon_die_desc;
struct pmon_machine;
struct pmon_topology;

/**
 * pmon_place_die() - describe and check all units of a die
 * @dev: for messages
 * @machine: receives the units at the end of its list
 * @die: the die, with a good global entry
 * @topology: the dies of the PCI buses
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_place_die(struct device *dev, struct pmon_machine *machine,
		   struct pmon_die_desc *die,
		   const struct pmon_topology *topology);

#endif
