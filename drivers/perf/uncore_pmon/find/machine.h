/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine as found: dies, and the units on them.
 *
 * discovery.c fills this in, from discovery tables (placement.c) and from the places in the
 * processor's description (places.c). count/, freeze/ and perf/ do not depend on
 * the source of a unit.
 */
#ifndef _UNCORE_PMON_MACHINE_H
#define _UNCORE_PMON_MACHINE_H

#include <linux/list.h>
#include <linux/types.h>

#include "find/table.h"

struct device;
struct pci_dev;
struct pmon_processor;

#define PMON_MEMORY_CONTROLLERS	4	/* maximum of a die */

/**
 * struct pmon_die_desc - a die, or one of several discovery tables of a die
 * @list: entry in &struct pmon_machine.dies
 * @die: logical die, or PMON_DIE_OFFLINE before its first CPU comes online, or PMON_DIE_UNKNOWN
 * @pci: function with the discovery capability, referenced
 * @bus: that of @pci, as domain << 8 | bus
 * @global: decoded global entry
 * @verdict: verdict on the table as a whole: PMON_OK if the die can be used
 * @placed: its units are in &struct pmon_machine.units
 * @table_start: physical address of the table
 * @table_size: space in its BAR, in bytes
 * @words: copy of the table
 * @num_words: its length in quadwords
 * @global_usable: the global control is that of the guide, or no other register can be there.
 *		   Otherwise it must not be written
 * @status_bits: bits of the global status that are used; 0: no unit of the table can sample, and
 *		 the global control is only used to end a freeze
 * @mmio_base: base of each memory controller's register block, 0 if none
 */
struct pmon_die_desc {
	struct list_head list;
	int die;
	struct pci_dev *pci;
	unsigned int bus;
	struct pmon_table_global global;
	enum pmon_verdict verdict;
	bool placed;
	u64 table_start;
	u64 table_size;
	u64 *words;
	size_t num_words;
	bool global_usable;
	u16 status_bits;
	u64 mmio_base[PMON_MEMORY_CONTROLLERS];
};

/**
 * struct pmon_machine - the uncore of all packages
 * @processor: description of its processors
 * @max_dies: maximum number of logical dies, including those without an online CPU
 * @dies: &struct pmon_die_desc, good and bad, by die; see pmon_die_usable(). If a die has
 *	several tables, the first usable one represents the die
 * @units: &struct pmon_unit_desc, good and bad, by die and then table order
 * @without_table: a bit for each die that a message has reported to have no discovery table; those
 *		   from 64 on share the bits
 */
struct pmon_machine {
	const struct pmon_processor *processor;
	unsigned int max_dies;
	struct list_head dies;
	struct list_head units;
	u64 without_table;
};

/**
 * pmon_die_usable() - can the units of a die be used?
 * @desc: one of &pmon_machine.dies; bad ones are kept for debugfs
 *
 * Return: true if the table is good and the die has, or had, an online CPU.
 */
static inline bool pmon_die_usable(const struct pmon_die_desc *desc)
{
	return desc->die >= 0 && desc->verdict == PMON_OK;
}

/**
 * pmon_die_first() - the description that represents a die
 * @machine: the machine
 * @die: logical die
 *
 * Return: the first of the die's descriptions that is usable, or NULL.
 */
static inline struct pmon_die_desc *pmon_die_first(const struct pmon_machine *machine, int die)
{
	struct pmon_die_desc *desc;

	list_for_each_entry(desc, &machine->dies, list) {
		if (desc->die == die && pmon_die_usable(desc))
			return desc;
	}
	return NULL;
}

/**
 * pmon_discover() - find the units of all dies, in the discovery tables if the processor has any
 * @dev: device for messages
 * @machine: the machine, with its processor and @max_dies; the lists are empty at the first call
 *
 * Later calls add the units of dies whose first CPU came online meanwhile.
 *
 * Context: process context, may sleep. Reads each table once.
 *
 * Return: 0, -ENODEV if there is no usable discovery capability or no unit, -ENOMEM.
 */
int pmon_discover(struct device *dev, struct pmon_machine *machine);

/**
 * pmon_machine_give_up() - give up dies whose units could not be added
 * @machine: the machine, after -ENOMEM
 */
void pmon_machine_give_up(struct pmon_machine *machine);

/**
 * pmon_machine_release() - free all that pmon_discover() allocated
 * @machine: the machine
 */
void pmon_machine_release(struct pmon_machine *machine);

#endif
