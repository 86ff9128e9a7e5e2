// SPDX-License-Identifier: GPL-2.0-only
/* The clock. See clock.h. */
#include <time.h>

#include "base/clock.h"

#define NS_OF_SECOND	1000000000
#define NS_OF_MS	1000000

uint64_t nanoseconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_OF_SECOND + (uint64_t)now.tv_nsec;
}

double seconds_now(void)
{
	return (double)nanoseconds_now() / NS_OF_SECOND;
}

static uint64_t waited;

uint64_t nanoseconds_waited(void)
{
	return waited;
}

void wait_ns(uint64_t ns)
{
	struct timespec time = { .tv_sec = (time_t)(ns / NS_OF_SECOND), .tv_nsec = (long)(ns % NS_OF_SECOND) };

	waited += ns;
	nanosleep(&time, NULL);
}

void wait_ms(unsigned int ms)
{
	wait_ns((uint64_t)ms * NS_OF_MS);
}
