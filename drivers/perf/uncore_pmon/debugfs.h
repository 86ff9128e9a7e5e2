/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * /sys/kernel/debug/uncore_pmon: the discovered units and statistics.
 */
#ifndef _UNCORE_PMON_DEBUGFS_H
#define _UNCORE_PMON_DEBUGFS_H

struct pmon_core;

/**
 * pmon_debugfs_init() - create the directory and its files
 * @core: must exist until pmon_debugfs_exit()
 */
void pmon_debugfs_init(struct pmon_core *core);

/** pmon_debugfs_exit() - remove the directory and its files */
void pmon_debugfs_exit(void);

#endif
