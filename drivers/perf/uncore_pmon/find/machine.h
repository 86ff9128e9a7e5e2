/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine as found: dies, and the units on them.
 *
 * Discovery (discovery.c) and, for processors without a discovery table,
 * static descriptions produce this; the core (unit.c, pmu.c) consumes it and
 * knows nothing else of where a unit came from.
 */
#ifndef _UNCORE_PMON_MACHINE_H
#define _UNCORE_PMON_MACHINE_H

#include <linux/list.h>
#include <linux/types.h>

#include "find/table.h"

struct device;
struct pmon_box_type;
struct pmon_processor;
struct pmon_unit;
struct pci_dev;

#define PMON_NO_STATUS	0xffff	/* unit has no bit in the global status */
#define PMON_MEMORY_CONTROLLERS	4	/* most of a die */

/**
 * struct pmon_unit_desc - unit descriptor
 * @list: entry in &struct pmon_machine.units
 * @type: its box type; of units of a discovery table only once they are found good
 * @unit: type, id, registers and geometry
 * @die: logical die (topology_logical_die_id()) it belongs to
 * @table: the discovery table that lists it; if none does, the first one of its die
 * @index: entry of the discovery table, or -1 if it comes from elsewhere
 * @pci: the function that holds its registers, referenced; PCI units only
 * @companion: another function that holds some of them, referenced, or NULL
 * @place: where among the places of its type it is; free-running units only
 * @documented: memory where the guide has a memory controller's counters, which may be mapped even
 *	if somebody else has claimed it
 * @verdict: PMON_OK if the unit can be used; kept for debugfs otherwise
 * @built: the unit that was made of it, or NULL
 */
struct pmon_unit_desc {
	struct list_head list;
	const struct pmon_box_type *type;
	struct pmon_table_unit unit;
	int die;
	const struct pmon_die_desc *table;
	int index;
	struct pci_dev *pci;
	struct pci_dev *companion;
	u8 place;
	bool documented;
	enum pmon_verdict verdict;
	struct pmon_unit *built;
};

/**
 * struct pmon_die_desc - what discovery found for one die, or one of several tables of a die
 * @list: entry in &struct pmon_machine.dies
 * @die: logical die, or -1 as long as no CPU of it has come online
 * @pci: function with the discovery capability, referenced
 * @bus: the die's uncore bus (that of its UBox, else of @pci), as domain << 8 | bus
 * @global: decoded global entry
 * @verdict: on the table as a whole: PMON_OK if its die can be used
 * @placed: its units are in &struct pmon_machine.units
 * @table_start: physical address of the table
 * @table_size: what its BAR has room for, in bytes
 * @words: copy of the table
 * @num_words: its length in quadwords
 * @global_usable: the global registers are those the guide describes, or nothing else can be
 *	there; if not, then nothing may be written there and no unit of the die can sample
 * @status_bits: bits of the global status that are used
 * @untried: freeze on overflow is untested on this processor; see &pmon_global.untried
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
	bool untried;
	u64 mmio_base[PMON_MEMORY_CONTROLLERS];
};

/**
 * struct pmon_machine - the uncore of all packages
 * @processor: description of its processors
 * @max_dies: how many logical dies it can have, those without an online CPU included
 * @dies: &struct pmon_die_desc, good and bad, by die; see pmon_die_usable(). If a die has
 *	several tables, the first usable one represents the die
 * @units: &struct pmon_unit_desc, good and bad, by die and then table order
 */
struct pmon_machine {
	const struct pmon_processor *processor;
	unsigned int max_dies;
	struct list_head dies;
	struct list_head units;
};

/**
 * pmon_die_usable() - does a die description lead to units?
 * @desc: one of &pmon_machine.dies; the bad ones are kept for debugfs
 *
 * Return: true if the table is good and the die has (had) an online CPU.
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
 * pmon_discover() - read the machine's discovery tables
 * @dev: device for messages
 * @machine: filled; has its processor and @max_dies, and empty lists when it is called first
 *
 * Called again, it adds the units of the dies that have got their first online CPU meanwhile.
 *
 * Context: process context, may sleep. Reads each table once.
 *
 * Return: 0, -ENODEV if there is no discovery capability at all or
 * none is usable, -ENOMEM.
 */
int pmon_discover(struct device *dev, struct pmon_machine *machine);

/**
 * pmon_machine_give_up() - leave out the dies whose units could not be added
 * @machine: the machine, after a lack of memory
 */
void pmon_machine_give_up(struct pmon_machine *machine);

/**
 * pmon_machine_release() - free all that pmon_discover() allocated
 * @machine: the machine
 */
void pmon_machine_release(struct pmon_machine *machine);

#endif
