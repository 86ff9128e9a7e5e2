/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All PMUs of the machine: made of its units, shown to perf and in sysfs.
 */
#ifndef _UNCORE_PMON_PMUSET_H
#define _UNCORE_PMON_PMUSET_H

struct attribute_group;
struct pmon_core;
struct pmon_pmu;

/**
 * pmon_pmus_create() - make the PMUs for all units that are in none yet
 * @core: the driver, its dies filled with units
 *
 * Return: 0 or -ENOMEM.
 */
int pmon_pmus_create(struct pmon_core *core);

/**
 * pmon_sysfs_groups() - attribute groups of a PMU
 * @pmu: the PMU, its type known
 *
 * Return: the groups, which live as long as the driver's device, or NULL if memory
 * is short.
 */
const struct attribute_group **pmon_sysfs_groups(struct pmon_pmu *pmu);

/**
 * pmon_check_alone() - is there another driver for the uncore?
 * @core: the driver, for its device
 *
 * Touches no register.
 *
 * Return: 0, -EBUSY if so, with a message; another error of perf's.
 */
int pmon_check_alone(struct pmon_core *core);

/**
 * pmon_pmus_register() - show the PMUs that are new to perf
 * @core: the driver
 *
 * Return: 0 or an error of perf's, and then some may be registered.
 */
int pmon_pmus_register(struct pmon_core *core);

/**
 * pmon_pmus_unregister() - take the PMUs away from perf
 * @core: the driver
 */
void pmon_pmus_unregister(struct pmon_core *core);

#endif
