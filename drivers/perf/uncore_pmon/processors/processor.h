/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Descriptions of processors: all that differs between one processor and another.
 *
 * A description is constant data in a file of its own. The rest of the driver reads it and knows no
 * processor by name.
 */
#ifndef _UNCORE_PMON_PROCESSOR_H
#define _UNCORE_PMON_PROCESSOR_H

#include <linux/types.h>

#include "find/table.h"
#include "processors/box.h"

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
 *
 * The fields in the two registers are the same on all known processors.
 */
struct pmon_ubox_map {
	u16 device;
	u16 node_id;
	u16 map;
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
 * @described: the document has the offsets, which are the same in all units
 * @channels: a unit is a channel of a memory controller, in the controller's register block
 * @control_offset: to the first counter control
 * @counter_offset: to the first counter
 * @status_offset: to the unit status
 * @first: first register of all units of the type; MSR space only
 * @last: last one
 * @row: every @row places begins a new row of units; 0: no place is skipped; MSR space only
 * @in_a_row: how many places of a row the document uses. Processors with more units of the type
 *	      have some in the room between two rows, with numbers of their own
 * @pci_device: PCI device id; PCI space only
 * @pci_register: unit control in its configuration space
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
	bool channels;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	u32 first;
	u32 last;
	u8 row;
	u8 in_a_row;
	u16 pci_device;
	u16 pci_register;
	u8 pci_functions;
	u8 pci_first;
};

/**
 * struct pmon_discovery - what discovery tables can describe on a processor
 * @device: PCI device id of the functions that have the tables
 * @boxes: the unit types that have a name
 * @num_boxes: entries of @boxes
 * @unnamed: box type of all other units
 * @dword_types: bit mask of the unit types whose counter controls have 32 bits in memory
 */
struct pmon_discovery {
	u16 device;
	const struct pmon_known_box *boxes;
	unsigned int num_boxes;
	const struct pmon_box_type *unnamed;
	u64 dword_types;
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

/**
 * pmon_processor_find() - the description of a processor
 * @family: as the CPU reports it
 * @model: as the CPU reports it
 *
 * Return: the description, or NULL if there is none.
 */
const struct pmon_processor *pmon_processor_find(unsigned int family,
						 unsigned int model);

#endif
