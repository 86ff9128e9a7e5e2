// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks the invariants of a unit's state: after a commit, its slots, their holders, shared
 * registers and live counters must match the states of its events, which count/state.c describes.
 */
#include "count/die.h"
#include "count/engine.h"
#include "model_state.h"

static bool has_control(const struct pmon_unit *unit, int counter)
{
	return unit->counters[counter].control != PMON_NO_REGISTER;
}

/* Does a shared register have the value that a running event claims? */
static bool claim_holds(const struct pmon_unit *unit, const struct pmon_claim *claim)
{
	if (!claim->mask || claim->resource == PMON_CLASS_RESOURCE)
		return true;
	/* A missing register was not written; claims on it have the value 0. */
	return (unit->resource[claim->resource] & claim->mask) == claim->value;
}

static bool claims_hold(const struct pmon_slot *slot)
{
	const struct pmon_perf_event *event = slot->event;
	unsigned int i;

	for (i = 0; i < PMON_MAX_CLAIMS; i++) {
		if (!claim_holds(slot->unit, &event->claims[i]))
			return false;
	}
	if (slot->assigned.alternative < 0)
		return true;
	for (i = 0; i < PMON_MAX_ALTERNATIVE_CLAIMS; i++) {
		if (!claim_holds(slot->unit,
				 &event->alternatives[slot->assigned.alternative].claims[i]))
			return false;
	}
	return true;
}

static const char *slot_error(const struct pmon_unit *unit, const struct pmon_slot *slot)
{
	int counter = slot->assigned.counter;

	if (slot->unit != unit)
		return "a slot belongs to another unit";
	if (counter < 0 || counter >= (int)unit->num_counters)
		return "an event has no counter";
	if (!pmon_event_counts(slot->event))
		return slot->event->state != PMON_EVENT_STOPPED ? "an event is off but has a slot" :
		       slot->programmed.counter >= 0 ? "a stopped event is programmed" : NULL;
	if (!pmon_slot_runs(slot))
		return "an event does not run";
	if (!pmon_same_place(slot->programmed, slot->assigned))
		return "an event runs on another counter than its own";
	if (has_control(unit, counter) && unit->holder[counter] != slot)
		return "an event does not hold its counter";
	return claims_hold(slot) ? NULL : "a shared register lacks the value that an event claims";
}

const char *model_state_error(const struct pmon_unit *unit)
{
	unsigned int i;
	u32 counting = 0;

	if (unit->dirty || unit->gone || unit->die->suspended)
		return NULL;
	for (i = 0; i < unit->num_slots; i++) {
		const struct pmon_slot *slot = unit->slots[i];
		const char *error = slot_error(unit, slot);

		if (error)
			return error;
		if (!pmon_slot_runs(slot) || !has_control(unit, slot->programmed.counter))
			continue;
		if (counting & BIT(slot->programmed.counter))
			return "two events are on one counter";
		counting |= BIT(slot->programmed.counter);
	}
	return counting == unit->live ? NULL : "other counters are live than those of its events";
}
