/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processors without discovery tables: where their units are is part of the driver.
 */
#ifndef _UNCORE_PMON_STATIC_MACHINE_H
#define _UNCORE_PMON_STATIC_MACHINE_H

#include "count/regspace.h"
#include "find/topology.h"
#include "processors/box.h"

struct device;
struct pmon_machine;
struct pmon_processor;
struct pmon_unit_desc;

/* Most units of one type on a die: Ivy Bridge-EX has 15 CBos. */
#define PMON_STATIC_UNITS	16

/**
 * struct pmon_static_box - the units of one type
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
 * struct pmon_static_machine - the units of a processor
 * @ubox: where PCI functions find their die; no device if nothing is in PCI space
 * @boxes: one for each box type
 * @num_boxes: number of box types
 */
struct pmon_static_machine {
	struct pmon_ubox_map ubox;
	const struct pmon_static_box *boxes;
	unsigned int num_boxes;
};

extern const struct pmon_static_machine pmon_snbep;
extern const struct pmon_static_machine pmon_ivbep;
extern const struct pmon_static_machine pmon_nhmex;
extern const struct pmon_static_machine pmon_wsmex;

/**
 * pmon_static_find() - find the units of all dies that have an online CPU
 * @dev: device for messages
 * @processor: the processor, with a description of its units
 * @machine: filled; empty lists when it is called first
 *
 * Called again, it adds the units of the dies that have got their first online CPU meanwhile.
 *
 * Units in MSR space are there if their counters keep what is written to them, so no
 * list of processor variants is needed.
 *
 * Context: process context, may sleep.
 *
 * Return: 0, -ENODEV if there is no unit at all, -ENOMEM.
 */
int pmon_static_find(struct device *dev, const struct pmon_processor *processor,
		     struct pmon_machine *machine);

/**
 * pmon_static_add_unit() - append a unit of a description to the machine
 * @machine: gets the unit
 * @from: the description
 * @box: which of its boxes
 * @die: logical die
 * @id: number of the unit
 *
 * The second one of the same die, type and id gets the verdict PMON_BAD_DUPLICATE.
 *
 * Return: the descriptor, or NULL if memory is short.
 */
struct pmon_unit_desc *
pmon_static_add_unit(struct pmon_machine *machine,
		     const struct pmon_static_machine *from,
		     const struct pmon_static_box *box, int die, unsigned int id);

/**
 * pmon_static_add_msrs() - append all units in MSR space of one die
 * @machine: gets the units; those that are not there with the verdict PMON_ABSENT
 * @from: the description
 * @die: logical die
 * @answers: is there such a unit?
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_static_add_msrs(struct pmon_machine *machine,
			 const struct pmon_static_machine *from, int die,
			 bool (*answers)(const struct pmon_unit_desc *unit));

/**
 * pmon_static_count() - the number of units of a die
 * @machine: all units, good and bad
 * @die: logical die
 *
 * Return: the number of good ones.
 */
unsigned int pmon_static_count(const struct pmon_machine *machine, int die);

/**
 * pmon_static_answers() - is there a unit behind these registers?
 * @space: where the unit would be
 * @registers: of its type
 *
 * Writes to the first counter and its control, both of which are 0 afterwards.
 *
 * Context: a CPU of the unit's die (MSR); must not be used on a unit that counts.
 *
 * Return: true if the counter keeps a value.
 */
bool pmon_static_answers(const struct pmon_regspace *space,
			 const struct pmon_registers *registers);

#endif
