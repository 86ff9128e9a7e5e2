// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frozen packages that nobody lets go on. See watch.h.
 */
#include <linux/ktime.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/unit.h"

/* Reads until a clock that was let go must have moved: each takes longer than a cycle. */
#define CLOCK_READS	8

void pmon_watch_begin(struct pmon_die *die)
{
	lockdep_assert_held(&die->lock);
	die->watch.clear_at = ktime_get_ns();
}

/* Has the slot counted since the last look? */
static bool has_moved(struct pmon_slot *slot)
{
	u64 before = slot->watched;

	slot->watched = slot->count + slot->gathered;
	return slot->watched != before;
}

static bool can_freeze(const struct pmon_slot *slot)
{
	const struct pmon_unit *unit = slot->unit;

	return slot->programmed >= 0 && !unit->gone &&
	       unit->counters[slot->programmed].control != PMON_NO_REGISTER;
}

/*
 * A clock that has stood still since the last look while no general counter of the die moved, or
 * NULL. A fixed counter that did says nothing about the others: no guide says that
 * frz_all stops it.
 */
static const struct pmon_slot *stopped_clock(struct pmon_die *die)
{
	const struct pmon_slot *clock = NULL;
	bool moved = false;
	unsigned int i, j;

	for (i = 0; i < die->num_units; i++) {
		const struct pmon_unit *unit = die->units[i];

		for (j = 0; j < unit->num_slots; j++) {
			struct pmon_slot *slot = unit->slots[j];

			if (!can_freeze(slot))
				continue;
			if (has_moved(slot))
				moved |= slot->event->extra < 0;
			else if (slot->event->clock)
				clock = slot;
		}
	}
	return moved ? NULL : clock;
}

static u64 read_clock(const struct pmon_slot *clock)
{
	const struct pmon_unit *unit = clock->unit;
	const struct pmon_regspace *space = &unit->space;

	return space->ops->read64(space,
				  unit->counters[clock->programmed].offset);
}

/* Let the package go. Returns true if that made the clock run. */
static bool starts_again(struct pmon_die *die, const struct pmon_slot *clock)
{
	u64 stopped_at = read_clock(clock);
	unsigned int i;

	pmon_global_freeze(&die->overflow.global, false);
	for (i = 0; i < CLOCK_READS; i++) {
		if (read_clock(clock) != stopped_at)
			return true;
	}
	return false;
}

static bool was_frozen(struct pmon_die *die)
{
	const struct pmon_slot *clock;
	unsigned long flags;
	bool frozen;

	flags = pmon_die_lock(die);
	clock = stopped_clock(die);
	frozen = clock && starts_again(die, clock);
	pmon_die_unlock(die, flags);
	return frozen;
}

/* A change of the owner is over soon; the next look comes after it. */
static bool may_look(const struct pmon_die *die)
{
	return pmon_global_usable(&die->overflow.global) && !die->asleep &&
	       die->owner == smp_processor_id() && die->source < 0;
}

void pmon_watch(struct pmon_die *die)
{
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	u64 now = ktime_get_ns();

	lockdep_assert_irqs_disabled();
	if (!may_look(die))
		return;
	if (pmon_global_read_status(&die->overflow.global, status)) {
		/* Events that sample have a look of their own, which makes the samples. */
		if (!die->overflow.armed)
			pmon_overflow_end_foreign(die, die->watch.clear_at, now);
	} else if (was_frozen(die)) {
		pmon_overflow_end_foreign(die, die->watch.clear_at, now);
	}
	die->watch.clear_at = now;
}
