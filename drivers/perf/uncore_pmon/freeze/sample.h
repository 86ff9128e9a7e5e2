/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of counters that were preset and have overflowed.
 */
#ifndef _UNCORE_PMON_SAMPLE_H
#define _UNCORE_PMON_SAMPLE_H

#include <linux/types.h>

#include "freeze/clear.h"

struct pmon_perf_event;
struct pmon_unit;

/**
 * pmon_units_sample() - does an event sample on any of some units now?
 * @units: the units
 * @num_units: how many
 */
bool pmon_units_sample(struct pmon_unit *const *units, unsigned int num_units);

/**
 * pmon_sample_find() - find the overflowed counters of a unit
 * @unit: the unit, frozen
 * @values: set to true if a sample is due that contains counts (PERF_SAMPLE_READ). They must be
 *	    read before it is taken: pmon_sample_read() on all units
 *
 * The value of a counter shows whether it has overflowed. The status is less reliable: it can be
 * stuck. Clears the unit status.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 * Return: number of counters that have overflowed.
 */
unsigned int pmon_sample_find(struct pmon_unit *unit, bool *values);

/**
 * pmon_sample_read() - read the counts that samples of this &pmon_overflow.round contain
 * @unit: the unit, frozen
 *
 * Context: as pmon_sample_find().
 */
void pmon_sample_read(struct pmon_unit *unit);

/**
 * pmon_sample_take() - take the samples that are due on a unit, and preset overflowed counters
 * @unit: the unit, frozen
 *
 * Context: as pmon_sample_find(): perf calls the driver back.
 */
void pmon_sample_take(struct pmon_unit *unit);

/**
 * pmon_sample_cost() - register accesses of a step on a unit
 * @unit: the unit
 * @step: the step; PMON_STEP_FIND includes the samples that follow at once
 *
 * Return: their number, at most; for PMON_STEP_TAKE more, because emitting samples takes time.
 */
unsigned int pmon_sample_cost(const struct pmon_unit *unit, enum pmon_step step);

/**
 * pmon_unit_clear_status() - clear the unit status
 * @unit: the unit
 *
 * Stops counters that have overflowed although the driver had stopped them.
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 * Return: the bits that were set.
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
 * @unit: the unit
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 * Return: their numbers.
 */
struct pmon_overdue pmon_sample_overdue(struct pmon_unit *unit);

/**
 * pmon_sample_disarm() - disable freeze on overflow of a unit's sampling counters
 * @unit: the unit; its counters keep running
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_sample_disarm(struct pmon_unit *unit);

#endif
