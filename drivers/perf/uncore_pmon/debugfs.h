/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For people: what was discovered, and what sampling did, in /sys/kernel/debug/uncore_pmon.
 */
#ifndef _UNCORE_PMON_DEBUGFS_H
#define _UNCORE_PMON_DEBUGFS_H

struct pmon_core;

/**
 * pmon_debugfs_init() - create the directory and its files
 * @core: must stay until pmon_debugfs_exit()
 */
void pmon_debugfs_init(struct pmon_core *core);

/** pmon_debugfs_exit() - remove the directory and all that is in it */
void pmon_debugfs_exit(void);

#endif
