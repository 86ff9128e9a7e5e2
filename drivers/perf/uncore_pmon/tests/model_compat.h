/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernels that only the random test follows. See compat.h.
 */
#ifndef _UNCORE_PMON_TESTS_MODEL_COMPAT_H
#define _UNCORE_PMON_TESTS_MODEL_COMPAT_H

#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

/* Newer kernels pass the test to the function that generates the parameters of a KUnit case. */
#ifdef PMON_HAVE_KUNIT_ASKER
#define PMON_KUNIT_ASKER	struct kunit *test,
#else
#define PMON_KUNIT_ASKER
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

#endif
