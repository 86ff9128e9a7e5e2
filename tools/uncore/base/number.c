// SPDX-License-Identifier: GPL-2.0-only
/* Numbers. See number.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
	/* strtoull() takes blanks and signs, and makes of -1 the largest number. */
	if (!*text || text[strspn(text, "0123456789")])
		return false;
	errno = 0;
	*number = strtoull(text, NULL, 10);
	return !errno && *number >= least && *number <= most;
}
