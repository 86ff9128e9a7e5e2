// SPDX-License-Identifier: GPL-2.0-only
/* Text. See text.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"

size_t utf8_length(const char *text, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length = *bytes < 0x80 ? 1 : *bytes >> 5 == 6 ? 2 : *bytes >> 4 == 14 ? 3 : *bytes >> 3 == 30 ? 4 : 0, i;

	if (!length)
		return 0;
	*code = length == 1 ? *bytes : *bytes & (0xffu >> (length + 1));
	for (i = 1; i < length; i++) {
		if (bytes[i] >> 6 != 2)
			return 0;
		*code = *code << 6 | (bytes[i] & 0x3f);
	}
	return *code < least[length] || *code > 0x10ffff || *code >> 11 == 0x1b ? 0 : length;
}

bool is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

const char *safe_text(const char *text, char *safe, size_t size)
{
	uint32_t code;
	size_t length, at = 0;

	for (; *text && at + sizeof("\\xNN") <= size; text += length) {
		length = utf8_length(text, &code);
		if (length && !is_control(code)) {
			memcpy(safe + at, text, length);
			at += length;
			continue;
		}
		length = 1;
		at += (size_t)sprintf(safe + at, "\\x%02x", (unsigned char)*text);
	}
	safe[at] = '\0';
	return safe;
}
