/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each die has a timer that reads its counters before they wrap. It takes one slice of the units at
 * a time (slice.h), and expires again for the next one.
 */
#ifndef _UNCORE_PMON_POLL_H
#define _UNCORE_PMON_POLL_H

struct pmon_die;
struct pmon_unit;

/**
 * pmon_poll_create() - prepare the timers of a die
 * @die: the die
 */
void pmon_poll_create(struct pmon_die *die);

/**
 * pmon_poll_arm() - let the die's timers run as often as its counters need
 * @die: the die
 * @units: those of its units on which counters were started
 * @num_units: how many
 *
 * Does nothing on a CPU that does not program the die's units.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_poll_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units);

/**
 * pmon_poll_hasten() - the next read of all counters may have to come sooner
 * @die: the die
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_poll_hasten(struct pmon_die *die);

/**
 * pmon_poll_rearm() - the timer may have been due on another CPU: it begins anew, at once
 * @die: the die
 *
 * Context: the owner CPU.
 */
void pmon_poll_rearm(struct pmon_die *die);

/**
 * pmon_poll_cancel() - end the die's timers
 * @die: the die
 *
 * Context: process context.
 */
void pmon_poll_cancel(struct pmon_die *die);

/**
 * pmon_poll_stop() - end the die's timers, and leave nothing frozen
 * @die: the die, no events left
 *
 * Context: process context.
 */
void pmon_poll_stop(struct pmon_die *die);

#endif
