// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emerald and Sapphire Rapids.
 *
 * Intel 817509 unless noted. Register layout: section 1.4; differences from it: the section of each
 * box type in chapter 2.
 */
#include <linux/bits.h>
#include <linux/pci.h>

#include "processors/emr.h"
#include "processors/emr_boxes.h"
#include "processors/processor.h"

/* Table 1-3, PMON_UNIT_CTL; all write-only. */
#define UNIT_FREEZE		BIT(0)
#define UNIT_RESET_CONTROL	BIT(8)
#define UNIT_RESET_COUNTERS	BIT(9)

/* Table 1-5, PMON_CTLx. */
#define CONTROL_RESET		BIT_ULL(17)	/* write-only */
#define CONTROL_FREEZE		BIT_ULL(20)	/* frz_ovf; frz_on_en and frz_on_ovf in the text */

/* CHA, section 2.2. */
#define CHA_FILTER_TID		GENMASK_ULL(9, 0)
#define CHA_FILTER0		0xe		/* from the unit control; also in PCM */

/* IIO, section 2.3: threshold; channel mask and FC mask. */
#define IIO_THRESHOLD		GENMASK_ULL(35, 24)
#define IIO_UMASK_EXTENSION	GENMASK_ULL(50, 32)

/* Fixed counter control of an iMC channel, Table 2-129. */
#define FIXED_RESET		BIT_ULL(19)	/* write-only */

const struct pmon_layout emr_layout = {
	.has_control = true,
	.freeze = UNIT_FREEZE,
	.unfreeze = 0,
	.reset = UNIT_RESET_CONTROL | UNIT_RESET_COUNTERS,
	/* There is no enable bit: an event select other than 0 counts (1.6). */
	.enable = 0,
	.clear = CONTROL_RESET,
	.freeze_on_overflow = CONTROL_FREEZE,
};

const struct pmon_layout emr_free_running_layout = {};

const struct pmon_field emr_baseline_fields[] = {
	{ "event", 0, GENMASK_ULL(7, 0) },
	{ "umask", 0, GENMASK_ULL(15, 8) },
	{ "edge", 0, BIT_ULL(18) },
	{ "inv", 0, BIT_ULL(23) },
	{ "thresh", 0, GENMASK_ULL(31, 24) },
	{ }
};

const struct pmon_resource emr_cha_resources[] = {
	{ .mask = CHA_FILTER_TID, .offset = CHA_FILTER0 },
	{ }
};

const struct pmon_filter_rule emr_cha_rules[] = {
	{
		.mask = EMR_CHA_TID_ENABLE, .match = EMR_CHA_TID_ENABLE,
		.word = 1, .bits = CHA_FILTER_TID,
	},
	{ }
};

/*
 * DCLK of an iMC channel. The guide's Table 1-12 swaps counter and control. But the address of a
 * 48-bit counter must be a multiple of eight, and the in-tree driver agrees.
 */
static const struct pmon_extra imc_extras[] = {
	{
		.config = EMR_FIXED_EVENT, .control = 0x54, .counter = 0x38, .width = 48,
		.enable = EMR_FIXED_ENABLE, .clear = FIXED_RESET,
		.rate = EMR_CLOCK_RATE, .clock = true,
	},
};

/*
 * UCLK: MSRs 0x2fde and 0x2fdf (Table 1-8), unit control 0x2fd0. The guide does not describe the
 * bits of the control. The enable bit is that of all earlier Xeons, which have no bit that clears
 * UCLK (E5-2600: 327043-001, Table 2-4).
 */
static const struct pmon_extra ubox_extras[] = {
	{
		.config = EMR_FIXED_EVENT, .control = 0xe, .counter = 0xf, .width = 48,
		.enable = EMR_FIXED_ENABLE, .rate = EMR_CLOCK_RATE, .clock = true,
	},
};

/*
 * Tables 1-10 and 1-11. Tables 2-186 and 2-187 contradict themselves: they have "event_count 47:0"
 * and "ignored 63:36", and "data bytes" where the text of 2.4.2.1 has dwords. The low 36 bits are
 * correct in any case, if they are read before they wrap. A x16 port moves up to 64 GB/s, so 2^36
 * bytes take 1.07 s. With pmon_poll_period_ns(), the driver reads them twice in that time.
 */
#define BANDWIDTH_RATE		64000000000ULL
#define BANDWIDTH_WIDTH		36
#define BANDWIDTH(umask, offset)					\
	{ EMR_EXTRA_CONFIG(umask), PMON_NO_REGISTER, offset, 0,		\
	  BANDWIDTH_WIDTH, 0, 0, BANDWIDTH_RATE }

/* Offsets are from 0x340e + 0x10 * stack, the clock. */
#define IIO_IN(port)		BANDWIDTH(0x20 + (port), 0x3f2 + (port))
#define IIO_OUT(port)		BANDWIDTH(0x30 + (port), 0x3fa + (port))

static const struct pmon_extra iio_free_running_extras[] = {
	{ EMR_EXTRA_CONFIG(0x10), PMON_NO_REGISTER, 0, 0, 48, 0, 0, EMR_CLOCK_RATE },
	IIO_IN(0), IIO_IN(1), IIO_IN(2), IIO_IN(3),
	IIO_IN(4), IIO_IN(5), IIO_IN(6), IIO_IN(7),
	IIO_OUT(0), IIO_OUT(1), IIO_OUT(2), IIO_OUT(3),
	IIO_OUT(4), IIO_OUT(5), IIO_OUT(6), IIO_OUT(7),
};

/* Table 1-12; offsets are from the clock, 0x22b0 past the controller's base. */
static const struct pmon_extra imc_free_running_extras[] = {
	{ EMR_EXTRA_CONFIG(0x10), PMON_NO_REGISTER, 0x00, 0, 48, 0, 0, EMR_CLOCK_RATE },
	{ EMR_EXTRA_CONFIG(0x20), PMON_NO_REGISTER, 0x68, 0, 48, 0, 0, EMR_CLOCK_RATE },
	{ EMR_EXTRA_CONFIG(0x30), PMON_NO_REGISTER, 0x70, 0, 48, 0, 0, EMR_CLOCK_RATE },
};

#define BASELINE							\
	.control = EMR_BASELINE,					\
	.layout = &emr_layout

#define EXTRAS(table)							\
	.extras = table,						\
	.num_extras = ARRAY_SIZE(table)

static const struct pmon_box_type cha = {
	.name = "cha", .number = EMR_CHA, .max_id = 63,
	.control = EMR_CHA_CONTROL,
	.layout = &emr_layout,
	.resources = emr_cha_resources,
	.rules = emr_cha_rules,
};

const struct pmon_box_type emr_iio = {
	.name = "iio", .number = EMR_IIO, .max_id = 63,
	.control = EMR_BASELINE | IIO_THRESHOLD | IIO_UMASK_EXTENSION,
	.layout = &emr_layout,
};

const struct pmon_box_type emr_irp = {
	.name = "irp", .number = EMR_IRP, .max_id = 63, BASELINE,
};

static const struct pmon_box_type m2pcie = {
	.name = "m2pcie", .number = EMR_M2PCIE, .max_id = 63, BASELINE,
};

static const struct pmon_box_type pcu = {
	.name = "pcu", .number = EMR_PCU, BASELINE,
};

static const struct pmon_box_type ubox = {
	.name = "ubox", .number = EMR_UBOX, BASELINE,
	EXTRAS(ubox_extras), .extras_at = 0x2fd0,
};

const struct pmon_box_type emr_imc = {
	.name = "imc", .number = EMR_IMC, .max_id = 63, BASELINE,
	EXTRAS(imc_extras),
};

static const struct pmon_box_type m2m = {
	.name = "m2m", .number = EMR_M2M, .max_id = 63,
	.control = EMR_PCI_CONTROL,
	.layout = &emr_layout,
};

/*
 * The M2M units of HBM on a Xeon Max. In discovery tables they have the type of the other M2M
 * units. Intel has a separate list of events for them, with this name.
 */
static const struct pmon_box_type m2hbm = {
	.name = "m2hbm", .number = EMR_M2M, .max_id = 63,
	.control = EMR_PCI_CONTROL,
	.layout = &emr_layout,
};

static const struct pmon_box_type upi = {
	.name = "upi", .number = EMR_UPI, .max_id = 63,
	.control = EMR_PCI_CONTROL,
	.layout = &emr_layout,
};

static const struct pmon_box_type m3upi = {
	.name = "m3upi", .number = EMR_M3UPI, .max_id = 63, BASELINE,
	/*
	 * Section 2.9: events of the box and of the mesh stop must not count at the same time in
	 * one M3UPI.
	 */
	.mesh_exclusive = true,
};

static const struct pmon_box_type mdf = {
	.name = "mdf", .number = EMR_MDF, .max_id = 63, BASELINE,
};

static const struct pmon_box_type cxlcm = {
	.name = "cxlcm", .number = EMR_CXLCM, .max_id = 63, BASELINE,
	/* Section 2.12.1: unit 1 sends no overflow message, and the UBox sends it no freeze. */
	.no_freeze_ids = BIT_ULL(1),
};

const struct pmon_box_type emr_cxldp = {
	.name = "cxldp", .number = EMR_CXLDP, .max_id = 63, BASELINE,
};

/* Xeon Max. Whether it has the fixed counter of the iMC is undocumented. */
static const struct pmon_box_type hbm = {
	.name = "hbm", .number = EMR_HBM, .max_id = 63, BASELINE,
};

/* These two have no type number: discovery tables do not list them. */
static const struct pmon_box_type iio_free_running = {
	.name = "iio_free_running", .max_id = 63,
	.layout = &emr_free_running_layout,
	EXTRAS(iio_free_running_extras),
};

static const struct pmon_box_type imc_free_running = {
	.name = "imc_free_running", .max_id = 63,
	.layout = &emr_free_running_layout,
	EXTRAS(imc_free_running_extras),
};

/* Offers only the control bits that all boxes have. */
static const struct pmon_box_type unnamed = {
	.max_id = 255,
	.fields = emr_baseline_fields,
	BASELINE,
};

/* Tables 1-9 and 1-12; rows from other sources are marked. */
#define MSR_PLACES(its_type, ...)					\
	.at = {								\
		.type = its_type, .access = PMON_ACCESS_MSR, .runs = { __VA_ARGS__ }, \
	},								\
	.described = true, .control_offset = 2, .counter_offset = 8, .status_offset = 1

#define M2M_REGISTERS							\
	.max_counters = 4, .described = true,				\
	.control_offset = 0x30, .counter_offset = 8, .status_offset = 0x70

/* One unit for each of four devices. */
#define PCI_PLACES(its_type, register, device, slot, function, ...)	\
	.at = {								\
		.type = its_type, .access = PMON_ACCESS_PCI, .control = register, ##__VA_ARGS__, \
		.functions = {						\
			{ device, PCI_DEVFN(slot, function) },		\
			{ device, PCI_DEVFN((slot) + 1, function) },	\
			{ device, PCI_DEVFN((slot) + 2, function) },	\
			{ device, PCI_DEVFN((slot) + 3, function) },	\
		},							\
	}

static const struct pmon_known_box boxes[] = {
	{
		/* Some Sapphire Rapids list a wrong number of them: from the in-tree driver. */
		MSR_PLACES(&cha, { 0x2000, 0x10, 64 }), .max_counters = 4,
		.count_msr = EMR_MSR_CHA_COUNT,
	},
	{ MSR_PLACES(&emr_iio, { 0x3000, 0x10, 16 }), .max_counters = 4 },
	{ MSR_PLACES(&emr_irp, { 0x3400, 0x10, 16 }), .max_counters = 2 },
	{ MSR_PLACES(&m2pcie, { 0x3200, 0x10, 16 }), .max_counters = 4 },
	{ MSR_PLACES(&pcu, { 0x2fc0, 0x10, 1 }), .max_counters = 4 },
	{
		/* The guide only has the fixed counter, 0x2fde and 0x2fdf. */
		.at = {
			.type = &ubox, .access = PMON_ACCESS_MSR,
			.runs = { { 0x2fc0, 0x10, 3 } },
		},
		.max_counters = PMON_TABLE_MAX_COUNTERS,
	}, {
		.at = {
			.type = &emr_imc, .access = PMON_ACCESS_MMIO, .beside = 2,
			.runs = { { 0x22800, 0x8000, 2 } },
		},
		.max_counters = 4, .described = true,
		.control_offset = 0x40, .counter_offset = 8, .status_offset = 0x5c,
	}, {
		PCI_PLACES(&m2m, 0x438, EMR_PCI_M2M, 12, 0), M2M_REGISTERS,
		.pci_functions = BIT(0), .if_refused = true,
	}, {
		/*
		 * Table 1-12 only has function 0. On a Xeon Max, functions 1 to 4 belong to the HBM
		 * controllers: from Intel's PCM and the EDAC driver, not in the guide.
		 */
		.at = {
			.type = &m2hbm, .access = PMON_ACCESS_PCI, .control = 0x438,
			.functions = { { EMR_PCI_M2M } },
		},
		M2M_REGISTERS, .pci_functions = GENMASK(7, 1),
	}, {
		/* Some Sapphire Rapids have broken entries of UPI and M3UPI: from the same. */
		PCI_PLACES(&upi, 0x318, EMR_PCI_UPI, 1, 1, .presence = PMON_ANSWERS),
		.max_counters = 4, .described = true,
		.control_offset = 0x38, .counter_offset = 8, .status_offset = 0x74,
	}, {
		PCI_PLACES(&m3upi, 0xa0, EMR_PCI_M3UPI, 5, 1, .presence = PMON_ANSWERS),
		.max_counters = 4, .described = true,
		.control_offset = 0x38, .counter_offset = 8, .status_offset = 0x58,
	}, {
		/* Sapphire Rapids has more units between these runs. */
		MSR_PLACES(&mdf, { 0x2800, 0x10, 4 }, { 0x28a0, 0x10, 4 }, { 0x2940, 0x10, 4 },
			   { 0x29e0, 0x10, 2 }),
		.max_counters = 4,
	}, {
		/* The guide leaves these to discovery. */
		.at = { .type = &cxlcm }, .any_space = true, .probed = true, .max_counters = 8,
	}, {
		.at = { .type = &emr_cxldp }, .any_space = true, .probed = true, .max_counters = 4,
	}, {
		/* MMIO as in the in-tree driver. */
		.at = { .type = &hbm, .access = PMON_ACCESS_MMIO },
		.max_counters = PMON_TABLE_MAX_COUNTERS,
	},
};

static const struct pmon_places free_running[] = {
	{
		/* Table 1-10: the clock of stack 0; the stacks have the same distances. */
		.type = &iio_free_running, .access = PMON_ACCESS_MSR, .with = &emr_iio,
		.runs = { { 0x340e, 0x10, 16 } },
	}, {
		/* Table 1-12: DCLK, the first counter of a controller, which has two channels. */
		.type = &imc_free_running, .access = PMON_ACCESS_MMIO,
		.with = &emr_imc, .beside = -2,
		.runs = { { 0x22b0, 0, 1 } },
	},
};

/*
 * From PCM. On a small Sapphire Rapids die, PCM calls the units of CPU buses 0 and 4 an assumption;
 * for a small Emerald Rapids die, it uses the table of the large one. These are left out.
 */
static const struct pmon_stack emr_stacks[] = {
	{ 0, 7, "dmi" }, { 1, 1, "pcie" }, { 2, 2, "pcie" }, { 3, 3, "pcie" }, { 4, 8, "pcie" },
	{ 5, 6, "pcie" }, { 8, 0, "accelerators" }, { 9, 4, "accelerators" },
	{ 10, 5, "accelerators" }, { 11, 9, "accelerators" }, { }
};

static const struct pmon_stack spr_large_stacks[] = {
	{ 0, 1, "dmi" }, { 1, 2, "pcie" }, { 2, 4, "pcie" }, { 3, 6, "pcie" }, { 4, 7, "pcie" },
	{ 5, 9, "pcie" }, { 8, 0, "accelerators" }, { 9, 3, "accelerators" },
	{ 10, 5, "accelerators" }, { 11, 8, "accelerators" }, { }
};

static const struct pmon_stack spr_small_stacks[] = {
	{ 1, 1, "pcie" }, { 2, 2, "pcie" }, { 3, 10, "dmi" }, { 5, 5, "pcie" },
	{ 8, 3, "accelerators" }, { }
};

static const struct pmon_stacks stacks = {
	.type = &emr_iio, .device = EMR_PCI_BUSES, .size_device = EMR_PCI_DIE_SIZE,
	.maps = {
		{ EMR_MODEL, EMR_DIE_LARGE, emr_stacks },
		{ SPR_MODEL, EMR_DIE_LARGE, spr_large_stacks },
		{ SPR_MODEL, EMR_DIE_SMALL, spr_small_stacks },
	},
};

/*
 * Tables 1-8 to 1-11: from the CHAs to the last register below the bandwidth counters of IIO. The
 * range includes the global registers and 0x2ffe, which no unit may use.
 */
#define MSR_FIRST		0x2000
#define MSR_LAST		0x37ff

static const struct pmon_discovery discovery = {
	.device = EMR_PCI_DISCOVERY,
	/* Table 1-8. */
	.global = {
		.control = EMR_MSR_GLOBAL_CONTROL, .status = EMR_MSR_GLOBAL_STATUS,
		.words = EMR_MSR_CHA_COUNT - EMR_MSR_GLOBAL_STATUS,
		.used_words = 2,
	},
	.boxes = boxes, .num_boxes = ARRAY_SIZE(boxes),
	.unnamed = &unnamed,
	.msrs = { MSR_FIRST, MSR_LAST },
	.dword_types = BIT_ULL(EMR_IMC) | BIT_ULL(EMR_HBM),
};

/*
 * From perf, whose split of the CHAs is an assumption. M2M n belongs to memory controller n, which
 * has the channels 2n and 2n + 1. The order of four nodes is unknown.
 */
static const struct pmon_node_map nodes[] = {
	{ "cha", 2 },
	{ "m2m", 2, 0, 2, { 0, 1 } },
	{ "imc", 2, 0, 4, { 0, 0, 1, 1 } },
	{ }
};

const struct pmon_processor pmon_emr = {
	.name = "Emerald and Sapphire Rapids",
	.events = &pmon_emr_events,
	.ubox = {
		.device = EMR_PCI_UBOX, .node_id = EMR_UBOX_NODE_ID, .map = EMR_UBOX_NODE_MAP,
		.second_bus = true,
	},
	/* Section 1.10.3. */
	.memory = {
		.device = EMR_PCI_MEMORY, .devfn = PCI_DEVFN(0, 1),
		.base = 0xd0, .offset = 0xd8,
		.controllers = 4, .size = 0x2b000,
	},
	.discovery = &discovery,
	.places = free_running, .num_places = ARRAY_SIZE(free_running),
	.links = &upi,
	.stacks = &stacks,
	.nodes = nodes,
};
