/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Clears the overflow status of a frozen package, in the order of the guide (1.10.6): first the
 * status of each unit, then the global bits. The caller unfreezes the package.
 */
#ifndef _UNCORE_PMON_CLEAR_H
#define _UNCORE_PMON_CLEAR_H

#include <linux/types.h>

#include "count/global.h"

struct pmon_die;

/* For pmon_clearing_continue(): no slices. */
#define PMON_ALL_UNITS	(~0U)

/**
 * struct pmon_clearing - a status that is being cleared
 * @status: the global bits of this round
 * @next: the unit at which the round continues
 * @attempt: number of the round
 * @overflows: counters that have overflowed, if @sample
 * @sample: take the samples of overflowed counters
 */
struct pmon_clearing {
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	unsigned int next;
	unsigned int attempt;
	unsigned int overflows;
	bool sample;
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
 * pmon_clearing_continue() - clear the status of some units, and the global status at the end
 * @die: the die
 * @clearing: the state
 * @units: number of units; a unit takes two accesses, and two more for each sample, so one with
 *	   several overflows counts as that many units
 *
 * Context: as pmon_clearing_begin(), &pmon_die.lock not held.
 * Return: true if the status is clear, or its remaining bits are stuck.
 */
bool pmon_clearing_continue(struct pmon_die *die, struct pmon_clearing *clearing,
			    unsigned int units);

#endif
