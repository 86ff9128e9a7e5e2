/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counter controls that somebody else has changed.
 *
 * A program that writes MSRs or PCI configuration space itself can take a counter that an event
 * uses. The event counts something else then, or nothing, and no read of its counter shows that.
 * So the controls of running counters are read now and then, by the timer that reads counters
 * before they wrap, a minute apart as a rule. What is not as it was written is written again: from
 * there on the event counts what it should. What it has missed, or counted of other events, cannot
 * be known; that is told once for each die.
 *
 * A control that a write does not bring back is one with bits that the unit has not. It is left
 * alone from there on.
 */
#ifndef _UNCORE_PMON_CONTROLS_H
#define _UNCORE_PMON_CONTROLS_H

#include <linux/types.h>

struct pmon_die;
struct pmon_unit;

/**
 * struct pmon_controls - what was found of that on a die
 * @looked_at: how many controls were read
 * @changed: how often a control was not as it was written
 * @lossy: how many do not keep all that is written to them
 * @unit: where the first of them was
 * @counter: which it was
 * @report: that is to be told
 */
struct pmon_controls {
	u64 looked_at;
	u64 changed;
	u64 lossy;
	const struct pmon_unit *unit;
	unsigned int counter;
	bool report;
};

/**
 * pmon_controls_look() - are the controls of a unit's running counters as they were written?
 * @unit: the unit
 *
 * A read for each counter, and two accesses more where it is not as written. Does nothing
 * unless on the owner CPU.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_controls_look(struct pmon_unit *unit);

/**
 * pmon_controls_report() - tell of what was found
 * @die: the die
 *
 * Context: process context.
 */
void pmon_controls_report(struct pmon_die *die);

#endif
