/* SPDX-License-Identifier: GPL-2.0-only */
/* The box types of Ice Lake-SP, Ice Lake-D and Snow Ridge, in the order of their tables. */
#ifndef PMONSIM_ICX_H
#define PMONSIM_ICX_H

#include "model/machine_internal.h"

enum icx_type {
	ICX_CHA,
	ICX_IIO,
	ICX_IRP,
	ICX_M2PCIE,
	ICX_PCU,
	ICX_UBOX,
	ICX_IMC,
	ICX_M2M,
	ICX_UPI,
	ICX_M3UPI,
	ICX_TYPES
};

/* The first two differ in the channels of a memory controller only: two of three places, or all of them. */
#define ICX_CHANNELS		3
extern const struct box_type icx_types[ICX_TYPES], icxd_types[ICX_TYPES];

/* Snow Ridge has no links: its M2M is the last type. */
#define SNR_TYPES		(ICX_M2M + 1)
extern const struct box_type snr_types[SNR_TYPES];

#endif /* PMONSIM_ICX_H */
