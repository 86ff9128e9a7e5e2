/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What sysfs says about a PMU, turned into a perf_event_attr.
 */
#ifndef PMONTEST_PMU_H
#define PMONTEST_PMU_H

#include <linux/perf_event.h>
#include <stddef.h>

/**
 * pmu_event() - fill an attr from `PMU/term,term=value/`
 * @spec: the event as the perf tool spells it; `config=`, `config1=` and `config2=` set raw bits
 * @attr: type and config fields are filled in, the rest is left as it is
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 *
 * Terms are resolved through the PMU's format/ and events/ directories, so a value that does not
 * fit its format is an error here, before the kernel sees it.
 *
 * Return: 0, or -1 with @error filled in.
 */
int pmu_event(const char *spec, struct perf_event_attr *attr, char *error, size_t error_size);

/**
 * pmu_cpu_of_die() - the CPU of a PMU's cpumask that belongs to a die
 * @spec: the PMU's name, or an event of it
 * @die: package number
 *
 * Return: the CPU, or -1 if the PMU has no CPU there.
 */
int pmu_cpu_of_die(const char *spec, unsigned int die);

#endif /* PMONTEST_PMU_H */
