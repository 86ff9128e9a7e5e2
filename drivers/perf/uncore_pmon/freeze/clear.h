/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Clears the overflow status of a frozen package, in the order of the guide (1.10.6): first the
 * status of each unit, then the global bits. The caller unfreezes the package.
 */
#ifndef _UNCORE_PMON_CLEAR_H
#define _UNCORE_PMON_CLEAR_H

#include <linux/types.h>

#include "freeze/global.h"

struct pmon_die;
struct pmon_unit;

/* For pmon_clearing_continue(): no slices. */
#define PMON_ALL_UNITS	(~0U)

/**
 * enum pmon_step - the steps of a round, each a pass over units
 * @PMON_STEP_FIND: clear the status of each unit whose bit is set, and find its overflows. Their
 *		    samples follow at once, unless a sample contains values
 * @PMON_STEP_READ: read the values of all samples on all units, each once
 * @PMON_STEP_TAKE: take the samples of the units whose bit was set
 */
enum pmon_step {
	PMON_STEP_FIND,
	PMON_STEP_READ,
	PMON_STEP_TAKE,
};

/**
 * struct pmon_clearing - a status that is being cleared
 * @status: the global bits of this round
 * @step: the step of this round
 * @next: the unit at which the step continues
 * @attempt: number of the round
 * @overflows: counters that have overflowed, if @sample
 * @sample: take the samples of overflowed counters
 * @values: samples of this round contain values: the other steps follow the first one
 * @late: instead of a status, a unit that has overflowed without a freeze, or NULL
 */
struct pmon_clearing {
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	enum pmon_step step;
	unsigned int next;
	unsigned int attempt;
	unsigned int overflows;
	bool sample;
	bool values;
	const struct pmon_unit *late;
};

/**
 * pmon_clearing_begin() - if a status bit is set, freeze the package and begin to clear the status
 * @die: the die
 * @clearing: receives the state
 * @sample: take the samples
 *
 * Context: the owner CPU; without @sample, any CPU of the die. IRQs off.
 * Return: false if no bit is set.
 */
bool pmon_clearing_begin(struct pmon_die *die, struct pmon_clearing *clearing, bool sample);

/**
 * pmon_clearing_begin_late() - begin to sample a unit that has overflowed without a freeze
 * @die: the die, frozen
 * @clearing: receives the state
 * @unit: the unit
 *
 * Context: as pmon_clearing_begin().
 */
void pmon_clearing_begin_late(struct pmon_die *die, struct pmon_clearing *clearing,
			      const struct pmon_unit *unit);

/**
 * pmon_clearing_continue() - clear the status of some units, and the global status at the end
 * @die: the die
 * @clearing: the state
 * @accesses: number of register accesses of units; at least one unit is handled
 *
 * Context: as pmon_clearing_begin(), &pmon_die.lock not held.
 * Return: true if the status is clear, or its remaining bits are stuck.
 */
bool pmon_clearing_continue(struct pmon_die *die, struct pmon_clearing *clearing,
			    unsigned int accesses);

#endif
