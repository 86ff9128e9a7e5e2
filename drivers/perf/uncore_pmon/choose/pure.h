/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Environment of the pure logic: integer types and bit fields, without any state.
 *
 * The fuzzers also compile the files that include only this header, and headers of such files, for
 * user space.
 */
#ifndef _UNCORE_PMON_PURE_H
#define _UNCORE_PMON_PURE_H

#ifdef __KERNEL__

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>

#else

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int64_t s64;

struct list_head {
	struct list_head *next;
	struct list_head *prev;
};

#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define GENMASK_ULL(high, low)	((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define FIELD_GET(mask, reg)	(((reg) & (mask)) >> __builtin_ctzll(mask))
#define FIELD_PREP(mask, val)	(((u64)(val) << __builtin_ctzll(mask)) & (mask))
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))

static inline unsigned int hweight32(u32 word)
{
	return (unsigned int)__builtin_popcount(word);
}

static inline unsigned long __ffs(unsigned long word)
{
	return (unsigned long)__builtin_ctzl(word);
}

#endif /* __KERNEL__ */

#endif
