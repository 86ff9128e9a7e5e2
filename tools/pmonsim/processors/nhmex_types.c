// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of Nehalem-EX and Westmere-EX.
 *
 * Addresses, and which register goes with which event, are as the Linux driver has them; tables are
 * those of the Xeon 7500 uncore programming guide.
 */
#include "processors/nhmex.h"

/* Tables 2-6, 2-13, 2-98; what is not listed there, or not here, is reserved. */
#define CONTROL_U	(NHMEX_EVENT | NHMEX_EDGE | NHMEX_PMI_EN | NHMEX_EN)
#define CONTROL_CSW	(CONTROL_U | NHMEX_UMASK | NHMEX_INVERT | NHMEX_THRESH)
/* Tables 2-20, 2-44, 2-67 */
#define CONTROL_B	(NHMEX_EN_LOW | GENMASK_ULL(5, 1) | NHMEX_PMI_EN)
#define CONTROL_R	(NHMEX_EN_LOW | GENMASK_ULL(5, 1) | NHMEX_R_PMI_EN)
#define CONTROL_M	(NHMEX_EN_LOW | NHMEX_M_PMI_EN | GENMASK_ULL(7, 2) | GENMASK_ULL(13, 9) |	\
			 GENMASK_ULL(21, 19))

/* Relative to the box's global control, of box 0. */
#define B(msr)	((msr) - 0xc20)
#define S(msr)	((msr) - 0xc40)
#define M(msr)	((msr) - 0xca0)
#define R(msr)	((msr) - 0xe00)
#define W(msr)	((msr) - 0xc80)

#define WORD	GENMASK_ULL(31, 0)
#define ALL	(~0ull)

/* B_MSR_MATCH_REG, B_MSR_MASK_REG: 8 apart, their boxes 0x40. */
static const struct extra_register bbox_extra[B_EXTRA] = {
	[B_MATCH] = { "match", B(0xe45), 8, ALL, false },
	[B_MASK] = { "mask", B(0xe46), 8, ALL, false },
};

static const int bbox_step[B_EXTRA] = { [B_MATCH] = 8 - 0x40, [B_MASK] = 8 - 0x40 };

static const struct extra_register sbox_extra[S_EXTRA] = {
	[S_MM_CFG] = { "mm_cfg", S(0xe48), 8, NHMEX_MM_EN, false },
	[S_MATCH] = { "match", S(0xe49), 8, ALL, false },
	[S_MASK] = { "mask", S(0xe4a), 8, ALL, false },
};

static const int sbox_step[S_EXTRA] = {
	[S_MM_CFG] = 0x10 - 0x80, [S_MATCH] = 0x10 - 0x80, [S_MASK] = 0x10 - 0x80,
};

static const struct extra_register mbox_extra[M_EXTRA] = {
	[M_DSP] = { "dsp", M(0xca5), 8, WORD, false },
	[M_ISS] = { "iss", M(0xca6), 8, WORD, false },
	[M_MAP] = { "map", M(0xca7), 8, WORD, false },
	[M_MSC_THR] = { "msc_thr", M(0xca8), 8, WORD, false },
	[M_PGT] = { "pgt", M(0xca9), 8, WORD, false },
	[M_PLD] = { "pld", M(0xcaa), 8, WORD, false },
	[M_ZDP_CTL_FVC] = { "zdp_ctl_fvc", M(0xcab), 8, WORD, false },
	[M_MM_CFG] = { "mm_cfg", M(0xe54), 8, NHMEX_MM_EN, false },
	[M_ADDR_MATCH] = { "addr_match", M(0xe55), 8, GENMASK_ULL(33, 0), false },
	[M_ADDR_MASK] = { "addr_mask", M(0xe56), 8, GENMASK_ULL(26, 0), false },
};

static const int mbox_step[M_EXTRA] = {
	[M_MM_CFG] = 8 - 0x40, [M_ADDR_MATCH] = 8 - 0x40, [M_ADDR_MASK] = 8 - 0x40,
};

#define R_PORT(p)								\
	[(p) * R_PORT_EXTRA + R_IPERF0] = { "iperf_cfg0_" #p, R(0xe04) + (p), 8, WORD, false },	\
	[(p) * R_PORT_EXTRA + R_IPERF1] = { "iperf_cfg1_" #p, R(0xe24) + (p), 8, WORD, false },	\
	[(p) * R_PORT_EXTRA + R_QLX] = { "qlx_cfg_" #p, R(0xe0c) + (p), 8,	\
					 GENMASK_ULL(15, 0), false },		\
	R_SET(p, R_SET1, "xbr_set1_", R(0xe60) + 4 * (p)),			\
	R_SET(p, R_SET2, "xbr_set2_", R(0xe70) + 4 * (p))

/* Table 2-51: the other bits must be written 0. */
#define R_PACKET	(GENMASK_ULL(51, 48) | GENMASK_ULL(35, 0))

#define R_SET(p, set, name, msr)						\
	[(p) * R_PORT_EXTRA + (set)] = { name "mm_cfg_" #p, msr, 8, WORD, false },	\
	[(p) * R_PORT_EXTRA + (set) + 1] = { name "match_" #p, (msr) + 1, 8, R_PACKET, false },	\
	[(p) * R_PORT_EXTRA + (set) + 2] = { name "mask_" #p, (msr) + 2, 8, ALL, false }

/* Ports 0 to 3 of box 0; box 1 has 4 to 7. */
static const struct extra_register rbox_extra[R_EXTRA] = {
	R_PORT(0), R_PORT(1), R_PORT(2), R_PORT(3),
};

/* IPERF registers of the second box follow on those of the first, the others are 0x20 further. */
#define R_STEP(p)							\
	[(p) * R_PORT_EXTRA + R_IPERF0] = 4 - 0x20,			\
	[(p) * R_PORT_EXTRA + R_IPERF1] = 4 - 0x20

static const int rbox_step[R_EXTRA] = { R_STEP(0), R_STEP(1), R_STEP(2), R_STEP(3) };

#define EXTRA(e, step)	.extra = (e), .extra_count = ARRAY_SIZE(e), .extra_step = (step)

/* Controls and counters in turn; the U box's control is the global one. */
#define LAYOUT(p)							\
	.protocol = &unit_protocol_##p, .space = SPACE_MSR, .width = 48,	\
	.control = 0x10, .control_stride = 2, .control_size = 8,	\
	.counter = 0x11, .counter_stride = 2

#define COUNTERS(n)	.counters = (n), .unit_control_mask = GENMASK_ULL((n) - 1, 0)

const struct box_type nhmex_types[NHMEX_TYPES] = {
	[NHMEX_UBOX] = {
		.name = "ubox", LAYOUT(nhmex), .counters = 1, .no_unit_control = true,
		.control_mask = CONTROL_U, .counter_enable = NHMEX_EN,
		.threshold_extra = -8, .plain_edge = true,
	},
	[NHMEX_WBOX] = {
		.name = "wbox", LAYOUT(nhmex), .counters = 4,
		.unit_control_mask = GENMASK_ULL(3, 0) | NHMEX_W_FIXED_EN,
		.control_mask = CONTROL_CSW, .counter_enable = NHMEX_EN, .plain_edge = true,
		.fixed_control = W(0x395), .fixed_counter = W(0x394),
		.fixed_control_mask = NHMEX_FIXED_EN,
	},
	[NHMEX_BBOX] = {
		.name = "bbox", LAYOUT(nhmex), COUNTERS(4), .control_mask = CONTROL_B,
		.counter_enable = NHMEX_EN_LOW, EXTRA(bbox_extra, bbox_step),
		.selects = nhmex_bbox_selects,
	},
	[NHMEX_CBOX] = {
		.name = "cbox", LAYOUT(nhmex), COUNTERS(6), .control_mask = CONTROL_CSW,
		.counter_enable = NHMEX_EN, .plain_edge = true,
	},
	[NHMEX_MBOX] = {
		.name = "mbox", LAYOUT(nhmex_mbox), COUNTERS(6),
		.control_mask = CONTROL_M, .counter_enable = NHMEX_EN_LOW,
		EXTRA(mbox_extra, mbox_step), .accept_extra = nhmex_mbox_accept,
		.selects = nhmex_mbox_selects, .program_error = nhmex_mbox_program_error,
	},
	[NHMEX_RBOX] = {
		.name = "rbox", LAYOUT(nhmex), COUNTERS(8), .control_mask = CONTROL_R,
		.counter_enable = NHMEX_EN_LOW, EXTRA(rbox_extra, rbox_step),
		.selects = nhmex_rbox_selects, .program_error = nhmex_rbox_program_error,
	},
	[NHMEX_SBOX] = {
		.name = "sbox", LAYOUT(nhmex), COUNTERS(4), .control_mask = CONTROL_CSW,
		.counter_enable = NHMEX_EN, .plain_edge = true, EXTRA(sbox_extra, sbox_step),
		.accept_extra = nhmex_sbox_accept, .passes = nhmex_sbox_passes,
	},
};
