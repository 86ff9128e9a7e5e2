/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks the global registers of a discovery table.
 */
#ifndef _UNCORE_PMON_PLACEMENT_GLOBAL_H
#define _UNCORE_PMON_PLACEMENT_GLOBAL_H

#include "find/placing.h"

/**
 * pmon_place_global() - check the global registers of a table
 * @placement: the die
 * @table: one of its tables; receives global_usable and status_bits
 *
 * Only registers in the description may be written. If it has none, those of the table are accepted
 * if no other registers can be there.
 *
 * Context: process context, may sleep. Reads the registers on a CPU of the die.
 */
void pmon_place_global(const struct pmon_placement *placement, struct pmon_die_desc *table);

/**
 * pmon_place_global_of() - the table whose global registers a die uses
 * @machine: all tables, after pmon_place_global()
 * @die: logical die
 *
 * Return: the first table with a usable status, else with a usable control, or NULL.
 */
const struct pmon_die_desc *pmon_place_global_of(const struct pmon_machine *machine, int die);

/**
 * pmon_place_global_shared() - does a table list the global status that its die uses?
 * @placement: the die, after pmon_place_global() of all its tables
 * @table: one of its tables
 *
 * Return: true if so.
 */
bool pmon_place_global_shared(const struct pmon_placement *placement,
			      const struct pmon_die_desc *table);

/**
 * pmon_place_global_hit() - does a unit overlap with a global register?
 * @placement: the die
 * @spans: registers of the unit, which is in MSR space
 *
 * Return: true if it does.
 */
bool pmon_place_global_hit(const struct pmon_placement *placement, const struct pmon_span *spans);

/**
 * pmon_place_global_settle() - give up global registers that overlap with a unit
 * @placement: the die, after all of its units were placed
 *
 * If so, no unit with a bit in their status can sample.
 */
void pmon_place_global_settle(const struct pmon_placement *placement);

#endif
