// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend, hibernation and shutdown: registers must not be accessed, or lose their contents.
 *
 * Before a suspend, all counters are read. From there on, perf's calls read the last counts, and
 * only record changes (unit.h). At resume, each unit is checked:
 *
 * * kept: its counters have kept running, and their counts include the time of the suspend;
 * * lost: the unit is reset and programmed again. Its counts are those at the suspend.
 *
 * Suspend to idle keeps the registers on many machines. On others, and in deeper states, they are
 * reset or contain values of the firmware. This is undocumented, so the driver detects it. Before a
 * suspend it writes a mark to an unused counter. At resume the mark must be unchanged, and so must
 * the controls of used counters.
 */
#include <linux/ktime.h>
#include <linux/random.h>
#include <linux/smp.h>

#include "count/count.h"
#include "count/defer.h"
#include "count/die.h"
#include "count/freeze.h"
#include "count/poll.h"
#include "count/program.h"
#include "count/sample.h"
#include "count/slice.h"
#include "count/state.h"
#include "count/suspend.h"
#include "count/update.h"

/*
 * The mark is random, because the kernel that loads a hibernation image may have left a mark of its
 * own.
 */
static u64 mark_of(const struct pmon_unit *unit, unsigned int index)
{
	unsigned int width = unit->counters[index].width;
	u64 mark = unit->die->mark;

	return width < 64 ? mark & GENMASK_ULL(width - 1, 0) : mark;
}

/* Free-running counters form units without controls, which cannot be checked. */
static bool can_check(const struct pmon_unit *unit)
{
	return unit->type->layout->has_control && !unit->gone;
}

/* Use a stopped counter: its value changes only if the registers are lost. */
static void write_mark(struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->mark = PMON_NO_MARK;
	if (!can_check(unit))
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

static bool mark_intact(const struct pmon_unit *unit)
{
	const struct pmon_counter *counter = &unit->counters[unit->mark];

	return unit->space.ops->read64(&unit->space, counter->offset) ==
	       mark_of(unit, unit->mark);
}

static bool control_intact(const struct pmon_unit *unit, unsigned int index)
{
	return unit->space.ops->read32(&unit->space, unit->counters[index].control) ==
	       lower_32_bits(pmon_slot_control(unit->holder[index], index));
}

/* A unit without a mark and without a running counter is treated as lost. */
static bool registers_kept(const struct pmon_unit *unit)
{
	bool known = unit->mark != PMON_NO_MARK;
	unsigned long live = unit->live;
	unsigned int i;

	if (known && !mark_intact(unit))
		return false;
	for_each_set_bit(i, &live, PMON_MAX_COUNTERS) {
		/* Its event was closed during the suspend. */
		if (!unit->holder[i])
			continue;
		if (!control_intact(unit, i))
			return false;
		known = true;
	}
	return known;
}

/* Stop fixed counters: whether the unit control's reset bits cover them is undocumented. */
static void stop_extras(const struct pmon_unit *unit)
{
	unsigned int i;

	for (i = unit->num_general; i < unit->num_counters; i++) {
		if (unit->counters[i].control != PMON_NO_REGISTER)
			unit->space.ops->write32(&unit->space,
						 unit->counters[i].control, 0);
	}
}

/* Reset the unit, whatever its registers contain. The next commit starts its events. */
static void reset_unit(struct pmon_unit *unit)
{
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->live = 0;
	memset(unit->holder, 0, sizeof(unit->holder));
	for (i = 0; i < unit->num_slots; i++)
		unit->slots[i]->programmed = -1;
	unit->dirty = true;
	WRITE_ONCE(unit->gone, !pmon_unit_reset(unit));
	if (unit->gone)
		pmon_defer(unit->die->deferred);
}

/* Its registers may have any value. */
static void reset_lost_unit(struct pmon_unit *unit)
{
	reset_unit(unit);
	if (!unit->gone)
		stop_extras(unit);
}

/*
 * After a suspend in which a counter may have wrapped, its events are unknown: it counts from its
 * current value. So does a free-running counter if other registers of the die were lost, as there
 * is no other way to check it, or if it seems to have decreased.
 */
static void settle_slot(struct pmon_slot *slot, bool lost, u64 suspended_ns)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[slot->programmed];
	bool free_running = counter->control == PMON_NO_REGISTER;
	u64 now, delta;

	if (suspended_ns >= counter->period && slot->event->sampling) {
		/* The counter also holds its period: preset it again. */
		unit->holder[slot->programmed] = NULL;
		slot->programmed = -1;
		unit->dirty = true;
		return;
	}
	if (suspended_ns < counter->period && !free_running)
		return;
	now = unit->space.ops->read64(&unit->space, counter->offset);
	delta = pmon_count_delta(slot->previous, now, counter->width);
	if (suspended_ns >= counter->period || lost || delta >> (counter->width - 1))
		slot->previous = now;
}

/*
 * Has perf stopped the event since the suspend, which read its counter? A sampling event that was
 * started again must be programmed, too: freeze on overflow is disabled (pmon_overflow_suspend()).
 */
static bool was_stopped(const struct pmon_slot *slot)
{
	return !pmon_event_counts(slot->event) ||
	       (slot->programmed < 0 && slot->event->sampling);
}

static void settle_unit(struct pmon_unit *unit)
{
	const struct pmon_die *die = unit->die;
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->mark = PMON_NO_MARK;
	/* Events that were stopped and started meanwhile must not continue from an earlier read. */
	unit->commits++;
	if (unit->gone)
		return;
	for (i = 0; i < unit->num_counters; i++) {
		if (unit->holder[i] && was_stopped(unit->holder[i]))
			unit->holder[i] = NULL;
	}
	for (i = 0; i < unit->num_slots; i++) {
		if (unit->slots[i]->programmed >= 0)
			settle_slot(unit->slots[i], die->lost, die->suspended_ns);
	}
	/*
	 * Before other counters start, and before perf can remove and add an event: such an event
	 * keeps its control.
	 */
	pmon_sample_arm(unit, true);
}

static void check_unit(struct pmon_unit *unit)
{
	if (!can_check(unit) || registers_kept(unit))
		return;
	unit->die->lost = true;
	reset_lost_unit(unit);
}

/* Read the counters for the last time. From here on, the registers are not accessed. */
static void suspend_unit(struct pmon_unit *unit)
{
	pmon_unit_update(unit);
	write_mark(unit);
	unit->suspended = true;
}

static void forget_unit(struct pmon_unit *unit)
{
	if (can_check(unit))
		reset_lost_unit(unit);
}

static void start_polling_here(void *die)
{
	pmon_overflow_start_polling(die);
}

static void rearm_here(void *die)
{
	pmon_poll_rearm(die);
}

static void set_suspended(struct pmon_die *die, bool suspended)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	die->suspended = suspended;
	pmon_die_unlock(die, flags);
}

static void set_units_suspended(struct pmon_die *die, bool suspended)
{
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = 0; i < die->num_units; i++)
		die->units[i]->suspended = suspended;
	pmon_die_unlock(die, flags);
}

/*
 * From set_suspended() on, no counter is started, and counters of events that perf stops continue
 * to run. So no counter freezes the package after the search, and no marked counter is used.
 */
void pmon_die_suspend(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	die->mark = get_random_u64();
	set_suspended(die, true);
	if (owner >= 0) {
		pmon_overflow_suspend(die, owner);
		pmon_die_visit_units(die, owner, suspend_unit);
	}
	set_units_suspended(die, true);
	die->suspended_since = ktime_get_boottime_ns();
	pmon_poll_cancel(die);
}

void pmon_die_resume(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	if (owner >= 0) {
		die->suspended_ns = ktime_get_boottime_ns() - die->suspended_since;
		die->lost = false;
		pmon_die_visit_units(die, owner, check_unit);
		pmon_overflow_resume(die, owner);
		pmon_die_visit_units(die, owner, settle_unit);
	}
	/* Without an owner, owner_online() of the die's first CPU handles the rest. */
	set_units_suspended(die, false);
	set_suspended(die, false);
	if (owner >= 0) {
		/* An event can overflow as soon as it is programmed, and stop soon after. */
		smp_call_function_single(owner, start_polling_here, die, 1);
		pmon_die_visit_units(die, owner, pmon_unit_commit);
		smp_call_function_single(owner, rearm_here, die, 1);
	}
}

void pmon_die_shutdown(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	pmon_die_suspend(die);
	if (owner < 0)
		return;
	pmon_die_visit_units(die, owner, forget_unit);
	pmon_freeze_release(die, owner, false);
}

void pmon_die_reset(struct pmon_die *die, int cpu)
{
	pmon_die_visit_units(die, cpu, reset_unit);
	pmon_freeze_release(die, cpu, true);
}

/* A counter that this processor does not have reads as all ones, too. */
static bool answers(const struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (space->ops->read64(space, unit->counters[i].offset) != PMON_ALL_ONES)
			return true;
	}
	return false;
}

void pmon_unit_retry(struct pmon_unit *unit)
{
	struct pmon_die *die = unit->die;

	lockdep_assert_held(&die->lock);
	if (!unit->gone || unit->suspended || die->suspended ||
	    die->owner != smp_processor_id() || !answers(unit))
		return;
	reset_lost_unit(unit);
	/* Free-running counters must not continue from an earlier read. */
	unit->commits++;
	pmon_unit_commit(unit);
	pmon_poll_arm(die, &unit, 1);
	/* Its counters may have frozen the package meanwhile. */
	pmon_overflow_expect(die);
	pmon_defer(die->deferred);
}
