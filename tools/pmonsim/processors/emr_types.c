// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the 5th generation Xeon Scalable processor (Emerald Rapids).
 *
 * Sections and tables are those of its Uncore Performance Monitoring guide. The guide gives no unit
 * type numbers; they are the ones that the Linux driver knows. It gives no addresses for the UBox's
 * counters; see emr.c.
 */
#include "processors/emr.h"
#include "model/machine_internal.h"

/* Table 1-5: what every control has. Bits 16, 19, 22:21 and 63:32 are reserved. */
#define CONTROL_BASELINE	(GENMASK_ULL(15, 0) |	/* event select, umask */	\
				 BIT_ULL(17) |		/* rst */			\
				 BIT_ULL(18) |		/* edge_det */			\
				 BIT_ULL(20) |		/* frz_ovf */			\
				 BIT_ULL(23) |		/* invert */			\
				 GENMASK_ULL(31, 24))	/* thresh */
/* Table 2-72 */
#define CONTROL_CHA		(CONTROL_BASELINE | BIT_ULL(16) | GENMASK_ULL(63, 32))
/* Table 2-184: thresh 35:24, ch_mask 47:36, fc_mask 50:48 */
#define CONTROL_IIO		(CONTROL_BASELINE | GENMASK_ULL(50, 32))
/* Extended umask; the highest bit that any event of these boxes has is 55 (2.6.4, 2.7.4). */
#define CONTROL_EXTENDED	(CONTROL_BASELINE | GENMASK_ULL(55, 32))

static const int16_t clock_only[] = { 0x01, CODES_END };
/* CLOCKTICKS and, at the mesh stop, CMS_CLOCKTICKS (table 2-1). */
static const int16_t clock_and_mesh[] = { 0x01, 0xc0, CODES_END };
/* The guide has no UBox events: UCLK is the fixed counter. */
static const int16_t no_clock[] = { CODES_END };

/* "Register Restrictions" of the event lists; all else may use every counter. */
static const struct counter_rule cha_rules[] = {
	{ 0x11, 0x11, 0x1 },		/* RxC_OCCUPANCY */
	{ 0x36, 0x36, 0x1 },		/* TOR_OCCUPANCY */
};

static const struct counter_rule iio_rules[] = {
	{ 0x02, 0x03, 0x3 },		/* MASK_MATCH_AND, MASK_MATCH_OR */
	{ 0x83, 0x83, 0x3 },		/* DATA_REQ_OF_CPU */
	{ 0xc5, 0xc5, 0xc },		/* NUM_OUTSTANDING_REQ_FROM_CPU */
	/* Not in the guide; the Linux driver and Intel's event files agree on them. */
	{ 0x88, 0x88, 0xc },
	{ 0xc0, 0xc0, 0xc },
	{ 0xd5, 0xd5, 0xc },
};

static const struct counter_rule m2pcie_rules[] = {
	{ 0x14, 0x14, 0x3 },		/* P2P_CRD_OCCUPANCY */
	{ 0x23, 0x23, 0x3 },		/* TxC_CYCLES_NE */
	{ 0x2d, 0x2d, 0x3 },		/* TxC_CREDITS */
};

static const struct counter_rule m3upi_rules[] = {
	{ 0x1c, 0x1f, 0x1 },		/* TxC_*_FLQ_OCCUPANCY */
	{ 0x40, 0x40, 0x7 },		/* RxC_BYPASSED */
	{ 0x4e, 0x50, 0x7 },		/* RxC_PACKING_MISS_VN0, _VN1, RxC_HELD */
};

/* PMAX_THROTTLED_CYCLES: empty in the guide, counter 0 in Intel's event files. */
static const struct counter_rule pcu_rules[] = { { 0x06, 0x06, 0x1 } };

static const struct counter_rule cxlcm_rules[] = {
	{ 0x02, 0x02, 0x0f },		/* TxC_PACK_BUF_INSERTS */
	{ 0x05, 0x05, 0x0f },
	{ 0x40, 0x43, 0xf0 },		/* RxC_MISC ... RxC_AGF_INSERTS */
	{ 0x4b, 0x4b, 0xf0 },		/* RxC_FLITS */
	{ 0x52, 0x52, 0xf0 },		/* RxC_PACK_BUF_FULL */
};

/*
 * IIO events whose rows have "xtra [50:36]": with a mask of 0 no channel and no flow class is
 * chosen. 0x85 to 0x87, 0xc0 and 0xc1 have both masks in Intel's event files, 0x88 in those of Ice
 * Lake-SP and Granite Rapids. 0xd5 tells ports by its umask: perf's lists have a channel mask of 0.
 */
static const int16_t iio_masked[] = {
	0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8e, 0x90, 0x91, 0x92, 0xc0, 0xc1, 0xc2, 0xc5,
	0xd0, 0xd1, CODES_END
};

static const struct extra_register cha_extra[] = {
	{ "filter0", 0xe, 8, GENMASK_ULL(9, 0), false },	/* table 2-75: tid */
};

static const struct extra_register pcu_extra[] = {
	{ "filter", 0xe, 8, GENMASK_ULL(47, 0), false },	/* 2.10: four bands; 47:32 not described */
};

/* 2.7.2: opcode and address match, relative to the unit control at 0x438. */
static const struct extra_register m2m_extra[] = {
	{ "addrmatch0", 0x490 - 0x438, 4, GENMASK_ULL(31, 0), false },
	{ "addrmatch1", 0x494 - 0x438, 4, GENMASK_ULL(14, 0), false },
	{ "addrmask0", 0x498 - 0x438, 4, GENMASK_ULL(31, 0), false },
	{ "addrmask1", 0x49c - 0x438, 4, GENMASK_ULL(14, 0), false },
	{ "opcode_mm", 0x4a0 - 0x438, 4, GENMASK_ULL(27, 0), false },
};

/* TxL_BASIC_HDR_MATCH and RxL_BASIC_HDR_MATCH: umask 15:12 is an opcode (2.8.2). */
static const int16_t upi_header_match[] = { 0x04, 0x05, CODES_END };

#define RULES(r) .rules = (r), .rule_count = ARRAY_SIZE(r)
#define EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

/* Table 1-9: every MSR box has the same layout. */
#define MSR_LAYOUT							\
	.protocol = &unit_protocol_baseline, .space = SPACE_MSR,	\
	.width = 48, .status = 1,					\
	.control = 2, .control_stride = 1, .control_size = 8,		\
	.counter = 8, .counter_stride = 1

/* Table 1-12: eight bytes apart. */
#define PCI_LAYOUT							\
	.protocol = &unit_protocol_baseline, .space = SPACE_PCI,	\
	.width = 48, .counters = 4, .control_size = 8,			\
	.control_stride = 8, .counter = 8, .counter_stride = 8

#define CXL_LAYOUT							\
	.protocol = &unit_protocol_baseline, .space = SPACE_MMIO,	\
	.width = 48, .control_size = 8, .control_stride = 8,		\
	.counter = 8, .counter_stride = 8,		\
	.control_mask = CONTROL_BASELINE, .clock_events = clock_only

const struct box_type emr_types[EMR_TYPES] = {
	[EMR_CHA] = {
		.name = "cha", .discovery_type = 0, MSR_LAYOUT, .counters = 4,
		.control_mask = CONTROL_CHA, .extension_mask = 0xffffffff,
		.thread_enable = BIT_ULL(16), .thread_mask = GENMASK_ULL(9, 0), .mesh = MESH_PLAIN,
		.clock_events = clock_and_mesh, RULES(cha_rules), EXTRA(cha_extra),
		.state_event = 0x34,
	},
	[EMR_IIO] = {
		.name = "iio", .discovery_type = 1, MSR_LAYOUT, .counters = 4,
		.control_mask = CONTROL_IIO, .threshold_extra = 4,
		.clock_events = clock_only, RULES(iio_rules), .masked_events = iio_masked,
	},
	[EMR_IRP] = {
		.name = "irp", .discovery_type = 2, MSR_LAYOUT, .counters = 2,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only,
	},
	[EMR_M2PCIE] = {
		.name = "m2pcie", .discovery_type = 3, MSR_LAYOUT, .counters = 4,
		.control_mask = CONTROL_BASELINE, .mesh = MESH_PLAIN,
		.clock_events = clock_and_mesh, RULES(m2pcie_rules),
	},
	[EMR_PCU] = {
		.name = "pcu", .discovery_type = 4, MSR_LAYOUT, .counters = 4,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only, RULES(pcu_rules),
		EXTRA(pcu_extra),
	},
	[EMR_UBOX] = {
		.name = "ubox", .discovery_type = 5, MSR_LAYOUT, .counters = 2,
		.control_mask = CONTROL_BASELINE, .clock_events = no_clock,
		.fixed_control = 0xe, .fixed_counter = 0xf,
		/* The guide has no layout: what every other UBox's is known to have. */
		.fixed_control_mask = FIXED_CONTROL_EN,
	},
	[EMR_IMC] = {
		.name = "imc", .discovery_type = 6, .protocol = &unit_protocol_baseline,
		.space = SPACE_MMIO, .counters = 4, .width = 48, .status = 0x5c,
		/* 32-bit controls, four bytes apart, unlike the counters. */
		.control = 0x40, .control_stride = 4, .control_size = 4,
		.counter = 8, .counter_stride = 8,
		/* Table 1-12 prints these two the other way round; 0x54 cannot hold 48 bits. */
		.fixed_control = 0x54, .fixed_counter = 0x38,
		.control_mask = CONTROL_BASELINE, .counter_high_ignored = true,
		.clock_events = clock_only,
		.no_inverted_edge = 0x47,	/* POWER_CKE_CYCLES */
	},
	[EMR_M2M] = {
		.name = "m2m", .discovery_type = 7, PCI_LAYOUT, .control = 0x30, .status = 0x70,
		.control_mask = CONTROL_EXTENDED, .extension_mask = 0x00ffffff,
		.mesh = MESH_EXTRA_BIT, .clock_events = clock_and_mesh, EXTRA(m2m_extra),
	},
	[EMR_UPI] = {
		.name = "upi", .discovery_type = 8, PCI_LAYOUT, .control = 0x38, .status = 0x74,
		.control_mask = CONTROL_EXTENDED, .extension_mask = 0x00ffffff,
		.clock_events = clock_only, .header_match = upi_header_match,
	},
	[EMR_M3UPI] = {
		.name = "m3upi", .discovery_type = 9, PCI_LAYOUT, .control = 0x38, .status = 0x58,
		.control_mask = CONTROL_BASELINE, .mesh = MESH_EXCLUSIVE,
		.clock_events = clock_and_mesh, RULES(m3upi_rules),
	},
	[EMR_MDF] = {
		.name = "mdf", .discovery_type = 11, MSR_LAYOUT, .counters = 4,
		.control_mask = CONTROL_BASELINE, .clock_events = clock_only,
	},
	[EMR_CXLCM] = {
		.name = "cxlcm", .discovery_type = 12, CXL_LAYOUT, .counters = 8,
		.control = 0x48, .status = 0x88, RULES(cxlcm_rules),
	},
	[EMR_CXLDP] = {
		.name = "cxldp", .discovery_type = 13, CXL_LAYOUT, .counters = 4,
		.control = 0x28, .status = 0x48,
	},
	/* As a channel of the iMC. */
	[EMR_HBM] = {
		.name = "hbm", .discovery_type = 14, .protocol = &unit_protocol_baseline,
		.space = SPACE_MMIO, .counters = 4, .width = 48, .status = 0x5c,
		.control = 0x40, .control_stride = 4, .control_size = 4,
		.counter = 8, .counter_stride = 8,
		.control_mask = CONTROL_BASELINE, .counter_high_ignored = true,
		.clock_events = clock_only,
	},
	/* As M2M, in whose numbers they go on. */
	[EMR_M2HBM] = {
		.name = "m2hbm", .discovery_type = 7, .first_id = 4,
		PCI_LAYOUT, .control = 0x30, .status = 0x70,
		.control_mask = CONTROL_EXTENDED, .extension_mask = 0x00ffffff,
		.mesh = MESH_EXTRA_BIT, .clock_events = clock_and_mesh, EXTRA(m2m_extra),
	},
};
