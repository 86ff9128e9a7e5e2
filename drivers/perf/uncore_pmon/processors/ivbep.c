// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ivy Bridge-EP and -EX (Xeon E5 and E7 v2): places and registers of their units.
 *
 * Only some pages of the guide, Intel 329468-002, were available: the summary of the PCI registers
 * (Table 1-3), the tables of controls and filters of UBox, CBo, HA, iMC, PCU and QPI, the counter
 * controls of R3QPI, and parts of the event lists. Other facts are from the in-tree driver and from
 * Intel's event list, or assumed to be as in Sandy Bridge-EP. The driver does not write bits that
 * are in none of these sources (resets of IRP), and does not need the resets of HA, iMC and single
 * counters.
 */
#include "processors/processor.h"
#include "processors/snbep.h"

/* Its counters are not evenly spaced. */
static const struct pmon_registers irp_registers = {
	.num = 4, .width = 48,
	.control = { 0xd8 - SNBEP_PCI_CONTROL, 0xdc - SNBEP_PCI_CONTROL,
		     0xe0 - SNBEP_PCI_CONTROL, 0xe4 - SNBEP_PCI_CONTROL },
	.counter = { 0xa0 - SNBEP_PCI_CONTROL, 0xb0 - SNBEP_PCI_CONTROL,
		     0xb8 - SNBEP_PCI_CONTROL, 0xc0 - SNBEP_PCI_CONTROL },
};

/*
 * Reserved bits of unit controls: "SW must write to 1 else behavior is undefined" (Tables 2-13,
 * 2-38, 2-72 and 2-129 of the guide: CBo, HA, iMC, QPI). There is no freeze enable.
 */
#define ONES			GENMASK(17, 16)

#define UNIT_CONTROL							\
	.has_control = true,						\
	.freeze = ONES | SNBEP_FREEZE,					\
	.unfreeze = ONES,						\
	.enable = SNBEP_ENABLE

static const struct pmon_layout ivbep_layout = {
	UNIT_CONTROL,
	.reset = ONES | SNBEP_RESET_CONTROL | SNBEP_RESET_COUNTERS,
};

static const struct pmon_layout ivbep_no_reset_layout = {
	UNIT_CONTROL,
	.reset = ONES,
	.zeroes = true,
};

static const struct pmon_layout ivbep_ubox_layout = {
	.zeroes = true,
	.enable = SNBEP_ENABLE,
};

/* DCLK, as in Sandy Bridge-EP. */
static const struct pmon_extra imc_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0xf0 - SNBEP_PCI_CONTROL, .counter = 0xd0 - SNBEP_PCI_CONTROL,
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

/* CBo filters; the second one is the upper half of config1. The page does not have link. */
#define FILTER0			0x10
#define FILTER0_TID		GENMASK_ULL(4, 0)
#define FILTER0_LINK		GENMASK_ULL(8, 5)
#define FILTER0_STATE		GENMASK_ULL(22, 17)
#define FILTER1			0x16
#define FILTER1_NID		GENMASK_ULL(15, 0)
#define FILTER1_OPC		GENMASK_ULL(28, 20)
#define FILTER1_C6		BIT_ULL(29)
#define FILTER1_NC		BIT_ULL(30)
#define FILTER1_ISOC		BIT_ULL(31)
#define FILTER1_OPCODE		(FILTER1_OPC | FILTER1_C6 | FILTER1_NC | \
				 FILTER1_ISOC)

enum cbo_resource {
	CBO_FILTER0,
	CBO_FILTER1,
};

static const struct pmon_resource cbo_resources[] = {
	[CBO_FILTER0] = {
		.mask = FILTER0_TID | FILTER0_LINK | FILTER0_STATE,
		.offset = FILTER0,
	},
	[CBO_FILTER1] = {
		.mask = FILTER1_NID | FILTER1_OPCODE,
		.offset = FILTER1,
	},
	{ }
};

/* Bits of the umask that select the filter of an event. */
#define BY_OPCODE		BIT_ULL(8)
#define BY_LINK			BIT_ULL(12)
#define BY_NODE			BIT_ULL(14)
#define IPQ_RETRY		0x31
#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define LLC_VICTIMS		0x37

#define RULE0(select, event, field)					\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | (event),		\
		   CBO_FILTER0, 1, field, 0)
#define RULE1(select, event, field)					\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | (event),		\
		   CBO_FILTER1, 1, (field) << 32, -32)

static const struct pmon_filter_rule cbo_rules[] = {
	SNBEP_RULE(SNBEP_TID_ENABLE, SNBEP_TID_ENABLE, CBO_FILTER0, 1,
		   FILTER0_TID, 0),
	RULE0(BY_LINK, IPQ_RETRY, FILTER0_LINK),
	RULE0(0, SNBEP_LLC_LOOKUP, FILTER0_STATE),
	SNBEP_DEFAULT_STATES(CBO_FILTER0, FILTER0_STATE),
	RULE1(BY_NODE, SNBEP_LLC_LOOKUP, FILTER1_NID),
	RULE1(BY_OPCODE, TOR_INSERTS, FILTER1_OPCODE),
	RULE1(BY_NODE, TOR_INSERTS, FILTER1_NID),
	RULE1(BY_OPCODE, TOR_OCCUPANCY, FILTER1_OPCODE),
	RULE1(BY_NODE, TOR_OCCUPANCY, FILTER1_NID),
	RULE1(BY_NODE, LLC_VICTIMS, FILTER1_NID),
	{ }
};

/* No box has an invert bit. */
#define BASELINE	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_THRESHOLD)

static const struct pmon_box_type ubox = {
	SNBEP_UBOX_TYPE,
	.control = (BASELINE & ~SNBEP_THRESHOLD) | SNBEP_THRESHOLD5,
	.layout = &ivbep_ubox_layout,
};

static const struct pmon_box_type cbox = {
	SNBEP_CBO_TYPE,
	.max_id = 14,
	.control = BASELINE | SNBEP_TID_ENABLE,
	.layout = &ivbep_layout,
	.resources = cbo_resources, .rules = cbo_rules,
};

/* Codes of the demotions of cores 8 to 14. */
#define DEMOTION_RULE8(n)	SNBEP_PCU_DEMOTION_RULE(0x40, n)

static const struct pmon_filter_rule pcu_rules[] = {
	SNBEP_PCU_DEMOTION_RULES,
	DEMOTION_RULE8(0), DEMOTION_RULE8(1), DEMOTION_RULE8(2),
	DEMOTION_RULE8(3), DEMOTION_RULE8(4), DEMOTION_RULE8(5),
	DEMOTION_RULE8(6),
	{ }
};

/* 21 of its events in Intel's event list have the extra select bit, as in Sandy Bridge-EP. */
static const struct pmon_box_type pcu = {
	SNBEP_PCU_TYPE,
	.control = SNBEP_EVENT | SNBEP_OCCUPANCY_SELECT | SNBEP_EDGE |
		   SNBEP_EVENT_EXTENSION | SNBEP_THRESHOLD5 |
		   SNBEP_OCCUPANCY_INVERT | SNBEP_OCCUPANCY_EDGE,
	.layout = &ivbep_layout,
	.rules = pcu_rules,
};

/*
 * Intel's event list has the fields of Sandy Bridge-EP's match registers, and umasks for opcodes on
 * one ring. Their addresses are assumed to be those of Sandy Bridge-EP.
 */
#define HA_ON_AD	BIT_ULL(10)
#define HA_ON_BL	BIT_ULL(11)
#define HA_ON_AK	BIT_ULL(12)

const struct pmon_filter_rule ivbep_ha_rules[] = {
	SNBEP_HA_ADDRESS_RULE(SNBEP_HA_BY_ADDRESS, SNBEP_HA_BY_ADDRESS),
	SNBEP_HA_OPCODE_RULE(SNBEP_HA_BY_OPCODE, SNBEP_HA_BY_OPCODE),
	SNBEP_HA_OPCODE_RULE(HA_ON_AD, HA_ON_AD),
	SNBEP_HA_OPCODE_RULE(HA_ON_BL, HA_ON_BL),
	SNBEP_HA_OPCODE_RULE(HA_ON_AK, HA_ON_AK),
	{ }
};

static const struct pmon_box_type ha = {
	SNBEP_HA_TYPE,
	.max_id = 1,
	.control = BASELINE,
	.layout = &ivbep_no_reset_layout,
	.resources = snbep_ha_resources, .rules = ivbep_ha_rules,
};

static const struct pmon_box_type imc = {
	SNBEP_IMC_TYPE,
	.max_id = 7,
	.control = BASELINE,
	.layout = &ivbep_no_reset_layout,
	.extras = &imc_extra, .num_extras = 1,
};

static const struct pmon_box_type irp = {
	.name = "irp",
	.control = BASELINE,
	.layout = &ivbep_no_reset_layout,
	.registers = &irp_registers,
};

static const struct pmon_box_type qpi = {
	SNBEP_QPI_TYPE,
	.max_id = 2,
	.control = BASELINE | SNBEP_EVENT_EXTENSION,
	.layout = &ivbep_layout,
};

static const struct pmon_box_type r2pcie = {
	SNBEP_R2PCIE_TYPE,
	.control = BASELINE,
	.layout = &ivbep_layout,
};

static const struct pmon_box_type r3qpi = {
	SNBEP_R3QPI_TYPE,
	.max_id = 2,
	.control = BASELINE,
	.layout = &ivbep_layout,
};

static const struct pmon_places places[] = {
	{ .type = &ubox, SNBEP_MSRS(SNBEP_UBOX, 0, 1) },
	{ .type = &cbox, SNBEP_MSRS(SNBEP_CBO, SNBEP_CBO_STRIDE, 15) },
	{ .type = &pcu, SNBEP_MSRS(SNBEP_PCU, 0, 1) },
	{ .type = &ha, SNBEP_FUNCTIONS, .functions = { { 0x0e30 }, { 0x0e38 } } },
	{
		/*
		 * In the order of the in-tree driver: channels 2, 3, 0, 1 of one memory controller,
		 * then of the other.
		 */
		.type = &imc, SNBEP_FUNCTIONS,
		.functions = { { 0x0eb4 }, { 0x0eb5 }, { 0x0eb0 }, { 0x0eb1 },
			       { 0x0ef4 }, { 0x0ef5 }, { 0x0ef0 }, { 0x0ef1 } },
	},
	{ .type = &irp, SNBEP_FUNCTIONS, .functions = { { 0x0e39 } } },
	{
		/*
		 * The third port has its match and mask registers in 24.6 (Table 1-3). The device
		 * id of this function is not known.
		 */
		.type = &qpi, SNBEP_FUNCTIONS,
		.functions = { { 0x0e32, .companion = 0x0e86 },
			       { 0x0e33, .companion = 0x0e96 }, { 0x0e3a } },
	},
	{ .type = &r2pcie, SNBEP_FUNCTIONS, .functions = { { 0x0e34 } } },
	{
		.type = &r3qpi, SNBEP_FUNCTIONS,
		.functions = { { 0x0e36 }, { 0x0e37 }, { 0x0e3e } },
	},
};

/* The in-tree driver defines the register and does not use it. It is that of Haswell-EP, moved. */
static const struct pmon_left_freeze left_freeze = {
	.msr = 0xc00, .freeze = BIT_ULL(31), .unfreeze = BIT_ULL(29),
};

const struct pmon_processor pmon_ivbep = {
	.name = "Ivy Bridge-EP",
	.events = &pmon_ivbep_events,
	.ubox = { .device = 0x0e1e, .node_id = 0x40, .map = 0x54 },
	.places = places,
	.num_places = ARRAY_SIZE(places),
	.left_freeze = &left_freeze,
};
