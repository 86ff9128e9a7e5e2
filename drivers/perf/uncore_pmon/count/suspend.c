// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers that are lost, and a die whose registers must not be touched: suspend, hibernation,
 * shutdown.
 *
 * Before the machine sleeps all counters are read. From there on perf's calls find the last counts,
 * and change only what should be (unit.h). When it wakes up, each unit is looked at:
 *
 * * kept: its counters have gone on, and their counts with them;
 * * lost: reset, and what should count is programmed anew. What it has counted is in the
 *   counts up to when the die went to sleep.
 *
 * Suspend to idle keeps the registers on many machines; on others, and in deeper states, they
 * come back as after a power-on or with whatever firmware made of them. No document says when, so
 * it is looked at: a counter that nothing uses is given a value, and the controls of those that
 * are used must read as they were written.
 */
#include <linux/ktime.h>
#include <linux/random.h>
#include <linux/smp.h>

#include "count/count.h"
#include "count/defer.h"
#include "count/die.h"
#include "count/poll.h"
#include "count/program.h"
#include "count/state.h"
#include "count/suspend.h"
#include "count/update.h"

/*
 * A random number, cut to the width of the counter. It is random because the kernel that loads an
 * image after hibernation may have left a mark of its own.
 */
static u64 mark_of(const struct pmon_unit *unit, unsigned int index)
{
	unsigned int width = unit->counters[index].width;
	u64 mark = unit->die->mark;

	return width < 64 ? mark & GENMASK_ULL(width - 1, 0) : mark;
}

/* Free-running counters are units of their own, without controls. */
static bool can_tell(const struct pmon_unit *unit)
{
	return unit->type->layout->has_control && !unit->gone;
}

/* It stands still, so the value is still there if the registers are. */
static void leave_mark(struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->mark = PMON_NO_MARK;
	if (!can_tell(unit))
		return;
	for (i = 0; i < unit->num_general; i++) {
		if (unit->live & BIT(i))
			continue;
		space->ops->write64(space, unit->counters[i].offset,
				    mark_of(unit, i));
		unit->mark = i;
		return;
	}
}

static bool mark_is_there(const struct pmon_unit *unit)
{
	const struct pmon_counter *counter = &unit->counters[unit->mark];

	return unit->space.ops->read64(&unit->space, counter->offset) ==
	       mark_of(unit, unit->mark);
}

static bool control_is_there(const struct pmon_unit *unit, unsigned int index)
{
	return unit->space.ops->read32(&unit->space, unit->counters[index].control) ==
	       lower_32_bits(pmon_slot_control(unit->holder[index], index));
}

/* A unit about which nothing can be told counts nothing, and is as good as lost. */
static bool unit_kept(const struct pmon_unit *unit)
{
	bool told = unit->mark != PMON_NO_MARK;
	unsigned long live = unit->live;
	unsigned int i;

	if (told && !mark_is_there(unit))
		return false;
	for_each_set_bit(i, &live, PMON_MAX_COUNTERS) {
		/* Its event was closed while the die slept. */
		if (!unit->holder[i])
			continue;
		if (!control_is_there(unit, i))
			return false;
		told = true;
	}
	return told;
}

/* Fixed counters: whether the reset bits of the unit control cover them is not documented. */
static void stop_extras(const struct pmon_unit *unit)
{
	unsigned int i;

	for (i = unit->num_general; i < unit->num_counters; i++) {
		if (unit->counters[i].control != PMON_NO_REGISTER)
			unit->space.ops->write32(&unit->space,
						 unit->counters[i].control, 0);
	}
}

/* Whatever the registers hold, nothing counts; the next commit starts what should. */
static void reset_unit(struct pmon_unit *unit)
{
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->live = 0;
	memset(unit->holder, 0, sizeof(unit->holder));
	for (i = 0; i < unit->num_slots; i++)
		unit->slots[i]->programmed = -1;
	unit->dirty = true;
	unit->gone = !pmon_unit_reset(unit);
	if (unit->gone)
		pmon_defer(unit->die->deferred);
}

/* What it holds may be anything. */
static void reset_lost_unit(struct pmon_unit *unit)
{
	reset_unit(unit);
	if (!unit->gone)
		stop_extras(unit);
}

/*
 * After a sleep so long that a counter can have gone round, nobody knows how often it has: it
 * counts from here. A free-running one also if other registers of the die were lost, as it has
 * nothing else that would tell; and if it seems to have gone back.
 */
static void settle_slot(struct pmon_slot *slot, bool lost, u64 slept)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[slot->programmed];
	bool free_running = counter->control == PMON_NO_REGISTER;
	u64 now, delta;

	if (slept >= counter->period && slot->event->sampling) {
		/* Its period is in the counter, too: preset it again. */
		unit->holder[slot->programmed] = NULL;
		slot->programmed = -1;
		unit->dirty = true;
		return;
	}
	now = unit->space.ops->read64(&unit->space, counter->offset);
	delta = pmon_count_delta(slot->previous, now, counter->width);
	if (slept >= counter->period ||
	    (free_running && (lost || delta >> (counter->width - 1))))
		slot->previous = now;
}

/*
 * perf has stopped the event meanwhile: it was read when the die went to sleep. If it was started
 * again it has to be programmed, too, where it samples: its counter does not freeze the package any
 * more (pmon_overflow_sleep()).
 */
static bool was_stopped(const struct pmon_slot *slot)
{
	return !pmon_event_counts(slot->event) ||
	       (slot->programmed < 0 && slot->event->sampling);
}

static void settle_unit(struct pmon_unit *unit, bool lost, u64 slept)
{
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->mark = PMON_NO_MARK;
	/* What was stopped and started meanwhile must not go on from a read before the sleep. */
	unit->commits++;
	if (unit->gone)
		return;
	for (i = 0; i < unit->num_counters; i++) {
		if (unit->holder[i] && was_stopped(unit->holder[i]))
			unit->holder[i] = NULL;
	}
	for (i = 0; i < unit->num_slots; i++) {
		if (unit->slots[i]->programmed >= 0)
			settle_slot(unit->slots[i], lost, slept);
	}
}

/* Returns true if registers were lost. */
static bool look_at_units(struct pmon_die *die)
{
	bool lost = false;
	unsigned int i;

	for (i = 0; i < die->num_units; i++) {
		struct pmon_unit *unit = die->units[i];

		if (!can_tell(unit) || unit_kept(unit))
			continue;
		lost = true;
		reset_lost_unit(unit);
	}
	return lost;
}

static void sleep_here(void *data)
{
	struct pmon_die *die = data;
	unsigned long flags;
	unsigned int i;

	pmon_overflow_sleep(die);
	flags = pmon_die_lock(die);
	for (i = 0; i < die->num_units; i++) {
		pmon_unit_update(die->units[i]);
		leave_mark(die->units[i]);
	}
	die->asleep_since = ktime_get_boottime_ns();
	die->asleep = true;
	pmon_die_unlock(die, flags);
}

static void wake_here(void *data)
{
	struct pmon_die *die = data;
	unsigned long flags;
	unsigned int i;
	u64 slept;
	bool lost;

	flags = pmon_die_lock(die);
	slept = ktime_get_boottime_ns() - die->asleep_since;
	lost = look_at_units(die);
	for (i = 0; i < die->num_units; i++)
		settle_unit(die->units[i], lost, slept);
	die->asleep = false;
	pmon_die_unlock(die, flags);

	/* Those that were kept are ready to sample before anything else counts. */
	pmon_overflow_wake(die);

	flags = pmon_die_lock(die);
	pmon_die_commit(die);
	pmon_die_unlock(die, flags);
	pmon_poll_rearm(die);
}

static void quiesce_here(void *data)
{
	struct pmon_die *die = data;
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = 0; i < die->num_units; i++) {
		if (can_tell(die->units[i]))
			reset_lost_unit(die->units[i]);
	}
	pmon_die_unlock(die, flags);
	pmon_overflow_release(die, false);
}

/* On the die's owner. Where there is none, no register can be reached. */
static bool on_owner(struct pmon_die *die, void (*call)(void *die))
{
	int owner = READ_ONCE(die->owner);

	return owner >= 0 && !smp_call_function_single(owner, call, die, 1);
}

static void set_asleep(struct pmon_die *die, bool asleep)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	die->asleep = asleep;
	pmon_die_unlock(die, flags);
}

void pmon_die_suspend(struct pmon_die *die)
{
	die->mark = get_random_u64();
	if (!on_owner(die, sleep_here))
		set_asleep(die, true);
	pmon_poll_cancel(die);
}

void pmon_die_resume(struct pmon_die *die)
{
	/* Its first CPU to come up finds what to do. */
	if (!on_owner(die, wake_here))
		set_asleep(die, false);
}

void pmon_die_shutdown(struct pmon_die *die)
{
	pmon_die_suspend(die);
	on_owner(die, quiesce_here);
}

void pmon_die_reset(struct pmon_die *die)
{
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = 0; i < die->num_units; i++)
		reset_unit(die->units[i]);
	pmon_die_unlock(die, flags);
	pmon_overflow_release(die, true);
}
