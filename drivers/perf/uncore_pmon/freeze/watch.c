// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detects packages that stay frozen. See watch.h.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>

#include "count/count.h"
#include "count/die.h"
#include "count/ledger.h"
#include "count/unit.h"
#include "freeze/freeze.h"

/* Number of reads within which a running clock must have moved: each takes longer than a cycle. */
#define COUNTER_READS	8

/*
 * A counter that moves at least this often in these reads was unfrozen by the write. A single step
 * may be one rare event.
 */
#define STARTED		2

/* Number of attempts to end a freeze without effect before a report. */
#define REPEATS		3

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

	return space->ops->read64(space,
				  unit->counters[slot->programmed.counter].offset);
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
