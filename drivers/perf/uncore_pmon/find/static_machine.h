/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processors without discovery tables: their descriptions list where each unit is.
 */
#ifndef _UNCORE_PMON_STATIC_MACHINE_H
#define _UNCORE_PMON_STATIC_MACHINE_H

#include "count/regspace.h"
#include "processors/processor.h"

struct device;
struct pmon_machine;
struct pmon_unit_desc;

/**
 * pmon_static_find() - find the units of all dies that have an online CPU
 * @dev: device for messages
 * @machine: filled; has its processor, and empty lists when it is called first
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
int pmon_static_find(struct device *dev, struct pmon_machine *machine);

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
		     const struct pmon_processor *from,
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
			 const struct pmon_processor *from, int die,
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
