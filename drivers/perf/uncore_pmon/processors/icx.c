// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ice Lake-SP (Xeon Scalable of the third generation, two sockets), Ice Lake-D (Xeon D-1700 and
 * D-2700) and Snow Ridge (Atom P5900): places and registers of their units.
 *
 * Intel's guide, 639778, was not available. Places, registers and bits are from the in-tree driver;
 * Intel's PCM and likwid agree, and public listings of machines have the PCI functions. The driver
 * does not write bits that only one of these sources has (a reset of a single counter). Of Snow
 * Ridge there is no listing, and likwid does not know it.
 */
#include <linux/pci.h>

#include "processors/processor.h"
#include "processors/skx.h"

/* Controls are as in Sandy Bridge-EP, with an upper half. */
#define CHA_UMASK_EXTENSION	GENMASK_ULL(57, 32)
#define M2M_UMASK_EXTENSION	GENMASK_ULL(39, 32)
#define UPI_UMASK_EXTENSION	GENMASK_ULL(55, 32)
/* Threshold, port mask and class mask. */
#define IIO_EXTENSION		GENMASK_ULL(50, 32)

static const struct pmon_registers iio_registers = {
	.num = 4, .width = 48,
	.control = { 0x8, 0x9, 0xa, 0xb },
	.counter = { 0x1, 0x2, 0x3, 0x4 },
};

static const struct pmon_registers irp_registers = {
	.num = 2, .width = 48,
	.control = { 0x3, 0x4 },
	.counter = { 0x1, 0x2 },
};

static const struct pmon_registers m2pcie_registers = {
	.num = 4, .width = 48,
	.control = { 0x6, 0x7, 0x8, 0x9 },
	.counter = { 0x1, 0x2, 0x3, 0x4 },
};

static const struct pmon_registers imc_registers = {
	.num = 4, .width = 48,
	.control = { 0x40, 0x44, 0x48, 0x4c },
	.counter = { 0x08, 0x10, 0x18, 0x20 },
};

static const struct pmon_registers m2m_registers = {
	.num = 4, .width = 48,
	.control = { 0x30, 0x38, 0x40, 0x48 },
	.counter = { 0x08, 0x10, 0x18, 0x20 },
};

static const struct pmon_registers upi_registers = {
	.num = 4, .width = 48,
	.control = { 0x38, 0x40, 0x48, 0x50 },
	.counter = { 0x08, 0x10, 0x18, 0x20 },
};

/* Controls are 4 bytes apart in all three sources. On Sapphire Rapids they are 8 bytes apart. */
static const struct pmon_registers m3upi_registers = {
	.num = 4, .width = 48,
	.control = { 0x38, 0x3c, 0x40, 0x44 },
	.counter = { 0x08, 0x10, 0x18, 0x20 },
};

/* CHA: of the two filters of earlier processors, the thread is left. */
static const struct pmon_resource cha_resources[] = {
	{ .mask = GENMASK_ULL(8, 0), .offset = SKX_CHA_FILTER0 },
	{ }
};

static const struct pmon_filter_rule cha_rules[] = {
	SNBEP_RULE(SNBEP_TID_ENABLE, SNBEP_TID_ENABLE, 0, 1, GENMASK_ULL(8, 0), 0),
	{ }
};

/* HCLK of a channel. */
static const struct pmon_extra imc_extra = {
	.config = SNBEP_FIXED_EVENT, .control = 0x54, .counter = 0x38, .width = 48,
	.enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

#define FREE_RUNNING(umask, offset, step)				\
	{								\
		.config = (umask) << 8 | SNBEP_FIXED_EVENT,		\
		.control = PMON_NO_REGISTER, .counter = offset, .stride = step, \
		.width = 48, .rate = SNBEP_CLOCK_RATE,			\
	}

/*
 * Clocks of stacks begin at 0xa55 and 0xae5. Bandwidth registers begin at 0xaa0 and 0xb30, with
 * half the stride.
 */
#define IIO_STRIDE	0x20
#define IIO_CLOCK(block)	((block) + 0x15)
#define IIO_IN(port)	FREE_RUNNING(0x20 + (port), 0xaa0 - IIO_CLOCK(0xa40) + (port), \
				     0x10 - IIO_STRIDE)

static const struct pmon_extra iio_free_running_extras[] = {
	FREE_RUNNING(0x10, 0, 0),
	IIO_IN(0), IIO_IN(1), IIO_IN(2), IIO_IN(3),
	IIO_IN(4), IIO_IN(5), IIO_IN(6), IIO_IN(7),
};

/* Offsets from the first register, 0x2290 past the controller's address. */
static const struct pmon_extra imc_free_running_extras[] = {
	FREE_RUNNING(0x10, 0x20, 0),	/* DCLK */
	FREE_RUNNING(0x20, 0x00, 0),	/* DDR: reads */
	FREE_RUNNING(0x21, 0x08, 0),	/* writes */
	FREE_RUNNING(0x30, 0x10, 0),	/* persistent memory (DDRT): reads */
	FREE_RUNNING(0x31, 0x18, 0),	/* writes */
};

static const struct pmon_box_type cha = {
	.name = "cha", .max_id = 39,
	.control = SKX_BASELINE | SNBEP_TID_ENABLE | CHA_UMASK_EXTENSION,
	.layout = &skx_layout, .registers = &skx_cha_registers,
	.resources = cha_resources, .rules = cha_rules,
};

static const struct pmon_box_type iio = {
	.name = "iio", .max_id = 5,
	.control = SKX_BASELINE | IIO_EXTENSION,
	.layout = &skx_layout, .registers = &iio_registers,
};

static const struct pmon_box_type irp = {
	.name = "irp", .max_id = 5, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &irp_registers,
};

static const struct pmon_box_type m2pcie = {
	.name = "m2pcie", .max_id = 5, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &m2pcie_registers,
};

static const struct pmon_box_type pcu = { SKX_PCU_TYPE };

static const struct pmon_box_type ubox = { SKX_UBOX_TYPE };

static const struct pmon_box_type imc = {
	.name = "imc", .max_id = 11, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &imc_registers,
	.extras = &imc_extra, .num_extras = 1,
};

static const struct pmon_box_type m2m = {
	.name = "m2m", .max_id = 3, .control = SKX_BASELINE | M2M_UMASK_EXTENSION,
	.layout = &skx_layout, .registers = &m2m_registers,
};

static const struct pmon_box_type upi = {
	.name = "upi", .max_id = 2, .control = SKX_BASELINE | UPI_UMASK_EXTENSION,
	.layout = &skx_layout, .registers = &upi_registers,
};

static const struct pmon_box_type m3upi = {
	.name = "m3upi", .max_id = 2, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &m3upi_registers,
};

static const struct pmon_box_type iio_free_running = {
	.name = "iio_free_running", .max_id = 5,
	.layout = &skx_free_running_layout,
	.extras = iio_free_running_extras, .num_extras = ARRAY_SIZE(iio_free_running_extras),
};

static const struct pmon_box_type imc_free_running = {
	.name = "imc_free_running", .max_id = 3,
	.layout = &skx_free_running_layout,
	.extras = imc_free_running_extras, .num_extras = ARRAY_SIZE(imc_free_running_extras),
};

/* The number of CHAs is that of slices that are not fused off (CAPID6, CAPID7). */
static const struct pmon_fuse cha_fuse = {
	.device = 0x345b, .devfn = PCI_DEVFN(0x1e, 3),
	.words = { { 0x9c, ~0U }, { 0xa0, ~0U } },
};

/* Three stacks, then the other three. */
#define STACKS(first)	{ { first, IIO_STRIDE, 3 }, { (first) + 0x90, IIO_STRIDE, 3 } }
#define MSRS		.access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS
#define FUNCTIONS(at)	.access = PMON_ACCESS_PCI, .presence = PMON_ANSWERS, .control = at
#define UPI_AT(device)	{ 0x3441, PCI_DEVFN(device, 1) }
#define M3UPI_AT(device) { 0x3446, PCI_DEVFN(device, 1) }
#define M2M_AT(device)	{ 0x344a, PCI_DEVFN(device, 0) }

/*
 * All types but the channels of memory controllers. Ice Lake-D has the blocks of a stack in another
 * order: its unit 0 is not PCIe 0. It has no UPI.
 */
#define PLACES								\
	{								\
		.type = &cha, .access = PMON_ACCESS_MSR,		\
		.presence = PMON_FUSED, .fuse = &cha_fuse,		\
		.runs = { { 0xe00, 0xe, 18 }, { 0xf0a, 0xe, 16 }, { 0xb60, 0xe, 6 } }, \
	},								\
	{ .type = &iio, MSRS, .runs = STACKS(0xa50) },			\
	{ .type = &irp, MSRS, .runs = STACKS(0xa4a) },			\
	{ .type = &m2pcie, MSRS, .runs = STACKS(0xa40) },		\
	{ .type = &pcu, MSRS, .runs = { { SKX_PCU, 0, 1 } } },		\
	{ .type = &ubox, MSRS, .runs = { { SKX_UBOX, 0, 1 } } },		\
	{								\
		.type = &iio_free_running, .access = PMON_ACCESS_MSR, .with = &iio, \
		.runs = STACKS(IIO_CLOCK(0xa40)),			\
	},								\
	{								\
		.type = &m2m, FUNCTIONS(0x438),				\
		.functions = { M2M_AT(12), M2M_AT(13), M2M_AT(14), M2M_AT(15) }, \
	},								\
	{								\
		.type = &upi, FUNCTIONS(0x318),				\
		.functions = { UPI_AT(2), UPI_AT(3), UPI_AT(4) },	\
	},								\
	{								\
		.type = &m3upi, FUNCTIONS(0xa0),			\
		.functions = { M3UPI_AT(5), M3UPI_AT(6), M3UPI_AT(7) },	\
	},								\
	{								\
		.type = &imc_free_running, .access = PMON_ACCESS_MMIO,	\
		.presence = PMON_ANSWERS, .with = &m2m,			\
		.runs = { { 0x2290, 0, 1 } },				\
	}

/*
 * A controller that is not fused off has an M2M, whose registers are only reached with MMCONFIG.
 * The third channel is on Ice Lake-D only (PCM).
 */
#define CHANNELS(number)						\
	{								\
		.type = &imc, .access = PMON_ACCESS_MMIO, .presence = PMON_ANSWERS, \
		.with = &m2m, .beside = 3,				\
		.runs = { { 0x22800, 0x4000, number } },		\
	}

static const struct pmon_places icx_places[] = { PLACES, CHANNELS(2) };
static const struct pmon_places icxd_places[] = { PLACES, CHANNELS(3) };

static const struct pmon_left_freeze left_freeze = {
	.msr = SKX_GLOBAL_CONTROL,
	.freeze = SKX_GLOBAL_FREEZE, .unfreeze = SKX_GLOBAL_UNFREEZE,
};

#define PROCESSOR(list)							\
	.events = &pmon_icx_events,					\
	.ubox = { .device = 0x3450, .node_id = 0xc0, .map = 0xd4, .second_bus = true }, \
	.memory = {							\
		.device = 0x3451, .devfn = PCI_DEVFN(0, 1),		\
		.base = 0xd0, .offset = 0xd8, .controllers = 4,		\
		.size = 0x2f000,					\
	},								\
	.left_freeze = &left_freeze,					\
	.places = list, .num_places = ARRAY_SIZE(list)

/* From the in-tree driver; the kinds are from PCM. Ice Lake-D has other units, from PCM only. */
static const struct pmon_stack its_stacks[] = {
	{ 0, 5, "dmi" }, { 1, 0, "pcie" }, { 2, 1, "pcie" }, { 3, 2, "mcp" }, { 4, 3, "pcie" },
	{ 5, 4, "pcie" }, { }
};

#define OWN_BUSES(list)							\
	.type = &iio, .device = 0x09a2, .own = 0x3f4, .maps = { { .stacks = list } }

static const struct pmon_stacks stacks = { OWN_BUSES(its_stacks) };

const struct pmon_processor pmon_icx = {
	.name = "Ice Lake-SP", PROCESSOR(icx_places),
	.links = &upi,
	.stacks = &stacks,
};

const struct pmon_processor pmon_icxd = {
	.name = "Ice Lake-D", PROCESSOR(icxd_places),
};

/*
 * Snow Ridge has boxes of Ice Lake-SP in other MSRs, and other offsets in three of them. It has one
 * package with six CHAs of four cores each. No source has a global control, nor a register with the
 * number of CHAs. So the driver probes each place.
 */
#define SNR_UBOX		0x1f91	/* no unit control: the first counter control */
#define SNR_IIO_CLOCK		0x1eac
#define SNR_IIO_IN(port)	FREE_RUNNING(0x20 + (port), 0x1f00 - SNR_IIO_CLOCK + (port), 0)
#define SNR_MSRS(first, num)	MSRS, .runs = { { first, 0x10, num } }

static const struct pmon_registers snr_irp_registers = {
	.num = 2, .width = 48,
	.control = { 0x8, 0x9 },
	.counter = { 0x1, 0x2 },
};

static const struct pmon_registers snr_pcu_registers = {
	.num = 4, .width = 48,
	.control = { 0x1, 0x2, 0x3, 0x4 },
	.counter = { 0x8, 0x9, 0xa, 0xb },
};

static const struct pmon_registers snr_ubox_registers = {
	.num = 2, .width = 48,
	.control = { 0x0, 0x1 },
	.counter = { 0x7, 0x8 },
};

static const struct pmon_resource snr_pcu_resources[] = {
	{ .mask = GENMASK_ULL(31, 0), .offset = 0xc },
	{ }
};

static const struct pmon_extra snr_ubox_extra = {
	.config = SNBEP_FIXED_EVENT, .control = 0x2, .counter = 0x3, .width = 48,
	.enable = SNBEP_FIXED_ENABLE, .rate = SNBEP_CLOCK_RATE,
};

static const struct pmon_extra snr_iio_free_running_extras[] = {
	FREE_RUNNING(0x10, 0, 0),
	SNR_IIO_IN(0), SNR_IIO_IN(1), SNR_IIO_IN(2), SNR_IIO_IN(3),
	SNR_IIO_IN(4), SNR_IIO_IN(5), SNR_IIO_IN(6), SNR_IIO_IN(7),
};

static const struct pmon_box_type snr_irp = {
	.name = "irp", .max_id = 4, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &snr_irp_registers,
};

static const struct pmon_box_type snr_m2pcie = {
	.name = "m2pcie", .max_id = 4, .control = SKX_BASELINE,
	.layout = &skx_layout, .registers = &iio_registers,
};

static const struct pmon_box_type snr_pcu = {
	SKX_PCU_TYPE_WITH(snr_pcu_registers, snr_pcu_resources),
};

/* The in-tree driver has 8 bits of the threshold here. */
static const struct pmon_box_type snr_ubox = {
	.name = "ubox", .control = SKX_BASELINE,
	.layout = &skx_ubox_layout, .registers = &snr_ubox_registers,
	.extras = &snr_ubox_extra, .num_extras = 1,
};

/* One unit: its name has no number. */
static const struct pmon_box_type snr_m2m = {
	.name = "m2m", .control = SKX_BASELINE | M2M_UMASK_EXTENSION,
	.layout = &skx_layout, .registers = &m2m_registers,
};

static const struct pmon_box_type snr_iio_free_running = {
	.name = "iio_free_running", .max_id = 4,
	.layout = &skx_free_running_layout,
	.extras = snr_iio_free_running_extras,
	.num_extras = ARRAY_SIZE(snr_iio_free_running_extras),
};

/* Without persistent memory. */
static const struct pmon_box_type snr_imc_free_running = {
	.name = "imc_free_running",
	.layout = &skx_free_running_layout,
	.extras = imc_free_running_extras, .num_extras = 3,
};

static const struct pmon_places snr_places[] = {
	{ .type = &cha, SNR_MSRS(0x1c00, 6) },
	{ .type = &iio, SNR_MSRS(0x1e00, 5) },
	{ .type = &snr_irp, SNR_MSRS(0x1ea0, 5) },
	{ .type = &snr_m2pcie, SNR_MSRS(0x1e50, 5) },
	{ .type = &snr_pcu, SNR_MSRS(0x1ef0, 1) },
	{ .type = &snr_ubox, SNR_MSRS(SNR_UBOX, 1) },
	{
		.type = &snr_iio_free_running, .access = PMON_ACCESS_MSR, .with = &iio,
		.runs = { { SNR_IIO_CLOCK, 0x10, 5 } },
	},
	{ .type = &snr_m2m, FUNCTIONS(0x438), .functions = { M2M_AT(12) } },
	{
		.type = &snr_imc_free_running, .access = PMON_ACCESS_MMIO,
		.presence = PMON_ANSWERS, .with = &snr_m2m,
		.runs = { { 0x2290, 0, 1 } },
	},
	{
		.type = &imc, .access = PMON_ACCESS_MMIO, .presence = PMON_ANSWERS,
		.with = &snr_m2m, .beside = 2,
		.runs = { { 0x22800, 0x4000, 2 } },
	},
};

/* From the in-tree driver; the kinds are from PCM: NIS, DLB and QAT are accelerators. */
static const struct pmon_stack snr_own_stacks[] = {
	{ 0, 1, "dmi" }, { 1, 4, "pcie" }, { 2, 3, "accelerators" }, { 3, 2, "accelerators" },
	{ 4, 0, "accelerators" }, { }
};

static const struct pmon_stacks snr_stacks = { OWN_BUSES(snr_own_stacks) };

/* The address of the one controller is at the place of Ice Lake-SP (EDAC: i10nm_base.c). */
const struct pmon_processor pmon_snr = {
	.name = "Snow Ridge",
	.events = &pmon_snr_events,
	.ubox = { .device = 0x3460, .node_id = 0xc0, .map = 0xd4 },
	.memory = {
		.device = 0x3451, .devfn = PCI_DEVFN(0, 1),
		.base = 0xd0, .offset = 0xd8, .controllers = 1,
		.size = 0x2b000,
	},
	.stacks = &snr_stacks,
	.places = snr_places, .num_places = ARRAY_SIZE(snr_places),
};
