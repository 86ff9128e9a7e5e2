/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units as the descriptions of processors, find/ and the engine refer to them: register space,
 * geometry, and whether they can be used.
 *
 * Includes nothing else of the driver, but for the environment of pure logic.
 */
#ifndef _UNCORE_PMON_UNITS_H
#define _UNCORE_PMON_UNITS_H

#include "choose/pure.h"

struct pci_dev;
struct pmon_box_type;
struct pmon_known_box;
struct pmon_die_desc;
struct pmon_unit;

/* Maximum number of counters of a unit in a table. The guide's units have up to 8 (Table 1-7). */
#define PMON_TABLE_MAX_COUNTERS		16

/* &pmon_table_unit.status_position of a unit without a bit in the global status. */
#define PMON_NO_STATUS	0xffff

/* In @node of &struct pmon_unit_desc, as in the format node0. */
#define PMON_FIRST_NODE		16

#define PMON_WHERE_SIZE		24	/* "upi_31,die_" and a number of up to ten digits */

/*
 * Fields of the address of a unit in PCI configuration space (not in the guide). A table has three
 * bits for the domain; addresses of functions found in the kernel can have more.
 */
#define PMON_PCI_DOMAIN		GENMASK_ULL(59, 28)
#define PMON_PCI_BUS		GENMASK_ULL(27, 20)
#define PMON_PCI_DEVFN		GENMASK_ULL(19, 12)
#define PMON_PCI_REGISTER	GENMASK_ULL(11, 0)

/**
 * enum pmon_access - register space of a unit
 * @PMON_ACCESS_MSR: model specific registers of any CPU of the die
 * @PMON_ACCESS_MMIO: memory mapped
 * @PMON_ACCESS_PCI: PCI configuration space
 *
 * The values are those of the access type field (guide, Table 1-14). The table prints the field as
 * bits 63:61, but the guide's code declares 63:62. All printed values have two digits, so the
 * driver uses two bits. Bit 61 is reserved in the code: if it is the only one, it is a printed 01.
 */
enum pmon_access {
	PMON_ACCESS_MSR = 0,
	PMON_ACCESS_MMIO = 1,
	PMON_ACCESS_PCI = 2,
};

/**
 * struct pmon_table_global - decoded global entry
 * @type: domain type, informative
 * @stride: distance between entries in quadwords, at least 3
 * @max_entries: number of unit entries according to the table
 * @access: register space of the global registers
 * @control: address of the global control register
 * @status_offset: distance from @control to the first global status register
 * @status_bits: number of overflow bits, 64 in each status register
 */
struct pmon_table_global {
	u8 type;
	u8 stride;
	u16 max_entries;
	enum pmon_access access;
	u64 control;
	u8 status_offset;
	u16 status_bits;
};

/**
 * struct pmon_stride - distance between registers of one kind in a unit
 * @control: from one counter control to the next
 * @counter: from one counter to the next
 *
 * In address units of the space: registers for MSR, bytes for PCI and MMIO. The discovery table
 * does not contain it (guide 1.9.2: "contiguously spaced").
 */
struct pmon_stride {
	u8 control;
	u8 counter;
};

/**
 * struct pmon_table_unit - decoded unit entry
 * @type: unit type (0 CHA, 1 IIO, ...)
 * @id: number of the unit within its type
 * @access: register space
 * @control: address of the unit control register
 * @num_counters: number of control/counter pairs
 * @width: number of bits of each counter
 * @control_offset: from @control to counter control 0
 * @counter_offset: from @control to counter 0
 * @status_offset: from @control to the unit status register; 0: it is unusable
 * @status_position: bit of the global status that belongs to the unit
 * @stride: distances between its registers, which the table does not contain
 */
struct pmon_table_unit {
	u16 type;
	u16 id;
	enum pmon_access access;
	u64 control;
	u8 num_counters;
	u8 width;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	u16 status_position;
	struct pmon_stride stride;
};

/*
 * Verdict on a table or one of its entries.
 *
 * An entry may be used only with PMON_OK. The parser (find/table.c) returns only verdicts before
 * PMON_BAD_DUPLICATE. A comparison of entries with each other and with the machine can return any.
 */
enum pmon_verdict {
	PMON_OK = 0,
	PMON_HOLE,			/* all zero: no unit, no fault */
	PMON_BAD_ALL_ONES,		/* no memory behind it */
	PMON_BAD_TRUNCATED,		/* (partly) outside the mapped table */
	PMON_BAD_STRIDE,		/* entries would overlap */
	PMON_BAD_ACCESS,		/* access type 3 */
	PMON_BAD_ADDRESS,		/* zero, misaligned, or cannot exist */
	PMON_BAD_COUNT,			/* no counters, or more than any unit has */
	PMON_BAD_WIDTH,			/* counter width unusable */
	PMON_BAD_OFFSET,		/* register blocks overlap or leave the unit */
	PMON_BAD_STATUS,		/* status register or its global position unusable */
	PMON_BAD_DUPLICATE,		/* (type, id) seen before */
	PMON_BAD_RANGE,			/* not an address of PMON registers */
	PMON_BAD_OVERLAP,		/* registers belong to another unit */
	PMON_BAD_DEVICE,		/* PCI function missing or of another kind */
	PMON_BAD_SPACE,			/* register space not the box type's */
	PMON_BAD_ID,			/* more units than the box type can have */
	PMON_BAD_RESET,			/* registers do not answer */
	PMON_NO_MEMORY,			/* out of memory during its set-up */
	PMON_REPLACED,			/* found by its PCI id instead */
	PMON_ABSENT,			/* this processor does not have it, no fault */
	PMON_VERDICTS
};

/**
 * struct pmon_left_freeze - register with which others can have frozen a package
 * @msr: its number
 * @freeze: command that freezes the package
 * @unfreeze: command that ends the freeze; all other bits are kept
 *
 * Firmware, or other programs. For processors without discovery tables. The driver does not freeze
 * a package with it.
 */
struct pmon_left_freeze {
	u32 msr;
	u64 freeze;
	u64 unfreeze;
};

/**
 * struct pmon_unit_desc - unit descriptor
 * @list: entry in &struct pmon_machine.units
 * @type: its box type
 * @box: description of its type in discovery tables, NULL: it has none
 * @unit: type, id, registers and geometry
 * @die: logical die (topology_logical_die_id()) it belongs to
 * @table: the discovery table that lists it, or else the first one of its die
 * @index: entry of the discovery table, or -1
 * @pci: the function with its registers, referenced; PCI units only
 * @powered: @pci does not suspend while the driver uses it
 * @companion: another function with some of its registers, referenced, or NULL
 * @number: number of its place among those of its type
 * @place: its position in its run of units, which determines the places of some counters
 * @documented: documented counters of a memory controller, which may be mapped even if another
 *		driver has claimed the memory
 * @claims: its number and registers are taken, and no other unit may have them
 * @verdict: PMON_OK if the unit can be used; kept for debugfs otherwise
 * @built: the unit that was created from it, or NULL
 * @where: as in the in-tree driver's files die<N>: the other end of a UPI link, or the PCI segment
 *	   and root bus of an IIO stack. Empty: unknown
 * @stack: kind of the stack, if its bus is known
 * @node: position of its NUMA node among those of its die, PMON_FIRST_NODE for 0; 0: unknown
 * @numa_node: the kernel's number of this node
 */
struct pmon_unit_desc {
	struct list_head list;
	const struct pmon_box_type *type;
	const struct pmon_known_box *box;
	struct pmon_table_unit unit;
	int die;
	const struct pmon_die_desc *table;
	int index;
	struct pci_dev *pci;
	struct pci_dev *companion;
	u8 number;
	u8 place;
	bool powered;
	bool documented;
	bool claims;
	enum pmon_verdict verdict;
	struct pmon_unit *built;
	char where[PMON_WHERE_SIZE];
	const char *stack;
	u8 node;
	int numa_node;
};

#endif
