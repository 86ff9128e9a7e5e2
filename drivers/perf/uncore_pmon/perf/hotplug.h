/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPU hotplug: chooses the owner CPU of each die.
 */
#ifndef _UNCORE_PMON_HOTPLUG_H
#define _UNCORE_PMON_HOTPLUG_H

struct pmon_core;

/**
 * pmon_hotplug_init() - set up the CPU hotplug states
 *
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_init(void);

/** pmon_hotplug_exit() - undo pmon_hotplug_init() */
void pmon_hotplug_exit(void);

/**
 * pmon_hotplug_add() - choose the owners of all dies, and react to CPU hotplug
 * @core: the driver
 *
 * Resets each unit on its owner. Sets &pmon_unit.gone for a unit that does not answer.
 *
 * Return: 0 or an error of the hotplug core.
 */
int pmon_hotplug_add(struct pmon_core *core);

/**
 * pmon_hotplug_reset_new() - reset the units of the dies that are PMON_NOT_READY
 * @core: the driver
 *
 * As pmon_hotplug_add() does.
 *
 * Context: cpus_read_lock() is held; may sleep.
 */
void pmon_hotplug_reset_new(struct pmon_core *core);

/**
 * pmon_hotplug_own_new() - choose the owners of the dies that are PMON_NOT_READY
 * @core: the driver
 *
 * Context: cpus_read_lock() is held, and the PMUs have all of their units.
 */
void pmon_hotplug_own_new(struct pmon_core *core);

/**
 * pmon_hotplug_choose() - move dies to better owners
 * @core: the driver
 *
 * Context: cpus_read_lock() is held; may sleep.
 */
void pmon_hotplug_choose(struct pmon_core *core);

/**
 * pmon_hotplug_remove() - undo pmon_hotplug_add()
 * @core: the driver
 */
void pmon_hotplug_remove(struct pmon_core *core);

#endif
