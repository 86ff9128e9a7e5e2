/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of the CPUs themselves: the kernel's generic names, the PMU of the cores, and the kernel's PMUs beside it.
 */
#ifndef UNCORE_CORE_EVENT_H
#define UNCORE_CORE_EVENT_H

#include "base/suggest.h"
#include "machine/machine.h"

/**
 * core_generic() - an event that the kernel has a number for, named as by perf, or r and the hexadecimal code of one
 * @name: "cache-misses", "page-faults", "r412e"
 * @type: receives what perf_event_attr.type has to be
 * @config: receives the number
 *
 * Return: false if the name is none of them.
 */
bool core_generic(const char *name, uint32_t *type, uint64_t *config);

/** core_generic_try() - try all names but codes */
void core_generic_try(struct suggestion *suggestion);

/** core_pmu() - the PMU of the cores, with its formats and names in sysfs; NULL if this machine has none */
struct pmu *core_pmu(void);

/**
 * kernel_pmu() - a PMU of the kernel that is neither of the uncore nor of the cores
 * @name: "power" (RAPL) or "msr" (free-running counters of each CPU)
 *
 * Return: the PMU, NULL if the kernel has none of that name here.
 */
struct pmu *kernel_pmu(const char *name);

/** kernel_pmu_missing() - the name of one of these PMUs: why it can be missing. NULL for all other names. */
const char *kernel_pmu_missing(const char *name);

#endif
