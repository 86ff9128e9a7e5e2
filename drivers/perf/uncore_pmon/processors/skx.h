/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers that Skylake-SP, its successors and Ice Lake-SP have in common.
 *
 * The guides (Intel 336274, 639778) were not available. Facts are from the in-tree driver, Intel's
 * PCM, likwid and Intel's event lists. Offsets are relative to the unit control. The bits of unit
 * and counter controls are those of snbep.h.
 */
#ifndef _UNCORE_PMON_SKX_H
#define _UNCORE_PMON_SKX_H

#include "processors/snbep.h"

/* Counter control of all boxes but PCU and UBox. */
#define SKX_BASELINE		(SNBEP_EVENT | SNBEP_UMASK | SNBEP_EDGE | SNBEP_INVERT | \
				 SNBEP_THRESHOLD)

/* IIO: a threshold of 12 bits, then the masks of ports and of flow classes. */
#define SKX_IIO_THRESHOLD	GENMASK_ULL(35, 24)

/* CHA: filter 0, after four counter controls. */
#define SKX_CHA_FILTER0		5

/* Global control: commands that freeze all counters of the package, and end the freeze. */
#define SKX_GLOBAL_CONTROL	0x700
#define SKX_GLOBAL_FREEZE	BIT_ULL(63)
#define SKX_GLOBAL_UNFREEZE	BIT_ULL(61)

/* UBox: no unit control; the first counter control. */
#define SKX_UBOX		0x705
#define SKX_PCU			0x710

/* For initialisers, in which 6.1 does not support FIELD_PREP(). */
#define SKX_EXTRA_CONFIG(umask)	((umask) << 8 | SNBEP_FIXED_EVENT)

extern const struct pmon_layout skx_layout;
extern const struct pmon_layout skx_ubox_layout;
extern const struct pmon_layout skx_free_running_layout;

extern const struct pmon_registers skx_cha_registers;
extern const struct pmon_registers skx_ubox_registers;
extern const struct pmon_registers skx_pcu_registers;

/* UCLK, and the bands of the PCU; these two boxes are the same in all. */
extern const struct pmon_extra skx_ubox_extra;
extern const struct pmon_resource skx_pcu_resources[];

#define SKX_UBOX_TYPE							\
	.name = "ubox",							\
	.control = (SKX_BASELINE & ~SNBEP_THRESHOLD) | SNBEP_THRESHOLD5, \
	.layout = &skx_ubox_layout, .registers = &skx_ubox_registers,	\
	.extras = &skx_ubox_extra, .num_extras = 1

#define SKX_PCU_TYPE_WITH(places, bands)				\
	.name = "pcu",							\
	.control = SNBEP_EVENT | SNBEP_OCCUPANCY_SELECT | SNBEP_EDGE |	\
		   SNBEP_INVERT | SNBEP_THRESHOLD5 |			\
		   SNBEP_OCCUPANCY_INVERT | SNBEP_OCCUPANCY_EDGE,	\
	.layout = &skx_layout, .registers = &(places),			\
	.resources = bands, .choices = snbep_pcu_choices
#define SKX_PCU_TYPE	SKX_PCU_TYPE_WITH(skx_pcu_registers, skx_pcu_resources)

#endif
