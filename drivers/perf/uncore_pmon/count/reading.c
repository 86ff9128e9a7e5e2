// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads counters. See reading.h.
 */
#include <linux/ktime.h>
#include <linux/lockdep.h>

#include "count/count.h"
#include "count/die.h"
#include "count/ledger.h"
#include "count/reading.h"
#include "count/unit.h"

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

bool pmon_slot_advance(struct pmon_slot *slot, unsigned int index, u64 *delta)
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
