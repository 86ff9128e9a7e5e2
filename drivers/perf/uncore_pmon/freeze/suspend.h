/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Suspend, hibernation and shutdown: registers must not be accessed, or lose their contents.
 *
 * Context: process context.
 */
#ifndef _UNCORE_PMON_SUSPEND_H
#define _UNCORE_PMON_SUSPEND_H

struct pmon_die;

/*
 * Stop all accesses to the die's registers. Updates the counts, takes samples that are due, and
 * stops the timers. Until pmon_die_resume() no register is accessed, and perf reads the last
 * counts. Before CPUs go offline and before PCI devices leave D0.
 */
void pmon_die_suspend(struct pmon_die *die);

/*
 * Resume accesses to the die's registers, after PCI devices are in D0 again. Running events count
 * again, from their last counts. The events of the meantime are not counted. The package is not
 * frozen.
 */
void pmon_die_resume(struct pmon_die *die);

/*
 * Leave the die to another kernel. No counter runs, the package is not frozen, no timer runs, and
 * no register is accessed any more.
 */
void pmon_die_shutdown(struct pmon_die *die);

/*
 * Bring all units into a known state, on a CPU of the die that stays online. Sets &pmon_unit.gone
 * for units that do not answer.
 */
void pmon_die_reset(struct pmon_die *die, int cpu);

#endif
