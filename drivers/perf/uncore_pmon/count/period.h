/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sampling periods on counters that are preset to overflow.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_PERIOD_H
#define _UNCORE_PMON_PERIOD_H

#include "choose/pure.h"

/**
 * struct pmon_period - how far a counter is from its next sample
 * @left: events until the counter overflows; 0 or less once it has
 * @beyond: events from that overflow to the sample, for periods that are longer than the
 *	    counter can be preset to
 */
struct pmon_period {
	s64 left;
	u64 beyond;
};

/**
 * pmon_period_begin() - begin a period
 * @period: what to begin
 * @events: its length, at least 1
 * @width: number of bits of the counter, 2 to 64
 */
void pmon_period_begin(struct pmon_period *period, u64 events,
		       unsigned int width);

/**
 * pmon_period_resume() - go on where a period was left
 * @period: the period
 * @width: number of bits of the counter that it goes on with
 *
 * If it ended while it was left, its sample is still due: pmon_period_preset() sees to that.
 */
void pmon_period_resume(struct pmon_period *period, unsigned int width);

/**
 * pmon_period_overflow() - account for an overflow, and say whether a sample is due
 * @period: the period, &pmon_period.left 0 or less
 * @events: length of the next ones, at least 1
 * @width: number of bits of the counter
 *
 * What was counted after the overflow belongs to the next period (guide, 1.4.0.1: the
 * counter goes on until the freeze has reached it).
 *
 * Return: number of samples due: 0 if only a part of a long period is over, more than
 * one if the counter went on for whole periods.
 */
u64 pmon_period_overflow(struct pmon_period *period, u64 events,
			 unsigned int width);

/**
 * pmon_period_preset() - the counter value from which it overflows in time
 * @period: the period
 * @width: number of bits of the counter
 *
 * Return: 2^width - left (guide, 1.10.4 d); where a sample is due already, the value from
 * which the next event overflows.
 */
u64 pmon_period_preset(const struct pmon_period *period, unsigned int width);

#endif
