/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Looks up units of discovery tables in the description of the processor.
 */
#ifndef _UNCORE_PMON_KNOWN_BOX_H
#define _UNCORE_PMON_KNOWN_BOX_H

struct pmon_box_type;
struct pmon_discovery;
struct pmon_known_box;
struct pmon_table_unit;

/**
 * pmon_known_box() - description of a unit's type
 * @discovery: the description
 * @unit: a unit of the type
 *
 * Return: the description, with the places of its units, or NULL for a type without a name.
 */
const struct pmon_known_box *pmon_known_box(const struct pmon_discovery *discovery,
					    const struct pmon_table_unit *unit);

/**
 * pmon_known_type() - the box type of a unit
 * @discovery: the description
 * @unit: the unit
 *
 * Return: the box type. It has no name if the type is unknown.
 */
const struct pmon_box_type *pmon_known_type(const struct pmon_discovery *discovery,
					    const struct pmon_table_unit *unit);

#endif
