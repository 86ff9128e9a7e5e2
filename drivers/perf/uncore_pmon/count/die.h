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

/*
 * Walks: what a die does over time, in slices. All walks of a die share one timer. An expiry runs
 * one slice of the first walk that is due, so no two slices are in one stretch with IRQs off.
 *
 * The timer runs on the owner CPU. If a handover stops it, walks stay due, and the new owner starts
 * it again. The most urgent walk comes first.
 */
enum pmon_walk {
	PMON_WALK_FREEZE,	/* polls for freezes, ends them, and takes samples */
	PMON_WALK_READ,		/* reads counters before they wrap, and checks their controls */
	PMON_WALKS
};

/*
 * One slice of a walk, in hard IRQ context, &pmon_die.lock not held. Returns nanoseconds until the
 * next slice, 0 if none follows.
 */
typedef u64 (*pmon_walk_slice)(struct pmon_die *die);

struct pmon_walks {
	struct hrtimer timer;		/* expires when the first of them is due */
	const pmon_walk_slice *slices;	/* a function for each walk */
	u64 due[PMON_WALKS];		/* time of the next slice, ktime_get_ns(), 0 if none */
};

/* A pass over the units of a die that reads counters, a slice at a time. */
struct pmon_pass {
	bool under_way;			/* it has started and not ended */
	unsigned int next;		/* the unit at which it continues */
	u64 begun;			/* its start, ktime_get_ns() */
};

/*
 * The last question to the scheduler within one pmon_event_add(), and its answer. Between two calls
 * it is void: requests point into events, and another event can be allocated in their place.
 */
struct pmon_answered {
	unsigned int num;
	struct pmon_request requests[PMON_MAX_REQUESTS];
	s8 counter[PMON_MAX_REQUESTS];
	s8 choice[PMON_MAX_REQUESTS];
	int error;
};

/* One die with PMON blocks. */
struct pmon_die {
	/*
	 * Protects all state of the die and its units. Raw, with IRQs off: perf calls from hard IRQ
	 * context with its own raw locks held. Take it with pmon_die_lock() only.
	 */
	raw_spinlock_t lock;
	int die;			/* logical die number */
	int owner;			/* the CPU that programs the units, or PMON_NO_OWNER ... */
	/* The old owner in a handover, or -1. Events that perf removes there keep counting. */
	int source;
	bool suspended;			/* no unit is programmed, no timer runs; see suspend.c */
	struct pmon_walks walks;
	u64 period;			/* ns between passes of PMON_WALK_READ, 0: none is set */
	struct pmon_pass pass;
	struct pmon_unit **units;
	unsigned int num_units;
	/* The latest ktime_get_mono_fast_ns() since which a general counter has surely counted. */
	u64 moved_since;
	struct pmon_overflow overflow;	/* freeze on overflow, for events that sample */
	struct pmon_watch watch;	/* detection of freezes that did not end */
	struct pmon_ledger ledger;
	struct pmon_request requests[PMON_MAX_REQUESTS];	/* scratch space of the scheduler */
	struct pmon_answered answered;	/* the scheduler's last answer */
	u64 schedules;			/* number of calls of the scheduler */
	struct pmon_deferred *deferred;	/* reports and events to be moved; see perf/handover.c */
	struct device *dev;		/* the driver's, for messages; frees the die */
};

/* Create a die without units and timers. NULL: out of memory. */
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

/*
 * The counter of a stopped event may have overflowed: a freeze in the next polls does not count as
 * foreign. The sample is taken when the event runs again: perf accepts none for a stopped event.
 * &pmon_die.lock is held.
 */
void pmon_die_expect_freeze(struct pmon_die *die);

/*
 * Have the timer read all counters within @period nanoseconds, unless it does not run, or reads
 * counters now.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_die_read_within(struct pmon_die *die, u64 period);

/* --- the timer ---------------------------------------------------------------------- */

void pmon_walks_create(struct pmon_die *die, const pmon_walk_slice *slices);

/* Start the timer on this CPU, the owner, if a walk is due at any time. &pmon_die.lock is held. */
void pmon_walks_start(struct pmon_die *die);

/* The next slice of a walk follows in @delay nanoseconds. Context: as pmon_walks_start(). */
void pmon_walk_set(struct pmon_die *die, enum pmon_walk walk, u64 delay);

/* Run a slice now. Context: as &typedef pmon_walk_slice. */
void pmon_walk_run(struct pmon_die *die, enum pmon_walk walk);

/*
 * No slice of a walk follows. Waits for a running slice, and stops the timer. Other walks stay due:
 * see pmon_walks_start().
 *
 * Context: process context.
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

/*
 * Call a function for each unit, a slice at a time, on a CPU of the die that stays online. The
 * function is called with IRQs off and &pmon_die.lock held, and may use eight register accesses. A
 * load uses up to 17 to detect which free-running counters a unit has.
 *
 * Context: process context, IRQs on.
 */
void pmon_die_visit_units(struct pmon_die *die, int cpu, void (*call)(struct pmon_unit *unit));

#endif
