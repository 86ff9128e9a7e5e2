// SPDX-License-Identifier: GPL-2.0-only
/*
 * How units of Sandy Bridge-EP and Ivy Bridge-EP are driven: the unit control.
 *
 * E5-2600 guide, 2.1 and tables 2-9, 2-34, 2-60, 2-74: every bit is write-only, and `frz` works
 * "if .frz_en is 1". Of Ivy Bridge-EP's unit control only what the Linux driver does is known:
 * it freezes without `frz_en`.
 */
#include "processors/snbep.h"

static void write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	uint64_t exists = unit->type->unit_control_mask;

	(void)mask;	/* 32 bits: always written at once */
	if (bits & ~exists)
		violation(unit->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(bits & ~exists));
	bits &= exists;
	if (bits & SNBEP_RST_CTRL)
		unit_reset_controls(unit);
	if (bits & SNBEP_RST_CTRS)
		unit_reset_counters(unit);
	unit->frozen = bits & SNBEP_FRZ;
}

static void snbep_write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	if ((bits & SNBEP_FRZ) && !(bits & SNBEP_FRZ_EN)) {
		violation(unit->package->machine, "frz without frz_en freezes nothing");
		bits &= ~SNBEP_FRZ;
	}
	write_unit_control(unit, bits, mask);
}

static uint64_t read_unit_control(const struct unit *unit)
{
	(void)unit;
	return 0;	/* every bit is write-only */
}

static uint64_t peek_unit_control(const struct unit *unit)
{
	return unit->frozen ? SNBEP_FRZ : 0;
}

/* 2.1.1: each counter has its own enable, and any event code from 0 on may be an event. */
static bool counter_enabled(const struct unit *unit, unsigned int counter)
{
	return unit->counter[counter].control & SNBEP_EN;
}

const struct unit_protocol unit_protocol_snbep = {
	.reset = unit_clear,
	.write_unit_control = snbep_write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = peek_unit_control,
	.counter_enabled = counter_enabled,
};

const struct unit_protocol unit_protocol_ivbep = {
	.reset = unit_clear,
	.write_unit_control = write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = peek_unit_control,
	.counter_enabled = counter_enabled,
};
