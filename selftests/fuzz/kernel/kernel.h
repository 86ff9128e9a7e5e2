/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as the driver calls, for programs: one thread, which is on one CPU at a time and says so itself. Every
 * kernel header that the driver includes is this (headers.sh).
 *
 * What the kernel checks with lockdep is asserted: a lock taken twice, or not held where it has to be, ends the program.
 *
 *	kernel.h	types, numbers, bits
 *	list.h		lists and hash tables
 *	cpu.h		CPUs, locks, RCU
 *	device.h	memory of the kernel, devices, messages, work for later
 *	pci.h		PCI functions and registers in memory, which place/machine.c has
 *	perf.h		time, tracepoints, perf
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;
typedef s64 ktime_t;

#define __init
#define __iomem
#define __force
#define __printf(format, first)	__attribute__((__format__(printf, format, first)))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, value)	((x) = (value))
#define smp_load_acquire(p)	READ_ONCE(*(p))
#define smp_store_release(p, value)	WRITE_ONCE(*(p), value)
#define smp_mb()		((void)0)
#define IS_ENABLED(option)		1
#define WARN_ONCE(condition, ...)	({ assert(!(condition)); false; })
#define WARN_ON_ONCE(condition)		WARN_ONCE(condition)
#define BUILD_BUG_ON(condition)	_Static_assert(!(condition), #condition)

#define S16_MIN			INT16_MIN
#define U32_MAX			UINT32_MAX
#define U64_MAX			(~0ULL)
#define NSEC_PER_USEC		1000ULL
#define NSEC_PER_MSEC		1000000ULL
#define NSEC_PER_SEC		1000000000ULL

#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define GENMASK_ULL(high, low)	((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define GENMASK(high, low)	((unsigned long)GENMASK_ULL(high, low))
#define FIELD_GET(mask, reg)	(((reg) & (mask)) >> __builtin_ctzll(mask))
#define FIELD_PREP(mask, val)	(((u64)(val) << __builtin_ctzll(mask)) & (mask))
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define ALIGN(x, a)		(((x) + (a) - 1) & ~((typeof(x))(a) - 1))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define div64_u64(a, b)		((a) / (b))
#define upper_32_bits(x)	((u32)((u64)(x) >> 32))
#define lower_32_bits(x)	((u32)(x))
#define hweight32(x)		((unsigned int)__builtin_popcount(x))
#define hweight64(x)		((unsigned int)__builtin_popcountll(x))
#define __ffs(x)		((unsigned long)__builtin_ctzl(x))
#define __ffs64(x)		((unsigned long)__builtin_ctzll(x))

#define vscnprintf		vsnprintf

#define min(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a < __b ? __a : __b; })
#define max(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a > __b ? __a : __b; })
#define swap(a, b)	do { __typeof__(a) swapped = (a); (a) = (b); (b) = swapped; } while (0)
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define clamp_t(type, value, low, high) min_t(type, max_t(type, value, low), high)

#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - offsetof(type, member)))
#define struct_size(pointer, member, num) \
	(sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (num))

#define LONGS(bits)			(((bits) + 63) / 64)
#define DECLARE_BITMAP(name, bits)	unsigned long name[LONGS(bits)]
#define bitmap_zero(map, bits)		memset(map, 0, LONGS(bits) * sizeof(long))
#define bitmap_copy(to, from, bits)	memcpy(to, from, LONGS(bits) * sizeof(long))

static inline const void *memchr_inv(const void *start, int byte, size_t size)
{
	const u8 *at;

	for (at = start; size; size--, at++)
		if (*at != (u8)byte)
			return at;
	return NULL;
}

static inline void __set_bit(unsigned int bit, unsigned long *map)
{
	map[bit / 64] |= 1UL << bit % 64;
}

static inline bool test_bit(unsigned int bit, const unsigned long *map)
{
	return map[bit / 64] >> bit % 64 & 1;
}

static inline void set_bit(unsigned int bit, unsigned long *map)
{
	__set_bit(bit, map);
}

static inline bool __test_and_set_bit(unsigned int bit, unsigned long *map)
{
	bool was = test_bit(bit, map);

	set_bit(bit, map);
	return was;
}

static inline bool test_and_clear_bit(unsigned int bit, unsigned long *map)
{
	bool was = test_bit(bit, map);

	map[bit / 64] &= ~(1UL << bit % 64);
	return was;
}

static inline bool bitmap_empty(const unsigned long *map, unsigned int bits)
{
	unsigned int i;

	for (i = 0; i < LONGS(bits); i++)
		if (map[i])
			return false;
	return true;
}

#define for_each_set_bit(bit, map, bits)		\
	for ((bit) = 0; (bit) < (bits); (bit)++)	\
		if (test_bit(bit, map))

#include "list.h"
#include "cpu.h"
#include "device.h"
#include "pci.h"
#include "perf.h"

#endif
