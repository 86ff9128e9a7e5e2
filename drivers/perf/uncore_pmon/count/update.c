// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads counters and updates the counts. See update.h.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/reading.h"
#include "count/unit.h"
#include "count/update.h"

/*
 * Read the slot's counter, if possible, also if the slot was stopped since the last commit. perf's
 * count does not change.
 */
static void gather(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	int counter = slot->programmed.counter;
	u64 delta;

	lockdep_assert_held(&unit->die->lock);
	if (counter < 0 || pmon_unit_out_of_reach(unit))
		return;
	if (!pmon_slot_advance(slot, counter, &delta)) {
		pmon_unit_give_up(unit);
		return;
	}
	/* The events move the counter towards its overflow, even if they are discarded. */
	if (slot->event->sampling)
		slot->period.left -= delta;
	slot->gathered += delta;
	if (slot->event->state != PMON_EVENT_PARKED)
		slot->count += delta;
}

static void add_gathered(struct pmon_slot *slot)
{
	/* Some counts may be written only by the owner CPU, even with the same value. */
	if (!slot->gathered)
		return;
	local64_add(slot->gathered, &slot->event->perf->count);
	slot->gathered = 0;
}

void pmon_slot_update(struct pmon_slot *slot)
{
	gather(slot);
	if (slot->event->state != PMON_EVENT_PARKED)
		add_gathered(slot);
}

/*
 * perf reads a group on the owner CPU, and collects its counts later, on another CPU. A read by
 * somebody else in between must not change the count of one event after perf has collected that of
 * another.
 */
static bool is_in_group(const struct pmon_perf_event *event)
{
	const struct perf_event *perf = event->perf;

	return perf->group_leader != perf || perf->nr_siblings;
}

/* Samples require perf's count at once. */
static void refresh_slot(struct pmon_slot *slot)
{
	const struct pmon_perf_event *event = slot->event;

	if (is_in_group(event) && !event->sampling && event->state == PMON_EVENT_RUNNING)
		gather(slot);
	else
		pmon_slot_update(slot);
}

/*
 * Was the event read for the samples that are being taken now? perf reads other events of a group
 * for each sample. Their counters are frozen, and were read.
 */
static bool is_sampled(const struct pmon_perf_event *event)
{
	const struct pmon_die *die = event->die;

	/* Only the owner writes and reads these, with IRQs off. */
	return die->owner == smp_processor_id() && die->overflow.handling &&
	       event->round == die->overflow.round;
}

void pmon_event_refresh(struct pmon_perf_event *event)
{
	if (is_sampled(event))
		return;
	for_each_slot(slot, event)
		refresh_slot(slot);
}

void pmon_event_update(struct pmon_perf_event *event)
{
	if (is_sampled(event))
		return;
	for_each_slot(slot, event)
		pmon_slot_update(slot);
}

void pmon_event_adopt(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	pmon_event_set_state(event, PMON_EVENT_RUNNING);
	for_each_slot(slot, event) {
		slot->count += slot->gathered;
		add_gathered(slot);
	}
}

void pmon_unit_poll(struct pmon_unit *unit)
{
	for_each_slot_on(slot, unit)
		refresh_slot(slot);
}

void pmon_unit_update(struct pmon_unit *unit)
{
	for_each_slot_on(slot, unit)
		pmon_slot_update(slot);
}
