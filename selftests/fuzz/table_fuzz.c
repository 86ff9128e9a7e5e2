// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table parser on anything at all.
 */
#include "fuzz.h"
#include "table_rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t num_words = size / sizeof(u64);
	u64 *words = malloc(num_words * sizeof(u64) + !num_words);

	REQUIRE(words);
	if (num_words)
		memcpy(words, data, num_words * sizeof(u64));
	table_check(words, num_words);
	free(words);
	return 0;
}
