// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore_pmon_test.ko: the KUnit tests of uncore_pmon.
 *
 * A module of its own, with its own copy of what it tests: the module that
 * people load has neither tests nor anything exported for them.
 */
#include <linux/module.h>

MODULE_DESCRIPTION("KUnit tests of uncore_pmon");
MODULE_LICENSE("GPL");
