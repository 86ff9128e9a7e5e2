// SPDX-License-Identifier: GPL-2.0-only
/*
 * Freezes of units and of a whole package (guide 1.3.2, 1.4.0.2).
 */
#include <string.h>

#include "model/machine_internal.h"

/* Report mesh and other events that count together where they must not, once per occurrence. */
void unit_check_mix(struct unit *unit)
{
	bool mixed = !unit_is_frozen(unit) && unit_mixes_mesh(unit);

	if (mixed && !unit->mix_reported)
		violation(unit->package->machine,
			  "%s %u counts mesh (CMS) and other events at the same time",
			  unit->type->name, unit->id);
	unit->mix_reported = mixed;
}

/* Freeze or release every unit of the package that listens to the UBox. */
static void reach_units(struct package *package, bool frozen)
{
	size_t i;

	package->frozen = frozen;
	for (i = 0; i < package->unit_count; i++) {
		struct unit *unit = &package->units[i];

		if (frozen && unit->receives_freeze)
			fault_freeze_reached(unit, true);
		/*
		 * The guide does not say whether the global and the unit's freeze are one
		 * state or two. Two is the default; with one, the last write of either wins.
		 */
		if (package->machine->single_freeze && unit->receives_freeze)
			unit->frozen = frozen;
		unit_refresh_clock(unit);
		unit_check_mix(unit);
	}
	if (package->machine->single_freeze)
		package->frozen = false;
}

void package_set_freeze(struct package *package, bool frozen)
{
	unsigned int i;

	for (i = 0; i < package->block_count; i++)
		package->global[i].frozen = frozen;
	reach_units(package, frozen);
}

static bool block_is_frozen(const struct package *package)
{
	unsigned int i;

	for (i = 0; i < package->block_count; i++) {
		if (package->global[i].frozen)
			return true;
	}
	return false;
}

/* One block says freeze, or no longer. */
void block_set_freeze(struct package *package, unsigned int block, bool frozen)
{
	struct machine *m = package->machine;
	unsigned int i;

	package->global[block].frozen = frozen;
	frozen = block_is_frozen(package);
	reach_units(package, frozen);
	for (i = 0; i < m->package_count && package->freezes_other; i++) {
		if (&m->package[i] != package)
			reach_units(&m->package[i], frozen || block_is_frozen(&m->package[i]));
	}
}

/* What overflow messages have asked for. */
void package_freeze_pending(struct package *package)
{
	unsigned int i;

	for (i = 0; i < package->block_count; i++) {
		if (!package->global[i].freeze_pending)
			continue;
		package->global[i].freeze_pending = false;
		block_set_freeze(package, i, true);
	}
}

/* Those that have not come yet do not come. */
void package_cancel_freeze(struct package *package)
{
	unsigned int i;

	package->freeze_at = 0;
	for (i = 0; i < package->block_count; i++)
		package->global[i].freeze_pending = false;
}

static bool freeze_is_pending(const struct package *package)
{
	unsigned int i;

	for (i = 0; i < package->block_count; i++) {
		if (package->global[i].freeze_pending)
			return true;
	}
	return false;
}

/* Carry out the global freeze that overflow messages have asked for; the overflows were at @time. */
void package_settle(struct package *package, uint64_t time)
{
	if (!freeze_is_pending(package))
		return;
	if (!package->freeze_late)
		package_freeze_pending(package);
	else if (!package->freeze_at)
		package->freeze_at = time + package->freeze_late;
}

/* Is a bit of the global status set? */
bool package_has_overflow(const struct package *package)
{
	unsigned int block, word;

	for (block = 0; block < package->block_count; block++) {
		for (word = 0; word < GLOBAL_STATUS_WORDS; word++) {
			if (package->global[block].status[word])
				return true;
		}
	}
	return false;
}

/* A hardware reset. Free-running counters go on: nothing in the guide resets them. */
void package_reset(struct package *package)
{
	size_t i;

	for (i = 0; i < package->block_count; i++)
		memset(package->global[i].status, 0, sizeof(package->global[i].status));
	for (i = 0; i < package->unit_count; i++)
		package->units[i].type->protocol->reset(&package->units[i]);
	if (package->machine->kind->reset_global)
		package->machine->kind->reset_global(package);
	else
		package_set_freeze(package, false);
}
