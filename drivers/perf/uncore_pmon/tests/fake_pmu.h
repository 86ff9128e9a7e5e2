/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMUs with fake units, for tests in the role of perf. They are not registered.
 */
#ifndef _UNCORE_PMON_FAKE_PMU_H
#define _UNCORE_PMON_FAKE_PMU_H

#include "fake_unit.h"

/**
 * fake_pmu_init() - init of suites: create a die in MSR space, whose owner runs the test
 * @test: the test
 */
int fake_pmu_init(struct kunit *test);

/**
 * fake_pmu_create() - create a PMU with the die's first units
 * @test: the test, which frees it
 * @level: PMU of a unit, or of all units of the type
 * @num_units: how many units
 */
struct pmon_pmu *fake_pmu_create(struct kunit *test, enum pmon_event_level level,
				 unsigned int num_units);

/* Number of existing events. */
size_t fake_open_events(const struct pmon_pmu *pmu);

/* Create an event as perf passes it to event_init. */
struct perf_event *fake_perf_event(struct kunit *test, struct pmon_pmu *pmu,
				   u64 config);

/* Create an event and call event_init; destroy it. */
struct perf_event *fake_open(struct kunit *test, struct pmon_pmu *pmu, u64 config);
void fake_close(struct perf_event *event);

/* perf's calls on the owner CPU, with its brackets. */
int fake_call_add(struct perf_event *event, int flags);
void fake_call_del(struct perf_event *event);
u64 fake_call_read(struct perf_event *event);

/* Replaces perf's function for consume/counter.c; see consume_test.c. */
struct perf_event *fake_create_kernel_counter(struct perf_event_attr *attr, int cpu,
					      struct task_struct *task,
					      perf_overflow_handler_t handler,
					      void *context);
int fake_release_kernel(struct perf_event *event);

#endif
