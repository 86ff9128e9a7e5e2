// SPDX-License-Identifier: GPL-2.0-only
/*
 * Unit and global control of the processors with discovery tables (guide 1.3.2, 1.4).
 */
#include "processors/emr.h"
#include "model/machine_internal.h"

#define CONTROL_SELECT		GENMASK_ULL(7, 0)

/* Table 1-1 */
#define GLOBAL_CONTROL_FRZ_ALL	BIT_ULL(0)

static void baseline_write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	if (bits & ~UNIT_CONTROL_MASK)
		violation(unit->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(bits & ~UNIT_CONTROL_MASK));
	/* The upper half of an access in two halves. */
	if (!(mask & UNIT_CONTROL_MASK))
		return;
	if (bits & UNIT_CONTROL_RST_CTRL)
		unit_reset_controls(unit);
	if (bits & UNIT_CONTROL_RST_CTRS)
		unit_reset_counters(unit);
	unit->frozen = bits & UNIT_CONTROL_FRZ;
	if (unit->frozen)
		fault_freeze_reached(unit, false);
	/* The guide does not say whether a reset is over by itself. */
	if (unit->package->machine->held_resets)
		unit->resetting = bits & (UNIT_CONTROL_RST_CTRL | UNIT_CONTROL_RST_CTRS);
}

static uint64_t baseline_read_unit_control(const struct unit *unit)
{
	(void)unit;
	return 0;	/* every bit is write-only */
}

static uint64_t baseline_peek_unit_control(const struct unit *unit)
{
	return unit->frozen ? UNIT_CONTROL_FRZ : 0;
}

static bool baseline_counter_enabled(const struct unit *unit, unsigned int counter)
{
	/* 1.6: there is no enable bit, "event select must be 1 or greater". */
	return (unit->counter[counter].control & CONTROL_SELECT) && !unit->counter[counter].stopped;
}

const struct unit_protocol unit_protocol_baseline = {
	.select_enables = true,
	.reset = unit_clear,
	.write_unit_control = baseline_write_unit_control,
	.read_unit_control = baseline_read_unit_control,
	.peek_unit_control = baseline_peek_unit_control,
	.counter_enabled = baseline_counter_enabled,
};

/* 1.10.6: all overflow bits are cleared (b) before counting is enabled again (d). */
static void check_status(struct package *package, unsigned int block)
{
	const struct global_block *global = &package->global[block];
	unsigned int i;

	for (i = 0; i < GLOBAL_STATUS_WORDS; i++) {
		if (global->status[i])
			violation(package->machine, "unfrozen while global status %u is 0x%llx", i,
				  (unsigned long long)global->status[i]);
	}
}

void emr_write_global(struct package *package, unsigned int block, uint64_t value)
{
	if (!(value & GLOBAL_CONTROL_FRZ_ALL))
		check_status(package, block);
	if (value & ~GLOBAL_CONTROL_FRZ_ALL)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(value & ~GLOBAL_CONTROL_FRZ_ALL));
	if (package->lose_each && !(++package->control_writes % package->lose_each))
		return;
	package_cancel_freeze(package);
	if (!package->stays_frozen || value & GLOBAL_CONTROL_FRZ_ALL)
		block_set_freeze(package, block, value & GLOBAL_CONTROL_FRZ_ALL);
}

uint64_t emr_peek_global(const struct package *package, unsigned int block)
{
	return package->global[block].frozen ? GLOBAL_CONTROL_FRZ_ALL : 0;
}
