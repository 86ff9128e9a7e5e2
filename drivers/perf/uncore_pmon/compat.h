/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernels 6.1 to 7.3. No other file depends on the kernel's version.
 *
 * Each difference is detected by feature, because stable series contain backports. Where the
 * preprocessor cannot detect a feature, Kbuild searches the kernel's headers and defines
 * PMON_HAVE_*.
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
 * Words of perf_event_attr that only newer kernels have. Older kernels reject nonzero bytes beyond
 * their own struct.
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

/* Newer kernels include the isolated partitions of cpusets. */
#ifdef PMON_HAVE_CPU_IS_ISOLATED
#define pmon_cpu_is_isolated(cpu)	cpu_is_isolated(cpu)
#else
#define pmon_cpu_is_isolated(cpu)	(!housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN))
#endif

/* Newer kernels pass the test to the function that generates the parameters of a KUnit case. */
#ifdef PMON_HAVE_KUNIT_ASKER
#define PMON_KUNIT_ASKER	struct kunit *test,
#else
#define PMON_KUNIT_ASKER
#endif

/* Newer kernels take the source of a string from its declaration only. */
#ifdef PMON_HAVE_ASSIGN_STR_SOURCE
#define pmon_assign_str(field, source)	__assign_str(field, source)
#else
#define pmon_assign_str(field, source)	__assign_str(field)
#endif

/* Kfuncs: newer kernels mark the functions and their lists. */
#ifndef __bpf_kfunc
#define __bpf_kfunc	__used noinline
#endif
#ifndef BTF_KFUNCS_START
#define BTF_KFUNCS_START(name)	BTF_SET8_START(name)
#define BTF_KFUNCS_END(name)	BTF_SET8_END(name)
#endif

/*
 * Does the module have BTF? A module built without the kernel's BTF has none, and the kernel then
 * warns about each list of kfuncs. Call only while the module is being loaded: the kernel clears
 * btf_data afterwards.
 */
static inline bool pmon_module_has_btf(void)
{
#if defined(MODULE) && defined(CONFIG_DEBUG_INFO_BTF_MODULES)
	return THIS_MODULE->btf_data;
#else
	return IS_ENABLED(CONFIG_DEBUG_INFO_BTF);
#endif
}

/* Renamed when a function for a single package was added. */
static inline unsigned int pmon_dies_of_package(void)
{
#ifdef PMON_HAVE_MAX_DIES
	return topology_max_dies_per_package();
#else
	return topology_max_die_per_package();
#endif
}

/*
 * Let perf read on any CPU of the die instead of calling the owner. All kernels support this per
 * package, which is enough where a package is a die. Elsewhere perf calls the owner:
 * PERF_EV_CAP_READ_SCOPE of newer kernels supports dies, but only for a PMU whose CPUs perf chooses
 * (&pmu.scope), with perf's own cpumask file.
 *
 * Not for events that sample: perf adds to their counts without a lock (emit_sample()).
 */
static inline void pmon_set_read_scope(struct perf_event *event)
{
	if (pmon_dies_of_package() == 1 && !is_sampling_event(event))
		event->event_caps |= PERF_EV_CAP_READ_ACTIVE_PKG;
}

/**
 * pmon_hide_disabled() - put an event that is off into the error state
 * @event: the event
 *
 * perf_pmu_migrate_context() makes all events run whose state is OFF or higher. So an event that
 * its user has disabled, or not yet enabled, would start to count when its CPU goes offline. It
 * leaves events in the error state alone. Enabling an event clears that state.
 *
 * perf enables an event in two steps under the context's mutex, the second on the event's CPU. An
 * event that is hidden between the two would stay off, so this takes the mutex.
 *
 * Context: process context, may sleep; the event cannot be freed, and nothing moves it.
 * Return: true if it was off; then call pmon_show_disabled() later.
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
 * pmon_end_event() - end an event: its reads return 0, the end of the file
 * @event: an event that perf has removed from its CPU
 *
 * perf exports no function that puts the event on a CPU again. Its count would stop without a
 * notice. In the error state its reads return 0, like those of a pinned event that lost its
 * counter. PERF_EV_CAP_SIBLING keeps it there: an event with this flag cannot leave it without its
 * group.
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
 * perf's state of a PMU on one CPU, which controls the rotation of events that do not fit. Before
 * 6.2, each PMU had contexts of its own. Since then a CPU has one context for all PMUs, and later
 * the allocation of its parts changed.
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
 * Allocates for unregistered PMUs of tests what perf allocates when it registers a PMU. Must be
 * freed also if the allocation failed.
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
 * pmon_force_rotation() - have perf rotate the events of a PMU
 * @event: an event that counts on this CPU
 *
 * Does what perf does if an event of the PMU does not fit. perf exports no function for it (not
 * even perf_pmu_resched()).
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
 * perf does not stop the timer when the CPU goes offline, and the timer moves to another CPU. perf
 * starts no new timer while this one is marked active. Once @cpu is back and has events, the timer
 * would rotate them on the wrong CPU.
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
 * perf frees the timers with the PMU even if they have not expired. Users choose the interval
 * (perf_event_mux_interval_ms).
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
