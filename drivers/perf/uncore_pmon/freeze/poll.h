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

/* Initialise the walks of a die. */
void pmon_poll_create(struct pmon_die *die);

/*
 * Start the die's walks, or shorten their periods, for newly started counters of some units. Does
 * nothing on another CPU than the owner.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_poll_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units);

/* Read all counters on this CPU, the owner, at once. */
void pmon_poll_rearm(struct pmon_die *die);

/* Stop the die's walks. Process context. */
void pmon_poll_cancel(struct pmon_die *die);

/* Stop the die's walks, and unfreeze the package. The die has no events. Process context. */
void pmon_poll_stop(struct pmon_die *die);

/*
 * Check the controls of a unit's running counters. Reads each control once, and a changed one twice
 * with a write in between. Does nothing unless on the owner CPU.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_controls_check(struct pmon_unit *unit);

/*
 * Check whether a unit that is gone answers again. If it does, it is reset, and programmed for the
 * events that it has. Their counts continue from here: events of the time in between are unknown,
 * as the unit may have lost its registers.
 *
 * Context: &pmon_die.lock held. Does nothing on another CPU than the owner.
 */
void pmon_unit_retry(struct pmon_unit *unit);

/*
 * End the last freeze again if its end is unverified. An event of the die was just started.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_watch_repeat(struct pmon_die *die);

/*
 * Unfreeze a package that other software, or a lost write, has left frozen. The counts were updated
 * by &pmon_die.pass. Only reads the global status registers unless there is a freeze, or the end of
 * a freeze is unverified. Does nothing unless on the owner CPU of a die with usable global
 * registers.
 *
 * Context: hard IRQ or IRQs off, &pmon_die.lock not held.
 * Return: false if the freeze of many units has to be continued by another call, soon.
 */
bool pmon_watch(struct pmon_die *die);

#endif
