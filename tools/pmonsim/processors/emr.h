/* SPDX-License-Identifier: GPL-2.0-only */
/* The box types of Emerald Rapids, in the order of emr_types[]. */
#ifndef PMONSIM_EMR_H
#define PMONSIM_EMR_H

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
	EMR_TYPES
};

#endif /* PMONSIM_EMR_H */
