// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend to RAM on QEMU's q35: what SeaBIOS leaves out when it wakes up, and an alarm that does wake it.
 *
 * Registers of the chipset are lost then, as on any machine, and it is the firmware's job to set
 * them again. SeaBIOS does so at a boot only. Without them there is no extended PCI configuration
 * space, no interrupt of the firmware, and no way to switch the machine off.
 */
#include <linux/bcd.h>
#include <linux/cpuhotplug.h>
#include <linux/mc146818rtc.h>
#include <linux/module.h>
#include <linux/pci.h>

#define ALARM_SECONDS	2
#define ALARM_ANY	0xff	/* of the alarm's hours and minutes: do not care */

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

/*
 * The alarm that ends the sleep can be over before a slow machine has got to sleep. CPUs go offline as the last
 * thing: from then on it comes soon, and once a minute.
 */
static int delay_alarm(unsigned int cpu)
{
	unsigned char seconds;
	unsigned long flags;

	spin_lock_irqsave(&rtc_lock, flags);
	while (CMOS_READ(RTC_FREQ_SELECT) & RTC_UIP)
		cpu_relax();
	seconds = bcd2bin(CMOS_READ(RTC_SECONDS));
	CMOS_WRITE(ALARM_ANY, RTC_HOURS_ALARM);
	CMOS_WRITE(ALARM_ANY, RTC_MINUTES_ALARM);
	CMOS_WRITE(bin2bcd((seconds + ALARM_SECONDS) % 60), RTC_SECONDS_ALARM);
	spin_unlock_irqrestore(&rtc_lock, flags);
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
					  restore, delay_alarm);
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
