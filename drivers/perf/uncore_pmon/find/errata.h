/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What discovery tables get wrong, and what is put in its place.
 */
#ifndef _UNCORE_PMON_ERRATA_H
#define _UNCORE_PMON_ERRATA_H

struct pmon_placement;

/**
 * pmon_errata_links() - find UPI and M3UPI units by their PCI ids
 * @placement: the die, with the table's units listed but not yet checked
 *
 * The tables of some machines are wrong about these two.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_errata_links(struct pmon_placement *placement);

/**
 * pmon_errata_cha_count() - correct the number of CHAs
 * @placement: the die, all of whose units of known types were checked
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_errata_cha_count(struct pmon_placement *placement);

#endif
