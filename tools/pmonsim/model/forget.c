// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers that lose their contents: a platform reset, or a sleep in which the package had no power.
 *
 * The guide says of a hardware reset only that "all the counters are disabled" (1.10.4). What else
 * the registers hold can be zeros, or garbage.
 */
#include "model/machine_internal.h"

/* The event select of a control: 0 is disabled. */
#define CONTROL_SELECT	GENMASK_ULL(7, 0)

/* splitmix64 */
static uint64_t next_garbage(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static void fill_unit(struct unit *unit, uint64_t *garbage)
{
	const struct box_type *type = unit->type;
	unsigned int i;

	for (i = 0; i < type->counters; i++) {
		unit->counter[i].value = next_garbage(garbage) &
					 width_mask(unit_counter_width(unit, i));
		/* In other generations an enable bit may be among these. */
		if (type->protocol->select_enables)
			unit->counter[i].control = next_garbage(garbage) & type->control_mask &
						   ~CONTROL_SELECT;
	}
	unit->fixed.value = next_garbage(garbage) &
			    width_mask(unit_counter_width(unit, UNIT_FIXED));
	for (i = 0; i < type->extra_count; i++)
		unit->extra[i] = next_garbage(garbage) & type->extra[i].mask;
	if (type->status)
		unit->status = (uint32_t)(next_garbage(garbage) & (BIT_ULL(type->counters) - 1));
	if (type->protocol->select_enables)
		unit->frozen = next_garbage(garbage) & 1;
}

static void forget_free_running(struct unit *unit, uint64_t *garbage)
{
	struct free_running *counter;

	free_running_sync(unit);
	for (counter = unit->free_running; counter->name; counter++)
		counter->value = garbage ? next_garbage(garbage) & width_mask(counter->width) : 0;
}

static void fill_package(struct package *package, uint64_t *garbage)
{
	unsigned int word;
	size_t i;

	for (i = 0; i < package->unit_count; i++)
		fill_unit(&package->units[i], garbage);
	for (i = 0; i < package->block_count; i++) {
		struct global_block *global = &package->global[i];

		for (word = 0; 64 * word < global->status_bits; word++)
			global->status[word] = next_garbage(garbage) &
					       width_mask(global->status_bits - 64 * word);
	}
	if (package->machine->kind->global_may_freeze)
		package_set_freeze(package, next_garbage(garbage) & 1);
}

static void forget_package(struct package *package, bool fill, uint64_t seed)
{
	uint64_t garbage = seed;
	size_t i;

	package_cancel_freeze(package);
	package_reset(package);
	for (i = 0; i < package->unit_count; i++)
		forget_free_running(&package->units[i], fill ? &garbage : NULL);
	if (fill)
		fill_package(package, &garbage);
	for (i = 0; i < package->unit_count; i++)
		unit_refresh_clock(&package->units[i]);
}

/**
 * forget_now() - carry out what forget_at() was told
 * @m: the machine, brought to the time of it
 */
void forget_now(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < m->package_count; i++) {
		if (m->forget.packages & BIT_ULL(i))
			forget_package(&m->package[i], m->forget.fill, m->forget.seed + i);
	}
	m->forget = (struct forget){ 0 };
}
