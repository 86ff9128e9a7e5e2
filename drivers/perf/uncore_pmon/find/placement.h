/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compares a discovery table with the machine.
 */
#ifndef _UNCORE_PMON_PLACEMENT_H
#define _UNCORE_PMON_PLACEMENT_H

struct pmon_placement;

/**
 * pmon_place_die() - list and check all units of a die
 * @placement: the die, which has a good global entry; its machine receives the units
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_place_die(struct pmon_placement *placement);

#endif
