/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Free-running counters: units that discovery tables do not list.
 */
#ifndef _UNCORE_PMON_FREE_RUNNING_H
#define _UNCORE_PMON_FREE_RUNNING_H

struct pmon_die_desc;
struct pmon_machine;

/**
 * pmon_add_free_running() - add units for the free-running counters of a die
 * @machine: as discovered; receives one more unit for each unit or memory controller of the die
 *	     with such counters
 * @die: the die
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_add_free_running(struct pmon_machine *machine, const struct pmon_die_desc *die);

#endif
