/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work on all units of a die that the driver does on its own account, in slices.
 *
 * A register access takes up to a microsecond, a die has up to some 150 units, and a CPU with
 * interrupts off keeps everybody else waiting. So nothing that timers, handovers, resets and sleeps
 * do takes more than one slice at a time. In between interrupts are on, and others may take the
 * die's lock. perf's calls on an event of all units are one call each, and cannot be cut.
 */
#ifndef _UNCORE_PMON_SLICE_H
#define _UNCORE_PMON_SLICE_H

#include <linux/math.h>

struct pmon_die;
struct pmon_unit;

/*
 * Register accesses of a slice. One unit is the least: a unit of free-running counters can have
 * more events than this, at one access each. Tests choose less, as they have few units.
 */
#ifndef PMON_SLICE
#define PMON_SLICE		32
#endif

/* Units of a slice where each takes up to eight accesses. */
#define PMON_SLICE_UNITS	DIV_ROUND_UP(PMON_SLICE, 8)

/**
 * pmon_die_visit_units() - call a function for each unit, a slice at a time
 * @die: the die
 * @cpu: where to call it, a CPU of the die
 * @call: the function; called with IRQs off and &pmon_die.lock held, up to eight accesses
 *
 * Context: process context, IRQs on. @cpu stays online.
 * Return: false if @cpu could not be reached.
 */
bool pmon_die_visit_units(struct pmon_die *die, int cpu,
			  void (*call)(struct pmon_unit *unit));

#endif
