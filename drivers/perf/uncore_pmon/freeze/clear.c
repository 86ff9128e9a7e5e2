// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clears the overflow status of a frozen package. See clear.h.
 */
#include <linux/bits.h>

#include "count/die.h"
#include "count/ledger.h"
#include "count/unit.h"
#include "freeze/clear.h"
#include "freeze/sample.h"

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

bool pmon_clearing_begin(struct pmon_die *die, struct pmon_clearing *clearing, bool sample)
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

void pmon_clearing_begin_late(struct pmon_die *die, struct pmon_clearing *clearing,
			      const struct pmon_unit *unit)
{
	*clearing = (struct pmon_clearing){ .sample = true, .late = unit };
	begin_round(die, clearing);
}

/*
 * If the freeze reaches a counter late, it can overflow after its unit was handled and set the bits
 * again. The next round handles it. Bits that are set after the last round are stuck.
 */
bool pmon_clearing_continue(struct pmon_die *die, struct pmon_clearing *clearing,
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
