// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes samples, and emits them to perf.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"
#include "count/perf_gaps.h"
#include "count/trace.h"
#include "freeze/freeze.h"

/* Preset a counter after an overflow. Returns true if a sample is due. */
static bool next_period(struct pmon_slot *slot)
{
	struct pmon_die *die = slot->unit->die;
	unsigned int width = slot->unit->counters[slot->programmed.counter].width;
	u64 due;

	due = pmon_period_overflow(&slot->period, slot->event->period, width);
	if (due > 1) {
		die->ledger.count[PMON_MISSED] += due - 1;
		slot->event->missed += due - 1;
	}
	/* After a storm, the counter goes on from here, and does not overflow soon. */
	if (!die->overflow.pause)
		pmon_preset_write(slot);
	return due;
}

u32 pmon_unit_clear_status(struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	u32 status;

	if (unit->gone)
		return 0;
	status = space->ops->read32(space, unit->status_offset);
	if (!status || status == ~0U)
		return 0;
	status &= BIT(unit->num_general) - 1;
	/* These counters caused the freeze, not other software. */
	if (pmon_unit_stop_again(unit, status))
		unit->die->overflow.cause = PMON_BY_DRIVER;
	space->ops->write32(space, unit->status_offset, status);
	return status;
}

/* If perf is removing the event, its counters wait for the commit to be read. */
static void ask_value(struct pmon_perf_event *event)
{
	if (!pmon_event_counts(event))
		pmon_event_update(event);
	event->round = event->die->overflow.round;
}

/*
 * Does a sample of the event contain counts? Then they are to be read. perf adds those of a group
 * if the event has PERF_FORMAT_GROUP. Members that count for another PMU are not the driver's.
 */
static bool ask_values(struct pmon_perf_event *event)
{
	struct perf_event *perf = event->perf, *leader = perf->group_leader, *sibling;

	if (!(perf->attr.sample_type & PERF_SAMPLE_READ))
		return false;
	ask_value(event);
	if (!(perf->attr.read_format & PERF_FORMAT_GROUP))
		return true;
	if (leader->pmu == perf->pmu)
		ask_value(leader->pmu_private);
	for_each_sibling_event(sibling, leader) {
		if (sibling->pmu == perf->pmu)
			ask_value(sibling->pmu_private);
	}
	return true;
}

static bool is_asked(const struct pmon_perf_event *event)
{
	return event->round == event->die->overflow.round;
}

/*
 * Did an overflow set another counter's bit? The bit may be late, if the overflow happened after
 * that of the other counter and before the freeze; or the driver has cleared it.
 */
static bool is_astray(struct pmon_slot *slot, u32 status)
{
	struct pmon_unit *unit = slot->unit;

	return status && !unit->die->overflow.delayed &&
	       !((status | pmon_unit_clear_status(unit)) & BIT(slot->programmed.counter));
}

/* The overflow bit is set before the end of the period: the write of the preset was lost. */
static void note_early(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;

	pmon_note(unit->die, PMON_EARLY, unit, slot->programmed.counter);
	unit->die->overflow.cause = PMON_BY_DRIVER;
}

/* May the slot's counter have a sample due? */
static bool samples(const struct pmon_slot *slot)
{
	return slot->event->sampling && pmon_slot_runs(slot);
}

/*
 * Update the counts, and find overflows. If @status has no bit at all, an overflow is late, or
 * other software has cleared it. If it has only bits of other counters, the overflow is astray.
 */
static unsigned int find_overflows(struct pmon_unit *unit, u32 status, bool *values)
{
	unsigned int overflows = 0;

	for_each_slot_on(slot, unit) {
		if (!samples(slot))
			continue;
		pmon_slot_update(slot);
		if (slot->period.left > 0) {
			if (status & BIT(slot->programmed.counter))
				note_early(slot);
			continue;
		}
		overflows++;
		if (!(status & BIT(slot->programmed.counter)) && is_astray(slot, status))
			pmon_note(unit->die, PMON_ASTRAY, unit, slot->programmed.counter);
		if (pmon_period_is_over(&slot->period) && ask_values(slot->event))
			*values = true;
	}
	return overflows;
}

unsigned int pmon_sample_find(struct pmon_unit *unit, bool *values)
{
	struct pmon_die *die = unit->die;
	unsigned int overflows;
	unsigned long flags;

	/* perf cannot add or remove events of the die meanwhile; this needs no lock. */
	lockdep_assert_irqs_disabled();
	WARN_ON_ONCE(die->owner != smp_processor_id() || die->source >= 0);

	flags = pmon_die_lock(die);
	overflows = find_overflows(unit, pmon_unit_clear_status(unit), values);
	pmon_unit_update_lingering(unit);
	pmon_die_unlock(die, flags);
	return overflows;
}

void pmon_sample_read(struct pmon_unit *unit)
{
	unsigned long flags;

	flags = pmon_die_lock(unit->die);
	for_each_slot_on(slot, unit) {
		if (is_asked(slot->event))
			pmon_slot_update(slot);
	}
	pmon_die_unlock(unit->die, flags);
}

/* Has the period ended, or is its end without an overflow? */
static bool is_overdue(const struct pmon_slot *slot)
{
	return slot->period.left <= 0 || !pmon_preset_is_set(slot);
}

/* Preset overflowed counters, and return slots with a sample due. */
static unsigned int preset(struct pmon_unit *unit, struct pmon_slot **due)
{
	unsigned int num = 0, i;

	for (i = 0; i < unit->num_slots && num < PMON_MAX_COUNTERS; i++) {
		struct pmon_slot *slot = unit->slots[i];

		if (samples(slot) && is_overdue(slot) && next_period(slot))
			due[num++] = slot;
	}
	return num;
}

void pmon_sample_take(struct pmon_unit *unit)
{
	struct pmon_slot *due[PMON_MAX_COUNTERS];
	struct pmon_die *die = unit->die;
	unsigned int num, i;
	unsigned long flags;

	flags = pmon_die_lock(die);
	num = preset(unit, due);
	pmon_die_unlock(die, flags);

	for (i = 0; i < num; i++) {
		struct perf_event *event = due[i]->event->perf;

		trace_sample(due[i], event->id, event->attr.config, due[i]->event->period);
		due[i]->event->sampled = due[i];
		pmon_emit_sample(event, due[i]->event->period);
	}
	die->ledger.count[PMON_SAMPLES] += num;
}

unsigned int pmon_sample_cost(const struct pmon_unit *unit, enum pmon_step step)
{
	unsigned int read = unit->space.ops->dwords ? 3 : 1, sampling = 0, asked = 0;

	for_each_slot_on(slot, unit) {
		sampling += samples(slot);
		asked += is_asked(slot->event);
	}
	if (step == PMON_STEP_READ)
		return asked * read;
	return (step == PMON_STEP_FIND ? 2 : 0) + sampling * (read + 1);
}

bool pmon_units_sample(struct pmon_unit *const *units, unsigned int num_units)
{
	unsigned int i;

	for (i = 0; i < num_units; i++) {
		for_each_slot_on(slot, units[i]) {
			if (samples(slot))
				return true;
		}
	}
	return false;
}

static void add_overdue(struct pmon_overdue *overdue, struct pmon_slot *slot)
{
	pmon_slot_update(slot);
	overdue->read++;
	if (!is_overdue(slot))
		return;
	overdue->overflowed++;
	overdue->owed += pmon_preset_is_set(slot);
}

struct pmon_overdue pmon_sample_overdue(struct pmon_unit *unit)
{
	struct pmon_overdue overdue = {};
	unsigned long flags;

	flags = pmon_die_lock(unit->die);
	for_each_slot_on(slot, unit) {
		if (samples(slot))
			add_overdue(&overdue, slot);
	}
	pmon_die_unlock(unit->die, flags);
	return overdue;
}

void pmon_sample_disarm(struct pmon_unit *unit)
{
	lockdep_assert_held(&unit->die->lock);
	for_each_slot_on(slot, unit) {
		if (samples(slot) && !unit->gone)
			pmon_counter_disarm(unit, slot->programmed.counter);
	}
}
