// SPDX-License-Identifier: GPL-2.0-only
/*
 * Presets counters so that they overflow after a period.
 */
#include <linux/perf_event.h>

#include "count/die.h"
#include "count/preset.h"
#include "count/reading.h"

bool pmon_preset_changed(const struct pmon_perf_event *event)
{
	return event->sampling && !local64_read(&event->perf->hw.period_left);
}

void pmon_preset_reload(struct pmon_perf_event *event)
{
	event->period = event->perf->hw.sample_period;
	for_each_slot(slot, event) {
		pmon_period_begin(&slot->period, event->period,
				  slot->unit->counters[0].width);
		/* Program the slot even if its counter was never stopped. */
		slot->programmed.alternative = PMON_PROGRAM_ANEW;
	}
	local64_set(&event->perf->hw.period_left, 1);
	/* A counter that still runs may overflow by its old preset. */
	if (event->state != PMON_EVENT_OFF)
		pmon_die_expect_freeze(event->die);
}

bool pmon_preset_is_set(const struct pmon_slot *slot)
{
	unsigned int width = slot->unit->counters[slot->programmed.counter].width;

	return slot->previous == pmon_period_preset(&slot->period, width);
}

void pmon_preset_write(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[slot->programmed.counter];

	lockdep_assert_held(&unit->die->lock);
	slot->previous = pmon_period_preset(&slot->period, counter->width);
	/* The difference to what the counter still has would look like a count. */
	if (unit->space.ops->write64(&unit->space, counter->offset, slot->previous))
		pmon_unit_give_up(unit);
}

void pmon_preset_start(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	unsigned int index = slot->programmed.counter;

	pmon_period_resume(&slot->period, unit->counters[index].width);
	/* An overflow bit of the counter's last event would prevent a freeze. */
	unit->space.ops->write32(&unit->space, unit->status_offset, BIT(index));
	pmon_preset_write(slot);
}
