/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From one owner CPU of a die to another.
 */
#ifndef _UNCORE_PMON_HANDOVER_H
#define _UNCORE_PMON_HANDOVER_H

struct pmon_core;
struct pmon_die;

/**
 * pmon_die_handover() - give a die to another CPU
 * @deferred: reports and events to be moved; see core.c
 * @die: the die
 * @target: the new owner, of the same die and online
 *
 * What counts goes on counting all the time.
 *
 * Context: process context on the old owner, which is going offline; &pmon_core.lock held.
 */
void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target);

/**
 * pmon_move_strays() - move events that are on another CPU than their die's owner
 * @core: the driver
 *
 * Context: process context; cpus_read_lock() and &pmon_core.lock held.
 */
void pmon_move_strays(struct pmon_core *core);

#endif
