/* SPDX-License-Identifier: GPL-2.0-only */
/* The time, by the only clock that the program reads. */
#ifndef UNCORE_CLOCK_H
#define UNCORE_CLOCK_H

/** seconds_now() - CLOCK_MONOTONIC */
double seconds_now(void);

#endif
