/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dies: their lock, their owner CPU, their timer, and calls for each unit.
 */
#ifndef _UNCORE_PMON_DIE_H
#define _UNCORE_PMON_DIE_H

#include <linux/hardirq.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/math.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "choose/schedule.h"
#include "count/ledger.h"
#include "freeze/overflow.h"

struct device;
struct pmon_unit;

/* Values of &pmon_die.owner that are no CPU. */
#define PMON_NO_OWNER	(-1)	/* all of the die's CPUs are offline */
#define PMON_NOT_READY	(-2)	/* the die came online after the load, and its PMUs lack units */

/**
 * enum pmon_walk - what a die does over time, in slices, the most urgent first
 * @PMON_WALK_FREEZE: polls for freezes, ends them, and takes samples
 * @PMON_WALK_READ: reads counters before they wrap, and checks their controls
 * @PMON_WALKS: number of walks
 *
 * All walks of a die share one timer. An expiry runs one slice of the first walk that is due, so no
 * two slices are in one stretch with IRQs off.
 *
 * The timer runs on the owner CPU. A handover stops it, and the new owner starts it again.
 */
enum pmon_walk {
	PMON_WALK_FREEZE,
	PMON_WALK_READ,
	PMON_WALKS
};

/**
 * typedef pmon_walk_slice - one slice of a walk
 * @die: the die
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
 * struct pmon_pass - a pass over the units of a die that reads counters, a slice at a time
 * @under_way: it has started and not ended
 * @next: the unit at which it continues
 * @begun: its start, ktime_get_ns()
 */
struct pmon_pass {
	bool under_way;
	unsigned int next;
	u64 begun;
};

/**
 * struct pmon_answered - the last question to the scheduler, and its answer
 * @num: number of requests, 0 if there is no answer
 * @requests: the requests, as in &pmon_die.requests
 * @counter: counter of each request
 * @choice: alternative of each request, -1 if it has none
 * @error: what pmon_schedule() returned
 *
 * Valid within one pmon_event_add(): requests point into events, and another event can be allocated
 * in their place.
 */
struct pmon_answered {
	unsigned int num;
	struct pmon_request requests[PMON_MAX_REQUESTS];
	s8 counter[PMON_MAX_REQUESTS];
	s8 choice[PMON_MAX_REQUESTS];
	int error;
};

/**
 * struct pmon_die - one die with PMON blocks
 * @lock: protects all state of the die and its units. Raw, with IRQs off: perf calls from hard IRQ
 *	  context with its own raw locks held. Take it with pmon_die_lock() or pmon_die_try_lock()
 * @die: logical die number
 * @owner: the CPU that programs the units, PMON_NO_OWNER or PMON_NOT_READY
 * @source: the old owner in a handover, or -1. Events that perf removes there keep counting
 * @suspended: no unit is programmed, and no timer runs; see suspend.c
 * @counting: number of events that count; if 0, the timer reads no counters
 * @walks: what happens over time
 * @period: nanoseconds between two passes of PMON_WALK_READ, 0 if none is set
 * @pass: progress of PMON_WALK_READ
 * @units: all units of the die
 * @num_units: their number
 * @moved_since: the latest ktime_get_mono_fast_ns() since which a general counter has surely
 *		 counted
 * @overflow: freeze on overflow, for events that sample
 * @watch: detection of freezes that did not end
 * @ledger: numbers of what the driver did and found
 * @requests: scratch space of the scheduler
 * @answered: the scheduler's last answer
 * @schedules: number of calls of the scheduler
 * @deferred: reports, and events to be moved; see perf/handover.c
 * @dev: the driver's device, for messages; frees the die
 */
struct pmon_die {
	raw_spinlock_t lock;
	int die;
	int owner;
	int source;
	bool suspended;
	unsigned int counting;
	struct pmon_walks walks;
	u64 period;
	struct pmon_pass pass;
	struct pmon_unit **units;
	unsigned int num_units;
	u64 moved_since;
	struct pmon_overflow overflow;
	struct pmon_watch watch;
	struct pmon_ledger ledger;
	struct pmon_request requests[PMON_MAX_REQUESTS];
	struct pmon_answered answered;
	u64 schedules;
	struct pmon_deferred *deferred;
	struct device *dev;
};

/**
 * pmon_die_create() - create a die without units and timers
 * @dev: the driver's device, which frees the die
 * @deferred: see &struct pmon_die
 * @die: logical die number
 * @max_units: maximum number of units
 *
 * Context: process context, may sleep.
 * Return: the die, or NULL if out of memory.
 */
struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int die, unsigned int max_units);

/* Number of critical sections of dies that this CPU is in, or waits to enter. */
DECLARE_PER_CPU(unsigned int, pmon_locked);

/*
 * Enter a critical section of a die. Returns IRQ flags for pmon_die_unlock().
 *
 * Tracepoints fire within such sections: those of the register accessors, of timers, of the lock
 * itself, and the driver's own. A BPF program or a perf event on one of them can read an event of
 * this driver on the same CPU. The mark, set before the lock is taken, lets that read avoid a
 * deadlock.
 *
 * Context: any but NMI.
 */
static inline unsigned long pmon_die_lock(struct pmon_die *die)
{
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_inc(pmon_locked);
	raw_spin_lock(&die->lock);
	return flags;
}

static inline void pmon_die_unlock(struct pmon_die *die, unsigned long flags)
{
	raw_spin_unlock(&die->lock);
	this_cpu_dec(pmon_locked);
	local_irq_restore(flags);
}

/* Time that a read waits for the lock, in nanoseconds. Critical sections are much shorter. */
#define PMON_LOCK_PATIENCE	1000000000ULL

/*
 * Enter a critical section of a die, in any context. False if this CPU is in such a section
 * already, or if the lock was not available.
 *
 * The wait is limited: a reader on a tracepoint may hold any lock of the kernel, and the holder of
 * the die's lock may be waiting for that lock. An NMI does not wait.
 */
static inline bool pmon_die_try_lock(struct pmon_die *die, unsigned long *flags)
{
	u64 now, until = 0;

	local_irq_save(*flags);
	if (this_cpu_read(pmon_locked))
		goto out;
	this_cpu_inc(pmon_locked);
	while (!raw_spin_trylock(&die->lock)) {
		now = ktime_get_mono_fast_ns();
		if (!until)
			until = now + PMON_LOCK_PATIENCE;
		if (in_nmi() || now > until) {
			this_cpu_dec(pmon_locked);
			goto out;
		}
		cpu_relax();
	}
	return true;

out:
	local_irq_restore(*flags);
	return false;
}

/**
 * pmon_die_expect_freeze() - the counter of a stopped event may have overflowed
 * @die: the die
 *
 * A freeze in the next polls does not count as foreign. The sample is taken when the event runs
 * again: perf accepts none for a stopped event.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_die_expect_freeze(struct pmon_die *die);

/**
 * pmon_die_read_within() - have the timer read all counters sooner
 * @die: the die
 * @period: nanoseconds until then
 *
 * Does nothing if no period is set, or a shorter one, or if a pass is under way.
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_die_read_within(struct pmon_die *die, u64 period);

/* --- the timer ---------------------------------------------------------------------- */

/**
 * pmon_walks_create() - initialise the timer of a die
 * @die: the die
 * @slices: a function for each walk
 */
void pmon_walks_create(struct pmon_die *die, const pmon_walk_slice *slices);

/**
 * pmon_walk_set() - set the time of the next slice of a walk
 * @die: the die
 * @walk: the walk
 * @delay: nanoseconds until then, 0: none follows
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_walk_set(struct pmon_die *die, enum pmon_walk walk, u64 delay);

/**
 * pmon_walk_run() - run a slice now
 * @die: the die
 * @walk: the walk
 *
 * Context: as &typedef pmon_walk_slice.
 */
void pmon_walk_run(struct pmon_die *die, enum pmon_walk walk);

/**
 * pmon_walk_end() - no slice of a walk follows
 * @die: the die
 * @walk: the walk
 *
 * Waits for a running slice, and stops the timer. Other walks stay due.
 *
 * Context: process context, &pmon_die.lock not held.
 */
void pmon_walk_end(struct pmon_die *die, enum pmon_walk walk);

/* --- slices --------------------------------------------------------------------------
 *
 * A register access takes up to a microsecond, and a die has up to about 150 units. So timers,
 * handovers, resets and suspends handle one slice at a time. Between slices, IRQs are on and the
 * die's lock is free. perf's calls for an event on all units cannot be split.
 */

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

/**
 * pmon_die_visit_units() - call a function for each unit, a slice at a time
 * @die: the die
 * @cpu: CPU of the die on which to call it; must stay online
 * @call: the function, called with IRQs off and &pmon_die.lock held; may use eight register
 *	  accesses. A load uses up to 17 to detect which free-running counters a unit has
 *
 * Context: process context, IRQs on.
 */
void pmon_die_visit_units(struct pmon_die *die, int cpu, void (*call)(struct pmon_unit *unit));

#endif
