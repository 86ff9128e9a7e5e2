// SPDX-License-Identifier: GPL-2.0-only
/* The units of the Granite Rapids family as tests see them. */
#include <string.h>

#include "gnr_units.h"

#define MSR_UNIT(type, id, number, msr, counters)	\
	{ type, id, number, GNR_MSR, msr, 0, counters, 2, 1, 8, 1 }
#define CXL_UNIT(type, id, number, offset, counters)	\
	{ type, id, number, GNR_MMIO, offset, 2,	\
	  counters, 8 + 8 * (counters), 8, 8, 8 + 16 * (counters) }
#define IMC_UNIT(id)	\
	{ "imc", id, 6, GNR_MMIO, 0x100000 + 0x24c000 + 0x4000 * (id) + 0x2800, 0,	\
	  4, 0x40, 4, 8, 0x5c }
#define PCI_UNIT(type, id, number, device, function, address, control, counter, status)	\
	{ type, id, number, GNR_PCI, address, 8 * (device) + (function),	\
	  4, control, 8, counter, status }

const struct gnr_unit gnr_units[] = {
	MSR_UNIT("cha", 0, 0, 0x2000, 4), MSR_UNIT("cha", 1, 0, 0x2010, 4),
	MSR_UNIT("cha", 63, 0, 0x23f0, 4), MSR_UNIT("cha", 64, 0, 0x2400, 4),
	MSR_UNIT("cha", 125, 0, 0x27d0, 4),
	MSR_UNIT("iio", 0, 1, 0x2900, 4), MSR_UNIT("iio", 15, 1, 0x29f0, 4),
	MSR_UNIT("irp", 0, 2, 0x2a00, 4), MSR_UNIT("irp", 15, 2, 0x2af0, 4),
	MSR_UNIT("pcu", 0, 4, 0x3e00, 4), MSR_UNIT("pcu", 4, 4, 0x3e40, 4),
	MSR_UNIT("ubox", 0, 5, 0x3ff0, 2),
	IMC_UNIT(0), IMC_UNIT(1), IMC_UNIT(11),
	PCI_UNIT("upi", 0, 8, 16, 1, 0x318, 0x38, 8, 0x74),
	PCI_UNIT("upi", 5, 8, 21, 1, 0x318, 0x38, 8, 0x74),
	CXL_UNIT("cxlcm", 0, 12, 0, 8), CXL_UNIT("cxlcm", 3, 12, 0xc000, 8),
	CXL_UNIT("cxldp", 0, 13, 0x40000, 4), CXL_UNIT("cxldp", 3, 13, 0x4c000, 4),
	MSR_UNIT("b2hot", 0, 15, 0x3e50, 4), MSR_UNIT("b2hot", 15, 15, 0x3f40, 4),
	MSR_UNIT("b2hot", 16, 15, 0x4200, 4), MSR_UNIT("b2hot", 19, 15, 0x4230, 4),
	PCI_UNIT("b2cmi", 0, 16, 5, 1, 0x438, 0x30, 8, 0x70),
	PCI_UNIT("b2cmi", 6, 16, 5, 7, 0x438, 0x30, 8, 0x70),
	PCI_UNIT("b2cmi", 7, 16, 6, 1, 0x438, 0x30, 8, 0x70),
	PCI_UNIT("b2cmi", 11, 16, 6, 5, 0x438, 0x30, 8, 0x70),
	CXL_UNIT("b2cxl", 0, 17, 0x80000, 4), CXL_UNIT("b2cxl", 11, 17, 0xac000, 4),
	PCI_UNIT("b2upi", 0, 18, 24, 0, 0x408, 0x28, 8, 0x48),
	PCI_UNIT("b2upi", 5, 18, 29, 0, 0x408, 0x28, 8, 0x48),
	MSR_UNIT("mdf", 0, 20, 0x2b00, 4), MSR_UNIT("mdf", 47, 20, 0x2df0, 4),
	MSR_UNIT("mdf", 48, 20, 0x4000, 4), MSR_UNIT("mdf", 79, 20, 0x41f0, 4),
	PCI_UNIT("pciex16", 1, 21, 4, 0, 0x620, 0x10, 0x30, 0x50),
	PCI_UNIT("pciex16", 2, 21, 6, 0, 0x620, 0x10, 0x30, 0x50),
	PCI_UNIT("pciex16", 3, 21, 8, 0, 0x620, 0x10, 0x30, 0x50),
	PCI_UNIT("pciex16", 8, 21, 10, 0, 0x620, 0x10, 0x30, 0x50),
	PCI_UNIT("pciex8", 0, 22, 9, 0, 0x620, 0x10, 0x30, 0x50),
};
const size_t gnr_unit_count = sizeof(gnr_units) / sizeof(gnr_units[0]);

static bool on_root_port(const struct gnr_unit *unit)
{
	return !strncmp(unit->type, "pciex", 5);
}

/* Ports are on the bus of an I/O stack, links and their B2UPIs on the bus after the UBox's. */
unsigned int gnr_bus(const struct gnr_unit *unit)
{
	if (on_root_port(unit))
		return 0x14;
	return machine_bus(machine, 0) + (strstr(unit->type, "upi") != NULL);
}

static size_t function_of(const struct gnr_unit *unit)
{
	if (unit->space == GNR_MMIO)
		return find_function(0, 0, 2);
	return find_on_bus(0, gnr_bus(unit), unit->place / 8, unit->place % 8);
}

/* As drivers do: a register in configuration space takes an access for each half. */
void gnr_write(const struct gnr_unit *unit, unsigned int offset, unsigned int size, uint64_t value)
{
	switch (unit->space) {
	case GNR_MSR:
		wrmsr(0, unit->address + offset, value);
		return;
	case GNR_MMIO:
		machine_bar_write(machine, function_of(unit), unit->place, unit->address + offset,
				  size, value);
		return;
	case GNR_PCI:
		if (size == 8)
			config_write(function_of(unit), unit->address + offset + 4,
				     (uint32_t)(value >> 32));
		config_write(function_of(unit), unit->address + offset, (uint32_t)value);
		return;
	}
}

uint64_t gnr_read(const struct gnr_unit *unit, unsigned int offset, unsigned int size)
{
	uint64_t value;

	switch (unit->space) {
	case GNR_MSR:
		return rdmsr(0, unit->address + offset);
	case GNR_MMIO:
		return machine_bar_read(machine, function_of(unit), unit->place,
					unit->address + offset, size);
	case GNR_PCI:
		value = config_read(function_of(unit), unit->address + offset);
		if (size == 8)
			value |= (uint64_t)config_read(function_of(unit),
						       unit->address + offset + 4) << 32;
		return value;
	}
	return 0;
}

static unsigned int control_size(const struct gnr_unit *unit)
{
	return unit->stride == 4 ? 4 : 8;
}

void gnr_select(const struct gnr_unit *unit, unsigned int counter, uint64_t control)
{
	gnr_write(unit, unit->control + counter * unit->stride, control_size(unit), control);
}

uint64_t gnr_control(const struct gnr_unit *unit, unsigned int counter)
{
	return gnr_read(unit, unit->control + counter * unit->stride, control_size(unit));
}

static unsigned int counter_offset(const struct gnr_unit *unit, unsigned int counter)
{
	return unit->counter + counter * (unit->space == GNR_MSR ? 1 : 8);
}

uint64_t gnr_count(const struct gnr_unit *unit, unsigned int counter)
{
	return gnr_read(unit, counter_offset(unit, counter), 8);
}

void gnr_preset(const struct gnr_unit *unit, unsigned int counter, uint64_t value)
{
	gnr_write(unit, counter_offset(unit, counter), 8, value);
}

const struct gnr_unit *gnr_unit(const char *type, unsigned int id)
{
	size_t i;

	for (i = 0; i < gnr_unit_count; i++) {
		if (!strcmp(gnr_units[i].type, type) && gnr_units[i].id == id)
			return &gnr_units[i];
	}
	test_fail("gnr_unit", 0, "%s %u is not listed", type, id);
}

uint64_t gnr_table(unsigned int package, unsigned int table, size_t index)
{
	return machine_bar_read(machine, find_table(package, table), 0, 8 * index, 8);
}

size_t gnr_entry(unsigned int package, unsigned int table, unsigned int type, unsigned int id,
		 size_t after)
{
	uint64_t global = gnr_table(package, table, 0);
	size_t stride = global >> 8 & 0xff, max = global >> 16 & 0x3ff, i;

	for (i = after / stride + 1; i <= max; i++) {
		uint64_t identity = gnr_table(package, table, i * stride + 2);

		if (gnr_table(package, table, i * stride) &&
		    (identity & 0xffffffff) == (type | id << 16))
			return i * stride;
	}
	return 0;
}
