// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs the registers of units. See engine.h for the rules.
 */
#include <linux/device.h>
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>

#include "count/count.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/trace.h"

static bool freeze_start;
module_param(freeze_start, bool, 0644);
MODULE_PARM_DESC(freeze_start,
		 "freeze a unit whenever one of its counters starts or stops (default N)");

static bool same_group(const struct pmon_slot *a, const struct pmon_slot *b)
{
	return a->event->perf->group_leader == b->event->perf->group_leader;
}

/* A unit that cannot be written counts nothing: give it up, or its 0 would look like a count. */
static void write64(struct pmon_unit *unit, const struct pmon_regspace *space,
		    int offset, u64 value)
{
	if (space->ops->write64(space, offset, value))
		pmon_unit_give_up(unit);
}

static void write32(struct pmon_unit *unit, const struct pmon_regspace *space,
		    int offset, u32 value)
{
	if (space->ops->write32(space, offset, value))
		pmon_unit_give_up(unit);
}

bool pmon_preset_changed(const struct pmon_perf_event *event)
{
	return event->sampling && !local64_read(&event->perf->hw.period_left);
}

void pmon_preset_reload(struct pmon_perf_event *event)
{
	event->period = event->perf->hw.sample_period;
	for_each_slot(slot, event) {
		pmon_period_begin(&slot->period, event->period, slot->unit->counters[0].width);
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

/* Preset a stopped counter, and clear its overflow bit. */
static void preset_start(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	unsigned int index = slot->programmed.counter;

	pmon_period_resume(&slot->period, unit->counters[index].width);
	/* An overflow bit of the counter's last event would prevent a freeze. */
	unit->space.ops->write32(&unit->space, unit->status_offset, BIT(index));
	pmon_preset_write(slot);
}

/* Read the counter of a stopped slot. An overflow has caused a freeze for the slot. */
static void update_stopped(struct pmon_slot *slot)
{
	pmon_slot_update(slot);
	if (slot->event->sampling && slot->period.left <= 0)
		pmon_die_expect_freeze(slot->unit->die);
}

/* The last read of a counter for a slot. */
static void update_last(struct pmon_slot *slot)
{
	update_stopped(slot);
	slot->programmed.counter = -1;
}

/*
 * The commit reads the counter, or keeps it running if the event was started again. But commits do
 * not stop free-running counters, and an overflow must be recorded at once.
 */
static void stop_slot(struct pmon_slot *slot)
{
	slot->unit->dirty = true;
	if (!pmon_slot_runs(slot))
		return;
	slot->stopped_in = slot->unit->commits;
	if (slot->unit->counters[slot->programmed.counter].control == PMON_NO_REGISTER)
		update_last(slot);
	else if (slot->event->sampling)
		update_stopped(slot);
}

void pmon_event_stop(struct pmon_perf_event *event)
{
	pmon_event_set_state(event, PMON_EVENT_STOPPED);
	for_each_slot(slot, event)
		stop_slot(slot);
}

static void write_control(struct pmon_unit *unit, unsigned int index, u64 value)
{
	const struct pmon_regspace *space = &unit->space;
	int offset = unit->counters[index].control;
	u64 before = unit->control[index];

	lockdep_assert_held(&unit->die->lock);
	if (value)
		unit->control[index] = value & ~unit->counters[index].clear;
	/*
	 * The lower half contains the event select. Stopping a counter only clears the lower half.
	 * Starting it writes the upper half only if it changes. Fixed counters have no upper half.
	 */
	if (space->ops->halves && (!value || index >= unit->num_general ||
				   upper_32_bits(before) == upper_32_bits(value)))
		write32(unit, space, offset, lower_32_bits(value));
	else
		write64(unit, space, offset, value);
}

static void write_unit_control(struct pmon_unit *unit, u32 value)
{
	write32(unit, &unit->space, 0, value);
}

/* Does a counter still run for a stopped event? */
static bool lingers(const struct pmon_unit *unit, unsigned int index)
{
	const struct pmon_slot *holder = unit->holder[index];

	return unit->live & BIT(index) && holder && pmon_slot_is_stopped(holder);
}

static bool lingers_sampling(const struct pmon_unit *unit, unsigned int index)
{
	return lingers(unit, index) && unit->holder[index]->event->sampling;
}

void pmon_unit_update_lingering(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (lingers_sampling(unit, i))
			update_stopped(unit->holder[i]);
	}
}

/* The last value that is traced must match perf's count. */
static void trace_last(const struct pmon_slot *slot)
{
	const struct perf_event *perf = slot->event->perf;

	if (trace_unit_count_enabled())
		trace_unit_count(slot, perf->id, perf->attr.config);
}

/*
 * Read a counter for the last time: it was stopped, or another event gets it. It has counted since
 * perf stopped its event, while perf scheduled the next event and the unit was programmed. perf
 * timestamps a switch once, at its start, for the end of one event and the start of the next. An
 * event starts slightly late but also stops slightly late, so the errors cancel. Without these
 * counts, multiplexed events would always be too low.
 */
static void end_holder(struct pmon_unit *unit, unsigned int index)
{
	struct pmon_slot *holder = unit->holder[index];

	if (!lingers(unit, index))
		return;
	update_last(holder);
	unit->holder[index] = NULL;
	trace_last(holder);
}

static void end_holders(struct pmon_unit *unit, bool sampling)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (sampling || !lingers_sampling(unit, i))
			end_holder(unit, i);
	}
}

static void write_resource(struct pmon_unit *unit, unsigned int r, u64 value)
{
	const struct pmon_resource *resource = &unit->type->resources[r];
	const struct pmon_regspace *space = resource->companion ? &unit->companion : &unit->space;
	int offset = resource->offset + resource->stride * unit->id;

	lockdep_assert_held(&unit->die->lock);
	if (!space->ops || (test_bit(r, unit->resource_known) && unit->resource[r] == value))
		return;
	/* Stopped events must not count with the new value. */
	end_holders(unit, true);
	unit->resource[r] = value;
	__set_bit(r, unit->resource_known);
	if (resource->gated)
		write_resource(unit, resource->gate, 0);
	if (upper_32_bits(resource->mask))
		write64(unit, space, offset, value);
	else
		write32(unit, space, offset, value);
}

/* Set a shared register to the value that an event claims. */
static void commit_claim(struct pmon_unit *unit, const struct pmon_claim *claim)
{
	unsigned int r = claim->resource;

	/* The scheduler ensures that other claims agree. */
	if (claim->mask && r != PMON_CLASS_RESOURCE)
		write_resource(unit, r, (unit->resource[r] & ~claim->mask) | claim->value);
}

static const struct pmon_alternative *alternative_of(const struct pmon_slot *slot)
{
	int alternative = slot->assigned.alternative;

	return alternative < 0 ? NULL : &slot->event->alternatives[alternative];
}

static void commit_resources(const struct pmon_slot *slot)
{
	const struct pmon_alternative *alternative = alternative_of(slot);
	unsigned int i;

	for (i = 0; i < PMON_MAX_CLAIMS; i++)
		commit_claim(slot->unit, &slot->event->claims[i]);
	for (i = 0; alternative && i < PMON_MAX_ALTERNATIVE_CLAIMS; i++)
		commit_claim(slot->unit, &alternative->claims[i]);
}

/* Control value without bits of the layout. */
static u64 control_of(const struct pmon_slot *slot)
{
	const struct pmon_alternative *alternative = alternative_of(slot);

	return alternative ? alternative->control : slot->event->control;
}

static void start_slot(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	unsigned int index = slot->assigned.counter;
	const struct pmon_counter *counter = &unit->counters[index];
	u64 control = control_of(slot) | counter->enable;
	bool stopped = pmon_slot_is_stopped(slot);

	slot->programmed = slot->assigned;
	slot->stopped_in = 0;
	slot->read_at = ktime_get_mono_fast_ns();
	slot->moved_since = slot->read_at;
	if (counter->control == PMON_NO_REGISTER) {
		/* If stopped and started since the last commit, continue from the last read. */
		if (!stopped)
			slot->previous = pmon_counter_read(unit, index);
		pmon_unit_is_gone(unit, slot->previous);
		return;
	}
	if (slot->event->sampling) {
		if (unit->live & BIT(index))
			write_control(unit, index, 0);
		preset_start(slot);
		control |= unit->type->layout->freeze_on_overflow;
	} else {
		/* One write clears and starts the counter, or it continues from its value. */
		slot->previous = counter->clear ? 0 : pmon_counter_read(unit, index);
		if (pmon_unit_is_gone(unit, slot->previous)) {
			slot->programmed.counter = -1;
			return;
		}
		control |= counter->clear;
	}
	unit->live |= BIT(index);
	unit->holder[index] = slot;
	write_control(unit, index, control);
}

void pmon_counter_disarm(struct pmon_unit *unit, unsigned int index)
{
	write_control(unit, index, unit->control[index] & ~unit->type->layout->freeze_on_overflow);
}

void pmon_counter_rewrite(struct pmon_unit *unit, unsigned int index)
{
	u64 control = unit->control[index];

	/* The upper half is unknown now. Not all controls have one. */
	unit->control[index] = upper_32_bits(unit->type->control) ? ~control : 0;
	write_control(unit, index, control);
}

/*
 * The slot's period ended while perf had stopped the event, so perf accepted no sample. At the end
 * of a handover, the search finds such samples.
 */
static bool sample_pending(const struct pmon_slot *slot)
{
	return slot->event->sampling && slot->period.left <= 0 &&
	       slot->unit->die->source < 0;
}

/*
 * The event was removed and added between two commits, and its counter never stopped. A counter
 * that has overflowed meanwhile is preset again: its freeze may have ended already, and the sample
 * would be late.
 */
static bool never_stopped(const struct pmon_slot *slot)
{
	return pmon_slot_is_stopped(slot) && pmon_same_place(slot->programmed, slot->assigned) &&
	       !sample_pending(slot);
}

static bool runs_as_decided(const struct pmon_slot *slot)
{
	return pmon_slot_runs(slot) && pmon_same_place(slot->programmed, slot->assigned);
}

/**
 * struct plan - the changes of a commit
 * @start: counters to start
 * @keep: counters that keep running unchanged
 * @moves: an event changes its counter or alternative
 */
struct plan {
	u32 start;
	u32 keep;
	bool moves;
};

static struct plan make_plan(struct pmon_unit *unit)
{
	struct plan plan = {};

	for_each_slot_on(slot, unit) {
		if (!pmon_event_counts(slot->event))
			continue;
		if (never_stopped(slot))
			slot->stopped_in = 0;
		if (runs_as_decided(slot)) {
			plan.keep |= BIT(slot->assigned.counter);
			continue;
		}
		plan.start |= BIT(slot->assigned.counter);
		plan.moves |= pmon_slot_runs(slot);
	}
	return plan;
}

static bool starts(const struct pmon_slot *slot, const struct plan *plan)
{
	return pmon_event_counts(slot->event) &&
	       (plan->start & BIT(slot->assigned.counter));
}

/* Must events of a group start together? Other events start one by one, which is faster. */
static bool starts_group(const struct pmon_unit *unit, const struct plan *plan)
{
	unsigned int i, j;

	if (hweight32(plan->start) < 2)
		return false;
	for (i = 1; i < unit->num_slots; i++) {
		const struct pmon_slot *slot = unit->slots[i];

		for (j = 0; j < i && starts(slot, plan); j++) {
			if (starts(unit->slots[j], plan) && same_group(slot, unit->slots[j]))
				return true;
		}
	}
	return false;
}

/*
 * No guide says whether a unit's freeze and that of its package are two states or one. If they are
 * one, the end of the unit's would end the package's for it, while samples are being taken.
 */
static bool can_freeze(const struct pmon_unit *unit)
{
	return unit->type->layout->has_control &&
	       (READ_ONCE(unit->die->overflow.phase) != PMON_ENDING ||
		!pmon_unit_is_frozen_with_others(unit));
}

/*
 * The guide's sequence (1.10.4) freezes a unit before its counters are set up. The register
 * descriptions do not require this. The parameter allows comparing both on a machine.
 */
static bool by_the_guide(const struct pmon_unit *unit, const struct plan *plan)
{
	return READ_ONCE(freeze_start) && (plan->start || (unit->live & ~plan->keep));
}

/* Do counters of a snapshot stop? Their last values must be of one instant, too. */
static bool stops_snapshot(const struct pmon_unit *unit)
{
	unsigned int num = 0, i;

	for (i = 0; i < unit->num_counters; i++)
		num += lingers(unit, i) && unit->holder[i]->event->snapshot;
	return num > 1;
}

static u32 overwritable(const struct pmon_unit *unit, u32 counters)
{
	unsigned long left = counters;
	unsigned int i;

	for_each_set_bit(i, &left, PMON_MAX_COUNTERS) {
		if (!unit->counters[i].clear || lingers_sampling(unit, i))
			counters &= ~BIT(i);
	}
	return counters;
}

bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters)
{
	const struct pmon_regspace *space = &unit->space;
	unsigned long left = counters & ~unit->live & (BIT(unit->num_general) - 1);
	bool any = false;
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	for_each_set_bit(i, &left, PMON_TABLE_MAX_COUNTERS) {
		if (!unit->control[i] || space->ops->read32(space, unit->counters[i].control) !=
		    lower_32_bits(unit->control[i]))
			continue;
		write_control(unit, i, 0);
		any = true;
	}
	return any;
}

static void stop_counters(struct pmon_unit *unit, u32 counters)
{
	unsigned long left = counters & unit->live;
	unsigned int i;

	for_each_set_bit(i, &left, PMON_MAX_COUNTERS) {
		write_control(unit, i, 0);
		end_holder(unit, i);
	}
	unit->live &= ~counters;
}

void pmon_unit_stop_lingering(struct pmon_unit *unit)
{
	unsigned long live = unit->live;
	unsigned int i;
	u32 counters = 0;

	lockdep_assert_held(&unit->die->lock);
	for_each_set_bit(i, &live, PMON_MAX_COUNTERS) {
		/* Without a holder, the event is closed, and may have sampled. */
		if (!unit->holder[i] || lingers_sampling(unit, i))
			counters |= BIT(i);
	}
	stop_counters(unit, counters);
}

/* Read the old counters of events that get another counter or alternative for the last time. */
static void read_moved(struct pmon_unit *unit)
{
	for_each_slot_on(slot, unit) {
		if (pmon_slot_runs(slot) && !runs_as_decided(slot)) {
			unit->holder[slot->programmed.counter] = NULL;
			update_last(slot);
		}
	}
}

static void start_decided(struct pmon_unit *unit)
{
	for_each_slot_on(slot, unit) {
		if (!pmon_event_counts(slot->event) || pmon_slot_runs(slot))
			continue;
		end_holder(unit, slot->assigned.counter);
		/* An event that was removed and added elsewhere has counted on its old counter. */
		if (slot->programmed.counter >= 0)
			end_holder(unit, slot->programmed.counter);
		commit_resources(slot);
		start_slot(slot);
	}
}

void pmon_unit_commit(struct pmon_unit *unit)
{
	struct plan plan;
	bool freeze;

	lockdep_assert_held(&unit->die->lock);
	if (!unit->dirty)
		return;
	if (unit->die->suspended || pmon_unit_out_of_reach(unit)) {
		/* Add the last counts of stopped events. */
		end_holders(unit, false);
		return;
	}
	unit->dirty = false;

	plan = make_plan(unit);
	freeze = (plan.moves || starts_group(unit, &plan) || stops_snapshot(unit) ||
		  by_the_guide(unit, &plan)) && can_freeze(unit);
	if (freeze)
		write_unit_control(unit, unit->type->layout->freeze);
	read_moved(unit);
	/*
	 * Counters that are started again are overwritten without a stop. Exceptions: events of
	 * different classes must not overlap; the start value must be read first; or an overflow
	 * between the last read and the write would be lost.
	 */
	stop_counters(unit,
		      unit->type->mesh_exclusive ? ~plan.keep :
		      ~(plan.keep | overwritable(unit, plan.start)));
	start_decided(unit);
	unit->commits++;
	if (freeze)
		write_unit_control(unit, unit->type->layout->unfreeze);
}

/* Does a slot count for the group? Events of other PMUs do not belong to the snapshot. */
static bool in_group(const struct pmon_slot *slot, const struct pmon_perf_event *leader)
{
	return pmon_slot_runs(slot) &&
	       slot->event->pmu_die == leader->pmu_die &&
	       slot->event->perf->group_leader == leader->perf;
}

void pmon_unit_snapshot(struct pmon_unit *unit, const struct pmon_perf_event *leader)
{
	unsigned int num = 0;
	bool freeze;

	lockdep_assert_held(&unit->die->lock);
	for_each_slot_on(slot, unit)
		num += in_group(slot, leader);

	/*
	 * A single counter needs no freeze. If the unit does not answer, the last reads of the poll
	 * timer are added.
	 */
	freeze = num > 1 && !pmon_unit_out_of_reach(unit) && can_freeze(unit);
	if (freeze)
		write_unit_control(unit, unit->type->layout->freeze);
	for_each_slot_on(slot, unit) {
		if (in_group(slot, leader))
			pmon_slot_update(slot);
	}
	if (freeze)
		write_unit_control(unit, unit->type->layout->unfreeze);
}

u64 pmon_unit_period(const struct pmon_unit *unit)
{
	u64 period = 0;

	/* The timer checks whether it answers again. */
	if (unit->gone)
		return unit->num_slots ? PMON_RETRY_NS : 0;
	for_each_slot_on(slot, unit) {
		int counter = slot->programmed.counter;

		if (!pmon_slot_runs(slot))
			continue;
		if (!period || unit->counters[counter].period < period)
			period = unit->counters[counter].period;
	}
	return period;
}
