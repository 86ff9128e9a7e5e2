// SPDX-License-Identifier: GPL-2.0-only
/*
 * Skylake-SP, Cascade Lake and Cooper Lake, with Xeon W and D-2100: places and registers of their
 * units.
 *
 * Sources as in skx.h. The driver does not write registers that only one of them has: the match
 * registers of M2M.
 */
#include <linux/pci.h>

#include "processors/processor.h"
#include "processors/skx.h"

/* The in-tree driver resets all boxes in this way; there is no freeze enable. */
const struct pmon_layout skx_layout = {
	.has_control = true,
	.freeze = SNBEP_FREEZE,
	.unfreeze = 0,
	.reset = SNBEP_RESET_CONTROL | SNBEP_RESET_COUNTERS,
	.enable = SNBEP_ENABLE,
};

const struct pmon_layout skx_ubox_layout = {
	.zeroes = true,
	.enable = SNBEP_ENABLE,
};

/* No unit control, so no freeze and no reset. */
const struct pmon_layout skx_free_running_layout = {};

const struct pmon_registers skx_cha_registers = {
	.num = 4, .width = 48,
	.control = { 1, 2, 3, 4 },
	.counter = { 8, 9, 10, 11 },
};

const struct pmon_registers skx_ubox_registers = {
	.num = 2, .width = 48,
	.control = { 0, 1 },
	.counter = { 4, 5 },
};

const struct pmon_registers skx_pcu_registers = {
	.num = 4, .width = 48,
	.control = { 1, 2, 3, 4 },
	.counter = { 7, 8, 9, 10 },
};

static const struct pmon_registers iio_registers = {
	.num = 4, .width = 48,
	.control = { 8, 9, 10, 11 },
	.counter = { 1, 2, 3, 4 },
};

static const struct pmon_registers irp_registers = {
	.num = 2, .width = 48,
	.control = { 3, 4 },
	.counter = { 1, 2 },
};

#define M2M_CONTROL		0x258
static const struct pmon_registers m2m_registers = {
	.num = 4, .width = 48,
	.control = { 0x228 - M2M_CONTROL, 0x230 - M2M_CONTROL,
		     0x238 - M2M_CONTROL, 0x240 - M2M_CONTROL },
	.counter = { 0x200 - M2M_CONTROL, 0x208 - M2M_CONTROL,
		     0x210 - M2M_CONTROL, 0x218 - M2M_CONTROL },
};

#define UPI_CONTROL		0x378
static const struct pmon_registers upi_registers = {
	.num = 4, .width = 48,
	.control = { 0x350 - UPI_CONTROL, 0x358 - UPI_CONTROL,
		     0x360 - UPI_CONTROL, 0x368 - UPI_CONTROL },
	.counter = { 0x318 - UPI_CONTROL, 0x320 - UPI_CONTROL,
		     0x328 - UPI_CONTROL, 0x330 - UPI_CONTROL },
};

static const struct pmon_registers m3upi_registers = {
	.num = 3, .width = 48,
	.control = { 0xd8 - SNBEP_PCI_CONTROL, 0xdc - SNBEP_PCI_CONTROL,
		     0xe0 - SNBEP_PCI_CONTROL },
	.counter = { 0xa0 - SNBEP_PCI_CONTROL, 0xa8 - SNBEP_PCI_CONTROL,
		     0xb0 - SNBEP_PCI_CONTROL },
};

/* UCLK: MSRs 0x703 and 0x704. */
const struct pmon_extra skx_ubox_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0x703 - SKX_UBOX, .counter = 0x704 - SKX_UBOX,
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

/* DCLK. */
static const struct pmon_extra imc_extra = {
	.config = SNBEP_FIXED_EVENT,
	.control = 0xf0 - SNBEP_PCI_CONTROL, .counter = 0xd0 - SNBEP_PCI_CONTROL,
	.width = 48, .enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

/*
 * Free-running counters of an IIO stack, offsets from its clock. The clocks are 0x20 apart, and the
 * other counters 0x10. Bandwidth counts 4 bytes, of which a x16 port moves up to 4G a second. The
 * unit of the utilization is unknown. With the limits below a counter of 36 bits is read twice
 * before it can wrap.
 */
#define IIO_CLOCK		0xa45
#define IIO_CLOCK_STRIDE	0x20
#define IIO_BANDWIDTH		0xb00
#define IIO_UTILIZATION		0xb08
#define IIO_STRIDE		0x10
#define IIO_WIDTH		36
#define IIO_COUNTER(umask, msr)						\
	{ SKX_EXTRA_CONFIG(umask), PMON_NO_REGISTER, (msr) - IIO_CLOCK,	\
	  IIO_STRIDE - IIO_CLOCK_STRIDE, IIO_WIDTH, 0, 0, SNBEP_CLOCK_RATE }

/* Incoming and outgoing bytes of ports 0 to 3; both directions of utilization in turns. */
#define IIO_IN(port)		IIO_COUNTER(0x20 + (port), IIO_BANDWIDTH + (port))
#define IIO_OUT(port)		IIO_COUNTER(0x24 + (port), IIO_BANDWIDTH + 4 + (port))
#define IIO_USE(n)		IIO_COUNTER(0x30 + (n), IIO_UTILIZATION + (n))

static const struct pmon_extra iio_free_running_extras[] = {
	{ SKX_EXTRA_CONFIG(0x10), PMON_NO_REGISTER, 0, 0, IIO_WIDTH, 0, 0, SNBEP_CLOCK_RATE },
	IIO_IN(0), IIO_IN(1), IIO_IN(2), IIO_IN(3),
	IIO_OUT(0), IIO_OUT(1), IIO_OUT(2), IIO_OUT(3),
	IIO_USE(0), IIO_USE(1), IIO_USE(2), IIO_USE(3),
	IIO_USE(4), IIO_USE(5), IIO_USE(6), IIO_USE(7),
};

/* The filter of UBox messages: what it selects is unknown. */
#define UBOX_FILTER		GENMASK_ULL(3, 0)
#define UBOX_EVENT_MSG		0x42
#define UBOX_RULE(umask)						\
	SNBEP_RULE(SNBEP_EVENT | BIT_ULL(umask), UBOX_EVENT_MSG | BIT_ULL(umask), \
		   0, 1, UBOX_FILTER, 0)

static const struct pmon_resource ubox_resources[] = {
	{ .mask = UBOX_FILTER, .offset = 0x707 - SKX_UBOX },
	{ }
};

static const struct pmon_filter_rule ubox_rules[] = {
	UBOX_RULE(10), UBOX_RULE(11), UBOX_RULE(12),
	{ }
};

/* Bands, as in Sandy Bridge-EP. */
const struct pmon_resource skx_pcu_resources[] = {
	{ .mask = GENMASK_ULL(31, 0), .offset = 5 },
	{ }
};

/* CHA filters; the second one is the upper half of config1. */
#define FILTER0_TID		GENMASK_ULL(8, 0)
#define FILTER0_LINK		GENMASK_ULL(12, 9)
#define FILTER0_STATE		GENMASK_ULL(26, 17)
#define FILTER1_LOCATION	GENMASK_ULL(1, 0)	/* remote, local */
#define FILTER1_ALL_OPCODES	BIT_ULL(3)
#define FILTER1_MEMORY		GENMASK_ULL(5, 4)	/* near, other */
#define FILTER1_OPCODES		GENMASK_ULL(28, 9)	/* two of them */
#define FILTER1_NC_ISOC		GENMASK_ULL(31, 30)
#define FILTER1			(FILTER1_LOCATION | FILTER1_ALL_OPCODES | FILTER1_MEMORY | \
				 FILTER1_OPCODES | FILTER1_NC_ISOC)

enum cha_resource {
	CHA_FILTER0,
	CHA_FILTER1,
};

static const struct pmon_resource cha_resources[] = {
	[CHA_FILTER0] = {
		.mask = FILTER0_TID | FILTER0_LINK | FILTER0_STATE,
		.offset = SKX_CHA_FILTER0,
	},
	[CHA_FILTER1] = {
		.mask = FILTER1,
		.offset = SKX_CHA_FILTER0 + 1,
	},
	{ }
};

#define TOR_INSERTS		0x35
#define TOR_OCCUPANCY		0x36
#define UPI_CREDITS_ACQUIRED	0x38
#define UPI_CREDIT_OCCUPANCY	0x3b

#define RULE0(event, field)						\
	SNBEP_RULE(SNBEP_EVENT, event, CHA_FILTER0, 1, field, 0)

/*
 * FILTER1 of TOR events. A group of bits without any would let nothing through, so that by default
 * all of a group are set: this is Intel's value 0x3b, or with an opcode 0x33 and the opcode.
 *
 * perf 7.3 has FILTER1 of its events and metrics in the lower half of config1. So it is there if
 * the upper half is 0, the lower half is not a thread, and has the bits that all of them have.
 */
#define TOR_DEFAULT(select, event, unless, bits)			\
	{ SNBEP_EVENT | SNBEP_TID_ENABLE, (select) | (event), CHA_FILTER1, 1, \
	  .set = (bits), .without = (unless) }
#define TOR_GROUP(event, group, bits)					\
	TOR_DEFAULT(0, event, (group) << 32 | (group), bits),		\
	TOR_DEFAULT(SNBEP_TID_ENABLE, event, (group) << 32, bits)
#define TOR_RULES(event)						\
	SNBEP_RULE(SNBEP_EVENT, event, CHA_FILTER1, 1, FILTER1 << 32, -32), \
	{ SNBEP_EVENT | SNBEP_TID_ENABLE, event, CHA_FILTER1, 1,	\
	  .bits = FILTER1, .only = FILTER1_MEMORY, .without = FILTER1 << 32 }, \
	TOR_GROUP(event, FILTER1_LOCATION, FILTER1_LOCATION),		\
	TOR_GROUP(event, FILTER1_MEMORY, FILTER1_MEMORY),		\
	TOR_GROUP(event, FILTER1_ALL_OPCODES | FILTER1_OPCODES, FILTER1_ALL_OPCODES)

static const struct pmon_filter_rule cha_rules[] = {
	SNBEP_RULE(SNBEP_TID_ENABLE, SNBEP_TID_ENABLE, CHA_FILTER0, 1, FILTER0_TID, 0),
	RULE0(UPI_CREDITS_ACQUIRED, FILTER0_TID | FILTER0_LINK),
	RULE0(UPI_CREDIT_OCCUPANCY, FILTER0_TID | FILTER0_LINK),
	RULE0(SNBEP_LLC_LOOKUP, FILTER0_STATE),
	SNBEP_DEFAULT_STATES(CHA_FILTER0, FILTER0_STATE),
	TOR_RULES(TOR_INSERTS),
	TOR_RULES(TOR_OCCUPANCY),
	{ }
};

static const struct pmon_box_type ubox = {
	SKX_UBOX_TYPE,
	.resources = ubox_resources, .rules = ubox_rules,
};

static const struct pmon_box_type pcu = {
	SKX_PCU_TYPE,
};

static const struct pmon_box_type cha = {
	.name = "cha", .max_id = 27,
	.control = SKX_BASELINE | SNBEP_TID_ENABLE,
	.layout = &skx_layout, .registers = &skx_cha_registers,
	.resources = cha_resources, .rules = cha_rules,
};

static const struct pmon_box_type iio = {
	.name = "iio", .max_id = 5,
	.control = SKX_BASELINE | SKX_IIO_THRESHOLD | GENMASK_ULL(46, 36),
	.layout = &skx_layout, .registers = &iio_registers,
};

static const struct pmon_box_type irp = {
	.name = "irp", .max_id = 5,
	.control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &irp_registers,
};

static const struct pmon_box_type iio_free_running = {
	.name = "iio_free_running", .max_id = 5,
	.layout = &skx_free_running_layout,
	.extras = iio_free_running_extras,
	.num_extras = ARRAY_SIZE(iio_free_running_extras),
};

static const struct pmon_box_type imc = {
	.name = "imc", .max_id = 5,
	.control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &snbep_pci_registers,
	.extras = &imc_extra, .num_extras = 1,
};

static const struct pmon_box_type m2m = {
	.name = "m2m", .max_id = 1,
	.control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &m2m_registers,
};

/* The extended umask has a reserved bit, 44. */
static const struct pmon_box_type upi = {
	.name = "upi", .max_id = 5,
	.control = SKX_BASELINE | GENMASK_ULL(43, 32) | GENMASK_ULL(55, 45),
	.layout = &skx_layout, .registers = &upi_registers,
};

static const struct pmon_box_type m2pcie = {
	.name = "m2pcie", .max_id = 3,
	.control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &snbep_pci_registers,
};

static const struct pmon_box_type m3upi = {
	.name = "m3upi", .max_id = 5,
	.control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &m3upi_registers,
};

/* CAPID6: the PMON blocks of the enabled CHAs follow each other; the others do not exist. */
static const struct pmon_fuse cha_fuse = {
	.device = 0x2083, .devfn = PCI_DEVFN(0x1e, 3),
	.words = { { 0x9c, GENMASK(27, 0) } },
};

#define MSRS(first, stride, num)					\
	.access = PMON_ACCESS_MSR, .runs = { { first, stride, num } }
#define FUNCTIONS(control_register)					\
	.access = PMON_ACCESS_PCI, .control = control_register

/* All but UPI and M3UPI, which differ in Cooper Lake. */
#define COMMON_PLACES							\
	{ .type = &ubox, MSRS(SKX_UBOX, 0, 1), .presence = PMON_ANSWERS }, \
	{ .type = &pcu, MSRS(SKX_PCU, 0, 1), .presence = PMON_ANSWERS }, \
	{ .type = &cha, MSRS(0xe00, 0x10, 28), .presence = PMON_FUSED, .fuse = &cha_fuse }, \
	{ .type = &iio, MSRS(0xa40, 0x20, 6), .presence = PMON_ANSWERS }, \
	{ .type = &irp, MSRS(0xa58, 0x20, 6), .presence = PMON_ANSWERS }, \
	{ .type = &iio_free_running, MSRS(IIO_CLOCK, IIO_CLOCK_STRIDE, 6), .with = &iio }, \
	{								\
		/* Three channels of each controller; both have the same device ids. */ \
		.type = &imc, FUNCTIONS(SNBEP_PCI_CONTROL),		\
		.functions = { { 0x2042, PCI_DEVFN(0xa, 2) }, { 0x2046, PCI_DEVFN(0xa, 6) }, \
			       { 0x204a, PCI_DEVFN(0xb, 2) }, { 0x2042, PCI_DEVFN(0xc, 2) }, \
			       { 0x2046, PCI_DEVFN(0xc, 6) }, { 0x204a, PCI_DEVFN(0xd, 2) } }, \
	}, {								\
		.type = &m2m, FUNCTIONS(M2M_CONTROL), .presence = PMON_ANSWERS, \
		.functions = { { 0x2066, PCI_DEVFN(8, 0) }, { 0x2066, PCI_DEVFN(9, 0) } }, \
	}, {								\
		/* The last one is at 16.5 on all known machines. The in-tree driver has 15.5. */ \
		.type = &m2pcie, FUNCTIONS(SNBEP_PCI_CONTROL),		\
		.functions = { { 0x2088, PCI_DEVFN(0x15, 1) }, { 0x2088, PCI_DEVFN(0x16, 1) }, \
			       { 0x2088, PCI_DEVFN(0x17, 1) }, { 0x2088, PCI_DEVFN(0x16, 5) } }, \
	}, {								\
		.type = &m2pcie, FUNCTIONS(SNBEP_PCI_CONTROL),		\
		.functions = { [3] = { 0x2088, PCI_DEVFN(0x15, 5) } },	\
	}

static const struct pmon_places places[] = {
	COMMON_PLACES,
	{
		.type = &upi, FUNCTIONS(UPI_CONTROL), .presence = PMON_ANSWERS,
		.functions = { { 0x2058, PCI_DEVFN(0xe, 0) }, { 0x2058, PCI_DEVFN(0xf, 0) },
			       { 0x2058, PCI_DEVFN(0x10, 0) } },
	}, {
		.type = &m3upi, FUNCTIONS(SNBEP_PCI_CONTROL),
		.functions = { { 0x204d, PCI_DEVFN(0x12, 1) }, { 0x204e, PCI_DEVFN(0x12, 2) },
			       { 0x204d, PCI_DEVFN(0x12, 5) } },
	},
};

/* On the first bus of a package; the other buses follow. */
#define UBOX_DEVICE	0x2014
#define UBOX_MAP	{ .device = UBOX_DEVICE, .node_id = 0xc0, .map = 0xd4, .lowest = true }

static const struct pmon_left_freeze left_freeze = {
	.msr = SKX_GLOBAL_CONTROL,
	.freeze = SKX_GLOBAL_FREEZE, .unfreeze = SKX_GLOBAL_UNFREEZE,
};

/* From the in-tree driver; the kinds are from PCM. */
static const struct pmon_stack its_stacks[] = {
	{ 0, 0, "dmi" }, { 1, 1, "pcie" }, { 2, 2, "pcie" }, { 3, 3, "pcie" }, { 4, 4, "mcp" },
	{ 5, 5, "mcp" }, { }
};

static const struct pmon_stacks stacks = {
	.type = &iio, .device = UBOX_DEVICE, .msr = 0x300,
	.maps = { { .stacks = its_stacks } },
};

const struct pmon_processor pmon_skx = {
	.name = "Skylake-SP",
	.events = &pmon_skx_events,
	.ubox = UBOX_MAP,
	.left_freeze = &left_freeze,
	.links = &upi,
	.stacks = &stacks,
	.places = places, .num_places = ARRAY_SIZE(places),
};

/* Its M2PCIe functions exist; the others are those of Skylake-SP. */
const struct pmon_processor pmon_clx = {
	.name = "Cascade Lake",
	.events = &pmon_clx_events,
	.ubox = UBOX_MAP,
	.left_freeze = &left_freeze,
	.links = &upi,
	.stacks = &stacks,
	.places = places, .num_places = ARRAY_SIZE(places),
};

/* Up to six links, from Intel's PCM; functions of links that a board does not use have no class. */
static const struct pmon_places cpx_places[] = {
	COMMON_PLACES,
	{
		.type = &upi, FUNCTIONS(UPI_CONTROL), .presence = PMON_ANSWERS,
		.functions = { { 0x2058, PCI_DEVFN(0xe, 0) }, { 0x2058, PCI_DEVFN(0xf, 0) },
			       { 0x2058, PCI_DEVFN(0x10, 0) }, { 0x2058, PCI_DEVFN(0xe, 4) },
			       { 0x2058, PCI_DEVFN(0xf, 4) }, { 0x2058, PCI_DEVFN(0x10, 4) } },
	}, {
		.type = &m3upi, FUNCTIONS(SNBEP_PCI_CONTROL),
		.functions = { { 0x204d, PCI_DEVFN(0x12, 1) }, { 0x204e, PCI_DEVFN(0x12, 2) },
			       { 0x204d, PCI_DEVFN(0x13, 1) }, { 0x204e, PCI_DEVFN(0x13, 2) },
			       { 0x204d, PCI_DEVFN(0x14, 1) }, { 0x204e, PCI_DEVFN(0x14, 2) } },
	},
};

const struct pmon_processor pmon_cpx = {
	.name = "Cooper Lake",
	.events = &pmon_clx_events,
	.ubox = UBOX_MAP,
	.left_freeze = &left_freeze,
	.stacks = &stacks,
	.places = cpx_places, .num_places = ARRAY_SIZE(cpx_places),
};
