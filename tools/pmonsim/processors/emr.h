/* SPDX-License-Identifier: GPL-2.0-only */
/* The box types of Emerald Rapids, in the order of emr_types[]. */
#ifndef PMONSIM_EMR_H
#define PMONSIM_EMR_H

#include <stdbool.h>
#include <stdint.h>

struct package;

enum emr_type {
	EMR_CHA,
	EMR_IIO,
	EMR_IRP,
	EMR_M2PCIE,
	EMR_PCU,
	EMR_UBOX,
	EMR_IMC,
	EMR_M2M,
	EMR_UPI,
	EMR_M3UPI,
	EMR_MDF,
	EMR_CXLCM,
	EMR_CXLDP,
	EMR_HBM,	/* these two on a Xeon Max only */
	EMR_M2HBM,
	EMR_TYPES
};

/*
 * The memory controllers' registers, in a BAR. Their distance is that of a real Sapphire Rapids, whose
 * discovery table Intel's PCM printed: channels at 0xc8aa2800 and 0xc8aaa800, 0xc8b22800, 0xc8ba2800,
 * 0xc8c22800 ... The guide (1.10.3) has a register with the address of each controller, and no distance.
 */
#define MEM_BAR			0
#define MEM_STRIDE		0x80000
#define MEM_CONTROLLERS		4

/** emr_add_edac() - what EDAC's driver reads, once package->memory is there; false without memory */
bool emr_add_edac(struct package *package);

/** emr_edac_limit() - the end of a controller's registers, as it stands beside their beginning; 0 without the option */
uint32_t emr_edac_limit(const struct package *package, unsigned int controller);

#endif /* PMONSIM_EMR_H */
