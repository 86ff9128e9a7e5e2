// SPDX-License-Identifier: GPL-2.0-only
/* Looking up how fast the clocks of units tick, in what check_rates() has measured. See check.h. */
#include <string.h>

#include "check/common/check.h"

static struct rate *rate_of(const struct check *check, const char *box, unsigned int die, int unit)
{
	size_t i;

	for (i = 0; i < check->num_rates; i++) {
		struct rate *rate = &check->rates[i];

		if (rate->die == die && rate->unit == unit && !strcmp(rate->box, box))
			return rate;
	}
	return NULL;
}

double check_hz(const struct check *check, const char *box, unsigned int die, int unit)
{
	const struct rate *rate = rate_of(check, box, die, unit);

	return rate ? rate->hz : 0;
}

bool check_off(const struct check *check, const char *box, unsigned int die, int unit)
{
	const struct rate *rate = rate_of(check, box, die, unit);

	return rate && rate->off;
}
