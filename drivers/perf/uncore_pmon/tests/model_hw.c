// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units made of memory that count hardware events, for the random test. See model.h.
 */
#include "model_hw.h"
#include "model_truth.h"

/* Maximum number of hardware events between an overflow and its freeze. */
#define SKID			4

/* More than the hardware events at the accesses from a check of the room to the next read. */
#define TICKS			BIT_ULL(16)

static unsigned int width_of(const struct model_unit *unit, unsigned int counter)
{
	const struct model *model = unit->model;

	return counter < model->general ? model->width :
		model->extras[counter - model->general].width;
}

u64 model_hw_range(const struct model_unit *unit, unsigned int counter)
{
	return BIT_ULL(width_of(unit, counter));
}

static u64 top_of(const struct model_unit *unit, unsigned int counter)
{
	return model_hw_range(unit, counter) - 1;
}

static bool runs_freely(const struct model *model, unsigned int counter)
{
	return counter > model->general;
}

/* --- counting ------------------------------------------------------------------------- */

bool model_hw_runs(const struct model_unit *unit, unsigned int counter)
{
	const struct model *model = unit->model;
	u64 control;

	if (counter >= model->general ? unit->missing & BIT(counter - model->general) :
	    counter >= unit->general)
		return false;
	if (runs_freely(model, counter))
		return true;
	control = unit->control[counter];
	if (counter == model->general)
		return control & ENABLE;
	return control & SELECT && (control & model->layout.enable) == model->layout.enable;
}

/* The filter value of the band that a counter uses, 0 if it uses none. */
static unsigned int band_of(const struct model_unit *unit, u64 control)
{
	unsigned int code = control & SELECT;

	if (code < FIRST_BAND || code >= FIRST_BAND + BANDS)
		return 0;
	return unit->filter[BAND_VALUES] >> 8 * (code - FIRST_BAND) & 0xff;
}

static bool twin_counts(const struct model_unit *unit, u64 control, const struct model_kind *kind)
{
	unsigned int twin = (control & SELECT) - FIRST_BAND;
	const u64 *filter = &unit->filter[TWIN_MATCH];

	if (twin >= TWINS || (control ^ kind->config) & EVENT & ~SELECT & ~TWIN_CONFIG)
		return false;
	filter += twin * TWIN_STEP;
	return filter[0] == kind->config1 && filter[1] == FIELD_GET(TWIN_CONFIG, kind->config);
}

bool model_hw_counts(const struct model_unit *unit, unsigned int counter,
		     const struct model_kind *kind)
{
	const struct model *model = unit->model;
	u64 control;

	if (counter >= model->general)
		return !unit->gone && kind->extra == (int)(counter - model->general) &&
		       model_hw_runs(unit, counter);
	control = unit->control[counter];
	if (unit->gone || kind->extra >= 0 || !model_hw_runs(unit, counter) ||
	    !(kind->counters & BIT(counter)))
		return false;
	if (kind->twin)
		return twin_counts(unit, control, kind);
	if (kind->band)
		return band_of(unit, control) == kind->band &&
		       !((unit->filter[BAND_VALUES] ^ kind->config1) & GENMASK_ULL(47, 32)) &&
		       !((control ^ kind->config) & EVENT & ~SELECT);
	if ((control & EVENT) != kind->config)
		return false;
	if (control & WITH_A && (unit->filter[FILTER_A] ^ kind->config1) & GENMASK_ULL(47, 32))
		return false;
	return !(control & WITH_B) || (unit->filter[FILTER_B] == kind->config1 >> 48 &&
				       (!model->gated || unit->filter[GATE_OF_B] == GATE));
}

bool model_hw_samples(const struct model_unit *unit, unsigned int counter)
{
	return counter < unit->model->general &&
	       unit->control[counter] & FREEZE_ON_OVERFLOW;
}

u64 model_hw_left(const struct model_unit *unit, unsigned int counter)
{
	return top_of(unit, counter) - unit->counter[counter] + 1;
}

static bool frozen(const struct model_unit *unit, unsigned int counter)
{
	return !runs_freely(unit->model, counter) &&
	       model_hw_stands(unit);
}

static unsigned int position_of(const struct model_unit *unit)
{
	return unit->unit->status_position;
}

/* The package's freeze reaches all units, also those whose own control has ended the last one. */
static void reach_units(struct model *model, bool frozen)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		model->units[i].escaped = false;
		if (model->single && !frozen)
			model->units[i].frozen = false;
	}
}

static void begin_freeze(struct model *model)
{
	model->frozen = true;
	reach_units(model, true);
	if (model->overflow_frozen)
		return;
	model->overflow_frozen = true;
	model->frozen_since = model->now;
	model->freezes++;
}

void model_hw_freeze(struct model *model, u64 bits)
{
	model->global_status |= bits;
	begin_freeze(model);
}

/*
 * The unit sends a message, which freezes the package, only if the bits were clear (guide,
 * 1.4.0.2).
 */
static void overflow(struct model_unit *unit, unsigned int counter)
{
	struct model *model = unit->model;
	bool flagged = unit->status & BIT(counter);

	if (counter >= model->general)
		return;
	unit->status |= BIT(counter);
	if (flagged || !model_hw_samples(unit, counter) ||
	    model->global_status & BIT_ULL(position_of(unit)))
		return;
	model->global_status |= BIT_ULL(position_of(unit));
	begin_freeze(model);
}

static void count(struct model_unit *unit, unsigned int counter, u64 events)
{
	u64 left = model_hw_left(unit, counter);

	unit->counter[counter] = (unit->counter[counter] + events) & top_of(unit, counter);
	unit->since[counter] += events;
	if (events >= left)
		overflow(unit, counter);
}

u64 model_hw_happen(struct model_unit *unit, const struct model_kind *kind, u64 events)
{
	struct model *model = unit->model;
	u32 counting = 0;
	unsigned int i;

	if (unit->gone)
		return 0;
	for (i = 0; i < model->general + MODEL_EXTRAS; i++) {
		if (!model_hw_counts(unit, i, kind))
			continue;
		if (frozen(unit, i))
			return 0;
		counting |= BIT(i);
		if (model_hw_samples(unit, i) && model_hw_left(unit, i) <= events)
			events = min(events, model_hw_left(unit, i) +
				     model_random(model, SKID));
	}
	for (i = 0; i < model->general + MODEL_EXTRAS; i++) {
		if (counting & BIT(i))
			count(unit, i, events);
	}
	return events;
}

u64 model_hw_room(const struct model_unit *unit, const struct model_kind *kind, bool late)
{
	const struct model *model = unit->model;
	u64 room = BIT_ULL(model->width - !late) - 1;
	unsigned int i;

	for (i = 0; i < model->general + MODEL_EXTRAS; i++) {
		u64 half = top_of(unit, i) / 2, most = late ? 2 * half - TICKS : half;

		if (model_hw_counts(unit, i, kind))
			room = min(room, most - min(most, unit->since[i]));
	}
	return room;
}

void model_hw_note_read(struct model *model)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++)
		memset(model->units[i].since, 0, sizeof(model->units[i].since));
}

u64 model_hw_to_overflow(const struct model_unit *unit, const struct model_kind *kind)
{
	u64 left = ~0ULL;
	unsigned int i;

	for (i = 0; i < unit->model->general; i++) {
		if (model_hw_samples(unit, i) && model_hw_counts(unit, i, kind))
			left = min(left, model_hw_left(unit, i));
	}
	return left;
}

/* After a suspend, registers can have any value. */
void model_hw_lose(struct model_unit *unit)
{
	struct model *model = unit->model;
	bool garbage = model_random(model, 2);
	unsigned int i;

	for (i = 0; i <= model->general; i++)
		unit->control[i] = garbage ? model_random(model, ~0U) : 0;
	for (i = 0; i < model->general + MODEL_EXTRAS; i++)
		unit->counter[i] = garbage ? model_random(model, ~0U) : 0;
	for (i = 0; i < MODEL_FILTERS; i++) {
		/* Only two filters have an upper half. */
		unsigned int shift = i == BAND_VALUES || i == FILTER_A ? 16 : 0;

		unit->filter[i] = garbage ? (u64)model_random(model, ~0U) << shift : 0;
		if (!model_has_filter(unit, i))
			unit->filter[i] = 0;
	}
	unit->status = garbage ? model_random(model, 256) : 0;
	unit->frozen = (garbage && model_random(model, 2)) || model->enables;
}

bool model_hw_stands(const struct model_unit *unit)
{
	return unit->frozen || (unit->model->frozen && !unit->escaped &&
				!(unit->model->type.no_freeze_ids & BIT(unit->id)));
}

/* --- registers ----------------------------------------------------------------------- */

static struct model_unit *to_unit(const struct pmon_regspace *space)
{
	return (void __force *)space->mmio;
}

/* At each register access, hardware events happen for all counters of the unit. */
static void tick(struct model_unit *unit)
{
	struct model *model = unit->model;
	u32 counting = 0;
	unsigned int i;

	if (!model->options.tick)
		return;
	for (i = 0; i < model->general + MODEL_EXTRAS; i++) {
		if (model_hw_runs(unit, i) && !frozen(unit, i))
			counting |= BIT(i);
	}
	/* For all counters, even if the first one freezes the package. */
	for (i = 0; i < model->general + MODEL_EXTRAS; i++) {
		if (counting & BIT(i))
			count(unit, i, 1);
	}
	model_ticked(unit, counting);
}

static void touch(struct model_unit *unit, int offset)
{
	if (unit->model->at_access)
		unit->model->at_access(unit->model, unit);
	if (unit->model->suspended)
		model_fail(unit->model, "unit %u: access to %#x while the die sleeps",
			   unit->id, offset);
	if (!unit->gone)
		tick(unit);
}

static int counter_number(const struct model_unit *unit, unsigned int offset)
{
	const struct model *model = unit->model;
	unsigned int i;

	for (i = 0; i < unit->general; i++) {
		if (offset == counter_at(model, i))
			return i;
	}
	for (i = 0; i < MODEL_EXTRAS; i++) {
		if (offset == EXTRA_COUNTER + 8 * i)
			return model->general + i;
	}
	return -1;
}

static int control_number(const struct model_unit *unit, unsigned int offset)
{
	const struct model *model = unit->model;
	unsigned int i;

	for (i = 0; i < unit->general; i++) {
		if (offset == control_at(model, i))
			return i;
	}
	return offset == FIXED_CONTROL ? (int)model->general : -1;
}

/* Is the register of the kind that faults? */
static bool is_faulty(const struct model_unit *unit, int offset)
{
	const struct model *model = unit->model;
	int control = control_number(unit, offset);
	int counter = counter_number(unit, offset);

	switch (unit->fault) {
	case MODEL_READ_CONTROL:
	case MODEL_WRITE_CONTROL:
		return control >= 0 && unit->faulty & BIT(control);
	case MODEL_READ_COUNTER:
	case MODEL_WRITE_COUNTER:
		return counter >= 0 && unit->faulty & BIT(counter);
	case MODEL_READ_STATUS:
	case MODEL_WRITE_STATUS:
		return offset == (int)status_at(model);
	case MODEL_WRITE_UNIT_CONTROL:
		return offset == UNIT_CONTROL;
	case MODEL_WRITE_FILTER:
		return offset >= FILTERS && offset < FILTERS + 8 * MODEL_FILTERS;
	default:
		return false;
	}
}

static bool faults(const struct model_unit *unit, int offset, bool write)
{
	return unit->fault && write == (unit->fault > MODEL_LAST_READ) && is_faulty(unit, offset) &&
	       (!unit->seldom || !model_random(unit->model, 4));
}

/* The driver cannot notice it of a counter that it starts, or if its timer is late, too. */
static bool can_be_far_off(const struct model_unit *unit, unsigned int i)
{
	return !runs_freely(unit->model, i) && model_hw_runs(unit, i) &&
	       unit->since[i] < top_of(unit, i) / 2;
}

static u64 read_counter(struct model_unit *unit, unsigned int i)
{
	enum model_wrong wrong = unit->wrong;
	u64 value = unit->counter[i];

	unit->read |= BIT(i);
	if (!wrong || (wrong == MODEL_FAR_OFF && !can_be_far_off(unit, i)))
		return value;
	unit->wrong = MODEL_RIGHT;
	return wrong == MODEL_ALL_ONES ? PMON_ALL_ONES : value ^ model_hw_range(unit, i) / 2;
}

/* An extra counter that the unit lacks does not answer. */
static bool is_missing(const struct model_unit *unit, int offset)
{
	unsigned int general = unit->model->general;
	int control = control_number(unit, offset), counter = counter_number(unit, offset);
	int extra = control == (int)general ? MODEL_FIXED : counter - (int)general;

	return extra >= 0 && unit->missing & BIT(extra);
}

static bool answers(const struct model_unit *unit, int offset, bool write)
{
	return !unit->gone && !is_missing(unit, offset) && !faults(unit, offset, write);
}

/* Write-only registers read as 0; controls can be read. */
static u64 read64(const struct pmon_regspace *space, int offset)
{
	struct model_unit *unit = to_unit(space);
	int counter = counter_number(unit, offset);

	touch(unit, offset);
	if (!answers(unit, offset, false))
		return PMON_ALL_ONES;
	if (counter >= 0)
		return read_counter(unit, counter);
	if (offset == (int)status_at(unit->model))
		return unit->status;
	if (control_number(unit, offset) >= 0)
		return unit->control[control_number(unit, offset)];
	model_fail(unit->model, "unit %u: read of register %#x", unit->id, offset);
	return 0;
}

static u32 read32(const struct pmon_regspace *space, int offset)
{
	return read64(space, offset);
}

static bool is_mesh(u64 control)
{
	unsigned int code = control & SELECT;

	return code == FIRST_MESH || code == FIRST_MESH + 1;
}

static void check_classes(const struct model_unit *unit)
{
	unsigned int i, classes = 0;

	for (i = 0; i < unit->general; i++) {
		if (unit->control[i] & SELECT)
			classes |= is_mesh(unit->control[i]) ? 2 : 1;
	}
	if (classes == 3)
		model_fail(unit->model, "unit %u: mesh stop and box count at once",
			   unit->id);
}

/* A commit that gives a counter to another event must read it. It may stop it before. */
static void check_taken_over(struct model_unit *unit, unsigned int i, u64 value, u64 mask)
{
	bool general = i < unit->model->general;

	/* The same event, with or without freeze on overflow. */
	if (!((value ^ unit->control[i]) & EVENT & mask) &&
	    !(value & (general ? CLEAR : FIXED_CLEAR)))
		return;
	if (value & (general ? SELECT : ENABLE) && unit->ran & ~unit->read & BIT(i) &&
	    !unit->model->lossy && !unit->fault)
		model_fail(unit->model, "unit %u: counter %u is taken over without a read",
			   unit->id, i);
}

void model_hw_commit(struct model *model, bool begins)
{
	unsigned int id, i;

	for (id = 0; id < MODEL_UNITS; id++) {
		struct model_unit *unit = &model->units[id];

		unit->read = 0;
		unit->ran = 0;
		for (i = 0; begins && i <= model->general; i++)
			unit->ran |= model_hw_runs(unit, i) ? BIT(i) : 0;
	}
}

static void write_control(struct model_unit *unit, unsigned int i, u64 value, u64 mask)
{
	struct model *model = unit->model;
	u64 clear = i < model->general ? CLEAR : FIXED_CLEAR;
	u64 known = i < model->general ?
		EVENT | model->layout.enable | model->layout.clear |
		model->layout.freeze_on_overflow : ENABLE | FIXED_CLEAR;

	if (value & mask & ~known)
		model_fail(model, "unit %u: control %u written with %#llx", unit->id, i,
			   value);
	unit->programmed++;
	check_taken_over(unit, i, value, mask);
	unit->control[i] = (unit->control[i] & ~mask) | (value & ~clear & mask);
	if (value & clear)
		unit->counter[i] = 0;
	if (model->type.mesh_exclusive && !unit->fault && value & mask & SELECT)
		check_classes(unit);
}

static void write_unit_control(struct model_unit *unit, u32 value)
{
	unit->frozen = unit->model->enables ? !(value & UNIT_ENABLE) : value & UNIT_FREEZE;
	unit->escaped = unit->model->single && unit->model->frozen && !unit->frozen;
	/* It is undocumented whether this includes the fixed counter. */
	if (value & BIT(8))
		memset(unit->control, 0, unit->model->resets_fixed ?
		       sizeof(unit->control) : unit->model->general * sizeof(u64));
	if (value & BIT(9))
		memset(unit->counter, 0, sizeof(unit->counter));
}

static void write_counter(struct model_unit *unit, unsigned int i, u64 value, u64 mask)
{
	if (model_hw_runs(unit, i) && !frozen(unit, i) && !unit->fault)
		model_fail(unit->model, "unit %u: counter %u is written while it counts",
			   unit->id, i);
	unit->counter[i] = (unit->counter[i] & ~mask) | (value & mask & top_of(unit, i));
}

static void write_filter(struct model_unit *unit, unsigned int i, u64 value, u64 mask)
{
	unsigned int gate = i == TWIN_MATCH || i == TWIN_MATCH + TWIN_STEP ? i + 1 :
			    i == FILTER_B && unit->model->gated ? GATE_OF_B : i;

	if (gate != i && unit->filter[gate] && !unit->fault)
		model_fail(unit->model, "unit %u: filter %u is written while it is active",
			   unit->id, i);
	unit->filter[i] = (unit->filter[i] & ~mask) | (value & mask);
}

static int write_register(struct model_unit *unit, unsigned int offset, u64 value,
			  u64 mask)
{
	struct model *model = unit->model;
	int control = control_number(unit, offset);
	int counter = counter_number(unit, offset);
	unsigned int filter = (offset - FILTERS) / 8;

	touch(unit, offset);
	/* A write to a missing MSR faults. That to a missing PCI function has no defined result. */
	if (!answers(unit, offset, true))
		return model->halves ? 0 : -EIO;
	if (offset == UNIT_CONTROL)
		write_unit_control(unit, value);
	else if (offset == status_at(model))
		unit->status &= ~value;
	else if (control >= 0)
		write_control(unit, control, value, mask);
	else if (counter >= 0 && counter <= (int)model->general)
		write_counter(unit, counter, value, mask);
	else if (offset >= FILTERS && filter < MODEL_FILTERS)
		write_filter(unit, filter, value, mask);
	else
		model_fail(model, "unit %u: register %#x written with %#llx", unit->id,
			   offset, value);
	return 0;
}

static int write64(const struct pmon_regspace *space, int offset, u64 value)
{
	return write_register(to_unit(space), offset, value, ~0ULL);
}

static int write32(const struct pmon_regspace *space, int offset, u32 value)
{
	return write_register(to_unit(space), offset, value, space->ops->halves ? U32_MAX : ~0ULL);
}

const struct pmon_regspace_ops model_msr_ops = {
	.read64 = read64,
	.read32 = read32,
	.write64 = write64,
	.write32 = write32,
};

const struct pmon_regspace_ops model_pci_ops = {
	.read64 = read64,
	.read32 = read32,
	.write64 = write64,
	.write32 = write32,
	.halves = true,
};

static struct model *to_model(const struct pmon_regspace *space)
{
	return (void __force *)space->mmio;
}

static void touch_global(struct model *model)
{
	if (model->at_access)
		model->at_access(model, NULL);
	if (model->suspended)
		model_fail(model, "access to a global register while the die sleeps");
}

static u64 global_read64(const struct pmon_regspace *space, int offset)
{
	touch_global(to_model(space));
	return offset == GLOBAL_STATUS ? to_model(space)->global_status : 0;
}

/* Guide, 1.10.6: the status of the units must be cleared, too, before the freeze ends. */
static void clear_global_status(struct model *model, u64 bits)
{
	unsigned int i;

	for (i = 0; i < MODEL_UNITS; i++) {
		const struct model_unit *unit = &model->units[i];

		if (bits & model->global_status & BIT_ULL(position_of(unit)) && !unit->gone &&
		    !model->faulted && unit->status & (BIT(unit->general) - 1))
			model_fail(model, "global status of unit %u cleared before its own", i);
	}
	model->global_status &= ~bits;
}

static int global_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	touch_global(to_model(space));
	if (offset == GLOBAL_STATUS)
		clear_global_status(to_model(space), value);
	else
		model_fail(to_model(space), "global register %#x written", offset);
	return 0;
}

static void set_frozen(struct model *model, bool frozen)
{
	/* Without an owner, an event can overflow at any time. The next owner ends its freeze. */
	if (!frozen && model->global_status && model->owner >= 0)
		model_fail(model, "the package goes on with global status %#llx",
			   model->global_status);
	if (!frozen && model->lose_ends) {
		model->lose_ends--;
		model->left |= model->frozen;
		return;
	}
	if (frozen && !model->frozen)
		begin_freeze(model);
	model->frozen = frozen;
	reach_units(model, frozen);
	if (!frozen && model->overflow_frozen) {
		model->overflow_frozen = false;
		model->frozen_ns += model->now - model->frozen_since;
	}
}

static int global_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	touch_global(to_model(space));
	if (offset)
		model_fail(to_model(space), "global register %#x written", offset);
	else
		set_frozen(to_model(space), value & 1);
	return 0;
}

const struct pmon_regspace_ops model_global_ops = {
	.read64 = global_read64,
	.write64 = global_write64,
	.write32 = global_write32,
};
