// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ends freezes of a package, and clears the overflow status meanwhile. See freeze.h.
 */
#include <linux/bits.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/ledger.h"
#include "count/trace.h"
#include "count/unit.h"
#include "freeze/freeze.h"

/* Nanoseconds without a freeze until counters are checked for the end of the last one. */
#define QUIET_NS	64000000ULL

/* Nanoseconds between two such checks. Doubles with each attempt to end the freeze again. */
#define VERIFY_DELAY	50000000ULL
#define MAX_DOUBLINGS	11U

/* Attempts to clear the status before its remaining bits are treated as stuck. */
#define ATTEMPTS	4

/*
 * Otherwise each poll would find a new freeze. A unit with a stuck bit does not freeze the package
 * any more (1.4.0.2); its samples are late.
 */
static void give_up_status(struct pmon_die *die, const u64 *status)
{
	unsigned int bit;

	pmon_global_give_up(&die->overflow.global, status);
	die->overflow.cause = PMON_BY_DRIVER;
	for (bit = 0; bit < die->overflow.global.status_bits; bit++) {
		if (status[bit / 64] & BIT_ULL(bit % 64))
			pmon_note(die, PMON_STUCK, NULL, bit);
	}
}

/* At the end of the first step, all values that samples contain are known. */
static void find(struct pmon_clearing *clearing, struct pmon_unit *unit)
{
	clearing->overflows += pmon_sample_find(unit, &clearing->values);
	if (!clearing->values)
		pmon_sample_take(unit);
}

static void handle(struct pmon_die *die, struct pmon_clearing *clearing, struct pmon_unit *unit)
{
	unsigned long flags;

	if (clearing->step == PMON_STEP_READ) {
		pmon_sample_read(unit);
	} else if (clearing->step == PMON_STEP_TAKE) {
		pmon_sample_take(unit);
	} else if (clearing->sample) {
		find(clearing, unit);
	} else {
		flags = pmon_die_lock(die);
		pmon_unit_clear_status(unit);
		pmon_die_unlock(die, flags);
	}
}

static void begin_round(struct pmon_die *die, struct pmon_clearing *clearing)
{
	die->overflow.round++;
	clearing->step = PMON_STEP_FIND;
	clearing->values = false;
	clearing->next = 0;
}

static bool is_flagged(const struct pmon_clearing *clearing, const struct pmon_unit *unit)
{
	return clearing->late ? unit == clearing->late :
				pmon_global_flags(clearing->status, unit);
}

/*
 * Handle units whose bits are set. Units can share a bit (1.10.5): handle all of them. Values are
 * read on all units. Returns false if more than @accesses would be needed.
 */
static bool continue_step(struct pmon_die *die, struct pmon_clearing *clearing,
			  unsigned int *used, unsigned int accesses)
{
	unsigned int cost;

	for (; clearing->next < die->num_units; clearing->next++) {
		struct pmon_unit *unit = die->units[clearing->next];

		if (clearing->step != PMON_STEP_READ && !is_flagged(clearing, unit))
			continue;
		cost = clearing->sample ? pmon_sample_cost(unit, clearing->step) : 4;
		if (!cost)
			continue;
		if (*used && *used + cost > accesses)
			return false;
		handle(die, clearing, unit);
		*used += cost;
	}
	return true;
}

/* Returns false if the round has no further step. */
static bool begin_next_step(struct pmon_clearing *clearing)
{
	if (!clearing->values || clearing->step == PMON_STEP_TAKE)
		return false;
	clearing->step++;
	clearing->next = 0;
	return true;
}

/* If a status bit is set, freeze the package and begin to clear the status. */
static bool clearing_begin(struct pmon_die *die, struct pmon_clearing *clearing, bool sample)
{
	struct pmon_global *global = &die->overflow.global;

	*clearing = (struct pmon_clearing){ .sample = sample };
	if (!pmon_global_read_status(global, clearing->status))
		return false;
	die->overflow.cause = PMON_BY_UNKNOWN;
	/* Freeze all counters, whatever caused the overflow. */
	pmon_global_freeze(global, true);
	begin_round(die, clearing);
	return true;
}

/* Begin to sample a unit that has overflowed without a freeze. The package is frozen. */
static void clearing_begin_late(struct pmon_die *die, struct pmon_clearing *clearing,
				const struct pmon_unit *unit)
{
	*clearing = (struct pmon_clearing){ .sample = true, .late = unit };
	begin_round(die, clearing);
}

/*
 * Clear the status of some units, and the global status at the end. Returns true if the status is
 * clear, or its remaining bits are stuck.
 *
 * If the freeze reaches a counter late, it can overflow after its unit was handled and set the bits
 * again. The next round handles it. Bits that are set after the last round are stuck.
 */
static bool clearing_continue(struct pmon_die *die, struct pmon_clearing *clearing,
			      unsigned int accesses)
{
	struct pmon_global *global = &die->overflow.global;
	unsigned int used = 0;

	while (continue_step(die, clearing, &used, accesses)) {
		if (begin_next_step(clearing))
			continue;
		if (clearing->late)
			return true;
		pmon_global_clear_status(global, clearing->status);
		if (!pmon_global_read_status(global, clearing->status))
			return true;
		if (++clearing->attempt == ATTEMPTS) {
			give_up_status(die, clearing->status);
			return true;
		}
		begin_round(die, clearing);
	}
	return false;
}

/* --- the phases of a freeze --------------------------------------------------------- */

void pmon_freeze_verify(struct pmon_die *die)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	die->watch.unverified_since = ktime_get_mono_fast_ns();
	WRITE_ONCE(die->watch.attempts, 0);
	WRITE_ONCE(die->overflow.phase, PMON_UNVERIFIED);
	pmon_die_unlock(die, flags);
}

bool pmon_freeze_is_open(const struct pmon_die *die)
{
	return READ_ONCE(die->overflow.phase) >= PMON_FOUND;
}

bool pmon_freeze_is_unverified(const struct pmon_die *die)
{
	return READ_ONCE(die->overflow.phase) == PMON_UNVERIFIED &&
	       READ_ONCE(die->moved_since) <= die->watch.unverified_since;
}

u64 pmon_freeze_check_within(const struct pmon_die *die, u64 period)
{
	if (!pmon_freeze_is_unverified(die) ||
	    (die->overflow.polls &&
	     ktime_get_mono_fast_ns() - die->watch.unverified_since < QUIET_NS))
		return period;
	return min(period, VERIFY_DELAY << min(READ_ONCE(die->watch.attempts), MAX_DOUBLINGS));
}

static void unfreeze_package(struct pmon_die *die)
{
	pmon_global_freeze(&die->overflow.global, false);
	pmon_freeze_verify(die);
}

static void begin_ending(struct pmon_die *die, u64 now)
{
	struct pmon_overflow *overflow = &die->overflow;

	WRITE_ONCE(overflow->phase, PMON_ENDING);
	overflow->found_at = now;
	overflow->samples_before = die->ledger.count[PMON_SAMPLES];
}

bool pmon_freeze_find(struct pmon_die *die, bool sample)
{
	struct pmon_overflow *overflow = &die->overflow;
	u64 now = ktime_get_ns();

	if (overflow->phase == PMON_ENDING)
		return true;
	if (!clearing_begin(die, &overflow->clearing, sample)) {
		overflow->clear_at = now;
		/* Other software has cleared the status. The package may be frozen. */
		if (overflow->phase == PMON_FOUND)
			pmon_freeze_verify(die);
		return false;
	}
	begin_ending(die, now);
	return true;
}

static void note_samples(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;

	/*
	 * The overflow may belong to an event that was stopped. Or the table assigns a status bit
	 * to a wrong unit: then a search of the counters finds the overflow.
	 */
	if (!overflow->clearing.overflows && overflow->cause != PMON_BY_DRIVER &&
	    !READ_ONCE(overflow->expected) && pmon_units_sample(die->units, die->num_units)) {
		overflow->unexplained++;
		overflow->search_left = die->num_units;
	}
	WRITE_ONCE(overflow->expected, 0);
}

void pmon_freeze_note(struct pmon_die *die, u64 found_at, u64 samples)
{
	u64 waited = found_at - die->overflow.clear_at, now = ktime_get_ns();
	u64 *count = die->ledger.count;

	count[PMON_FREEZES]++;
	count[PMON_LAST_WAITED] = waited;
	count[PMON_LAST_HANDLED] = now - found_at;
	count[PMON_WAITED] += waited;
	count[PMON_HANDLED] += now - found_at;
	die->overflow.clear_at = now;
	trace_freeze(die->die, samples, waited, now - found_at);
}

static void note_cause(struct pmon_die *die)
{
	if (die->overflow.clearing.sample)
		note_samples(die);
	else if (die->overflow.cause == PMON_BY_OTHER)
		pmon_note(die, PMON_FOREIGN, NULL, 0);
}

/*
 * Not ended at once: an event that overflows faster than that would keep the driver busy. Polls
 * notice such events (watch_storm()).
 */
static bool leave_to_next_poll(struct pmon_die *die)
{
	u64 status[PMON_GLOBAL_STATUS_WORDS];

	if (!pmon_global_read_status(&die->overflow.global, status))
		return false;
	WRITE_ONCE(die->overflow.phase, PMON_FOUND);
	return true;
}

/*
 * If a counter has overflowed right before a freeze by the driver, its status has to be cleared
 * before the package runs (1.10.6).
 */
static void end_freeze(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;

	if (overflow->clearing.late && leave_to_next_poll(die))
		return;
	unfreeze_package(die);
	if (!overflow->clearing.late)
		note_cause(die);
	pmon_freeze_note(die, overflow->found_at,
			 die->ledger.count[PMON_SAMPLES] - overflow->samples_before);
}

bool pmon_freeze_continue(struct pmon_die *die, unsigned int accesses)
{
	struct pmon_overflow *overflow = &die->overflow;

	overflow->handling = true;
	if (clearing_continue(die, &overflow->clearing, accesses))
		end_freeze(die);
	overflow->handling = false;
	return overflow->phase != PMON_ENDING;
}

bool pmon_freeze_sample(struct pmon_unit *unit)
{
	struct pmon_die *die = unit->die;

	die->overflow.clear_at = ktime_get_ns();
	pmon_global_freeze(&die->overflow.global, true);
	if (leave_to_next_poll(die))
		return false;
	clearing_begin_late(die, &die->overflow.clearing, unit);
	begin_ending(die, ktime_get_ns());
	pmon_freeze_continue(die, PMON_SLICE);
	return true;
}

/**
 * struct release - a release, in slices
 * @die: the die
 * @found: see pmon_freeze_release()
 * @begun: the status was read
 * @ended: the package is unfrozen
 * @clearing: state of the slices. Not that of the die, whose timers may look for a freeze meanwhile
 */
struct release {
	struct pmon_die *die;
	bool found;
	bool begun;
	bool ended;
	struct pmon_clearing clearing;
};

static void begin_release(struct release *release)
{
	struct pmon_die *die = release->die;

	release->begun = true;
	die->overflow.polls = 0;
	if (pmon_freeze_is_open(die))
		WRITE_ONCE(die->overflow.phase, PMON_FREE);
	if (!die->overflow.global.usable) {
		pmon_global_end_left(&die->overflow.global);
		release->ended = true;
	} else if (!clearing_begin(die, &release->clearing, false)) {
		pmon_global_freeze(&die->overflow.global, false);
		release->ended = true;
	}
}

static void release_some(void *data)
{
	struct release *release = data;
	struct pmon_die *die = release->die;

	if (!release->begun)
		begin_release(release);
	if (release->ended || !clearing_continue(die, &release->clearing, PMON_SLICE_FROZEN))
		return;
	unfreeze_package(die);
	if (release->found && die->overflow.cause == PMON_BY_UNKNOWN &&
	    !READ_ONCE(die->overflow.expected))
		pmon_note(die, PMON_FOREIGN, NULL, 0);
	WRITE_ONCE(die->overflow.expected, 0);
	release->ended = true;
}

void pmon_freeze_release(struct pmon_die *die, int cpu, bool found)
{
	struct release release = { .die = die, .found = found };

	while (!release.ended) {
		if (smp_call_function_single(cpu, release_some, &release, 1))
			return;
	}
}
