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
 * struct pmon_processor - description of a processor
 * @name: for messages
 * @models: its CPU models, ended by one without a family
 * @events: its events
 * @ubox: assigns PCI functions to packages; no device if no unit is in PCI space
 * @boxes: the units of each box type, NULL if the firmware has discovery tables
 * @num_boxes: entries of @boxes
 */
struct pmon_processor {
	const char *name;
	const struct pmon_model *models;
	const struct pmon_event_set *events;
	struct pmon_ubox_map ubox;
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
