/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf's core lacks for modules, and how the driver does without.
 *
 * No other file touches state that belongs to perf's core. Each function names the change of the
 * core that would replace it; no kernel up to 7.3 has one of these. The folder is the lowest one
 * whose files need them.
 */
#ifndef _UNCORE_PMON_PERF_GAPS_H
#define _UNCORE_PMON_PERF_GAPS_H

#include <linux/perf_event.h>
#include <linux/types.h>

/*
 * perf's state of a PMU on one CPU, which controls the rotation of events that do not fit. Before
 * 6.2, each PMU had contexts of its own. Since then a CPU has one context for all PMUs, and later
 * the allocation of its parts changed.
 */
#ifndef PMON_HAVE_PMU_CONTEXT
static inline struct perf_cpu_context *pmon_cpu_context(struct pmu *pmu, unsigned int cpu)
{
	return per_cpu_ptr(pmu->pmu_cpu_context, cpu);
}

#define pmon_rotate_necessary(event)	((event)->ctx->rotate_necessary)
#else
static inline struct perf_cpu_pmu_context *pmon_cpu_context(struct pmu *pmu, unsigned int cpu)
{
#ifdef PMON_HAVE_PMU_CONTEXT_POINTER
	return *per_cpu_ptr(pmu->cpu_pmu_context, cpu);
#else
	return per_cpu_ptr(pmu->cpu_pmu_context, cpu);
#endif
}

#define pmon_rotate_necessary(event)	((event)->pmu_ctx->rotate_necessary)
#endif

/**
 * pmon_set_read_scope() - let perf read an event on any CPU of the die, without a call of the owner
 * @event: the event
 *
 * All kernels support this per package, which is enough where a package is a die. Elsewhere perf
 * calls the owner: PERF_EV_CAP_READ_SCOPE of newer kernels supports dies, but only for a PMU whose
 * CPUs perf chooses (&pmu.scope), with perf's own cpumask file. Not for events that sample: perf
 * adds to their counts without a lock (pmon_emit_sample()).
 * Replaced by: PERF_EV_CAP_READ_SCOPE for PMUs that choose their own CPUs.
 *
 * Context: pmu->event_init().
 */
void pmon_set_read_scope(struct perf_event *event);

/**
 * pmon_emit_sample() - emit a sample of an event to perf
 * @event: the event; it counts on this CPU
 * @period: number of events in the period that ended
 *
 * perf exports only one function that emits samples to modules: perf_tp_event(), for tracepoints.
 * Replaced by: an export of perf_event_overflow().
 *
 * Context: the CPU the event counts on, IRQs off.
 */
void pmon_emit_sample(struct perf_event *event, u64 period);

/**
 * pmon_event_is_attached() - is an event in the context of a CPU?
 * @event: the event
 *
 * It is not while perf opens it, nor after perf has removed it from a CPU that went offline.
 * Replaced by: the CPU in question, as the return value of perf_pmu_migrate_context().
 *
 * Context: any; the event cannot be freed.
 * Return: true if so.
 */
bool pmon_event_is_attached(const struct perf_event *event);

/**
 * pmon_event_is_detached() - has perf removed an event from a CPU that went offline?
 * @event: the event
 *
 * Replaced by: as pmon_event_is_attached().
 *
 * Context: process context, may sleep; the event cannot be freed.
 * Return: true if so.
 */
bool pmon_event_is_detached(const struct perf_event *event);

/* What pmon_hide_disabled() has hidden: the event, the leader of its group. */
#define PMON_HIDDEN		BIT(0)
#define PMON_HIDDEN_LEADER	BIT(1)

/**
 * pmon_hide_disabled() - put an event that is off into the error state, and so its software leader
 * @event: the event
 *
 * perf_pmu_migrate_context() makes all events run whose state is OFF or higher. So an event that
 * its user has disabled, or not yet enabled, would start to count when its CPU goes offline. perf
 * moves a software event that leads the group together with it. It leaves events in the error state
 * alone. Enabling an event clears that state.
 * Replaced by: a migration that keeps the state OFF.
 *
 * Context: process context, may sleep; the event cannot be freed, and nothing moves it.
 * Return: PMON_HIDDEN and PMON_HIDDEN_LEADER for what was off, for pmon_show_disabled().
 */
u8 pmon_hide_disabled(struct perf_event *event);

/**
 * pmon_show_disabled() - undo pmon_hide_disabled()
 * @event: the event
 * @hidden: what was off. If it was enabled meanwhile, it stays so
 *
 * Context: as pmon_hide_disabled().
 */
void pmon_show_disabled(struct perf_event *event, u8 hidden);

/**
 * pmon_end_event() - end an event: its reads return 0, the end of the file
 * @event: an event that perf has removed from its CPU
 *
 * perf exports no function that puts the event on a CPU again. Its count would stop without a
 * notice. In the error state its reads return 0, like those of a pinned event that lost its
 * counter.
 * Replaced by: a core that puts such events on the CPU again when it comes back.
 *
 * Context: process context; the event cannot be freed.
 * Return: true if it was not in error yet.
 */
bool pmon_end_event(struct perf_event *event);

/**
 * pmon_reject_opening() - have perf reject an event that is being opened
 * @event: the event, after event_init(), not in a context yet
 *
 * perf checks after event_init() that an event is on the CPU of its group's leader. It does not
 * check that the leader can still count.
 * Replaced by: that check.
 *
 * Context: any; the event cannot be freed.
 */
void pmon_reject_opening(struct perf_event *event);

/**
 * pmon_force_rotation() - have perf rotate the events of a PMU, as if one of them did not fit
 * @event: an event of the PMU that counts on this CPU
 *
 * Events of unit and type PMUs compete for the same counters, but perf rotates each PMU by itself.
 * Replaced by: an export of perf_pmu_resched().
 *
 * Context: the CPU the event counts on, IRQs off, called from within perf.
 */
void pmon_force_rotation(struct perf_event *event);

/**
 * pmon_end_rotation_on() - stop the timer with which perf rotates a PMU's events on a CPU
 * @pmu: a registered PMU
 * @cpu: the CPU; perf has none of the PMU's events there
 *
 * perf does not stop the timer when the CPU goes offline, and the timer moves to another CPU. perf
 * starts no new timer while this one is marked active. Once @cpu is back and has events, the timer
 * would rotate them on the wrong CPU.
 * Replaced by: perf_event_exit_cpu() that cancels the timer.
 *
 * Context: process context, may sleep.
 */
void pmon_end_rotation_on(struct pmu *pmu, unsigned int cpu);

/**
 * pmon_end_rotation() - stop all timers with which perf rotates a PMU's events
 * @pmu: a registered PMU without events
 *
 * perf frees the timers with the PMU even if they have not expired. Users choose the interval
 * (perf_event_mux_interval_ms).
 * Replaced by: perf_pmu_unregister() that cancels the timers.
 *
 * Context: process context, may sleep.
 */
void pmon_end_rotation(struct pmu *pmu);

#endif
