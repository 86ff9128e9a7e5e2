// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nehalem-EX (Xeon 7500) and Westmere-EX (E7): places and registers of their units.
 *
 * Only one page of the guide, Intel 323535, was available: on the S box (Table 2-35). Other facts
 * are from the in-tree driver. All registers are MSRs. Every box has its own global control, with
 * an enable bit for each counter: clearing them freezes the box. Counters and controls alternate.
 * No bit clears a counter or a box.
 */
#include "processors/processor.h"
#include "processors/box.h"

/*
 * U box. Its global control also controls all other boxes: without "enable all", none counts. So
 * the driver sets this bit in all writes, and never clears it.
 */
#define U_GLOBAL		0xc00
#define U_ENABLE		BIT(0)
#define U_ENABLE_ALL		BIT(28)

#define W_GLOBAL		0xc80
#define W_ENABLE_FIXED		BIT(31)
#define W_FIXED_COUNTER		0x394
#define W_FIXED_CONTROL		0x395
#define W_FIXED_ENABLE		BIT_ULL(0)
#define FIXED_EVENT		0xff

/* The first of two boxes, and the distance to the second. */
#define B_GLOBAL		0xc20
#define B_UNIT			0x40
#define S_GLOBAL		0xc40
#define S_UNIT			0x80
#define M_GLOBAL		0xca0
#define M_UNIT			0x40
#define R_GLOBAL		0xe00
#define R_UNIT			0x20
#define C_GLOBAL		0xd00

#define WIDTH			48
#define CLOCK_RATE		8000000000ULL	/* more than any clock */

/* Counter control of C, S, U (in part) and W. */
#define CONTROL_EVENT		GENMASK_ULL(7, 0)
#define CONTROL_UMASK		GENMASK_ULL(15, 8)
#define CONTROL_EDGE		BIT_ULL(18)
#define CONTROL_ENABLE		BIT_ULL(22)
#define CONTROL_INVERT		BIT_ULL(23)
#define CONTROL_THRESHOLD	GENMASK_ULL(31, 24)
#define CONTROL_BASELINE	(CONTROL_EVENT | CONTROL_UMASK | CONTROL_EDGE | \
				 CONTROL_INVERT | CONTROL_THRESHOLD)

/* Counter control of B, M and R. */
#define BMR_ENABLE		BIT_ULL(0)
#define BR_EVENT		GENMASK_ULL(5, 1)
#define M_WRAP_MODE		BIT_ULL(6)

/*
 * All global controls keep every counter enabled, but not while the controls of counters, which
 * firmware may have left, are cleared.
 */
#define GLOBAL(freeze_value, count_value)				\
	.has_control = true,						\
	.freeze = freeze_value,						\
	.unfreeze = count_value,					\
	.reset = freeze_value,						\
	.zeroes = true

static const struct pmon_layout ubox_layout = {
	GLOBAL(U_ENABLE_ALL, U_ENABLE_ALL | U_ENABLE),
	.enable = CONTROL_ENABLE,
};

static const struct pmon_layout wbox_layout = {
	GLOBAL(0, GENMASK(3, 0) | W_ENABLE_FIXED),
	.enable = CONTROL_ENABLE,
};

static const struct pmon_layout bbox_layout = {
	GLOBAL(0, GENMASK(3, 0)),
	.enable = BMR_ENABLE,
};

static const struct pmon_layout cbox_layout = {
	GLOBAL(0, GENMASK(5, 0)),
	.enable = CONTROL_ENABLE,
};

/* Without wrap mode, an M box counter stops at its overflow until it is read. */
static const struct pmon_layout mbox_layout = {
	GLOBAL(0, GENMASK(5, 0)),
	.enable = BMR_ENABLE | M_WRAP_MODE,
};

static const struct pmon_layout rbox_layout = {
	GLOBAL(0, GENMASK(7, 0)),
	.enable = BMR_ENABLE,
};

static const struct pmon_layout sbox_layout = {
	GLOBAL(0, GENMASK(3, 0)),
	.enable = CONTROL_ENABLE,
};

/* Pairs of control and counter, the first one 16 registers after the global control. */
#define PAIRS(number)							\
	{								\
		.num = number, .width = WIDTH,				\
		.control = { 0x10, 0x12, 0x14, 0x16,			\
			     0x18, 0x1a, 0x1c, 0x1e },			\
		.counter = { 0x11, 0x13, 0x15, 0x17,			\
			     0x19, 0x1b, 0x1d, 0x1f },			\
	}

static const struct pmon_registers one_pair = PAIRS(1);
static const struct pmon_registers four_pairs = PAIRS(4);
static const struct pmon_registers six_pairs = PAIRS(6);
static const struct pmon_registers eight_pairs = PAIRS(8);

/* For boxes whose match masks use all of config2. */
static const struct pmon_field unit_mask = {
	"unit_mask", 0, GENMASK_ULL(17, 16),
};

static const struct pmon_extra wbox_extra = {
	.config = FIXED_EVENT,
	.control = W_FIXED_CONTROL - W_GLOBAL,
	.counter = W_FIXED_COUNTER - W_GLOBAL,
	.width = WIDTH, .enable = W_FIXED_ENABLE, .rate = CLOCK_RATE,
};

/* B box: each counter has its own events; some of them use a common pair of match and mask. */
#define B_COUNTER		GENMASK_ULL(7, 6)	/* of config, not of the control */
#define B_MATCH			0xe45
#define B_STRIDE		(8 - B_UNIT)	/* registers 8 apart */

enum bbox_resource {
	BBOX_MATCH,
	BBOX_MASK,
};

static const struct pmon_resource bbox_resources[] = {
	[BBOX_MATCH] = {
		.mask = ~0ULL, .offset = B_MATCH - B_GLOBAL,
		.stride = B_STRIDE,
	},
	[BBOX_MASK] = {
		.mask = ~0ULL, .offset = B_MATCH + 1 - B_GLOBAL,
		.stride = B_STRIDE,
	},
	{ }
};

#define B_RULE(counter, event)						\
	{ B_COUNTER | BR_EVENT, (counter) << 6 | (event) << 1,		\
	  BBOX_MATCH, 1, ~0ULL, 0, 0 },					\
	{ B_COUNTER | BR_EVENT, (counter) << 6 | (event) << 1,		\
	  BBOX_MASK, 2, ~0ULL, 0, 0 }

static const struct pmon_filter_rule bbox_rules[] = {
	B_RULE(0, 0), B_RULE(0, 1), B_RULE(0, 2), B_RULE(0, 3),
	B_RULE(1, 0), B_RULE(1, 1), B_RULE(1, 2), B_RULE(1, 3), B_RULE(1, 4),
	B_RULE(1, 5), B_RULE(1, 6),
	B_RULE(2, 4),
	{ }
};

/*
 * S box: one event uses match and mask. They are active while MM_CFG is set, and may be written
 * only while it is clear. Bits that are set in the mask are not compared.
 */
#define S_MM_CFG		0xe48
#define S_MM_CFG_ENABLE		BIT_ULL(63)
#define S_STRIDE		(0x10 - S_UNIT)
#define S_TO_R_PROG_EV		0

enum sbox_resource {
	SBOX_MATCH,
	SBOX_MASK,
	SBOX_MM_CFG,
};

static const struct pmon_resource sbox_resources[] = {
	[SBOX_MATCH] = {
		.mask = ~0ULL, .offset = S_MM_CFG + 1 - S_GLOBAL,
		.stride = S_STRIDE, .gated = true, .gate = SBOX_MM_CFG,
	},
	[SBOX_MASK] = {
		.mask = ~0ULL, .offset = S_MM_CFG + 2 - S_GLOBAL,
		.stride = S_STRIDE, .gated = true, .gate = SBOX_MM_CFG,
	},
	[SBOX_MM_CFG] = {
		.mask = S_MM_CFG_ENABLE, .offset = S_MM_CFG - S_GLOBAL,
		.stride = S_STRIDE,
	},
	{ }
};

static const struct pmon_filter_rule sbox_rules[] = {
	{ CONTROL_EVENT, S_TO_R_PROG_EV, SBOX_MATCH, 1, ~0ULL, 0, 0 },
	{ CONTROL_EVENT, S_TO_R_PROG_EV, SBOX_MASK, 2, ~0ULL, 0, 0 },
	{ CONTROL_EVENT, S_TO_R_PROG_EV, SBOX_MM_CFG, 0, 0, 0, S_MM_CFG_ENABLE },
	{ }
};

/*
 * M box: the event is in one of two fields, by the flag mode. Most complex events have their own
 * register.
 */
#define M_COUNT_MODE		GENMASK_ULL(3, 2)
#define M_STORAGE_MODE		GENMASK_ULL(5, 4)
#define M_FLAG_MODE		BIT_ULL(7)
#define M_INC_SELECT		GENMASK_ULL(13, 9)
#define M_SET_FLAG_SELECT	GENMASK_ULL(21, 19)
#define M_CONTROL		(M_COUNT_MODE | M_STORAGE_MODE | M_WRAP_MODE | \
				 M_FLAG_MODE | M_INC_SELECT | M_SET_FLAG_SELECT)

#define M_DSP			0xca5
#define M_ISS			0xca6
#define M_MAP			0xca7
#define M_MSC_THRESHOLD		0xca8
#define M_PGT			0xca9
#define M_PLD			0xcaa
#define M_ZDP_CTL_FVC		0xcab
#define M_MM_CFG		0xe54
#define M_MM_CFG_ENABLE		BIT_ULL(63)
#define M_MM_STRIDE		(8 - M_UNIT)

/* Address match of the PLD events, in config2. The hardware's mask has 27 bits. */
#define M_FILTER_MATCH		GENMASK_ULL(33, 0)
#define M_FILTER_MASK		GENMASK_ULL(60, 34)
#define M_FILTER_MASK_AT	34
#define M_FILTER_ENABLE		BIT_ULL(63)

enum mbox_resource {
	MBOX_DSP,
	MBOX_ISS,
	MBOX_MAP,
	MBOX_MSC_THRESHOLD,
	MBOX_PGT,
	MBOX_PLD,
	MBOX_ZDP_CTL_FVC,
	MBOX_MATCH,
	MBOX_MASK,
	MBOX_MM_CFG,
};

#define M_REGISTER(msr)							\
	{ .mask = GENMASK_ULL(31, 0), .offset = (msr) - M_GLOBAL }

static const struct pmon_resource mbox_resources[] = {
	[MBOX_DSP] = M_REGISTER(M_DSP),
	[MBOX_ISS] = M_REGISTER(M_ISS),
	[MBOX_MAP] = M_REGISTER(M_MAP),
	[MBOX_MSC_THRESHOLD] = M_REGISTER(M_MSC_THRESHOLD),
	[MBOX_PGT] = M_REGISTER(M_PGT),
	[MBOX_PLD] = M_REGISTER(M_PLD),
	[MBOX_ZDP_CTL_FVC] = M_REGISTER(M_ZDP_CTL_FVC),
	[MBOX_MATCH] = {
		.mask = M_FILTER_MATCH, .offset = M_MM_CFG + 1 - M_GLOBAL,
		.stride = M_MM_STRIDE, .gated = true, .gate = MBOX_MM_CFG,
	},
	[MBOX_MASK] = {
		.mask = M_FILTER_MASK >> M_FILTER_MASK_AT,
		.offset = M_MM_CFG + 2 - M_GLOBAL,
		.stride = M_MM_STRIDE, .gated = true, .gate = MBOX_MM_CFG,
	},
	[MBOX_MM_CFG] = {
		.mask = M_MM_CFG_ENABLE, .offset = M_MM_CFG - M_GLOBAL,
		.stride = M_MM_STRIDE,
	},
	{ }
};

/* The lower half of config1 is for the first register, the upper half for PLD. */
#define INC(select)		M_FLAG_MODE | M_INC_SELECT, (select) << 9
#define FLAG(select)							\
	M_FLAG_MODE | M_SET_FLAG_SELECT, M_FLAG_MODE | (select) << 19
#define FIRST(resource)		resource, 1, GENMASK_ULL(31, 0), 0, 0

#define PLD_RULES(select)						\
	{ INC(select), MBOX_PLD, 1, GENMASK_ULL(63, 32), -32, 0 },	\
	{ INC(select), MBOX_MATCH, 2, M_FILTER_MATCH, 0, 0,		\
	  M_FILTER_ENABLE },						\
	{ INC(select), MBOX_MASK, 2, M_FILTER_MASK,			\
	  -M_FILTER_MASK_AT, 0, M_FILTER_ENABLE },			\
	{ INC(select), MBOX_MM_CFG, 2, M_FILTER_ENABLE, 0, 0 }

/* Fields of ZDP_CTL_FVC that all four events of a kind share. */
#define ZDP_RULES(shared)						\
	{ INC(0xd), MBOX_ZDP_CTL_FVC, 1, shared, 0, 0 },		\
	{ INC(0xe), MBOX_ZDP_CTL_FVC, 1, shared, 0, 0 },		\
	{ INC(0xf), MBOX_ZDP_CTL_FVC, 1, shared, 0, 0 },		\
	{ INC(0x10), MBOX_ZDP_CTL_FVC, 1, shared, 0, 0 }

#define MBOX_RULES(shared)						\
	{ INC(0x0), FIRST(MBOX_DSP) },					\
	{ INC(0x4), FIRST(MBOX_MSC_THRESHOLD) },			\
	{ INC(0x5), FIRST(MBOX_MSC_THRESHOLD) },			\
	{ INC(0x9), FIRST(MBOX_ISS) },					\
	{ INC(0xa), FIRST(MBOX_ISS) },					\
	{ INC(0x16), FIRST(MBOX_PGT) },					\
	PLD_RULES(0xa), PLD_RULES(0xb),					\
	ZDP_RULES(shared),						\
	{ FLAG(0), FIRST(MBOX_DSP) },					\
	{ FLAG(1), FIRST(MBOX_ISS) },					\
	{ FLAG(5), FIRST(MBOX_PGT) },					\
	{ FLAG(6), FIRST(MBOX_MAP) },					\
	{ }

/* The four events are equivalent. Each has three bits of its own, which start at @low. */
#define MBOX_CHOICES(low)						\
	{								\
		.select = M_INC_SELECT, .first = 0xd, .num = 4,		\
		.zero = M_FLAG_MODE,					\
		.fields = { {						\
			MBOX_ZDP_CTL_FVC, 0, 1,				\
			GENMASK_ULL((low) + 2, low), 3, 0,		\
		} },							\
	},								\
	{ }

#define NHMEX_ZDP_SHARED	(GENMASK_ULL(10, 0) | BIT_ULL(23))
#define WSMEX_ZDP_SHARED	(GENMASK_ULL(11, 0) | BIT_ULL(24))

static const struct pmon_filter_rule nhmex_mbox_rules[] = {
	MBOX_RULES(NHMEX_ZDP_SHARED)
};

static const struct pmon_filter_rule wsmex_mbox_rules[] = {
	MBOX_RULES(WSMEX_ZDP_SHARED)
};

static const struct pmon_choice_rule nhmex_mbox_choices[] = {
	MBOX_CHOICES(11)
};

static const struct pmon_choice_rule wsmex_mbox_choices[] = {
	MBOX_CHOICES(12)
};

/*
 * R box: six events for each of four QPI ports, in pairs of equivalent events with twin registers:
 * IPERF 0 and 1, the two bytes of QLX, and two sets of match and mask.
 */
#define R_PORTS			4	/* of one box */
#define R_PORT_EVENTS		6
#define R_MM_CONFIG		GENMASK_ULL(63, 32)	/* of config, not of the control */

/* Offsets for the first box. IPERF numbers the ports of both boxes consecutively. */
#define R_IPERF(port, n)	(0xe04 + 0x20 * (n) + (port) - R_GLOBAL)
#define R_IPERF_STRIDE		(R_PORTS - R_UNIT)
#define R_QLX(port)		(0xe0c + (port) - R_GLOBAL)
#define R_MM(port, set)		(0xe60 + 0x10 * (set) + 4 * (port) - R_GLOBAL)

/* The resources of a port. */
enum rbox_resource {
	RBOX_IPERF0,
	RBOX_IPERF1,
	RBOX_QLX,
	RBOX_SET1_MATCH,
	RBOX_SET1_MASK,
	RBOX_SET1_MM_CFG,
	RBOX_SET2_MATCH,
	RBOX_SET2_MASK,
	RBOX_SET2_MM_CFG,
	RBOX_PORT_RESOURCES,
};

#define R_RESOURCE(port, name)	(RBOX_PORT_RESOURCES * (port) + RBOX_##name)

#define R_IPERF_REGISTER(port, n)					\
	{ .mask = GENMASK_ULL(31, 0), .offset = R_IPERF(port, n),	\
	  .stride = R_IPERF_STRIDE }

/* The other bits of a match are reserved, "must write to 0 else behavior is undefined". */
#define R_MATCH_BITS		(GENMASK_ULL(51, 48) | GENMASK_ULL(35, 0))

#define R_MM_REGISTERS(port, set)					\
	[R_RESOURCE(port, SET##set##_MATCH)] = {			\
		.mask = R_MATCH_BITS, .offset = R_MM(port, set - 1) + 1, \
		.gated = true, .gate = R_RESOURCE(port, SET##set##_MM_CFG), \
	},								\
	[R_RESOURCE(port, SET##set##_MASK)] = {				\
		.mask = ~0ULL, .offset = R_MM(port, set - 1) + 2,	\
		.gated = true, .gate = R_RESOURCE(port, SET##set##_MM_CFG), \
	},								\
	[R_RESOURCE(port, SET##set##_MM_CFG)] = {			\
		.mask = GENMASK_ULL(31, 0),				\
		.offset = R_MM(port, set - 1),				\
	}

#define R_PORT_REGISTERS(port)						\
	[R_RESOURCE(port, IPERF0)] = R_IPERF_REGISTER(port, 0),		\
	[R_RESOURCE(port, IPERF1)] = R_IPERF_REGISTER(port, 1),		\
	[R_RESOURCE(port, QLX)] = {					\
		.mask = GENMASK_ULL(15, 0), .offset = R_QLX(port),	\
	},								\
	R_MM_REGISTERS(port, 1),					\
	R_MM_REGISTERS(port, 2)

static const struct pmon_resource rbox_resources[] = {
	R_PORT_REGISTERS(0),
	R_PORT_REGISTERS(1),
	R_PORT_REGISTERS(2),
	R_PORT_REGISTERS(3),
	{ }
};

#define R_PAIR(port, k)							\
	.select = BR_EVENT, .first = R_PORT_EVENTS * (port) + (k), .num = 2

/* Distance between the registers of the two sets. */
#define R_SET_STEP		(RBOX_SET2_MATCH - RBOX_SET1_MATCH)

#define R_PORT_CHOICES(port)						\
	{								\
		R_PAIR(port, 0),					\
		.fields = { {						\
			R_RESOURCE(port, IPERF0), 1, 1,			\
			GENMASK_ULL(31, 0), 0, 0,			\
		} },							\
	}, {								\
		R_PAIR(port, 2),					\
		.fields = { {						\
			R_RESOURCE(port, QLX), 0, 1,			\
			GENMASK_ULL(7, 0), 8, 0,			\
		} },							\
	}, {								\
		R_PAIR(port, 4),					\
		.fields = {						\
			{ R_RESOURCE(port, SET1_MATCH), R_SET_STEP, 1,	\
			  R_MATCH_BITS, 0, 0 },				\
			{ R_RESOURCE(port, SET1_MASK), R_SET_STEP, 2,	\
			  ~0ULL, 0, 0 },				\
			{ R_RESOURCE(port, SET1_MM_CFG), R_SET_STEP, 0,	\
			  R_MM_CONFIG, 0, 32 },				\
		},							\
	}

static const struct pmon_choice_rule rbox_choices[] = {
	R_PORT_CHOICES(0),
	R_PORT_CHOICES(1),
	R_PORT_CHOICES(2),
	R_PORT_CHOICES(3),
	{ }
};

static const struct pmon_box_type ubox = {
	.name = "ubox",
	.control = CONTROL_EVENT | CONTROL_EDGE,
	.layout = &ubox_layout,
	.registers = &one_pair,
};

static const struct pmon_box_type wbox = {
	.name = "wbox",
	.control = CONTROL_BASELINE,
	.layout = &wbox_layout,
	.registers = &four_pairs,
	.extras = &wbox_extra, .num_extras = 1,
};

static const struct pmon_box_type bbox = {
	.name = "bbox", .max_id = 1,
	.control = BR_EVENT,
	.layout = &bbox_layout,
	.registers = &four_pairs,
	.resources = bbox_resources, .rules = bbox_rules,
	.unit_mask = &unit_mask,
};

static const struct pmon_box_type cbox = {
	.name = "cbox", .max_id = 9,
	.control = CONTROL_BASELINE,
	.layout = &cbox_layout,
	.registers = &six_pairs,
};

static const struct pmon_box_type nhmex_mbox = {
	.name = "mbox", .max_id = 1,
	.control = M_CONTROL,
	.layout = &mbox_layout,
	.registers = &six_pairs,
	.resources = mbox_resources, .rules = nhmex_mbox_rules,
	.choices = nhmex_mbox_choices,
	.unit_mask = &unit_mask,
};

static const struct pmon_box_type wsmex_mbox = {
	.name = "mbox", .max_id = 1,
	.control = M_CONTROL,
	.layout = &mbox_layout,
	.registers = &six_pairs,
	.resources = mbox_resources, .rules = wsmex_mbox_rules,
	.choices = wsmex_mbox_choices,
	.unit_mask = &unit_mask,
};

static const struct pmon_box_type rbox = {
	.name = "rbox", .max_id = 1,
	.control = BR_EVENT,
	.layout = &rbox_layout,
	.registers = &eight_pairs,
	.resources = rbox_resources,
	.choices = rbox_choices, .only_choices = true,
	.unit_mask = &unit_mask,
};

static const struct pmon_box_type sbox = {
	.name = "sbox", .max_id = 1,
	.control = CONTROL_BASELINE,
	.layout = &sbox_layout,
	.registers = &four_pairs,
	.resources = sbox_resources, .rules = sbox_rules,
	.unit_mask = &unit_mask,
};

#define MSRS(...)							\
	.access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS, .runs = { __VA_ARGS__ }

/*
 * C boxes are not evenly spaced. Nehalem-EX has eight, Westmere-EX ten; the driver detects them.
 *
 * The U box must be first: it enables all others.
 */
#define PLACES(mbox_type)						\
	{ .type = &ubox, MSRS({ U_GLOBAL, 0, 1 }) },			\
	{ .type = &wbox, MSRS({ W_GLOBAL, 0, 1 }) },			\
	{ .type = &bbox, MSRS({ B_GLOBAL, B_UNIT, 2 }) },		\
	{								\
		.type = &cbox,						\
		MSRS({ C_GLOBAL, 0x80, 2 }, { C_GLOBAL + 0x40, 0x80, 2 }, \
		     { C_GLOBAL + 0x20, 0x80, 2 }, { C_GLOBAL + 0x60, 0x80, 2 }, \
		     { C_GLOBAL + 0x240, 0x80, 2 }),			\
	},								\
	{ .type = &mbox_type, MSRS({ M_GLOBAL, M_UNIT, 2 }) },		\
	{ .type = &rbox, MSRS({ R_GLOBAL, R_UNIT, 2 }) },		\
	{ .type = &sbox, MSRS({ S_GLOBAL, S_UNIT, 2 }) }

static const struct pmon_places nhmex_places[] = { PLACES(nhmex_mbox) };
static const struct pmon_places wsmex_places[] = { PLACES(wsmex_mbox) };

const struct pmon_processor pmon_nhmex = {
	.name = "Nehalem-EX",
	.events = &pmon_nhmex_events,
	.places = nhmex_places,
	.num_places = ARRAY_SIZE(nhmex_places),
};

const struct pmon_processor pmon_wsmex = {
	.name = "Westmere-EX",
	.events = &pmon_wsmex_events,
	.places = wsmex_places,
	.num_places = ARRAY_SIZE(wsmex_places),
};
