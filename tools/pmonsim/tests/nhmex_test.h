/* SPDX-License-Identifier: GPL-2.0-only */
/* Nehalem-EX's registers, for its tests. */
#ifndef PMONSIM_NHMEX_TEST_H
#define PMONSIM_NHMEX_TEST_H

#include "test.h"

#define NHM_GLOBAL		0xc00u
#define NHM_EN_ALL		(1ull << 28)
#define NHM_EN			(1ull << 22)

/* Of the box whose global control is at @msr. */
#define NHM_CONTROL(msr, n)	((msr) + 0x10 + 2 * (n))
#define NHM_COUNTER(msr, n)	((msr) + 0x11 + 2 * (n))

/* Let one counter of a box of package 0 count from 0, as the one of its box. */
static inline void nhm_start(uint32_t msr, unsigned int counter, uint64_t control)
{
	wrmsr(0, msr, 0);
	wrmsr(0, NHM_CONTROL(msr, counter), control);
	wrmsr(0, NHM_COUNTER(msr, counter), 0);
	wrmsr(0, msr, 1ull << counter);
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL);
}

/* The counter's value, which then is 0. */
static inline uint64_t nhm_take(uint32_t msr, unsigned int counter)
{
	uint64_t value = rdmsr(0, NHM_COUNTER(msr, counter));

	wrmsr(0, NHM_COUNTER(msr, counter), 0);
	return value;
}

#endif /* PMONSIM_NHMEX_TEST_H */
