// SPDX-License-Identifier: GPL-2.0-only
/*
 * Freeze on overflow: detects and ends freezes. See overflow.h for the rules.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"
#include "freeze/freeze.h"
#include "freeze/overflow.h"

#define SAMPLE_POLL_MIN_US	50
#define SAMPLE_POLL_MAX_US	1000000

/* Number of polls in a row with a freeze that are a storm, and length of the pause after it. */
#define STORM_POLLS		16

/* Number of polls in which all counters are checked once, some units in each. */
#define LATE_POLLS		64

/*
 * Time between two slices while the package is frozen: at least this many nanoseconds, or an eighth
 * of the last slice. The CPU must leave the interrupt before the next slice is due.
 */
#define FROZEN_GAP		5000ULL

static unsigned int sample_poll_us = 1000;
module_param(sample_poll_us, uint, 0644);
MODULE_PARM_DESC(sample_poll_us,
		 "microseconds between polls for a freeze while events sample, 50 to 1000000 (default 1000)");

static u64 poll_ns(void)
{
	return NSEC_PER_USEC * clamp_t(u64, READ_ONCE(sample_poll_us),
				       SAMPLE_POLL_MIN_US, SAMPLE_POLL_MAX_US);
}

/* --- the search for overflows without a freeze ------------------------------------- */

/* Check all sampling counters in the next polls. The driver itself has delayed their samples. */
static void search_delayed(struct pmon_die *die)
{
	die->overflow.delayed = true;
	die->overflow.search_left = die->num_units;
}

/*
 * Count overflows without a freeze. The driver itself delays samples in a handover, before a sleep
 * and after a storm. Otherwise a status bit is stuck, the table has its wrong position, a message
 * was lost, or other software cleared the status.
 */
static void note_late(struct pmon_die *die, unsigned int overflows)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned int astray = min(overflows, overflow->unexplained);

	overflow->unexplained -= astray;
	/* The driver has cleared the bits of delayed samples itself. */
	if (overflow->delayed)
		return;
	die->ledger.count[PMON_ASTRAY] += astray;
	die->ledger.count[PMON_LATE] += overflows - astray;
}

/*
 * Sample a unit that has overflowed without a freeze. Returns false if a counter has overflowed
 * since the last poll: the next one ends that freeze first.
 */
static bool sample_late(struct pmon_unit *unit, unsigned int owed)
{
	struct pmon_overflow *overflow = &unit->die->overflow;

	if (!pmon_freeze_sample(unit))
		return false;
	note_late(unit->die, overflow->clearing.overflows -
			     min(overflow->clearing.overflows, owed));
	return true;
}

/* All counters were checked. Freezes that no counter has caused are by another user. */
static void end_search(struct pmon_die *die)
{
	for (; die->overflow.unexplained; die->overflow.unexplained--)
		pmon_note(die, PMON_FOREIGN, NULL, 0);
	die->overflow.delayed = false;
}

/* Returns the part of a slice that was used. */
static unsigned int search_next(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	struct pmon_unit *unit = die->units[overflow->search_at];
	struct pmon_overdue overdue = pmon_sample_overdue(unit);

	if (overdue.overflowed && !sample_late(unit, overdue.owed))
		return PMON_SLICE;
	overflow->search_at = (overflow->search_at + 1) % die->num_units;
	if (overflow->search_left && !--overflow->search_left)
		end_search(die);
	return overdue.overflowed ? PMON_SLICE : overdue.read;
}

/* Search some units: a slice if an overflow is pending, else less. */
static void search(struct pmon_die *die)
{
	unsigned int units = DIV_ROUND_UP(die->num_units, LATE_POLLS);
	unsigned int left = PMON_SLICE;

	while (left && (units || die->overflow.search_left)) {
		left -= min(left, search_next(die));
		units -= min(units, 1U);
	}
}

/*
 * Events that overflow faster than the timer polls would keep the package frozen nearly all of the
 * time. After a storm, a pause of the same length leaves half of the time to other events: counters
 * are not preset after an overflow, until the search at the end of the pause finds them.
 */
static void watch_storm(struct pmon_die *die, bool frozen)
{
	struct pmon_overflow *overflow = &die->overflow;

	overflow->busy = frozen ? overflow->busy + 1 : 0;
	if (overflow->busy < STORM_POLLS)
		return;
	overflow->busy = 0;
	overflow->pause = STORM_POLLS;
	overflow->delayed = true;
	pmon_note(die, PMON_STORMS, NULL, 0);
}

/* --- polls ------------------------------------------------------------------------- */

static bool is_owner(const struct pmon_die *die)
{
	return die->overflow.global.usable && !die->suspended &&
	       die->owner == smp_processor_id();
}

bool pmon_overflow_may_sample(const struct pmon_die *die)
{
	return is_owner(die) && die->source < 0;
}

/* A poll for a caller that cannot wait: end a freeze at once. */
static void poll(struct pmon_die *die)
{
	if (pmon_freeze_find(die, true))
		pmon_freeze_continue(die, PMON_ALL_UNITS);
}

/* Finish the search for pending overflows. Limited, because new freezes restart the search. */
static void finish_search(struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units && die->overflow.search_left; i++) {
		search_next(die);
		if (pmon_freeze_is_open(die))
			poll(die);
	}
}

void pmon_overflow_poll(struct pmon_die *die)
{
	lockdep_assert_irqs_disabled();
	if (!pmon_overflow_may_sample(die) || !die->overflow.polls || die->overflow.handling)
		return;
	poll(die);
	finish_search(die);
}

/* End a freeze, or some of it. Returns false if overflowed units are left. */
static bool poll_slice(struct pmon_die *die, bool sample)
{
	return !pmon_freeze_find(die, sample) || pmon_freeze_continue(die, PMON_SLICE_FROZEN);
}

/* Look for a freeze, or continue to end one. Returns false if overflowed units are left. */
static bool look_or_continue(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	bool frozen;

	if (overflow->phase != PMON_ENDING) {
		frozen = pmon_freeze_find(die, true);
		watch_storm(die, frozen);
		if (!frozen && READ_ONCE(overflow->expected))
			WRITE_ONCE(overflow->expected, overflow->expected - 1);
	}
	return overflow->phase != PMON_ENDING || pmon_freeze_continue(die, PMON_SLICE_FROZEN);
}

/* What follows a poll by the timer. Returns false if no event samples any more. */
static bool end_poll(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned long flags;

	/* Also in a storm, as other units may overflow without a freeze; not in the pause after. */
	if (!overflow->pause)
		search(die);
	else if (!--overflow->pause)
		search_delayed(die);

	flags = pmon_die_lock(die);
	if (pmon_freeze_is_open(die) || pmon_units_sample(die->units, die->num_units))
		overflow->polls = PMON_LINGER_POLLS + 1;
	else if (overflow->polls)
		overflow->polls--;
	pmon_die_read_within(die, pmon_freeze_check_within(die, U64_MAX));
	pmon_die_unlock(die, flags);
	return overflow->polls;
}

u64 pmon_overflow_slice(struct pmon_die *die)
{
	u64 began = ktime_get_ns();
	bool handover, ended;

	if (!is_owner(die))
		return 0;
	/* During a handover, only end freezes, or plain counting would stop for its duration. */
	handover = die->source >= 0;
	ended = handover ? poll_slice(die, false) : look_or_continue(die);
	if (ended && !handover && !end_poll(die))
		return 0;
	if (die->overflow.phase != PMON_ENDING)
		return poll_ns();
	return max((ktime_get_ns() - began) / 8, FROZEN_GAP);
}

static void start_polling(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;

	overflow->polls = PMON_LINGER_POLLS + 1;
	overflow->busy = 0;
	overflow->pause = 0;
	/* After a storm whose events were closed, no search follows. */
	overflow->delayed = overflow->search_left;
	/* A freeze whose end continues was found earlier. */
	if (overflow->phase != PMON_ENDING)
		overflow->clear_at = ktime_get_ns();
	pmon_walk_set(die, PMON_WALK_FREEZE, poll_ns());
}

/* --- events and dies --------------------------------------------------------------- */

/* The last value of a 64-bit counter before its overflow is that of a device that is gone. */
static bool unit_can_sample(const struct pmon_unit *unit)
{
	return pmon_unit_is_frozen_with_others(unit) && unit->counters[0].width < 64 &&
	       unit->type->layout->freeze_on_overflow &&
	       unit->status_position < unit->die->overflow.global.status_bits;
}

int pmon_overflow_check(struct pmon_perf_event *event)
{
	if (event->extra >= 0)
		return -EOPNOTSUPP;
	for_each_slot(slot, event) {
		if (!unit_can_sample(slot->unit))
			return -EOPNOTSUPP;
	}
	event->sampling = true;
	pmon_preset_reload(event);
	return 0;
}

void pmon_overflow_arm(struct pmon_die *die, struct pmon_unit *const *units, unsigned int num_units)
{
	lockdep_assert_held(&die->lock);
	/* Also during a handover: the timer must end freezes. */
	if (!die->overflow.polls && is_owner(die) && pmon_units_sample(units, num_units))
		start_polling(die);
}

void pmon_overflow_start_polling(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned long flags;

	if (!is_owner(die))
		return;
	flags = pmon_die_lock(die);
	if (!overflow->polls || !die->walks.due[PMON_WALK_FREEZE])
		start_polling(die);
	pmon_die_unlock(die, flags);
}

void pmon_overflow_end_handover(struct pmon_die *die)
{
	unsigned long flags;

	lockdep_assert_irqs_disabled();
	if (!pmon_overflow_may_sample(die))
		return;
	pmon_overflow_start_polling(die);
	/* The timer continues sooner if the freeze needs several slices. */
	if (!poll_slice(die, true)) {
		flags = pmon_die_lock(die);
		pmon_walk_set(die, PMON_WALK_FREEZE, FROZEN_GAP);
		pmon_die_unlock(die, flags);
	}
	search_delayed(die);
}

/* Are samples of overflows left? */
static bool is_unfinished(const struct pmon_die *die)
{
	return pmon_freeze_is_open(die) || die->overflow.search_left;
}

/* Take some of the samples that are due. Looks for a new freeze only if @look. */
static void finish_slice(struct pmon_die *die, bool look)
{
	if (look || pmon_freeze_is_open(die))
		poll_slice(die, true);
	else
		search(die);
}

void pmon_overflow_cancel(struct pmon_die *die)
{
	unsigned int slices = 0;
	unsigned long flags;
	bool left;

	pmon_walk_end(die, PMON_WALK_FREEZE);
	do {
		local_irq_save(flags);
		left = pmon_overflow_may_sample(die) && die->overflow.polls;
		if (left) {
			finish_slice(die, !slices);
			left = is_unfinished(die);
		}
		local_irq_restore(flags);
		/* Limited, because new freezes restart the search. */
	} while (left && (die->overflow.phase == PMON_ENDING || slices++ < 2 * die->num_units));
	die->overflow.polls = 0;
	/* Elsewhere than on the owner CPU, the next poll has to begin again. */
	if (die->overflow.phase == PMON_ENDING)
		WRITE_ONCE(die->overflow.phase, PMON_FREE);
}

void pmon_overflow_stop(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	pmon_overflow_cancel(die);
	if (die->overflow.global.usable && !die->suspended && owner >= 0)
		pmon_freeze_release(die, owner, false);
}

/* Counters of sampling events keep counting, without freezes, until they are read. */
static void disarm_unit(struct pmon_unit *unit)
{
	/* Events that perf has stopped since the die began to suspend were not committed. */
	if (!unit->gone)
		pmon_unit_stop_lingering(unit);
	pmon_sample_disarm(unit);
}

static void begin_last_search(void *data)
{
	struct pmon_die *die = data;

	/* Handle earlier overflows; no counter freezes the package any more. */
	poll_slice(die, true);
	search_delayed(die);
}

static void search_here(void *die)
{
	finish_slice(die, false);
}

void pmon_overflow_suspend(struct pmon_die *die, int owner)
{
	unsigned int i;

	if (!die->overflow.global.usable ||
	    !(die->overflow.polls || die->overflow.phase == PMON_ENDING))
		return;
	pmon_die_visit_units(die, owner, disarm_unit);
	smp_call_function_single(owner, begin_last_search, die, 1);
	/* Each slice has at least one unit. Limited, because new freezes restart the search. */
	for (i = 0; is_unfinished(die); i++) {
		if (die->overflow.phase != PMON_ENDING && i >= 2 * die->num_units)
			return;
		if (smp_call_function_single(owner, search_here, die, 1))
			return;
	}
}
