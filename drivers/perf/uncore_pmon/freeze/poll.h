/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the counters of a die before they wrap: PMON_WALK_READ. Each expiry reads one slice of the
 * units (die.h).
 */
#ifndef _UNCORE_PMON_POLL_H
#define _UNCORE_PMON_POLL_H

struct pmon_die;
struct pmon_unit;

/**
 * pmon_poll_create() - initialise the walks of a die
 * @die: the die
 */
void pmon_poll_create(struct pmon_die *die);

/**
 * pmon_poll_arm() - start the die's walks, or shorten their periods, for newly started counters
 * @die: the die
 * @units: units of the die on which counters were started
 * @num_units: how many
 *
 * Does nothing on another CPU than the owner.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_poll_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units);

/**
 * pmon_poll_rearm() - read all counters on this CPU, at once
 * @die: the die
 *
 * Context: the owner CPU.
 */
void pmon_poll_rearm(struct pmon_die *die);

/**
 * pmon_poll_cancel() - stop the die's walks
 * @die: the die
 *
 * Context: process context.
 */
void pmon_poll_cancel(struct pmon_die *die);

/**
 * pmon_poll_stop() - stop the die's walks, and unfreeze the package
 * @die: the die, without events
 *
 * Context: process context.
 */
void pmon_poll_stop(struct pmon_die *die);

/**
 * pmon_unit_retry() - check whether a unit that is gone answers again
 * @unit: the unit; any other unit is left alone
 *
 * If it answers, it is reset, and programmed for the events that it has. Their counts continue from
 * here: events of the time in between are unknown, as the unit may have lost its registers.
 *
 * Context: &pmon_die.lock held. Does nothing on another CPU than the owner.
 */
void pmon_unit_retry(struct pmon_unit *unit);

#endif
