// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an event does to the counters of a unit.
 *
 * Guide 1.4.0.1 and 1.5 (threshold, invert, edge detect), 1.4.0.2 (overflow and freeze), 1.6, the
 * boxes' "difference from baseline" sections, and the register restrictions of the event lists.
 */
#include "model/machine_internal.h"

#define CONTROL_EVENT(control)		((uint8_t)((control) & 0xff))
#define CONTROL_UMASK(control)		((uint8_t)((control) >> 8))
#define CONTROL_EDGE			BIT_ULL(18)
#define CONTROL_FRZ_OVF			BIT_ULL(20)
#define CONTROL_INVERT			BIT_ULL(23)
/* Where a box has its own of occupancy events. */
#define CONTROL_OCC_INVERT		BIT_ULL(30)
#define CONTROL_OCC_EDGE		BIT_ULL(31)
#define OCCUPANCY_EVENT			BIT_ULL(7)

#define FIRST_CHANNEL			36
#define FIRST_CLASS			48
#define CLASSES				0x7

/* 2.1: common mesh stop (CMS) events have the codes from here on. */
#define FIRST_MESH_EVENT		0x80
/* 2.7: "an additional bit enabled for its programming" in the M2M. */
#define MESH_EXTRA_EXTENSION		BIT_ULL(23)

static bool code_listed(const int16_t *codes, uint8_t code)
{
	if (!codes)
		return false;
	for (; *codes != CODES_END; codes++) {
		if (*codes == code)
			return true;
	}
	return false;
}

static bool is_mesh_event(const struct box_type *type, uint8_t code)
{
	return type->mesh != MESH_NONE && code >= FIRST_MESH_EVENT;
}

/* What tells events of one code apart, besides the umask. */
static uint32_t control_extension(const struct box_type *type, uint64_t control)
{
	if (type->extra_select)
		return !!(control & type->extra_select);
	return (uint32_t)(control >> 32);
}

static bool occupancy_shaped(const struct box_type *type, uint64_t control)
{
	return type->occupancy_shape && (control & OCCUPANCY_EVENT);
}

static bool is_inverted(const struct box_type *type, uint64_t control)
{
	return control & (occupancy_shaped(type, control) ? CONTROL_OCC_INVERT : CONTROL_INVERT);
}

static bool is_edge(const struct box_type *type, uint64_t control)
{
	return control & (occupancy_shaped(type, control) ? CONTROL_OCC_EDGE : CONTROL_EDGE);
}

static uint64_t threshold(const struct unit *unit, uint64_t control)
{
	const struct box_type *type = unit->type;
	uint64_t value = (control >> 24) & (BIT_ULL(8 + type->threshold_extra) - 1);

	return !value && type->plain_edge && is_edge(type, control) ? 1 : value;
}

static bool counter_allowed(const struct box_type *type, unsigned int counter, uint8_t code)
{
	size_t i;

	for (i = 0; i < type->rule_count; i++) {
		const struct counter_rule *rule = &type->rules[i];

		if (code >= rule->first && code <= rule->last)
			return rule->counters & BIT_ULL(counter);
	}
	return true;
}

/**
 * unit_program_error() - what is wrong with a counter's control
 * @unit: the unit
 * @counter: the counter
 *
 * Return: why the counter cannot count what it is programmed for, or NULL.
 */
const char *unit_program_error(const struct unit *unit, unsigned int counter)
{
	const struct box_type *type = unit->type;
	uint64_t control = unit->counter[counter].control;
	uint8_t code = CONTROL_EVENT(control);
	bool shaped = is_edge(type, control) || is_inverted(type, control);

	if (!unit_counter_enabled(unit, counter))
		return NULL;
	if (!counter_allowed(type, counter, code))
		return "this counter cannot count this event";
	if (type->mesh == MESH_EXTRA_BIT && is_mesh_event(type, code) &&
	    !(control_extension(type, control) & MESH_EXTRA_EXTENSION))
		return "mesh (CMS) event without bit 55";
	if (shaped && !threshold(unit, control))
		return "edge_det or invert with thresh 0";
	if (code == type->no_inverted_edge && (control & CONTROL_EDGE) &&
	    (control & CONTROL_INVERT))
		return "this event does not take edge_det and invert together";
	return type->program_error ? type->program_error(unit, counter) : NULL;
}

/* Do mesh and other events stand in the controls together, in a box that cannot do that? */
bool unit_mixes_mesh(const struct unit *unit)
{
	bool mesh = false, other = false;
	unsigned int i;

	if (unit->type->mesh != MESH_EXCLUSIVE)
		return false;
	for (i = 0; i < unit->type->counters; i++) {
		uint8_t code = CONTROL_EVENT(unit->counter[i].control);

		if (!code)
			continue;
		if (is_mesh_event(unit->type, code))
			mesh = true;
		else
			other = true;
	}
	return mesh && other;
}

static bool extension_matches(const struct box_type *type, uint64_t control,
			      const struct event_spec *event)
{
	uint32_t compared = type->extension_mask;

	if (event->any_extension)
		return true;
	/* The bit says that it is a mesh event; it is no part of which. */
	if (type->mesh == MESH_EXTRA_BIT && is_mesh_event(type, event->event))
		compared &= ~(uint32_t)MESH_EXTRA_EXTENSION;
	return !((control_extension(type, control) ^ event->extension) & compared);
}

static bool thread_matches(const struct unit *unit, uint64_t control,
			   const struct event_spec *event)
{
	if (!(control & unit->type->thread_enable))
		return true;
	/* Events that belong to no thread pass no thread filter. */
	return event->has_thread && (unit->extra[0] & unit->type->thread_mask) == event->thread;
}

/* With the extra select bit a code means another event. */
static bool is_clock_event(const struct box_type *type, uint64_t control)
{
	return code_listed(type->clock_events, CONTROL_EVENT(control)) &&
	       !(control & type->extra_select);
}

static bool umask_matches(const struct box_type *type, uint64_t control, const struct event_spec *event)
{
	uint8_t compared = 0xff;

	if (code_listed(type->header_match, CONTROL_EVENT(control)) && !(control_extension(type, control) & 1))
		compared = 0x0f;
	return event->any_umask || !((CONTROL_UMASK(control) ^ event->umask) & compared);
}

/* Table 2-184: a bit for each channel, and above for each flow class. */
static bool masks_match(const struct box_type *type, uint64_t control, const struct event_spec *event)
{
	unsigned int class_bit = type->class_bit ? type->class_bit : FIRST_CLASS;
	uint64_t channels = (control & (BIT_ULL(class_bit) - 1)) >> FIRST_CHANNEL;

	return channels & event->channels && control >> class_bit & CLASSES & event->flow_classes;
}

static bool code_matches(const struct unit *unit, unsigned int counter,
			 const struct event_spec *event)
{
	const struct box_type *type = unit->type;
	uint64_t control = fault_control(unit, unit->counter[counter].control);
	uint8_t code = CONTROL_EVENT(control);

	if (event->clock) {
		if (unit->fault.any_event & BIT_ULL(counter))
			return true;
		/*
		 * A cycle of the clock in which nothing happens is also one in which the
		 * increment of any event is below the threshold.
		 */
		return is_clock_event(type, control) ||
		       (is_inverted(type, control) && !is_edge(type, control));
	}
	if (type->selects)
		return type->selects(unit, counter, event);
	if (code != event->event)
		return false;
	if (!unit->fault.no_umask && !umask_matches(type, control, event))
		return false;
	if (!unit->fault.no_umask && !extension_matches(type, control, event))
		return false;
	if (code_listed(type->masked_events, code) && !masks_match(type, control, event))
		return false;
	if (type->state_event && code == type->state_event && !CONTROL_UMASK(control))
		return false;
	return !type->passes || type->passes(unit, control, event);
}

/**
 * unit_counts() - does a counter see an event, were its unit not frozen?
 * @unit: the unit
 * @counter: the counter
 * @event: the event
 */
bool unit_counts(const struct unit *unit, unsigned int counter, const struct event_spec *event)
{
	uint64_t control = unit->counter[counter].control;

	return unit_counter_enabled(unit, counter) && code_matches(unit, counter, event) &&
	       thread_matches(unit, control, event) && !unit_program_error(unit, counter);
}

/* How an event of so much a cycle reaches the counter, after threshold, invert and edge detect. */
struct shape {
	uint64_t per_cycle;	/* 0 if edges are counted */
	bool edges, at_end;	/* one per run of cycles, at its begin or end */
};

static struct shape event_shape(const struct unit *unit, unsigned int counter,
				const struct event_spec *event)
{
	uint64_t control = fault_control(unit, unit->counter[counter].control);
	uint64_t limit = threshold(unit, control);
	bool invert = is_inverted(unit->type, control);
	bool clock_event = is_clock_event(unit->type, control) || unit->fault.any_event & BIT_ULL(counter);
	uint64_t increment = event->clock ? clock_event : event->increment;
	bool active;

	if (!limit)
		return (struct shape){ .per_cycle = increment };
	active = invert ? increment < limit : increment >= limit;
	if (!is_edge(unit->type, control))
		return (struct shape){ .per_cycle = active };
	/* Between runs nothing happens, which satisfies the inverted condition. The clock
	 * has no pauses, and so no edges.
	 */
	return (struct shape){ .edges = !event->clock && active != invert, .at_end = invert };
}

/* Edges among the first @cycles of @of_cycles cycles that come in @runs equal runs. */
static uint64_t edges_within(bool at_end, uint64_t cycles, uint64_t of_cycles, uint64_t runs)
{
	wide_count product = (wide_count)cycles * runs;

	if (!of_cycles)
		return 0;
	return (uint64_t)(at_end ? product / of_cycles : (product + of_cycles - 1) / of_cycles);
}

/* The number of the cycle in which edge @edge (from 1) is seen. */
static uint64_t cycle_of_edge(bool at_end, uint64_t edge, uint64_t of_cycles, uint64_t runs)
{
	if (at_end)
		return (uint64_t)(((wide_count)edge * of_cycles + runs - 1) / runs);
	return (uint64_t)((wide_count)(edge - 1) * of_cycles / runs) + 1;
}

/* The bit of the global status that an overflow sets. */
static unsigned int status_position(const struct unit *unit)
{
	unsigned int position = unit->status_position;

	return unit->fault.other_position ? (position ? position - 1 : position + 1) : position;
}

/* The bit of the unit's status that an overflow sets. */
static uint32_t status_bit(const struct unit *unit, unsigned int counter)
{
	if (unit->fault.other_status)
		counter = (counter + 1) % unit->type->counters;
	return (uint32_t)BIT_ULL(counter);
}

/* Would an overflow of this counter now freeze the package? */
static bool overflow_freezes(const struct unit *unit, unsigned int counter)
{
	unsigned int position = status_position(unit);

	if (!unit->sends_overflow || unit->fault.no_status & BIT_ULL(counter) || unit->fault.no_message ||
	    (unit->package->global[unit->block].status[position / 64] & BIT_ULL(position % 64)))
		return false;
	if (counter == UNIT_FIXED)
		return unit->fixed.control & FIXED_CONTROL_OV_EN;
	return (unit->counter[counter].control & CONTROL_FRZ_OVF) &&
	       !(unit->status & status_bit(unit, counter));
}

static void unit_overflow(struct unit *unit, unsigned int counter)
{
	struct global_block *global = &unit->package->global[unit->block];
	bool freezes = overflow_freezes(unit, counter);
	unsigned int position = status_position(unit);

	if (unit->fault.no_status & BIT_ULL(counter))
		return;
	if (unit->type->protocol->overflowed)
		unit->type->protocol->overflowed(unit, counter);
	if (counter != UNIT_FIXED)
		unit->status |= status_bit(unit, counter);
	if (!freezes)
		return;
	/* 1.4.0.2: message to the UBox, global status bit, global freeze. */
	global->status[position / 64] |= BIT_ULL(position % 64);
	global->freeze_pending = true;
}

/*
 * Add to a counter and set the status bits. The freeze that may follow is package_settle()'s, when
 * all units have counted the same cycles.
 */
void unit_add(struct unit *unit, unsigned int counter, wide_count amount)
{
	struct counter *c = unit_counter(unit, counter);
	wide_count sum = c->value + fault_amount(unit, counter, amount);
	uint64_t top = BIT_ULL(unit_counter_width(unit, counter));

	c->value = (uint64_t)sum & (top - 1);
	if (sum >= top)
		unit_overflow(unit, counter);
}

static uint64_t cycles_to_overflow(const struct unit *unit, unsigned int counter,
				   const struct shape *shape, uint64_t of_cycles, uint64_t runs)
{
	uint64_t room = BIT_ULL(unit_counter_width(unit, counter)) - unit->counter[counter].value;

	if (shape->per_cycle)
		return (room - 1) / shape->per_cycle + 1;
	if (shape->edges && room <= runs)
		return cycle_of_edge(shape->at_end, room, of_cycles, runs);
	return UINT64_MAX;
}

/**
 * unit_cycles_to_freeze() - when does an injection freeze the package?
 * @unit: the unit
 * @event: the event
 * @cycles: how often it happens
 * @runs: in how many runs of consecutive cycles
 *
 * Return: the cycle, from 1, whose overflow freezes the package, or UINT64_MAX.
 */
uint64_t unit_cycles_to_freeze(const struct unit *unit, const struct event_spec *event,
			       uint64_t cycles, uint64_t runs)
{
	uint64_t first = UINT64_MAX;
	unsigned int i;

	if (unit_mixes_mesh(unit))
		return first;
	for (i = 0; i < unit->type->counters; i++) {
		struct shape shape;
		uint64_t cycle;

		if (unit_counter_frozen(unit, i) || !overflow_freezes(unit, i) || !unit_counts(unit, i, event))
			continue;
		shape = event_shape(unit, i, event);
		cycle = cycles_to_overflow(unit, i, &shape, cycles, runs);
		if (cycle < first)
			first = cycle;
	}
	if (event->clock && !unit_counter_frozen(unit, UNIT_FIXED) && unit_counter_enabled(unit, UNIT_FIXED) &&
	    overflow_freezes(unit, UNIT_FIXED)) {
		uint64_t cycle = BIT_ULL(unit_counter_width(unit, UNIT_FIXED)) - unit->fixed.value;

		if (cycle < first)
			first = cycle;
	}
	return first <= cycles ? first : UINT64_MAX;
}

/**
 * unit_count() - let an event happen
 * @unit: the unit
 * @event: the event
 * @cycles: the cycles to count, the first ones of @of_cycles
 * @of_cycles: the cycles of the whole injection
 * @runs: the runs of consecutive cycles in the whole injection
 *
 * A frozen counter counts nothing.
 */
void unit_count(struct unit *unit, const struct event_spec *event, uint64_t cycles,
		uint64_t of_cycles, uint64_t runs)
{
	wide_count amount[UNIT_MAX_COUNTERS] = { 0 };
	wide_count fixed = 0;
	unsigned int i;

	if (unit_mixes_mesh(unit))
		return;
	/* First what happens, then its consequences: counters of a unit run in parallel. */
	for (i = 0; i < unit->type->counters; i++) {
		struct shape shape;

		if (unit_counter_frozen(unit, i) || !unit_counts(unit, i, event))
			continue;
		shape = event_shape(unit, i, event);
		amount[i] = (wide_count)shape.per_cycle * cycles;
		if (shape.edges)
			amount[i] = edges_within(shape.at_end, cycles, of_cycles, runs);
	}
	if (event->clock && !unit_counter_frozen(unit, UNIT_FIXED) && unit_counter_enabled(unit, UNIT_FIXED))
		fixed = cycles;
	for (i = 0; i < unit->type->counters; i++) {
		if (amount[i])
			unit_add(unit, i, amount[i]);
	}
	if (fixed)
		unit_add(unit, UNIT_FIXED, fixed);
}

/* Does the clock move any counter of the unit? If it begins to, time before now is not counted. */
void unit_refresh_clock(struct unit *unit)
{
	static const struct event_spec clock = { .clock = true };
	bool ticking = false;
	unsigned int i;

	if (!unit->clock_hz)
		return;
	ticking = !unit_counter_frozen(unit, UNIT_FIXED) && unit_counter_enabled(unit, UNIT_FIXED);
	for (i = 0; i < unit->type->counters && !ticking; i++)
		ticking = !unit_counter_frozen(unit, i) && unit_counts(unit, i, &clock);
	if (ticking && !unit->ticking)
		unit->clock_done = clock_ticks(unit, machine_now(unit->package->machine));
	unit->ticking = ticking;
}
