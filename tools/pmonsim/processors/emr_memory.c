// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which events of Emerald Rapids happen when programs use memory: names and codes of the uncore guide's event
 * lists (2.2.5, 2.3.5, 2.6.4, 2.7.4, 2.8.4, 2.9.4). Events that are not in this list do not happen.
 */
#include <stddef.h>

#include "model/memory.h"

/* TOR_INSERTS and TOR_OCCUPANCY have the same umasks. */
#define TOR(happening, umask, extension, latency)		\
	{ "cha", happening, 0x35, umask, extension, ONCE },	\
	{ "cha", happening, 0x36, umask, extension, latency }

/* IRQ_IA, LOC_IA, LOC_ALL, IA */
#define TOR_IA(happening, latency)			\
	TOR(happening, 0x01, 0, latency),		\
	TOR(happening, 0x01, 0xc000ff, latency),	\
	TOR(happening, 0x05, 0xc000ff, latency),	\
	TOR(happening, 0x01, 0xc001ff, latency)

/* IA_HIT, IA_MISS */
#define TOR_HIT(happening)		TOR(happening, 0x01, 0xc001fd, HIT_LATENCY)
#define TOR_MISS(happening, latency)	TOR(happening, 0x01, 0xc001fe, latency)

/* LLC_LOOKUP: DATA_READ_ALL and _LOCAL; RFO and RFO_LOCAL; DATA_READ_MISS, MISS_ALL */
#define LOOKUP(happening, umask, extension)	{ "cha", happening, 0x34, umask, extension, ONCE }
#define LOOKUP_READ(happening)	LOOKUP(happening, 0xff, 0x1fc1), LOOKUP(happening, 0xff, 0x841)
#define LOOKUP_OWN(happening)	LOOKUP(happening, 0xff, 0x1bc8), LOOKUP(happening, 0xff, 0x9c8)
#define LOOKUP_MISS(happening)	LOOKUP(happening, 0x01, 0x1fe0)

/* ALL, ALL_TO_DDR_AS_MEM and NORMAL reads, of both channels and of one */
#define M2M_READ(happening, channel)				\
	{ "m2m", happening, 0x24, 0x04, 0x3, ONCE },		\
	{ "m2m", happening, 0x24, 0x08, 0x3, ONCE },		\
	{ "m2m", happening, 0x24, 0x01, 0x3, ONCE },		\
	{ "m2m", happening, 0x24, 0x04, channel, ONCE },	\
	{ "m2m", happening, 0x24, 0x08, channel, ONCE },	\
	{ "m2m", happening, 0x24, 0x01, channel, ONCE }

/* ALL and TO_DDR_AS_MEM writes; FULL or PARTIAL, which is @kind */
#define M2M_WRITE(happening, channel, kind)			\
	{ "m2m", happening, 0x25, 0x10, 0x18, ONCE },		\
	{ "m2m", happening, 0x25, 0x20, 0x18, ONCE },		\
	{ "m2m", happening, 0x25, kind, 0x18, ONCE },		\
	{ "m2m", happening, 0x25, 0x10, channel, ONCE },	\
	{ "m2m", happening, 0x25, 0x20, channel, ONCE },	\
	{ "m2m", happening, 0x25, kind, channel, ONCE }

/* CAS_COUNT: PCHn, ALL, RD and RD_REG or RD_UNDERFILL; RPQ_INSERTS.PCHn; PCLS */
#define CAS_READ(happening, channel, kind)					\
	{ "imc", happening, 0x05, 0x40 << (channel), 0, ONCE },			\
	{ "imc", happening, 0x05, 0xff, 0, ONCE },				\
	{ "imc", happening, 0x05, 0xcf, 0, ONCE },				\
	{ "imc", happening, 0x05, kind, 0, ONCE },				\
	{ "imc", happening, 0x10, 0x01 << (channel), 0, ONCE },			\
	{ "imc", happening, 0xa0, 0x01 << (2 * (channel)), 0, ONCE },		\
	{ "imc", happening, 0xa0, 0x05, 0, ONCE },				\
	{ "imc", happening, 0xa0, 0x0f, 0, ONCE }

/* CAS_COUNT: PCHn, ALL, WR, WR_NONPRE; WPQ_INSERTS.PCHn; PCLS */
#define CAS_WRITE(happening, channel)						\
	{ "imc", happening, 0x05, 0x40 << (channel), 0, ONCE },			\
	{ "imc", happening, 0x05, 0xff, 0, ONCE },				\
	{ "imc", happening, 0x05, 0xf0, 0, ONCE },				\
	{ "imc", happening, 0x05, 0xd0, 0, ONCE },				\
	{ "imc", happening, 0x20, 0x01 << (channel), 0, ONCE },			\
	{ "imc", happening, 0xa0, 0x02 << (2 * (channel)), 0, ONCE },		\
	{ "imc", happening, 0xa0, 0x0a, 0, ONCE },				\
	{ "imc", happening, 0xa0, 0x0f, 0, ONCE }

/* TxL_FLITS and RxL_FLITS: ALL_DATA and DATA of a line; NON_DATA and PROTHDR of a request */
#define FLITS_DATA(happening, event)				\
	{ "upi", happening, event, 0x0f, 0, DATA_FLITS },	\
	{ "upi", happening, event, 0x08, 0, DATA_FLITS }
#define FLITS_REQUEST(happening, event)			\
	{ "upi", happening, event, 0x97, 0, ONCE },	\
	{ "upi", happening, event, 0x80, 0, ONCE }

const struct memory_effect emr_memory_effects[] = {
	/* IA_DRD and below: IA_HIT_DRD, IA_MISS_DRD[_DDR], IA_MISS_DRD_LOCAL[_DDR], IA_MISS_DRD_REMOTE[_DDR] */
	TOR_IA(HIT_READ, HIT_LATENCY), TOR_HIT(HIT_READ), LOOKUP_READ(HIT_READ),
	TOR(HIT_READ, 0x01, 0xc817ff, HIT_LATENCY), TOR(HIT_READ, 0x01, 0xc817fd, HIT_LATENCY),

	TOR_IA(MISS_READ_LOCAL, LOCAL_LATENCY), TOR_MISS(MISS_READ_LOCAL, LOCAL_LATENCY),
	LOOKUP_READ(MISS_READ_LOCAL), LOOKUP(MISS_READ_LOCAL, 0x01, 0x1fc1), LOOKUP_MISS(MISS_READ_LOCAL),
	TOR(MISS_READ_LOCAL, 0x01, 0xc817ff, LOCAL_LATENCY),
	TOR(MISS_READ_LOCAL, 0x01, 0xc817fe, LOCAL_LATENCY),
	TOR(MISS_READ_LOCAL, 0x01, 0xc81786, LOCAL_LATENCY),
	TOR(MISS_READ_LOCAL, 0x01, 0xc816fe, LOCAL_LATENCY),
	TOR(MISS_READ_LOCAL, 0x01, 0xc81686, LOCAL_LATENCY),

	TOR_IA(MISS_READ_REMOTE, REMOTE_LATENCY), TOR_MISS(MISS_READ_REMOTE, REMOTE_LATENCY),
	LOOKUP_READ(MISS_READ_REMOTE), LOOKUP(MISS_READ_REMOTE, 0x01, 0x1fc1), LOOKUP_MISS(MISS_READ_REMOTE),
	TOR(MISS_READ_REMOTE, 0x01, 0xc817ff, REMOTE_LATENCY),
	TOR(MISS_READ_REMOTE, 0x01, 0xc817fe, REMOTE_LATENCY),
	TOR(MISS_READ_REMOTE, 0x01, 0xc81786, REMOTE_LATENCY),
	TOR(MISS_READ_REMOTE, 0x01, 0xc8177e, REMOTE_LATENCY),
	TOR(MISS_READ_REMOTE, 0x01, 0xc81706, REMOTE_LATENCY),

	/* IA_RFO and below: IA_HIT_RFO, IA_MISS_RFO, IA_MISS_RFO_LOCAL, IA_MISS_RFO_REMOTE */
	TOR_IA(HIT_OWN, HIT_LATENCY), TOR_HIT(HIT_OWN), LOOKUP_OWN(HIT_OWN),
	TOR(HIT_OWN, 0x01, 0xc807ff, HIT_LATENCY), TOR(HIT_OWN, 0x01, 0xc807fd, HIT_LATENCY),

	TOR_IA(MISS_OWN_LOCAL, LOCAL_LATENCY), TOR_MISS(MISS_OWN_LOCAL, LOCAL_LATENCY),
	LOOKUP_OWN(MISS_OWN_LOCAL), LOOKUP_MISS(MISS_OWN_LOCAL),
	TOR(MISS_OWN_LOCAL, 0x01, 0xc807ff, LOCAL_LATENCY),
	TOR(MISS_OWN_LOCAL, 0x01, 0xc807fe, LOCAL_LATENCY),
	TOR(MISS_OWN_LOCAL, 0x01, 0xc806fe, LOCAL_LATENCY),

	TOR_IA(MISS_OWN_REMOTE, REMOTE_LATENCY), TOR_MISS(MISS_OWN_REMOTE, REMOTE_LATENCY),
	LOOKUP_OWN(MISS_OWN_REMOTE), LOOKUP_MISS(MISS_OWN_REMOTE),
	TOR(MISS_OWN_REMOTE, 0x01, 0xc807ff, REMOTE_LATENCY),
	TOR(MISS_OWN_REMOTE, 0x01, 0xc807fe, REMOTE_LATENCY),
	TOR(MISS_OWN_REMOTE, 0x01, 0xc8077e, REMOTE_LATENCY),

	/* IA_WCILF, IA_MISS_WCILF[_DDR], IA_MISS_LOCAL_WCILF_DDR, IA_MISS_REMOTE_WCILF_DDR */
	TOR_IA(STREAM_FULL_LOCAL, LOCAL_LATENCY), TOR_MISS(STREAM_FULL_LOCAL, LOCAL_LATENCY),
	TOR(STREAM_FULL_LOCAL, 0x01, 0xc867ff, LOCAL_LATENCY),
	TOR(STREAM_FULL_LOCAL, 0x01, 0xc867fe, LOCAL_LATENCY),
	TOR(STREAM_FULL_LOCAL, 0x01, 0xc86786, LOCAL_LATENCY),
	TOR(STREAM_FULL_LOCAL, 0x01, 0xc86686, LOCAL_LATENCY),

	TOR_IA(STREAM_FULL_REMOTE, REMOTE_LATENCY), TOR_MISS(STREAM_FULL_REMOTE, REMOTE_LATENCY),
	TOR(STREAM_FULL_REMOTE, 0x01, 0xc867ff, REMOTE_LATENCY),
	TOR(STREAM_FULL_REMOTE, 0x01, 0xc867fe, REMOTE_LATENCY),
	TOR(STREAM_FULL_REMOTE, 0x01, 0xc86786, REMOTE_LATENCY),
	TOR(STREAM_FULL_REMOTE, 0x01, 0xc86706, REMOTE_LATENCY),

	/* The same with WCIL */
	TOR_IA(STREAM_PART_LOCAL, LOCAL_LATENCY), TOR_MISS(STREAM_PART_LOCAL, LOCAL_LATENCY),
	TOR(STREAM_PART_LOCAL, 0x01, 0xc86fff, LOCAL_LATENCY),
	TOR(STREAM_PART_LOCAL, 0x01, 0xc86ffe, LOCAL_LATENCY),
	TOR(STREAM_PART_LOCAL, 0x01, 0xc86f86, LOCAL_LATENCY),
	TOR(STREAM_PART_LOCAL, 0x01, 0xc86e86, LOCAL_LATENCY),

	TOR_IA(STREAM_PART_REMOTE, REMOTE_LATENCY), TOR_MISS(STREAM_PART_REMOTE, REMOTE_LATENCY),
	TOR(STREAM_PART_REMOTE, 0x01, 0xc86fff, REMOTE_LATENCY),
	TOR(STREAM_PART_REMOTE, 0x01, 0xc86ffe, REMOTE_LATENCY),
	TOR(STREAM_PART_REMOTE, 0x01, 0xc86f86, REMOTE_LATENCY),
	TOR(STREAM_PART_REMOTE, 0x01, 0xc86f06, REMOTE_LATENCY),

	/* IA_WBMTOE; LLC_LOOKUP.WRITE_LOCAL */
	TOR_IA(CORE_WRITEBACK, HIT_LATENCY), TOR(CORE_WRITEBACK, 0x01, 0xcc2fff, HIT_LATENCY),
	LOOKUP(CORE_WRITEBACK, 0xff, 0x842),

	/* LLC_VICTIMS: M_STATE, LOCAL_M or REMOTE_M; E_STATE; ALL; LOCAL_ALL or REMOTE_ALL */
	{ "cha", VICTIM_CHANGED_LOCAL, 0x37, 0x01, 0, ONCE },
	{ "cha", VICTIM_CHANGED_LOCAL, 0x37, 0x01, 0x20, ONCE },
	{ "cha", VICTIM_CHANGED_LOCAL, 0x37, 0x0f, 0, ONCE },
	{ "cha", VICTIM_CHANGED_LOCAL, 0x37, 0x0f, 0x20, ONCE },
	{ "cha", VICTIM_CHANGED_REMOTE, 0x37, 0x01, 0, ONCE },
	{ "cha", VICTIM_CHANGED_REMOTE, 0x37, 0x01, 0x80, ONCE },
	{ "cha", VICTIM_CHANGED_REMOTE, 0x37, 0x0f, 0, ONCE },
	{ "cha", VICTIM_CHANGED_REMOTE, 0x37, 0x0f, 0x80, ONCE },
	{ "cha", VICTIM_CLEAN, 0x37, 0x02, 0, ONCE },
	{ "cha", VICTIM_CLEAN, 0x37, 0x0f, 0, ONCE },

	/* REQUESTS: READS_LOCAL, READS_REMOTE, READS; WRITES likewise; IMC_READS_COUNT, IMC_WRITES_COUNT */
	{ "cha", HOME_READ_LOCAL, 0x50, 0x01, 0, ONCE },
	{ "cha", HOME_READ_LOCAL, 0x50, 0x03, 0, ONCE },
	{ "cha", HOME_READ_LOCAL, 0x59, 0x01, 0, ONCE },
	{ "cha", HOME_READ_REMOTE, 0x50, 0x02, 0, ONCE },
	{ "cha", HOME_READ_REMOTE, 0x50, 0x03, 0, ONCE },
	{ "cha", HOME_READ_REMOTE, 0x59, 0x01, 0, ONCE },
	{ "cha", HOME_WRITE_LOCAL, 0x50, 0x04, 0, ONCE },
	{ "cha", HOME_WRITE_LOCAL, 0x50, 0x0c, 0, ONCE },
	{ "cha", HOME_WRITE_LOCAL, 0x5b, 0x01, 0, ONCE },
	{ "cha", HOME_WRITE_REMOTE, 0x50, 0x08, 0, ONCE },
	{ "cha", HOME_WRITE_REMOTE, 0x50, 0x0c, 0, ONCE },
	{ "cha", HOME_WRITE_REMOTE, 0x5b, 0x01, 0, ONCE },

	M2M_READ(MEMORY_READ_0, 0x1), M2M_READ(MEMORY_READ_1, 0x2),
	M2M_WRITE(MEMORY_WRITE_0, 0x08, 0x01), M2M_WRITE(MEMORY_WRITE_1, 0x10, 0x01),
	M2M_WRITE(MEMORY_PART_0, 0x08, 0x02), M2M_WRITE(MEMORY_PART_1, 0x10, 0x02),

	CAS_READ(MEMORY_READ_0, 0, 0xc1), CAS_READ(MEMORY_READ_1, 1, 0xc1),
	CAS_WRITE(MEMORY_WRITE_0, 0), CAS_WRITE(MEMORY_WRITE_1, 1),
	CAS_WRITE(MEMORY_PART_0, 0), CAS_WRITE(MEMORY_PART_1, 1),
	CAS_READ(MEMORY_PART_0, 0, 0xc4), CAS_READ(MEMORY_PART_1, 1, 0xc4),

	FLITS_REQUEST(SENT_REQUEST, 0x02), FLITS_DATA(SENT_RESPONSE, 0x02), FLITS_DATA(SENT_WRITEBACK, 0x02),
	FLITS_REQUEST(RECEIVED_REQUEST, 0x03), FLITS_DATA(RECEIVED_RESPONSE, 0x03),
	FLITS_DATA(RECEIVED_WRITEBACK, 0x03),

	/* TxL_BASIC_HDR_MATCH.REQ and RxL_BASIC_HDR_MATCH.REQ */
	{ "upi", SENT_REQUEST, 0x04, 0x08, 0, ONCE },
	{ "upi", RECEIVED_REQUEST, 0x05, 0x08, 0, ONCE },

	/* TxC_AD_FLQ_INSERTS.VN0_REQ, TxC_BL_FLQ_INSERTS.VN0_RSP and .VN0_WB; RxC_INSERTS_VN0.AD_REQ, .BL_RSP, .BL_WB */
	{ "m3upi", SENT_REQUEST, 0x2d, 0x01, 0, ONCE },
	{ "m3upi", SENT_RESPONSE, 0x2e, 0x08, 0, ONCE },
	{ "m3upi", SENT_WRITEBACK, 0x2e, 0x04, 0, ONCE },
	{ "m3upi", RECEIVED_REQUEST, 0x41, 0x01, 0, ONCE },
	{ "m3upi", RECEIVED_RESPONSE, 0x41, 0x08, 0, ONCE },
	{ "m3upi", RECEIVED_WRITEBACK, 0x41, 0x10, 0, ONCE },
	{ NULL, HAPPENINGS, 0, 0, 0, ONCE },
};
