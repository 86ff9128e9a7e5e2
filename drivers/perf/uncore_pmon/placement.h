/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comparing what a discovery table says with the machine it is about.
 *
 * Shared by placement*.c and errata.c; the rest of the driver sees the result, struct
 * pmon_machine.
 */
#ifndef _UNCORE_PMON_PLACEMENT_H
#define _UNCORE_PMON_PLACEMENT_H

#include "machine.h"

struct pci_bus;
struct pmon_topology;

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

/**
 * pmon_known_box() - what the guide says about a unit type
 * @type: unit type
 *
 * Return: the description, or NULL for a type without a name.
 */
const struct pmon_known_box *pmon_known_box(u16 type);

/* Of a memory controller; section 1.10.3. */
#define PMON_CHANNELS	2

/* Units that can be known without the table: CHAs, of which Table 1-9 has 64. */
#define PMON_MAX_ADDED	64

/**
 * struct pmon_placement - state while the units of one die are checked
 * @dev: for messages
 * @machine: all dies; those done before this one are complete
 * @die: the die
 * @topology: whose bus is whose
 * @placed: the units of the die found good so far
 * @num_placed: how many
 */
struct pmon_placement {
	struct device *dev;
	struct pmon_machine *machine;
	struct pmon_die_desc *die;
	const struct pmon_topology *topology;
	const struct pmon_unit_desc **placed;
	unsigned int num_placed;
};

/**
 * pmon_place_die() - describe and check all units of a die
 * @dev: for messages
 * @machine: receives the units at the end of its list
 * @die: the die, with a good global entry
 * @topology: whose bus is whose
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_place_die(struct device *dev, struct pmon_machine *machine,
		   struct pmon_die_desc *die,
		   const struct pmon_topology *topology);

/**
 * pmon_place_new_unit() - append a unit to the machine
 * @placement: the die
 * @index: entry of the table, or -1
 *
 * Return: the new descriptor, zeroed but for die and index, or NULL.
 */
struct pmon_unit_desc *pmon_place_new_unit(struct pmon_placement *placement,
					   int index);

/**
 * pmon_place_bus() - is a PCI bus one of the die's?
 * @die: the die
 * @topology: whose bus is whose
 * @bus: the bus
 *
 * Return: true if it is.
 */
bool pmon_place_bus(const struct pmon_die_desc *die,
		    const struct pmon_topology *topology,
		    const struct pci_bus *bus);

/**
 * pmon_place_pci() - check a unit in PCI configuration space
 * @placement: the die
 * @desc: the unit; its function is stored and referenced if it is good
 * @box: what is known of its type, or NULL
 *
 * Return: PMON_OK or the reason against it.
 */
enum pmon_verdict pmon_place_pci(struct pmon_placement *placement,
				 struct pmon_unit_desc *desc,
				 const struct pmon_known_box *box);

/**
 * pmon_place_mmio() - check a memory mapped unit
 * @placement: the die
 * @desc: the unit
 *
 * Return: PMON_OK or the reason against it.
 */
enum pmon_verdict pmon_place_mmio(const struct pmon_placement *placement,
				  const struct pmon_unit_desc *desc);

/**
 * pmon_place_io_documented() - is a unit where the guide has it?
 * @placement: the die
 * @unit: a unit in PCI configuration space or in memory
 *
 * Return: true if it is where the guide has the unit of its type and number.
 */
bool pmon_place_io_documented(const struct pmon_placement *placement,
			      const struct pmon_table_unit *unit);

/**
 * pmon_place_memory() - find the register blocks of the memory controllers
 * @die: the die, whose mmio_base is filled
 * @topology: whose bus is whose
 *
 * To be called for all dies before the units of any are placed.
 */
void pmon_place_memory(struct pmon_die_desc *die,
		       const struct pmon_topology *topology);

/**
 * pmon_place_channel() - which memory channel has its registers at an address?
 * @die: the die, after pmon_place_memory()
 * @control: physical address of the channel's unit control
 *
 * Return: its number, PMON_CHANNELS to each controller, or -1 if it is that of no channel.
 */
int pmon_place_channel(const struct pmon_die_desc *die, u64 control);

/**
 * pmon_errata_links() - find UPI and M3UPI units by their PCI ids
 * @placement: the die, with the table's units listed but not yet checked
 *
 * The tables of some machines are wrong about these two.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_errata_links(struct pmon_placement *placement);

/**
 * pmon_errata_cha_count() - correct the number of CHAs
 * @placement: the die, all of whose units of known types were checked
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_errata_cha_count(struct pmon_placement *placement);

#endif
