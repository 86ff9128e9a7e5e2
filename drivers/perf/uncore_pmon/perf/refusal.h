/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why an event is refused: perf's user gets an errno, which is "Invalid argument" nearly always.
 */
#ifndef _UNCORE_PMON_REFUSAL_H
#define _UNCORE_PMON_REFUSAL_H

#include <linux/compiler.h>

/**
 * struct pmon_refusal - why an event is refused
 * @reason: in words, for the tracepoint uncore_pmon:refused; "" as long as it is not
 */
struct pmon_refusal {
	char reason[128];
};

/**
 * pmon_refuse() - say why an event is refused
 * @refusal: receives the reason
 * @error: what perf's user gets
 * @format: the reason in words, without an end of line
 *
 * Return: @error.
 */
__printf(3, 4)
int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...);

#endif
