/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Upkeep: what the driver notices where it can do nothing about it, and does later.
 */
#ifndef _UNCORE_PMON_UPKEEP_H
#define _UNCORE_PMON_UPKEEP_H

struct device;
struct pmon_core;

/**
 * pmon_upkeep_init() - initialise a core that is all zero
 * @core: the driver
 * @dev: the platform device
 *
 * From here on &pmon_core.deferred makes reports and moves events that are on a wrong CPU.
 */
void pmon_upkeep_init(struct pmon_core *core, struct device *dev);

/**
 * pmon_upkeep_report() - say in the kernel log what was noticed and not yet said
 * @core: the driver
 *
 * Context: process context.
 */
void pmon_upkeep_report(struct pmon_core *core);

#endif
