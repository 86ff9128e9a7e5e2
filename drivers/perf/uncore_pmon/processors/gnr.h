/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The Granite Rapids family: Granite Rapids, Granite Rapids-D, Sierra Forest, Clearwater Forest and
 * Grand Ridge. They have the same kinds of units; each has a description of its own.
 *
 * Intel has not published a guide to their uncore. The sources are Intel's event lists and PCM,
 * which Intel publishes, the in-tree driver, and EDAC drivers; the comments name them. "As Emerald
 * Rapids" means that the in-tree driver treats both alike.
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

/* Root ports with PMON registers, from PCM. */
#define GNR_PCI_PCIEX16_FIRST	0x0db0
#define GNR_PCI_PCIEX16_LAST	0x0db3
#define GNR_PCI_PCIEX8_FIRST	0x0db6
#define GNR_PCI_PCIEX8_LAST	0x0db9

/*
 * Range of the units without a published address, such as MDF and PCU: 80 MDFs do not fit into the
 * free space below 0x4000. The only other known registers in this range are free-running counters.
 * Each of them is the last but one of sixteen registers, which no unit uses.
 */
#define GNR_MSR_FIRST		0x2000
#define GNR_MSR_LAST		0x5fff

/* Box types of all processors. The UBox of Grand Ridge differs. */
extern const struct pmon_box_type gnr_cha, gnr_iio, gnr_irp, gnr_pcu, gnr_ubox, gnr_imc, gnr_upi;
extern const struct pmon_box_type gnr_cxlcm, gnr_cxldp, gnr_b2hot, gnr_b2cmi, gnr_b2cxl, gnr_b2upi;
extern const struct pmon_box_type gnr_mdf, gnr_pciex16, gnr_pciex8, gnr_unnamed;
extern const struct pmon_box_type grr_ubox;

#define GNR_NUM_FREE_RUNNING	1
extern const struct pmon_free_running gnr_free_running[GNR_NUM_FREE_RUNNING];

#define GNR_NUM_ERRATA		1
extern const struct pmon_erratum gnr_errata[GNR_NUM_ERRATA];

/* The places are from PCM and the in-tree driver, the offsets from the table. */
#define GNR_MSR_PLACES							\
	.access = PMON_ACCESS_MSR, .described = true, .table_offsets = true, .max_counters = 4, \
	.probed = true

/* The number of counters is undocumented. */
#define GNR_ANY_COUNTERS	.max_counters = PMON_TABLE_MAX_COUNTERS

#define GNR_NUM_BOXES		16

/* Places of the units of all but Grand Ridge. */
extern const struct pmon_known_box gnr_boxes[GNR_NUM_BOXES];

/* Places of the units. @ubox_type and @ubox_first: the UBox and its first register. */
#define GNR_BOXES(ubox_type, ubox_first)				\
	{								\
		.type = &gnr_cha, GNR_MSR_PLACES,			\
		.first = 0x2000, .last = 0x28ff,			\
	}, {								\
		.type = &gnr_iio, GNR_MSR_PLACES,			\
		.first = 0x2900, .last = 0x29ff,			\
	}, {								\
		.type = &gnr_irp, GNR_MSR_PLACES,			\
		.first = 0x2a00, .last = 0x2aff,			\
	}, {								\
		.type = &gnr_pcu, .access = PMON_ACCESS_MSR,		\
		.max_counters = 4, .probed = true,			\
	}, {								\
		.type = ubox_type, .access = PMON_ACCESS_MSR,		\
		GNR_ANY_COUNTERS, .probed = true,			\
		.first = ubox_first, .last = (ubox_first) + 0xf,	\
	}, {								\
		.type = &gnr_imc, .access = PMON_ACCESS_MMIO,		\
		.max_counters = 4, .channels = true,			\
	}, {								\
		.type = &gnr_upi, .access = PMON_ACCESS_PCI,		\
		.max_counters = 4, .probed = true,			\
		/* As Emerald Rapids, for units with wrong table entries. */ \
		.control_offset = 0x38, .counter_offset = 8,		\
		.status_offset = 0x74,					\
		.pci_device = GNR_PCI_UPI, .pci_register = 0x318,	\
		.pci_first = PCI_DEVFN(16, 1),				\
	}, {								\
		.type = &gnr_cxlcm, .access = PMON_ACCESS_MMIO,		\
		.max_counters = 8,					\
	}, {								\
		.type = &gnr_cxldp, .access = PMON_ACCESS_MMIO,		\
		.max_counters = 8,					\
	}, {								\
		.type = &gnr_b2hot, .any_space = true,			\
		GNR_ANY_COUNTERS, .probed = true,			\
	}, {								\
		/* PCM only has the device id of the first one. */		\
		.type = &gnr_b2cmi, .access = PMON_ACCESS_PCI,		\
		.max_counters = 4, .probed = true,			\
		.pci_register = 0x438,					\
	}, {								\
		.type = &gnr_b2cxl, .any_space = true,			\
		GNR_ANY_COUNTERS, .probed = true,			\
	}, {								\
		.type = &gnr_b2upi, .access = PMON_ACCESS_PCI,		\
		.max_counters = 4, .probed = true,			\
		.pci_register = 0x408, .pci_bus = 1,			\
		.pci_first = PCI_DEVFN(24, 0),				\
	}, {								\
		.type = &gnr_mdf, .access = PMON_ACCESS_MSR,		\
		GNR_ANY_COUNTERS, .probed = true,			\
	}, {								\
		.type = &gnr_pciex16, .access = PMON_ACCESS_PCI,	\
		GNR_ANY_COUNTERS, .probed = true,			\
		.pci_device = GNR_PCI_PCIEX16_FIRST,			\
		.pci_last = GNR_PCI_PCIEX16_LAST, .pci_register = 0x620, \
	}, {								\
		.type = &gnr_pciex8, .access = PMON_ACCESS_PCI,		\
		GNR_ANY_COUNTERS, .probed = true,			\
		.pci_device = GNR_PCI_PCIEX8_FIRST,			\
		.pci_last = GNR_PCI_PCIEX8_LAST, .pci_register = 0x620,	\
	}

/*
 * From the EDAC driver and PCM, which agree: 28 places for channels, including those of absent
 * controllers, each with its own registers. @first: registers of the first channel.
 */
#define GNR_MEMORY(first)						\
	{								\
		.device = GNR_PCI_MEMORY, .devfn = PCI_DEVFN(0, 1),	\
		.base = 0xd0, .offset = 0xd4,				\
		.controllers = 1, .channels = 28,			\
		.first_channel = (first) + 0x2800, .channel_stride = 0x4000, \
		.start = first, .size = (first) + 28 * 0x4000,		\
	}

/* The addresses of the global registers are only in the table. */
#define GNR_DISCOVERY(places, memory_places)				\
	.device = GNR_PCI_DISCOVERY,					\
	.global = { .words = 8, .used_words = 8 },			\
	.sampling_untried = true,					\
	.boxes = places, .num_boxes = ARRAY_SIZE(places),		\
	.unnamed = &gnr_unnamed,					\
	.first_msr = GNR_MSR_FIRST, .last_msr = GNR_MSR_LAST,		\
	.dword_types = BIT_ULL(GNR_IMC),				\
	.memory = memory_places,					\
	.free_running = gnr_free_running, .num_free_running = GNR_NUM_FREE_RUNNING

#define GNR_UBOX_MAP							\
	{								\
		.device = GNR_PCI_UBOX, .node_id = GNR_UBOX_NODE_ID,	\
		.map = GNR_UBOX_NODE_MAP, .second_bus = true, .unproven = true, \
	}

#endif
