// SPDX-License-Identifier: GPL-2.0-only
/*
 * How units of Skylake-SP and its successors are driven: unit control, global control, filters.
 *
 * No guide was at hand. The Linux driver freezes a unit by reading its control and setting bit 8,
 * Intel's PCM also writes bits 16 and 17; so all three read as they were written. The global
 * control is PCM's and likwid's: two bits are commands, and what selects cores below is kept.
 */
#include "processors/skx.h"

#define FRZ_EN		GENMASK_ULL(17, 16)
#define GLOBAL_FRZ_ALL	BIT_ULL(63)
#define GLOBAL_WAKE	BIT_ULL(62)
#define GLOBAL_UNFRZ_ALL	BIT_ULL(61)
#define GLOBAL_CORES	GENMASK_ULL(47, 0)

#define UMASK(control)		(((control) & SNBEP_UMASK) >> 8)
#define FIELD(reg, high, low)	(((reg) & GENMASK_ULL(high, low)) >> (low))

#define LLC_LOOKUP		0x34
#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define UPI_CREDITS_ACQUIRED	0x38
#define UPI_CREDIT_OCCUPANCY	0x3b
#define EVENT_MSG		0x42
#define EVENT_MSG_FILTERED	0x1c
#define PCU_FREQ_BAND0		0x0b
#define PCU_FREQ_BAND3		0x0e
#define PCU_BAND_MHZ		100

static void write_unit_control(struct unit *unit, uint64_t bits, uint64_t mask)
{
	uint64_t exists = SNBEP_RST_CTRL | SNBEP_RST_CTRS | SNBEP_FRZ | FRZ_EN;

	if (bits & ~exists)
		violation(unit->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(bits & ~exists));
	/* The upper half of an access in two halves. */
	if (!(mask & exists))
		return;
	if (bits & SNBEP_RST_CTRL)
		unit_reset_controls(unit);
	if (bits & SNBEP_RST_CTRS)
		unit_reset_counters(unit);
	unit->frozen = bits & SNBEP_FRZ;
	unit->control = bits & (SNBEP_FRZ | FRZ_EN);
}

static uint64_t read_unit_control(const struct unit *unit)
{
	return unit->control;
}

static bool counter_enabled(const struct unit *unit, unsigned int counter)
{
	return unit->counter[counter].control & SNBEP_EN;
}

const struct unit_protocol unit_protocol_skx = {
	.reset = unit_clear,
	.write_unit_control = write_unit_control,
	.read_unit_control = read_unit_control,
	.peek_unit_control = read_unit_control,
	.counter_enabled = counter_enabled,
};

void skx_write_global(struct package *package, unsigned int block, uint64_t value)
{
	uint64_t reserved = value & ~(GLOBAL_FRZ_ALL | GLOBAL_WAKE | GLOBAL_UNFRZ_ALL | GLOBAL_CORES);

	(void)block;
	if (reserved)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	package->global_control = value & GLOBAL_CORES;
	if (value & (GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL))
		package_set_freeze(package, value & GLOBAL_FRZ_ALL);
}

uint64_t skx_peek_global(const struct package *package, unsigned int block)
{
	(void)block;
	return package->global_control | (package->frozen ? GLOBAL_FRZ_ALL : 0);
}

/* A group of FILTER1 lets through what one of its bits is for; without any, nothing. */
static bool filter1_passes(uint64_t filter, const struct event_spec *event)
{
	const uint64_t *attribute = event->attribute;
	bool opcode = filter & BIT_ULL(3) ||
		      (FIELD(filter, 18, 9) && FIELD(filter, 18, 9) == attribute[ATTRIBUTE_OPC]) ||
		      (FIELD(filter, 28, 19) && FIELD(filter, 28, 19) == attribute[ATTRIBUTE_OPC]);

	return filter & (attribute[ATTRIBUTE_REMOTE] ? BIT_ULL(0) : BIT_ULL(1)) &&
	       filter & (attribute[ATTRIBUTE_NEAR] ? BIT_ULL(4) : BIT_ULL(5)) && opcode &&
	       (!(filter & BIT_ULL(30)) || attribute[ATTRIBUTE_NC]) &&
	       (!(filter & BIT_ULL(31)) || attribute[ATTRIBUTE_ISOC]);
}

/* In these fields 0 selects all. */
static bool credits_pass(uint64_t filter, const struct event_spec *event)
{
	uint64_t tid = FIELD(filter, 8, 0), link = FIELD(filter, 12, 9);

	return (!tid || (event->has_thread && tid == event->thread)) &&
	       (!link || link == event->attribute[ATTRIBUTE_LINK]);
}

bool skx_cha_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t filter0 = unit->extra[SKX_CHA_FILTER0], filter1 = unit->extra[SKX_CHA_FILTER1];

	switch (control & SNBEP_EVENT) {
	case LLC_LOOKUP:
		return FIELD(filter0, 26, 17) & event->attribute[ATTRIBUTE_STATE];
	case TOR_INSERTS:
	case TOR_OCCUPANCY:
		return filter1_passes(filter1, event);
	case UPI_CREDITS_ACQUIRED:
	case UPI_CREDIT_OCCUPANCY:
		return credits_pass(filter0, event);
	default:
		return true;
	}
}

/* FREQ_BANDn_CYCLES: cycles at band n's frequency or above. */
bool skx_pcu_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint8_t code = control & SNBEP_EVENT;

	if (code < PCU_FREQ_BAND0 || code > PCU_FREQ_BAND3)
		return true;
	return event->attribute[ATTRIBUTE_MHZ] / PCU_BAND_MHZ >=
	       (unit->extra[0] >> (8 * (code - PCU_FREQ_BAND0)) & 0xff);
}

/* Intel's list has a filter for three umasks. Its meaning is not known: here, the source of the message. */
bool skx_ubox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	return (control & SNBEP_EVENT) != EVENT_MSG || !(UMASK(control) & EVENT_MSG_FILTERED) ||
	       unit->extra[0] == event->attribute[ATTRIBUTE_LINK];
}
