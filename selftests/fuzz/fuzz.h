/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the fuzzing programs share.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Unlike assert() it cannot be compiled away. */
#define REQUIRE(condition)						\
	do {								\
		if (!(condition)) {					\
			fprintf(stderr, "%s:%d: %s: not so: %s\n",	\
				__FILE__, __LINE__, __func__,		\
				#condition);				\
			abort();					\
		}							\
	} while (0)

/**
 * struct input - bytes still to be used
 * @data: the next one
 * @left: how many there are
 */
struct input {
	const uint8_t *data;
	size_t left;
};

/* Beyond its end an input is all zeros. */
static inline uint64_t take(struct input *input, unsigned int bytes)
{
	uint64_t value = 0;

	for (; bytes && input->left; bytes--, input->left--)
		value = value << 8 | *input->data++;
	return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
