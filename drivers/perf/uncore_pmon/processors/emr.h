/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Emerald and Sapphire Rapids: numbers that more than one file uses.
 *
 * From Intel 817509 unless noted. The unit type numbers and the PCI ids of the
 * UBox and of the discovery device are not in the guide, but from the in-tree
 * driver.
 */
#ifndef _UNCORE_PMON_EMR_H
#define _UNCORE_PMON_EMR_H

#include "find/table.h"

/* Unit types of the discovery table. */
enum emr_unit_type {
	EMR_CHA = 0,
	EMR_IIO = 1,
	EMR_IRP = 2,
	EMR_M2PCIE = 3,
	EMR_PCU = 4,
	EMR_UBOX = 5,
	EMR_IMC = 6,
	EMR_M2M = 7,
	EMR_UPI = 8,
	EMR_M3UPI = 9,
	EMR_MDF = 11,
	EMR_CXLCM = 12,
	EMR_CXLDP = 13,
	EMR_HBM = 14,
};

/* PCI functions; Table 1-12 except for the UBox and discovery. */
#define EMR_PCI_DISCOVERY	0x09a7
#define EMR_PCI_UBOX		0x3250	/* its registers are not in the guide, either */
#define EMR_UBOX_NODE_ID	0xc0
#define EMR_UBOX_NODE_MAP	0xd4
#define EMR_PCI_MEMORY		0x3251
#define EMR_PCI_M2M		0x324a	/* function 0: DDR; HBM has more functions of the device */
#define EMR_PCI_UPI		0x3241
#define EMR_PCI_M3UPI		0x3246

/* From PCM: the bus numbers of the stacks, and the size of the die. */
#define EMR_PCI_BUSES		0x09a6
#define EMR_PCI_DIE_SIZE	0x325b
#define EMR_DIE_LARGE		3
#define EMR_DIE_SMALL		1

#define SPR_MODEL		143
#define EMR_MODEL		207

/* Table 1-8. Table 1-1: frz_all is write-only. */
#define EMR_MSR_GLOBAL_CONTROL	0x2ff0
#define EMR_MSR_GLOBAL_STATUS	0x2ff2

/* Number of CHAs, if not zero; from the in-tree driver, not in the guide. */
#define EMR_MSR_CHA_COUNT	0x2ffe

#endif
