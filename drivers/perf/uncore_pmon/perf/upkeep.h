/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Upkeep: work that a context with IRQs off defers to process context.
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
 * From here on, &pmon_core.deferred prints reports and moves events that are on a wrong CPU.
 */
void pmon_upkeep_init(struct pmon_core *core, struct device *dev);

/**
 * pmon_upkeep_report() - print pending reports to the kernel log
 * @core: the driver
 *
 * Context: process context.
 */
void pmon_upkeep_report(struct pmon_core *core);

#endif
