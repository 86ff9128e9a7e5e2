// SPDX-License-Identifier: GPL-2.0-only
/*
 * Groups whose events count the same thing.
 */
#include <errno.h>

#include "events.h"
#include "groups.h"

int group_unequal(const char *leader, uint64_t reads, uint64_t *unequal)
{
	struct reading last, now;
	int error = event_read(leader, &last);

	*unequal = 0;
	for (uint64_t read = 0; read < reads && !error; read++) {
		bool same = true;

		error = event_read(leader, &now);
		if (error)
			break;
		if (now.count < 2 || now.count != last.count)
			return ENODATA;
		for (uint64_t i = 0; i < now.count; i++) {
			uint64_t increment = now.value[i] - last.value[i];

			/* What stands still is equal for no good reason. */
			if (!increment)
				return ETIME;
			same &= increment == now.value[0] - last.value[0];
		}
		*unequal += !same;
		last = now;
	}
	return error;
}

int events_bias(const char *reference, char *const names[], double *percent)
{
	double value = 0, running = 0;
	struct reading reading;
	int error = event_read(reference, &reading);

	if (error)
		return error;
	if (!reading.running || !reading.value[0])
		return ETIME;
	*percent = (double)reading.value[0] / (double)reading.running;

	for (; *names; names++) {
		error = event_read(*names, &reading);
		if (error)
			return error;
		/* One that had its counter all the time proves nothing. */
		if (!reading.running || reading.running >= reading.enabled)
			return ETIME;
		value += (double)reading.value[0];
		running += (double)reading.running;
	}
	*percent = 100 * (value / running / *percent - 1);
	return 0;
}
