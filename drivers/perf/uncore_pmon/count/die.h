/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dies: their lock, and their owner CPU.
 */
#ifndef _UNCORE_PMON_DIE_H
#define _UNCORE_PMON_DIE_H

#include <linux/hardirq.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "choose/schedule.h"
#include "count/ledger.h"
#include "count/walk.h"
#include "freeze/overflow.h"
#include "freeze/watch.h"

struct device;
struct pmon_deferred;
struct pmon_unit;

/* Values of &pmon_die.owner that are no CPU. */
#define PMON_NO_OWNER	(-1)	/* all of the die's CPUs are offline */
#define PMON_NOT_READY	(-2)	/* the die came online after the load, and its PMUs lack units */

/**
 * struct pmon_pass - a pass over the units of a die that reads counters, a slice at a time
 * @under_way: a pass has started and not ended
 * @next: the unit at which it continues
 * @begun: its start, ktime_get_ns()
 */
struct pmon_pass {
	bool under_way;
	unsigned int next;
	u64 begun;
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

/**
 * struct pmon_die - one die with PMON blocks
 * @lock: protects all state of the die and its units. Raw, with IRQs off: perf calls from hard IRQ
 *	  context with its own raw locks held. Take it with pmon_die_lock() only
 * @die: logical die number
 * @owner: the CPU that programs the units, PMON_NO_OWNER or PMON_NOT_READY
 * @source: the old owner during a handover, else -1. Events that perf removes from it keep their
 *	    counters
 * @suspended: no unit is programmed, and no timer runs; see suspend.c
 * @walks: what happens over time
 * @period: time between two passes of PMON_WALK_READ in nanoseconds, 0 if none is set
 * @pass: progress of PMON_WALK_READ
 * @units: all units of the die
 * @num_units: how many
 * @moved_since: the latest moment, ktime_get_mono_fast_ns(), since which a general counter is known
 *		 to have counted
 * @overflow: freeze on overflow, for events that sample
 * @watch: detection of freezes that did not end
 * @ledger: numbers of what was done and found
 * @requests: scratch space of the scheduler
 * @answered: the scheduler's last answer
 * @schedules: number of calls of the scheduler
 * @deferred: reports and events to be moved; see perf/handover.c
 * @dev: the driver's device, for messages; frees the die
 */
struct pmon_die {
	raw_spinlock_t lock;
	int die;
	int owner;
	int source;
	bool suspended;
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

/* Number of critical sections of dies that this CPU is in, or waits to enter. */
DECLARE_PER_CPU(unsigned int, pmon_locked);

/**
 * pmon_die_lock() - enter a critical section of a die
 * @die: the die
 *
 * Tracepoints fire within such sections: those of the register accessors, of timers, of the lock
 * itself, and the driver's own. A BPF program or a perf event on one of them can read an event of
 * this driver on the same CPU. The mark, set before the lock is taken, lets that read avoid a
 * deadlock.
 *
 * Context: any but NMI.
 * Return: IRQ flags for pmon_die_unlock().
 */
static inline unsigned long pmon_die_lock(struct pmon_die *die)
{
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_inc(pmon_locked);
	raw_spin_lock(&die->lock);
	return flags;
}

/**
 * pmon_die_unlock() - leave a critical section of a die
 * @die: the die
 * @flags: what pmon_die_lock() or pmon_die_try_lock() returned
 */
static inline void pmon_die_unlock(struct pmon_die *die, unsigned long flags)
{
	raw_spin_unlock(&die->lock);
	this_cpu_dec(pmon_locked);
	local_irq_restore(flags);
}

/* Time that a read waits for the lock, in nanoseconds. Critical sections are much shorter. */
#define PMON_LOCK_PATIENCE	1000000000ULL

/**
 * pmon_die_try_lock() - enter a critical section of a die, in any context
 * @die: the die
 * @flags: receives IRQ flags for pmon_die_unlock()
 *
 * The wait is limited: a reader on a tracepoint may hold any lock of the kernel, and the holder of
 * the die's lock may be waiting for that lock. An NMI does not wait.
 *
 * Context: any.
 * Return: false if this CPU is in such a section already, or if the lock was not available.
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
 * Does nothing if the timer does not run, or reads counters now.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_die_read_within(struct pmon_die *die, u64 period);

/**
 * pmon_die_create() - create a die without units and timers
 * @dev: the driver's device, which frees the die
 * @deferred: reports and events to be moved; see perf/handover.c
 * @die: logical die number
 * @max_units: maximum number of units
 *
 * Return: the die, or NULL if out of memory.
 */
struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int die, unsigned int max_units);

#endif
