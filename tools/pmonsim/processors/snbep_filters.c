// SPDX-License-Identifier: GPL-2.0-only
/*
 * The filters of Sandy Bridge-EP, Ivy Bridge-EP and Haswell-EP: which events they let through is decided by
 * what stands in the registers when the event happens.
 *
 * E5-2600 guide: CBo tables 2-12 and 2-13, HA 2.4.3.2, PCU 2.6.3.2, QPI 2.7.3.3; which sub-event
 * uses which field of the CBo's filter is in the names of the sub-events (OPCODE, NID_...). The
 * fields of Ivy Bridge-EP's two CBo filters beyond thread and state are as the Linux driver has
 * them, those of Haswell-EP as Intel's event list has them.
 */
#include "processors/snbep.h"

#define UMASK(control)		(((control) & SNBEP_UMASK) >> 8)
#define FIELD(reg, high, low)	(((reg) & GENMASK_ULL(high, low)) >> (low))

/* CBo events that a filter is for, and the umask bits that ask for it. */
#define RXR_IPQ_RETRY		0x31
#define RXR_IPQ_RETRY_LINK	0x10	/* QPI_CREDITS */
#define RXR_IPQ_RETRY2		0x28
#define RXR_ISMQ_RETRY2		0x2a
#define RXR_IRQ_RETRY		0x32
#define RXR_ISMQ_RETRY		0x33
#define LLC_LOOKUP		0x34
#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define LLC_VICTIMS		0x37
#define TOR_OPCODE		0x01
#define UMASK_NID		0x40
#define ISMQ_WB_CREDITS		0x80

#define HA_ADDR_OPC_MATCH	0x20
#define HA_MATCH_ADDRESS	0x01
#define HA_MATCH_OPCODE		0x1e	/* any: 0x02, on AD 0x04, on BL 0x08, on AK 0x10 */
/* "The address comparison always ignores the lower 12 bits". */
#define HA_ADDRESS_COMPARED	GENMASK_ULL(45, 12)

#define PCU_FREQ_BAND0		0x0b
#define PCU_FREQ_BAND3		0x0e
#define PCU_BAND_MHZ		100
#define PCU_USE_OCCUPANCY	BIT_ULL(7)

#define QPI_CTO_COUNT		0x38

#define UBOX_FILTER_MATCH	0x41
#define UBOX_BY_FILTER		0x05

static bool given(const struct event_spec *event, enum event_attribute attribute)
{
	return event->attributes_given & BIT_ULL(attribute);
}

/* A field with a bit for each node. An event that was given no node has none. */
static bool node_passes(uint64_t nodes, const struct event_spec *event)
{
	return given(event, ATTRIBUTE_NID) &&
	       (nodes >> event->attribute[ATTRIBUTE_NID] & 1);
}

static bool uses_node(uint8_t code, uint64_t umask)
{
	return code >= LLC_LOOKUP && code <= LLC_VICTIMS && (umask & UMASK_NID);
}

static bool uses_opcode(uint8_t code, uint64_t umask)
{
	return (code == TOR_INSERTS || code == TOR_OCCUPANCY) && (umask & TOR_OPCODE);
}

/* A field with a bit for each state: without any, no look-up counts. */
static bool state_passes(uint64_t states, const struct event_spec *event)
{
	return states & event->attribute[ATTRIBUTE_STATE];
}

bool snbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t filter = unit->extra[CBOX_FILTER0], umask = UMASK(control);
	uint8_t code = control & SNBEP_EVENT;

	if (code == LLC_LOOKUP && !state_passes(FIELD(filter, 22, 18), event))
		return false;
	if (uses_node(code, umask) && !node_passes(FIELD(filter, 17, 10), event))
		return false;
	return !uses_opcode(code, umask) ||
	       FIELD(filter, 31, 23) == event->attribute[ATTRIBUTE_OPC];
}

/* A bit of the filter that asks for requests with an attribute. */
static bool bit_passes(uint64_t asked, const struct event_spec *event,
		       enum event_attribute attribute)
{
	return !asked || event->attribute[attribute];
}

/* The opcode and its bits in FILTER1, the same on Ivy Bridge-EP and Haswell-EP. */
static bool opcode_passes(uint64_t filter1, const struct event_spec *event)
{
	return FIELD(filter1, 28, 20) == event->attribute[ATTRIBUTE_OPC] &&
	       bit_passes(FIELD(filter1, 29, 29), event, ATTRIBUTE_C6) &&
	       bit_passes(FIELD(filter1, 30, 30), event, ATTRIBUTE_NC) &&
	       bit_passes(FIELD(filter1, 31, 31), event, ATTRIBUTE_ISOC);
}

bool ivbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t filter0 = unit->extra[CBOX_FILTER0], filter1 = unit->extra[CBOX_FILTER1];
	uint64_t umask = UMASK(control);
	uint8_t code = control & SNBEP_EVENT;

	if (code == RXR_IPQ_RETRY && (umask & RXR_IPQ_RETRY_LINK) &&
	    FIELD(filter0, 8, 5) != event->attribute[ATTRIBUTE_LINK])
		return false;
	if (code == LLC_LOOKUP && !state_passes(FIELD(filter0, 22, 17), event))
		return false;
	if (uses_node(code, umask) && !node_passes(FIELD(filter1, 15, 0), event))
		return false;
	return !uses_opcode(code, umask) || opcode_passes(filter1, event);
}

/* More events than on Ivy Bridge-EP use the node. */
static bool hsx_uses_node(uint8_t code, uint64_t umask)
{
	if (code == RXR_ISMQ_RETRY && (umask & ISMQ_WB_CREDITS))
		return true;
	return (umask & UMASK_NID) &&
	       ((code >= RXR_IPQ_RETRY2 && code <= RXR_ISMQ_RETRY2) ||
		code == RXR_IRQ_RETRY || code == RXR_ISMQ_RETRY || uses_node(code, umask));
}

bool hsx_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t filter0 = unit->extra[CBOX_FILTER0], filter1 = unit->extra[CBOX_FILTER1];
	uint64_t umask = UMASK(control);
	uint8_t code = control & SNBEP_EVENT;

	if (code == LLC_LOOKUP && !state_passes(FIELD(filter0, 23, 17), event))
		return false;
	if (hsx_uses_node(code, umask) && !node_passes(FIELD(filter1, 15, 0), event))
		return false;
	return !uses_opcode(code, umask) || opcode_passes(filter1, event);
}

/* FILTER_MATCH.ENABLE and U2C_ENABLE: messages of one thread. */
bool hsx_ubox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	if ((control & SNBEP_EVENT) != UBOX_FILTER_MATCH || !(UMASK(control) & UBOX_BY_FILTER))
		return true;
	return event->has_thread && unit->extra[0] == event->thread;
}

/*
 * ADDR_OPC_MATCH: the guide has one sub-event, FILT, and no umasks in its table; Intel's event
 * lists have bit 0 for the address, bit 1 for the opcode and on Ivy Bridge-EP bits 2 to 4 for the
 * opcode of messages on one ring. No umask is taken for both.
 */
bool snbep_ha_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t address = unit->extra[HA_ADDRESS_MATCH1] << 32 | unit->extra[HA_ADDRESS_MATCH0];
	uint64_t umask = UMASK(control);

	if ((control & SNBEP_EVENT) != HA_ADDR_OPC_MATCH)
		return true;
	if (!umask)
		umask = HA_MATCH_ADDRESS | HA_MATCH_OPCODE;
	if ((umask & HA_MATCH_ADDRESS) &&
	    ((address ^ event->attribute[ATTRIBUTE_ADDRESS]) & HA_ADDRESS_COMPARED))
		return false;
	return !(umask & HA_MATCH_OPCODE) ||
	       unit->extra[HA_OPCODE_MATCH] == event->attribute[ATTRIBUTE_OPCODE];
}

/* FREQ_BANDn_CYCLES: cycles at band n's frequency or above. */
bool snbep_pcu_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	/* Table 2-80, case 6: bit 7 adds an occupancy to a frequency. */
	uint8_t code = control & SNBEP_EVENT & ~PCU_USE_OCCUPANCY;
	uint64_t band;

	if (code < PCU_FREQ_BAND0 || code > PCU_FREQ_BAND3 ||
	    (control & unit->type->extra_select))
		return true;
	band = unit->extra[0] >> (8 * (code - PCU_FREQ_BAND0)) & 0xff;
	return event->attribute[ATTRIBUTE_MHZ] / PCU_BAND_MHZ >= band;
}

/* CTO_COUNT: packets that agree with MATCH in all bits that MASK has. */
bool snbep_qpi_passes(const struct unit *unit, uint64_t control, const struct event_spec *event)
{
	uint64_t match = unit->extra[QPI_MATCH1] << 32 | unit->extra[QPI_MATCH0];
	uint64_t mask = unit->extra[QPI_MASK1] << 32 | unit->extra[QPI_MASK0];

	if ((control & SNBEP_EVENT) != QPI_CTO_COUNT || !(control & SNBEP_EXTRA_SELECT))
		return true;
	return !((event->attribute[ATTRIBUTE_PACKET] ^ match) & mask);
}
