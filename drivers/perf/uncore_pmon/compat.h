/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernels 6.1 to 7.3. Those of perf's contexts are in count/perf_gaps.h, those
 * of the tests in tests/model_compat.h. No other file depends on the kernel's version.
 *
 * Each difference is detected by feature, because stable series contain backports. Where the
 * preprocessor cannot detect a feature, the driver's Makefile searches the kernel's headers and
 * defines PMON_HAVE_*.
 */
#ifndef _UNCORE_PMON_COMPAT_H
#define _UNCORE_PMON_COMPAT_H

#include <linux/btf.h>
#include <linux/btf_ids.h>
#include <linux/hrtimer.h>
#include <linux/ioport.h>
#include <linux/module.h>
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

/*
 * Read an MSR that may not exist on a CPU. May sleep. Returns 0, -ENXIO if the CPU is offline, -EIO
 * if there is no such MSR.
 */
#ifdef PMON_HAVE_RDMSRQ
#define pmon_msr_read_on	rdmsrq_safe_on_cpu
#else
#define pmon_msr_read_on	rdmsrl_safe_on_cpu
#endif

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

/* Newer kernels keep memory for special purposes, such as HBM, out of the other resources. */
#ifndef PMON_HAVE_SOFT_RESERVE
#define region_intersects_soft_reserve(start, size) \
	region_intersects(start, size, IORESOURCE_MEM, IORES_DESC_SOFT_RESERVED)
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

#endif
