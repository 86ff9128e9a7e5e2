/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Global registers: can these be what a discovery table says?
 */
#ifndef _UNCORE_PMON_PLACEMENT_GLOBAL_H
#define _UNCORE_PMON_PLACEMENT_GLOBAL_H

#include "find/placing.h"

/**
 * pmon_place_global() - check the global registers of a table
 * @placement: the die
 * @table: one of its tables; what &struct pmon_die_desc has of them is filled
 *
 * Only the registers of the description may be written. Where that has none, a table's are believed
 * if nothing else can be there.
 *
 * Context: process context, may sleep. Reads the registers on a CPU of the die.
 */
void pmon_place_global(const struct pmon_placement *placement, struct pmon_die_desc *table);

/**
 * pmon_place_global_shared() - does a table have the global registers of its die?
 * @die: the first table of the die
 * @table: the table
 *
 * Return: true if these are usable and those of @die.
 */
bool pmon_place_global_shared(const struct pmon_die_desc *die, const struct pmon_die_desc *table);

/**
 * pmon_place_global_hit() - does a unit have a global register among its own?
 * @placement: the die
 * @spans: registers of the unit, which is one of MSR space
 *
 * Return: true if it does, and no document has the global registers.
 */
bool pmon_place_global_hit(const struct pmon_placement *placement, const struct pmon_span *spans);

/**
 * pmon_place_global_settle() - give up global registers that are those of a unit
 * @placement: the die, all of whose units are placed
 *
 * None of its units can sample then.
 */
void pmon_place_global_settle(const struct pmon_placement *placement);

#endif
