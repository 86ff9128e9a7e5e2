// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units and the events that count on them. See engine.h for the rules.
 */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "count/count.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"

static void describe_general(struct pmon_unit *unit, const struct pmon_unit_desc *desc)
{
	const struct pmon_registers *listed = unit->type->registers;
	const struct pmon_layout *layout = unit->type->layout;
	const struct pmon_table_unit *from = &desc->unit;
	unsigned int i;

	for (i = 0; i < unit->num_general; i++) {
		struct pmon_counter *counter = &unit->counters[i];

		counter->control = listed ? listed->control[i] :
			from->control_offset + i * from->stride.control;
		counter->offset = listed ? listed->counter[i] :
			from->counter_offset + i * from->stride.counter;
		counter->width = from->width;
		counter->enable = layout->enable;
		counter->clear = layout->clear;
		counter->period = pmon_poll_period_ns(counter->width, 0);
	}
}

static void describe_extras(struct pmon_unit *unit, const struct pmon_unit_desc *desc)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters - unit->num_general; i++) {
		const struct pmon_extra *extra = &unit->type->extras[i];
		struct pmon_counter *counter = &unit->counters[unit->num_general + i];

		counter->control = extra->control;
		counter->offset = extra->counter + extra->stride * desc->place;
		counter->width = extra->width;
		counter->enable = extra->enable;
		counter->clear = extra->clear;
		counter->period = pmon_poll_period_ns(extra->width, extra->rate);
		counter->rate = extra->rate;
	}
}

/* Bytes from the unit control register to the end of the unit's last one. */
static size_t register_span(const struct pmon_unit *unit, const struct pmon_unit_desc *desc)
{
	ssize_t span = desc->unit.status_offset + sizeof(u32);
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		const struct pmon_counter *counter = &unit->counters[i];

		span = max_t(ssize_t, span, counter->offset + sizeof(u64));
		if (counter->control != PMON_NO_REGISTER)
			span = max_t(ssize_t, span, counter->control + sizeof(u32));
	}
	return ALIGN(span, sizeof(u64));
}

struct pmon_unit *pmon_unit_create(struct pmon_die *die, const struct pmon_box_type *type,
				   const struct pmon_unit_desc *desc)
{
	struct pmon_unit *unit;
	int error;

	unit = devm_kzalloc(die->dev, sizeof(*unit), GFP_KERNEL);
	if (!unit)
		return ERR_PTR(-ENOMEM);

	unit->type = type;
	unit->die = die;
	unit->id = desc->unit.id;
	unit->desc = desc;
	unit->status_offset = desc->unit.status_offset;
	unit->status_position = desc->unit.status_position;
	unit->commits = 1;
	unit->num_general = desc->unit.num_counters;
	unit->num_counters = unit->num_general;
	if (!type->extras_at || type->extras_at == desc->unit.control)
		unit->num_counters += type->num_extras;
	if (unit->num_general > PMON_TABLE_MAX_COUNTERS ||
	    (type->registers && unit->num_general > type->registers->num) ||
	    unit->num_counters > PMON_MAX_COUNTERS)
		return ERR_PTR(-EINVAL);

	unit->counters = devm_kcalloc(die->dev, unit->num_counters,
				      sizeof(*unit->counters), GFP_KERNEL);
	if (!unit->counters)
		return ERR_PTR(-ENOMEM);
	describe_general(unit, desc);
	describe_extras(unit, desc);

	error = pmon_regspace_init(die->dev, &unit->space, desc, register_span(unit, desc));
	if (error)
		return ERR_PTR(error);
	if (desc->companion)
		pmon_regspace_companion(&unit->companion, desc->companion);
	return unit;
}

/* Clear the counters if the unit control cannot. */
static int zero_counters(const struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	unsigned int i;
	int error = 0;

	for (i = 0; i < unit->num_general && !error; i++)
		error = space->ops->write32(space, unit->counters[i].control, 0) ?:
			space->ops->write64(space, unit->counters[i].offset, 0);
	return error;
}

/*
 * Whether the unit control's reset bits stop a fixed counter is undocumented. At load it does not
 * matter: the start of an event writes the control.
 */
static int stop_extra(const struct pmon_unit *unit, const struct pmon_counter *counter)
{
	if (counter->control == PMON_NO_REGISTER || !(counter->seen || unit->type->layout->zeroes))
		return 0;
	return unit->space.ops->write32(&unit->space, counter->control, 0);
}

/* As in reading.c, one bad access must not cost a counter. */
static bool counter_answers(const struct pmon_regspace *space, int offset)
{
	return space->ops->read64(space, offset) != PMON_ALL_ONES ||
	       space->ops->read64(space, offset) != PMON_ALL_ONES;
}

/*
 * A fixed or free-running counter that does not answer costs its own events only. Not all models
 * have all of them, and the guide of Sandy Bridge-EP has no address of UCLK.
 *
 * Return: whether the unit has a counter.
 */
static bool detect_extras(struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	bool any = unit->num_general;
	unsigned int i;

	for (i = unit->num_general; i < unit->num_counters; i++) {
		struct pmon_counter *counter = &unit->counters[i];

		counter->seen |= !stop_extra(unit, counter) &&
			counter_answers(space, counter->offset);
		counter->missing = !counter->seen;
		any |= counter->seen;
	}
	return any;
}

static int write_reset(const struct pmon_unit *unit)
{
	const struct pmon_layout *layout = unit->type->layout;
	const struct pmon_regspace *space = &unit->space;
	u32 value = layout->bitwise ? 0 : layout->reset, left;
	int error;

	do {
		left = layout->reset & ~value;
		value |= left & -left;
		error = space->ops->write32(space, 0, value);
	} while (value != layout->reset && !error);
	return error;
}

bool pmon_unit_reset(struct pmon_unit *unit)
{
	const struct pmon_layout *layout = unit->type->layout;
	const struct pmon_regspace *space = &unit->space;
	int error = 0;

	lockdep_assert_held(&unit->die->lock);
	memset(unit->control, 0, sizeof(unit->control));
	memset(unit->resource, 0, sizeof(unit->resource));
	bitmap_zero(unit->resource_known, PMON_MAX_RESOURCES);

	/* Free-running counters have no unit control, and nothing to reset. */
	if (layout->has_control)
		error = write_reset(unit);
	if (layout->zeroes)
		error = error ?: zero_counters(unit);
	/* No guide documents that reset bits clear themselves. */
	if (layout->has_control && layout->reset != layout->unfreeze)
		error = error ?: space->ops->write32(space, 0, layout->unfreeze);
	return !error && detect_extras(unit);
}

/* What was read before belongs to perf's count, even if the counter never runs again. */
static void forget_counter(struct pmon_slot *slot)
{
	slot->programmed.counter = -1;
	pmon_slot_update(slot);
}

/*
 * No register belongs to an event any more, also not to one that perf has stopped and started since
 * the suspend. The next commit starts the events, also of free-running counters.
 */
static void forget_registers(struct pmon_unit *unit)
{
	unsigned int i;

	lockdep_assert_held(&unit->die->lock);
	unit->live = 0;
	for (i = 0; i < unit->num_counters; i++) {
		if (unit->holder[i])
			forget_counter(unit->holder[i]);
	}
	memset(unit->holder, 0, sizeof(unit->holder));
	for (i = 0; i < unit->num_slots; i++)
		forget_counter(unit->slots[i]);
	unit->commits++;
	unit->dirty = true;
}

void pmon_unit_renew(struct pmon_unit *unit)
{
	forget_registers(unit);
	WRITE_ONCE(unit->gone, !pmon_unit_reset(unit));
	if (unit->gone)
		pmon_defer(unit->die->deferred);
}

static bool counter_free(const struct pmon_unit *unit, int counter)
{
	for_each_slot_on(slot, unit) {
		if (slot->assigned.counter == counter)
			return false;
	}
	return true;
}

/* The counter that still runs for a slot that was removed, or -1. */
static int old_counter(const struct pmon_unit *unit, const struct pmon_slot *slot)
{
	int counter = slot->programmed.counter;

	return counter >= 0 && counter_free(unit, counter) ? counter : -1;
}

/* Schedule the events of a unit and one more. Sets only the pending assignments. */
static int schedule_unit(struct pmon_unit *unit, struct pmon_slot *slot)
{
	const struct pmon_perf_event *rival = pmon_rival(unit, slot->event);
	struct pmon_request *requests = unit->die->requests;
	struct pmon_answered *last = &unit->die->answered;
	unsigned int num, i;

	if (unit->num_slots == PMON_MAX_REQUESTS)
		return -EAGAIN;

	for (i = 0; i < unit->num_slots; i++) {
		requests[i] = pmon_unit_request(unit, unit->slots[i]->event);
		requests[i].current_counter = unit->slots[i]->assigned.counter;
		requests[i].current_alternative = unit->slots[i]->assigned.alternative;
	}
	num = unit->num_slots;
	requests[num] = pmon_unit_request(unit, slot->event);
	requests[num].current_counter = old_counter(unit, slot);
	requests[num++].current_alternative = slot->programmed.alternative;
	if (rival)
		num = pmon_group_requests(unit, rival, false, requests, num);

	/* Most units of a type ask the same: events of its PMU were added in the same order. */
	if (num != last->num || memcmp(requests, last->requests, num * sizeof(*requests))) {
		memcpy(last->requests, requests, num * sizeof(*requests));
		last->num = num;
		last->error = pmon_schedule(requests, num, last->counter, last->choice);
		unit->die->schedules++;
	}
	if (last->error)
		return last->error;

	for (i = 0; i < unit->num_slots; i++)
		unit->slots[i]->pending = (struct pmon_place){ last->counter[i], last->choice[i] };
	slot->pending = (struct pmon_place){ last->counter[i], last->choice[i] };
	return 0;
}

static void take_schedule(struct pmon_unit *unit, struct pmon_slot *slot)
{
	unsigned int i;

	unit->slots[unit->num_slots++] = slot;
	for (i = 0; i < unit->num_slots; i++)
		unit->slots[i]->assigned = unit->slots[i]->pending;
	unit->dirty = true;
}

int pmon_event_add(struct pmon_perf_event *event)
{
	int error = 0, answer;

	lockdep_assert_held(&event->die->lock);
	/* Its requests may point to events that were closed since. */
	event->die->answered.num = 0;
	/* First schedule all units, so that an error leaves nothing to undo. */
	for_each_slot(slot, event) {
		answer = schedule_unit(slot->unit, slot);
		if (!answer)
			continue;
		pmon_contend(event, slot->unit);
		error = answer;
	}
	if (error)
		return error;

	for_each_slot(slot, event)
		take_schedule(slot->unit, slot);
	pmon_event_set_state(event, PMON_EVENT_STOPPED);
	pmon_contend_added(event);
	return 0;
}

static void remove_slot(struct pmon_unit *unit, struct pmon_slot *slot)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		if (unit->slots[i] != slot)
			continue;
		unit->slots[i] = unit->slots[--unit->num_slots];
		unit->slots[unit->num_slots] = NULL;
		break;
	}
	slot->assigned.counter = -1;
	unit->dirty = true;
}

void pmon_event_remove(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	for_each_slot(slot, event)
		remove_slot(slot->unit, slot);
	pmon_event_set_state(event, PMON_EVENT_OFF);
}

/* Detach the counter from the slot. It may have overflowed before. */
static void detach_counter(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	int counter = slot->programmed.counter;

	slot->programmed.counter = -1;
	if (counter < 0 || unit->holder[counter] != slot)
		return;
	unit->holder[counter] = NULL;
	if (slot->event->sampling)
		pmon_die_expect_freeze(unit->die);
}

void pmon_event_drop(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	for_each_slot(slot, event) {
		detach_counter(slot);
		if (event->sampling)
			slot->period.left += slot->gathered;
		slot->gathered = 0;
	}
	pmon_event_remove(event);
}

void pmon_event_forget(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	for_each_slot(slot, event)
		detach_counter(slot);
}

void pmon_event_start(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	pmon_event_set_state(event, PMON_EVENT_RUNNING);
	for_each_slot(slot, event)
		slot->unit->dirty = true;
}

static unsigned int free_counters(const struct pmon_unit *unit)
{
	u32 used = 0;

	for_each_slot_on(slot, unit) {
		if (slot->assigned.counter >= 0)
			used |= BIT(slot->assigned.counter);
	}
	return hweight32(~used & (BIT(unit->num_general) - 1));
}

unsigned int pmon_free_counters(const struct pmon_pmu_die *units)
{
	unsigned int least = PMON_MAX_COUNTERS, i;
	unsigned long flags;

	flags = pmon_die_lock(units->die);
	for (i = 0; i < units->num_units; i++)
		least = min(least, free_counters(units->units[i]));
	pmon_die_unlock(units->die, flags);
	return least;
}
