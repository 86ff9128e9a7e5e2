// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the Granite Rapids family.
 *
 * No guide of these processors is public. Unit types, formats and registers are those of the Linux
 * driver, of Intel's event lists and of Intel's PCM. The rest is as on Emerald Rapids. Offsets
 * without a source (the status of B2UPI, PCIEX16 and PCIEX8, the layout of B2CXL) are this machine's
 * own: a guest learns them from the discovery table.
 */
#include "processors/gnr.h"
#include "model/machine_internal.h"

#define CONTROL_BASELINE	(GENMASK_ULL(15, 0) |	/* event select, umask */	\
				 BIT_ULL(17) |		/* rst */			\
				 BIT_ULL(18) |		/* edge_det */			\
				 BIT_ULL(20) |		/* frz_ovf */			\
				 BIT_ULL(23) |		/* invert */			\
				 GENMASK_ULL(31, 24))	/* thresh */
#define CONTROL_CHA		(CONTROL_BASELINE | BIT_ULL(16) | GENMASK_ULL(63, 32))
/* thresh 35:24, ch_mask 47:36, fc_mask 50:48 */
#define CONTROL_IIO		(CONTROL_BASELINE | GENMASK_ULL(50, 32))
#define CONTROL_EXTENDED	(CONTROL_BASELINE | GENMASK_ULL(55, 32))

static const int16_t clock_only[] = { 0x01, CODES_END };
/* UCLK is the fixed counter. */
static const int16_t no_clock[] = { CODES_END };

/* Where Intel's event lists and the Linux driver differ, the smaller set of counters. */
static const struct counter_rule cha_rules[] = {
	{ 0x11, 0x11, 0x1 },
	{ 0x36, 0x36, 0x1 },		/* TOR_OCCUPANCY */
};

static const struct counter_rule iio_rules[] = {
	{ 0x02, 0x03, 0x3 },		/* driver */
	{ 0x83, 0x83, 0x3 },		/* DATA_REQ_OF_CPU */
	{ 0x84, 0x84, 0x3 },		/* TXN_REQ_OF_CPU; lists */
	{ 0x88, 0x88, 0xc },		/* NUM_OUTSTANDING_REQ_OF_CPU; driver */
	{ 0xc0, 0xc0, 0xc },		/* DATA_REQ_BY_CPU */
	{ 0xc1, 0xc1, 0xc },		/* TXN_REQ_BY_CPU; lists */
	{ 0xc5, 0xc5, 0xc },
	{ 0xd5, 0xd5, 0xc },		/* COMP_BUF_OCCUPANCY */
};

static const struct counter_rule cxlcm_rules[] = {
	{ 0x02, 0x02, 0x0f },
	{ 0x05, 0x05, 0x0f },
	{ 0x40, 0x43, 0xf0 },
	{ 0x4b, 0x4b, 0xf0 },
	{ 0x52, 0x52, 0xf0 },
};

/* All rows of these in Intel's lists have channels and flow classes. */
static const int16_t iio_masked[] = {
	0x83, 0x84, 0x88, 0x8e, 0xc0, 0xc1, 0xc2, 0xc5, 0xd5, CODES_END
};

static const struct extra_register cha_extra[] = {
	{ "filter0", 0xe, 8, GENMASK_ULL(9, 0), false },	/* tid */
};

/* PCM uses one; what is in it is not known, but for Emerald Rapids. */
static const struct extra_register pcu_extra[] = {
	{ "filter", 0xe, 8, GENMASK_ULL(47, 0), false },
};

/* Those that a real machine was seen to have begin with gaps. */
static const uint16_t pciex16_ids[] = { 1, 2, 3, 8, 9, 10, 11, 12 };

#define RULES(r) .rules = (r), .rule_count = ARRAY_SIZE(r)
#define EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

#define COMMON .protocol = &unit_protocol_baseline, .width = 48, .counters = 4

#define MSR_LAYOUT							\
	COMMON, .space = SPACE_MSR, .status = 1,			\
	.control = 2, .control_stride = 1, .control_size = 8,		\
	.counter = 8, .counter_stride = 1

#define PCI_LAYOUT							\
	COMMON, .space = SPACE_PCI, .control_size = 8,			\
	.control_stride = 8, .counter_stride = 8,			\
	.control_mask = CONTROL_EXTENDED, .extension_mask = 0x00ffffff,	\
	.clock_events = clock_only

#define CXL_LAYOUT							\
	.protocol = &unit_protocol_baseline, .width = 48,		\
	.space = SPACE_MMIO, .control_size = 8, .control_stride = 8,	\
	.counter = 8, .counter_stride = 8,				\
	.control_mask = CONTROL_BASELINE, .clock_events = clock_only

const struct box_type gnr_types[GNR_TYPES] = {
	[GNR_CHA] = {
		.name = "cha", .discovery_type = 0, MSR_LAYOUT,
		.control_mask = CONTROL_CHA, .extension_mask = 0xffffffff,
		.thread_enable = BIT_ULL(16), .thread_mask = GENMASK_ULL(9, 0),
		.clock_events = clock_only, RULES(cha_rules), EXTRA(cha_extra),
		.state_event = 0x34,
	},
	[GNR_IIO] = {
		.name = "iio", .discovery_type = 1, MSR_LAYOUT,
		.control_mask = CONTROL_IIO, .threshold_extra = 4,
		.clock_events = clock_only, RULES(iio_rules), .masked_events = iio_masked,
	},
	[GNR_IRP] = {
		.name = "irp", .discovery_type = 2, MSR_LAYOUT,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only,
	},
	[GNR_PCU] = {
		.name = "pcu", .discovery_type = 4, MSR_LAYOUT,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only, EXTRA(pcu_extra),
	},
	[GNR_UBOX] = {
		.name = "ubox", .discovery_type = 5, .protocol = &unit_protocol_baseline,
		.space = SPACE_MSR, .width = 48, .counters = 2, .status = 1,
		.control = 2, .control_stride = 1, .control_size = 8,
		.counter = 8, .counter_stride = 1,
		.control_mask = CONTROL_BASELINE, .clock_events = no_clock,
		.fixed_control = 0xe, .fixed_counter = 0xd, .fixed_control_mask = FIXED_CONTROL_EN,
	},
	[GNR_IMC] = {
		.name = "imc", .discovery_type = 6, COMMON, .space = SPACE_MMIO, .status = 0x5c,
		/* 32-bit controls, four bytes apart, unlike the counters. */
		.control = 0x40, .control_stride = 4, .control_size = 4,
		.counter = 8, .counter_stride = 8,
		.fixed_control = 0x54, .fixed_counter = 0x38,
		.control_mask = CONTROL_BASELINE, .counter_high_ignored = true,
		.clock_events = clock_only,
	},
	[GNR_UPI] = {
		.name = "upi", .discovery_type = 8, PCI_LAYOUT,
		.counter = 0x08, .control = 0x38, .status = 0x74,
	},
	[GNR_CXLCM] = {
		.name = "cxlcm", .discovery_type = 12, CXL_LAYOUT, .counters = 8,
		.control = 0x48, .status = 0x88, RULES(cxlcm_rules),
	},
	[GNR_CXLDP] = {
		.name = "cxldp", .discovery_type = 13, CXL_LAYOUT, .counters = 4,
		.control = 0x28, .status = 0x48,
	},
	[GNR_B2HOT] = {
		.name = "b2hot", .discovery_type = 15, MSR_LAYOUT,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only,
	},
	[GNR_B2CMI] = {
		.name = "b2cmi", .discovery_type = 16, PCI_LAYOUT,
		.counter = 0x08, .control = 0x30, .status = 0x70,
	},
	[GNR_B2CXL] = {
		.name = "b2cxl", .discovery_type = 17, CXL_LAYOUT, .counters = 4,
		.control = 0x28, .status = 0x48,
	},
	[GNR_B2UPI] = {
		.name = "b2upi", .discovery_type = 18, PCI_LAYOUT,
		.counter = 0x08, .control = 0x28, .status = 0x48,
	},
	[GNR_MDF] = {
		.name = "mdf", .discovery_type = 20, MSR_LAYOUT,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only,
	},
	[GNR_PCIEX16] = {
		.name = "pciex16", .discovery_type = 21, PCI_LAYOUT, .ids = pciex16_ids,
		.control = 0x10, .counter = 0x30, .status = 0x50,
	},
	[GNR_PCIEX8] = {
		.name = "pciex8", .discovery_type = 22, PCI_LAYOUT,
		.control = 0x10, .counter = 0x30, .status = 0x50,
	},
};
