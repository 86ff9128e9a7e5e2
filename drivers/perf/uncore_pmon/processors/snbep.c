// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sandy Bridge-EP (Xeon E5-2600): places and registers of its units.
 *
 * Intel 327043-001 unless noted. The addresses of registers of the UBox and some of the PCU, the
 * PCI device ids, and the 44 bits of counters of R2PCIe and R3QPI are from the in-tree driver, not
 * from the guide's text.
 */
#include "processors/processor.h"
#include "processors/snbep.h"

/* Registers of the CBo (Table 2-8), PCU (2-73), UBox. */
const struct pmon_registers snbep_cbo_registers = {
	.num = 4, .width = 44,
	.control = { 0xc, 0xd, 0xe, 0xf },
	.counter = { 0x12, 0x13, 0x14, 0x15 },
};

const struct pmon_registers snbep_pcu_registers = {
	.num = 4, .width = 48,
	.control = { 0xc, 0xd, 0xe, 0xf },
	.counter = { 0x12, 0x13, 0x14, 0x15 },
};

const struct pmon_registers snbep_ubox_registers = {
	.num = 2, .width = 44,
	.control = { 0, 1 },
	.counter = { 6, 7 },
};

/* In PCI space, the unit control, 0xf4, is the highest register. */
#define FROM_CONTROL(offset)	((offset) - SNBEP_PCI_CONTROL)
#define PCI_CONTROLS						\
	{ FROM_CONTROL(0xd8), FROM_CONTROL(0xdc),		\
	  FROM_CONTROL(0xe0), FROM_CONTROL(0xe4) }
#define PCI_COUNTERS						\
	{ FROM_CONTROL(0xa0), FROM_CONTROL(0xa8),		\
	  FROM_CONTROL(0xb0), FROM_CONTROL(0xb8) }

const struct pmon_registers snbep_pci_registers = {
	.num = 4, .width = 48, .control = PCI_CONTROLS, .counter = PCI_COUNTERS,
};

const struct pmon_registers snbep_r2pcie_registers = {
	.num = 4, .width = 44, .control = PCI_CONTROLS, .counter = PCI_COUNTERS,
};

const struct pmon_registers snbep_r3qpi_registers = {
	.num = 3, .width = 44, .control = PCI_CONTROLS, .counter = PCI_COUNTERS,
};

/* Freeze requires freeze enable, so all values include it (2.1.1). */
#define UNIT_CONTROL						\
	.has_control = true,					\
	.freeze = SNBEP_FREEZE_ENABLE | SNBEP_FREEZE,		\
	.unfreeze = SNBEP_FREEZE_ENABLE,			\
	.enable = SNBEP_ENABLE

static const struct pmon_layout snbep_layout = {
	UNIT_CONTROL,
	.reset = SNBEP_FREEZE_ENABLE | SNBEP_RESET_CONTROL | SNBEP_RESET_COUNTERS,
	.clear = SNBEP_RESET,
};

/*
 * R2PCIe and R3QPI: 2.1.1 e has the resets. The available text of the guide ends before their
 * controls.
 */
static const struct pmon_layout snbep_ring_layout = {
	UNIT_CONTROL,
	.reset = SNBEP_FREEZE_ENABLE | SNBEP_RESET_CONTROL | SNBEP_RESET_COUNTERS,
};

/* HA and iMC: the reset bits of both kinds of controls are reserved (Tables 2-34, 2-35). */
static const struct pmon_layout snbep_memory_layout = {
	UNIT_CONTROL,
	.reset = SNBEP_FREEZE_ENABLE,
	.zeroes = true,
};

/* The UBox has no unit control (2.1.1). */
static const struct pmon_layout snbep_ubox_layout = {
	.enable = SNBEP_ENABLE,
	.clear = SNBEP_RESET,
	.zeroes = true,
};

/* CBo filter, Table 2-12. */
#define CBO_FILTER		0x10
#define CBO_FILTER_TID		GENMASK_ULL(4, 0)
#define CBO_FILTER_NID		GENMASK_ULL(17, 10)
#define CBO_FILTER_STATE	GENMASK_ULL(22, 18)
#define CBO_FILTER_OPC		GENMASK_ULL(31, 23)

static const struct pmon_resource cbo_resources[] = {
	{
		.mask = CBO_FILTER_TID | CBO_FILTER_NID | CBO_FILTER_STATE |
			CBO_FILTER_OPC,
		.offset = CBO_FILTER,
	},
	{ }
};

/* Bits of the umask that select "by opcode" (0) and "by node" (6). */
#define BY_OPCODE		BIT_ULL(8)
#define BY_NODE			BIT_ULL(14)
#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define LLC_VICTIMS		0x37

#define CBO_RULE(select, event, field)	\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | (event), 0, 1, field, 0)

static const struct pmon_filter_rule cbo_rules[] = {
	SNBEP_RULE(SNBEP_TID_ENABLE, SNBEP_TID_ENABLE, 0, 1, CBO_FILTER_TID, 0),
	CBO_RULE(0, SNBEP_LLC_LOOKUP, CBO_FILTER_STATE),
	SNBEP_DEFAULT_STATES(0, CBO_FILTER_STATE),
	CBO_RULE(BY_NODE, SNBEP_LLC_LOOKUP, CBO_FILTER_NID),
	CBO_RULE(BY_OPCODE, TOR_INSERTS, CBO_FILTER_OPC),
	CBO_RULE(BY_NODE, TOR_INSERTS, CBO_FILTER_NID),
	CBO_RULE(BY_OPCODE, TOR_OCCUPANCY, CBO_FILTER_OPC),
	CBO_RULE(BY_NODE, TOR_OCCUPANCY, CBO_FILTER_NID),
	CBO_RULE(BY_NODE, LLC_VICTIMS, CBO_FILTER_NID),
	{ }
};

/* PCU filter, Table 2-77: a band each for events 0x0b to 0x0e. */
#define PCU_FILTER		0x10

const struct pmon_resource snbep_pcu_resources[] = {
	{ .mask = GENMASK_ULL(31, 0), .offset = PCU_FILTER },
	{ }
};

/*
 * Bands are equivalent: an event uses another band if its own already has another value. Bit 7 of
 * the event adds an occupancy (Table 2-80, case 6).
 */
const struct pmon_choice_rule snbep_pcu_choices[] = {
	{
		.select = GENMASK_ULL(6, 0), .first = 0x0b, .num = 4,
		.zero = SNBEP_EVENT_EXTENSION,
		.fields = { { .word = 1, .bits = GENMASK_ULL(7, 0), .step = 8 } },
	},
	{ }
};

/* Demotions of a core depend on the first band, too (2.6.7). */
static const struct pmon_filter_rule pcu_rules[] = {
	SNBEP_PCU_DEMOTION_RULES,
	{ }
};

/*
 * Cycles with a core in C3 or C6 (2.6.3.3). They are not part of the PMON block: it neither freezes
 * nor resets them. Their numbers are the states of occ_sel.
 */
#define PCU_C3			(0x3fc - SNBEP_PCU)
#define PCU_C6			(0x3fd - SNBEP_PCU)
#define PCU_RESIDENCY(state, offset)					\
	{								\
		.config = (state) << 14 | SNBEP_FIXED_EVENT,		\
		.control = PMON_NO_REGISTER, .counter = offset,		\
		.width = 64, .rate = SNBEP_CLOCK_RATE,			\
	}

const struct pmon_extra snbep_pcu_extras[SNBEP_PCU_EXTRAS] = {
	PCU_RESIDENCY(2, PCU_C3),
	PCU_RESIDENCY(3, PCU_C6),
};

/*
 * UCLK, MSRs 0xc08 and 0xc09: no bit clears it (Table 2-4). The text has 48 bits (2.2.2), Table 2-5
 * 44. Differences of 44 bits are right in both cases.
 */
const struct pmon_extra snbep_ubox_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0xc08 - SNBEP_UBOX, .counter = 0xc09 - SNBEP_UBOX,
	.width = 44, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

/* DCLK, Table 2-62. */
static const struct pmon_extra imc_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = FROM_CONTROL(0xf0), .counter = FROM_CONTROL(0xd0),
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .clear = SNBEP_FIXED_RESET,
	.rate = SNBEP_CLOCK_RATE,
};

/* HA, Tables 2-37 to 2-39. The hardware ignores the low 12 bits of the address. */
const struct pmon_resource snbep_ha_resources[] = {
	[SNBEP_HA_ADDRESS_MATCH] = {
		.mask = SNBEP_HA_ADDRESS, .offset = FROM_CONTROL(0x40),
	},
	[SNBEP_HA_OPCODE_MATCH] = {
		.mask = SNBEP_HA_OPCODE, .offset = FROM_CONTROL(0x48),
	},
	{ }
};

/* The umasks are from Intel's event list, not from the guide; 0: both. */
static const struct pmon_filter_rule ha_rules[] = {
	SNBEP_HA_ADDRESS_RULE(SNBEP_UMASK, 0),
	SNBEP_HA_OPCODE_RULE(SNBEP_UMASK, 0),
	SNBEP_HA_ADDRESS_RULE(SNBEP_HA_BY_ADDRESS, SNBEP_HA_BY_ADDRESS),
	SNBEP_HA_OPCODE_RULE(SNBEP_HA_BY_OPCODE, SNBEP_HA_BY_OPCODE),
	{ }
};

/*
 * QPI, Tables 2-88 to 2-91: two registers of 32 bits each for match and mask, in another function
 * of the port. All other bits are reserved.
 */
#define QPI_MATCH		0x228
#define QPI_MASK		0x238
#define QPI_PACKET							\
	(GENMASK_ULL(51, 48) |		/* RDS */			\
	 GENMASK_ULL(35, 32) |		/* RNID 3:0 */			\
	 BIT_ULL(31) |			/* RNID 4 */			\
	 GENMASK_ULL(17, 3))		/* DNID, MC, OPC, VNW */
#define QPI_CTO_COUNT		0x38

enum qpi_resource {
	QPI_PACKET_MATCH,
	QPI_PACKET_MASK,
};

const struct pmon_resource snbep_qpi_resources[] = {
	[QPI_PACKET_MATCH] = {
		.mask = QPI_PACKET, .offset = QPI_MATCH, .companion = true,
	},
	[QPI_PACKET_MASK] = {
		.mask = QPI_PACKET, .offset = QPI_MASK, .companion = true,
	},
	{ }
};

const struct pmon_filter_rule snbep_qpi_rules[] = {
	SNBEP_RULE(SNBEP_EVENT, QPI_CTO_COUNT, QPI_PACKET_MATCH, 1, QPI_PACKET, 0),
	SNBEP_RULE(SNBEP_EVENT, QPI_CTO_COUNT, QPI_PACKET_MASK, 2, QPI_PACKET, 0),
	{ }
};

/* The mask uses all of config2. */
const struct pmon_field snbep_qpi_unit_mask = {
	"unit_mask", 0, GENMASK_ULL(39, 32),
};

#define BASELINE	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | \
			 SNBEP_INVERT | SNBEP_THRESHOLD)

static const struct pmon_box_type ubox = {
	SNBEP_UBOX_TYPE,
	.control = (BASELINE & ~SNBEP_THRESHOLD) | SNBEP_THRESHOLD5,
	.layout = &snbep_ubox_layout,
};

static const struct pmon_box_type cbox = {
	SNBEP_CBO_TYPE,
	.max_id = 7,
	.control = BASELINE | SNBEP_TID_ENABLE,
	.layout = &snbep_layout,
	.resources = cbo_resources, .rules = cbo_rules,
};

static const struct pmon_box_type pcu = {
	SNBEP_PCU_TYPE,
	.control = SNBEP_EVENT | SNBEP_OCCUPANCY_SELECT | SNBEP_EDGE |
		   SNBEP_EVENT_EXTENSION | SNBEP_INVERT | SNBEP_THRESHOLD5 |
		   SNBEP_OCCUPANCY_INVERT | SNBEP_OCCUPANCY_EDGE,
	.layout = &snbep_layout,
	.rules = pcu_rules,
};

static const struct pmon_box_type ha = {
	SNBEP_HA_TYPE,
	.control = BASELINE,
	.layout = &snbep_memory_layout,
	.resources = snbep_ha_resources, .rules = ha_rules,
};

static const struct pmon_box_type imc = {
	SNBEP_IMC_TYPE,
	.max_id = 3,
	.control = BASELINE,
	.layout = &snbep_memory_layout,
	.extras = &imc_extra, .num_extras = 1,
};

static const struct pmon_box_type qpi = {
	SNBEP_QPI_TYPE,
	.max_id = 1,
	.control = BASELINE | SNBEP_EVENT_EXTENSION,
	.layout = &snbep_layout,
};

static const struct pmon_box_type r2pcie = {
	SNBEP_R2PCIE_TYPE,
	.control = BASELINE,
	.layout = &snbep_ring_layout,
};

static const struct pmon_box_type r3qpi = {
	SNBEP_R3QPI_TYPE,
	.max_id = 1,
	.control = BASELINE,
	.layout = &snbep_ring_layout,
};

/* The comments are the guide's device and function numbers. */
static const struct pmon_places places[] = {
	{ .type = &ubox, SNBEP_MSRS(SNBEP_UBOX, 0, 1) },
	{ .type = &cbox, SNBEP_MSRS(SNBEP_CBO, SNBEP_CBO_STRIDE, 8) },
	{ .type = &pcu, SNBEP_MSRS(SNBEP_PCU, 0, 1) },
	{ .type = &ha, SNBEP_FUNCTIONS, .functions = { { 0x3c46 } } },		/* 14.1 */
	{
		.type = &imc, SNBEP_FUNCTIONS,
		.functions = { { 0x3cb0 }, { 0x3cb1 },
			       { 0x3cb4 }, { 0x3cb5 } },	/* 16.0, 1, 4, 5 */
	}, {
		.type = &qpi, SNBEP_FUNCTIONS,
		.functions = { { 0x3c41, .companion = 0x3c86 },	/* 8.2, 8.6 */
			       { 0x3c42, .companion = 0x3c96 } }, /* 9.2, 9.6 */
	},
	{ .type = &r2pcie, SNBEP_FUNCTIONS, .functions = { { 0x3c43 } } },	/* 19.1 */
	{
		.type = &r3qpi, SNBEP_FUNCTIONS,
		.functions = { { 0x3c44 }, { 0x3c45 } },	/* 19.5, 6 */
	},
};

const struct pmon_processor pmon_snbep = {
	.name = "Sandy Bridge-EP",
	.events = &pmon_snbep_events,
	.ubox = { .device = 0x3ce0, .node_id = 0x40, .map = 0x54 },
	.places = places,
	.num_places = ARRAY_SIZE(places),
};
