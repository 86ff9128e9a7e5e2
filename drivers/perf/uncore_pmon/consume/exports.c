// SPDX-License-Identifier: GPL-2.0-only
/*
 * What other modules can call. Apart from the functions, which the KUnit module has a copy of.
 */
#include <linux/export.h>
#include <linux/uncore_pmon.h>

EXPORT_SYMBOL_GPL(uncore_counter_open);
EXPORT_SYMBOL_GPL(uncore_counter_close);
EXPORT_SYMBOL_GPL(uncore_counter_read);
EXPORT_SYMBOL_GPL(uncore_counter_read_units);
EXPORT_SYMBOL_GPL(uncore_counter_read_any);
