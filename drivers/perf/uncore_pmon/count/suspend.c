// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend, hibernation and shutdown: registers must not be accessed, or lose their contents.
 *
 * Before a suspend, all counters are read. From there on, perf's calls read the last counts, and
 * only record changes (unit.h). At resume, each unit is reset and programmed again, and its counts
 * continue from the last ones: what happens in between is not counted. Whether a machine kept the
 * registers is undocumented, and a counter may have wrapped meanwhile.
 */
#include <linux/smp.h>

#include "count/defer.h"
#include "count/die.h"
#include "count/freeze.h"
#include "count/poll.h"
#include "count/program.h"
#include "count/slice.h"
#include "count/suspend.h"
#include "count/update.h"

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

/*
 * No register belongs to an event any more, also not to one that perf has stopped and started since
 * the suspend. The next commit starts the events, also of free-running counters.
 */
static void forget_registers(struct pmon_unit *unit)
{
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->live = 0;
	memset(unit->holder, 0, sizeof(unit->holder));
	for (i = 0; i < unit->num_slots; i++)
		unit->slots[i]->programmed = -1;
	unit->commits++;
	unit->dirty = true;
}

static void reset_unit(struct pmon_unit *unit)
{
	forget_registers(unit);
	WRITE_ONCE(unit->gone, !pmon_unit_reset(unit));
	if (unit->gone)
		pmon_defer(unit->die->deferred);
}

/* Its registers may have any value. A unit without control has nothing to reset. */
static void reset_all(struct pmon_unit *unit)
{
	if (!unit->type->layout->has_control) {
		forget_registers(unit);
		WRITE_ONCE(unit->gone, false);
		return;
	}
	reset_unit(unit);
	if (!unit->gone)
		stop_extras(unit);
}

static void reset_after_sleep(struct pmon_unit *unit)
{
	if (!unit->gone)
		reset_all(unit);
}

/* Read the counters for the last time. From here on, the registers are not accessed. */
static void suspend_unit(struct pmon_unit *unit)
{
	pmon_unit_update(unit);
	unit->suspended = true;
}

static void start_polling_here(void *die)
{
	pmon_overflow_start_polling(die);
}

static void rearm_here(void *die)
{
	pmon_poll_rearm(die);
}

static void set_suspended(struct pmon_die *die, bool suspended, bool units)
{
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	die->suspended = suspended;
	for (i = 0; i < die->num_units; i++)
		die->units[i]->suspended = units;
	pmon_die_unlock(die, flags);
}

/*
 * From the first set_suspended() on, no counter is started, and counters of events that perf stops
 * continue to run. So no counter freezes the package after the search.
 */
void pmon_die_suspend(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	set_suspended(die, true, false);
	if (owner >= 0) {
		pmon_overflow_suspend(die, owner);
		pmon_die_visit_units(die, owner, suspend_unit);
	}
	set_suspended(die, true, true);
	pmon_poll_cancel(die);
}

void pmon_die_resume(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	if (owner >= 0) {
		pmon_die_visit_units(die, owner, reset_after_sleep);
		pmon_freeze_release(die, owner, false);
	}
	/* Without an owner, owner_online() of the die's first CPU handles the rest. */
	set_suspended(die, false, false);
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
	pmon_die_visit_units(die, owner, reset_after_sleep);
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
	reset_all(unit);
	pmon_unit_commit(unit);
	pmon_poll_arm(die, &unit, 1);
	/* Its counters may have frozen the package meanwhile. */
	pmon_overflow_expect(die);
	pmon_defer(die->deferred);
}
