/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why an event is refused: users get only an errno, nearly always "Invalid argument".
 */
#ifndef _UNCORE_PMON_REFUSAL_H
#define _UNCORE_PMON_REFUSAL_H

#include <linux/compiler.h>

/**
 * struct pmon_refusal - why an event is refused
 * @reason: text for the tracepoint uncore_pmon:refused; "" if the event is not refused
 */
struct pmon_refusal {
	char reason[128];
};

/**
 * pmon_refuse() - record why an event is refused
 * @refusal: receives the reason
 * @error: the errno for the user
 * @format: the reason, without a newline
 *
 * Return: @error.
 */
__printf(3, 4)
int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...);

#endif
