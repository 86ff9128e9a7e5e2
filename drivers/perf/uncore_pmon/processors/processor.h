/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Descriptions of processors: the differences between processors.
 *
 * A description is constant data in a file of its own. The rest of the driver does not depend on a
 * specific one.
 */
#ifndef _UNCORE_PMON_PROCESSOR_H
#define _UNCORE_PMON_PROCESSOR_H

#include <linux/types.h>

#include "find/table.h"
#include "processors/box.h"

/**
 * struct pmon_ubox_map - registers of a UBox with its map of node ids to packages
 * @device: PCI device id of the UBox
 * @node_id: register with the node id of its own package
 * @map: register with the node ids of all packages
 * @second_bus: the bus after that of the UBox belongs to the same package; otherwise, to the next
 * @lowest: the UBox is on the first bus of its package, instead of on the last
 * @unproven: these registers are unconfirmed on this processor: NUMA nodes take precedence
 *
 * The fields of both registers are the same on all known processors.
 */
struct pmon_ubox_map {
	u16 device;
	u16 node_id;
	u16 map;
	bool second_bus;
	bool lowest;
	bool unproven;
};

/**
 * enum pmon_presence - which of the described units a machine has
 * @PMON_LISTED: all of them; in PCI configuration space, those whose function exists
 * @PMON_ANSWERS: those whose registers answer. The first counter of a unit in MSR space keeps a
 *		  written value; unit controls in other spaces do not read as all ones
 * @PMON_FUSED: the first ones; a register of the processor has their number. If it does not answer,
 *		as PMON_ANSWERS, or none of them if the number is a code
 */
enum pmon_presence {
	PMON_LISTED,
	PMON_ANSWERS,
	PMON_FUSED,
};

/* Maximum number of runs of a type: the C boxes of Westmere-EX have five. */
#define PMON_MAX_RUNS		5

/**
 * struct pmon_run - units at equal distances
 * @first: unit control of the first one: an MSR, or an offset from the start of a memory
 *	   controller's registers, see &pmon_memory.start
 * @stride: distance to the next one
 * @num: number of units
 */
struct pmon_run {
	u32 first;
	s32 stride;
	u8 num;
};

/* Maximum number of functions of a type: eight memory channels. */
#define PMON_MAX_FUNCTIONS	8

/**
 * struct pmon_function - PCI function with the registers of a unit
 * @device: device id, 0: no processor of this description has a unit with this number
 * @devfn: device and function number, 0: any
 * @companion: device id of a function on the same bus with more of its registers, 0: none
 */
struct pmon_function {
	u16 device;
	u8 devfn;
	u16 companion;
};

/* Maximum number of registers of a fuse: CAPID6 and CAPID7. */
#define PMON_FUSE_WORDS		2

/**
 * struct pmon_fuse - register with the number of units
 * @device: PCI device id of the function with the register; each package has one
 * @devfn: device and function number of the function, 0: any
 * @words: offsets in its configuration space, and bits; those without bits are unused
 * @by_value: the bits of the first word are a code, otherwise each bit is a unit
 * @value: the code of processors with @num units; all others have all units (@by_value)
 * @num: their number (@by_value)
 */
struct pmon_fuse {
	u16 device;
	u8 devfn;
	struct {
		u16 offset;
		u32 mask;
	} words[PMON_FUSE_WORDS];
	bool by_value;
	u32 value;
	u8 num;
};

/**
 * struct pmon_places - where the units of a type are
 * @type: box type. If no table lists the units, it has &pmon_box_type.registers unless all its
 *	  counters are free-running
 * @access: register space
 * @presence: which of the units a machine has
 * @fuse: their number (PMON_FUSED)
 * @with: only units beside a good unit of this type, which was found before; NULL: all. If no such
 *	  unit is good, all units that answer (PMON_ANSWERS). @linked is another exception
 * @beside: number of units beside each unit of @with: unit n is beside unit n / @beside. -m:
 *	    one beside m units of @with. 0: one beside each, with its id, whatever its place is.
 *	    Also the numbers that each memory controller takes, 0: one (MMIO)
 * @linked: @with are links, which every package of several has, even if all of them are hidden
 * @control: unit control in the configuration space (PCI)
 * @runs: units by number (MSR), or those of each memory controller, see &pmon_processor.memory
 *	  (MMIO); one without units ends the list
 * @functions: functions by number of the unit (PCI). In a &struct pmon_known_box, the first one can
 *	       have the device id 0: it is unknown
 */
struct pmon_places {
	const struct pmon_box_type *type;
	enum pmon_access access;
	enum pmon_presence presence;
	const struct pmon_fuse *fuse;
	const struct pmon_box_type *with;
	s8 beside;
	bool linked;
	u16 control;
	struct pmon_run runs[PMON_MAX_RUNS];
	struct pmon_function functions[PMON_MAX_FUNCTIONS];
};

/**
 * struct pmon_known_box - description of a unit type in discovery tables
 * @at: its documented places. In MSR space, a processor can have more units between two runs;
 *	without runs, see &pmon_discovery.msrs. In PCI space, functions with several device ids are
 *	root ports, which have the same device numbers on all buses. If the device id is unknown,
 *	the function must be a platform device without a driver
 * @if_refused: tables can have entries that are wrong or that the driver misreads: if all are
 *		refused, the units are the functions of @at that answer. With PMON_ANSWERS, these
 *		replace the entries in any case
 * @count_msr: tables are known to list a wrong number of units: register with their number, if it
 *	       is not 0. MSR space only
 * @max_counters: maximum number of counters of a unit; if a table has more, these are used
 * @described: the places, and the offsets, which are the same in all units, are documented
 * @table_offsets: the places are documented, but Intel has not documented the offsets: the table's
 *		   are used, within the space of a unit. MSR space only
 * @any_space: the register space is undocumented: the table's is used
 * @control_offset: offset of the first counter control
 * @counter_offset: offset of the first counter
 * @status_offset: offset of the unit status
 * @probed: Intel has not documented the registers, so they are checked before the first write
 * @pci_functions: bit mask of the PCI functions that can be units of this type, 0: any. Two types
 *		   with different functions can have the same type number
 * @pci_bus: uncore bus of the units, counted from that of the UBox. Only needed if the device id is
 *	     unknown and the table has a wrong bus
 */
struct pmon_known_box {
	struct pmon_places at;
	bool if_refused;
	u32 count_msr;
	u8 max_counters;
	bool described;
	bool table_offsets;
	bool any_space;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	bool probed;
	u8 pci_functions;
	u8 pci_bus;
};

/**
 * struct pmon_memory - the memory controllers of a die
 * @device: PCI device id of the function with their addresses; 0: none
 * @devfn: device and function number of that function
 * @base: register with bits 51:23 of all addresses in bits 28:0
 * @offset: register with bits 22:12 of the first controller's address in bits 10:0; those of the
 *	    other controllers follow
 * @controllers: maximum number of controllers, up to PMON_MEMORY_CONTROLLERS
 * @start: start of the controller's registers, from its address
 * @size: end of the last channel's page, from its address
 */
struct pmon_memory {
	u16 device;
	u8 devfn;
	u16 base;
	u16 offset;
	u8 controllers;
	u32 start;
	u32 size;
};

/**
 * struct pmon_global_place - global registers of a die, in MSR space
 * @control: global control; 0: undocumented; the table's is used, if it is in the range from
 *	     &pmon_discovery.msrs
 * @status: first global status register
 * @words: maximum number of status registers; a table with more is rejected
 * @used_words: number of status registers that are documented; a table's others are used if they
 *		answer
 */
struct pmon_global_place {
	u32 control;
	u32 status;
	u8 words;
	u8 used_words;
};

/**
 * struct pmon_stack - an IIO stack
 * @cpu_bus: number of its root bus within the package
 * @unit: place of its IIO unit
 * @kind: "pcie", "dmi", "mcp" or "accelerators"; NULL ends a list
 */
struct pmon_stack {
	u8 cpu_bus;
	u8 unit;
	const char *kind;
};

/**
 * struct pmon_stack_map - the IIO stacks of a die
 * @model: the CPU model; 0: any
 * @size: the die's size in the capability register; 0: there is none
 * @stacks: the stacks that a source is sure of; NULL ends a list of maps
 */
struct pmon_stack_map {
	u8 model;
	u8 size;
	const struct pmon_stack *stacks;
};

/* The last one is empty. */
#define PMON_STACK_MAPS		4

/**
 * struct pmon_stacks - where the PCI buses of IIO units are found
 * @type: the box type of IIO units
 * @device: PCI device id of the functions with the bus numbers, or only with their segment
 * @own: register with the number of the stack on whose root bus its function is; 0: one function
 *	 has all bus numbers
 * @msr: register with the bus numbers; 0: they are in the functions
 * @size_device: PCI device id of the function with the die's size; 0: there is none
 * @maps: the stacks of each die
 */
struct pmon_stacks {
	const struct pmon_box_type *type;
	u16 device;
	u16 own;
	u16 msr;
	u16 size_device;
	struct pmon_stack_map maps[PMON_STACK_MAPS];
};

/* Longest pattern: six channels. */
#define PMON_NODE_PATTERN	6

/**
 * struct pmon_node_map - the units of each NUMA node of a die
 * @type: name of the box type; NULL ends a list
 * @nodes: nodes of the die
 * @units: only for dies with so many units; 0: any number
 * @period: node of unit n: @pattern[n % @period]; 0: each node has as many units as the others, and
 *	    those of the first node have the lowest ids
 * @pattern: positions of nodes among those of the die
 */
struct pmon_node_map {
	const char *type;
	u8 nodes;
	u8 units;
	u8 period;
	u8 pattern[PMON_NODE_PATTERN];
};

/**
 * struct pmon_discovery - a processor with discovery tables
 * @device: PCI device id of the functions with the tables
 * @global: the global registers; others in a table are rejected
 * @sampling_untried: freeze on overflow is neither documented nor tested on a machine
 * @boxes: the unit types with a name
 * @num_boxes: entries of @boxes
 * @unnamed: box type of all other units
 * @msrs: range of the units without a documented place in MSR space
 * @dword_types: bit mask of unit types in memory whose counter controls have 32 bits
 */
struct pmon_discovery {
	u16 device;
	struct pmon_global_place global;
	bool sampling_untried;
	const struct pmon_known_box *boxes;
	unsigned int num_boxes;
	const struct pmon_box_type *unnamed;
	struct pmon_span msrs;
	u64 dword_types;
};

/**
 * struct pmon_processor - description of a processor
 * @name: for messages
 * @events: its events
 * @ubox: assigns PCI functions to packages; no device if no unit is in PCI space
 * @memory: its memory controllers
 * @left_freeze: how to end a freeze that others have left, NULL: unknown, or in discovery tables
 * @discovery: its discovery tables, NULL: it has none
 * @links: UPI units, whose functions have registers about the other end of the link; NULL: none
 * @stacks: the IIO stacks, NULL: their PCI buses are undocumented
 * @nodes: the units of each NUMA node on dies with several nodes, NULL: unknown
 * @places: units that no discovery table lists: without tables, all units of each box type; beside
 *	    them, free-running counters
 * @num_places: entries of @places
 */
struct pmon_processor {
	const char *name;
	const struct pmon_event_set *events;
	struct pmon_ubox_map ubox;
	struct pmon_memory memory;
	const struct pmon_left_freeze *left_freeze;
	const struct pmon_discovery *discovery;
	const struct pmon_box_type *links;
	const struct pmon_stacks *stacks;
	const struct pmon_node_map *nodes;
	const struct pmon_places *places;
	unsigned int num_places;
};

/* Each description is pmon_NAME. */
#define PMON_DESCRIPTION(name, ...)	extern const struct pmon_processor pmon_##name;
#include "processors/list.h"

/**
 * pmon_processor_find() - the description of a processor
 * @family: as the CPU reports it
 * @model: as the CPU reports it
 * @stepping: as the CPU reports it
 *
 * Return: the description, or NULL if there is none.
 */
const struct pmon_processor *pmon_processor_find(unsigned int family, unsigned int model,
						 unsigned int stepping);

#endif
