/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processors without discovery tables: their descriptions list the place of each unit.
 */
#ifndef _UNCORE_PMON_STATIC_MACHINE_H
#define _UNCORE_PMON_STATIC_MACHINE_H

#include "count/regspace.h"
#include "processors/processor.h"

struct device;
struct pmon_machine;
struct pmon_placement;
struct pmon_unit_desc;

/**
 * pmon_static_find() - find the units of all dies that have an online CPU
 * @dev: device for messages
 * @machine: the machine, with its processor; the lists are empty at the first call
 *
 * Later calls add the units of dies whose first CPU came online meanwhile.
 *
 * Context: process context, may sleep.
 *
 * Return: 0, -ENODEV if there is no unit at all, -ENOMEM.
 */
int pmon_static_find(struct device *dev, struct pmon_machine *machine);

/**
 * pmon_find_places() - find the units of a type on a die
 * @placement: the die
 * @places: the type
 *
 * Context: process context, may sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_find_places(const struct pmon_placement *placement, const struct pmon_places *places);

/**
 * pmon_static_neighbour() - is the unit beside which another one must be there?
 * @placement: the die
 * @places: the type, see &pmon_places.with
 * @id: number of the unit; receives the id of its neighbour if these have one unit each
 *
 * Return: true if so, or if it needs none.
 */
bool pmon_static_neighbour(const struct pmon_placement *placement,
			   const struct pmon_places *places, unsigned int *id);

/**
 * pmon_static_add_unit() - append a unit of a description to the machine
 * @placement: the die
 * @places: its type
 * @id: number of the unit
 *
 * A second unit with the same die, type and id gets the verdict PMON_BAD_DUPLICATE.
 *
 * Return: the descriptor without a place, or NULL if out of memory.
 */
struct pmon_unit_desc *pmon_static_add_unit(const struct pmon_placement *placement,
					    const struct pmon_places *places, unsigned int id);

/**
 * pmon_static_run() - the run of a unit
 * @places: its type
 * @position: number of the unit among all of @places; receives that in the run
 *
 * Return: the run, or NULL if there are fewer units.
 */
const struct pmon_run *pmon_static_run(const struct pmon_places *places, unsigned int *position);

/**
 * pmon_static_add_runs() - append all units of all runs of a type
 * @placement: the die
 * @places: the type
 * @base: what the runs' addresses are relative to, 0 in MSR space
 * @first: number of the first unit
 * @exists: checks whether a unit exists, otherwise it gets the verdict PMON_ABSENT
 * @data: for @exists
 *
 * Units without their neighbour are left out.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_static_add_runs(const struct pmon_placement *placement, const struct pmon_places *places,
			 u64 base, unsigned int first,
			 bool (*exists)(const struct pmon_unit_desc *unit, void *data), void *data);

/**
 * pmon_static_count() - the number of units of a die
 * @machine: all units, good and bad
 * @die: logical die
 *
 * Return: the number of good units.
 */
unsigned int pmon_static_count(const struct pmon_machine *machine, int die);

/**
 * pmon_static_answers() - check whether a unit exists
 * @space: registers of the unit
 * @registers: register offsets of its type
 *
 * Writes to the first counter and its control, and leaves both at 0 if the unit exists.
 *
 * Context: a CPU of the unit's die (MSR); not for a unit that counts.
 *
 * Return: true if the counter keeps a value.
 */
bool pmon_static_answers(const struct pmon_regspace *space,
			 const struct pmon_registers *registers);

#endif
