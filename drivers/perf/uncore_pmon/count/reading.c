// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads counters. See reading.h.
 */
#include <linux/device.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>

#include "count/count.h"
#include "count/defer.h"
#include "count/die.h"
#include "count/reading.h"
#include "count/unit.h"

/* Nothing is printed under the lock, so the report is deferred. */
void pmon_unit_give_up(struct pmon_unit *unit)
{
	if (unit->gone)
		return;
	WRITE_ONCE(unit->gone, true);
	unit->die->readings.gone++;
	/* The unit may have frozen the package, and its counters cannot be read any more. */
	pmon_overflow_expect(unit->die);
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

static u64 read_again(struct pmon_unit *unit, unsigned int index)
{
	unit->die->readings.again++;
	return read_once(unit, index);
}

/* Nothing is printed under the lock. */
static void note_wrong(struct pmon_unit *unit, unsigned int index)
{
	struct pmon_readings *readings = &unit->die->readings;

	if (readings->wrong++)
		return;
	readings->unit = unit;
	readings->counter = index;
	WRITE_ONCE(readings->report, true);
	pmon_defer(unit->die->deferred);
}

u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index)
{
	u64 value;

	lockdep_assert_held(&unit->die->lock);
	value = read_once(unit, index);
	if (value != PMON_ALL_ONES)
		return value;
	value = read_again(unit, index);
	if (value != PMON_ALL_ONES)
		note_wrong(unit, index);
	return value;
}

/*
 * Below this, a wrong reading cannot be distinguished from a counter that wrapped almost
 * completely.
 */
#define LEAST_STEP	65536

/*
 * Two readings show more events than the counter can count. If it went back by at most the step of
 * the previous reading, that reading was too high. Its events stay in the count: counts never
 * decrease.
 */
static bool was_too_high(const struct pmon_slot *slot, unsigned int width, u64 step)
{
	u64 back = pmon_count_delta(step, 0, width);

	return slot->step >= LEAST_STEP && back <= slot->step;
}

/* A counter that has counted since the driver ended a freeze proves that the freeze ended. */
static void confirm_running(const struct pmon_slot *slot, u64 before)
{
	struct pmon_watch *watch = &slot->unit->die->watch;

	if (slot->event->extra < 0 && before > watch->unverified_since)
		WRITE_ONCE(watch->unverified, false);
}

bool pmon_slot_advance(struct pmon_slot *slot, unsigned int index, u64 *delta)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[index];
	u64 before = slot->read_at, now, step, possible;

	slot->read_at = ktime_get_mono_fast_ns();
	now = pmon_counter_read(unit, index);
	if (now == PMON_ALL_ONES)
		return false;
	step = pmon_count_delta(slot->previous, now, counter->width);
	possible = pmon_count_possible(ktime_get_mono_fast_ns() - before, counter->rate,
				       counter->limit);
	if (step >= possible) {
		u64 again = read_again(unit, index);

		if (again == PMON_ALL_ONES)
			return false;
		now = again;
		step = pmon_count_delta(slot->previous, now, counter->width);
		if (step >= possible && was_too_high(slot, counter->width, step)) {
			step = 0;
			note_wrong(unit, index);
		} else if (step < possible) {
			note_wrong(unit, index);
		}
	}
	if (step && pmon_watch_is_unverified(unit->die))
		confirm_running(slot, before);
	slot->previous = now;
	/* A step that two readings confirm is correct. */
	slot->step = step < possible ? step : 0;
	*delta = step;
	return true;
}

void pmon_readings_report(struct pmon_die *die)
{
	struct pmon_readings *readings = &die->readings;

	if (!READ_ONCE(readings->report))
		return;
	WRITE_ONCE(readings->report, false);
	dev_notice(die->dev,
		   "die %d: counter %u of %s unit %u returned a wrong value once and was read again; not reported from now on\n",
		   die->die, readings->counter, readings->unit->type->name ?: "an unnamed",
		   readings->unit->id);
}
