// SPDX-License-Identifier: GPL-2.0-only
/*
 * Box types of the Granite Rapids family. See gnr.h for the sources.
 */
#include <linux/bits.h>
#include <linux/pci.h>

#include "find/errata.h"
#include "processors/gnr.h"

/* As Emerald Rapids (Intel 817509, Tables 1-3 and 1-5), the formats of the in-tree driver. */
#define UNIT_FREEZE		BIT(0)
#define UNIT_RESET_CONTROL	BIT(8)
#define UNIT_RESET_COUNTERS	BIT(9)

#define CONTROL_EVENT		GENMASK_ULL(7, 0)
#define CONTROL_UMASK		GENMASK_ULL(15, 8)
#define CONTROL_RESET		BIT_ULL(17)	/* write-only */
#define CONTROL_EDGE		BIT_ULL(18)
#define CONTROL_FREEZE		BIT_ULL(20)
#define CONTROL_INVERT		BIT_ULL(23)
#define CONTROL_THRESHOLD	GENMASK_ULL(31, 24)
#define CONTROL_BASELINE	(CONTROL_EVENT | CONTROL_UMASK | CONTROL_EDGE | \
				 CONTROL_INVERT | CONTROL_THRESHOLD)

#define CHA_TID_ENABLE		BIT_ULL(16)
#define CHA_UMASK_EXTENSION	GENMASK_ULL(63, 32)
#define CHA_FILTER_TID		GENMASK_ULL(9, 0)
#define CHA_FILTER0		0xe		/* from the unit control; also in PCM */

/* All units in PCI configuration space. */
#define PCI_UMASK_EXTENSION	GENMASK_ULL(55, 32)

/* Threshold, channel mask and FC mask. */
#define IIO_THRESHOLD		GENMASK_ULL(35, 24)
#define IIO_UMASK_EXTENSION	GENMASK_ULL(50, 32)

#define FIXED_RESET		BIT_ULL(19)	/* write-only */
#define FIXED_ENABLE		BIT_ULL(22)
#define FIXED_EVENT		0xff
#define EXTRA_CONFIG(umask)	((umask) << 8 | FIXED_EVENT)

/* Above the rate of any clock, and of a x16 port in units of 32 bytes. */
#define MOST_PER_SECOND		8000000000ULL

static const struct pmon_layout gnr_layout = {
	.has_control = true,
	.freeze = UNIT_FREEZE,
	.unfreeze = 0,
	.reset = UNIT_RESET_CONTROL | UNIT_RESET_COUNTERS,
	.enable = 0,
	.clear = CONTROL_RESET,
	.freeze_on_overflow = CONTROL_FREEZE,
};

/* No unit control, so no freeze and no reset. */
static const struct pmon_layout free_running_layout = {};

static const struct pmon_field baseline_fields[] = {
	{ "event", 0, CONTROL_EVENT },
	{ "umask", 0, CONTROL_UMASK },
	{ "edge", 0, CONTROL_EDGE },
	{ "inv", 0, CONTROL_INVERT },
	{ "thresh", 0, CONTROL_THRESHOLD },
	{ }
};

static const struct pmon_resource cha_resources[] = {
	{ .mask = CHA_FILTER_TID, .offset = CHA_FILTER0 },
	{ }
};

static const struct pmon_filter_rule cha_rules[] = {
	{ .mask = CHA_TID_ENABLE, .match = CHA_TID_ENABLE, .word = 1, .bits = CHA_FILTER_TID },
	{ }
};

/* DCLK of a memory channel, as Emerald Rapids; likwid and the in-tree driver agree. */
static const struct pmon_extra imc_extras[] = {
	{
		.config = FIXED_EVENT, .control = 0x54, .counter = 0x38, .width = 48,
		.enable = FIXED_ENABLE, .clear = FIXED_RESET,
		.rate = MOST_PER_SECOND, .clock = true,
	},
};

/*
 * UCLK: control 0x3ffe and counter 0x3ffd, from PCM. On Grand Ridge the counter follows the
 * control. The enable bit is that of all earlier Xeons. The layout is undocumented, so the driver
 * offers the counter only if it can be read.
 */
static const struct pmon_extra ubox_extras[] = {
	{
		.config = FIXED_EVENT, .control = 0xe, .counter = 0xd, .width = 48,
		.enable = FIXED_ENABLE, .rate = MOST_PER_SECOND, .optional = true, .clock = true,
	},
};

static const struct pmon_extra grr_ubox_extras[] = {
	{
		.config = FIXED_EVENT, .control = 0xe, .counter = 0xf, .width = 48,
		.enable = FIXED_ENABLE, .rate = MOST_PER_SECOND, .optional = true, .clock = true,
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
		.config = EXTRA_CONFIG((umask) + (port)), .control = PMON_NO_REGISTER, \
		.counter = (first) - 0x290e + 0x10 * (port), .stride = 0x80 - 0x10, \
		.width = 48, .rate = MOST_PER_SECOND, .optional = true,	\
	}
#define IIO_IN(port)		BANDWIDTH(0x20, 0x360e, port)
#define IIO_OUT(port)		BANDWIDTH(0x30, 0x2e0e, port)

static const struct pmon_extra iio_free_running_extras[] = {
	{
		.config = EXTRA_CONFIG(0x10), .control = PMON_NO_REGISTER, .counter = 0,
		.width = 48, .rate = MOST_PER_SECOND, .optional = true,
	},
	IIO_IN(0), IIO_IN(1), IIO_IN(2), IIO_IN(3),
	IIO_IN(4), IIO_IN(5), IIO_IN(6), IIO_IN(7),
	IIO_OUT(0), IIO_OUT(1), IIO_OUT(2), IIO_OUT(3),
	IIO_OUT(4), IIO_OUT(5), IIO_OUT(6), IIO_OUT(7),
};

#define BASELINE							\
	.control = CONTROL_BASELINE,					\
	.layout = &gnr_layout

#define PCI_SPACE							\
	.control = CONTROL_BASELINE | PCI_UMASK_EXTENSION,		\
	.layout = &gnr_layout

#define EXTRAS(table)							\
	.extras = table,						\
	.num_extras = ARRAY_SIZE(table)

/* There is space for 144 unit controls. */
const struct pmon_box_type gnr_cha = {
	.name = "cha", .number = GNR_CHA, .max_id = 255,
	.control = CONTROL_BASELINE | CHA_TID_ENABLE | CHA_UMASK_EXTENSION,
	.layout = &gnr_layout,
	.resources = cha_resources,
	.rules = cha_rules,
};

const struct pmon_box_type gnr_iio = {
	.name = "iio", .number = GNR_IIO, .max_id = 63,
	.control = CONTROL_BASELINE | IIO_THRESHOLD | IIO_UMASK_EXTENSION,
	.layout = &gnr_layout,
};

const struct pmon_box_type gnr_irp = {
	.name = "irp", .number = GNR_IRP, .max_id = 63, BASELINE,
};

/* Five on a Clearwater Forest. */
const struct pmon_box_type gnr_pcu = {
	.name = "pcu", .number = GNR_PCU, .max_id = 63, BASELINE,
};

const struct pmon_box_type gnr_ubox = {
	.name = "ubox", .number = GNR_UBOX, BASELINE,
	EXTRAS(ubox_extras), .extras_at = 0x3ff0,
};

const struct pmon_box_type grr_ubox = {
	.name = "ubox", .number = GNR_UBOX, BASELINE,
	EXTRAS(grr_ubox_extras), .extras_at = 0x3f50,
};

const struct pmon_box_type gnr_imc = {
	.name = "imc", .number = GNR_IMC, .max_id = 63, BASELINE,
	EXTRAS(imc_extras),
};

const struct pmon_box_type gnr_upi = {
	.name = "upi", .number = GNR_UPI, .max_id = 63, PCI_SPACE,
};

const struct pmon_box_type gnr_cxlcm = {
	.name = "cxlcm", .number = GNR_CXLCM, .max_id = 63, BASELINE,
};

const struct pmon_box_type gnr_cxldp = {
	.name = "cxldp", .number = GNR_CXLDP, .max_id = 63, BASELINE,
};

const struct pmon_box_type gnr_b2hot = {
	.name = "b2hot", .number = GNR_B2HOT, .max_id = 63, BASELINE,
};

const struct pmon_box_type gnr_b2cmi = {
	.name = "b2cmi", .number = GNR_B2CMI, .max_id = 63, PCI_SPACE,
};

const struct pmon_box_type gnr_b2cxl = {
	.name = "b2cxl", .number = GNR_B2CXL, .max_id = 63, BASELINE,
};

const struct pmon_box_type gnr_b2upi = {
	.name = "b2upi", .number = GNR_B2UPI, .max_id = 63, PCI_SPACE,
};

/*
 * The in-tree driver uses "mdf_sbo". Intel's event list has the unit MDF, and perf searches a PMU
 * with that name: with the other name, it rejects unc_mdf_*.
 */
const struct pmon_box_type gnr_mdf = {
	.name = "mdf", .number = GNR_MDF, .max_id = 255, BASELINE,
};

const struct pmon_box_type gnr_pciex16 = {
	.name = "pciex16", .number = GNR_PCIEX16, .max_id = 63,
	.fields = baseline_fields, PCI_SPACE,
};

const struct pmon_box_type gnr_pciex8 = {
	.name = "pciex8", .number = GNR_PCIEX8, .max_id = 63,
	.fields = baseline_fields, PCI_SPACE,
};

/* It has no type number: discovery tables do not list it. */
static const struct pmon_box_type iio_free_running = {
	.name = "iio_free_running", .max_id = 63,
	.layout = &free_running_layout,
	EXTRAS(iio_free_running_extras),
};

/* Offers only the control bits that all boxes have. */
const struct pmon_box_type gnr_unnamed = {
	.max_id = 255,
	.fields = baseline_fields,
	BASELINE,
};

const struct pmon_known_box gnr_boxes[] = {
	GNR_BOXES(&gnr_ubox, 0x3ff0),
};

const struct pmon_free_running gnr_free_running[] = {
	{ .type = &iio_free_running, .beside = GNR_IIO, .offset = 0xe },
};

/*
 * From the in-tree driver's history and likwid's; production machines are said to have correct
 * tables.
 */
const struct pmon_erratum gnr_errata[] = {
	{
		.reason = "early Granite Rapids have broken UPI entries",
		.time = PMON_ERRATUM_CHECKED, .correct = pmon_erratum_refused,
		.type = GNR_UPI, .units = 6,
	},
};
