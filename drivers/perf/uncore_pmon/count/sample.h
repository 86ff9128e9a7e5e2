/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples: what perf is told when counters that were preset have overflowed.
 */
#ifndef _UNCORE_PMON_SAMPLE_H
#define _UNCORE_PMON_SAMPLE_H

#include <linux/types.h>

struct pmon_unit;

/**
 * pmon_unit_samples() - does an event sample on a unit now?
 * @unit: the unit
 */
bool pmon_unit_samples(const struct pmon_unit *unit);

/**
 * pmon_sample_unit() - make the samples that are due on a unit, and preset their counters again
 * @unit: the unit; its counters stand still
 *
 * A counter tells by itself whether it has overflowed, more reliably than the status, which can
 * be stuck. The unit status is cleared. Other units of an event are read once for each
 * &pmon_overflow.round.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held: perf calls the driver back.
 * Return: number of counters that have overflowed.
 */
unsigned int pmon_sample_unit(struct pmon_unit *unit);

/**
 * pmon_unit_clear_status() - clear the unit status
 * @unit: the unit
 *
 * A counter that has overflowed although the driver had stopped it is stopped again.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 * Return: the bits that were set.
 */
u32 pmon_unit_clear_status(struct pmon_unit *unit);

/**
 * struct pmon_overdue - counters of a unit that sample
 * @read: how many there are
 * @overflowed: of those, how many have a sample due
 * @owed: of those, how many stand right before their overflow. Their period was over when
 *	  their event was stopped; they were preset so that the next event makes the sample.
 */
struct pmon_overdue {
	unsigned int read;
	unsigned int overflowed;
	unsigned int owed;
};

/**
 * pmon_sample_overdue() - read the counters of a unit that sample
 * @unit: the unit
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 * Return: what they show.
 */
struct pmon_overdue pmon_sample_overdue(struct pmon_unit *unit);

/**
 * pmon_sample_is_paused() - does an event of the unit not sample for a while?
 * @unit: the unit
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_sample_is_paused(const struct pmon_unit *unit);

/**
 * pmon_sample_arm() - let what samples on a unit freeze the package when it overflows, or not
 * @unit: the unit; its counters go on
 * @freeze: let it
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_sample_arm(struct pmon_unit *unit, bool freeze);

/**
 * pmon_sample_resume() - let events that were paused because of a storm sample again
 * @unit: the unit; its counters stand still
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_sample_resume(struct pmon_unit *unit);

#endif
