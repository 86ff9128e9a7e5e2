/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters for other kernel modules: linux/uncore_pmon.h.
 */
#ifndef _UNCORE_PMON_COUNTER_H
#define _UNCORE_PMON_COUNTER_H

struct pmon_core;

/**
 * pmon_consume_init() - let other modules open counters
 * @core: the driver, with its PMUs registered
 */
void pmon_consume_init(struct pmon_core *core);

/**
 * pmon_consume_exit() - end pmon_consume_init()
 *
 * No counter is open: each holds the module.
 */
void pmon_consume_exit(void);

#endif
