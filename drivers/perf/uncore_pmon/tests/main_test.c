// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore_pmon_test.ko: the KUnit tests of uncore_pmon.
 *
 * A separate module with its own copy of the code under test: the driver's
 * module contains no tests, and no exports for tests.
 */
#include <linux/module.h>

MODULE_DESCRIPTION("KUnit tests of uncore_pmon");
MODULE_LICENSE("GPL");
