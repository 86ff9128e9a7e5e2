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
 *
 * The write that ends a freeze of the driver's own can be lost, too, and then the status is clear.
 * So the package is in doubt from each such write on until a counter moves: the timer comes sooner,
 * reads all counters twice, and the write is repeated if none has moved in between, each time twice
 * as long after the last one. If a counter runs right after that write the package had stayed
 * frozen. A single step shows only that it is not frozen now. Any other read of a counter that has counted since then ends the doubt, too.
 */
#ifndef _UNCORE_PMON_WATCH_H
#define _UNCORE_PMON_WATCH_H

#include <linux/types.h>

struct pmon_die;

/**
 * struct pmon_watch - what a die's watch remembers
 * @clear_at: time of the last look that found no freeze, or of the beginning
 * @number: looks at all counters
 * @doubt: no counter has been seen to move since the driver ended a freeze
 * @doubt_since: when that was, ktime_get_ns()
 * @delay: time to the next look while in doubt, nanoseconds
 * @looks: looks at all counters since @doubt_since
 * @repeated: writes since then that were to end the freeze again
 */
struct pmon_watch {
	u64 clear_at;
	u64 number;
	bool doubt;
	u64 doubt_since;
	u64 delay;
	unsigned int looks;
	unsigned int repeated;
};

/**
 * pmon_watch_begin() - something counts on a die that did not
 * @die: the die
 *
 * Context: &pmon_die.lock held.
 */
void pmon_watch_begin(struct pmon_die *die);

/**
 * pmon_watch_repeat() - end the last freeze again, if it is not certain that it has ended
 * @die: the die, on which an event has just started
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_watch_repeat(struct pmon_die *die);

/**
 * pmon_watch_doubt() - the driver has ended a freeze; counters will show whether it has
 * @die: the die
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_watch_doubt(struct pmon_die *die);

/**
 * pmon_watch_doubts() - is it uncertain that the driver's last freeze has ended?
 * @die: the die
 */
bool pmon_watch_doubts(const struct pmon_die *die);

/**
 * pmon_watch_period() - the time to the next look at all counters
 * @die: the die
 * @period: the time that the counters allow, nanoseconds
 *
 * Return: less than @period while in doubt.
 */
u64 pmon_watch_period(const struct pmon_die *die, u64 period);

/**
 * pmon_watch() - let a package go on that is frozen though it should count
 * @die: the die, its counts up to date by &pmon_die.pass
 *
 * A read of each global status register, no more unless something is wrong. Does nothing
 * unless on the owner CPU of a die whose global registers can be used.
 *
 * Context: hard IRQ or IRQs off, &pmon_die.lock not held.
 */
void pmon_watch(struct pmon_die *die);

#endif
