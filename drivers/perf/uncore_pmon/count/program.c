// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is written to and read from the registers of units. See unit.h for the rules.
 */
#include <linux/device.h>
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>

#include "count/die.h"
#include "count/preset.h"
#include "count/program.h"
#include "count/reading.h"
#include "count/state.h"
#include "count/trace.h"
#include "count/unit.h"
#include "count/update.h"

static bool freeze_start;
module_param(freeze_start, bool, 0644);
MODULE_PARM_DESC(freeze_start,
		 "freeze a unit whenever one of its counters starts or stops (default N)");

static bool same_group(const struct pmon_slot *a, const struct pmon_slot *b)
{
	return a->event->perf->group_leader == b->event->perf->group_leader;
}

/* What was not written cannot be counted with: a count of 0 would be taken for one. */
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

/* The last read of a counter for a slot. If it has overflowed, the freeze belongs to the slot. */
static void update_last(struct pmon_slot *slot)
{
	pmon_slot_update(slot);
	if (slot->programmed >= 0)
		slot->read_in = slot->unit->commits;
	slot->programmed = -1;
	slot->unread = false;
	if (slot->event->sampling && slot->period.left <= 0)
		pmon_overflow_expect(slot->unit->die);
}

/*
 * The next commit reads the counter anyhow, or lets it go on if the event has been started again by
 * then. But a free-running counter has no end that a commit could see, and an overflow must be
 * noted at once.
 */
static bool reads_in_commit(const struct pmon_slot *slot)
{
	return slot->programmed >= 0 && !slot->event->sampling &&
	       slot->unit->counters[slot->programmed].control != PMON_NO_REGISTER;
}

static void stop_slot(struct pmon_slot *slot)
{
	if (reads_in_commit(slot)) {
		slot->programmed = -1;
		slot->unread = true;
	} else {
		update_last(slot);
	}
	slot->unit->dirty = true;
}

void pmon_event_stop(struct pmon_perf_event *event)
{
	unsigned int i;

	pmon_event_set_state(event, PMON_EVENT_STOPPED);
	for (i = 0; i < event->num_slots; i++)
		stop_slot(&event->slots[i]);
}

static void write_control(struct pmon_unit *unit, unsigned int index, u64 value)
{
	const struct pmon_regspace *space = &unit->space;
	int offset = unit->counters[index].control;
	u32 *high = index < unit->num_general ? &unit->control_high[index]
					      : NULL;

	lockdep_assert_held(&unit->die->lock);
	if (value && index < unit->num_general)
		unit->control_low[index] = lower_32_bits(value & ~unit->counters[index].clear);
	/*
	 * Event select is in the lower half. To stop, that alone has to go; to
	 * start, the upper half is only written when it differs.
	 */
	if (space->ops->halves &&
	    (!value || !high || *high == upper_32_bits(value))) {
		write32(unit, space, offset, lower_32_bits(value));
		return;
	}
	write64(unit, space, offset, value);
	if (high)
		*high = upper_32_bits(value);
}

static void write_unit_control(struct pmon_unit *unit, u32 value)
{
	write32(unit, &unit->space, 0, value);
}

/* Does a counter still count for an event that was stopped? */
static bool lingers(const struct pmon_unit *unit, unsigned int index)
{
	const struct pmon_slot *holder = unit->holder[index];

	return unit->live & BIT(index) && holder && holder->programmed < 0;
}

static bool lingers_sampling(const struct pmon_unit *unit, unsigned int index)
{
	return lingers(unit, index) && unit->holder[index]->event->sampling;
}

void pmon_unit_update_lingering(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (!lingers_sampling(unit, i))
			continue;
		unit->holder[i]->programmed = i;
		update_last(unit->holder[i]);
	}
}

/* The last value that is traced has to be that of perf's count. */
static void trace_last(const struct pmon_slot *slot)
{
	const struct perf_event *perf = slot->event->perf;

	if (trace_unit_count_enabled())
		trace_unit_count(slot, perf->id, perf->attr.config);
}

/*
 * A counter has been stopped, or is about to be given to another event. It has gone on counting
 * since perf stopped its event, while perf looked for what to run next and the unit was
 * programmed. perf takes a time at the beginning of all that, for the end of one event's time as
 * well as for the beginning of the next one's: were these counts dropped, each change would cost
 * some, and events that take turns would always come out low. So this is where it is read for the
 * last time: what it has counted too long makes good for what it missed when it was started.
 */
static void end_holder(struct pmon_unit *unit, unsigned int index)
{
	struct pmon_slot *holder = unit->holder[index];

	if (!lingers(unit, index))
		return;
	holder->programmed = index;
	update_last(holder);
	unit->holder[index] = NULL;
	trace_last(holder);
}

/* Nothing is programmed, but what perf has stopped must be read, or what was read of it counted. */
static void read_unread(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (!lingers(unit, i) || !unit->holder[i]->unread)
			continue;
		update_last(unit->holder[i]);
		trace_last(unit->holder[i]);
	}
}

/* An event that was taken off and put back on another counter has counted on the old one so far. */
static void end_old_counter(struct pmon_unit *unit, const struct pmon_slot *slot)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (unit->holder[i] == slot)
			end_holder(unit, i);
	}
}

/* What counts to its end must not do so with a register that is not its own. */
static void end_holders(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++)
		end_holder(unit, i);
}

static void write_resource(struct pmon_unit *unit, unsigned int r, u64 value)
{
	const struct pmon_resource *resource = &unit->type->resources[r];
	const struct pmon_regspace *space =
		resource->companion ? &unit->companion : &unit->space;
	int offset = resource->offset + resource->stride * unit->id;

	lockdep_assert_held(&unit->die->lock);
	if (!space->ops || (test_bit(r, unit->resource_known) &&
			    unit->resource[r] == value))
		return;
	end_holders(unit);
	unit->resource[r] = value;
	__set_bit(r, unit->resource_known);
	if (resource->gated)
		write_resource(unit, resource->gate, 0);
	if (upper_32_bits(resource->mask))
		write64(unit, space, offset, value);
	else
		write32(unit, space, offset, value);
}

/* Bring a shared register to what a running event asks for. */
static void commit_claim(struct pmon_unit *unit, const struct pmon_claim *claim)
{
	unsigned int r = claim->resource;

	/* Nobody else claims other values: the scheduler saw to it. */
	if (claim->mask && r != PMON_CLASS_RESOURCE)
		write_resource(unit, r,
			       (unit->resource[r] & ~claim->mask) | claim->value);
}

static const struct pmon_alternative *alternative_of(const struct pmon_slot *slot)
{
	return slot->alternative < 0 ? NULL
				     : &slot->event->alternatives[slot->alternative];
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

/* Control value without the layout's own bits. */
static u64 control_of(const struct pmon_slot *slot)
{
	const struct pmon_alternative *alternative = alternative_of(slot);

	return alternative ? alternative->control : slot->event->control;
}

static void start_slot(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[slot->counter];
	u64 control = control_of(slot) | counter->enable;

	slot->programmed = slot->counter;
	slot->with = slot->alternative;
	slot->step = 0;
	slot->read_at = ktime_get_mono_fast_ns();
	if (counter->control == PMON_NO_REGISTER) {
		/* Stopped and started since the last commit, it goes on from its last read. */
		if (slot->read_in != unit->commits)
			slot->previous = pmon_counter_read(unit, slot->counter);
		pmon_unit_is_gone(unit, slot->previous);
		return;
	}
	if (slot->event->sampling) {
		if (unit->live & BIT(slot->counter))
			write_control(unit, slot->counter, 0);
		slot->previous = pmon_preset_start(slot);
		control |= unit->type->layout->freeze_on_overflow;
	} else {
		/* One write that clears the counter and starts it, or else it goes on from here. */
		slot->previous = counter->clear ? 0 : pmon_counter_read(unit, slot->counter);
		if (pmon_unit_is_gone(unit, slot->previous))
			return;
		control |= counter->clear;
	}
	unit->live |= BIT(slot->counter);
	unit->holder[slot->counter] = slot;
	write_control(unit, slot->counter, control);
}

u64 pmon_slot_control(const struct pmon_slot *slot, unsigned int index)
{
	const struct pmon_perf_event *event = slot->event;

	return slot->unit->counters[index].enable |
	       (slot->with < 0 ? event->control :
				 event->alternatives[slot->with].control);
}

void pmon_slot_arm(struct pmon_slot *slot, bool freeze)
{
	struct pmon_unit *unit = slot->unit;
	u64 control = pmon_slot_control(slot, slot->programmed);

	if (freeze)
		control |= unit->type->layout->freeze_on_overflow;
	write_control(unit, slot->programmed, control);
}

void pmon_slot_rewrite(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	unsigned int index = slot->programmed;

	/* Nobody knows what is in the upper half now; not all controls have one. */
	if (index < unit->num_general)
		unit->control_high[index] = 0;
	pmon_slot_arm(slot, slot->event->sampling);
}

/*
 * Its last period is over, but perf takes no sample of an event that is stopped. The end of a
 * handover finds such samples by itself.
 */
static bool owes_sample(const struct pmon_slot *slot)
{
	return slot->event->sampling && slot->period.left <= 0 &&
	       slot->unit->die->source < 0;
}

/*
 * Put back where it was, before anything came of taking it off. A counter that has overflowed
 * meanwhile is preset anew: its freeze may have ended already, and the sample would be late.
 */
static bool never_stopped(const struct pmon_unit *unit,
			  const struct pmon_slot *slot)
{
	return slot->programmed < 0 && (unit->live & BIT(slot->counter)) &&
	       unit->holder[slot->counter] == slot &&
	       slot->with == slot->alternative && !owes_sample(slot);
}

static bool runs_as_decided(const struct pmon_slot *slot)
{
	return slot->programmed == slot->counter &&
	       slot->with == slot->alternative;
}

/**
 * struct plan - what a commit has to do
 * @start: counters to start
 * @keep: counters that go on as they are
 * @moves: an event goes from one counter or alternative to another
 */
struct plan {
	u32 start;
	u32 keep;
	bool moves;
};

static struct plan make_plan(struct pmon_unit *unit)
{
	struct plan plan = {};
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		struct pmon_slot *slot = unit->slots[i];

		if (!pmon_event_counts(slot->event))
			continue;
		if (never_stopped(unit, slot)) {
			slot->programmed = slot->counter;
			slot->unread = false;
		}
		if (runs_as_decided(slot)) {
			plan.keep |= BIT(slot->counter);
			continue;
		}
		plan.start |= BIT(slot->counter);
		plan.moves |= slot->programmed >= 0;
	}
	return plan;
}

static bool starts(const struct pmon_slot *slot, const struct plan *plan)
{
	return pmon_event_counts(slot->event) &&
	       (plan->start & BIT(slot->counter));
}

/* Are there events that have to start together? Others start one by one, which is sooner. */
static bool starts_group(const struct pmon_unit *unit, const struct plan *plan)
{
	unsigned int i, j;

	if (hweight32(plan->start) < 2)
		return false;
	for (i = 1; i < unit->num_slots; i++) {
		const struct pmon_slot *slot = unit->slots[i];

		for (j = 0; j < i && starts(slot, plan); j++) {
			if (starts(unit->slots[j], plan) &&
			    same_group(slot, unit->slots[j]))
				return true;
		}
	}
	return false;
}

/*
 * The guide's sequence (1.10.4) freezes a unit before its counters are set up. The registers say
 * nothing against doing without: this is for comparing the two on a machine.
 */
static bool by_the_guide(const struct pmon_unit *unit, const struct plan *plan)
{
	return READ_ONCE(freeze_start) && (plan->start || (unit->live & ~plan->keep));
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
		if (!unit->control_low[i] || space->ops->read32(space, unit->counters[i].control) !=
		    unit->control_low[i])
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
		/* Without a holder its event is closed, and may have sampled. */
		if (!unit->holder[i] || lingers_sampling(unit, i))
			counters |= BIT(i);
	}
	stop_counters(unit, counters);
}

void pmon_unit_commit(struct pmon_unit *unit)
{
	struct plan plan;
	bool freeze;
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	if (!unit->dirty)
		return;
	if (unit->die->asleep || pmon_unit_out_of_reach(unit)) {
		read_unread(unit);
		return;
	}
	unit->dirty = false;

	plan = make_plan(unit);
	freeze = (plan.moves || starts_group(unit, &plan) || by_the_guide(unit, &plan)) &&
		 unit->type->layout->has_control;
	if (freeze)
		write_unit_control(unit, unit->type->layout->freeze);

	for (i = 0; i < unit->num_slots; i++) {
		struct pmon_slot *slot = unit->slots[i];

		if (slot->programmed >= 0 && !runs_as_decided(slot)) {
			unit->holder[slot->programmed] = NULL;
			update_last(slot);
		}
	}

	/*
	 * Counters that are about to be started again are simply overwritten, unless events of
	 * different classes must not even overlap, where they start from has to be read first, or
	 * an overflow between the last read and the write would go unnoticed.
	 */
	stop_counters(unit,
		      unit->type->mesh_exclusive ? ~plan.keep :
		      ~(plan.keep | overwritable(unit, plan.start)));

	for (i = 0; i < unit->num_slots; i++) {
		struct pmon_slot *slot = unit->slots[i];

		if (pmon_event_counts(slot->event) && slot->programmed < 0) {
			end_holder(unit, slot->counter);
			end_old_counter(unit, slot);
			commit_resources(slot);
			start_slot(slot);
		}
	}
	unit->commits++;

	if (freeze)
		write_unit_control(unit, unit->type->layout->unfreeze);
	if (!unit->gone)
		pmon_unit_check(unit);
}

/* Does a slot count for the group? Only events of one PMU can be in one group. */
static bool in_group(const struct pmon_slot *slot,
		     const struct pmon_perf_event *leader)
{
	return slot->programmed >= 0 &&
	       slot->event->pmu_die == leader->pmu_die &&
	       slot->event->perf->group_leader == leader->perf;
}

void pmon_unit_snapshot(struct pmon_unit *unit,
			const struct pmon_perf_event *leader)
{
	unsigned int num = 0, i;
	bool freeze;

	lockdep_assert_held(&unit->die->lock);
	for (i = 0; i < unit->num_slots; i++)
		num += in_group(unit->slots[i], leader);

	/*
	 * One counter is read at one instant anyhow. And of a unit that does not answer, what the
	 * poll timer has read last is counted.
	 */
	freeze = num > 1 && !pmon_unit_out_of_reach(unit);
	if (freeze)
		write_unit_control(unit, unit->type->layout->freeze);
	for (i = 0; i < unit->num_slots; i++) {
		if (in_group(unit->slots[i], leader))
			pmon_slot_update(unit->slots[i]);
	}
	if (freeze)
		write_unit_control(unit, unit->type->layout->unfreeze);
}

u64 pmon_unit_period(const struct pmon_unit *unit)
{
	u64 period = 0;
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		int counter = unit->slots[i]->programmed;

		if (counter < 0)
			continue;
		if (!period || unit->counters[counter].period < period)
			period = unit->counters[counter].period;
	}
	return period;
}
