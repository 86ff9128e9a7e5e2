// SPDX-License-Identifier: GPL-2.0-only
/*
 * The box types of the Xeon E5 v2 and E7 v2 (Ivy Bridge-EP).
 *
 * Some pages of its guide, 329468-002, are at hand: the CBo's counters and filters, some unit
 * controls. The rest is what the Linux driver has: the same as on Sandy Bridge-EP, without `invert`,
 * with more boxes. Where neither says anything about a reset (of single counters) there is none, and
 * in HA and iMC neither, so that no driver depends on it. Intel's event list (ivytown) has the extra
 * select bit of PCU events, and the fields of the HA's match registers.
 */
#include "processors/snbep.h"

#define CONTROL_COMMON	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_EN)
#define CONTROL_PLAIN	(CONTROL_COMMON | SNBEP_THRESH)
#define CONTROL_CBOX	(CONTROL_PLAIN | SNBEP_TID_EN)
#define CONTROL_QPI	(CONTROL_PLAIN | SNBEP_EXTRA_SELECT)
#define CONTROL_UBOX	(CONTROL_COMMON | SNBEP_THRESH_SHORT)
#define CONTROL_PCU	(SNBEP_EVENT | SNBEP_OCC_SEL | SNBEP_EDGE | SNBEP_EXTRA_SELECT |	\
			 SNBEP_EN | SNBEP_THRESH_SHORT | SNBEP_OCC_INVERT | SNBEP_OCC_EDGE)

/*
 * FILTER0: state 22:17, tid 4:0, and of the bits that the guide calls reserved the driver's link,
 * 8:5. FILTER1: isoc 31, nc 30, c6 29, opc 28:20, nid 15:0.
 */
static const struct extra_register cbox_extra[] = {
	[CBOX_FILTER0] = { "filter0", 0x10, 8, GENMASK_ULL(22, 17) | GENMASK_ULL(8, 0), false },
	[CBOX_FILTER1] = { "filter1", 0x16, 8, GENMASK_ULL(31, 20) | GENMASK_ULL(15, 0), false },
};

/* The counters of the IRP are in a row of their own. */
static const int irp_counters[] = {
	SNBEP_PCI(0xa0), SNBEP_PCI(0xb0), SNBEP_PCI(0xb8), SNBEP_PCI(0xc0),
};

const struct box_type ivbep_types[IVBEP_TYPES] = {
	[SNBEP_CBOX] = {
		SNBEP_CBOX_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_CBOX,
		SNBEP_EXTRA(cbox_extra), .passes = ivbep_cbox_passes,
	},
	[SNBEP_HA] = {
		SNBEP_HA_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_IMC] = {
		SNBEP_IMC_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_PLAIN,
		.fixed_control_mask = FIXED_CONTROL_EN,
	},
	[SNBEP_PCU] = {
		SNBEP_PCU_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_PCU,
		.extra_select = SNBEP_EXTRA_SELECT, .extension_mask = 1,
	},
	[SNBEP_QPI] = {
		SNBEP_QPI_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_QPI,
	},
	[SNBEP_R2PCIE] = {
		SNBEP_R2PCIE_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_R3QPI] = {
		SNBEP_R3QPI_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_PLAIN,
	},
	[SNBEP_UBOX] = {
		SNBEP_UBOX_TYPE, .protocol = &unit_protocol_ivbep,
		.control_mask = CONTROL_UBOX,
	},
	[IVBEP_IRP] = {
		.name = "irp", SNBEP_PCI_LAYOUT, .protocol = &unit_protocol_ivbep,
		.counter_offset = irp_counters, .counters = 4, .width = 48,
		.unit_control_mask = SNBEP_UNIT_CONTROL, .control_mask = CONTROL_PLAIN,
		.clock_events = snbep_clock_0,
	},
};
