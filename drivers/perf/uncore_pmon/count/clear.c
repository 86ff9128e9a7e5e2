// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clears the overflow status of a frozen package. See clear.h.
 */
#include <linux/minmax.h>

#include "count/clear.h"
#include "count/die.h"
#include "count/note.h"
#include "count/sample.h"
#include "count/unit.h"

/* Attempts to clear the status before its remaining bits are treated as stuck. */
#define ATTEMPTS	4

/*
 * Otherwise each poll would find a new freeze. A unit with a stuck bit does not freeze the package
 * any more (1.4.0.2); its samples are late.
 */
static void give_up_status(struct pmon_die *die, const u64 *status)
{
	pmon_global_give_up(&die->overflow.global, status);
	die->overflow.explained = true;
	pmon_note_report(die, PMON_REPORT_STUCK);
}

/* Returns the number of overflows, if samples are taken. */
static unsigned int handle(struct pmon_die *die, struct pmon_clearing *clearing,
			   struct pmon_unit *unit)
{
	unsigned int overflows;
	unsigned long flags;

	if (clearing->sample) {
		overflows = pmon_sample_unit(unit);
		clearing->overflows += overflows;
		return overflows;
	}
	flags = pmon_die_lock(die);
	pmon_unit_clear_status(unit);
	pmon_die_unlock(die, flags);
	return 0;
}

static void begin_round(struct pmon_die *die, struct pmon_clearing *clearing)
{
	die->overflow.round++;
	clearing->next = 0;
}

/*
 * Handle units whose bits are set. Units can share a bit (1.10.5): handle all of them. Returns
 * false if more than @units are left.
 */
static bool continue_round(struct pmon_die *die, struct pmon_clearing *clearing,
			   unsigned int *units)
{
	unsigned int overflows;

	for (; clearing->next < die->num_units; clearing->next++) {
		struct pmon_unit *unit = die->units[clearing->next];

		if (!pmon_global_flags(clearing->status, unit))
			continue;
		if (!*units)
			return false;
		/* A unit with several overflows takes longer. */
		overflows = handle(die, clearing, unit);
		*units -= min(*units, max(overflows, 1U));
	}
	return true;
}

bool pmon_clearing_begin(struct pmon_die *die, struct pmon_clearing *clearing, bool sample)
{
	struct pmon_global *global = &die->overflow.global;

	*clearing = (struct pmon_clearing){ .sample = sample };
	if (!pmon_global_read_status(global, clearing->status))
		return false;
	die->overflow.explained = false;
	/* Freeze all counters, whatever caused the overflow. */
	pmon_global_freeze(global, true);
	begin_round(die, clearing);
	return true;
}

/*
 * If the freeze reaches a counter late, it can overflow after its unit was handled and set the bits
 * again. The next round handles it. Bits that are set after the last round are stuck.
 */
bool pmon_clearing_continue(struct pmon_die *die, struct pmon_clearing *clearing,
			    unsigned int units)
{
	struct pmon_global *global = &die->overflow.global;

	while (continue_round(die, clearing, &units)) {
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
