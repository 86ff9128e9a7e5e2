/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sampling periods of counters that are preset to overflow.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_PERIOD_H
#define _UNCORE_PMON_PERIOD_H

#include "choose/pure.h"

/**
 * struct pmon_period - events of a counter until its next sample
 * @left: events until the counter overflows; 0 or less once it has
 * @beyond: events from that overflow to the sample, for periods longer than the longest preset
 */
struct pmon_period {
	s64 left;
	u64 beyond;
};

/**
 * pmon_period_begin() - begin a period
 * @period: the period
 * @events: its length, at least 1
 * @width: number of bits of the counter, 2 to 63
 */
void pmon_period_begin(struct pmon_period *period, u64 events,
		       unsigned int width);

/**
 * pmon_period_resume() - continue an interrupted period
 * @period: the period
 * @width: number of bits of the counter with which it continues
 *
 * If the period ended before the interruption, pmon_period_preset() makes its sample due at once.
 */
void pmon_period_resume(struct pmon_period *period, unsigned int width);

/**
 * pmon_period_overflow() - account for an overflow, and return the number of samples due
 * @period: the period, &pmon_period.left 0 or less
 * @events: length of the next ones, at least 1
 * @width: number of bits of the counter
 *
 * Events after the overflow belong to the next period (guide, 1.4.0.1: the counter counts until the
 * freeze reaches it).
 *
 * Return: number of samples due: 0 if only a part of a long period has ended, more than one if the
 * counter counted whole periods more.
 */
u64 pmon_period_overflow(struct pmon_period *period, u64 events,
			 unsigned int width);

/**
 * pmon_period_is_over() - is a sample due?
 * @period: the period
 */
static inline bool pmon_period_is_over(const struct pmon_period *period)
{
	return period->left <= 0 && period->beyond <= -(u64)period->left;
}

/**
 * pmon_period_preset() - the preset with which the counter overflows at the end of the period
 * @period: the period
 * @width: number of bits of the counter
 *
 * Return: 2^width - left (guide, 1.10.4 d); if a sample is due already, the highest value, which
 * the next event overflows.
 */
u64 pmon_period_preset(const struct pmon_period *period, unsigned int width);

#endif
