/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the units at the places of a description.
 */
#ifndef _UNCORE_PMON_PLACES_H
#define _UNCORE_PMON_PLACES_H

#include "find/placing.h"

struct pmon_known_box;
struct pmon_places;
struct pmon_registers;
struct pmon_regspace;

/**
 * pmon_find_places() - find the units of a type on a die
 * @placement: the die
 * @places: the type
 * @box: description of the type in tables, NULL: tables do not list its units
 *
 * A second unit with the same die, type and id gets the verdict PMON_BAD_DUPLICATE. Units without
 * their neighbour are left out, see &pmon_places.with.
 *
 * Context: process context, may sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_find_places(const struct pmon_placement *placement, const struct pmon_places *places,
		     const struct pmon_known_box *box);

/**
 * pmon_places_add() - add a unit that a table should list
 * @placement: the die
 * @box: its type
 * @id: number of the unit
 * @control: its unit control
 *
 * Return: the unit, or NULL.
 */
struct pmon_unit_desc *pmon_places_add(const struct pmon_placement *placement,
				       const struct pmon_known_box *box, unsigned int id,
				       u64 control);

/**
 * pmon_places_answers() - check whether a unit exists
 * @space: registers of the unit
 * @registers: register offsets of its type
 *
 * Writes to the first counter and its control, and leaves both at 0 if the unit exists.
 *
 * Context: a CPU of the unit's die (MSR); not for a unit that counts.
 *
 * Return: true if the counter keeps a value.
 */
bool pmon_places_answers(const struct pmon_regspace *space, const struct pmon_registers *registers);

#endif
