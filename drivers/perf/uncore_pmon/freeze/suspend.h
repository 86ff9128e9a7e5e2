/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Suspend, hibernation and shutdown: registers must not be accessed, or lose their contents.
 *
 * Context: process context.
 */
#ifndef _UNCORE_PMON_SUSPEND_H
#define _UNCORE_PMON_SUSPEND_H

struct pmon_die;

/**
 * pmon_die_suspend() - stop all accesses to the die's registers
 * @die: the die
 *
 * Updates the counts, takes samples that are due, and stops the timers. Until pmon_die_resume() no
 * register is accessed, and perf reads the last counts.
 *
 * Context: before CPUs go offline and before PCI devices leave D0.
 */
void pmon_die_suspend(struct pmon_die *die);

/**
 * pmon_die_resume() - resume accesses to the die's registers
 * @die: the die
 *
 * On return, running events count again, from their last counts. The events of the meantime are not
 * counted. The package is not frozen.
 *
 * Context: after PCI devices are in D0 again.
 */
void pmon_die_resume(struct pmon_die *die);

/**
 * pmon_die_shutdown() - leave the die to another kernel
 * @die: the die
 *
 * On return, no counter runs, the package is not frozen, no timer runs, and no register is accessed
 * any more.
 */
void pmon_die_shutdown(struct pmon_die *die);

/**
 * pmon_die_reset() - bring all units into a known state, and unfreeze the package
 * @die: the die
 * @cpu: a CPU of the die, which stays online
 *
 * Sets &pmon_unit.gone for units that do not answer. Counts and reports a freeze that earlier
 * software left behind.
 */
void pmon_die_reset(struct pmon_die *die, int cpu);

#endif
