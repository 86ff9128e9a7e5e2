/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Detects packages that stay frozen.
 *
 * While events sample, a timer polls for freezes. Without them, a freeze by other software (a
 * debugger, firmware, a hypervisor) would stop all counts without a notice. So the die's slow timer
 * checks:
 *
 *  - the global status. A bit in it is an overflow that froze the package (guide, 1.4.0.2);
 *  - the counters. frz_all itself is write-only (Table 1-1). If a counted clock and all other
 *    counters have not moved since the last check, the package is unfrozen. It was frozen only if
 *    the clock runs after that, because clocks of idle links and stacks stop, too.
 *
 * Free-running counters are never frozen, so they are ignored.
 *
 * The write that ends a freeze can also be lost, with a clear status. So the end of a freeze is
 * unverified after each such write, until a counter moves. The timer expires sooner and reads all
 * counters twice. If none has moved, the write is repeated, with a delay that doubles each time. If
 * a counter runs right after the write, the package had stayed frozen. A single step proves only
 * that it is not frozen now. Any other read of a counter that has counted since then also verifies
 * the end.
 */
#ifndef _UNCORE_PMON_WATCH_H
#define _UNCORE_PMON_WATCH_H

#include <linux/types.h>

struct pmon_die;

/**
 * struct pmon_watch - state of a die's watch
 * @ending: a freeze that the last check found is being ended, in slices
 * @passed: &pmon_pass.begun of the pass before the last check of all counters
 * @unverified_since: when the driver ended a freeze, ktime_get_mono_fast_ns()
 * @attempts: checks since then that found no counter that moves
 */
struct pmon_watch {
	bool ending;
	u64 passed;
	u64 unverified_since;
	unsigned int attempts;
};

/**
 * pmon_watch_repeat() - end the last freeze again if its end is unverified
 * @die: the die, on which an event was just started
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_watch_repeat(struct pmon_die *die);

/**
 * pmon_watch() - unfreeze a package that other software, or a lost write, has left frozen
 * @die: the die, with counts updated by &pmon_die.pass
 *
 * Only reads the global status registers unless there is a freeze, or the end of a freeze is
 * unverified. Does nothing unless on the owner CPU of a die with usable global registers.
 *
 * Context: hard IRQ or IRQs off, &pmon_die.lock not held.
 * Return: false if the freeze of many units has to be continued by another call, soon.
 */
bool pmon_watch(struct pmon_die *die);

#endif
