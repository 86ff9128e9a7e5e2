// SPDX-License-Identifier: GPL-2.0-only
/* The time that a guest's TSC tells. */
#include "model/guest_clock.h"

void guest_clock_sync(struct guest_clock *clock, uint64_t instructions, uint64_t tsc)
{
	if (instructions < clock->instructions)
		return;
	clock->instructions = instructions;
	/* May wrap: a count of instructions can be too high, see qemu/guest_time.c. */
	clock->base = tsc - (instructions << GUEST_CLOCK_SHIFT);
}

uint64_t guest_clock_now(struct guest_clock *clock, uint64_t instructions)
{
	uint64_t now = clock->base + (instructions << GUEST_CLOCK_SHIFT);

	if ((int64_t)(now - clock->last) > 0)
		clock->last = now;
	return clock->last;
}
