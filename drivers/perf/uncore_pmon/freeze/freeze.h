/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ends freezes of a package.
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
 * slices of PMON_SLICE_FROZEN accesses (clear.h). Such a freeze never begins again, so any function
 * here can follow any other. UNVERIFIED: the write that ends a freeze can be lost, and the control
 * is write-only. A counter that moves verifies the end, and so does a new freeze. A counter that
 * moves leaves the phase: pmon_freeze_is_unverified() compares times. watch.h has the rest.
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
 * READ_ONCE().
 */
#ifndef _UNCORE_PMON_FREEZE_H
#define _UNCORE_PMON_FREEZE_H

#include <linux/types.h>

struct pmon_die;
struct pmon_unit;

/**
 * pmon_freeze_find() - if the package is frozen, begin to end the freeze
 * @die: the die
 * @sample: take the samples
 *
 * Context: the owner CPU; IRQs off, &pmon_die.lock not held.
 * Return: true if a freeze has to be continued, also an earlier one.
 */
bool pmon_freeze_find(struct pmon_die *die, bool sample);

/**
 * pmon_freeze_continue() - handle the overflows of some units, and unfreeze the package at the end
 * @die: the die, in phase PMON_ENDING
 * @accesses: number of register accesses, as for pmon_clearing_continue()
 *
 * Context: as pmon_freeze_find().
 * Return: true if the freeze has ended.
 */
bool pmon_freeze_continue(struct pmon_die *die, unsigned int accesses);

/**
 * pmon_freeze_note() - record the end of a freeze
 * @die: the die; certainly not frozen at &pmon_overflow.clear_at
 * @found_at: time at which the freeze was found, ktime_get_ns()
 * @samples: number of samples taken
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_freeze_note(struct pmon_die *die, u64 found_at, u64 samples);

/**
 * pmon_freeze_sample() - freeze the package, and sample a unit that has overflowed without a freeze
 * @unit: the unit. On return, its overflows are found: &pmon_clearing.overflows
 *
 * PMON_ENDING follows if samples are left, because values have to be read before.
 *
 * Context: as pmon_freeze_find().
 * Return: false if an overflow has frozen it before. It stays frozen, and the next poll has to end
 * that freeze first: PMON_FOUND.
 */
bool pmon_freeze_sample(struct pmon_unit *unit);

/**
 * pmon_freeze_release() - unfreeze the package, whatever has frozen it
 * @die: the die, on which no event samples
 * @cpu: a CPU of the die, which stays online
 * @found: count and report a freeze that earlier software left behind
 *
 * Calls @cpu for each slice.
 *
 * Context: process context, IRQs on.
 */
void pmon_freeze_release(struct pmon_die *die, int cpu, bool found);

/**
 * pmon_freeze_verify() - start to check that a freeze has ended
 * @die: the die
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_freeze_verify(struct pmon_die *die);

/**
 * pmon_freeze_is_open() - has a freeze to be ended?
 * @die: the die
 */
bool pmon_freeze_is_open(const struct pmon_die *die);

/**
 * pmon_freeze_is_unverified() - is the end of the driver's last freeze unverified?
 * @die: the die
 */
bool pmon_freeze_is_unverified(const struct pmon_die *die);

/**
 * pmon_freeze_check_within() - time to the next check of all counters
 * @die: the die
 * @period: time that the counters allow, in nanoseconds
 *
 * Return: @period, or a shorter time while the end of the last freeze is unverified. While freezes
 * follow each other, each new one shows that the last one has ended.
 */
u64 pmon_freeze_check_within(const struct pmon_die *die, u64 period);

#endif
