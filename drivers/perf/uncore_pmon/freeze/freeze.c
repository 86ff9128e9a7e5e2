// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ends freezes of a package. See freeze.h.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/ledger.h"
#include "count/trace.h"
#include "count/unit.h"
#include "freeze/freeze.h"
#include "freeze/sample.h"

/* Nanoseconds without a freeze until counters are checked for the end of the last one. */
#define QUIET_NS	64000000ULL

/* Nanoseconds between two such checks. Doubles with each attempt to end the freeze again. */
#define VERIFY_DELAY	50000000ULL
#define MAX_DOUBLINGS	11U

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
	if (!pmon_clearing_begin(die, &overflow->clearing, sample)) {
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
	if (pmon_clearing_continue(die, &overflow->clearing, accesses))
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
	pmon_clearing_begin_late(die, &die->overflow.clearing, unit);
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
	} else if (!pmon_clearing_begin(die, &release->clearing, false)) {
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
	if (release->ended ||
	    !pmon_clearing_continue(die, &release->clearing, PMON_SLICE_FROZEN))
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
