// SPDX-License-Identifier: GPL-2.0-only
/* Numbers. See number.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
	uint64_t value;

	errno = 0;
	value = strtoull(text, NULL, 10);
	if (!*text || text[strspn(text, "0123456789")] || errno || value < least || value > most)
		return false;
	*number = value;
	return true;
}

bool parse_real(const char *text, double most, double *number)
{
	double value;
	char *end;

	/* Not 0x10, inf, nan. */
	value = strtod(text, &end);
	if (!strchr("0123456789.", *text) || end == text || *end || text[strspn(text, "0123456789.eE+-")] || !(value <= most))
		return false;
	*number = value;
	return true;
}

bool parse_positive(const char *text, double most, double *number)
{
	double value;

	if (!parse_real(text, most, &value) || !(value > 0))
		return false;
	*number = value;
	return true;
}
