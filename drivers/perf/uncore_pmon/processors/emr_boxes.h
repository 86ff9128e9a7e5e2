/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units that Emerald Rapids and the Granite Rapids family have in common. See emr.c for the
 * sources; the in-tree driver treats both alike.
 */
#ifndef _UNCORE_PMON_EMR_BOXES_H
#define _UNCORE_PMON_EMR_BOXES_H

#include "processors/box.h"

/* Table 1-5, PMON_CTLx. */
#define EMR_BASELINE		(GENMASK_ULL(15, 0) | BIT_ULL(18) | BIT_ULL(23) | \
				 GENMASK_ULL(31, 24))

/* CHA, section 2.2: thread filter, extended umask. */
#define EMR_CHA_TID_ENABLE	BIT_ULL(16)
#define EMR_CHA_CONTROL		(EMR_BASELINE | EMR_CHA_TID_ENABLE | GENMASK_ULL(63, 32))

/* Units in PCI configuration space: the extended umask has 24 bits. */
#define EMR_PCI_CONTROL		(EMR_BASELINE | GENMASK_ULL(55, 32))

/* Control of UCLK and of DCLK. */
#define EMR_FIXED_ENABLE	BIT_ULL(22)
#define EMR_FIXED_EVENT		0xff
/* For initialisers, in which 6.1 does not support FIELD_PREP(). */
#define EMR_EXTRA_CONFIG(umask)	((umask) << 8 | EMR_FIXED_EVENT)

/* Above the rate of any clock, and of a x16 port in units of 32 bytes. */
#define EMR_CLOCK_RATE		8000000000ULL

extern const struct pmon_layout emr_layout;

/* No unit control, so no freeze and no reset. */
extern const struct pmon_layout emr_free_running_layout;

/* Event, umask, edge, inv and thresh. */
extern const struct pmon_field emr_baseline_fields[];

/* The filter of a CHA; its register is the last but one of the unit's. */
extern const struct pmon_resource emr_cha_resources[];
extern const struct pmon_filter_rule emr_cha_rules[];

extern const struct pmon_box_type emr_iio;
extern const struct pmon_box_type emr_irp;
extern const struct pmon_box_type emr_imc;
extern const struct pmon_box_type emr_cxldp;

#endif
