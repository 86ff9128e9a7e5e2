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
void package_set_freeze(struct package *package, bool frozen)
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

/* Carry out the global freeze that overflow messages have asked for. */
void package_settle(struct package *package)
{
	if (!package->freeze_pending)
		return;
	package->freeze_pending = false;
	if (package->freeze_late)
		package->freeze_at = machine_now(package->machine) + package->freeze_late;
	else
		package_set_freeze(package, true);
}

/* A hardware reset. Free-running counters go on: nothing in the guide resets them. */
void package_reset(struct package *package)
{
	size_t i;

	memset(package->global_status, 0, sizeof(package->global_status));
	for (i = 0; i < package->unit_count; i++)
		package->units[i].type->protocol->reset(&package->units[i]);
	if (package->machine->kind->reset_global)
		package->machine->kind->reset_global(package);
	else
		package_set_freeze(package, false);
}
