/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What discovery tables get wrong, and what is put in its place. A processor's description has a
 * list of these corrections.
 */
#ifndef _UNCORE_PMON_ERRATA_H
#define _UNCORE_PMON_ERRATA_H

struct pmon_erratum;
struct pmon_placement;

/**
 * pmon_erratum_functions() - find the units of a type by their PCI id
 * @placement: the die, with the table's units listed but not yet checked
 * @erratum: the type; &pmon_known_box.pci_first of it is where the units are
 *
 * The table's own entries for them are not used.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_functions(struct pmon_placement *placement, const struct pmon_erratum *erratum);

/**
 * pmon_erratum_refused() - find the units of a type by their PCI id if the table has none right
 * @placement: the die, all of whose units of known types were checked
 * @erratum: the type; &pmon_known_box.pci_first of it is where the units are
 *
 * A function that does not answer has no unit.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_refused(struct pmon_placement *placement, const struct pmon_erratum *erratum);

/**
 * pmon_erratum_number() - correct the number of units of a type in MSR space
 * @placement: the die, all of whose units of known types were checked
 * @erratum: the type, and the register that has the right number
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_erratum_number(struct pmon_placement *placement, const struct pmon_erratum *erratum);

#endif
