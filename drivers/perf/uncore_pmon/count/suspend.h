/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers that are lost, and a die whose registers must not be touched.
 */
#ifndef _UNCORE_PMON_SUSPEND_H
#define _UNCORE_PMON_SUSPEND_H

struct pmon_die;

/**
 * pmon_die_suspend() - the die's registers may soon be out of reach, or lost
 * @die: the die
 *
 * Counts are up to date on return, samples that are due are made, and no timer runs. Until
 * pmon_die_resume() no register is touched, whatever perf asks for: it gets the last counts.
 *
 * Context: process context, before CPUs go offline and before PCI devices leave D0.
 */
void pmon_die_suspend(struct pmon_die *die);

/**
 * pmon_die_resume() - the die's registers can be reached again
 * @die: the die
 *
 * What should count does so on return, and goes on from where it was; what counters that were not
 * lost have counted meanwhile is counted. Nothing is frozen.
 *
 * Context: process context, after PCI devices are in D0 again.
 */
void pmon_die_resume(struct pmon_die *die);

/**
 * pmon_die_shutdown() - leave the die to another kernel
 * @die: the die
 *
 * Nothing counts, nothing is frozen, no timer runs, and no register is touched any more.
 *
 * Context: process context.
 */
void pmon_die_shutdown(struct pmon_die *die);

/**
 * pmon_die_reset() - bring all units into a known state, whatever they hold
 * @die: the die
 * @cpu: a CPU of the die
 *
 * A unit that does not answer gets &pmon_unit.gone.
 *
 * Context: process context. @cpu stays online.
 */
void pmon_die_reset(struct pmon_die *die, int cpu);

#endif
