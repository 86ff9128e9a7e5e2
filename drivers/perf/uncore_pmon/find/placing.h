/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State and helpers to find and check the units of one die.
 */
#ifndef _UNCORE_PMON_PLACING_H
#define _UNCORE_PMON_PLACING_H

#include "find/machine.h"

struct pci_bus;
struct pmon_discovery;
struct pmon_places;
struct pmon_topology;

/* Distance between the units of a type in MSR space; Table 1-9. */
#define PMON_MSR_UNIT_SIZE	0x10

/**
 * struct pmon_placement - state while the units of one die are found and checked
 * @dev: for messages
 * @discovery: description of the units in tables, NULL: the processor has no tables
 * @machine: all dies; those checked before this one are complete
 * @die: the die, or the first of its tables
 * @topology: the dies of the PCI buses
 * @report_at: the die at which functions of unknown dies are reported, NULL: none. One is enough
 */
struct pmon_placement {
	struct device *dev;
	const struct pmon_discovery *discovery;
	struct pmon_machine *machine;
	struct pmon_die_desc *die;
	const struct pmon_topology *topology;
	const struct pmon_die_desc *report_at;
};

/* All units of the die that are known so far. */
#define for_each_unit(desc, placement)					\
	list_for_each_entry(desc, &(placement)->machine->units, list)	\
		if ((desc)->die != (placement)->die->die) {} else

/* The usable tables of the die. */
#define for_each_table(table, placement)				\
	list_for_each_entry(table, &(placement)->machine->dies, list)	\
		if ((table)->die != (placement)->die->die || !pmon_die_usable(table)) {} else

/**
 * pmon_place_new_unit() - append a unit to the machine
 * @placement: the die
 * @table: the table that lists it, or else the first table of the die
 * @index: entry of the table, or -1
 *
 * Return: the new descriptor, zeroed but for die, table and index, or NULL.
 */
struct pmon_unit_desc *pmon_place_new_unit(const struct pmon_placement *placement,
					   const struct pmon_die_desc *table, int index);

/**
 * pmon_place_good_units() - the number of good units of a table
 * @placement: a die
 * @table: one of its tables; units that no table lists count for the first one
 *
 * Return: the number.
 */
unsigned int pmon_place_good_units(const struct pmon_placement *placement,
				   const struct pmon_die_desc *table);

/**
 * pmon_place_number() - number of the unit at an address
 * @placement: the die, after pmon_place_memory()
 * @places: its type; MSR or MMIO space
 * @control: the address
 *
 * Return: the number, counted over all runs, or -1: it is in none of them.
 */
int pmon_place_number(const struct pmon_placement *placement, const struct pmon_places *places,
		      u64 control);

/**
 * pmon_place_function() - the next PCI function of the die
 * @placement: the die
 * @device: device id, or PCI_ANY_ID
 * @devfn: device and function number, or -1: any
 * @pci: the one before, whose reference is dropped, or NULL
 *
 * Functions without a purpose are skipped: some answer with the device id of a unit.
 *
 * Return: the function, referenced, or NULL.
 */
struct pci_dev *pmon_place_function(const struct pmon_placement *placement, unsigned int device,
				    int devfn, struct pci_dev *pci);

#endif
