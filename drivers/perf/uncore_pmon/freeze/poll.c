// SPDX-License-Identifier: GPL-2.0-only
/*
 * The walk that reads counters before they wrap, and what it checks on the way.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/moduleparam.h>
#include <linux/smp.h>

#include "count/count.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"

/* Least time between two slices in nanoseconds. The gap is at least as long as the last slice. */
#define SLICE_GAP	10000ULL

/*
 * Longest time between two passes while the owner changes, in nanoseconds: events can start on the
 * old owner, whose calls do not arm the timer.
 */
#define HANDOVER_PERIOD	100000000ULL

/* Number of reads within which a running clock must have moved: each takes longer than a cycle. */
#define COUNTER_READS	8

/*
 * A counter that moves at least this often in these reads was unfrozen by the write. A single step
 * may be one rare event.
 */
#define STARTED		2

/* Number of attempts to end a freeze without effect before a report. */
#define REPEATS		3

static unsigned int poll_period_ms;
module_param(poll_period_ms, uint, 0644);
MODULE_PARM_DESC(poll_period_ms,
		 "milliseconds between reads of running counters; 0: computed from their width (default)");

/* --- counter controls that other software has changed --------------------------------
 *
 * Software that writes MSRs or PCI configuration space can change a counter that an event uses. The
 * event then counts something else, or nothing, and reads of its counter do not show this. So the
 * controls of running counters are read as often as the counters, usually once a minute. A changed
 * control is restored, and the event counts correctly from there on. The error of its count is
 * unknown, so it is reported once for each die.
 *
 * If rewriting does not restore a control, the unit lacks documented bits. The control is not
 * checked any more.
 */

/* The lower half contains the event; some controls have no upper half. */
static u32 read_control(const struct pmon_unit *unit, unsigned int index)
{
	const struct pmon_regspace *space = &unit->space;

	return space->ops->read32(space, unit->counters[index].control);
}

static void check_control(struct pmon_unit *unit, unsigned int index)
{
	u32 control = read_control(unit, index);

	pmon_note(unit->die, PMON_CONTROL_CHECKED, unit, index);
	/* All ones: the unit does not answer. The next read of its counters detects this. */
	if (control == ~0U || control == lower_32_bits(unit->control[index]))
		return;
	pmon_counter_rewrite(unit, index);
	/* The unit lacks documented bits; no other software has changed the control. */
	if (read_control(unit, index) == control) {
		unit->lossy |= BIT(index);
		pmon_note(unit->die, PMON_CONTROL_LOSSY, unit, index);
	} else {
		pmon_note(unit->die, PMON_CONTROL_CHANGED, unit, index);
	}
}

void pmon_controls_check(struct pmon_unit *unit)
{
	const struct pmon_die *die = unit->die;
	unsigned long live = unit->live & ~unit->lossy;
	unsigned int i;

	lockdep_assert_held(&die->lock);
	if (pmon_unit_out_of_reach(unit) || die->owner != smp_processor_id())
		return;
	for_each_set_bit(i, &live, PMON_MAX_COUNTERS) {
		/* Skip counters that still run for an event that perf has stopped. */
		if (unit->holder[i] && !pmon_slot_is_stopped(unit->holder[i]))
			check_control(unit, i);
	}
}

/* --- packages that stay frozen --------------------------------------------------------
 *
 * While events sample, a timer polls for freezes. Without them, a freeze by other software (a
 * debugger, firmware, a hypervisor) would stop all counts without a notice. So after each pass:
 *
 *  - the global status. A bit in it is an overflow that froze the package (guide, 1.4.0.2);
 *  - the counters. frz_all itself is write-only (Table 1-1). If a counted clock and all other
 *    counters have not moved since the last check, the package is unfrozen. It was frozen only if
 *    the clock runs after that, because clocks of idle links and stacks stop, too.
 *
 * Free-running counters are never frozen, so they are ignored.
 *
 * The write that ends a freeze can also be lost, with a clear status. So the end of a freeze is
 * unverified after each such write, until a counter moves. The timer expires sooner and reads all
 * counters twice. If none has moved, the write is repeated, with a delay that doubles each time. If
 * a counter runs right after the write, the package had stayed frozen. A single step proves only
 * that it is not frozen now. Any other read of a counter that has counted since then also verifies
 * the end.
 */

void pmon_watch_repeat(struct pmon_die *die)
{
	u64 status[PMON_GLOBAL_STATUS_WORDS];

	lockdep_assert_held(&die->lock);
	if (!pmon_freeze_is_unverified(die))
		return;
	WRITE_ONCE(die->watch.attempts, 0);
	if (!pmon_global_read_status(&die->overflow.global, status))
		pmon_global_freeze(&die->overflow.global, false);
}

static bool can_freeze(const struct pmon_slot *slot)
{
	const struct pmon_unit *unit = slot->unit;

	return pmon_slot_runs(slot) && !unit->gone && pmon_unit_is_frozen_with_others(unit) &&
	       unit->counters[slot->programmed.counter].control != PMON_NO_REGISTER;
}

/**
 * struct check - result of a check of all counters of a die
 * @clock: a clock that has not counted, or NULL
 * @stopped: any counter that has not counted, preferably a sampling one, or NULL
 */
struct check {
	const struct pmon_slot *clock;
	const struct pmon_slot *stopped;
};

/* A counter that was started since the last check, or has counted since then, shows no freeze. */
static void check_slot(struct check *check, const struct pmon_watch *watch,
		       const struct pmon_slot *slot)
{
	if (!can_freeze(slot) || slot->moved_since >= watch->passed)
		return;
	if (slot->event->clock)
		check->clock = slot;
	if (!check->stopped || slot->event->sampling)
		check->stopped = slot;
}

static struct check check_all(struct pmon_die *die)
{
	struct check check = {};
	unsigned int i;

	for (i = 0; i < die->num_units; i++) {
		const struct pmon_unit *unit = die->units[i];

		for_each_slot_on(slot, unit)
			check_slot(&check, &die->watch, slot);
	}
	return check;
}

static u64 read_slot(const struct pmon_slot *slot)
{
	const struct pmon_unit *unit = slot->unit;
	const struct pmon_regspace *space = &unit->space;

	return space->ops->read64(space, unit->counters[slot->programmed.counter].offset);
}

/*
 * Unfreeze the package. Returns how often the counter moved in the reads after the write. If events
 * sample and one has overflowed since the last read of the status, the poll for overflows must
 * handle its freeze. So freeze first, so that no more of them overflow before the write. Every
 * second attempt freezes twice, or a machine that loses every second write would stay frozen.
 */
static unsigned int unfreeze_and_probe(struct pmon_die *die, const struct pmon_slot *slot)
{
	const struct pmon_global *global = &die->overflow.global;
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	u64 value, before = read_slot(slot);
	unsigned int i, moves = 0;

	if (die->overflow.polls) {
		for (i = 0; i <= die->watch.attempts % 2; i++)
			pmon_global_freeze(global, true);
		if (pmon_global_read_status(&die->overflow.global, status))
			return 0;
	}
	pmon_global_freeze(global, false);
	for (i = 0; i < COUNTER_READS && moves < STARTED; i++) {
		value = read_slot(slot);
		moves += value != before;
		before = value;
	}
	return moves;
}

/* The freeze has lasted since the write that was to end it. */
static void note_stayed(struct pmon_die *die)
{
	pmon_note(die, PMON_STAYED, NULL, 0);
	die->overflow.clear_at = die->watch.unverified_since;
	pmon_freeze_note(die, ktime_get_ns(), 0);
}

/* Check whether the write that ended the driver's last freeze was lost. */
static void verify_unfreeze(struct pmon_die *die, const struct check *check)
{
	struct pmon_watch *watch = &die->watch;
	const struct pmon_slot *slot = check->clock ?: check->stopped;
	unsigned int moves;

	/* Counters that have not moved prove nothing if one of the two passes began before. */
	if (watch->passed < watch->unverified_since)
		return;
	WRITE_ONCE(watch->attempts, watch->attempts + 1);
	moves = slot ? unfreeze_and_probe(die, slot) : 0;
	if (moves)
		WRITE_ONCE(die->overflow.phase, PMON_FREE);
	if (moves >= STARTED)
		note_stayed(die);
	/* Do not report a clock that has never counted: it may not run. */
	if (!moves && watch->attempts == REPEATS && check->clock && check->clock->count)
		pmon_note(die, PMON_ENDLESS, NULL, 0);
}

/* Returns true if other software has frozen the package. */
static bool was_frozen(struct pmon_die *die)
{
	unsigned long flags;
	bool frozen = false;
	struct check check;

	flags = pmon_die_lock(die);
	check = check_all(die);
	if (pmon_freeze_is_unverified(die))
		verify_unfreeze(die, &check);
	else if (check.clock && die->moved_since < die->watch.passed)
		frozen = unfreeze_and_probe(die, check.clock) >= STARTED;
	die->watch.passed = die->pass.begun;
	pmon_die_unlock(die, flags);
	return frozen;
}

/* End a freeze whose overflow no event samples. Returns false if overflowed units are left. */
static bool end_found_freeze(struct pmon_die *die)
{
	if (!pmon_freeze_find(die, false))
		return true;
	die->overflow.cause = PMON_BY_OTHER;
	return pmon_freeze_continue(die, PMON_SLICE_FROZEN);
}

static void check(struct pmon_die *die, u64 now)
{
	u64 status[PMON_GLOBAL_STATUS_WORDS];

	if (pmon_global_read_status(&die->overflow.global, status)) {
		/* If events sample, their poll ends the freeze and takes the samples. */
		if (die->overflow.polls)
			pmon_overflow_start_polling(die);
		else
			die->watch.ending = !end_found_freeze(die);
	} else if (die->overflow.phase != PMON_ENDING) {
		if (was_frozen(die)) {
			pmon_note(die, PMON_FOREIGN, NULL, 0);
			pmon_freeze_note(die, now, 0);
		}
		die->overflow.clear_at = now;
	}
}

bool pmon_watch(struct pmon_die *die)
{
	u64 now = ktime_get_ns();

	lockdep_assert_irqs_disabled();
	/* During a handover, leave the check to the next pass. */
	if (!pmon_overflow_may_sample(die))
		return true;
	/* The counters were not read again since the first slice, so only continue. */
	if (die->watch.ending)
		die->watch.ending = die->overflow.phase == PMON_ENDING &&
				    !pmon_freeze_continue(die, PMON_SLICE_FROZEN);
	else
		check(die, now);
	return !die->watch.ending;
}

/* --- the walk ------------------------------------------------------------------------ */

static u64 period_of(const struct pmon_die *die, struct pmon_unit *const *units,
		     unsigned int num_units)
{
	unsigned int override = READ_ONCE(poll_period_ms);
	u64 period = 0, own;
	unsigned int i;

	/* If no event counts, the timer need not ask units that are gone either. */
	for (i = 0; i < num_units && die->counting; i++) {
		own = pmon_unit_period(units[i]);
		if (own && (!period || own < period))
			period = own;
	}
	if (period && override)
		period = (u64)override * NSEC_PER_MSEC;
	if (die->source >= 0)
		period = period ? min(period, HANDOVER_PERIOD) : HANDOVER_PERIOD;
	return pmon_freeze_check_within(die, period);
}

/* Number of register accesses that polling the unit takes. */
static unsigned int accesses_of(const struct pmon_unit *unit)
{
	unsigned int reads = unit->space.ops->dwords ? 3 : 1;

	/* If it answers again, it is programmed, in a slice of its own. */
	return unit->gone ? PMON_SLICE : reads * unit->num_slots + hweight32(unit->live);
}

/* A read of a device that is gone can take long. A unit that was never used has no PMU. */
static void poll_gone(struct pmon_unit *unit)
{
	u64 now = ktime_get_mono_fast_ns();

	if (!unit->gone || !unit->pmus[PMON_EVENT_UNIT] || now - unit->retried_at < PMON_RETRY_NS)
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
	/* The end of a pass computes the next period. */
	if (die->pass.under_way)
		return;
	if (!die->counting) {
		die->period = 0;
		pmon_walk_set(die, PMON_WALK_READ, 0);
	}
	if (!period || (die->period && die->period <= period))
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
