// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the Xeon E5 v2 and E7 v2 (Ivy Bridge-EP).
 *
 * One page of its guide, 329468-002, is at hand: the CBo's counters and filters. The rest is what
 * the Linux driver has: the same as on Sandy Bridge-EP, without `invert`, with more boxes. Where
 * neither says anything about a reset (of single counters, of HA and iMC) there is none.
 */
#include "processors/snbep.h"

#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN)
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_CBOX	(CONTROL_PLAIN | SNBEP_TID_EN)
#define CONTROL_QPI	(CONTROL_PLAIN | SNBEP_EXTRA_SELECT)
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_THRESH_SHORT)
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_EDGE | SNBEP_EN |			\
			 SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

static const int16_t clock_0[] = { 0x00, CODES_END };
static const int16_t clock_1[] = { 0x01, CODES_END };
static const int16_t clock_qpi[] = { 0x14, CODES_END };

/*
 * FILTER0: state 22:17, tid 4:0, and of the bits that the guide calls reserved the driver's link,
 * 8:5. FILTER1: isoc 31, nc 30, c6 29, opc 28:20, nid 15:0.
 */
static const struct extra_register cbox_extra[] = {
	[CBOX_FILTER0] = { "filter0", 0x10, 8, GENMASK_ULL(22, 17) | GENMASK_ULL(8, 0), false },
	[CBOX_FILTER1] = { "filter1", 0x16, 8, GENMASK_ULL(31, 20) | GENMASK_ULL(15, 0), false },
};

static const struct extra_register pcu_extra[] = {
	{ "filter", 0x10, 8, GENMASK_ULL(31, 0), false },
};

/* The counters of the IRP are in a row of their own. */
static const int irp_counters[] = {
	SNBEP_PCI(0xa0), SNBEP_PCI(0xb0), SNBEP_PCI(0xb8), SNBEP_PCI(0xc0),
};

#define EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

#define MSR_LAYOUT							\
	.protocol = &unit_protocol_ivbep, .space = SPACE_MSR, .counters = 4,	\
	.control = 0xc, .control_stride = 1, .control_size = 8,		\
	.counter = 0x12, .counter_stride = 1,				\
	.unit_control_mask = SNBEP_UNIT_CONTROL

#define PCI_LAYOUT							\
	.protocol = &unit_protocol_ivbep, .space = SPACE_PCI, .unit_control_size = 4,	\
	.control = SNBEP_PCI(0xd8), .control_stride = 4, .control_size = 4,	\
	.counter = SNBEP_PCI(0xa0), .counter_stride = 8

const struct box_type ivbep_types[IVBEP_TYPES] = {
	[SNBEP_CBOX] = {
		.name = "cbox", MSR_LAYOUT, .width = 44, .control_mask = CONTROL_CBOX,
		.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(4, 0),
		.clock_events = clock_0, EXTRA(cbox_extra), .passes = ivbep_cbox_passes,
		SNBEP_RULES_CBOX,
	},
	[SNBEP_HA] = {
		.name = "ha", PCI_LAYOUT, .counters = 4, .width = 48,
		.unit_control_mask = SNBEP_UNIT_CONTROL_NO_RESET, .control_mask = CONTROL_PLAIN,
		.clock_events = clock_0, EXTRA(snbep_ha_extra), .passes = snbep_ha_passes,
	},
	[SNBEP_IMC] = {
		.name = "imc", PCI_LAYOUT, .counters = 4, .width = 48,
		.unit_control_mask = SNBEP_UNIT_CONTROL_NO_RESET, .control_mask = CONTROL_PLAIN,
		.fixed_control = SNBEP_PCI(0xf0), .fixed_counter = SNBEP_PCI(0xd0),
		.fixed_control_mask = FIXED_CONTROL_EN,
		.clock_events = clock_0,
	},
	[SNBEP_PCU] = {
		.name = "pcu", MSR_LAYOUT, .width = 48, .control_mask = CONTROL_PCU,
		.threshold_extra = -3, .occupancy_shape = true, .clock_events = clock_0,
		EXTRA(pcu_extra), .passes = snbep_pcu_passes,
	},
	[SNBEP_QPI] = {
		.name = "qpi", PCI_LAYOUT, .counters = 4, .width = 48,
		.unit_control_mask = SNBEP_UNIT_CONTROL, .control_mask = CONTROL_QPI,
		.extra_select = SNBEP_EXTRA_SELECT, .extension_mask = 1,
		.clock_events = clock_qpi, EXTRA(snbep_qpi_extra), .passes = snbep_qpi_passes,
	},
	[SNBEP_R2PCIE] = {
		.name = "r2pcie", PCI_LAYOUT, .counters = 4, .width = 44,
		.unit_control_mask = SNBEP_UNIT_CONTROL, .control_mask = CONTROL_PLAIN,
		.clock_events = clock_1, SNBEP_RULES_R2PCIE,
	},
	[SNBEP_R3QPI] = {
		.name = "r3qpi", PCI_LAYOUT, .counters = 3, .width = 44,
		.unit_control_mask = SNBEP_UNIT_CONTROL, .control_mask = CONTROL_PLAIN,
		.clock_events = clock_1, SNBEP_RULES_R3QPI,
	},
	[SNBEP_UBOX] = {
		.name = "ubox", .protocol = &unit_protocol_ivbep, .space = SPACE_MSR,
		.no_unit_control = true, .counters = 2, .width = 44,
		.control = 0, .control_stride = 1, .control_size = 8,
		.counter = 6, .counter_stride = 1, .control_mask = CONTROL_UBOX,
		.threshold_extra = -3,
		.fixed_control = -8, .fixed_counter = -7, .fixed_width = 48,
		.fixed_control_mask = FIXED_CONTROL_EN,
	},
	[IVBEP_IRP] = {
		.name = "irp", PCI_LAYOUT, .counter_offset = irp_counters, .counters = 4,
		.width = 48, .unit_control_mask = SNBEP_UNIT_CONTROL,
		.control_mask = CONTROL_PLAIN, .clock_events = clock_0,
	},
};
