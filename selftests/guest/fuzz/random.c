// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random numbers: splitmix64.
 */
#include "fuzz.h"

uint64_t any(struct numbers *numbers)
{
	uint64_t z = numbers->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

void numbers_begin(struct numbers *numbers, uint64_t seed, unsigned int thread)
{
	numbers->state = seed;
	numbers->state = any(numbers) + thread;
}

unsigned int below(struct numbers *numbers, unsigned int limit)
{
	return limit ? (unsigned int)(any(numbers) >> 32) % limit : 0;
}

bool one_in(struct numbers *numbers, unsigned int times)
{
	return !below(numbers, times);
}

uint64_t some_size(struct numbers *numbers)
{
	uint64_t size = any(numbers) >> below(numbers, 16) >> 48;

	return one_in(numbers, 40) ? any(numbers) >> below(numbers, 64) : size;
}
