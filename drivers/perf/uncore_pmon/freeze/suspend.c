// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend, hibernation and shutdown: registers must not be accessed, or lose their contents.
 *
 * Before a suspend, all counters are read. From there on, perf's calls read the last counts, and
 * only record changes (engine.h). At resume, each unit is reset and programmed again, and its
 * counts continue from the last ones: what happens in between is not counted. Whether a machine
 * kept the registers is undocumented, and a counter may have wrapped meanwhile.
 */
#include <linux/smp.h>

#include "count/die.h"
#include "count/engine.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"

/* Writes to PCI and memory units do not fail. pmon_unit_retry() finds units that answer again. */
static void reset_unit(struct pmon_unit *unit)
{
	if (!unit->gone)
		pmon_unit_renew(unit);
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
		pmon_die_visit_units(die, owner, reset_unit);
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
	pmon_die_visit_units(die, owner, reset_unit);
	pmon_freeze_release(die, owner, false);
}

void pmon_die_reset(struct pmon_die *die, int cpu)
{
	pmon_die_visit_units(die, cpu, reset_unit);
	pmon_freeze_release(die, cpu, true);
}
