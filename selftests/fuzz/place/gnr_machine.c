// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine with two Granite Rapids, and tables for it.
 */
#include "../fuzz.h"
#include "gnr_machine.h"
#include "processors/gnr.h"

#define GNR_MSR_OFFSETS	2, 8, 1

u64 *gnr_table;

void gnr_begin_table(u64 *words, u64 global)
{
	gnr_table = words;
	gnr_table[0] = 3ULL << 8;
	gnr_table[1] = global;
	gnr_table[2] = 128ULL << 8 | 2;
}

unsigned int gnr_add_entry(enum pmon_access access, u64 control, u16 type, u16 id,
			      u8 control_offset, u8 counter_offset, u8 status_offset)
{
	unsigned int index = gnr_table[0] >> 16 & 0x3ff;
	u64 *entry = &gnr_table[3 * (index + 1)];

	entry[0] = (u64)access << 62 | (u64)status_offset << 32 | (u64)counter_offset << 24 | 48 << 16 |
		   (u64)control_offset << 8 | 4;
	entry[1] = control;
	entry[2] = (u64)index << 32 | (u64)id << 16 | type;
	gnr_table[0] += 1 << 16;
	return index;
}

unsigned int gnr_add_msr(u64 control, u16 type, u16 id)
{
	return gnr_add_entry(PMON_ACCESS_MSR, control, type, id, GNR_MSR_OFFSETS);
}

static u64 address(unsigned int bus, unsigned int devfn, unsigned int reg)
{
	return FIELD_PREP(PMON_PCI_BUS, (u64)bus) | FIELD_PREP(PMON_PCI_DEVFN, (u64)devfn) | reg;
}

unsigned int gnr_add_function_unit(unsigned int bus, unsigned int devfn, unsigned int reg, u16 type, u16 id)
{
	return gnr_add_entry(PMON_ACCESS_PCI, address(bus, devfn, reg), type, id, 0x38, 8, 0x74);
}

void gnr_set_global(u64 global)
{
	place_set_msr(global + 2, 0);
	place_set_msr(global + 3, 0);
}

/* Functions of a package that no table is on. */
static void add_functions(unsigned int package)
{
	struct pci_bus *ports = place_add_bus(package, GNR_PORTS_BUS + 0x80 * package);
	struct pci_bus *second = place_add_bus(package, GNR_SECOND_BUS + 0x80 * package);
	struct pci_dev *pci;

	pci = place_add_function(package, PCI_DEVFN(0, 0), GNR_PCI_UBOX, 0x088000);
	pci->config[GNR_UBOX_NODE_ID / 4] = package;
	pci->config[GNR_UBOX_NODE_MAP / 4] = 1 << 3;
	pci = place_add_function(package, PCI_DEVFN(0, 1), GNR_PCI_MEMORY, 0x088000);
	pci->config[0xd0 / 4] = (GNR_MEMORY_BASE + package * PLACE_DISTANCE) >> 23;
	place_add_function_on(second, PCI_DEVFN(16, 1), GNR_PCI_UPI, 0x088000);
	place_add_function_on(second, PCI_DEVFN(17, 1), GNR_PCI_UPI, 0x088000);
	place_add_function(package, PCI_DEVFN(5, 1), 0x324a, 0x088000);
	place_add_function(package, PCI_DEVFN(5, 2), 0x324b, 0x088000);
	/* The other one of these two buses has other functions at the same places. */
	place_add_function(package, PCI_DEVFN(24, 0), 0x324c, 0x088000);
	place_add_function_on(second, PCI_DEVFN(24, 0), 0x3245, 0x088000);
	place_add_function_on(second, PCI_DEVFN(5, 1), 0x324d, 0x088000);
	place_add_function_on(second, PCI_DEVFN(5, 2), 0x324d, 0x088000);
	place_add_function_on(place_add_bus(package, GNR_STACK_BUS + 0x80 * package), PCI_DEVFN(2, 0), 0x0cfe, 0x088000);
	place_add_others(package);
	pci = place_add_function_on(ports, PCI_DEVFN(1, 0), 0x0db0, 0x060400);
	pci->dev.driver = "pcieport";
	pci = place_add_function_on(ports, PCI_DEVFN(2, 0), 0x0db9, 0x060400);
	pci->dev.driver = "pcieport";
	pci = place_add_function_on(ports, PCI_DEVFN(3, 0), 0x0dc0, 0x060400);
	pci->dev.driver = "pcieport";
}

void gnr_begin(void)
{
	u64 *first;

	place_clear();
	first = place_add_discovery(place_add_bus(0, GNR_STACK_BUS), PCI_DEVFN(3, 1));
	gnr_begin_table(place_add_discovery(place_add_bus(1, GNR_STACK_BUS + 0x80), PCI_DEVFN(3, 1)), GNR_GLOBAL);
	add_functions(0);
	add_functions(1);
	gnr_set_global(GNR_GLOBAL);
	gnr_begin_table(first, GNR_GLOBAL);
}
