// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exports for other modules. Not beside the functions, because the KUnit module contains a copy of
 * those.
 */
#include <linux/export.h>
#include <linux/uncore_pmon.h>

EXPORT_SYMBOL_GPL(uncore_counter_open);
EXPORT_SYMBOL_GPL(uncore_counter_close);
EXPORT_SYMBOL_GPL(uncore_counter_read);
EXPORT_SYMBOL_GPL(uncore_counter_read_units);
EXPORT_SYMBOL_GPL(uncore_counter_read_any);
EXPORT_SYMBOL_GPL(uncore_counters_available);
EXPORT_SYMBOL_GPL(uncore_counters_fit);
