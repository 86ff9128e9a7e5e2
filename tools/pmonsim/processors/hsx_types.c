// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the Xeon E5 v3 and v4, E7 v3 and v4 (Haswell-EP, Broadwell-EP) and Xeon D-1500.
 *
 * Their guides, 331051 and 334291, are not at hand. Registers and widths are the Linux driver's;
 * which counters count an event is the stricter one of that driver and Intel's event lists.
 */
#include "processors/snbep.h"

#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT)
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_RING	(CONTROL_PLAIN | SNBEP_TID_EN)
#define CONTROL_QPI	(CONTROL_PLAIN | SNBEP_EXTRA_SELECT)
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_THRESH_SHORT)
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT |	\
			 SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

/* FILTER0: state 23:17, tid 5:0. FILTER1: isoc 31, nc 30, c6 29, opc 28:20, nid 15:0. */
static const struct extra_register cbox_extra[] = {
	[CBOX_FILTER0] = {
		"filter0", 0x5, 8, GENMASK_ULL(23, 17) | GENMASK_ULL(5, 0), false
	},
	[CBOX_FILTER1] = {
		"filter1", 0x6, 8, GENMASK_ULL(31, 20) | GENMASK_ULL(15, 0), false
	},
};

static const struct extra_register pcu_extra[] = {
	{ "filter", 0x5, 8, GENMASK_ULL(31, 0), false },
};

/* Thread 0, core 5:1. */
static const struct extra_register ubox_extra[] = {
	{ "filter", 0x2, 8, GENMASK_ULL(5, 0), false },
};

static const struct counter_rule hsx_cbox_rules[] = {
	{ 0x01, 0x01, 0x1 }, { 0x09, 0x09, 0x1 }, { 0x11, 0x11, 0x1 }, { 0x1f, 0x1f, 0xe },
	{ 0x36, 0x36, 0x1 }, { 0x38, 0x38, 0x3 }, { 0x3b, 0x3b, 0x1 }, { 0x3e, 0x3e, 0x1 },
};

static const struct counter_rule bdx_cbox_rules[] = {
	{ 0x09, 0x09, 0x3 }, { 0x11, 0x11, 0x1 }, { 0x1f, 0x1f, 0xe }, { 0x36, 0x36, 0x1 },
	{ 0x3e, 0x3e, 0x1 },
};

static const struct counter_rule ha_rules[] = {
	{ 0x61, 0x62, 0x7 }, { 0x64, 0x65, 0x7 },
};

/* All events of the list. */
static const struct counter_rule irp_rules[] = {
	{ 0x00, 0x1f, 0x3 },
};

static const struct counter_rule hsx_r2pcie_rules[] = {
	{ 0x10, 0x11, 0x3 }, { 0x13, 0x13, 0x1 }, { 0x23, 0x25, 0x1 }, { 0x26, 0x26, 0x3 },
	{ 0x27, 0x27, 0x1 }, { 0x28, 0x29, 0x3 }, { 0x2a, 0x2a, 0x1 }, { 0x2b, 0x2d, 0x3 },
	{ 0x32, 0x35, 0x3 },
};

static const struct counter_rule bdx_r2pcie_rules[] = {
	{ 0x10, 0x11, 0x3 }, { 0x13, 0x13, 0x1 }, { 0x23, 0x23, 0x1 }, { 0x25, 0x25, 0x1 },
	{ 0x26, 0x26, 0x3 }, { 0x28, 0x28, 0x3 }, { 0x2a, 0x2a, 0x1 }, { 0x2c, 0x2d, 0x3 },
	{ 0x32, 0x33, 0x3 },
};

static const struct counter_rule hsx_r3qpi_rules[] = {
	{ 0x01, 0x01, 0x3 }, { 0x10, 0x12, 0x3 }, { 0x13, 0x13, 0x1 }, { 0x14, 0x15, 0x3 },
	{ 0x1f, 0x23, 0x3 }, { 0x25, 0x26, 0x3 }, { 0x28, 0x29, 0x3 }, { 0x2a, 0x2b, 0x1 },
	{ 0x2c, 0x2f, 0x3 }, { 0x31, 0x34, 0x3 }, { 0x36, 0x39, 0x3 },
};

static const struct counter_rule bdx_r3qpi_rules[] = {
	{ 0x10, 0x11, 0x3 }, { 0x13, 0x13, 0x1 }, { 0x14, 0x15, 0x3 }, { 0x1f, 0x23, 0x3 },
	{ 0x25, 0x26, 0x3 }, { 0x28, 0x29, 0x3 }, { 0x2a, 0x2b, 0x1 }, { 0x2c, 0x2f, 0x3 },
	{ 0x33, 0x34, 0x3 }, { 0x36, 0x39, 0x3 },
};

static const struct counter_rule bdx_pcu_rules[] = {
	{ 0x80, 0xff, 0xe },
};

#define RULES(r)	.rules = (r), .rule_count = ARRAY_SIZE(r)
#define NO_RULES	.rules = NULL

#define MSR_PLACES(counter_at)							\
	.space = SPACE_MSR, .counters = 4,					\
	.control = 1, .control_stride = 1, .control_size = 8,			\
	.counter = counter_at, .counter_stride = 1,				\
	.unit_control_mask = SNBEP_UNIT_CONTROL
#define MSR_LAYOUT(counter_at)	MSR_PLACES(counter_at), .protocol = &unit_protocol_hsx

/* @narrow: bits of the counters for which the sources differ. */
#define TYPES(cbox_rules, pcu_rules, r2pcie_rules, r3qpi_rules, narrow)		\
	{									\
		[SNBEP_CBOX] = {						\
			.name = "cbox", MSR_LAYOUT(8), .width = 48,		\
			.control_mask = CONTROL_RING,				\
			.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(5, 0),	\
			.clock_events = snbep_clock_0, SNBEP_EXTRA(cbox_extra),	\
			.passes = hsx_cbox_passes, cbox_rules,			\
		},								\
		[SNBEP_HA] = {							\
			.name = "ha", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_hsx,	\
			.counters = 4, .width = 48, .unit_control_mask = SNBEP_UNIT_CONTROL,	\
			.clock_events = snbep_clock_0, SNBEP_EXTRA(snbep_ha_extra),	\
			.passes = snbep_ha_passes,				\
			.control_mask = CONTROL_PLAIN, RULES(ha_rules),		\
		},								\
		[SNBEP_IMC] = {							\
			.name = "imc", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_hsx,	\
			.counters = 4, .width = 48, .unit_control_mask = SNBEP_UNIT_CONTROL,	\
			.fixed_control = SNBEP_PCI(0xf0), .fixed_counter = SNBEP_PCI(0xd0),	\
			.clock_events = snbep_clock_0,				\
			.control_mask = CONTROL_PLAIN,				\
			.fixed_control_mask = FIXED_CONTROL_EN | FIXED_CONTROL_RST |	\
					      FIXED_CONTROL_OV_EN,		\
		},								\
		[SNBEP_PCU] = {							\
			.name = "pcu", MSR_LAYOUT(7), .width = 48,		\
			.control_mask = CONTROL_PCU,				\
			.threshold_extra = -3, .occupancy_shape = true,		\
			.clock_events = snbep_clock_0, SNBEP_EXTRA(pcu_extra),	\
			.passes = snbep_pcu_passes, pcu_rules,			\
		},								\
		[SNBEP_QPI] = {							\
			SNBEP_QPI_TYPE, .protocol = &unit_protocol_hsx,		\
			.control_mask = CONTROL_QPI,				\
		},								\
		[SNBEP_R2PCIE] = {						\
			.name = "r2pcie", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_hsx,	\
			.counters = 4, .width = 48, .unit_control_mask = SNBEP_UNIT_CONTROL,	\
			.clock_events = snbep_clock_1,				\
			.control_mask = CONTROL_PLAIN, r2pcie_rules,		\
		},								\
		[SNBEP_R3QPI] = {						\
			.name = "r3qpi", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_hsx,	\
			.counters = 3, .width = narrow, .unit_control_mask = SNBEP_UNIT_CONTROL,	\
			.clock_events = snbep_clock_1,				\
			.control_mask = CONTROL_PLAIN, r3qpi_rules,		\
		},								\
		[SNBEP_UBOX] = {						\
			.name = "ubox", .space = SPACE_MSR, .no_unit_control = true,	\
			.protocol = &unit_protocol_hsx, .counters = 2, .width = narrow,	\
			.control = 0, .control_stride = 1, .control_size = 8,	\
			.counter = 4, .counter_stride = 1, .threshold_extra = -3,	\
			.fixed_control = -2, .fixed_counter = -1, .fixed_width = 48,	\
			.fixed_control_mask = FIXED_CONTROL_EN | FIXED_CONTROL_OV_EN,	\
			.control_mask = CONTROL_UBOX,				\
			SNBEP_EXTRA(ubox_extra), .passes = hsx_ubox_passes,	\
		},								\
		[IVBEP_IRP] = {							\
			.name = "irp", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_hsx,	\
			.counters = 4, .width = 48, .unit_control_mask = SNBEP_UNIT_CONTROL,	\
			.control_mask = CONTROL_PLAIN, .clock_events = snbep_clock_0,	\
			RULES(irp_rules),					\
		},								\
		[HSX_SBOX] = {							\
			.name = "sbox", MSR_PLACES(6), .protocol = &unit_protocol_sbox,	\
			.width = narrow, .control_mask = CONTROL_RING,		\
			.clock_events = snbep_clock_0,				\
		},								\
	}

const struct box_type hsx_types[HSX_TYPES] =
	TYPES(RULES(hsx_cbox_rules), NO_RULES, RULES(hsx_r2pcie_rules), RULES(hsx_r3qpi_rules), 44);

const struct box_type bdx_types[HSX_TYPES] =
	TYPES(RULES(bdx_cbox_rules), RULES(bdx_pcu_rules), RULES(bdx_r2pcie_rules),
	      RULES(bdx_r3qpi_rules), 48);
