// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register spaces: MSR, PCI configuration, MMIO.
 */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/pci.h>

#include "compat.h"
#include "count/count.h"
#include "count/regspace.h"

/*
 * MSRs. Firmware can remove a unit at run time, so use the accessors that handle faults. They cost
 * no more than the others.
 */
static u64 msr_read64(const struct pmon_regspace *space, int offset)
{
	u64 value;

	if (pmon_rdmsr_safe(space->msr + offset, &value))
		return PMON_ALL_ONES;
	return value;
}

static u32 msr_read32(const struct pmon_regspace *space, int offset)
{
	return msr_read64(space, offset);
}

static int msr_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	return pmon_wrmsr_safe(space->msr + offset, value);
}

static int msr_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	return pmon_wrmsr_safe(space->msr + offset, value);
}

static const struct pmon_regspace_ops msr_ops = {
	.read64 = msr_read64,
	.read32 = msr_read32,
	.write64 = msr_write64,
	.write32 = msr_write32,
	.on_die = true,
};

/* PCI configuration space: dwords only. */
static u32 pci_read32(const struct pmon_regspace *space, int offset)
{
	u32 value = ~0U;

	pci_read_config_dword(space->pci, space->config + offset, &value);
	return value;
}

static int pci_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	int error = pci_write_config_dword(space->pci, space->config + offset, value);

	return pcibios_err_to_errno(error);
}

/*
 * The halves match if the lower one did not carry between the two reads. It can carry only near its
 * end, or if SMM or a hypervisor delayed this CPU for very long. Reading it again in its upper
 * quarter costs little and covers both.
 */
static u64 pci_read64(const struct pmon_regspace *space, int offset)
{
	u32 low, high;

	do {
		low = pci_read32(space, offset);
		high = pci_read32(space, offset + sizeof(u32));
	} while (pmon_low_may_carry(low) && pci_read32(space, offset) < low);

	return (u64)high << 32 | low;
}

static int pci_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	return pci_write32(space, offset + sizeof(u32), upper_32_bits(value)) ?:
	       pci_write32(space, offset, lower_32_bits(value));
}

static const struct pmon_regspace_ops pci_ops = {
	.read64 = pci_read64,
	.read32 = pci_read32,
	.write64 = pci_write64,
	.write32 = pci_write32,
	.halves = true,
	.dwords = true,
};

bool pmon_regspace_locks(const struct pmon_regspace *space, int offset)
{
	return space->ops == &pci_ops &&
	       space->config + offset < PCI_CFG_SPACE_SIZE;
}

static u64 mmio_read64(const struct pmon_regspace *space, int offset)
{
	return readq(space->mmio + offset);
}

static u32 mmio_read32(const struct pmon_regspace *space, int offset)
{
	return readl(space->mmio + offset);
}

static int mmio_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	writeq(value, space->mmio + offset);
	return 0;
}

static int mmio_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	writel(value, space->mmio + offset);
	return 0;
}

static const struct pmon_regspace_ops mmio_ops = {
	.read64 = mmio_read64,
	.read32 = mmio_read32,
	.write64 = mmio_write64,
	.write32 = mmio_write32,
	.halves = true,
};

static int mmio_init(struct device *dev, struct pmon_regspace *space,
		     const struct pmon_unit_desc *desc, size_t span)
{
	resource_size_t address = desc->unit.control;
	bool claimed;

	/*
	 * Claim the region, so that neither RAM nor registers of other drivers are mapped. A driver
	 * of the memory controllers, or firmware, may have claimed a whole register block. Its
	 * counters are still free to use if they are documented.
	 */
	claimed = devm_request_mem_region(dev, address, span, dev_name(dev));
	if (!claimed && !desc->documented)
		return -EBUSY;
	space->mmio = devm_ioremap(dev, address, span);
	if (!space->mmio) {
		if (claimed)
			devm_release_mem_region(dev, address, span);
		return -ENXIO;
	}
	space->ops = &mmio_ops;
	return 0;
}

int pmon_regspace_init(struct device *dev, struct pmon_regspace *space,
		       const struct pmon_unit_desc *desc, size_t span)
{
	switch (desc->unit.access) {
	case PMON_ACCESS_MSR:
		space->ops = &msr_ops;
		space->msr = desc->unit.control;
		return 0;
	case PMON_ACCESS_PCI:
		space->ops = &pci_ops;
		space->pci = desc->pci;
		space->config = desc->unit.control & 0xfff;
		return 0;
	case PMON_ACCESS_MMIO:
		return mmio_init(dev, space, desc, span);
	}
	return -EINVAL;
}

void pmon_regspace_companion(struct pmon_regspace *space, struct pci_dev *pci)
{
	space->ops = &pci_ops;
	space->pci = pci;
	space->config = 0;
}
