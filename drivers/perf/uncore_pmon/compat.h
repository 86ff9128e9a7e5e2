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

#include <linux/hrtimer.h>
#include <linux/perf_event.h>
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

/* Reserved word of the perf ABI that only newer kernels have. */
static inline u64 pmon_config3(const struct perf_event *event)
{
#ifdef PMON_HAVE_CONFIG3
	return event->attr.config3;
#else
	return 0;
#endif
}

/*
 * Let perf read on any CPU of the die instead of asking the owner. Kernels
 * without a scope only know the package, which is the same where a package
 * has one die.
 */
static inline void pmon_set_read_scope(struct perf_event *event)
{
#ifdef PERF_EV_CAP_READ_SCOPE
	event->event_caps |= PERF_EV_CAP_READ_SCOPE;
#else
	if (topology_max_die_per_package() == 1)
		event->event_caps |= PERF_EV_CAP_READ_ACTIVE_PKG;
#endif
}

#endif
