/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Corrects errors in discovery tables. The description of a unit type has its corrections.
 */
#ifndef _UNCORE_PMON_ERRATA_H
#define _UNCORE_PMON_ERRATA_H

struct pmon_placement;

/**
 * pmon_correct_listed() - find units by their PCI id, and replace their entries
 * @placement: the die, with the units of its tables listed, but not yet checked
 *
 * Of types with PMON_ANSWERS.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_correct_listed(const struct pmon_placement *placement);

/**
 * pmon_correct_checked() - find units by their PCI id if all entries are wrong, and correct numbers
 * @placement: the die, after all units of known types were checked
 *
 * See &pmon_known_box.if_refused and &pmon_known_box.count_msr.
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_correct_checked(const struct pmon_placement *placement);

#endif
