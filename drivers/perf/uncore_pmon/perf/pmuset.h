/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All PMUs of the machine: created from its units, registered with perf.
 */
#ifndef _UNCORE_PMON_PMUSET_H
#define _UNCORE_PMON_PMUSET_H

struct attribute_group;
struct pmon_core;
struct pmon_pmu;

/**
 * pmon_pmus_create() - create PMUs for all units that have none yet
 * @core: the driver, with the units of its dies
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_pmus_create(struct pmon_core *core);

/**
 * pmon_sysfs_groups() - attribute groups of a PMU
 * @pmu: the PMU, with its type and formats
 *
 * Return: the groups, which exist as long as the driver's device, or NULL if out of memory.
 */
const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu);

/**
 * pmon_sysfs_update() - show what the links and stacks of new dies are connected to
 * @core: the driver, with the units of its dies
 */
void pmon_sysfs_update(const struct pmon_core *core);

/**
 * pmon_check_alone() - check that no other driver uses the uncore
 * @core: the driver, for its device
 *
 * Accesses no register.
 *
 * Return: 0; -EBUSY with a message if another driver is loaded; or another error of perf.
 */
int pmon_check_alone(struct pmon_core *core);

/**
 * pmon_pmus_register() - register new PMUs with perf
 * @core: the driver
 *
 * Return: 0 or an error of perf. On an error, some PMUs may be registered.
 */
int pmon_pmus_register(struct pmon_core *core);

/**
 * pmon_pmus_unregister() - unregister all PMUs
 * @core: the driver
 */
void pmon_pmus_unregister(struct pmon_core *core);

#endif
