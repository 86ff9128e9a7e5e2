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

#include "freeze/overflow.h"

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

/* --- sample.c: on a unit that is frozen, unless a function says otherwise -------------- */

/* Does an event sample on any of some units now? In any context. */
bool pmon_units_sample(struct pmon_unit *const *units, unsigned int num_units);

/*
 * Find the overflowed counters of a unit, and return their number. The value of a counter shows
 * whether it has overflowed. The status is less reliable: it can be stuck. Clears the unit status.
 *
 * @values: set to true if a sample is due that contains counts (PERF_SAMPLE_READ). They must be
 *	    read before it is taken: pmon_sample_read() on all units
 */
unsigned int pmon_sample_find(struct pmon_unit *unit, bool *values);

/* Read the counts that samples of this &pmon_overflow.round contain. */
void pmon_sample_read(struct pmon_unit *unit);

/* Take the samples that are due, and preset overflowed counters. perf calls the driver back. */
void pmon_sample_take(struct pmon_unit *unit);

/*
 * Register accesses of a step on a unit, at most. PMON_STEP_FIND includes the samples that follow
 * at once. More for PMON_STEP_TAKE, because emitting samples takes time.
 */
unsigned int pmon_sample_cost(const struct pmon_unit *unit, enum pmon_step step);

/*
 * Clear the unit status, and return the bits that were set. Stops counters that have overflowed
 * although the driver had stopped them.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
u32 pmon_unit_clear_status(struct pmon_unit *unit);

/* Numbers of sampling counters of a unit. */
struct pmon_overdue {
	unsigned int read;		/* all of them */
	unsigned int overflowed;	/* with a sample due, or without a preset */
	/*
	 * With a sample due, and one event before their overflow: their period ended when their
	 * event was stopped, and the next event causes the sample.
	 */
	unsigned int owed;
};

/* Read the sampling counters of a unit, frozen or not. */
struct pmon_overdue pmon_sample_overdue(struct pmon_unit *unit);

/*
 * Disable freeze on overflow of a unit's sampling counters, which keep running.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_sample_disarm(struct pmon_unit *unit);

#endif
