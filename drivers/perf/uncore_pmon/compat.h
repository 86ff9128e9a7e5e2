/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernels, 6.1 to 7.3. The only place that knows of them.
 *
 * Everything is found by feature: stable series get things backported, so a
 * version number tells nothing. What the preprocessor cannot see, Kbuild
 * looks up in the kernel's headers and passes as PMON_HAVE_*.
 */
#ifndef _UNCORE_PMON_COMPAT_H
#define _UNCORE_PMON_COMPAT_H

#include <linux/btf.h>
#include <linux/btf_ids.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <asm/msr.h>

#ifndef PMON_HAVE_HRTIMER_SETUP
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

/* The 64-bit accessors were renamed from rdmsrl to rdmsrq. */
static inline int pmon_rdmsr_safe(u32 msr, u64 *value)
{
#ifdef PMON_HAVE_RDMSRQ
	return rdmsrq_safe(msr, value);
#else
	return rdmsrl_safe(msr, value);
#endif
}

static inline int pmon_wrmsr_safe(u32 msr, u64 value)
{
#ifdef PMON_HAVE_RDMSRQ
	return wrmsrq_safe(msr, value);
#else
	return wrmsrl_safe(msr, value);
#endif
}

/*
 * Words of the perf ABI that only newer kernels have. Older ones refuse what is not 0 behind the
 * end of the attributes that they know.
 */
#ifdef PMON_HAVE_CONFIG3
#define PMON_CONFIG3			true
#define pmon_config3(attr)		((attr)->config3)
#define pmon_set_config3(attr, value)	((attr)->config3 = (value))
#else
#define PMON_CONFIG3			false
#define pmon_config3(attr)		0
#define pmon_set_config3(attr, value)	((void)(value))
#endif

static inline u64 pmon_newer_config(const struct perf_event *event)
{
#ifdef PMON_HAVE_CONFIG4
	return event->attr.config4;
#else
	return 0;
#endif
}

/* Who makes the parameters of a KUnit case is told, by newer kernels, for which test. */
#ifdef PMON_HAVE_KUNIT_ASKER
#define PMON_KUNIT_ASKER	struct kunit *test,
#else
#define PMON_KUNIT_ASKER
#endif

/* The source of a string became a part of its declaration alone. */
#ifdef PMON_HAVE_ASSIGN_STR_SOURCE
#define pmon_assign_str(field, source)	__assign_str(field, source)
#else
#define pmon_assign_str(field, source)	__assign_str(field)
#endif

/* Functions for BPF programs: later kernels mark them, and their lists. */
#ifndef __bpf_kfunc
#define __bpf_kfunc	__used noinline
#endif
#ifndef BTF_KFUNCS_START
#define BTF_KFUNCS_START(name)	BTF_SET8_START(name)
#define BTF_KFUNCS_END(name)	BTF_SET8_END(name)
#endif

/*
 * Does the module describe itself? One that does not, as it comes out of headers without the
 * kernel's BTF, gets a warning from the kernel for each list of such functions. To be asked while
 * the module is loaded; later the kernel forgets.
 */
static inline bool pmon_module_has_btf(void)
{
#if defined(MODULE) && defined(CONFIG_DEBUG_INFO_BTF_MODULES)
	return THIS_MODULE->btf_data;
#else
	return IS_ENABLED(CONFIG_DEBUG_INFO_BTF);
#endif
}

/* Renamed when a second question, for one package, was added to the maximum. */
static inline unsigned int pmon_dies_of_package(void)
{
#ifdef PMON_HAVE_MAX_DIES
	return topology_max_dies_per_package();
#else
	return topology_max_die_per_package();
#endif
}

/*
 * Let perf read on any CPU of the die instead of asking the owner. What perf knows that by in all
 * kernels is the package, which is good where a package is a die. Elsewhere the owner is
 * asked: newer kernels know dies too (PERF_EV_CAP_READ_SCOPE), but only of a PMU whose owner
 * CPUs perf chooses itself (&pmu.scope), with a cpumask file of its own.
 *
 * Not for events that sample: perf adds to their counts without a lock (emit_sample()).
 */
static inline void pmon_set_read_scope(struct perf_event *event)
{
	if (pmon_dies_of_package() == 1 && !is_sampling_event(event))
		event->event_caps |= PERF_EV_CAP_READ_ACTIVE_PKG;
}

/**
 * pmon_hide_disabled() - make an event that is off look worse than that
 * @event: the event
 *
 * perf_pmu_migrate_context() gives all events that are off or better a state in which they run. So
 * an event that its user has disabled, or not yet enabled, would begin to count when its CPU
 * goes offline. Those in error it leaves alone, and enabling one of them clears the error.
 *
 * perf enables an event in two steps, the second one on the event's CPU, and holds the context's
 * mutex meanwhile. An event that is hidden between the two would stay off.
 *
 * Context: process context, may sleep; the event cannot be freed, and nothing moves it.
 * Return: true if it was off; pmon_show_disabled() puts that right again.
 */
static inline bool pmon_hide_disabled(struct perf_event *event)
{
	struct perf_event_context *context = event->ctx;
	bool off;

	mutex_lock(&context->mutex);
	off = cmpxchg(&event->state, PERF_EVENT_STATE_OFF,
		      PERF_EVENT_STATE_ERROR) == PERF_EVENT_STATE_OFF;
	mutex_unlock(&context->mutex);
	return off;
}

/**
 * pmon_show_disabled() - undo pmon_hide_disabled()
 * @event: the event; unless it was enabled meanwhile
 */
static inline void pmon_show_disabled(struct perf_event *event)
{
	cmpxchg(&event->state, PERF_EVENT_STATE_ERROR, PERF_EVENT_STATE_OFF);
}

/**
 * pmon_end_event() - end an event: its reads find the end of the file
 * @event: an event that perf has removed from its CPU
 *
 * Nothing that perf exports puts it on a CPU again. Its count would stand still without a word. In
 * error its reads end, like those of a pinned event that lost its counter. perf lets a member of a
 * group never leave this state when it is without its group, and so an ended event cannot be
 * enabled.
 *
 * Context: process context; the event cannot be freed.
 * Return: true if it was not in error yet.
 */
static inline bool pmon_end_event(struct perf_event *event)
{
	enum perf_event_state state = READ_ONCE(event->state);

	event->event_caps |= PERF_EV_CAP_SIBLING;
	return state > PERF_EVENT_STATE_ERROR &&
	       cmpxchg(&event->state, state, PERF_EVENT_STATE_ERROR) == state;
}

/*
 * perf's own state of a PMU on one CPU: where its events that do not fit make it
 * rotate them. What was per PMU and context before 6.2 became a part of
 * the CPU's one context, and was allocated in another way later.
 */
#ifndef PMON_HAVE_PMU_CONTEXT
static inline struct perf_cpu_context *pmon_cpu_context(struct pmu *pmu,
							unsigned int cpu)
{
	return per_cpu_ptr(pmu->pmu_cpu_context, cpu);
}

#define pmon_rotate_necessary(event)	((event)->ctx->rotate_necessary)
#else
static inline struct perf_cpu_pmu_context *
pmon_cpu_context(struct pmu *pmu, unsigned int cpu)
{
#ifdef PMON_HAVE_PMU_CONTEXT_POINTER
	return *per_cpu_ptr(pmu->cpu_pmu_context, cpu);
#else
	return per_cpu_ptr(pmu->cpu_pmu_context, cpu);
#endif
}

#define pmon_rotate_necessary(event)	((event)->pmu_ctx->rotate_necessary)
#endif

/*
 * What perf makes of a PMU that it registers, for PMUs of tests, which it does not know. Must be
 * released also where making it has failed.
 */
#ifdef PMON_HAVE_PMU_CONTEXT_POINTER
static inline void pmon_free_cpu_contexts(struct pmu *pmu)
{
	unsigned int cpu;

	if (!pmu->cpu_pmu_context)
		return;
	for_each_possible_cpu(cpu)
		kfree(*per_cpu_ptr(pmu->cpu_pmu_context, cpu));
	free_percpu(pmu->cpu_pmu_context);
}

static inline int pmon_alloc_cpu_contexts(struct pmu *pmu)
{
	unsigned int cpu;

	pmu->cpu_pmu_context = alloc_percpu(struct perf_cpu_pmu_context *);
	if (!pmu->cpu_pmu_context)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct perf_cpu_pmu_context *context;

		context = kzalloc(sizeof(*context), GFP_KERNEL);
		if (!context)
			return -ENOMEM;
		*per_cpu_ptr(pmu->cpu_pmu_context, cpu) = context;
	}
	return 0;
}
#elif defined(PMON_HAVE_PMU_CONTEXT)
static inline void pmon_free_cpu_contexts(struct pmu *pmu)
{
	free_percpu(pmu->cpu_pmu_context);
}

static inline int pmon_alloc_cpu_contexts(struct pmu *pmu)
{
	pmu->cpu_pmu_context = alloc_percpu(struct perf_cpu_pmu_context);
	return pmu->cpu_pmu_context ? 0 : -ENOMEM;
}
#endif

/**
 * pmon_force_rotation() - have perf give the other events of a PMU their turn
 * @event: an event that counts on this CPU
 *
 * What perf does when one of a PMU's events does not fit. Nothing that perf
 * exports does this (perf_pmu_resched() is not exported).
 *
 * Context: the CPU the event counts on, IRQs off, called from within perf.
 */
static inline void pmon_force_rotation(struct perf_event *event)
{
	typeof(pmon_cpu_context(event->pmu, 0)) context =
		pmon_cpu_context(event->pmu, smp_processor_id());
	unsigned long flags;

	WRITE_ONCE(pmon_rotate_necessary(event), 1);

	raw_spin_lock_irqsave(&context->hrtimer_lock, flags);
	if (!context->hrtimer_active) {
		context->hrtimer_active = 1;
		hrtimer_forward_now(&context->hrtimer, context->hrtimer_interval);
		hrtimer_start_expires(&context->hrtimer,
				      HRTIMER_MODE_ABS_PINNED_HARD);
	}
	raw_spin_unlock_irqrestore(&context->hrtimer_lock, flags);
}

/**
 * pmon_end_rotation_on() - stop the timer with which perf rotates a PMU's events on a CPU
 * @pmu: a registered PMU
 * @cpu: the CPU; perf has none of the PMU's events there
 *
 * perf leaves the timer to itself when the CPU goes offline. The timer then moves to another CPU.
 * perf starts no other one as long as this one counts as active. Once @cpu is back and has events,
 * it would rotate them on the wrong CPU.
 *
 * Context: process context, may sleep.
 */
static inline void pmon_end_rotation_on(struct pmu *pmu, unsigned int cpu)
{
	typeof(pmon_cpu_context(pmu, 0)) context = pmon_cpu_context(pmu, cpu);
	unsigned long flags;

	hrtimer_cancel(&context->hrtimer);
	raw_spin_lock_irqsave(&context->hrtimer_lock, flags);
	context->hrtimer_active = 0;
	raw_spin_unlock_irqrestore(&context->hrtimer_lock, flags);
}

/**
 * pmon_end_rotation() - stop the timers with which perf rotates a PMU's events
 * @pmu: a registered PMU without events
 *
 * perf lets them run out by themselves, and frees them with the PMU even if they
 * have not. The interval is for users to choose (perf_event_mux_interval_ms).
 *
 * Context: process context, may sleep.
 */
static inline void pmon_end_rotation(struct pmu *pmu)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		pmon_end_rotation_on(pmu, cpu);
}

#endif
