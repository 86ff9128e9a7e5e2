/* SPDX-License-Identifier: GPL-2.0-only */
/* The time, by the only clock that the program reads. */
#ifndef UNCORE_CLOCK_H
#define UNCORE_CLOCK_H

#include <stdint.h>

/** nanoseconds_now() - CLOCK_MONOTONIC, as samples and tracepoints have it */
uint64_t nanoseconds_now(void);

/** seconds_now() - the same in seconds */
double seconds_now(void);

/** wait_ns() - do nothing for @ns nanoseconds; a signal handler ends it early */
void wait_ns(uint64_t ns);

/** wait_ms() - do nothing for @ms milliseconds */
void wait_ms(unsigned int ms);

/** nanoseconds_waited() - the sum of what both were told, so far */
uint64_t nanoseconds_waited(void);

#endif
