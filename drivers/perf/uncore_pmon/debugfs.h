/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was discovered, for people: /sys/kernel/debug/uncore_pmon/discovery.
 */
#ifndef _UNCORE_PMON_DEBUGFS_H
#define _UNCORE_PMON_DEBUGFS_H

struct dentry;
struct pmon_machine;

/**
 * pmon_debugfs_init() - create the directory and the discovery file
 * @machine: must stay as it is until pmon_debugfs_exit()
 *
 * Return: the directory, for other files; an error pointer without debugfs,
 * which all of debugfs accepts.
 */
struct dentry *pmon_debugfs_init(const struct pmon_machine *machine);

/** pmon_debugfs_exit() - remove the directory and all that is in it */
void pmon_debugfs_exit(void);

#endif
