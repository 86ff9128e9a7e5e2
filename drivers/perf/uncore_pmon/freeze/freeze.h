/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ends freezes of a package, and clears the overflow status meanwhile, in the order of the guide
 * (1.10.6): first the status of each unit, then the global bits.
 *
 * A die has one phase, &pmon_overflow.phase:
 *
 *              a status bit is set         all units cleared,         a counter moves
 *                                           package unfrozen
 *      FREE -----------------------> ENDING --------------> UNVERIFIED --------------> FREE
 *                                     ^  ^                      |
 *                    the next poll    |  +----------------------+
 *      FOUND -------------------------+     a status bit is set
 *
 * FREE: no freeze is known. ENDING: the package stands still, and each flagged unit is cleared, in
 * slices of PMON_SLICE_FROZEN accesses. Such a freeze never begins again, so any function
 * here can follow any other. UNVERIFIED: the write that ends a freeze can be lost, and the control
 * is write-only. A counter that moves verifies the end, and so does a new freeze. A counter that
 * moves leaves the phase: pmon_freeze_is_unverified() compares times. poll.c has the rest.
 *
 * FOUND: the driver has frozen the package itself, to sample an overflow without a freeze, and a
 * counter has overflowed just before: at the begin (from FREE, UNVERIFIED) or at the end (from
 * ENDING). The package stays frozen for the next poll. If the status is clear then, other software
 * has cleared it: UNVERIFIED.
 *
 * A handover ends freezes without samples; a sleep, or a poll on another CPU than the owner, breaks
 * ENDING off: the status bits are still set, so the next poll finds them.
 *
 * The phase and the clearing change on the owner CPU with IRQs off only. Others read the phase with
 * READ_ONCE(). Functions run there, &pmon_die.lock not held, unless they say otherwise.
 */
#ifndef _UNCORE_PMON_FREEZE_H
#define _UNCORE_PMON_FREEZE_H

#include <linux/types.h>

struct pmon_die;
struct pmon_unit;

/* For pmon_freeze_continue(): no slices. */
#define PMON_ALL_UNITS	(~0U)

/*
 * If the package is frozen, begin to end the freeze, with samples or without. Returns true if a
 * freeze has to be continued, also an earlier one.
 */
bool pmon_freeze_find(struct pmon_die *die, bool sample);

/*
 * In PMON_ENDING, handle the overflows of some units, at least one, with @accesses register
 * accesses, and unfreeze the package at the end. Returns true if the freeze has ended.
 */
bool pmon_freeze_continue(struct pmon_die *die, unsigned int accesses);

/* Record the end of a freeze. The die was certainly not frozen at &pmon_overflow.clear_at. */
void pmon_freeze_note(struct pmon_die *die, u64 found_at, u64 samples);

/*
 * Freeze the package, and sample a unit that has overflowed without a freeze. Its overflows are
 * found then: &pmon_clearing.overflows. PMON_ENDING follows if samples are left, because values
 * have to be read before.
 *
 * Return: false if an overflow has frozen it before. It stays frozen, and the next poll has to end
 * that freeze first: PMON_FOUND.
 */
bool pmon_freeze_sample(struct pmon_unit *unit);

/*
 * Unfreeze the package, whatever has frozen it, on a CPU of the die that stays online. No event
 * samples. @found: count and report a freeze that earlier software left behind.
 *
 * Context: process context, IRQs on.
 */
void pmon_freeze_release(struct pmon_die *die, int cpu, bool found);

/* Start to check that a freeze has ended. */
void pmon_freeze_verify(struct pmon_die *die);

/* Has a freeze to be ended? In any context. */
bool pmon_freeze_is_open(const struct pmon_die *die);

/* Is the end of the driver's last freeze unverified? In any context. */
bool pmon_freeze_is_unverified(const struct pmon_die *die);

/*
 * Time to the next check of all counters: @period nanoseconds, which the counters allow, or less
 * while the end of the last freeze is unverified. While freezes follow each other, each new one
 * shows that the last one has ended.
 */
u64 pmon_freeze_check_within(const struct pmon_die *die, u64 period);

#endif
