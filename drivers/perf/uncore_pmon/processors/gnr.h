/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The Granite Rapids family: numbers that more than one file uses. See gnr.c for the sources.
 */
#ifndef _UNCORE_PMON_GNR_H
#define _UNCORE_PMON_GNR_H

#include "processors/box.h"
#include "processors/processor.h"

/*
 * Unit types of the discovery table, from the in-tree driver. PCM also has the numbers of PCU, iMC,
 * UPI, both CXL types, MDF and PCIe.
 */
enum gnr_unit_type {
	GNR_CHA = 0,
	GNR_IIO = 1,
	GNR_IRP = 2,
	GNR_PCU = 4,
	GNR_UBOX = 5,
	GNR_IMC = 6,
	GNR_UPI = 8,
	GNR_CXLCM = 12,
	GNR_CXLDP = 13,
	GNR_B2HOT = 15,
	GNR_B2CMI = 16,
	GNR_B2CXL = 17,
	GNR_B2UPI = 18,
	GNR_MDF = 20,
	GNR_PCIEX16 = 21,
	GNR_PCIEX8 = 22,
};

/*
 * As Emerald Rapids. A public listing of a Granite Rapids has these functions at the same places,
 * and the UPI links on the bus after that of the UBox. Only two registers of the UBox are
 * unconfirmed.
 */
#define GNR_PCI_DISCOVERY	0x09a7
#define GNR_PCI_UBOX		0x3250
#define GNR_UBOX_NODE_ID	0xc0
#define GNR_UBOX_NODE_MAP	0xd4
#define GNR_PCI_MEMORY		0x3251
#define GNR_PCI_UPI		0x3241
#define GNR_PCI_BUSES		0x09a6	/* the bus numbers of the stacks; from PCM */
#define GRR_PCI_OWN_BUS		0x09a2	/* on the root bus of a stack, with its number; from PCM */
#define GRR_OWN_STACK		0x3f4

/*
 * Range of the units without a published address, such as MDF and PCU: 80 MDFs do not fit into the
 * free space below 0x4000. Other known registers in the range:
 *
 * - free-running counters, each the last but one of sixteen registers. No unit uses these;
 * - 0x3fed, the number of CHAs, and 0x3ffd, UCLK; from PCM. Counters usually start at the ninth
 *   register of a unit, so only a unit with six counters reaches them.
 */
#define GNR_MSR_FIRST		0x2000
#define GNR_MSR_LAST		0x5fff

#endif
