// SPDX-License-Identifier: GPL-2.0-only
/*
 * A fuzzer without libFuzzer: each input is a file that is named on the command line.
 */
#include "fuzz.h"

int main(int argc, char *argv[])
{
	int i;

	for (i = 1; i < argc; i++) {
		static uint8_t data[1 << 20];
		FILE *file = fopen(argv[i], "rb");
		size_t size;

		REQUIRE(file);
		size = fread(data, 1, sizeof(data), file);
		fclose(file);
		LLVMFuzzerTestOneInput(data, size);
	}
	return 0;
}
