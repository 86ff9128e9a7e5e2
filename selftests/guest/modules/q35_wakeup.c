// SPDX-License-Identifier: GPL-2.0-only
/*
 * What SeaBIOS leaves out when QEMU's q35 wakes up from suspend to RAM.
 *
 * Registers of the chipset are lost then, as on any machine, and it is the firmware's job to set
 * them again. SeaBIOS does so at a boot only. Without them there is no extended PCI configuration
 * space, no interrupt of the firmware, and no way to switch the machine off.
 */
#include <linux/cpuhotplug.h>
#include <linux/module.h>
#include <linux/pci.h>

/* Host bridge: PCIEXBAR. LPC bridge: PMBASE, ACPI_CNTL, interrupt routes, RCBA. */
static const struct {
	unsigned int devfn;
	unsigned int offset;
} registers[] = {
	{ PCI_DEVFN(0, 0), 0x64 }, { PCI_DEVFN(0, 0), 0x60 },
	{ PCI_DEVFN(31, 0), 0x40 }, { PCI_DEVFN(31, 0), 0x44 },
	{ PCI_DEVFN(31, 0), 0x60 }, { PCI_DEVFN(31, 0), 0x68 },
	{ PCI_DEVFN(31, 0), 0xf0 },
};

static u32 values[ARRAY_SIZE(registers)];
static struct pci_bus *bus;
static int state;

/* CPUs come up before devices wake up. Below 0x100 the old way to configuration space does. */
static int restore(unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(registers); i++)
		pci_bus_write_config_dword(bus, registers[i].devfn,
					   registers[i].offset, values[i]);
	return 0;
}

static int __init q35_wakeup_init(void)
{
	unsigned int i;

	bus = pci_find_bus(0, 0);
	if (!bus)
		return -ENODEV;
	for (i = 0; i < ARRAY_SIZE(registers); i++)
		pci_bus_read_config_dword(bus, registers[i].devfn,
					  registers[i].offset, &values[i]);
	state = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "q35_wakeup",
					  restore, NULL);
	return state < 0 ? state : 0;
}
module_init(q35_wakeup_init);

static void __exit q35_wakeup_exit(void)
{
	cpuhp_remove_state_nocalls(state);
}
module_exit(q35_wakeup_exit);

MODULE_DESCRIPTION("QEMU q35: chipset registers after suspend to RAM");
MODULE_LICENSE("GPL");
