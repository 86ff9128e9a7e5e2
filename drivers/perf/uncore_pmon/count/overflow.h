/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Freeze on overflow: sampling with the counters of the whole package stopped.
 *
 * A counter of an event that samples is preset so that it overflows after a period, with
 * frz_ovf set. Its overflow sets bits in the unit status and the global status, and
 * freezes all counters of the package, in hardware (guide, 1.4.0.2). No interrupt
 * reaches the driver; a timer of the die looks at the global status, emits the samples,
 * presets, clears the status bits and lets the package go on (1.10.5, 1.10.6).
 *
 * All of this takes place on the die's owner CPU with IRQs off, as do perf's calls for
 * events of the die. So events cannot come or go while samples are made, which is
 * done without &pmon_die.lock: perf calls the driver back then. While the die changes its owner no
 * samples are made; a freeze is ended all the same, and the sample follows.
 */
#ifndef _UNCORE_PMON_OVERFLOW_H
#define _UNCORE_PMON_OVERFLOW_H

#include <linux/hrtimer.h>
#include <linux/types.h>

#include "count/global.h"

struct pmon_die;
struct pmon_perf_event;

/**
 * struct pmon_overflow_stats - what happened on a die, for debugfs
 * @samples: samples given to perf
 * @freezes: times the package was found frozen
 * @foreign: of those, because of somebody else: a counter that no event samples on, or a
 *	     write to the global control
 * @late: overflows without a freeze, noticed by their counters
 * @stayed: freezes that went on although the driver had ended them; found by counters that stood
 *	    still
 * @astray: overflows whose bit, of the unit's or of the global status, was set in another place
 * @early: overflows of counters that sample before their period was over: they were not preset
 * @missed: periods that were over before the sample of the last one could be made
 * @storms: times that events overflowed at each look for so long that they were given a pause
 * @waited: nanoseconds from the last look that saw no freeze to the one that did, at the most
 *	    frozen; sum
 * @handled: nanoseconds from there to the end of the freeze, certainly frozen; sum
 * @last_waited: of the last freeze
 * @last_handled: of the last freeze
 *
 * Written by the owner CPU only.
 */
struct pmon_overflow_stats {
	u64 samples;
	u64 freezes;
	u64 foreign;
	u64 late;
	u64 astray;
	u64 stayed;
	u64 early;
	u64 missed;
	u64 storms;
	u64 waited;
	u64 handled;
	u64 last_waited;
	u64 last_handled;
};

/**
 * enum pmon_overflow_report - what the kernel log should tell, once
 * @PMON_REPORT_FOREIGN: a freeze by a counter that no event samples on
 * @PMON_REPORT_STUCK: status bits that cannot be cleared
 * @PMON_REPORT_STAYED: a freeze went on although the driver had ended it
 * @PMON_REPORT_STANDS: and goes on however often the driver ends it
 */
enum pmon_overflow_report {
	PMON_REPORT_FOREIGN,
	PMON_REPORT_STUCK,
	PMON_REPORT_STAYED,
	PMON_REPORT_STANDS,
};

/**
 * struct pmon_overflow - freeze on overflow, state of one die
 * @timer: looks for freezes, while an event samples
 * @global: the global registers
 * @armed: @timer runs
 * @handling: a freeze is being ended
 * @storm: events that overflow now get a pause
 * @expected: looks left in which a freeze may be that of an event that was stopped; see
 *	      pmon_overflow_expect()
 * @idle: looks since the last event that samples was stopped; 0 while there is one
 * @busy: looks in a row that found the package frozen
 * @search_at: the unit whose counters are looked at next, for overflows without a freeze
 * @search_left: units that have to be looked at as soon as slices allow, as something waits there
 * @delayed: and what waits was delayed by the driver itself
 * @explained: what the present freeze shows is no other user's: a status bit that cannot be
 *	       cleared, or a counter that overflowed early
 * @hastened: the next read of all counters was asked to come sooner since the last freeze
 * @unexplained: freezes of which no unit's status has told the reason; the counters may
 * @pause: looks until events that were paused go on; 0: there are none
 * @paused_left: units whose paused events go on in the next looks
 * @round: number of the present look at units that have overflowed; their package stands still
 * @clear_at: time of the last look that saw no freeze
 * @reports: bit mask by &enum pmon_overflow_report: not yet said
 * @stats: what happened
 */
struct pmon_overflow {
	struct hrtimer timer;
	struct pmon_global global;
	bool armed;
	bool handling;
	bool storm;
	unsigned int expected;
	unsigned int idle;
	unsigned int busy;
	unsigned int search_at;
	unsigned int search_left;
	bool delayed;
	bool explained;
	bool hastened;
	unsigned int unexplained;
	unsigned int pause;
	unsigned int paused_left;
	u64 round;
	u64 clear_at;
	unsigned long reports;
	struct pmon_overflow_stats stats;
};

/**
 * pmon_overflow_create() - prepare a die that cannot sample yet
 * @die: the die
 */
void pmon_overflow_create(struct pmon_die *die);

/**
 * pmon_overflow_check() - can an event sample?
 * @event: the event, set up; &pmon_perf_event.perf has a sample period
 *
 * Every unit it counts on must send overflow messages. Fixed and free-running counters cannot:
 * a fixed one has no bit in the unit status, a free-running one cannot be preset.
 *
 * Return: 0, with @event made a sampling one, or -EOPNOTSUPP.
 */
int pmon_overflow_check(struct pmon_perf_event *event);

/**
 * pmon_overflow_arm() - look for freezes from now on, if an event samples
 * @die: the die
 * @units: those of its units on which counters were started
 * @num_units: how many
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_overflow_arm(struct pmon_die *die, struct pmon_unit *const *units,
		       unsigned int num_units);

/**
 * pmon_overflow_expect() - the counter of an event that was stopped has overflowed, or may have
 * @die: the die
 *
 * The freeze that the next looks find is no foreign one. The sample is made when the event runs
 * again: perf takes none for an event that is stopped.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_overflow_expect(struct pmon_die *die);

/**
 * pmon_overflow_poll() - if the package is frozen, make the samples and let it go on
 * @die: the die
 *
 * Also called before an event that samples is stopped, for the sample not to be lost.
 *
 * Context: any; does nothing unless on the owner CPU. IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_poll(struct pmon_die *die);

/**
 * pmon_overflow_cancel() - make what samples are due, and look no more
 * @die: the die
 *
 * Context: process context.
 */
void pmon_overflow_cancel(struct pmon_die *die);

/**
 * pmon_overflow_begin_handover() - end freezes from now on, but make no samples
 * @die: the die; pmon_overflow_cancel() was called
 *
 * Context: the CPU that is going to be the owner, IRQs off.
 */
void pmon_overflow_begin_handover(struct pmon_die *die);

/**
 * pmon_overflow_end_handover() - make samples again, and those that became due meanwhile
 * @die: the die
 *
 * Context: the new owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_end_handover(struct pmon_die *die);

/**
 * pmon_overflow_stop() - look no more, and leave nothing frozen
 * @die: the die, no event samples on it any more
 *
 * Context: process context.
 */
void pmon_overflow_stop(struct pmon_die *die);

/**
 * pmon_overflow_release() - leave nothing frozen
 * @die: the die, no event samples on it
 * @found: report what an earlier user of the uncore has left behind
 *
 * Context: a CPU of the die.
 */
void pmon_overflow_release(struct pmon_die *die, bool found);

/**
 * pmon_overflow_sleep() - make what samples are due; nothing freezes the package any more
 * @die: the die, asleep; its units are not yet
 * @owner: its owner CPU
 *
 * Counters of events that sample go on: they may go on over a sleep, and nobody would look for
 * a freeze then.
 *
 * Context: process context.
 */
void pmon_overflow_sleep(struct pmon_die *die, int owner);

/**
 * pmon_overflow_wake() - let the package go, and have the next looks search all counters
 * @die: the die, asleep; nothing is frozen on return. pmon_sample_arm() has counters that still
 *	 count freeze it again.
 * @owner: its owner CPU
 *
 * Context: process context.
 */
void pmon_overflow_wake(struct pmon_die *die, int owner);

/**
 * pmon_overflow_look() - look for freezes for a while
 * @die: the die, awake
 *
 * Also if no event samples: one that did so may have stopped since the die woke up.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_look(struct pmon_die *die);

/**
 * pmon_overflow_end_foreign() - end a freeze that no event has caused, and count it
 * @die: the die
 * @clear_at: when it was not frozen for certain, ktime_get_ns()
 * @found_at: when it was found frozen
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held. No overflow of an event that
 *	    samples is pending.
 */
void pmon_overflow_end_foreign(struct pmon_die *die, u64 clear_at, u64 found_at);

#endif
