// SPDX-License-Identifier: GPL-2.0-only
/* Base64. See base64.h. */
#include "base/base64.h"

void write_base64(const unsigned char *data, size_t size, FILE *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < size; i += 3) {
		unsigned int bits = (unsigned int)data[i] << 16 |
				    (i + 1 < size ? (unsigned int)data[i + 1] << 8 : 0) |
				    (i + 2 < size ? data[i + 2] : 0);

		fputc(digits[bits >> 18], out);
		fputc(digits[bits >> 12 & 63], out);
		fputc(i + 1 < size ? digits[bits >> 6 & 63] : '=', out);
		fputc(i + 2 < size ? digits[bits & 63] : '=', out);
	}
}
