/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Uncore counters for other kernel modules.
 *
 * A counter is an event of one of the PMUs of uncore_pmon on one die, as perf's users open them:
 * perf schedules it, and it shares the hardware with everybody else's events.
 * Documentation/kernel-api.rst has an example.
 */
#ifndef _LINUX_UNCORE_PMON_H
#define _LINUX_UNCORE_PMON_H

#include <linux/types.h>

struct uncore_counter;

/**
 * struct uncore_count - what a counter has counted
 * @count: events since it was opened; never goes back
 * @enabled: nanoseconds since perf first wanted it to count
 * @running: nanoseconds of these in which it did. The same as @enabled if it has never been without
 *	     a hardware counter. If it is less, others have had their turns, and @count has to be
 *	     taken times @enabled / @running for an estimate of what there was
 */
struct uncore_count {
	u64 count;
	u64 enabled;
	u64 running;
};

/**
 * struct uncore_unit_count - what a counter has counted on one of its units
 * @count: events since it was opened; never goes back
 * @unit: number of the unit, as in uncore_cha_<n>; 0 for a type with one unit
 */
struct uncore_unit_count {
	u64 count;
	unsigned int unit;
};

/**
 * struct uncore_window - the end of a period
 * @count: of the counter, as it stood at the freeze
 * @missed: periods that ended since the last window and got none: the unit counted faster than
 *	    anybody looked (Documentation/windows.rst)
 * @unit: number of the unit whose counter has come to the end of its period
 * @die: logical die
 */
struct uncore_window {
	u64 count;
	u64 missed;
	unsigned int unit;
	int die;
};

/**
 * typedef uncore_window_fn - called at the end of each period
 * @counter: the counter. It can be called before uncore_counter_open() has returned this
 * @window: what happened; gone when the function returns
 * @context: what was given to uncore_counter_open()
 *
 * All counters of the package stand still, and go on after it: uncore_counter_read() of the die's
 * counters gives values of one instant, and what the function takes in time nobody counts. Each
 * unit has periods of its own: with a counter on several units it is called for each of them.
 *
 * Context: IRQs off, on the die's owner CPU; hard IRQ as a rule, or within perf, which may hold raw
 * locks of its own. It must be short. It must not sleep, take a lock that sleeps on PREEMPT_RT,
 * open or close counters.
 */
typedef void (*uncore_window_fn)(struct uncore_counter *counter,
				 const struct uncore_window *window,
				 void *context);

/**
 * uncore_counter_open() - count an event on a die from now on
 * @pmu: name of the PMU: "uncoreall_cha" for all units of a type, "uncore_cha_0" for one
 * @event: the event, as between the slashes of perf -e: a name ("tor_inserts.ia_miss_drd") of
 *	   the PMU's own, terms ("event=0x35,umask=0x1"), or both
 * @die: logical die, topology_logical_die_id() of any of its CPUs
 * @period: 0 to count; or @window is called each time that so many events have happened on a unit
 * @window: the function, NULL if and only if @period is 0
 * @context: for @window
 *
 * It need not count at once: where counters are short, perf lets events take turns. CPUs may go
 * offline and come back; it goes on as long as one of the die is left. uncore_pmon cannot be
 * unloaded while a counter is open.
 *
 * The current task needs no permission to use perf. The caller decides whom it shows the counts.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: the counter, or an ERR_PTR(): -ENOENT no such PMU, name or term; -EINVAL a value that a
 * term does not take, an event that the hardware cannot count (the tracepoint uncore_pmon:refused
 * tells why), or @period without @window; -ENODEV no such die, none of its CPUs is online, or the
 * PMU has no unit there; -EOPNOTSUPP it cannot have a period, or a register that it needs is not
 * there; -ENOMEM.
 */
struct uncore_counter *uncore_counter_open(const char *pmu, const char *event,
					   int die, u64 period,
					   uncore_window_fn window, void *context);

/**
 * uncore_counter_close() - count no more
 * @counter: the counter; NULL or an ERR_PTR() do no harm
 *
 * Nobody may be reading it, nor read it later. Its function for windows does not run any more on
 * return.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 */
void uncore_counter_close(struct uncore_counter *counter);

/**
 * uncore_counter_read() - what has it counted?
 * @counter: the counter
 * @count: receives the count, also with an error
 *
 * Reads a register of each unit of the counter, here: no other CPU is asked. Where that cannot be
 * done the count is the one that was found last, by whoever read it, which is up to a minute old.
 *
 * Context: any: process, softirq, hard IRQ, NMI, with any lock held; BPF programs; @window of any
 * counter. IRQs are off meanwhile. In an NMI it never waits.
 * Return: 0 if the count is of now, or else it is the last one:
 *
 * * -EXDEV: its registers are MSRs, and this CPU is of another die
 * * -EBUSY: this CPU is at work on the die's counters already, and was interrupted; in an NMI:
 *   another CPU is, or its registers cannot be reached from one
 * * -EAGAIN: it has no hardware counter at the moment: others have their turn, it is moving to
 *   another CPU, or the machine goes to sleep
 * * -EIO: one of its units does not answer any more; what that one had counted is part of the count
 * * -ENODEV: all CPUs of its die went offline. It has ended for good and can only be closed
 */
int uncore_counter_read(struct uncore_counter *counter, struct uncore_count *count);

/**
 * uncore_counter_read_units() - what has it counted on each of its units?
 * @counter: the counter
 * @counts: receives one entry for each unit, as far as there is room
 * @num: room in @counts; receives the number of units that the counter has
 *
 * Context: as uncore_counter_read().
 * Return: as uncore_counter_read().
 */
int uncore_counter_read_units(struct uncore_counter *counter,
			      struct uncore_unit_count *counts, unsigned int *num);

/**
 * uncore_counter_read_any() - what has it counted? From any CPU
 * @counter: the counter
 * @count: receives the count, also with an error
 *
 * Asks a CPU of the die if this one cannot know, and waits for a counter that is moving to another
 * CPU.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: as uncore_counter_read(), but never -EXDEV or -EBUSY.
 */
int uncore_counter_read_any(struct uncore_counter *counter, struct uncore_count *count);

#endif
