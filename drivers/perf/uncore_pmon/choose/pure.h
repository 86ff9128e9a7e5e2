/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Environment of the pure logic: integer types and bit fields, without any state.
 *
 * The fuzzers run the files that include only this header, and headers of such files, alone.
 */
#ifndef _UNCORE_PMON_PURE_H
#define _UNCORE_PMON_PURE_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>

#endif
