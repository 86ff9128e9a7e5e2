/* SPDX-License-Identifier: GPL-2.0-only */
/* The box types of the Granite Rapids family, and how its members differ. */
#ifndef PMONSIM_GNR_H
#define PMONSIM_GNR_H

#include <stdint.h>

#include "model/box_type.h"

struct package;

/* In the order of gnr_types[]. */
enum gnr_type {
	GNR_CHA,
	GNR_IIO,
	GNR_IRP,
	GNR_PCU,
	GNR_UBOX,
	GNR_IMC,
	GNR_UPI,
	GNR_CXLCM,
	GNR_CXLDP,
	GNR_B2HOT,
	GNR_B2CMI,
	GNR_B2CXL,
	GNR_B2UPI,
	GNR_MDF,
	GNR_PCIEX16,
	GNR_PCIEX8,
	GNR_TYPES
};

/**
 * struct gnr_processor - how the members of the family differ, but for the numbers of units
 * @ubox: MSR of the UBox's unit control
 * @uclk_counter: where the fixed counter is from there; its control is at 0xe
 * @imc: the first channel's registers, from the base of the memory controllers
 */
struct gnr_processor {
	uint32_t ubox;
	int uclk_counter;
	uint64_t imc;
};

extern const struct box_type gnr_types[];
extern const struct discovered_processor gnr_discovered, gnr_discovered_uncounted;
void gnr_addresses_changed(struct package *package);

#endif /* PMONSIM_GNR_H */
