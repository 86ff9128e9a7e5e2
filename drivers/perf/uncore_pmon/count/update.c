// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adding to counts what counters have counted. See update.h.
 */
#include <linux/perf_event.h>

#include "count/die.h"
#include "count/reading.h"
#include "count/state.h"
#include "count/unit.h"
#include "count/update.h"

static void add_to_count(struct pmon_slot *slot, u64 delta)
{
	slot->count += delta;
	local64_add(delta, &slot->event->perf->count);
}

/* The counter that counts for a slot, also if that was stopped since the last commit, or -1. */
static int counter_of(const struct pmon_slot *slot)
{
	const struct pmon_unit *unit = slot->unit;
	unsigned int i;

	for (i = 0; slot->unread && i < unit->num_counters; i++) {
		if (unit->holder[i] == slot)
			return i;
	}
	return slot->programmed;
}

/* Read the counter, if it can be read, and keep what it has counted since the last time. */
static void gather(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	int counter = counter_of(slot);
	u64 delta;

	lockdep_assert_held(&unit->die->lock);
	if (counter < 0 || pmon_unit_out_of_reach(unit))
		return;
	if (!pmon_slot_advance(slot, counter, &delta)) {
		pmon_unit_give_up(unit);
		return;
	}
	/* The counter is nearer to its overflow, whoever gets the count. */
	if (slot->event->sampling)
		slot->period.left -= delta;
	slot->gathered += delta;
}

void pmon_slot_update(struct pmon_slot *slot)
{
	gather(slot);
	/* Of some counts only the owner CPU may write, even if it is to add nothing. */
	if (!slot->gathered)
		return;
	if (slot->event->state == PMON_EVENT_PARKED)
		slot->unclaimed += slot->gathered;
	else
		add_to_count(slot, slot->gathered);
	slot->gathered = 0;
}

/*
 * perf reads a group on the owner CPU and adds up its counts later, on another CPU. A poll between
 * the two must not change the count of one event after that of another was taken.
 */
static bool is_in_group(const struct pmon_perf_event *event)
{
	const struct perf_event *perf = event->perf;

	return perf->group_leader != perf || perf->nr_siblings;
}

/* A sample needs the count at once, and what is parked may never become a count. */
static void poll_slot(struct pmon_slot *slot)
{
	const struct pmon_perf_event *event = slot->event;

	if (is_in_group(event) && !event->sampling && event->state == PMON_EVENT_RUNNING)
		gather(slot);
	else
		pmon_slot_update(slot);
}

void pmon_event_update(struct pmon_perf_event *event)
{
	unsigned int i;

	for (i = 0; i < event->num_slots; i++)
		pmon_slot_update(&event->slots[i]);
}

void pmon_event_park(struct pmon_perf_event *event)
{
	pmon_event_update(event);
	pmon_event_set_state(event, PMON_EVENT_PARKED);
}

void pmon_event_adopt(struct pmon_perf_event *event)
{
	unsigned int i;

	lockdep_assert_held(&event->die->lock);
	pmon_event_set_state(event, PMON_EVENT_RUNNING);
	for (i = 0; i < event->num_slots; i++) {
		struct pmon_slot *slot = &event->slots[i];

		add_to_count(slot, slot->unclaimed);
		slot->unclaimed = 0;
	}
}

void pmon_unit_poll(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++)
		poll_slot(unit->slots[i]);
}

void pmon_unit_update(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++)
		pmon_slot_update(unit->slots[i]);
}
