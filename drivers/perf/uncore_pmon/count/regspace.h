/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Register spaces: MSR, PCI configuration, MMIO.
 */
#ifndef _UNCORE_PMON_REGSPACE_H
#define _UNCORE_PMON_REGSPACE_H

#include <linux/types.h>

#include "units.h"

struct device;
struct pci_dev;
struct pmon_unit_desc;
struct pmon_regspace;

/*
 * Access to the registers of one unit.
 *
 * Writes return an error if a missing register is detected: an MSR faults, and the PCI core reports
 * a missing function. MMIO writes always return 0. Reads of missing registers return all ones.
 *
 * Offsets are relative to the unit control register, which need not be the first one of its unit.
 * They are in registers (MSR) or bytes (others).
 *
 * Context: any CPU of the unit's die (MSR), any CPU (others); IRQs off; must not sleep.
 */
struct pmon_regspace_ops {
	/* In PCI configuration space two dwords, never torn by a carry. */
	u64 (*read64)(const struct pmon_regspace *space, int offset);
	/* The low half of a register. */
	u32 (*read32)(const struct pmon_regspace *space, int offset);
	/* The low dword last, because it contains the event select and so starts the counter. */
	int (*write64)(const struct pmon_regspace *space, int offset, u64 value);
	/* A register of 32 bits, or the low half of one of 64. */
	int (*write32)(const struct pmon_regspace *space, int offset, u32 value);
	bool halves;		/* @write32 does not change the upper half of a register */
	bool on_die;		/* only CPUs of the unit's die can access its registers */
	bool dwords;		/* @read64 takes two accesses, and a third one near a carry */
};

/* The registers of one unit: the unit control register. */
struct pmon_regspace {
	const struct pmon_regspace_ops *ops;
	union {
		u32 msr;			/* its number */
		struct {
			struct pci_dev *pci;
			unsigned int config;	/* its offset in configuration space */
		};
		void __iomem *mmio;
	};
};

/* Value of a missing register. */
#define PMON_ALL_ONES		(~0ULL)

/*
 * Map the registers of a unit, which has the verdict PMON_OK. @span: number of bytes from the unit
 * control to the end of the last register (MMIO).
 *
 * Return: 0, -EBUSY if another driver owns the memory, -ENXIO if it cannot be mapped.
 */
int pmon_regspace_init(struct device *dev, struct pmon_regspace *space,
		       const struct pmon_unit_desc *desc, size_t span);

/*
 * Set up access to registers in a second PCI function of a unit, by their offsets in configuration
 * space. The caller holds a reference to the function as long as @space is used.
 */
void pmon_regspace_companion(struct pmon_regspace *space, struct pci_dev *pci);

/*
 * Does reading a register take a lock of the kernel? The kernel accesses the first 256 bytes of PCI
 * configuration space through two I/O ports, under pci_config_lock. An NMI must not take this lock.
 */
bool pmon_regspace_locks(const struct pmon_regspace *space, int offset);

#endif
