/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frozen packages that nobody lets go on, found by those who only count.
 *
 * While events sample, somebody looks for freezes all the time. Without them a freeze that
 * another user of the uncore has caused (a debugger, firmware, another system on the machine) would
 * have all counts stand still, and nothing would tell. So the die's slow timer looks, too:
 *
 *  - at the global status. A bit in it is an overflow that froze the package (guide, 1.4.0.2);
 *  - at the counters. frz_all itself is write-only (Table 1-1); what shows is that a clock stands
 *    still while it is counted. If no other counter has moved since the last look, the package is
 *    let go; only if the clock then runs it had been frozen, as clocks of links and stacks that
 *    sleep stand still, too.
 *
 * Free-running counters are never frozen, and tell nothing.
 */
#ifndef _UNCORE_PMON_WATCH_H
#define _UNCORE_PMON_WATCH_H

#include <linux/types.h>

struct pmon_die;

/**
 * struct pmon_watch - what a die's watch remembers
 * @clear_at: time of the last look that found no freeze, or of the beginning
 */
struct pmon_watch {
	u64 clear_at;
};

/**
 * pmon_watch_begin() - something counts on a die that did not
 * @die: the die
 *
 * Context: &pmon_die.lock held.
 */
void pmon_watch_begin(struct pmon_die *die);

/**
 * pmon_watch() - let a package go on that is frozen though it should count
 * @die: the die, its counts up to date
 *
 * A read of each global status register, no more unless something is wrong. Does nothing
 * unless on the owner CPU of a die whose global registers can be used.
 *
 * Context: hard IRQ or IRQs off, &pmon_die.lock not held.
 */
void pmon_watch(struct pmon_die *die);

#endif
