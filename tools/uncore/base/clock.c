// SPDX-License-Identifier: GPL-2.0-only
/* The clock. See clock.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

uint64_t time_of_day(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * NS_OF_SECOND + (uint64_t)now.tv_nsec;
}

const char *time_text(uint64_t time, char text[TIME_SIZE])
{
	time_t seconds = (time_t)(time / NS_OF_SECOND);
	struct tm utc;
	size_t length = strftime(text, TIME_SIZE, "%Y-%m-%dT%H:%M:%S", gmtime_r(&seconds, &utc));

	snprintf(text + length, TIME_SIZE - length, ".%09" PRIu64 "Z", time % NS_OF_SECOND);
	return text;
}

bool time_parse(const char *text, uint64_t *time)
{
	struct tm utc = { 0 };
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S.", &utc);

	if (!rest || strspn(rest, "0123456789") != 9 || strcmp(rest + 9, "Z"))
		return false;
	*time = (uint64_t)timegm(&utc) * NS_OF_SECOND + strtoull(rest, NULL, 10);
	return true;
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
