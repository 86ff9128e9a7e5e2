/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMON_WALK_READ: reads the counters of a die before they wrap, one slice of the units in each
 * expiry (die.h). With it go three checks that need no timer of their own: of counter controls, of
 * packages that stay frozen, and of units that are gone.
 */
#ifndef _UNCORE_PMON_POLL_H
#define _UNCORE_PMON_POLL_H

#include <linux/types.h>

struct pmon_die;
struct pmon_unit;

/**
 * pmon_poll_create() - initialise the walks of a die
 * @die: the die
 */
void pmon_poll_create(struct pmon_die *die);

/**
 * pmon_poll_arm() - start the die's walks, or shorten their periods, for newly started counters;
 *		     stop reading if no event counts any more
 * @die: the die
 * @units: units of the die on which counters were started or stopped
 * @num_units: how many
 *
 * Does nothing on another CPU than the owner.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_poll_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units);

/**
 * pmon_poll_rearm() - read all counters on this CPU, the owner, at once
 * @die: the die
 *
 * Context: the owner CPU, &pmon_die.lock not held.
 */
void pmon_poll_rearm(struct pmon_die *die);

/**
 * pmon_poll_cancel() - stop the die's walks
 * @die: the die; samples that are due are taken, if this is the owner CPU
 *
 * Context: process context, &pmon_die.lock not held.
 */
void pmon_poll_cancel(struct pmon_die *die);

/**
 * pmon_poll_stop() - stop the die's walks, and unfreeze the package
 * @die: the die, without events
 *
 * Context: process context, IRQs on, &pmon_die.lock not held.
 */
void pmon_poll_stop(struct pmon_die *die);

/**
 * pmon_controls_check() - restore controls of a unit's running counters that others have changed
 * @unit: the unit
 *
 * Reads each control once, and a changed one twice with a write in between. Does nothing unless on
 * the owner CPU.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_controls_check(struct pmon_unit *unit);

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

/**
 * pmon_watch_repeat() - end the last freeze again if its end is unverified
 * @die: the die, on which an event was just started
 *
 * If a status bit is set, the next check ends its freeze instead.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_watch_repeat(struct pmon_die *die);

/**
 * pmon_watch() - unfreeze a package that other software, or a lost write, has left frozen
 * @die: the die, with counts updated by &pmon_die.pass
 *
 * Only reads the global status registers, unless a bit is set, a counted clock and all other
 * counters have stopped, or the end of a freeze is unverified. Does nothing unless on the owner CPU
 * of a die with usable global registers.
 *
 * Context: hard IRQ or IRQs off, &pmon_die.lock not held.
 * Return: false if the freeze of many units has to be continued by another call, soon.
 */
bool pmon_watch(struct pmon_die *die);

#endif
