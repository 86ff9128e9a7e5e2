// SPDX-License-Identifier: GPL-2.0-only
/*
 * How units of Nehalem-EX are driven: three enables in a row.
 *
 * Xeon 7500 guide 2.1: a counter counts if its own control, the control of its box (a bit for each
 * counter), and the U box's en_all let it. There are no unit freezes; everything reads as written.
 */
#include "processors/nhmex.h"

#define GLOBAL_MASK	(NHMEX_GLOBAL_U_EN | NHMEX_GLOBAL_PMI_CORE | NHMEX_GLOBAL_EN_ALL |	\
			 NHMEX_GLOBAL_RST_ALL | NHMEX_GLOBAL_FRZ_ALL)

static void write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	struct machine *m = unit->package->machine;
	uint64_t exists = unit->type->unit_control_mask;
	unsigned int i;

	(void)mask;	/* an MSR is written at once */
	if (bits & ~exists)
		violation(m, "reserved bits 0x%llx set", (unsigned long long)(bits & ~exists));
	unit->control = bits & exists;
	/* Controls are programmed while the box is off: only now does it matter what is in them. */
	for (i = 0; i < unit->type->counters; i++) {
		const char *error = unit_program_error(unit, i);

		if (error)
			violation(m, "counter %u: %s", i, error);
	}
}

static uint64_t read_unit_control(const struct unit *unit)
{
	return unit->control;
}

static uint64_t box_enables(const struct unit *unit)
{
	return unit->type->no_unit_control ? unit->package->global_control & NHMEX_GLOBAL_U_EN :
					     unit->control;
}

static bool counter_enabled(const struct unit *unit, unsigned int counter)
{
	return (unit->counter[counter].control & unit->type->counter_enable) &&
	       (box_enables(unit) & BIT_ULL(counter)) && !unit->counter[counter].stopped;
}

static bool fixed_enabled(const struct unit *unit)
{
	return (unit->fixed.control & NHMEX_FIXED_EN) && (unit->control & NHMEX_W_FIXED_EN);
}

/* Table 2-67: without wrap_mode a counter stops when it overflows. */
static void mbox_overflowed(struct unit *unit, unsigned int counter)
{
	if (unit->counter[counter].control & NHMEX_M_WRAP)
		return;
	unit->counter[counter].value = 0;
	unit->counter[counter].stopped = true;
}

const struct unit_protocol unit_protocol_nhmex = {
	.reset = unit_clear,
	.write_unit_control = write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = read_unit_control,
	.counter_enabled = counter_enabled,
	.fixed_enabled = fixed_enabled,
};

const struct unit_protocol unit_protocol_nhmex_mbox = {
	.reset = unit_clear,
	.write_unit_control = write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = read_unit_control,
	.counter_enabled = counter_enabled,
	.fixed_enabled = fixed_enabled,
	.overflowed = mbox_overflowed,
};

/*
 * Nothing counts without en_all, or while rst_all holds the counters at 0. With frz_all, only an
 * interrupt clears en_all (2.1.1), and there is none here.
 */
static bool global_stops(uint64_t control)
{
	return !(control & NHMEX_GLOBAL_EN_ALL) || (control & NHMEX_GLOBAL_RST_ALL);
}

void nhmex_write_global(struct package *package, unsigned int block, uint64_t value)
{
	size_t i;

	(void)block;
	if (value & ~GLOBAL_MASK)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(value & ~GLOBAL_MASK));
	package->global_control = value & GLOBAL_MASK;
	/* 2.1.4: rst_all clears all counters; it is written back to 0 by who set it. */
	for (i = 0; (value & NHMEX_GLOBAL_RST_ALL) && i < package->unit_count; i++)
		unit_reset_counters(&package->units[i]);
	package_set_freeze(package, global_stops(value));
}

uint64_t nhmex_peek_global(const struct package *package, unsigned int block)
{
	(void)block;
	return package->global_control;
}

void nhmex_reset_global(struct package *package)
{
	package->global_control = 0;
	package_set_freeze(package, true);
}
