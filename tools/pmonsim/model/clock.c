// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time, and what follows it: the clocks of units, and free-running counters.
 */
#include <time.h>

#include "model/machine_internal.h"

uint64_t machine_now(const struct machine *m)
{
	return m->now;
}

bool machine_set_clock(struct machine *m, uint64_t (*now)(void))
{
	if (m->time_source != TIME_GUEST)
		return false;
	m->guest_time = now;
	return true;
}

/* The time of the access that begins. */
void machine_take_time(struct machine *m)
{
	struct timespec ts;

	if (m->time_source == TIME_MANUAL) {
		m->now = m->manual_time;
		return;
	}
	if (m->time_source == TIME_GUEST) {
		/* There is no guest yet: it begins at 0. */
		m->now = m->guest_time ? m->guest_time() : 0;
		return;
	}
	clock_gettime(CLOCK_MONOTONIC, &ts);
	m->now = (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* How many times something that happens @per_second times since @epoch has happened. */
uint64_t due(uint64_t epoch, uint64_t per_second, uint64_t now)
{
	if (now <= epoch)
		return 0;
	return (uint64_t)((wide_count)(now - epoch) * per_second / NSEC_PER_SEC);
}

/* When it happens for the @count-th time: the first moment at which due() says @count. */
uint64_t due_time(uint64_t epoch, uint64_t per_second, uint64_t count)
{
	return epoch + (uint64_t)(((wide_count)count * NSEC_PER_SEC + per_second - 1) / per_second);
}

uint64_t clock_ticks(const struct unit *unit, uint64_t now)
{
	return unit->clock_hz ? due(unit->clock_epoch, unit->clock_hz, now) : 0;
}

void inject_counter(struct unit *unit, struct free_running *counter, uint64_t amount)
{
	/* "Counting will be suspended when the IIO stack (the MC) is powered down." */
	if (unit->powered_down)
		return;
	counter->value = (counter->value + amount) & width_mask(counter->width);
}

/* Bring the free-running counters that follow the unit's clock to the present. */
void free_running_sync(struct unit *unit)
{
	uint64_t ticks = clock_ticks(unit, machine_now(unit->package->machine));
	struct free_running *counter;

	for (counter = unit->free_running; counter->name; counter++) {
		if (!counter->clock)
			continue;
		if (!unit->powered_down)
			inject_counter(unit, counter, ticks - counter->ticks_seen);
		counter->ticks_seen = ticks;
	}
}
