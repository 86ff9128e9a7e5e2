// SPDX-License-Identifier: GPL-2.0-only
/* The clock. See clock.h. */
#include <time.h>

#include "base/clock.h"

double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
