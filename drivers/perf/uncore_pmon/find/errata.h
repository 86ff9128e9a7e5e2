/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Corrects errors in discovery tables. The description of a processor lists its corrections.
 */
#ifndef _UNCORE_PMON_ERRATA_H
#define _UNCORE_PMON_ERRATA_H

struct pmon_erratum;
struct pmon_placement;

/**
 * pmon_erratum_functions() - find the units of a type by their PCI id
 * @placement: the die, with the units of its tables listed, but not yet checked
 * @erratum: the type; its &pmon_known_box.at has the functions
 *
 * Replaces the table's entries of these units.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_functions(struct pmon_placement *placement, const struct pmon_erratum *erratum);

/**
 * pmon_erratum_refused() - find the units of a type by their PCI id if all table entries are wrong
 * @placement: the die, after all units of known types were checked
 * @erratum: the type; its &pmon_known_box.at has the functions
 *
 * Skips functions that do not answer.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_refused(struct pmon_placement *placement, const struct pmon_erratum *erratum);

/**
 * pmon_erratum_number() - correct the number of units of a type in MSR space
 * @placement: the die, after all units of known types were checked
 * @erratum: the type, and the register with the correct number
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_number(struct pmon_placement *placement, const struct pmon_erratum *erratum);

#endif
