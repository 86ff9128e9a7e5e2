/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory modules, as SMBIOS lists them. */
#ifndef UNCORE_MEMORY_MODULES_H
#define UNCORE_MEMORY_MODULES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * memory_modules() - count the places for memory modules
 * @modules: receives those with a DDR5 module
 * @empty: receives those without a module
 *
 * Return: false if SMBIOS lists no DDR5 module, or cannot be read.
 */
bool memory_modules(size_t *modules, size_t *empty);

/** memory_speed() - the speed at which the slowest DDR5 module runs, in transfers per second; 0 if SMBIOS does not say it */
double memory_speed(void);

#endif
