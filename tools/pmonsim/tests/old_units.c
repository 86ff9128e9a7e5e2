// SPDX-License-Identifier: GPL-2.0-only
/* The units of Sandy Bridge-EP and Ivy Bridge-EP as tests see them, and what holds for both. */
#include <string.h>

#include "old_units.h"

#define CBOX_UNIT(id) { "cbox", id, 0xd04 + 0x20 * (id), 0, 0, 4, 44, { 0 } }
#define PCI_UNIT(type, id, device, function, counters, width)		\
	{ type, id, 0, device, function, counters, width, PCI_COUNTERS }

const struct old_unit snbep_units[] = {
	CBOX_UNIT(0), CBOX_UNIT(1), CBOX_UNIT(7),
	{ "pcu", 0, 0xc24, 0, 0, 4, 48, { 0 } },
	{ "ubox", 0, 0xc04, 0, 0, 2, 44, { 0 } },
	PCI_UNIT("ha", 0, 14, 1, 4, 48),
	PCI_UNIT("imc", 0, 16, 0, 4, 48), PCI_UNIT("imc", 1, 16, 1, 4, 48),
	PCI_UNIT("imc", 2, 16, 4, 4, 48), PCI_UNIT("imc", 3, 16, 5, 4, 48),
	PCI_UNIT("qpi", 0, 8, 2, 4, 48), PCI_UNIT("qpi", 1, 9, 2, 4, 48),
	PCI_UNIT("r2pcie", 0, 19, 1, 4, 44),
	PCI_UNIT("r3qpi", 0, 19, 5, 3, 44), PCI_UNIT("r3qpi", 1, 19, 6, 3, 44),
};
const size_t snbep_unit_count = sizeof(snbep_units) / sizeof(snbep_units[0]);

const struct old_unit ivbep_units[] = {
	CBOX_UNIT(0), CBOX_UNIT(8), CBOX_UNIT(14),
	{ "pcu", 0, 0xc24, 0, 0, 4, 48, { 0 } },
	{ "ubox", 0, 0xc04, 0, 0, 2, 44, { 0 } },
	PCI_UNIT("ha", 0, 14, 1, 4, 48), PCI_UNIT("ha", 1, 28, 1, 4, 48),
	PCI_UNIT("imc", 0, 16, 4, 4, 48), PCI_UNIT("imc", 1, 16, 5, 4, 48),
	PCI_UNIT("imc", 2, 16, 0, 4, 48), PCI_UNIT("imc", 3, 16, 1, 4, 48),
	PCI_UNIT("imc", 4, 30, 4, 4, 48), PCI_UNIT("imc", 5, 30, 5, 4, 48),
	PCI_UNIT("imc", 6, 30, 0, 4, 48), PCI_UNIT("imc", 7, 30, 1, 4, 48),
	PCI_UNIT("qpi", 0, 8, 2, 4, 48), PCI_UNIT("qpi", 1, 9, 2, 4, 48),
	PCI_UNIT("r2pcie", 0, 19, 1, 4, 44),
	PCI_UNIT("r3qpi", 0, 19, 5, 3, 44), PCI_UNIT("r3qpi", 1, 19, 6, 3, 44),
	{ "irp", 0, 0, 5, 6, 4, 48, { 0xa0, 0xb0, 0xb8, 0xc0 } },
};
const size_t ivbep_unit_count = sizeof(ivbep_units) / sizeof(ivbep_units[0]);

bool is_type(const struct old_unit *unit, const char *type)
{
	return !strcmp(unit->type, type);
}

static size_t function_of(const struct old_unit *unit)
{
	if (is_type(unit, "irp"))
		return find_on_bus(0, 0x00, unit->device, unit->function);
	return find_function(0, unit->device, unit->function);
}

/* The list ends before one that is not found: then the test is wrong. */
const struct old_unit *old_unit(const struct old_unit *units, const char *type, unsigned int id)
{
	while (!is_type(units, type) || units->id != id)
		units++;
	return units;
}

void write_control(const struct old_unit *unit, unsigned int counter, uint32_t value)
{
	if (unit->msr)
		wrmsr(0, unit->msr + 0xc + counter, value);
	else
		config_write(function_of(unit), 0xd8 + 4 * counter, value);
}

uint32_t read_control(const struct old_unit *unit, unsigned int counter)
{
	if (unit->msr)
		return (uint32_t)rdmsr(0, unit->msr + 0xc + counter);
	return config_read(function_of(unit), 0xd8 + 4 * counter);
}

void write_counter(const struct old_unit *unit, unsigned int counter, uint64_t value)
{
	unsigned int offset = unit->counter_offset[counter];

	if (unit->msr) {
		wrmsr(0, unit->msr + 0x12 + counter, value);
		return;
	}
	config_write(function_of(unit), offset, (uint32_t)value);
	config_write(function_of(unit), offset + 4, (uint32_t)(value >> 32));
}

uint64_t read_counter(const struct old_unit *unit, unsigned int counter)
{
	unsigned int offset = unit->counter_offset[counter];

	if (unit->msr)
		return rdmsr(0, unit->msr + 0x12 + counter);
	return config_read(function_of(unit), offset) |
	       (uint64_t)config_read(function_of(unit), offset + 4) << 32;
}

void write_unit_control(const struct old_unit *unit, uint32_t value)
{
	if (unit->msr)
		wrmsr(0, unit->msr, value);
	else
		config_write(function_of(unit), 0xf4, value);
}

uint64_t read_unit_control(const struct old_unit *unit)
{
	return unit->msr ? rdmsr(0, unit->msr) : config_read(function_of(unit), 0xf4);
}

/* An event code that every counter of every box takes; umask 0 suits the PCU too. */
#define ANY_EVENT	0x3f

/* Every counter counts what its own control says, in its own width, and nobody else's. */
void registers_of_all_units(const struct old_unit *units, size_t count)
{
	unsigned int c;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct old_unit *u = &units[i];

		for (c = 0; c < u->counters; c++) {
			write_counter(u, c, (1ull << u->width) - 2);
			write_control(u, c, EN | ANY_EVENT);
			EXPECT_EQ(read_control(u, c), EN | ANY_EVENT);
		}
		/* Neither another event nor another unit or die. */
		command("inject die=0 unit=%s:%u event=0x3e n=100", u->type, u->id);
		command("inject die=1 unit=* event=0x3f n=100");
		command("inject die=0 unit=%s:%u event=0x3f n=%zu", u->type, u->id, 5 + i);
		for (c = 0; c < u->counters; c++) {
			EXPECT_EQ(read_counter(u, c), 3 + i);
			write_control(u, c, ANY_EVENT);
		}
		/* `en` is needed. */
		command("inject die=0 unit=%s:%u event=0x3f n=9", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 3 + i);
		EXPECT_EQ(new_violations(), 0);
		if (u->width == 44) {
			write_counter(u, 1, 1ull << 44);
			EXPECT(violation_says("reserved bits 0x100000000000 set"));
			EXPECT_EQ(read_counter(u, 1), 0);
		}
	}
}

struct restriction {
	uint8_t event;
	unsigned int counters;
};

static void check_restrictions(const struct old_unit *u, const struct restriction *list,
			       size_t count, const char *attributes)
{
	unsigned int c;
	size_t i;

	for (i = 0; i < count; i++) {
		for (c = 0; c < u->counters; c++) {
			bool allowed = list[i].counters >> c & 1;

			write_counter(u, c, 0);
			write_control(u, c, EN | 0x100 | list[i].event);
			if (allowed)
				EXPECT_EQ(new_violations(), 0);
			else
				EXPECT(violation_says("this counter cannot count this event"));
			command("inject die=0 unit=%s:0 event=0x%x umask=1 %s n=5", u->type,
				list[i].event, attributes);
			EXPECT_EQ(read_counter(u, c), allowed ? 5 : 0);
			write_control(u, c, 0);
		}
	}
}

void restrictions_of_cbox(void)
{
	/* Column "Counters" of the event list; the last ones are free. */
	static const struct restriction list[] = {
		{ 0x01, 0x1 }, { 0x11, 0x1 }, { 0x36, 0x1 }, { 0x3b, 0x1 }, { 0x02, 0x3 },
		{ 0x04, 0x3 }, { 0x05, 0x3 }, { 0x07, 0x3 }, { 0x09, 0x3 }, { 0x12, 0x3 },
		{ 0x13, 0x3 }, { 0x21, 0x3 }, { 0x23, 0x3 }, { 0x31, 0x3 }, { 0x32, 0x3 },
		{ 0x33, 0x3 }, { 0x34, 0x3 }, { 0x35, 0x3 }, { 0x37, 0x3 }, { 0x38, 0x3 },
		{ 0x39, 0x3 }, { 0x1b, 0xc }, { 0x1c, 0xc }, { 0x1d, 0xc }, { 0x1e, 0xc },
		{ 0x1f, 0xe }, { 0x00, 0xf }, { 0x3f, 0xf }, { 0x1a, 0xf }, { 0x20, 0xf },
	};

	wrmsr(0, 0xd14, 0x1f << 18);	/* all states, opcode 0 */
	check_restrictions(&snbep_units[0], list, sizeof(list) / sizeof(list[0]), "state=2");
}

void restrictions_of_pci_boxes(const struct old_unit *units)
{
	static const struct restriction r2pcie[] = {
		{ 0x10, 0x3 }, { 0x11, 0x3 }, { 0x12, 0x1 }, { 0x13, 0xf }, { 0x22, 0xf },
		{ 0x23, 0x3 }, { 0x26, 0x3 }, { 0x27, 0xf }, { 0x31, 0xf }, { 0x32, 0x3 },
		{ 0x34, 0x3 }, { 0x35, 0xf },
	};
	static const struct restriction r3qpi[] = {
		{ 0x0f, 0x7 }, { 0x10, 0x3 }, { 0x12, 0x3 }, { 0x13, 0x1 }, { 0x14, 0x7 },
		{ 0x20, 0x3 }, { 0x26, 0x3 }, { 0x27, 0x7 }, { 0x28, 0x3 }, { 0x34, 0x3 },
		{ 0x35, 0x7 }, { 0x36, 0x3 }, { 0x39, 0x3 }, { 0x3a, 0x7 },
	};

	check_restrictions(old_unit(units, "r2pcie", 0), r2pcie,
			   sizeof(r2pcie) / sizeof(r2pcie[0]), "");
	check_restrictions(old_unit(units, "r3qpi", 0), r3qpi, sizeof(r3qpi) / sizeof(r3qpi[0]),
			   "");
}
