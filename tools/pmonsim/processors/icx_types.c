// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of Ice Lake-SP, Ice Lake-D and Snow Ridge. The unit control is that of Skylake-SP.
 *
 * Their guide is not at hand. Registers and bits are those of the Linux driver, which Intel's PCM
 * and likwid confirm; counters, masks and codes are those of Intel's event list. A control has no
 * bits that only one of the others knows (a reset of the counter, an overflow enable).
 */
#include "processors/icx.h"
#include "processors/skx.h"

#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT)
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_CHA	(CONTROL_PLAIN | SNBEP_TID_EN | GENMASK_ULL(57, 32))
/* thresh 35:24, ch_mask 47:36, fc_mask 50:48 */
#define CONTROL_IIO	(CONTROL_PLAIN | GENMASK_ULL(50, 32))
#define CONTROL_M2M	(CONTROL_PLAIN | GENMASK_ULL(39, 32))
#define CONTROL_UPI	(CONTROL_PLAIN | GENMASK_ULL(55, 32))
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_THRESH_SHORT)
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT |	\
			 SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

static const int16_t clock_0[] = { 0x00, CODES_END };
static const int16_t clock_1[] = { 0x01, CODES_END };
static const int16_t clock_0_and_mesh[] = { 0x00, 0xc0, CODES_END };
static const int16_t clock_1_and_mesh[] = { 0x01, 0xc0, CODES_END };
/* UCLK is the fixed counter. */
static const int16_t no_clock[] = { CODES_END };

/* The occupancy of counter 0 is for the other counters, as on earlier processors. */
static const struct counter_rule cha_rules[] = {
	{ 0x11, 0x11, 0x1 }, { 0x1f, 0x1f, 0xe }, { 0x36, 0x36, 0x1 },
};

static const struct counter_rule iio_rules[] = {
	{ 0x02, 0x03, 0x3 }, { 0x83, 0x83, 0x3 }, { 0x88, 0x88, 0xc }, { 0xc0, 0xc0, 0xc },
	{ 0xc5, 0xc5, 0xc }, { 0xd5, 0xd5, 0xc },
};

static const struct counter_rule m2pcie_rules[] = {
	{ 0x14, 0x14, 0x3 }, { 0x23, 0x23, 0x3 }, { 0x2d, 0x2d, 0x3 },
};

static const struct counter_rule m3upi_rules[] = {
	{ 0x1c, 0x1f, 0x1 }, { 0x40, 0x40, 0x7 }, { 0x4e, 0x50, 0x7 },
};

/* IIO events whose rows in the list have a port mask. */
static const int16_t iio_masked[] = {
	0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x8e, 0x90, 0x91, 0x92, 0xc0, 0xc1, 0xc2, 0xc5, 0xd0,
	0xd1, CODES_END
};

static const struct extra_register cha_extra[] = {
	{ "filter0", 0x5, 8, GENMASK_ULL(8, 0), false },	/* tid */
};

static const struct extra_register pcu_extra[] = {
	{ "filter", 0x5, 8, GENMASK_ULL(31, 0), false },	/* four bands */
};

static const struct extra_register snr_pcu_extra[] = {
	{ "filter", 0xc, 8, GENMASK_ULL(31, 0), false },
};

#define RULES(r) .rules = (r), .rule_count = ARRAY_SIZE(r)
#define EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

#define MSR_LAYOUT							\
	.protocol = &unit_protocol_skx, .space = SPACE_MSR, .width = 48,		\
	.control_stride = 1, .control_size = 8, .counter_stride = 1

/* Blocks of an I/O stack have the counters in front of the controls. */
#define STACK_LAYOUT	MSR_LAYOUT, .counter = 1

/* Controls of an M3UPI have 32 bits and are as far apart, in all three sources. */
#define PCI_LAYOUT(bytes)						\
	.protocol = &unit_protocol_skx, .space = SPACE_PCI, .width = 48,		\
	.unit_control_size = 4, .counters = 4, .control_size = (bytes),	\
	.control_stride = (bytes), .counter = 8, .counter_stride = 8

static const uint16_t icx_imc_ids[] = { 0, 1, 3, 4, 6, 7, 9, 10 };

/*
 * @irp, @m2pcie: first control; @pcu: first counter; @bands: its filter; @ubox: first counter;
 * @uclk: control of the fixed counter; @mask, @threshold: of the UBox's controls
 */
#define TYPES(imc_ids, irp, m2pcie, pcu, bands, ubox, uclk, mask, threshold) \
	[ICX_CHA] = {							\
		.name = "cha", MSR_LAYOUT, .counters = 4, .control = 1, .counter = 8, .status = 7, \
		.control_mask = CONTROL_CHA, .extension_mask = GENMASK_ULL(25, 0), \
		.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(8, 0), \
		.mesh = MESH_PLAIN, .clock_events = clock_0_and_mesh,	\
		RULES(cha_rules), EXTRA(cha_extra),			\
	},								\
	[ICX_IIO] = {							\
		.name = "iio", STACK_LAYOUT, .counters = 4, .control = 8, .status = 7, \
		.control_mask = CONTROL_IIO, .threshold_extra = 4,	\
		.clock_events = clock_1, RULES(iio_rules), .masked_events = iio_masked, \
	},								\
	[ICX_IRP] = {							\
		.name = "irp", STACK_LAYOUT, .counters = 2, .control = (irp), .status = 5, \
		.control_mask = CONTROL_PLAIN, .clock_events = clock_1,	\
	},								\
	[ICX_M2PCIE] = {						\
		.name = "m2pcie", STACK_LAYOUT, .counters = 4, .control = (m2pcie), .status = 5, \
		.control_mask = CONTROL_PLAIN, .mesh = MESH_PLAIN,	\
		.clock_events = clock_1_and_mesh, RULES(m2pcie_rules),	\
	},								\
	[ICX_PCU] = {							\
		.name = "pcu", MSR_LAYOUT, .counters = 4, .control = 1, .counter = (pcu), .status = 6, \
		.control_mask = CONTROL_PCU, .threshold_extra = -3, .occupancy_shape = true, \
		.clock_events = clock_0, EXTRA(bands), .passes = snbep_pcu_passes, \
	},								\
	[ICX_UBOX] = {							\
		.name = "ubox", MSR_LAYOUT, .no_unit_control = true, .counters = 2, \
		.control = 0, .counter = (ubox), .threshold_extra = (threshold), \
		.control_mask = (mask), .clock_events = no_clock,	\
		.fixed_control = (uclk), .fixed_counter = (uclk) + 1,	\
		.fixed_control_mask = FIXED_CONTROL_EN,			\
	},								\
	[ICX_IMC] = {							\
		.name = "imc", .ids = (imc_ids), .protocol = &unit_protocol_skx, .space = SPACE_MMIO, \
		.unit_control_size = 4, .counters = 4, .width = 48, .status = 0x5c, \
		.control = 0x40, .control_stride = 4, .control_size = 4, \
		.counter = 8, .counter_stride = 8,			\
		.fixed_control = 0x54, .fixed_counter = 0x38, .fixed_control_mask = FIXED_CONTROL_EN, \
		.control_mask = CONTROL_PLAIN, .counter_high_ignored = true, \
		.clock_events = clock_0,				\
	},								\
	[ICX_M2M] = {							\
		.name = "m2m", PCI_LAYOUT(8), .control = 0x30, .status = 0x70, \
		.control_mask = CONTROL_M2M, .extension_mask = 0xff,	\
		.mesh = MESH_PLAIN, .clock_events = clock_0_and_mesh,	\
	}

#define LINKS								\
	[ICX_UPI] = {							\
		.name = "upi", PCI_LAYOUT(8), .control = 0x38, .status = 0x64, \
		.control_mask = CONTROL_UPI, .extension_mask = 0xffffff, \
		.clock_events = clock_1,				\
	},								\
	[ICX_M3UPI] = {							\
		.name = "m3upi", PCI_LAYOUT(4), .control = 0x38, .status = 0x58, \
		.control_mask = CONTROL_PLAIN, .mesh = MESH_PLAIN,	\
		.clock_events = clock_1_and_mesh, RULES(m3upi_rules),	\
	}

#define ICX(imc_ids)	TYPES(imc_ids, 3, 6, 7, pcu_extra, 4, -2, CONTROL_UBOX, -3), LINKS

const struct box_type icx_types[ICX_TYPES] = { ICX(icx_imc_ids) };
const struct box_type icxd_types[ICX_TYPES] = { ICX(NULL) };

/* The Linux driver has 8 bits of the UBox's threshold. */
const struct box_type snr_types[SNR_TYPES] = {
	TYPES(NULL, 8, 8, 8, snr_pcu_extra, 7, 2, CONTROL_PLAIN, 0),
};
