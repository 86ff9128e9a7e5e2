/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Descriptions of processors: all that differs between one processor and another.
 *
 * A description is constant data in a file of its own, in the init sections. The rest of the driver
 * reads a copy of that of the machine's processor, and knows no processor by name.
 */
#ifndef _UNCORE_PMON_PROCESSOR_H
#define _UNCORE_PMON_PROCESSOR_H

#include <linux/types.h>

#include "find/table.h"
#include "processors/box.h"

struct pmon_placement;

/* Most units of one type on a die: Ivy Bridge-EX has 15 CBos. */
#define PMON_STATIC_UNITS	16

/**
 * struct pmon_model - one CPU model
 * @family: as the CPU reports it
 * @model: as the CPU reports it
 */
struct pmon_model {
	u8 family;
	u8 model;
};

/**
 * struct pmon_ubox_map - where a UBox keeps its map of node ids to packages
 * @device: PCI device id of the UBox
 * @node_id: register with the node id of its own package
 * @map: register with the node ids of all packages
 * @unproven: these registers are unconfirmed on this processor: NUMA nodes come first
 *
 * The fields in the two registers are the same on all known processors.
 */
struct pmon_ubox_map {
	u16 device;
	u16 node_id;
	u16 map;
	bool unproven;
};

/**
 * struct pmon_static_box - the units of one type, without a discovery table
 * @type: box type, with &pmon_box_type.registers
 * @access: MSRs or PCI configuration space
 * @control: unit control in the configuration space (PCI)
 * @num: how many units a die can have
 * @units: by unit id: the MSR number of the unit control, or the device id
 *	   of the PCI function
 * @companions: by unit id: device id of the companion function, 0 if there is none (PCI)
 */
struct pmon_static_box {
	const struct pmon_box_type *type;
	enum pmon_access access;
	u16 control;
	u8 num;
	u16 units[PMON_STATIC_UNITS];
	u16 companions[PMON_STATIC_UNITS];
};

/**
 * struct pmon_known_box - where the units of a type can be, with discovery tables
 * @type: box type
 * @access: register space
 * @max_counters: of one unit
 * @max_id: largest unit number, more than enough for what the document lists
 * @single: a die has one at the most
 * @described: the document has the places and the offsets, which are the same in all units
 * @table_offsets: it has the places, but what it says of the offsets is not Intel's: the table's
 *		   are taken, within the room of a unit. MSR space only
 * @any_space: no document has the register space: the table's is taken
 * @channels: a unit is a channel of a memory controller, in the controller's register block
 * @control_offset: to the first counter control
 * @counter_offset: to the first counter
 * @status_offset: to the unit status
 * @first: first register of all units of the type; MSR space only
 * @last: last one; 0: no document has them, see &pmon_discovery.first_msr
 * @row: every @row places begins a new row of units; 0: no place is skipped; MSR space only
 * @in_a_row: how many places of a row the document uses. Processors with more units of the type
 *	      have some in the room between two rows, with numbers of their own
 * @pci_device: PCI device id; PCI space only. 0: not known; then the function must be one of the
 *		platform's that no driver uses
 * @pci_last: last device id, if there are several in a row. Their functions can be root ports:
 *	      these have the same device numbers on all buses
 * @pci_register: unit control in its configuration space
 * @probed: no document of Intel's has the registers, so they are looked at before the first write
 * @pci_functions: bit mask of the functions of a device that units of this type are, 0: any. Two
 *		   types can have the same type number if they differ in this
 * @pci_first: device and function of unit 0, the other units follow with a device each; 0: no
 *	       document has them
 */
struct pmon_known_box {
	const struct pmon_box_type *type;
	enum pmon_access access;
	u8 max_counters;
	u8 max_id;
	bool single;
	bool described;
	bool table_offsets;
	bool any_space;
	bool channels;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	u32 first;
	u32 last;
	u8 row;
	u8 in_a_row;
	u16 pci_device;
	u16 pci_last;
	u16 pci_register;
	bool probed;
	u8 pci_functions;
	u8 pci_first;
};

/**
 * struct pmon_memory - where the memory controllers of a die are
 * @device: PCI device id of the function that has their addresses; 0: none has
 * @devfn: device and function of that
 * @base: register with bits 51:23 of all addresses in bits 28:0
 * @offset: register with bits 22:12 of the first controller's in bits 10:0; those of the other
 *	    controllers follow
 * @controllers: how many there can be, up to PMON_MEMORY_CONTROLLERS
 * @channels: of each controller
 * @first_channel: unit control of channel 0, from the controller's address
 * @channel_stride: from one channel to the next
 * @start: where the controller's registers begin, from its address
 * @size: to the end of the last channel's page, from its address
 */
struct pmon_memory {
	u16 device;
	u8 devfn;
	u16 base;
	u16 offset;
	u8 controllers;
	u8 channels;
	u32 first_channel;
	u32 channel_stride;
	u32 start;
	u32 size;
};

/**
 * struct pmon_free_running - free-running counters, which no discovery table has
 * @type: box type
 * @beside: type number of the units that they follow from: there is one unit for each of these,
 *	    or for each memory controller if they are channels of it
 * @offset: from the unit control of the unit, or from the controller's address
 */
struct pmon_free_running {
	const struct pmon_box_type *type;
	u16 beside;
	u32 offset;
};

/**
 * struct pmon_global_place - where the global registers of a die are, in MSR space
 * @control: global control; 0: no document has it, so the table's is taken, in the range of
 *	     &pmon_discovery.first_msr
 * @status: first global status register
 * @words: how many of these there can be; a table that claims more is not believed
 * @used_words: how many of these a document has, up to PMON_GLOBAL_STATUS_WORDS
 */
struct pmon_global_place {
	u32 control;
	u32 status;
	u8 words;
	u8 used_words;
};

/**
 * enum pmon_erratum_time - when an erratum is corrected
 * @PMON_ERRATUM_LISTED: once the units of the table are listed, before any is checked
 * @PMON_ERRATUM_CHECKED: once the units of the types that have a name are checked
 */
enum pmon_erratum_time {
	PMON_ERRATUM_LISTED,
	PMON_ERRATUM_CHECKED,
};

/**
 * struct pmon_erratum - what discovery tables of a processor have wrong
 * @reason: what is wrong, for debug messages
 * @time: when it is corrected
 * @correct: corrects it on one die; returns 0 or -ENOMEM
 * @type: type number of the units
 * @units: how many of them a die can have, up to PMON_MAX_CORRECTED
 * @msr: register with their number, if @correct needs one
 */
struct pmon_erratum {
	const char *reason;
	enum pmon_erratum_time time;
	int (*correct)(struct pmon_placement *placement, const struct pmon_erratum *erratum);
	u16 type;
	u8 units;
	u32 msr;
};

/* Most units of a type that a correction can find. */
#define PMON_MAX_CORRECTED	64

/**
 * struct pmon_discovery - what discovery tables can describe on a processor
 * @device: PCI device id of the functions that have the tables
 * @many_tables: a die can have several tables, which describe it together
 * @global: the global registers; a table that has others is not believed
 * @sampling_untried: freeze on overflow is neither documented nor tested on a machine
 * @boxes: the unit types that have a name
 * @num_boxes: entries of @boxes
 * @unnamed: box type of all other units
 * @max_id_unnamed: their largest unit number
 * @first_msr: first register of all units whose place in MSR space no document has; nothing but
 *	       PMON units is from here to @last_msr
 * @last_msr: last one; 0: such units must be where a document has others
 * @dword_types: bit mask of the unit types whose counter controls have 32 bits in memory
 * @memory: the memory controllers
 * @free_running: counters that no table has
 * @num_free_running: entries of @free_running
 * @errata: what the tables have wrong
 * @num_errata: entries of @errata
 */
struct pmon_discovery {
	u16 device;
	bool many_tables;
	struct pmon_global_place global;
	bool sampling_untried;
	const struct pmon_known_box *boxes;
	unsigned int num_boxes;
	const struct pmon_box_type *unnamed;
	u8 max_id_unnamed;
	u32 first_msr;
	u32 last_msr;
	u64 dword_types;
	struct pmon_memory memory;
	const struct pmon_free_running *free_running;
	unsigned int num_free_running;
	const struct pmon_erratum *errata;
	unsigned int num_errata;
};

/**
 * struct pmon_processor - description of a processor
 * @name: for messages
 * @models: its CPU models, ended by one without a family
 * @events: its events
 * @ubox: assigns PCI functions to packages; no device if no unit is in PCI space
 * @discovery: what the discovery tables can describe, NULL: the firmware has none
 * @boxes: without tables the units of each box type
 * @num_boxes: entries of @boxes
 */
struct pmon_processor {
	const char *name;
	const struct pmon_model *models;
	const struct pmon_event_set *events;
	struct pmon_ubox_map ubox;
	const struct pmon_discovery *discovery;
	const struct pmon_static_box *boxes;
	unsigned int num_boxes;
};

/* Emerald and Sapphire Rapids. */
extern const struct pmon_processor pmon_emr;

/* Sandy Bridge-EP, Ivy Bridge-EP and -EX, Nehalem-EX, Westmere-EX. */
extern const struct pmon_processor pmon_snbep;
extern const struct pmon_processor pmon_ivbep;
extern const struct pmon_processor pmon_nhmex;
extern const struct pmon_processor pmon_wsmex;

/* The Granite Rapids family. */
extern const struct pmon_processor pmon_gnr;
extern const struct pmon_processor pmon_gnrd;
extern const struct pmon_processor pmon_srf;
extern const struct pmon_processor pmon_cwf;
extern const struct pmon_processor pmon_grr;

/**
 * pmon_processor_find() - the description of a processor
 * @family: as the CPU reports it
 * @model: as the CPU reports it
 *
 * Return: the description, or NULL if there is none.
 */
const struct pmon_processor *pmon_processor_find(unsigned int family,
						 unsigned int model);

/**
 * pmon_processor_keep() - copy a description
 * @from: the description, which may be freed once the driver is loaded
 *
 * The copy has all that the description refers to, except for functions and names. A pointer that
 * is added to one of the structures must be added to keep.c, too.
 *
 * Return: the copy, to be freed with vfree(), or NULL if memory is short.
 */
const struct pmon_processor *pmon_processor_keep(const struct pmon_processor *from);

#endif
