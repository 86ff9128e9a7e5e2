// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a valid table to the standard output: where the fuzzer starts from.
 */
#include "fuzz.h"
#include "valid_table.h"

int main(void)
{
	u64 words[VALID_TABLE_WORDS];

	valid_table(words);
	if (fwrite(words, sizeof(words), 1, stdout) != 1 || fflush(stdout)) {
		perror("standard output");
		return 1;
	}
	return 0;
}
