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

const int16_t snbep_clock_0[] = { 0x00, CODES_END };
const int16_t snbep_clock_1[] = { 0x01, CODES_END };
const int16_t snbep_clock_qpi[] = { 0x14, CODES_END };

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
const struct extra_register snbep_pcu_extra[] = {
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

const struct box_type snbep_types[SNBEP_TYPES] = {
	[SNBEP_CBOX] = {
		SNBEP_CBOX_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_CBOX,
		SNBEP_EXTRA(cbox_extra), .passes = snbep_cbox_passes,
	},
	[SNBEP_HA] = {
		SNBEP_HA_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_IMC] = {
		SNBEP_IMC_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_PLAIN,
		.fixed_control_mask = FIXED_CONTROL_EN | FIXED_CONTROL_RST,
	},
	[SNBEP_PCU] = {
		SNBEP_PCU_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_PCU,
		.extra_select = SNBEP_EXTRA_SELECT, .extension_mask = 1,
	},
	[SNBEP_QPI] = {
		SNBEP_QPI_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_QPI,
	},
	[SNBEP_R2PCIE] = {
		SNBEP_R2PCIE_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_R3QPI] = {
		SNBEP_R3QPI_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_UBOX] = {
		SNBEP_UBOX_TYPE, .protocol = &unit_protocol_snbep,
		.control_mask = CONTROL_UBOX,
	},
};
