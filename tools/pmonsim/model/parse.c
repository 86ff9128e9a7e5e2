// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers in words.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "model/machine_internal.h"

/* A decimal or 0x number that is the whole text. */
bool parse_unsigned(const char *text, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ?
			  16 : 10);
	return !*end && !errno;
}
