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

/**
 * struct pmon_regspace_ops - access to the registers of one unit
 * @read64: read a 64-bit register. In PCI configuration space two dwords, never torn by a carry
 * @read32: read the low half of a register
 * @write64: write a 64-bit register. The low dword last, because it contains the event select and
 *	     so starts the counter
 * @write32: write a register of 32 bits, or the low half of one of 64
 * @halves: @write32 does not change the upper half of a register
 * @on_die: only CPUs of the unit's die can access its registers
 * @dwords: @read64 takes two accesses, and a third one near a carry
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
	u64 (*read64)(const struct pmon_regspace *space, int offset);
	u32 (*read32)(const struct pmon_regspace *space, int offset);
	int (*write64)(const struct pmon_regspace *space, int offset, u64 value);
	int (*write32)(const struct pmon_regspace *space, int offset, u32 value);
	bool halves;
	bool on_die;
	bool dwords;
};

/**
 * struct pmon_regspace - the registers of one unit
 * @ops: accessors
 * @msr: number of the unit control register (MSR)
 * @pci: the function (PCI)
 * @config: offset of the unit control register in its configuration space (PCI)
 * @mmio: the unit control register (MMIO)
 */
struct pmon_regspace {
	const struct pmon_regspace_ops *ops;
	union {
		u32 msr;
		struct {
			struct pci_dev *pci;
			unsigned int config;
		};
		void __iomem *mmio;
	};
};

/* Value of a missing register. */
#define PMON_ALL_ONES		(~0ULL)

/**
 * pmon_regspace_init() - map the registers of a unit
 * @dev: device that owns the mapping
 * @space: receives the register space
 * @desc: the unit, with the verdict PMON_OK
 * @span: number of bytes from the unit control to the end of the last register (MMIO)
 *
 * Context: process context, may sleep.
 * Return: 0, -EBUSY if another driver owns the memory, -ENXIO if it cannot be mapped, -EINVAL if
 * the kind of register space is unknown.
 */
int pmon_regspace_init(struct device *dev, struct pmon_regspace *space,
		       const struct pmon_unit_desc *desc, size_t span);

/**
 * pmon_regspace_companion() - set up access to registers in a second PCI function of a unit
 * @space: receives the register space; offsets are those in the function's configuration space
 * @pci: the function; the caller holds a reference as long as @space is used
 */
void pmon_regspace_companion(struct pmon_regspace *space, struct pci_dev *pci);

/**
 * pmon_regspace_locks() - does reading a register take a lock of the kernel?
 * @space: the registers
 * @offset: the register
 *
 * The kernel accesses the first 256 bytes of PCI configuration space through two I/O ports, under
 * pci_config_lock. An NMI must not take this lock.
 *
 * Return: true if so.
 */
bool pmon_regspace_locks(const struct pmon_regspace *space, int offset);

#endif
