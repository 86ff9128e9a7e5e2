// SPDX-License-Identifier: GPL-2.0-only
/*
 * How units of Sandy Bridge-EP, Ivy Bridge-EP and Haswell-EP are driven: the unit control.
 *
 * E5-2600 guide, 2.1 and tables 2-9, 2-34, 2-60, 2-74: every bit is write-only, and `frz` works
 * "if .frz_en is 1". Ivy Bridge-EP freezes without it, and has two reserved bits in its place, of
 * which its guide says "SW must write to 1 else behavior is undefined" (tables 2-13, 2-38, 2-72,
 * 2-129).
 */
#include "processors/snbep.h"

#define IVBEP_ONES	GENMASK_ULL(17, 16)

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

static void ivbep_write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	if (~bits & IVBEP_ONES)
		violation(unit->package->machine, "reserved bits 0x%llx not set",
			  (unsigned long long)(~bits & IVBEP_ONES));
	write_unit_control(unit, bits & ~IVBEP_ONES, mask);
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
	.write_unit_control = ivbep_write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = peek_unit_control,
	.counter_enabled = counter_enabled,
};

/*
 * Haswell-EP: the register reads as it was written, but for the resets. No source says whether a
 * freeze needs `frz_en`.
 */
static void hsx_write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	write_unit_control(unit, bits, mask);
	unit->control = bits;
}

static uint64_t hsx_read_unit_control(const struct unit *unit)
{
	return unit->control & (SNBEP_FRZ | SNBEP_FRZ_EN);
}

/* The Linux driver's history: a write that sets several bits at once can fault. */
static void sbox_write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	uint64_t more = bits & ~unit->control;

	if (more & (more - 1))
		violation(unit->package->machine,
			  "a write that sets bits 0x%llx of an SBox at once faults",
			  (unsigned long long)more);
	hsx_write_unit_control(unit, bits, mask);
}

const struct unit_protocol unit_protocol_hsx = {
	.reset = unit_clear,
	.write_unit_control = hsx_write_unit_control,
	.read_unit_control = hsx_read_unit_control,
	.peek_unit_control = hsx_read_unit_control,
	.counter_enabled = counter_enabled,
};

const struct unit_protocol unit_protocol_sbox = {
	.reset = unit_clear,
	.write_unit_control = sbox_write_unit_control,
	.read_unit_control = hsx_read_unit_control,
	.peek_unit_control = hsx_read_unit_control,
	.counter_enabled = counter_enabled,
};
