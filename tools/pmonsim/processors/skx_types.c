// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of Skylake-SP and its successors.
 *
 * No guide was at hand. Registers, formats and widths are those of the Linux driver and of Intel's
 * PCM, counter restrictions those of Intel's event list and of the Linux driver together.
 */
#include "processors/skx.h"

#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT)
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_CHA	(CONTROL_PLAIN | SNBEP_TID_EN)
/* thresh 35:24, ch_mask 43:36, fc_mask 46:44 */
#define CONTROL_IIO	(CONTROL_COMMON | GENMASK_ULL(46, 24))
/* Bit 44 is reserved. */
#define CONTROL_UPI	(CONTROL_PLAIN | GENMASK_ULL(43, 32) | GENMASK_ULL(55, 45))
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_THRESH_SHORT)
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT |	\
			 SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

static const int16_t clock_0[] = { 0x00, CODES_END };
static const int16_t clock_1[] = { 0x01, CODES_END };
static const int16_t clock_0_and_mesh[] = { 0x00, 0xc0, CODES_END };
static const int16_t clock_m2m[] = { 0x00, 0xc0, CODES_END };
static const int16_t clock_m3upi[] = { 0x01, 0xc0, CODES_END };
static const int16_t no_clock[] = { CODES_END };

static const struct counter_rule cha_rules[] = {
	{ 0x11, 0x11, 0x1 }, { 0x1f, 0x1f, 0xe }, { 0x36, 0x36, 0x1 }, { 0x3b, 0x3b, 0x1 },
};

static const struct counter_rule iio_rules[] = {
	{ 0x83, 0x83, 0x3 }, { 0x88, 0x88, 0xc }, { 0x95, 0x95, 0xc }, { 0xc0, 0xc0, 0xc },
	{ 0xc5, 0xc5, 0xc }, { 0xd4, 0xd5, 0xc },
};

static const struct counter_rule m2pcie_rules[] = {
	{ 0x23, 0x23, 0x3 },
};

static const struct counter_rule m3upi_rules[] = {
	{ 0x1c, 0x1e, 0x1 }, { 0x3c, 0x3c, 0x1 }, { 0x8e, 0x8e, 0x1 },
};

/* Without a port and a flow class these count nothing: all rows of the list have both. */
static const int16_t iio_masked[] = { 0x83, 0x84, 0xc0, 0xc1, 0xc2, CODES_END };

/* Of *_BASIC_HDR_MATCH the upper half of the umask is an opcode, which bit 32 compares. */
static const int16_t upi_header_match[] = { 0x04, 0x05, CODES_END };

/* FILTER0: state 26:17, link 12:9, tid 8:0. FILTER1: all but bits 2, 6 to 8, and c6, 29. */
static const struct extra_register cha_extra[] = {
	[SKX_CHA_FILTER0] = { "filter0", 5, 8, GENMASK_ULL(26, 17) | GENMASK_ULL(12, 0), false },
	[SKX_CHA_FILTER1] = { "filter1", 6, 8,
			      GENMASK_ULL(31, 30) | GENMASK_ULL(28, 9) | 0x3b, false },
};

static const struct extra_register pcu_extra[] = {
	{ "filter", 5, 8, GENMASK_ULL(31, 0), false },
};

/* From the first counter control, 0x705. */
static const struct extra_register ubox_extra[] = {
	{ "filter", 2, 8, GENMASK_ULL(3, 0), false },
};

#define RULES(r) .rules = (r), .rule_count = ARRAY_SIZE(r)

#define COMMON .protocol = &unit_protocol_skx, .width = 48
#define MSR_LAYOUT COMMON, .space = SPACE_MSR, .control_stride = 1, .control_size = 8, .counter_stride = 1
/* Unit controls and counter controls of 32 bits, as on Sandy Bridge-EP. */
#define PCI_LAYOUT COMMON, SNBEP_PCI_LAYOUT

const struct box_type skx_types[SKX_TYPES] = {
	[SKX_CHA] = {
		.name = "cha", MSR_LAYOUT, .counters = 4, .control = 1, .counter = 8,
		.control_mask = CONTROL_CHA,
		.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(8, 0),
		.clock_events = clock_0_and_mesh, RULES(cha_rules), SNBEP_EXTRA(cha_extra),
		.passes = skx_cha_passes,
	},
	[SKX_IIO] = {
		.name = "iio", MSR_LAYOUT, .counters = 4, .control = 8, .counter = 1,
		.control_mask = CONTROL_IIO, .threshold_extra = 4,
		.clock_events = clock_1, RULES(iio_rules), .masked_events = iio_masked,
		.class_bit = 44,
	},
	[SKX_IRP] = {
		.name = "irp", MSR_LAYOUT, .counters = 2, .control = 3, .counter = 1,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_1,
	},
	[SKX_IMC] = {
		.name = "imc", PCI_LAYOUT, .counters = 4,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_0,
		.fixed_control = SNBEP_PCI(0xf0), .fixed_counter = SNBEP_PCI(0xd0),
		.fixed_control_mask = FIXED_CONTROL_EN | FIXED_CONTROL_RST,
	},
	[SKX_M2M] = {
		.name = "m2m", COMMON, .space = SPACE_PCI, .counters = 4, .unit_control_size = 4,
		.control = 0x228 - 0x258, .control_stride = 8, .control_size = 8,
		.counter = 0x200 - 0x258, .counter_stride = 8,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_m2m,
	},
	[SKX_UPI] = {
		.name = "upi", COMMON, .space = SPACE_PCI, .counters = 4, .unit_control_size = 4,
		.control = 0x350 - 0x378, .control_stride = 8, .control_size = 8,
		.counter = 0x318 - 0x378, .counter_stride = 8,
		.control_mask = CONTROL_UPI, .extension_mask = 0x00ffefff,
		.clock_events = clock_1, .header_match = upi_header_match,
	},
	[SKX_M2PCIE] = {
		.name = "m2pcie", PCI_LAYOUT, .counters = 4,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_1, RULES(m2pcie_rules),
	},
	[SKX_M3UPI] = {
		.name = "m3upi", PCI_LAYOUT, .counters = 3,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_m3upi, RULES(m3upi_rules),
	},
	[SKX_PCU] = {
		.name = "pcu", MSR_LAYOUT, .counters = 4, .control = 1, .counter = 7,
		.control_mask = CONTROL_PCU, .threshold_extra = -3, .occupancy_shape = true,
		.clock_events = clock_0, SNBEP_EXTRA(pcu_extra), .passes = skx_pcu_passes,
	},
	[SKX_UBOX] = {
		.name = "ubox", MSR_LAYOUT, .no_unit_control = true, .counters = 2, .counter = 4,
		.control_mask = CONTROL_UBOX, .threshold_extra = -3,
		.fixed_control = 0x703 - 0x705, .fixed_counter = 0x704 - 0x705,
		.fixed_control_mask = FIXED_CONTROL_EN,
		.clock_events = no_clock, SNBEP_EXTRA(ubox_extra), .passes = skx_ubox_passes,
	},
};
