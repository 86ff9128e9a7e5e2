// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Granite Rapids family: Granite Rapids, Granite Rapids-D, Sierra Forest, Clearwater Forest and
 * Grand Ridge. They have the same kinds of units.
 *
 * Intel has not published a guide to their uncore. The sources are Intel's event lists and PCM,
 * which Intel publishes, the in-tree driver, and EDAC drivers; the comments name them. "As Emerald
 * Rapids" means that the in-tree driver treats both alike.
 */
#include <linux/bits.h>
#include <linux/pci.h>

#include "processors/emr_boxes.h"
#include "processors/gnr.h"

/*
 * UCLK: control 0x3ffe and counter 0x3ffd, from PCM. On Grand Ridge the counter follows the
 * control. The enable bit is that of all earlier Xeons. The layout is undocumented, so the driver
 * offers the counter only if it can be read.
 */
static const struct pmon_extra ubox_extras[] = {
	{
		.config = EMR_FIXED_EVENT, .control = 0xe, .counter = 0xd, .width = 48,
		.enable = EMR_FIXED_ENABLE, .rate = EMR_CLOCK_RATE, .clock = true,
	},
};

static const struct pmon_extra grr_ubox_extras[] = {
	{
		.config = EMR_FIXED_EVENT, .control = 0xe, .counter = 0xf, .width = 48,
		.enable = EMR_FIXED_ENABLE, .rate = EMR_CLOCK_RATE, .clock = true,
	},
};

/*
 * From the in-tree driver. The clock of stack 0 is 0x290e, and the clocks of the stacks are 0x10
 * apart, like their unit controls. The bandwidth counters of stack 0 start at 0x360e (in) and
 * 0x2e0e (out), 0x10 apart; those of the next stack are 0x80 higher. Whether all stacks have them
 * is undocumented.
 */
#define BANDWIDTH(umask, first, port)					\
	{								\
		.config = EMR_EXTRA_CONFIG((umask) + (port)), .control = PMON_NO_REGISTER, \
		.counter = (first) - 0x290e + 0x10 * (port), .stride = 0x80 - 0x10, \
		.width = 48, .rate = EMR_CLOCK_RATE,			\
	}
#define IIO_IN(port)		BANDWIDTH(0x20, 0x360e, port)
#define IIO_OUT(port)		BANDWIDTH(0x30, 0x2e0e, port)

static const struct pmon_extra iio_free_running_extras[] = {
	{
		.config = EMR_EXTRA_CONFIG(0x10), .control = PMON_NO_REGISTER, .counter = 0,
		.width = 48, .rate = EMR_CLOCK_RATE,
	},
	IIO_IN(0), IIO_IN(1), IIO_IN(2), IIO_IN(3),
	IIO_IN(4), IIO_IN(5), IIO_IN(6), IIO_IN(7),
	IIO_OUT(0), IIO_OUT(1), IIO_OUT(2), IIO_OUT(3),
	IIO_OUT(4), IIO_OUT(5), IIO_OUT(6), IIO_OUT(7),
};

#define BASELINE							\
	.control = EMR_BASELINE,					\
	.layout = &emr_layout

#define PCI_SPACE							\
	.control = EMR_PCI_CONTROL,		\
	.layout = &emr_layout

#define EXTRAS(table)							\
	.extras = table,						\
	.num_extras = ARRAY_SIZE(table)

/* There is space for 144 unit controls; unit masks end at 127. Up to 126 units are known. */
static const struct pmon_box_type cha = {
	.name = "cha", .number = GNR_CHA, .max_id = 255,
	.control = EMR_CHA_CONTROL,
	.layout = &emr_layout,
	.resources = emr_cha_resources,
	.rules = emr_cha_rules,
};

/* Five on a Clearwater Forest. */
static const struct pmon_box_type pcu = {
	.name = "pcu", .number = GNR_PCU, .max_id = 63, BASELINE,
};

static const struct pmon_box_type ubox = {
	.name = "ubox", .number = GNR_UBOX, BASELINE,
	EXTRAS(ubox_extras), .extras_at = 0x3ff0,
};

static const struct pmon_box_type grr_ubox = {
	.name = "ubox", .number = GNR_UBOX, BASELINE,
	EXTRAS(grr_ubox_extras), .extras_at = 0x3f50,
};

static const struct pmon_box_type upi = {
	.name = "upi", .number = GNR_UPI, .max_id = 63, PCI_SPACE,
};

static const struct pmon_box_type cxlcm = {
	.name = "cxlcm", .number = GNR_CXLCM, .max_id = 63, BASELINE,
};

static const struct pmon_box_type b2hot = {
	.name = "b2hot", .number = GNR_B2HOT, .max_id = 63, BASELINE,
};

static const struct pmon_box_type b2cmi = {
	.name = "b2cmi", .number = GNR_B2CMI, .max_id = 63, PCI_SPACE,
};

static const struct pmon_box_type b2cxl = {
	.name = "b2cxl", .number = GNR_B2CXL, .max_id = 63, BASELINE,
};

static const struct pmon_box_type b2upi = {
	.name = "b2upi", .number = GNR_B2UPI, .max_id = 63, PCI_SPACE,
};

/*
 * The in-tree driver uses "mdf_sbo". Intel's event list has the unit MDF, and perf searches a PMU
 * with that name: with the other name, it rejects unc_mdf_*.
 */
static const struct pmon_box_type mdf = {
	.name = "mdf", .number = GNR_MDF, .max_id = 255, BASELINE,
};

static const struct pmon_box_type pciex16 = {
	.name = "pciex16", .number = GNR_PCIEX16, .max_id = 63,
	.fields = emr_baseline_fields, PCI_SPACE,
};

static const struct pmon_box_type pciex8 = {
	.name = "pciex8", .number = GNR_PCIEX8, .max_id = 63,
	.fields = emr_baseline_fields, PCI_SPACE,
};

/* It has no type number: discovery tables do not list it. */
static const struct pmon_box_type iio_free_running = {
	.name = "iio_free_running", .max_id = 63,
	.layout = &emr_free_running_layout,
	EXTRAS(iio_free_running_extras),
};

/* Offers only the control bits that all boxes have. */
static const struct pmon_box_type unnamed = {
	.max_id = 255,
	.fields = emr_baseline_fields,
	BASELINE,
};

/* The places are from PCM and the in-tree driver, the offsets from the table. */
#define MSR_PLACES(its_type, ...)					\
	.at = { .type = its_type, .access = PMON_ACCESS_MSR, .runs = { __VA_ARGS__ } }, \
	.probed = true

#define DESCRIBED	.described = true, .table_offsets = true, .max_counters = 4

#define MMIO_PLACES(its_type, ...)					\
	.at = { .type = its_type, .access = PMON_ACCESS_MMIO, __VA_ARGS__ }

#define PCI_PLACES(its_type, register, ...)				\
	.at = {								\
		.type = its_type, .access = PMON_ACCESS_PCI, .control = register, \
		.functions = { __VA_ARGS__ },				\
	},								\
	.probed = true

#define ANY_PLACE(its_type)	.at = { .type = its_type }, .any_space = true, .probed = true

/* The number of counters is undocumented. */
#define ANY_COUNTERS	.max_counters = PMON_TABLE_MAX_COUNTERS

#define UPI(slot)	{ GNR_PCI_UPI, PCI_DEVFN(slot, 1) }
#define B2UPI(slot)	{ 0, PCI_DEVFN(slot, 0) }

/*
 * Places of the units. @ubox_type and @ubox_first: the UBox and its first register. Early machines
 * have broken entries of UPI, from the in-tree driver's history and likwid's. Production machines
 * are said to have correct ones. The offsets of UPI are those of Emerald Rapids.
 */
#define BOXES(ubox_type, ubox_first)					\
	{ MSR_PLACES(&cha, { 0x2000, 0x10, 144 }), DESCRIBED },		\
	{ MSR_PLACES(&emr_iio, { 0x2900, 0x10, 16 }), DESCRIBED },		\
	{ MSR_PLACES(&emr_irp, { 0x2a00, 0x10, 16 }), DESCRIBED },		\
	{ MSR_PLACES(&pcu), .max_counters = 4 },			\
	{ MSR_PLACES(ubox_type, { ubox_first, 0x10, 1 }), ANY_COUNTERS }, \
	{								\
		MMIO_PLACES(&emr_imc, .beside = 28, .runs = { { 0x2800, 0x4000, 28 } }), \
		.max_counters = 4,					\
	}, {								\
		PCI_PLACES(&upi, 0x318, UPI(16), UPI(17), UPI(18), UPI(19), UPI(20), UPI(21)), \
		.if_refused = true,					\
		.max_counters = 4,					\
		.control_offset = 0x38, .counter_offset = 8,		\
		.status_offset = 0x74,					\
	},								\
	{ ANY_PLACE(&cxlcm), .max_counters = 8 },			\
	{ ANY_PLACE(&emr_cxldp), .max_counters = 8 },			\
	{ ANY_PLACE(&b2hot), ANY_COUNTERS },				\
	/* PCM only has the device id of the first one. */		\
	{ PCI_PLACES(&b2cmi, 0x438), .max_counters = 4 },	\
	{ ANY_PLACE(&b2cxl), ANY_COUNTERS },				\
	{								\
		PCI_PLACES(&b2upi, 0x408, B2UPI(24), B2UPI(25), B2UPI(26), \
			   B2UPI(27), B2UPI(28), B2UPI(29)),		\
		.max_counters = 4, .pci_bus = 1,			\
	},								\
	{ MSR_PLACES(&mdf), ANY_COUNTERS },				\
	{								\
		/* Root ports with PMON registers, from PCM. */		\
		PCI_PLACES(&pciex16, 0x620, { 0x0db0 }, { 0x0db1 }, { 0x0db2 }, { 0x0db3 }), \
		ANY_COUNTERS,						\
	}, {								\
		PCI_PLACES(&pciex8, 0x620, { 0x0db6 }, { 0x0db7 }, { 0x0db8 }, { 0x0db9 }), \
		ANY_COUNTERS,						\
	}

static const struct pmon_known_box boxes[] = {
	BOXES(&ubox, 0x3ff0),
};

/* The UBox of Grand Ridge has another address, from PCM. */
static const struct pmon_known_box grr_boxes[] = {
	BOXES(&grr_ubox, 0x3f50),
};

/*
 * From the EDAC driver and PCM, which agree: 28 places for channels, including those of absent
 * controllers, each with its own registers. @first: registers of the first channel.
 */
#define MEMORY(first)							\
	.memory = {							\
		.device = GNR_PCI_MEMORY, .devfn = PCI_DEVFN(0, 1),	\
		.base = 0xd0, .offset = 0xd4,				\
		.controllers = 1, .start = first, .size = (first) + 28 * 0x4000,		\
	}

static const struct pmon_places free_running[] = {
	{
		.type = &iio_free_running, .access = PMON_ACCESS_MSR, .with = &emr_iio,
		.runs = { { 0x290e, 0x10, 16 } },
	},
};

/*
 * From PCM. Two more stacks have other units if they work as UPI links, and two more have other
 * units in PCM's list of names. These four are left out.
 */
static const struct pmon_stack gnr_stacks[] = {
	{ 0, 0, "pcie" }, { 1, 2, "pcie" }, { 2, 3, "pcie" }, { 3, 4, "pcie" }, { 4, 5, "pcie" },
	{ 5, 7, "pcie" }, { 28, 8, "pcie" }, { 8, 1, "accelerators" }, { 12, 6, "accelerators" },
	{ }
};

static const struct pmon_stacks stacks = {
	.type = &emr_iio, .device = GNR_PCI_BUSES,
	.maps = { { .stacks = gnr_stacks } },
};

/* From PCM: 0 has the PCH, DSA and root ports, 1 DLB, 2 the network and QAT. */
static const struct pmon_stack grr_own_stacks[] = {
	{ 0, 2, "dmi" }, { 1, 1, "accelerators" }, { 2, 0, "accelerators" }, { }
};

static const struct pmon_stacks grr_stacks = {
	.type = &emr_iio, .device = GRR_PCI_OWN_BUS, .own = GRR_OWN_STACK,
	.maps = { { .stacks = grr_own_stacks } },
};

/* The addresses of the global registers are only in the table. */
#define DISCOVERY(places)						\
	.device = GNR_PCI_DISCOVERY,					\
	.global = { .words = 8, .used_words = 8 },			\
	.sampling_untried = true,					\
	.boxes = places, .num_boxes = ARRAY_SIZE(places),		\
	.unnamed = &unnamed,						\
	.msrs = { GNR_MSR_FIRST, GNR_MSR_LAST },			\
	.dword_types = BIT_ULL(GNR_IMC)

static const struct pmon_discovery discovery = {
	DISCOVERY(boxes),
};

static const struct pmon_discovery grr_discovery = {
	DISCOVERY(grr_boxes),
};

/*
 * From perf, whose split of the CHAs is an assumption; in perf the number of a channel is its rank,
 * so that no channel may be missing. B2CMI n belongs to channel n.
 */
static const struct pmon_node_map nodes[] = {
	{ "cha", 2 }, { "cha", 3 },
	{ "b2cmi", 2, 8, 4, { 1, 1, 0, 0 } }, { "b2cmi", 3, 12, 6, { 1, 1, 0, 0, 2, 2 } },
	{ "imc", 2, 8, 4, { 1, 1, 0, 0 } }, { "imc", 3, 12, 6, { 1, 1, 0, 0, 2, 2 } },
	{ }
};

#define PROCESSOR(its_events, its_discovery, memory_first)		\
	.events = its_events,						\
	.ubox = {							\
		.device = GNR_PCI_UBOX, .node_id = GNR_UBOX_NODE_ID,	\
		.map = GNR_UBOX_NODE_MAP, .second_bus = true, .unproven = true, \
	},								\
	MEMORY(memory_first),						\
	.places = free_running, .num_places = ARRAY_SIZE(free_running),	\
	.discovery = its_discovery

const struct pmon_processor pmon_gnr = {
	.name = "Granite Rapids", PROCESSOR(&pmon_gnr_events, &discovery, 0x24c000),
	.stacks = &stacks, .nodes = nodes,
};

/* Granite Rapids-D and Clearwater Forest: their stacks are undocumented. */
const struct pmon_processor pmon_gnrd = {
	.name = "Granite Rapids-D", PROCESSOR(&pmon_gnr_events, &discovery, 0x206000),
};

const struct pmon_processor pmon_srf = {
	.name = "Sierra Forest", PROCESSOR(&pmon_srf_events, &discovery, 0x24c000),
	.stacks = &stacks,
};

/* Its events are those of Sierra Forest, according to Intel's list. */
const struct pmon_processor pmon_cwf = {
	.name = "Clearwater Forest", PROCESSOR(&pmon_srf_events, &discovery, 0x24c000),
};

const struct pmon_processor pmon_grr = {
	.name = "Grand Ridge", PROCESSOR(&pmon_grr_events, &grr_discovery, 0x24c000),
	.stacks = &grr_stacks,
};
