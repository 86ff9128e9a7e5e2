// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state of a unit: what its counters are, and which of them may count.
 */
#include <string.h>

#include "model/machine_internal.h"

uint64_t width_mask(unsigned int width)
{
	return width >= 64 ? ~0ull : BIT_ULL(width) - 1;
}

/* All of its counters, or all that no fault lets go on. */
bool unit_is_frozen(const struct unit *unit)
{
	const struct unit_fault *fault = &unit->fault;

	return fault->frozen || (unit->frozen && fault->no_unit_freeze != FAULT_ALL) ||
	       (unit->receives_freeze && fault->no_freeze != FAULT_ALL && unit->package->frozen);
}

bool unit_counter_frozen(const struct unit *unit, unsigned int counter)
{
	const struct unit_fault *fault = &unit->fault;
	uint32_t bit = (uint32_t)BIT_ULL(counter);

	return fault->frozen || (unit->frozen && !(fault->no_unit_freeze & bit)) ||
	       (unit->receives_freeze && !(fault->no_freeze & bit) && unit->package->frozen);
}

unsigned int unit_counter_width(const struct unit *unit, unsigned int counter)
{
	if (counter == UNIT_FIXED && unit->type->fixed_width)
		return unit->type->fixed_width;
	return fault_width(unit, counter, unit->type->width);
}

struct counter *unit_counter(struct unit *unit, unsigned int counter)
{
	return counter == UNIT_FIXED ? &unit->fixed : &unit->counter[counter];
}

bool unit_counter_enabled(const struct unit *unit, unsigned int counter)
{
	const struct unit_protocol *protocol = unit->type->protocol;

	if (unit->resetting)
		return false;
	if (counter == UNIT_FIXED)
		return protocol->fixed_enabled ? protocol->fixed_enabled(unit) :
						 unit->fixed.control & FIXED_CONTROL_EN;
	return protocol->counter_enabled(unit, counter);
}

/* Everything 0, nothing frozen. */
void unit_clear(struct unit *unit)
{
	unsigned int i;

	/* 1.10.4: "On a HW reset all the counters are disabled": no event is selected. */
	for (i = 0; i < UNIT_MAX_COUNTERS; i++)
		unit->counter[i] = (struct counter){ 0 };
	unit->fixed = (struct counter){ 0 };
	unit->control = 0;
	memset(unit->extra, 0, sizeof(unit->extra));
	unit->status = 0;
	unit->frozen = false;
	unit->resetting = 0;
}

void unit_reset_controls(struct unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->type->counters; i++)
		unit->counter[i].control = 0;
	unit->fixed.control = 0;
}

void unit_reset_counters(struct unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->type->counters; i++)
		unit->counter[i].value = 0;
	unit->fixed.value = 0;
}
