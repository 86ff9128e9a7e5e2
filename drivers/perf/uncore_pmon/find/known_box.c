// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the guide has the units of a type.
 */
#include <linux/types.h>

#include "find/known_box.h"
#include "processors/emr.h"

/* Tables 1-9 and 1-12; what is not in the guide is marked. */
const struct pmon_known_box pmon_known_boxes[] = {
	{ .type = EMR_CHA, .name = "cha", .access = PMON_ACCESS_MSR,
	  .max_counters = 4, .max_id = 127, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x2000, .last = 0x23ff },
	{ .type = EMR_IIO, .name = "iio", .access = PMON_ACCESS_MSR,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x3000, .last = 0x30ff },
	{ .type = EMR_IRP, .name = "irp", .access = PMON_ACCESS_MSR,
	  .max_counters = 2, .max_id = 63, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x3400, .last = 0x34ff },
	{ .type = EMR_M2PCIE, .name = "m2pcie", .access = PMON_ACCESS_MSR,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x3200, .last = 0x32ff },
	{ .type = EMR_PCU, .name = "pcu", .access = PMON_ACCESS_MSR,
	  .max_counters = 4, .max_id = 63, .single = true, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x2fc0, .last = 0x2fcf },
	/* The guide has only the fixed counter, 0x2fde and 0x2fdf. */
	{ .type = EMR_UBOX, .name = "ubox", .access = PMON_ACCESS_MSR,
	  .max_counters = PMON_TABLE_MAX_COUNTERS, .max_id = 63, .single = true,
	  .first = 0x2fc0, .last = 0x2fef },
	{ .type = EMR_IMC, .name = "imc", .access = PMON_ACCESS_MMIO,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 0x40, .counter_offset = 8, .status_offset = 0x5c },
	{ .type = EMR_M2M, .name = "m2m", .access = PMON_ACCESS_PCI,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 0x30, .counter_offset = 8, .status_offset = 0x70,
	  .pci_device = EMR_PCI_M2M, .pci_register = 0x438 },
	{ .type = EMR_UPI, .name = "upi", .access = PMON_ACCESS_PCI,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 0x38, .counter_offset = 8, .status_offset = 0x74,
	  .pci_device = EMR_PCI_UPI, .pci_register = 0x318 },
	{ .type = EMR_M3UPI, .name = "m3upi", .access = PMON_ACCESS_PCI,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 0x38, .counter_offset = 8, .status_offset = 0x58,
	  .pci_device = EMR_PCI_M3UPI, .pci_register = 0xa0 },
	{ .type = EMR_MDF, .name = "mdf", .access = PMON_ACCESS_MSR,
	  .max_counters = 4, .max_id = 63, .described = true,
	  .control_offset = 2, .counter_offset = 8, .status_offset = 1,
	  .first = 0x2800, .last = 0x29ff },
	/* The guide leaves these to discovery; MMIO as in the in-tree driver. */
	{ .type = EMR_CXLCM, .name = "cxlcm", .access = PMON_ACCESS_MMIO,
	  .max_counters = 8, .max_id = 63 },
	{ .type = EMR_CXLDP, .name = "cxldp", .access = PMON_ACCESS_MMIO,
	  .max_counters = 4, .max_id = 63 },
	{ .type = EMR_HBM, .name = "hbm", .access = PMON_ACCESS_MMIO,
	  .max_counters = PMON_TABLE_MAX_COUNTERS, .max_id = 63 },
	{}
};

const struct pmon_known_box *pmon_known_box(u16 type)
{
	const struct pmon_known_box *box;

	for (box = pmon_known_boxes; box->name; box++) {
		if (box->type == type)
			return box;
	}
	return NULL;
}
