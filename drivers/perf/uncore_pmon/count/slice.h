/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Splits the driver's own work on all units of a die into slices.
 *
 * A register access takes up to a microsecond, and a die has up to about 150 units. So timers,
 * handovers, resets and suspends handle one slice at a time. Between slices, IRQs are on and the
 * die's lock is free. perf's calls for an event on all units cannot be split.
 */
#ifndef _UNCORE_PMON_SLICE_H
#define _UNCORE_PMON_SLICE_H

#include <linux/math.h>

struct pmon_die;
struct pmon_unit;

/*
 * Register accesses of a slice: one unit with four counters, whose registers take eight. With what
 * comes before and after it, a slice is no longer than the shortest timer of the in-tree driver, 16
 * accesses. A slice has at least one unit, even if the unit needs more: a unit of free-running
 * counters can have more events, with one access each. Tests use a smaller value, as they have few
 * units.
 */
#ifndef PMON_SLICE
#define PMON_SLICE		12
#endif

/*
 * Register accesses of a slice while the package is frozen: for example, twelve overflows with four
 * each. Each pause extends the freeze, so these slices are longer.
 */
#ifndef PMON_SLICE_FROZEN
#define PMON_SLICE_FROZEN	48
#endif

/* Units of a slice if each takes up to eight accesses. */
#define PMON_SLICE_UNITS	DIV_ROUND_UP(PMON_SLICE, 8)

/**
 * pmon_die_visit_units() - call a function for each unit, a slice at a time
 * @die: the die
 * @cpu: CPU of the die on which to call it
 * @call: the function; called with IRQs off and &pmon_die.lock held; may use eight register
 *	  accesses. A load uses up to 17 to detect which free-running counters a unit has
 *
 * Context: process context, IRQs on. @cpu must stay online.
 */
void pmon_die_visit_units(struct pmon_die *die, int cpu,
			  void (*call)(struct pmon_unit *unit));

#endif
