// SPDX-License-Identifier: GPL-2.0-only
/*
 * The walk that reads counters before they wrap.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/moduleparam.h>
#include <linux/smp.h>

#include "count/controls.h"
#include "count/count.h"
#include "count/die.h"
#include "count/ledger.h"
#include "count/program.h"
#include "count/reading.h"
#include "count/unit.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"
#include "freeze/watch.h"

/* Least time between two slices in nanoseconds. The gap is at least as long as the last slice. */
#define SLICE_GAP	10000ULL

static unsigned int poll_period_ms;
module_param(poll_period_ms, uint, 0644);
MODULE_PARM_DESC(poll_period_ms,
		 "milliseconds between reads of running counters; 0: computed from their width (default)");

static u64 period_of(const struct pmon_die *die, struct pmon_unit *const *units,
		     unsigned int num_units)
{
	unsigned int override = READ_ONCE(poll_period_ms);
	u64 period = 0, own;
	unsigned int i;

	for (i = 0; i < num_units; i++) {
		own = pmon_unit_period(units[i]);
		if (own && (!period || own < period))
			period = own;
	}
	if (period && override)
		period = (u64)override * NSEC_PER_MSEC;
	return pmon_freeze_check_within(die, period);
}

/* Number of register accesses that polling the unit takes. */
static unsigned int accesses_of(const struct pmon_unit *unit)
{
	unsigned int reads = unit->space.ops->dwords ? 3 : 1;

	/* If it answers again, it is programmed, in a slice of its own. */
	if (unit->gone)
		return PMON_SLICE;
	return reads * unit->num_slots + hweight32(unit->live);
}

/* A read of a device that is gone can take long. A unit that was never used has no PMU. */
static void poll_gone(struct pmon_unit *unit)
{
	u64 now = ktime_get_mono_fast_ns();

	if (!unit->pmus[PMON_EVENT_UNIT] || now - unit->retried_at < PMON_RETRY_NS)
		return;
	unit->retried_at = now;
	pmon_unit_retry(unit);
}

/* Returns false if no unit was left to poll. */
static bool continue_slice(struct pmon_die *die)
{
	struct pmon_pass *pass = &die->pass;
	unsigned int left = PMON_SLICE, accesses;

	while (pass->next < die->num_units) {
		struct pmon_unit *unit = die->units[pass->next];

		accesses = accesses_of(unit);
		if (accesses > left && left < PMON_SLICE)
			break;
		pmon_unit_poll(unit);
		pmon_controls_check(unit);
		if (unit->gone)
			poll_gone(unit);
		left -= min(left, accesses);
		pass->next++;
	}
	return left < PMON_SLICE;
}

static void begin_pass(struct pmon_die *die)
{
	die->pass.under_way = true;
	die->watch.ending = false;
	die->pass.next = 0;
	die->pass.begun = ktime_get_ns();
}

/* Start or continue a pass. Returns the time to the next slice or pass, 0 if no counter runs. */
static u64 continue_pass(struct pmon_die *die)
{
	u64 began = ktime_get_ns(), now;

	if (!die->pass.under_way)
		begin_pass(die);
	if (continue_slice(die))
		return max(ktime_get_ns() - began, SLICE_GAP);
	now = ktime_get_ns();
	die->pass.under_way = false;
	die->period = period_of(die, die->units, die->num_units);
	/* Each counter is read again one period after its last read. */
	return die->period ? max_t(s64, die->pass.begun + die->period - now, SLICE_GAP) : 0;
}

/*
 * A pass ends in an expiry of its own, because the watch that follows it accesses registers, too.
 * If a freeze needs another slice, the next expiry only watches again: no unit is left to poll.
 */
static u64 read_slice(struct pmon_die *die)
{
	unsigned long flags;
	u64 delay = 0;
	bool ended = false;

	flags = pmon_die_lock(die);
	if (die->owner == smp_processor_id() && !die->suspended) {
		delay = continue_pass(die);
		ended = !die->pass.under_way && (delay || die->watch.ending);
	} else if (!hrtimer_is_queued(&die->walks.timer)) {
		die->pass.under_way = false;
		die->period = 0;
	}
	pmon_die_unlock(die, flags);
	if (!ended || pmon_watch(die))
		return delay;
	die->pass.under_way = true;
	return SLICE_GAP;
}

/* The timer stops if no counter runs, and finds new events at the end of a pass. */
static bool is_too_slow(const struct pmon_die *die, u64 period)
{
	return period && !die->pass.under_way && (!die->period || die->period > period);
}

void pmon_poll_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units)
{
	u64 period = period_of(die, units, num_units);

	lockdep_assert_held(&die->lock);
	/*
	 * perf removes events from an offline CPU after the die got a new owner, or lost its last
	 * one.
	 */
	if (die->suspended || die->owner != smp_processor_id())
		return;
	pmon_overflow_arm(die, units, num_units);
	if (!is_too_slow(die, period))
		return;
	/* The watch starts with the first event of a die. */
	if (!die->period && !pmon_freeze_is_open(die))
		die->overflow.clear_at = ktime_get_ns();
	/* While armed, this could end a freeze before its samples are taken. */
	if (!die->overflow.polls)
		pmon_watch_repeat(die);
	die->period = period;
	pmon_walk_set(die, PMON_WALK_READ, period);
}

void pmon_poll_rearm(struct pmon_die *die)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	die->pass.under_way = false;
	die->period = 0;
	pmon_poll_arm(die, die->units, die->num_units);
	if (die->period) {
		begin_pass(die);
		pmon_walk_set(die, PMON_WALK_READ, SLICE_GAP);
	}
	pmon_die_unlock(die, flags);
}

void pmon_poll_cancel(struct pmon_die *die)
{
	pmon_overflow_cancel(die);
	pmon_walk_end(die, PMON_WALK_READ);
	die->pass.under_way = false;
	die->period = 0;
}

void pmon_poll_stop(struct pmon_die *die)
{
	/* First, as its watch could begin to end a freeze. */
	pmon_walk_end(die, PMON_WALK_READ);
	pmon_overflow_stop(die);
	pmon_poll_cancel(die);
}

static const pmon_walk_slice slices[PMON_WALKS] = {
	[PMON_WALK_FREEZE] = pmon_overflow_slice,
	[PMON_WALK_READ] = read_slice,
};

void pmon_poll_create(struct pmon_die *die)
{
	pmon_walks_create(die, slices);
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
	/* A reset could end the package's freeze for the unit, see can_freeze() in program.c. */
	if (!unit->gone || unit->suspended || die->suspended ||
	    READ_ONCE(die->overflow.phase) == PMON_ENDING ||
	    die->owner != smp_processor_id() || !answers(unit))
		return;
	pmon_unit_renew(unit);
	pmon_unit_commit(unit);
	pmon_poll_arm(die, &unit, 1);
	/* Its counters may have frozen the package meanwhile. */
	pmon_die_expect_freeze(die);
	pmon_defer(die->deferred);
}
