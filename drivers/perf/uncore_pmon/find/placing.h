/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One die whose units are compared with the machine, while that is done.
 */
#ifndef _UNCORE_PMON_PLACING_H
#define _UNCORE_PMON_PLACING_H

#include "find/machine.h"

struct pci_bus;
struct pmon_discovery;
struct pmon_topology;

/* Distance between the units of a type in MSR space; Table 1-9. */
#define PMON_MSR_UNIT_SIZE	0x10

/**
 * struct pmon_placement - state while the units of one die are checked
 * @dev: for messages
 * @discovery: what is known of the processor's units
 * @machine: all dies; those done before this one are complete
 * @die: the die; of several tables the first
 * @topology: whose bus is whose
 * @placed: the units of the die found good so far
 * @num_placed: how many
 */
struct pmon_placement {
	struct device *dev;
	const struct pmon_discovery *discovery;
	struct pmon_machine *machine;
	struct pmon_die_desc *die;
	const struct pmon_topology *topology;
	const struct pmon_unit_desc **placed;
	unsigned int num_placed;
};

/**
 * pmon_place_new_unit() - append a unit to the machine
 * @placement: the die
 * @table: the table that lists it; of a unit that none lists, the first of its die
 * @index: entry of the table, or -1
 *
 * Return: the new descriptor, zeroed but for die, table and index, or NULL.
 */
struct pmon_unit_desc *pmon_place_new_unit(struct pmon_placement *placement,
					   const struct pmon_die_desc *table, int index);

/**
 * pmon_place_is_table() - is a table one of the die's?
 * @placement: the die
 * @desc: a table
 *
 * Return: true if it is, and is usable.
 */
bool pmon_place_is_table(const struct pmon_placement *placement, const struct pmon_die_desc *desc);

struct pmon_known_box;

/**
 * pmon_place_function() - the PCI function of a unit of a known type
 * @placement: the die
 * @box: the type, which is one of PCI space
 * @devfn: its device and function number, which are what tells the units of a die apart
 *
 * Return: the function, referenced, or NULL if the buses of the die have none.
 */
struct pci_dev *pmon_place_function(const struct pmon_placement *placement,
				    const struct pmon_known_box *box,
				    unsigned int devfn);

/**
 * pmon_place_bus() - is a PCI bus one of the die's?
 * @machine: all dies
 * @die: the die
 * @topology: whose bus is whose
 * @bus: the bus
 *
 * Return: true if it is.
 */
bool pmon_place_bus(const struct pmon_machine *machine, const struct pmon_die_desc *die,
		    const struct pmon_topology *topology,
		    const struct pci_bus *bus);

/**
 * pmon_place_uncore_bus() - does a PCI bus have one of the die's tables?
 * @machine: all dies
 * @die: the die
 * @bus: the bus
 *
 * Return: true if it is the uncore bus of a table of the die.
 */
bool pmon_place_uncore_bus(const struct pmon_machine *machine, const struct pmon_die_desc *die,
			   const struct pci_bus *bus);

#endif
