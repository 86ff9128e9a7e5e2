// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads counters, detects wrong readings, and updates the counts.
 *
 * One bad access must not end a unit, and must not add 2^48 to a count. Two kinds of readings are
 * suspicious: all ones, which only a missing device returns; and more events since the last reading
 * than the counter can count in twice that time, or than half of its range. Such a counter is read
 * again, and the second reading counts, whatever it is. If it is all ones, which is read twice, the
 * unit is gone. If it shows as many events as the first one, the timer was late: a narrow counter
 * can nearly wrap meanwhile. Or other software has written the counter.
 *
 * No reading is discarded, so the counts of a late timer are exact up to the range of the counter.
 * Only an error that the elapsed time allows is not detected.
 */
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "count/count.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"

/* Nothing is printed under the lock, so the report is deferred. */
void pmon_unit_give_up(struct pmon_unit *unit)
{
	if (unit->gone)
		return;
	WRITE_ONCE(unit->gone, true);
	pmon_note(unit->die, PMON_UNIT_GONE, unit, 0);
	/* The unit may have frozen the package, and its counters cannot be read any more. */
	pmon_die_expect_freeze(unit->die);
	pmon_defer(unit->die->deferred);
}

/*
 * A missing device reads as all ones. A counter does not: its reserved bits read as zero, or it has
 * 64 bits and does not get that far.
 */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value)
{
	if (value != PMON_ALL_ONES)
		return false;
	pmon_unit_give_up(unit);
	return true;
}

bool pmon_unit_out_of_reach(const struct pmon_unit *unit)
{
	return unit->gone || unit->suspended;
}

static u64 read_once(const struct pmon_unit *unit, unsigned int index)
{
	const struct pmon_regspace *space = &unit->space;

	return space->ops->read64(space, unit->counters[index].offset);
}

u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index)
{
	u64 value;

	lockdep_assert_held(&unit->die->lock);
	value = read_once(unit, index);
	if (value != PMON_ALL_ONES)
		return value;
	pmon_note(unit->die, PMON_READ_AGAIN, unit, index);
	value = read_once(unit, index);
	if (value != PMON_ALL_ONES)
		pmon_note(unit->die, PMON_READ_WRONG, unit, index);
	return value;
}

/* The events since the last reading. Returns false if the unit does not answer. */
static bool advance(struct pmon_slot *slot, unsigned int index, u64 *delta)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[index];
	u64 before = slot->read_at, now, step, possible;

	slot->read_at = ktime_get_mono_fast_ns();
	now = pmon_counter_read(unit, index);
	step = pmon_count_delta(slot->previous, now, counter->width);
	possible = pmon_count_possible(ktime_get_mono_fast_ns() - before, counter->rate,
				       counter->width);
	if (now != PMON_ALL_ONES && step >= possible) {
		pmon_note(unit->die, PMON_READ_AGAIN, unit, index);
		now = pmon_counter_read(unit, index);
		step = pmon_count_delta(slot->previous, now, counter->width);
		/* The timer was late if the second reading is the same. */
		if (now != PMON_ALL_ONES && step < possible)
			pmon_note(unit->die, PMON_READ_WRONG, unit, index);
	}
	if (now == PMON_ALL_ONES)
		return false;
	/* Proof that no freeze from before the last reading goes on. */
	if (step)
		slot->moved_since = before;
	if (step && slot->event->extra < 0 && before > unit->die->moved_since &&
	    pmon_unit_is_frozen_with_others(unit))
		WRITE_ONCE(unit->die->moved_since, before);
	slot->previous = now;
	*delta = step;
	return true;
}

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
	if (!advance(slot, counter, &delta)) {
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
