/* SPDX-License-Identifier: GPL-2.0-only */
/* `uncore top` on a terminal. */
#ifndef UNCORE_TOP_SCREEN_H
#define UNCORE_TOP_SCREEN_H

#include "top/top.h"

/**
 * top_screen() - show pictures and obey keys until `q` or a signal
 * @top: the view, counting
 * @interval_ms: from one picture to the next
 *
 * Return: a status, after a message if it is not 0.
 */
int top_screen(struct top *top, unsigned long interval_ms);

#endif
