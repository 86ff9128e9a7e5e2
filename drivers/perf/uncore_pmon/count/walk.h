/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walks: what a die does over time, in slices. All walks of a die share one timer. An expiry runs
 * one slice of the first walk that is due, so no two slices are in one stretch with IRQs off.
 *
 * The timer runs on the owner CPU. If a handover stops it, walks stay due, and the new owner starts
 * it again.
 */
#ifndef _UNCORE_PMON_WALK_H
#define _UNCORE_PMON_WALK_H

#include <linux/hrtimer.h>
#include <linux/types.h>

struct pmon_die;

/**
 * enum pmon_walk - the walks of a die, the most urgent first
 * @PMON_WALK_FREEZE: polls for freezes, ends them, and takes samples
 * @PMON_WALK_READ: reads counters before they wrap, and checks their controls
 */
enum pmon_walk {
	PMON_WALK_FREEZE,
	PMON_WALK_READ,
	PMON_WALKS
};

/**
 * typedef pmon_walk_slice - one slice of a walk
 *
 * Context: hard IRQ, &pmon_die.lock not held.
 * Return: nanoseconds until the next slice, 0 if none follows.
 */
typedef u64 (*pmon_walk_slice)(struct pmon_die *die);

/**
 * struct pmon_walks - the walks of a die
 * @timer: expires when the first of them is due
 * @slices: a function for each walk
 * @due: time of the next slice, ktime_get_ns(), 0 if none
 */
struct pmon_walks {
	struct hrtimer timer;
	const pmon_walk_slice *slices;
	u64 due[PMON_WALKS];
};

/**
 * pmon_walks_create() - initialise the timer of a die
 * @die: the die
 * @slices: a function for each walk
 */
void pmon_walks_create(struct pmon_die *die, const pmon_walk_slice *slices);

/**
 * pmon_walks_start() - start the timer on this CPU, if a walk is due at any time
 * @die: the die
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_walks_start(struct pmon_die *die);

/**
 * pmon_walk_set() - set the time of the next slice of a walk
 * @die: the die
 * @walk: the walk
 * @delay: nanoseconds until then
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_walk_set(struct pmon_die *die, enum pmon_walk walk, u64 delay);

/**
 * pmon_walk_run() - run a slice now
 * @die: the die
 * @walk: the walk
 *
 * Context: hard IRQ, &pmon_die.lock not held.
 */
void pmon_walk_run(struct pmon_die *die, enum pmon_walk walk);

/**
 * pmon_walk_end() - no slice of a walk follows
 * @die: the die
 * @walk: the walk
 *
 * Waits for a running slice, and stops the timer. Other walks stay due: see pmon_walks_start().
 *
 * Context: process context.
 */
void pmon_walk_end(struct pmon_die *die, enum pmon_walk walk);

#endif
