// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detects counter controls that other software has changed. See controls.h.
 */
#include <linux/bitops.h>
#include <linux/smp.h>

#include "count/controls.h"
#include "count/die.h"
#include "count/ledger.h"
#include "count/program.h"
#include "count/reading.h"
#include "count/unit.h"

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
