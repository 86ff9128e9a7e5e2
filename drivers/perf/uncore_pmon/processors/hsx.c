// SPDX-License-Identifier: GPL-2.0-only
/*
 * Haswell-EP and -EX, Broadwell-EP and -EX (Xeon E5 and E7 v3 and v4), Broadwell-DE (Xeon D-1500):
 * places and registers of their units.
 *
 * The guides, Intel 331051 and 334291, were not available. Facts are from the in-tree driver, from
 * Intel's event lists, and from other programs that quote the guides. What none of them says is
 * assumed to be as in Sandy Bridge-EP. No source says how a counter freezes the package, so there
 * is no sampling.
 */
#include <linux/pci.h>

#include "processors/processor.h"
#include "processors/snbep.h"

/* MSRs of the unit controls; of the UBox, which has none, the first counter control. */
#define UBOX			0x705
#define PCU			0x710
#define SBO			0x720
#define SBO_STRIDE		0xa
#define CBO			0xe00
#define CBO_STRIDE		0x10

/*
 * Sources disagree whether the counters of the UBox, of the SBo, and of R3QPI have 44 or 48 bits.
 * Differences of 44 bits are right in both cases.
 */
static const struct pmon_registers ubox_registers = {
	.num = 2, .width = 44,
	.control = { 0, 1 },
	.counter = { 4, 5 },
};

static const struct pmon_registers sbo_registers = {
	.num = 4, .width = 44,
	.control = { 1, 2, 3, 4 },
	.counter = { 6, 7, 8, 9 },
};

static const struct pmon_registers pcu_registers = {
	.num = 4, .width = 48,
	.control = { 1, 2, 3, 4 },
	.counter = { 7, 8, 9, 0xa },
};

static const struct pmon_registers cbo_registers = {
	.num = 4, .width = 48,
	.control = { 1, 2, 3, 4 },
	.counter = { 8, 9, 0xa, 0xb },
};

/*
 * The in-tree driver and PCM set the freeze enable, which Sandy Bridge-EP requires for a freeze.
 * The reset bits of HA and IRP are not documented.
 */
#define UNIT_CONTROL						\
	.has_control = true,					\
	.freeze = SNBEP_FREEZE_ENABLE | SNBEP_FREEZE,		\
	.unfreeze = SNBEP_FREEZE_ENABLE,			\
	.enable = SNBEP_ENABLE
#define RESET	(SNBEP_FREEZE_ENABLE | SNBEP_RESET_CONTROL | SNBEP_RESET_COUNTERS)

static const struct pmon_layout hsx_layout = {
	UNIT_CONTROL,
	.reset = RESET,
};

/* The unit control of an SBo faults if a write sets several bits. */
static const struct pmon_layout sbo_layout = {
	UNIT_CONTROL,
	.reset = RESET,
	.bitwise = true,
};

static const struct pmon_layout memory_layout = {
	UNIT_CONTROL,
	.reset = SNBEP_FREEZE_ENABLE,
	.zeroes = true,
};

static const struct pmon_layout ubox_layout = {
	.zeroes = true,
	.enable = SNBEP_ENABLE,
};

/* UCLK, MSRs 0x703 and 0x704; DCLK. */
static const struct pmon_extra ubox_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0x703 - UBOX, .counter = 0x704 - UBOX,
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

static const struct pmon_extra imc_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0xf0 - SNBEP_PCI_CONTROL, .counter = 0xd0 - SNBEP_PCI_CONTROL,
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

/* UBox filter, MSR 0x707: thread 0, core 5:1. For FILTER_MATCH.ENABLE and U2C_ENABLE only. */
#define UBOX_FILTER		GENMASK_ULL(5, 0)
#define UBOX_FILTER_MATCH	0x41
#define UBOX_RULE(select)						\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | UBOX_FILTER_MATCH, 0, 1, UBOX_FILTER, 0)

static const struct pmon_resource ubox_resources[] = {
	{ .mask = UBOX_FILTER, .offset = 0x707 - UBOX },
	{ }
};

static const struct pmon_filter_rule ubox_rules[] = {
	UBOX_RULE(BIT_ULL(8)),
	UBOX_RULE(BIT_ULL(10)),
	{ }
};

/*
 * CBo filters; the second one is the upper half of config1. The in-tree driver has a link in bits
 * 9:6 of the first one; others say that they are reserved, and no event has it.
 */
#define FILTER0			0x5
#define FILTER0_TID		GENMASK_ULL(5, 0)
#define FILTER0_STATE		GENMASK_ULL(23, 17)
#define FILTER1			0x6
#define FILTER1_NID		GENMASK_ULL(15, 0)
#define FILTER1_OPC		GENMASK_ULL(28, 20)
#define FILTER1_C6		BIT_ULL(29)
#define FILTER1_NC		BIT_ULL(30)
#define FILTER1_ISOC		BIT_ULL(31)
#define FILTER1_OPCODE		(FILTER1_OPC | FILTER1_C6 | FILTER1_NC | FILTER1_ISOC)

enum cbo_resource {
	CBO_FILTER0,
	CBO_FILTER1,
};

static const struct pmon_resource cbo_resources[] = {
	[CBO_FILTER0] = { .mask = FILTER0_TID | FILTER0_STATE, .offset = FILTER0 },
	[CBO_FILTER1] = { .mask = FILTER1_NID | FILTER1_OPCODE, .offset = FILTER1 },
	{ }
};

/* Bits of the umask that select the filter of an event. */
#define BY_OPCODE		BIT_ULL(8)
#define BY_NODE			BIT_ULL(14)
#define WB_CREDITS		BIT_ULL(15)
#define RXR_IPQ_RETRY2		0x28
#define RXR_IRQ_RETRY2		0x29
#define RXR_ISMQ_RETRY2		0x2a
#define RXR_IRQ_RETRY		0x32
#define RXR_ISMQ_RETRY		0x33
#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define LLC_VICTIMS		0x37

#define RULE0(select, event, field)					\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | (event), CBO_FILTER0, 1, field, 0)
#define RULE1(select, event, field)					\
	SNBEP_RULE(SNBEP_EVENT | (select), (select) | (event), CBO_FILTER1, 1, (field) << 32, -32)

/* Requests of devices: perf's events by opcode have this thread id without the enable bit. */
#define NO_THREAD		0x3e
#define NO_THREAD_RULE(event)						\
	{								\
		.mask = SNBEP_EVENT | BY_OPCODE, .match = BY_OPCODE | (event),	\
		.resource = CBO_FILTER0, .word = 1, .bits = FILTER0_TID, .only = NO_THREAD,	\
	}

static const struct pmon_filter_rule cbo_rules[] = {
	SNBEP_RULE(SNBEP_TID_ENABLE, SNBEP_TID_ENABLE, CBO_FILTER0, 1, FILTER0_TID, 0),
	RULE1(BY_NODE, RXR_IPQ_RETRY2, FILTER1_NID),
	RULE1(BY_NODE, RXR_IRQ_RETRY2, FILTER1_NID),
	RULE1(BY_NODE, RXR_ISMQ_RETRY2, FILTER1_NID),
	RULE1(BY_NODE, RXR_IRQ_RETRY, FILTER1_NID),
	RULE1(BY_NODE, RXR_ISMQ_RETRY, FILTER1_NID),
	RULE1(WB_CREDITS, RXR_ISMQ_RETRY, FILTER1_NID),
	RULE0(0, SNBEP_LLC_LOOKUP, FILTER0_STATE),
	SNBEP_DEFAULT_STATES(CBO_FILTER0, FILTER0_STATE),
	RULE1(BY_NODE, SNBEP_LLC_LOOKUP, FILTER1_NID),
	NO_THREAD_RULE(TOR_INSERTS),
	RULE1(BY_OPCODE, TOR_INSERTS, FILTER1_OPCODE),
	RULE1(BY_NODE, TOR_INSERTS, FILTER1_NID),
	NO_THREAD_RULE(TOR_OCCUPANCY),
	RULE1(BY_OPCODE, TOR_OCCUPANCY, FILTER1_OPCODE),
	RULE1(BY_NODE, TOR_OCCUPANCY, FILTER1_NID),
	RULE1(BY_NODE, LLC_VICTIMS, FILTER1_NID),
	{ }
};

#define PCU_FILTER		0x5

static const struct pmon_resource pcu_resources[] = {
	{ .mask = GENMASK_ULL(31, 0), .offset = PCU_FILTER },
	{ }
};

#define BASELINE	(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_INVERT | SNBEP_THRESHOLD)

static const struct pmon_box_type ubox = {
	.name = "ubox",
	.control = (BASELINE & ~SNBEP_THRESHOLD) | SNBEP_THRESHOLD5,
	.layout = &ubox_layout,
	.registers = &ubox_registers,
	.resources = ubox_resources, .rules = ubox_rules,
	.extras = &ubox_extra, .num_extras = 1,
};

static const struct pmon_box_type cbox = {
	.name = "cbox",
	.max_id = 23,
	.control = BASELINE | SNBEP_TID_ENABLE,
	.layout = &hsx_layout,
	.registers = &cbo_registers,
	.resources = cbo_resources, .rules = cbo_rules,
};

/* Where the filter of threads would be is unknown. */
static const struct pmon_box_type sbox = {
	.name = "sbox",
	.max_id = 3,
	.control = BASELINE | SNBEP_TID_ENABLE,
	.layout = &sbo_layout,
	.registers = &sbo_registers,
};

static const struct pmon_box_type pcu = {
	.name = "pcu",
	.control = SNBEP_EVENT | SNBEP_OCCUPANCY_SELECT | SNBEP_EDGE | SNBEP_INVERT |
		   SNBEP_THRESHOLD5 | SNBEP_OCCUPANCY_INVERT | SNBEP_OCCUPANCY_EDGE,
	.layout = &hsx_layout,
	.registers = &pcu_registers,
	.resources = pcu_resources,
	.choices = snbep_pcu_choices,
};

static const struct pmon_box_type ha = {
	SNBEP_HA_TYPE,
	.max_id = 1,
	.control = BASELINE,
	.layout = &memory_layout,
	.resources = snbep_ha_resources, .rules = ivbep_ha_rules,
};

static const struct pmon_box_type imc = {
	SNBEP_IMC_TYPE,
	.max_id = 7,
	.control = BASELINE,
	.layout = &memory_layout,
	.extras = &imc_extra, .num_extras = 1,
};

/*
 * The in-tree driver has four counters here. Another source has two units of two counters each,
 * with the addresses of Ivy Bridge-EP. The event lists have counters 0 and 1 only.
 */
static const struct pmon_registers irp_registers = {
	.num = 2, .width = 48,
	.control = { 0xd8 - SNBEP_PCI_CONTROL, 0xdc - SNBEP_PCI_CONTROL },
	.counter = { 0xa0 - SNBEP_PCI_CONTROL, 0xa8 - SNBEP_PCI_CONTROL },
};

static const struct pmon_box_type irp = {
	.name = "irp",
	.control = BASELINE,
	.layout = &memory_layout,
	.registers = &irp_registers,
};

static const struct pmon_box_type qpi = {
	SNBEP_QPI_TYPE,
	.max_id = 2,
	.control = BASELINE | SNBEP_EVENT_EXTENSION,
	.layout = &hsx_layout,
};

static const struct pmon_box_type r2pcie = {
	.name = "r2pcie",
	.control = BASELINE,
	.layout = &hsx_layout,
	.registers = &snbep_pci_registers,
};

static const struct pmon_box_type r3qpi = {
	SNBEP_R3QPI_TYPE,
	.max_id = 2,
	.control = BASELINE,
	.layout = &hsx_layout,
};

/* Haswell-EP has small dies with two SBoxes, Broadwell-EP without any. */
#define SBO_FUSE(id, small)						\
	{								\
		.device = id, .devfn = PCI_DEVFN(0x1e, 3),		\
		.words = { { 0x94, GENMASK(7, 6) } },			\
		.by_value = true, .value = 0, .num = small,		\
	}

static const struct pmon_fuse hsx_sbo_fuse = SBO_FUSE(0x2fc0, 2);
static const struct pmon_fuse bdx_sbo_fuse = SBO_FUSE(0x6fc0, 0);

#define MSRS(msr, stride, num)						\
	.access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS, .runs = { { msr, stride, num } }
#define FUNCTIONS							\
	.access = PMON_ACCESS_PCI, .control = SNBEP_PCI_CONTROL

/*
 * A die with one HA shows the first channel of the second controller, 17.0, which has no memory. A
 * die with two has channels 0, 1, 4 and 5. @id is the upper half of all device ids.
 */
#define COMMON_PLACES(id)						\
	{ .type = &ubox, MSRS(UBOX, 0, 1) },				\
	{ .type = &pcu, MSRS(PCU, 0, 1) },				\
	{ .type = &ha, FUNCTIONS, .functions = { { id + 0x30 }, { id + 0x38 } } },	\
	{								\
		.type = &imc, FUNCTIONS, .presence = PMON_ANSWERS, .with = &ha, .beside = 4, \
		.functions = { { id + 0xb0 }, { id + 0xb1 }, { id + 0xb4 }, { id + 0xb5 },	\
			       { id + 0xd0 }, { id + 0xd1 }, { id + 0xd4 }, { id + 0xd5 } },	\
	},								\
	{ .type = &irp, FUNCTIONS, .functions = { { id + 0x39 } } },	\
	{ .type = &r2pcie, FUNCTIONS, .functions = { { id + 0x34 } } }

/*
 * Each R3QPI unit has a link. Its function stays where the firmware hides that of the link, in
 * particular with one socket. Firmware can also hide the functions of links that are used.
 */
#define EP_PLACES(id, companion2, cbos, sbo_fuse)			\
	COMMON_PLACES(id),						\
	{ .type = &cbox, MSRS(CBO, CBO_STRIDE, cbos) },			\
	{								\
		.type = &sbox, .access = PMON_ACCESS_MSR, .presence = PMON_FUSED,	\
		.fuse = sbo_fuse, .runs = { { SBO, SBO_STRIDE, 4 } },	\
	},								\
	{								\
		.type = &qpi, FUNCTIONS,				\
		.functions = { { id + 0x32, .companion = id + 0x86 },	\
			       { id + 0x33, .companion = id + 0x96 },	\
			       { id + 0x3a, .companion = companion2 } },	\
	},								\
	{								\
		.type = &r3qpi, FUNCTIONS, .with = &qpi, .linked = true,	\
		.functions = { { id + 0x36 }, { id + 0x37 }, { id + 0x3e } },	\
	}

static const struct pmon_places hsx_places[] = { EP_PLACES(0x2f00, 0, 18, &hsx_sbo_fuse) };
static const struct pmon_places bdx_places[] = { EP_PLACES(0x6f00, 0x6f46, 24, &bdx_sbo_fuse) };
static const struct pmon_places bdxde_places[] = {
	COMMON_PLACES(0x6f00),
	{ .type = &cbox, MSRS(CBO, CBO_STRIDE, 24) },
};

/* Firmware and other programs may leave a package frozen. */
static const struct pmon_left_freeze left_freeze = {
	.msr = 0x700, .freeze = BIT_ULL(31), .unfreeze = BIT_ULL(29),
};

#define UBOX_MAP(id)	{ .device = id, .node_id = 0x40, .map = 0x54 }

const struct pmon_processor pmon_hsx = {
	.name = "Haswell-EP",
	.events = &pmon_hsx_events,
	.ubox = UBOX_MAP(0x2f1e),
	.left_freeze = &left_freeze,
	.places = hsx_places, .num_places = ARRAY_SIZE(hsx_places),
};

const struct pmon_processor pmon_bdx = {
	.name = "Broadwell-EP",
	.events = &pmon_bdx_events,
	.ubox = UBOX_MAP(0x6f1e),
	.left_freeze = &left_freeze,
	.places = bdx_places, .num_places = ARRAY_SIZE(bdx_places),
};

const struct pmon_processor pmon_bdxde = {
	.name = "Broadwell-DE",
	.events = &pmon_bdxde_events,
	.ubox = UBOX_MAP(0x6f1e),
	.left_freeze = &left_freeze,
	.places = bdxde_places, .num_places = ARRAY_SIZE(bdxde_places),
};
