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

/**
 * pmon_freeze_find() - if the package is frozen, begin to end the freeze
 * @die: the die
 * @sample: take the samples
 *
 * Return: true if a freeze has to be continued, also an earlier one.
 */
bool pmon_freeze_find(struct pmon_die *die, bool sample);

/**
 * pmon_freeze_continue() - handle the overflows of some units, and unfreeze the package at the end
 * @die: the die, in phase PMON_ENDING
 * @accesses: number of register accesses, or PMON_ALL_UNITS; at least one unit is handled
 *
 * Return: true if the phase is not PMON_ENDING any more: the freeze has ended, or the next poll
 * ends another one (PMON_FOUND).
 */
bool pmon_freeze_continue(struct pmon_die *die, unsigned int accesses);

/**
 * pmon_freeze_note() - record the end of a freeze
 * @die: the die; certainly not frozen at &pmon_overflow.clear_at, which becomes the current time
 * @found_at: time at which the freeze was found, ktime_get_ns()
 * @samples: number of samples taken
 *
 * Context: the owner CPU, IRQs off; &pmon_die.lock may be held.
 */
void pmon_freeze_note(struct pmon_die *die, u64 found_at, u64 samples);

/**
 * pmon_freeze_sample() - freeze the package, and sample a unit that has overflowed without a freeze
 * @unit: the unit. On return, its overflows are found: &pmon_clearing.overflows
 *
 * The phase stays PMON_ENDING if samples are left, because values have to be read before.
 *
 * Return: false if an overflow has frozen it before. It stays frozen, and the next poll has to end
 * that freeze first: PMON_FOUND.
 */
bool pmon_freeze_sample(struct pmon_unit *unit);

/**
 * pmon_freeze_release() - unfreeze the package, whatever has frozen it, without samples
 * @die: the die
 * @cpu: a CPU of the die, which stays online; it is called for each slice
 * @found: count and report a freeze that earlier software left behind
 *
 * Context: process context, IRQs on.
 */
void pmon_freeze_release(struct pmon_die *die, int cpu, bool found);

/**
 * pmon_freeze_verify() - start to check that a freeze has ended: PMON_UNVERIFIED
 * @die: the die
 */
void pmon_freeze_verify(struct pmon_die *die);

/**
 * pmon_freeze_is_open() - has a freeze to be ended?
 * @die: the die
 *
 * Context: any.
 * Return: true in the phases PMON_FOUND and PMON_ENDING.
 */
bool pmon_freeze_is_open(const struct pmon_die *die);

/**
 * pmon_freeze_is_unverified() - is the end of the driver's last freeze unverified?
 * @die: the die
 *
 * Context: any.
 * Return: true in the phase PMON_UNVERIFIED, until a counter has moved.
 */
bool pmon_freeze_is_unverified(const struct pmon_die *die);

/**
 * pmon_freeze_check_within() - time to the next check of all counters
 * @die: the die
 * @period: time that the counters allow, in nanoseconds
 *
 * Context: any.
 * Return: @period, or a shorter time while the end of the last freeze is unverified. While freezes
 * follow each other, each new one shows that the last one has ended.
 */
u64 pmon_freeze_check_within(const struct pmon_die *die, u64 period);

/* --- sample.c: on a unit that is frozen, unless a function says otherwise -------------- */

/**
 * pmon_units_sample() - does an event sample on any of some units now?
 * @units: the units of a die, frozen or not
 * @num_units: how many
 *
 * Context: the owner CPU with IRQs off, or &pmon_die.lock held.
 * Return: true if the counter of a sampling event runs on one of them.
 */
bool pmon_units_sample(struct pmon_unit *const *units, unsigned int num_units);

/**
 * pmon_sample_find() - find the overflowed counters of a unit, and clear the unit status
 * @unit: the unit
 * @values: set to true if a sample is due that contains counts (PERF_SAMPLE_READ). They must be
 *	    read before it is taken: pmon_sample_read() on all units
 *
 * The value of a counter shows whether it has overflowed. The status is less reliable: it can be
 * stuck.
 *
 * Return: number of counters that have overflowed.
 */
unsigned int pmon_sample_find(struct pmon_unit *unit, bool *values);

/**
 * pmon_sample_read() - read the counts that samples of this &pmon_overflow.round contain
 * @unit: the unit
 */
void pmon_sample_read(struct pmon_unit *unit);

/**
 * pmon_sample_take() - take the samples that are due on a unit, and preset overflowed counters
 * @unit: the unit
 *
 * perf calls the driver back. In a pause after a storm, counters are not preset.
 */
void pmon_sample_take(struct pmon_unit *unit);

/**
 * pmon_sample_cost() - register accesses of a step on a unit
 * @unit: the unit
 * @step: the step; PMON_STEP_FIND includes the samples that follow at once
 *
 * Return: their number, at most; 0: the step has nothing to do. For PMON_STEP_TAKE more than there
 * are, because emitting samples takes time.
 */
unsigned int pmon_sample_cost(const struct pmon_unit *unit, enum pmon_step step);

/**
 * pmon_unit_clear_status() - clear the unit status
 * @unit: the unit; nothing happens if it is gone
 *
 * Stops counters that have overflowed although the driver had stopped them.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 * Return: the bits that were set, a bit for each general counter.
 */
u32 pmon_unit_clear_status(struct pmon_unit *unit);

/**
 * struct pmon_overdue - sampling counters of a unit
 * @read: number of sampling counters
 * @overflowed: number of counters with a sample due, or without a preset
 * @owed: number of counters with a sample due that are one event before their overflow. Their
 *	  period ended when their event was stopped, and the next event causes the sample
 */
struct pmon_overdue {
	unsigned int read;
	unsigned int overflowed;
	unsigned int owed;
};

/**
 * pmon_sample_overdue() - read the sampling counters of a unit
 * @unit: the unit, frozen or not
 *
 * Return: their numbers.
 */
struct pmon_overdue pmon_sample_overdue(struct pmon_unit *unit);

/**
 * pmon_sample_disarm() - disable freeze on overflow of a unit's sampling counters
 * @unit: the unit, frozen or not; its counters keep running
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_sample_disarm(struct pmon_unit *unit);

#endif
