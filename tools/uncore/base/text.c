// SPDX-License-Identifier: GPL-2.0-only
/* Text. See text.h. */
#include <stdio.h>
#include <stdlib.h>
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

static const char more_names[] = ", and ";

/* Room that the number of further names needs. */
#define ROOM_FOR_MORE	sizeof(", and 4294967295 more")

static void list_omit(char list[LIST_SIZE], unsigned long num)
{
	char *more = strstr(list, more_names);

	if (more)
		num += strtoul(more + strlen(more_names), NULL, 10);
	else
		more = list + strlen(list);
	snprintf(more, (size_t)(list + LIST_SIZE - more), "%s%lu more", more_names, num);
}

void list_add(char list[LIST_SIZE], const char *names)
{
	char copy[LIST_SIZE], *rest = copy, *name;

	snprintf(copy, sizeof(copy), "%s", names);
	while ((name = strsep(&rest, ","))) {
		size_t length = strlen(list);

		name += *name == ' ';
		if (!strncmp(name, more_names + 2, strlen(more_names + 2)))
			list_omit(list, strtoul(name + strlen(more_names + 2), NULL, 10));
		else if (strstr(list, more_names) || length + 2 + strlen(name) + ROOM_FOR_MORE > LIST_SIZE)
			list_omit(list, 1);
		else
			snprintf(list + length, LIST_SIZE - length, "%s%s", length ? ", " : "", name);
	}
}
