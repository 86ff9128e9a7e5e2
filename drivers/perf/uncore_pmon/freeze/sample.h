/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of counters that were preset and have overflowed.
 *
 * Context, unless a function says otherwise: the owner CPU, IRQs off, &pmon_die.lock not held; the
 * unit is frozen.
 */
#ifndef _UNCORE_PMON_SAMPLE_H
#define _UNCORE_PMON_SAMPLE_H

#include <linux/types.h>

#include "freeze/overflow.h"

struct pmon_unit;

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
