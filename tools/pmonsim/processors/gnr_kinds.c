// SPDX-License-Identifier: GPL-2.0-only
/*
 * The members of the Granite Rapids family. One more of it is one more block of numbers here.
 *
 * Numbers of units are those of big models as far as they are public, from lists of PMUs of real
 * machines and from other tools.
 */
#include "processors/discovered.h"
#include "processors/gnr.h"

/* All the global blocks, and whatever may be among them, are uncore's. */
static const struct msr_range gnr_ranges[] = { { 0x2000, 0x42ff } };

static const struct gnr_processor gnr_places = {
	.ubox = 0x3ff0, .uclk_counter = 0xd, .imc = 0x24c000,
};

/* Of the first models PCM knows another place, which this one does not have. */
static const struct gnr_processor gnrd_places = {
	.ubox = 0x3ff0, .uclk_counter = 0xd, .imc = 0x206000,
};

static const struct gnr_processor grr_places = {
	.ubox = 0x3f50, .uclk_counter = 0xf, .imc = 0x24c000,
};

/* The addresses have room for so many. Most of the 28 places of memory channels are empty. */
#define MAX_WITHOUT_UPI							\
	[GNR_CHA] = 144, [GNR_IIO] = 16, [GNR_IRP] = 16, [GNR_PCU] = 5,	\
	[GNR_UBOX] = 1, [GNR_IMC] = 28, [GNR_CXLCM] = 16,		\
	[GNR_CXLDP] = 16, [GNR_B2HOT] = 24, [GNR_B2CMI] = 28,		\
	[GNR_B2CXL] = 16, [GNR_MDF] = 80, [GNR_PCIEX16] = 8, [GNR_PCIEX8] = 8

static const unsigned int max_units[GNR_TYPES] = {
	MAX_WITHOUT_UPI, [GNR_UPI] = 6, [GNR_B2UPI] = 6,
};

static const unsigned int gnrd_max[GNR_TYPES] = { MAX_WITHOUT_UPI };

static const unsigned int grr_max[GNR_TYPES] = {
	[GNR_CHA] = 144, [GNR_IIO] = 3, [GNR_IRP] = 3, [GNR_PCU] = 1, [GNR_UBOX] = 1,
	[GNR_IMC] = 28, [GNR_B2CMI] = 28,
};

static const unsigned int gnr_units[GNR_TYPES] = {
	[GNR_CHA] = 120, [GNR_IIO] = 16, [GNR_IRP] = 16, [GNR_PCU] = 5, [GNR_UBOX] = 1,
	[GNR_IMC] = 12, [GNR_UPI] = 6, [GNR_CXLCM] = 4, [GNR_CXLDP] = 4, [GNR_B2HOT] = 16,
	[GNR_B2CMI] = 12, [GNR_B2CXL] = 12, [GNR_B2UPI] = 6, [GNR_MDF] = 80,
	[GNR_PCIEX16] = 4, [GNR_PCIEX8] = 1,
};

static const unsigned int gnrd_units[GNR_TYPES] = {
	[GNR_CHA] = 42, [GNR_IIO] = 8, [GNR_IRP] = 8, [GNR_PCU] = 2, [GNR_UBOX] = 1,
	[GNR_IMC] = 8, [GNR_CXLCM] = 2, [GNR_CXLDP] = 2, [GNR_B2HOT] = 4, [GNR_B2CMI] = 8,
	[GNR_B2CXL] = 2, [GNR_MDF] = 16, [GNR_PCIEX16] = 2, [GNR_PCIEX8] = 1,
};

static const unsigned int srf_units[GNR_TYPES] = {
	[GNR_CHA] = 72, [GNR_IIO] = 16, [GNR_IRP] = 16, [GNR_PCU] = 3, [GNR_UBOX] = 1,
	[GNR_IMC] = 8, [GNR_UPI] = 4, [GNR_CXLCM] = 4, [GNR_CXLDP] = 4, [GNR_B2HOT] = 12,
	[GNR_B2CMI] = 8, [GNR_B2CXL] = 8, [GNR_B2UPI] = 4, [GNR_MDF] = 40,
	[GNR_PCIEX16] = 4, [GNR_PCIEX8] = 1,
};

static const unsigned int cwf_units[GNR_TYPES] = {
	[GNR_CHA] = 126, [GNR_IIO] = 16, [GNR_IRP] = 16, [GNR_PCU] = 5, [GNR_UBOX] = 1,
	[GNR_IMC] = 12, [GNR_UPI] = 6, [GNR_CXLCM] = 4, [GNR_CXLDP] = 4, [GNR_B2HOT] = 20,
	[GNR_B2CMI] = 12, [GNR_B2CXL] = 16, [GNR_B2UPI] = 6, [GNR_MDF] = 80,
	[GNR_PCIEX16] = 4, [GNR_PCIEX8] = 1,
};

static const unsigned int grr_units[GNR_TYPES] = {
	[GNR_CHA] = 6, [GNR_IIO] = 3, [GNR_IRP] = 3, [GNR_PCU] = 1, [GNR_UBOX] = 1,
	[GNR_IMC] = 2, [GNR_B2CMI] = 2,
};

#define GNR_FAMILY							\
	.types = gnr_types,						\
	.type_count = GNR_TYPES,					\
	.msr_first = 0x2000,						\
	.msr_last = 0x42ff,						\
	.ranges = gnr_ranges,						\
	.range_count = ARRAY_SIZE(gnr_ranges),				\
	.has_table = true,						\
	.global_control = 0x3fc0,					\
	.global_status_offset = 8,					\
	.global_distance = 0x10,					\
	.global_status_words = GLOBAL_STATUS_WORDS,			\
	.write_global = emr_write_global,				\
	.peek_global = emr_peek_global,					\
	.global_may_freeze = true,					\
	.iio_bus = 0x14,						\
	.ubox_buses = { 0x7e, 0xfe, 0xfe },				\
	.stack_buses = { 0x00, 0x81, 0x00 },				\
	.one_package_without = 1u << GNR_UPI | 1u << GNR_B2UPI,		\
	.pcie_capability = 0x40,					\
	.build = discovered_build,					\
	.addresses_changed = gnr_addresses_changed

const struct machine_kind machine_kind_gnr = {
	.cpu = "GraniteRapids" NO_FAST_STRINGS,
	.name = "gnr", GNR_FAMILY, .discovered = &gnr_discovered, .family = &gnr_places,
	.default_units = gnr_units, .max_units = max_units,
};

const struct machine_kind machine_kind_gnrd = {
	.cpu = "GraniteRapids" NO_FAST_STRINGS,
	.name = "gnrd", GNR_FAMILY, .discovered = &gnr_discovered, .family = &gnrd_places,
	.default_units = gnrd_units, .max_units = gnrd_max,
};

const struct machine_kind machine_kind_srf = {
	.cpu = "SierraForest" NO_FAST_STRINGS,
	.name = "srf", GNR_FAMILY, .discovered = &gnr_discovered, .family = &gnr_places,
	.default_units = srf_units, .max_units = max_units,
};

const struct machine_kind machine_kind_cwf = {
	.cpu = "SierraForest" NO_FAST_STRINGS,
	.name = "cwf", GNR_FAMILY, .discovered = &gnr_discovered_uncounted, .family = &gnr_places,
	.default_units = cwf_units, .max_units = max_units,
};

const struct machine_kind machine_kind_grr = {
	.cpu = "SierraForest" NO_FAST_STRINGS,
	.name = "grr", GNR_FAMILY, .discovered = &gnr_discovered, .family = &grr_places,
	.default_units = grr_units, .max_units = grr_max,
};
