/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Uncore counters for other kernel modules.
 *
 * A counter is an event of a PMU of uncore_pmon on one die. perf schedules it like the events of
 * perf's users, and it shares the hardware counters with them.
 */
#ifndef _LINUX_UNCORE_PMON_H
#define _LINUX_UNCORE_PMON_H

#include <linux/types.h>

struct uncore_counter;

/**
 * struct uncore_count - the count of a counter
 * @count: events since it was opened; never decreases
 * @enabled: nanoseconds since perf first scheduled it
 * @running: nanoseconds of these in which it counted. Equal to @enabled if it always had a hardware
 *	     counter. If it is less, other events had their turns, and @count * @enabled /
 *	     @running estimates the real number
 */
struct uncore_count {
	u64 count;
	u64 enabled;
	u64 running;
};

/**
 * struct uncore_unit_count - the count of one unit of a counter
 * @count: events since it was opened; never decreases
 * @unit: number of the unit, as in uncore_cha_<n>; 0 for a type with one unit
 * @gone: 1 if the unit does not answer, 0 if it does. @count lacks what happens meanwhile
 */
struct uncore_unit_count {
	u64 count;
	u32 unit;
	u32 gone;
};

/**
 * struct uncore_window - the end of a period
 * @count: the counter's count at the freeze
 * @missed: periods that ended since the last window without a window of their own: the unit
 *	    counted faster than the driver polled
 * @unit: number of the unit whose period ended
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
 * @counter: the counter. The call can come before uncore_counter_open() has returned it
 * @window: the window; valid until the function returns
 * @context: the argument of uncore_counter_open()
 *
 * All counters of the package are frozen until the function returns: uncore_counter_read() of the
 * die's counters returns values of one instant, and nothing is counted while the function runs.
 * Each unit has periods of its own: for a counter on several units, each unit causes calls.
 *
 * Context: IRQs off, on the die's owner CPU; usually hard IRQ, or within perf, which may hold raw
 * locks of its own. The function must be short. It must not sleep, take a lock that sleeps on
 * PREEMPT_RT, open or close counters.
 */
typedef void (*uncore_window_fn)(struct uncore_counter *counter,
				 const struct uncore_window *window,
				 void *context);

/**
 * uncore_counter_open() - start to count an event on a die
 * @pmu: name of the PMU: "uncoreall_cha" for all units of a type, "uncore_cha_0" for one
 * @event: the event, as between the slashes of perf -e: a name ("tor_inserts.ia_miss_drd") of
 *	   the PMU's own, terms ("event=0x35,umask=0x1"), or both
 * @die: logical die, topology_logical_die_id() of any of its CPUs
 * @period: number of events on a unit after which @window is called; 0: only count
 * @window: the function, NULL if and only if @period is 0
 * @context: for @window
 *
 * The counter may have to wait for its turn if events need more counters than there are. It
 * continues while CPUs go offline and come back, as long as a CPU of the die is online.
 * uncore_pmon cannot be unloaded while a counter is open.
 *
 * The current task needs no permission to use perf. The caller decides to whom it shows the counts.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: the counter, or an ERR_PTR(): -ENOENT no such PMU, name or term; -EINVAL an invalid value
 * of a term, an event that the hardware cannot count (the tracepoint uncore_pmon:refused has the
 * reason), or @period without @window; -ENODEV the driver has no PMUs, no such die, none of its
 * CPUs is online, the PMU has no unit there, or no unit of the event answers; -EOPNOTSUPP the event
 * does not support a period, or a register that it requires does not exist; -ENOMEM.
 */
struct uncore_counter *uncore_counter_open(const char *pmu, const char *event,
					   int die, u64 period,
					   uncore_window_fn window, void *context);

/**
 * uncore_counter_close() - stop counting
 * @counter: the counter; NULL and ERR_PTR() are ignored
 *
 * No reads may be in progress, and none may follow. On return, the function for windows does not
 * run any more.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 */
void uncore_counter_close(struct uncore_counter *counter);

/**
 * uncore_counter_read() - read the count
 * @counter: the counter
 * @count: receives the count, also with an error
 *
 * Reads a register of each unit of the counter on this CPU, without a call to another one. If this
 * is not possible, the count is the last one that any reader found, which is up to a minute old.
 *
 * Context: any: process, softirq, hard IRQ, NMI, with any lock held; BPF programs; @window of any
 * counter. IRQs are off meanwhile. In an NMI it never waits.
 * Return: 0 if the count was read now. Otherwise it is the last count:
 *
 * * -EXDEV: the registers are MSRs, and this CPU is on another die
 * * -EBUSY: the call interrupted this CPU while it worked on counters; another CPU has worked on
 *   the die's counters for a second; in an NMI: another CPU works on them, or the registers cannot
 *   be read in an NMI
 * * -EAGAIN: the counter has no hardware counter now: other events have their turn, it is moving
 *   to another CPU, or the machine goes to sleep
 * * -EIO: one of its units does not answer; the count includes what that unit had counted. When it
 *   answers again, it counts again. uncore_counter_read_units() shows which unit it is
 * * -ENODEV: all CPUs of its die went offline. The counter has ended and can only be closed
 */
int uncore_counter_read(struct uncore_counter *counter, struct uncore_count *count);

/**
 * uncore_counter_read_units() - read the count of each unit
 * @counter: the counter
 * @counts: receives one entry for each unit, up to @num entries
 * @num: number of entries in @counts; receives the number of units of the counter
 *
 * Context: as uncore_counter_read().
 * Return: as uncore_counter_read().
 */
int uncore_counter_read_units(struct uncore_counter *counter,
			      struct uncore_unit_count *counts, unsigned int *num);

/**
 * uncore_counter_read_any() - read the count from any CPU
 * @counter: the counter
 * @count: receives the count, also with an error
 *
 * Calls a CPU of the die if this CPU cannot read the registers, and waits for a counter that is
 * moving to another CPU.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: as uncore_counter_read(), but never -EXDEV or -EBUSY.
 */
int uncore_counter_read_any(struct uncore_counter *counter, struct uncore_count *count);

/**
 * uncore_counters_available() - number of hardware counters that no event uses now
 * @pmu: name of the PMU, as for uncore_counter_open()
 * @die: logical die
 *
 * Of the unit with the fewest: so many events of the PMU that can use any counter make no other
 * event wait. Fixed and free-running counters are not included. The number may change at any time.
 * While events take turns, their counters are in use. The PMU's file "free" in sysfs has the same
 * numbers.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: the number; -ENOENT no such PMU; -ENODEV the driver has no PMUs, no such die, none of its
 * CPUs is online, or the PMU has no unit there.
 */
int uncore_counters_available(const char *pmu, int die);

/**
 * struct uncore_event - an event of a list
 * @pmu: name of the PMU, as for uncore_counter_open()
 * @event: the event, as for uncore_counter_open()
 */
struct uncore_event {
	const char *pmu;
	const char *event;
};

/**
 * uncore_counters_fit() - would the events of a list count at the same time?
 * @events: the events, of one or several PMUs. The PMU of a unit and the PMU of its type use the
 *	    same counters
 * @num: how many, 1 to 64
 * @die: logical die on which all of them count
 *
 * Compares what the events require on each unit, as perf does for a group. Opens nothing, and
 * ignores events that are open: with these, the events may have to take turns nevertheless.
 *
 * Context: process context, may sleep. Not from CPU hotplug callbacks.
 * Return: 0 if they would; -EBUSY if two of them require different values of a register of a unit,
 * or exclude each other; -EAGAIN if they require more counters than a unit has for them;
 * otherwise an error of uncore_counter_open() for one of the events, without a tracepoint; -EINVAL
 * also for an invalid @num.
 */
int uncore_counters_fit(const struct uncore_event *events, unsigned int num, int die);

#endif
