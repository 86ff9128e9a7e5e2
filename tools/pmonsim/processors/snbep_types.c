// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the Xeon E5-2600 (Sandy Bridge-EP).
 *
 * Tables are those of its Uncore Performance Monitoring guide, 327043-001. The copy at hand lacks
 * the chapters of R2PCIe and R3QPI and some tables; their widths, the counters of the PCU and the
 * registers of the UBox are as the Linux driver has them.
 */
#include "processors/snbep.h"

/* What every control has: table 2-10 without the thread filter. */
#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN | SNBEP_INVERT)
/*
 * Tables 2-35, 2-61: HA and iMC have no per-counter reset. Nothing at hand tells of one in R2PCIe
 * and R3QPI.
 */
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_CBOX	(CONTROL_PLAIN | SNBEP_RST | SNBEP_TID_EN)
/* Table 2-86 */
#define CONTROL_QPI	(CONTROL_PLAIN | SNBEP_RST | SNBEP_EXTRA_SELECT)
/* Table 2-2 */
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_RST | SNBEP_THRESH_SHORT)
/* Table 2-75, where bit 21 is reserved; yet 12 events need "extra select". */
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_RST | SNBEP_EDGE |		\
			 SNBEP_EXTRA_SELECT | SNBEP_EN | SNBEP_INVERT |			\
			 SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

static const int16_t clock_0[] = { 0x00, CODES_END };
static const int16_t clock_1[] = { 0x01, CODES_END };
static const int16_t clock_qpi[] = { 0x14, CODES_END };

/*
 * 2.3.2: counter 0 counts all, 1 all but occupancy, 2 and 3 ring events; the occupancy companion
 * is for the counters that are not counter 0. 0x23 and 0x38 are the Linux driver's.
 */
const struct counter_rule snbep_cbox_rules[] = {
	{ 0x01, 0x01, 0x1 }, { 0x02, 0x02, 0x3 }, { 0x04, 0x05, 0x3 }, { 0x07, 0x07, 0x3 },
	{ 0x09, 0x09, 0x3 }, { 0x11, 0x11, 0x1 }, { 0x12, 0x13, 0x3 }, { 0x1b, 0x1e, 0xc },
	{ 0x1f, 0x1f, 0xe }, { 0x21, 0x21, 0x3 }, { 0x23, 0x23, 0x3 }, { 0x31, 0x35, 0x3 },
	{ 0x36, 0x36, 0x1 }, { 0x37, 0x39, 0x3 }, { 0x3b, 0x3b, 0x1 },
};

const struct counter_rule snbep_r2pcie_rules[] = {
	{ 0x10, 0x11, 0x3 }, { 0x12, 0x12, 0x1 }, { 0x23, 0x26, 0x3 }, { 0x32, 0x34, 0x3 },
};

const struct counter_rule snbep_r3qpi_rules[] = {
	{ 0x10, 0x12, 0x3 }, { 0x13, 0x13, 0x1 }, { 0x20, 0x26, 0x3 }, { 0x28, 0x34, 0x3 },
	{ 0x36, 0x39, 0x3 },
};

/* Table 2-12: opc 31:23, state 22:18, nid 17:10, tid 4:0 */
static const struct extra_register cbox_extra[] = {
	[CBOX_FILTER0] = { "filter", 0x10, 8, GENMASK_ULL(31, 10) | GENMASK_ULL(4, 0), false },
};

/* Table 2-77: four bands of 8 bits; 47:32 has no description. */
static const struct extra_register pcu_extra[] = {
	{ "filter", 0x10, 8, GENMASK_ULL(31, 0), false },
};

/* Tables 2-37 to 2-39 */
const struct extra_register snbep_ha_extra[] = {
	[HA_ADDRESS_MATCH0] = { "addrmatch0", SNBEP_PCI(0x40), 4, GENMASK_ULL(31, 6), false },
	[HA_ADDRESS_MATCH1] = { "addrmatch1", SNBEP_PCI(0x44), 4, GENMASK_ULL(13, 0), false },
	[HA_OPCODE_MATCH] = { "opcodematch", SNBEP_PCI(0x48), 4, GENMASK_ULL(5, 0), false },
};

/* Tables 2-88 to 2-91, in function 6 of the port's device. */
#define QPI_PACKET0	(BIT_ULL(31) | GENMASK_ULL(17, 3))
#define QPI_PACKET1	(GENMASK_ULL(19, 16) | GENMASK_ULL(3, 0))
const struct extra_register snbep_qpi_extra[] = {
	[QPI_MATCH0] = { "match0", 0x228, 4, QPI_PACKET0, true },
	[QPI_MATCH1] = { "match1", 0x22c, 4, QPI_PACKET1, true },
	[QPI_MASK0] = { "mask0", 0x238, 4, QPI_PACKET0, true },
	[QPI_MASK1] = { "mask1", 0x23c, 4, QPI_PACKET1, true },
};

#define EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

#define MSR_LAYOUT							\
	.protocol = &unit_protocol_snbep, .space = SPACE_MSR, .counters = 4,	\
	.control = 0xc, .control_stride = 1, .control_size = 8,		\
	.counter = 0x12, .counter_stride = 1,				\
	.unit_control_mask = SNBEP_UNIT_CONTROL

#define PCI_LAYOUT							\
	.protocol = &unit_protocol_snbep, .space = SPACE_PCI, .unit_control_size = 4,	\
	.control = SNBEP_PCI(0xd8), .control_stride = 4, .control_size = 4,	\
	.counter = SNBEP_PCI(0xa0), .counter_stride = 8

const struct box_type snbep_types[SNBEP_TYPES] = {
	[SNBEP_CBOX] = {
		.name = "cbox", MSR_LAYOUT, .width = 44, .control_mask = CONTROL_CBOX,
		.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(4, 0),
		.clock_events = clock_0, EXTRA(cbox_extra), .passes = snbep_cbox_passes,
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
		.fixed_control_mask = FIXED_CONTROL_EN | FIXED_CONTROL_RST,
		.clock_events = clock_0,
	},
	[SNBEP_PCU] = {
		.name = "pcu", MSR_LAYOUT, .width = 48, .control_mask = CONTROL_PCU,
		.extra_select = SNBEP_EXTRA_SELECT, .extension_mask = 1,
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
		.clock_events = clock_1,
		SNBEP_RULES_R2PCIE,
	},
	[SNBEP_R3QPI] = {
		.name = "r3qpi", PCI_LAYOUT, .counters = 3, .width = 44,
		.unit_control_mask = SNBEP_UNIT_CONTROL, .control_mask = CONTROL_PLAIN,
		.clock_events = clock_1,
		SNBEP_RULES_R3QPI,
	},
	[SNBEP_UBOX] = {
		.name = "ubox", .protocol = &unit_protocol_snbep, .space = SPACE_MSR,
		.no_unit_control = true, .counters = 2, .width = 44,
		.control = 0, .control_stride = 1, .control_size = 8,
		.counter = 6, .counter_stride = 1, .control_mask = CONTROL_UBOX,
		.threshold_extra = -3,
		/* UCLK: "0 rsv 19:0": no reset bit. */
		.fixed_control = -8, .fixed_counter = -7, .fixed_width = 48,
		.fixed_control_mask = FIXED_CONTROL_EN,
	},
};
