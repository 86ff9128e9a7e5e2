/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dies: their lock, and their owner CPU.
 */
#ifndef _UNCORE_PMON_DIE_H
#define _UNCORE_PMON_DIE_H

#include <linux/hardirq.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "choose/schedule.h"
#include "count/controls.h"
#include "count/overflow.h"
#include "count/reading.h"
#include "count/watch.h"

struct device;
struct pmon_deferred;
struct pmon_unit;

/* What &pmon_die.owner is if it is no CPU. */
#define PMON_NO_OWNER	(-1)	/* all of the die's CPUs are offline */
#define PMON_NOT_READY	(-2)	/* the die has come since the load, and its PMUs lack units */

/**
 * struct pmon_pass - the timer's way through the units of a die, a slice at a time
 * @under_way: it has begun and not ended
 * @next: the unit with which it goes on
 * @begun: when it began, ktime_get_ns()
 */
struct pmon_pass {
	bool under_way;
	unsigned int next;
	u64 begun;
};

/**
 * struct pmon_die - one die with PMON blocks
 * @lock: everything that changes on the die. Raw, taken with IRQs off: perf
 *	  calls from hard IRQ context with its own raw locks held. By pmon_die_lock() only
 * @die: logical die number
 * @owner: the CPU that programs the units, PMON_NO_OWNER or PMON_NOT_READY
 * @source: the old owner while another CPU takes over, else -1. Events that perf takes
 *	    off it keep their counters
 * @asleep: nothing is programmed, no timer runs; see suspend.c
 * @asleep_since: when the last unit fell asleep, ktime_get_boottime_ns()
 * @slept: for how long they did, nanoseconds
 * @lost: some of them have lost their registers
 * @mark: what counters were marked with then
 * @timer: reads counters before they wrap
 * @period: what @timer runs at, in nanoseconds; 0 if it does not
 * @pass: how far @timer is with the units
 * @units: all units of the die
 * @num_units: how many
 * @overflow: freeze on overflow, for events that sample
 * @watch: freezes that nobody ends
 * @controls: counter controls that somebody else has changed
 * @readings: counters that were read a second time
 * @requests: scratch space of the scheduler
 * @schedules: how often counters were looked for
 * @dev: the driver's device, with which the die goes
 * @deferred: reports and events to be moved; see perf/upkeep.h
 * @dev: for messages, and owner of the memory
 */
struct pmon_die {
	raw_spinlock_t lock;
	int die;
	int owner;
	int source;
	bool asleep;
	u64 asleep_since;
	u64 slept;
	bool lost;
	u64 mark;
	struct hrtimer timer;
	u64 period;
	struct pmon_pass pass;
	struct pmon_unit **units;
	unsigned int num_units;
	struct pmon_overflow overflow;
	struct pmon_watch watch;
	struct pmon_controls controls;
	struct pmon_readings readings;
	struct pmon_request requests[PMON_MAX_REQUESTS];
	u64 schedules;
	struct pmon_deferred *deferred;
	struct device *dev;
};

/**
 * pmon_die_is_here() - does this CPU program the die's units?
 * @die: the die
 *
 * The owner does, and while another CPU takes over the old owner, too. If all CPUs of the die are
 * offline, none does.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
static inline bool pmon_die_is_here(const struct pmon_die *die)
{
	int cpu = smp_processor_id();

	return cpu == die->owner || cpu == die->source;
}

/* Critical sections of any die that this CPU is in, or waits to enter. */
DECLARE_PER_CPU(unsigned int, pmon_locked);

/**
 * pmon_die_lock() - enter a critical section of a die
 * @die: the die
 *
 * Tracepoints fire within such sections: those of the register accessors, of timers, of the lock
 * itself, and the driver's own. A BPF program or a perf event on one of them can read an event of
 * ours, on the same CPU. That read has to find out, which is why the CPU is marked, and
 * before the lock is asked for.
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

/* How long a read waits for the lock, in nanoseconds. Nobody holds it for that long. */
#define PMON_LOCK_PATIENCE	1000000000ULL

/**
 * pmon_die_try_lock() - enter a critical section of a die, from wherever a read can come
 * @die: the die
 * @flags: receives IRQ flags for pmon_die_unlock()
 *
 * Does not wait for ever: whoever reads on a tracepoint can be within any lock of the kernel's, and
 * the one who has the die's lock can be waiting for that. An NMI does not wait at all.
 *
 * Context: any.
 * Return: false if this CPU is in such a section already, or if the lock could not be had.
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
 * pmon_die_create() - make a die without units and without timers
 * @dev: the driver's device, with which the die goes
 * @deferred: reports and events to be moved; see perf/upkeep.h
 * @die: logical die number
 * @max_units: how many units it can get
 *
 * Return: the die, or NULL if memory is short.
 */
struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int die, unsigned int max_units);

#endif
