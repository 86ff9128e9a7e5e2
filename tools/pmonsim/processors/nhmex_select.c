// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nehalem-EX: which events a control and the registers that go with it choose, by what stands in
 * them when the event happens.
 *
 * Which register belongs to which event is as the Linux driver has it. What the values in most of
 * them mean is in no document at hand, so an injected event says for which value of the register it
 * happens (`reg=`), and counts if the register has that value.
 */
#include "processors/nhmex.h"

#define FIELD(value, high, low)	(((value) & GENMASK_ULL(high, low)) >> (low))

static bool given(const struct event_spec *event, enum event_attribute attribute)
{
	return event->attributes_given & BIT_ULL(attribute);
}

/* Does a B box event look at match and mask? */
static bool bbox_matches_packets(unsigned int counter, unsigned int code)
{
	switch (counter) {
	case 0:
		return code <= 3;
	case 1:
		return code <= 6;
	case 2:
		return code == 4;
	default:
		return false;
	}
}

/* Each counter of a B box has events of its own: the counter's number is part of the event. */
bool nhmex_bbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event)
{
	unsigned int code = NHMEX_EV_SEL(unit->counter[counter].control);

	if (event->attribute[ATTRIBUTE_COUNTER] != counter || event->event != code)
		return false;
	/* A bit of the mask that is set is compared; so no mask lets everything through. */
	return !bbox_matches_packets(counter, code) ||
	       !((event->attribute[ATTRIBUTE_PACKET] ^ unit->extra[B_MATCH]) &
		 unit->extra[B_MASK]);
}

/* TO_R_PROG_EV. Table 2-35: "for each mask bit that is set" the bit is already considered matched. */
bool nhmex_sbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	if (control & NHMEX_EVENT)
		return true;
	return (unit->extra[S_MM_CFG] & NHMEX_MM_EN) &&
	       !((event->attribute[ATTRIBUTE_PACKET] ^ unit->extra[S_MATCH]) &
		 ~unit->extra[S_MASK]);
}

#define M_NONE		(-1)
#define M_ZDP_FIRST	0x0d
#define M_ZDP_LAST	0x10

static int mbox_register(bool flag, unsigned int code)
{
	static const int8_t by_flag_sel[8] = {
		M_DSP, M_ISS, M_NONE, M_NONE, M_NONE, M_PGT, M_MAP, M_NONE
	};

	if (flag)
		return by_flag_sel[code];
	switch (code) {
	case 0x00:
		return M_DSP;
	case 0x04:
	case 0x05:
		return M_MSC_THR;
	case 0x09:
	case 0x0a:
		return M_ISS;
	case 0x16:
		return M_PGT;
	default:
		return M_NONE;
	}
}

static bool mbox_uses_pld(bool flag, unsigned int code)
{
	return !flag && (code == 0x0a || code == 0x0b);
}

static bool is_zdp(bool flag, unsigned int code)
{
	return !flag && code >= M_ZDP_FIRST && code <= M_ZDP_LAST;
}

/*
 * PA bits 39:6 in the match register; the mask's 27 bits are taken for the lowest of them, and for
 * the polarity of the S box: what is set is not compared.
 */
static bool mbox_address_passes(const struct unit *unit, const struct event_spec *event)
{
	uint64_t line = FIELD(event->attribute[ATTRIBUTE_ADDRESS], 39, 6);

	if (!(unit->extra[M_MM_CFG] & NHMEX_MM_EN))
		return true;
	return given(event, ATTRIBUTE_ADDRESS) &&
	       !((line ^ unit->extra[M_ADDR_MATCH]) & ~unit->extra[M_ADDR_MASK]);
}

/* Westmere-EX has one more shared bit below the four fields. */
static unsigned int zdp_shared_bits(const struct unit *unit)
{
	return unit->package->machine->kind == &machine_kind_wsmex ? 12 : 11;
}

/* What matters to one of the four events that are functionally the same: its field, and the rest. */
static uint64_t zdp_value(const struct unit *unit, uint64_t value, unsigned int code)
{
	unsigned int low = zdp_shared_bits(unit), high = low + 12;
	uint64_t field = value >> (low + 3 * (code - M_ZDP_FIRST)) & 7;

	return (value & (GENMASK_ULL(low - 1, 0) | BIT_ULL(high))) | field << low;
}

bool nhmex_mbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event)
{
	uint64_t control = unit->counter[counter].control;
	bool flag = control & NHMEX_M_FLAG_MODE;
	unsigned int code = flag ? NHMEX_M_FLAG_SEL(control) : NHMEX_M_INC_SEL(control);
	int index = mbox_register(flag, code);

	if (flag != event->attribute[ATTRIBUTE_FLAG])
		return false;
	/* Counting down is not modelled. */
	if (NHMEX_M_COUNT_MODE(control) == 1)
		return false;
	if (is_zdp(flag, code) && is_zdp(flag, event->event))
		return zdp_value(unit, unit->extra[M_ZDP_CTL_FVC], code) ==
		       zdp_value(unit, event->attribute[ATTRIBUTE_REG], event->event);
	if (code != event->event)
		return false;
	if (index != M_NONE && unit->extra[index] != event->attribute[ATTRIBUTE_REG])
		return false;
	return !mbox_uses_pld(flag, code) ||
	       (unit->extra[M_PLD] == event->attribute[ATTRIBUTE_PLD] &&
		mbox_address_passes(unit, event));
}

const char *nhmex_mbox_program_error(const struct unit *unit, unsigned int counter)
{
	if (NHMEX_M_COUNT_MODE(unit->counter[counter].control) == 3)
		return "there is no count_mode 3";
	return NULL;
}

/* Event 6 * s + k of an R box is about port s of the box; the lists of k and k ^ 1 are the same. */
bool nhmex_rbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event)
{
	unsigned int code = NHMEX_EV_SEL(unit->counter[counter].control);
	const uint64_t *extra = &unit->extra[code / NHMEX_R_PORT_EVENTS * R_PORT_EXTRA];
	uint64_t value = event->attribute[ATTRIBUTE_REG];

	if (code / 2 != event->event / 2)
		return false;
	switch (code % NHMEX_R_PORT_EVENTS) {
	case 0:
		return extra[R_IPERF0] == value;
	case 1:
		return extra[R_IPERF1] == value;
	case 2:
		return FIELD(extra[R_QLX], 7, 0) == value;
	case 3:
		return FIELD(extra[R_QLX], 15, 8) == value;
	default:
		extra += code % NHMEX_R_PORT_EVENTS == 4 ? R_SET1 : R_SET2;
		return extra[0] == value && extra[1] == event->attribute[ATTRIBUTE_MATCH] &&
		       extra[2] == event->attribute[ATTRIBUTE_MASK];
	}
}

const char *nhmex_rbox_program_error(const struct unit *unit, unsigned int counter)
{
	if (NHMEX_EV_SEL(unit->counter[counter].control) >= NHMEX_R_PORTS * NHMEX_R_PORT_EVENTS)
		return "there is no such event";
	return NULL;
}

/* Match and mask of S and M boxes change while they are not looked at. */
static void check_sequence(const struct unit *unit, uint64_t mm_cfg)
{
	if (mm_cfg)
		violation(unit->package->machine, "match or mask written while mm_cfg is not 0");
}

uint64_t nhmex_sbox_accept(const struct unit *unit, unsigned int index, uint64_t value)
{
	if (index == S_MATCH || index == S_MASK)
		check_sequence(unit, unit->extra[S_MM_CFG]);
	/* Table 2-35: "Read zero; writes ignored". */
	return index == S_MASK ? FIELD(value, 38, 0) : value;
}

uint64_t nhmex_mbox_accept(const struct unit *unit, unsigned int index, uint64_t value)
{
	uint64_t exists = GENMASK_ULL(zdp_shared_bits(unit) + 12, 0);

	if (index == M_ADDR_MATCH || index == M_ADDR_MASK)
		check_sequence(unit, unit->extra[M_MM_CFG]);
	if (index == M_ZDP_CTL_FVC && (value & ~exists)) {
		violation(unit->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(value & ~exists));
		value &= exists;
	}
	return value;
}
