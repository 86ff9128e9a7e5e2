// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading counters. See reading.h.
 */
#include <linux/device.h>
#include <linux/lockdep.h>

#include "count/count.h"
#include "count/defer.h"
#include "count/die.h"
#include "count/reading.h"
#include "count/unit.h"

/* Reported later: nothing is printed under the lock. */
void pmon_unit_give_up(struct pmon_unit *unit)
{
	if (unit->gone)
		return;
	unit->gone = true;
	/* It may have frozen the package, and its counters do not tell any more. */
	pmon_overflow_expect(unit->die);
	pmon_defer(unit->die->deferred);
}

/*
 * A device that is gone reads as all ones. A counter cannot: its reserved bits
 * read as zero, or it is 64 bits wide and would have been counting for ages.
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
	return unit->gone || unit->asleep;
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

bool pmon_counter_advance(struct pmon_unit *unit, unsigned int index, u64 *previous, u64 *delta)
{
	const struct pmon_counter *counter = &unit->counters[index];
	u64 now = pmon_counter_read(unit, index), step;

	if (now == PMON_ALL_ONES)
		return false;
	step = pmon_count_delta(*previous, now, counter->width);
	if (step >= counter->limit) {
		now = read_again(unit, index);
		if (now == PMON_ALL_ONES)
			return false;
		step = pmon_count_delta(*previous, now, counter->width);
		if (step < counter->limit)
			note_wrong(unit, index);
	}
	*previous = now;
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
