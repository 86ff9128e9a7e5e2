// SPDX-License-Identifier: GPL-2.0-only
/* Ivy Bridge-EP: what differs from Sandy Bridge-EP. */
#include <stdio.h>
#include <string.h>

#include "old_units.h"

#define UNITS ivbep_units
#define FILTER0	0xd14
#define FILTER1	0xd1a

static void functions_and_ids(void)
{
	static const uint16_t ids[] = {
		0x0e30, 0x0e38, 0x0eb4, 0x0eb5, 0x0eb0, 0x0eb1, 0x0ef4, 0x0ef5, 0x0ef0, 0x0ef1,
		0x0e39, 0x0e32, 0x0e33, 0x0e3a, 0x0e86, 0x0e96, 0x0e34, 0x0e36, 0x0e37, 0x0e3e,
		0x0e1e,
	};
	const struct machine_function *list;
	size_t count, i, f;

	boot(IVBEP_ALL " qpi=3 r3qpi=3");
	list = machine_functions(machine, &count);
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		unsigned int found = 0;

		for (f = 0; f < count; f++)
			found += list[f].package == 1 &&
				 config_read(f, 0) == (0x8086 | (uint32_t)ids[i] << 16);
		EXPECT_EQ(found, 1);
	}
	for (f = 0; f < count; f++) {
		/* A slot without function 0 is not scanned. */
		size_t zero = find_on_bus(list[f].package, list[f].bus, list[f].device, 0);

		if (list[f].function)
			EXPECT(machine_config_read(machine, zero, 0xe, 1) & 0x80);
	}
	boot(IVBEP_ALL);
	command_error("get die=0 unit=qpi:2");
	command_error("get die=0 unit=r3qpi:2");
	boot("machine=ivbep");
	command_error("get die=0 unit=qpi:0");
	command_error("get die=0 unit=irp:0");
	command_error("get die=0 unit=r3qpi:1");
}

/* The IRP is on a bus that has no UBox to tell whose it is. */
static void buses(void)
{
	static const struct {
		const char *options;
		unsigned int irp[2], other[2];
	} list[] = {
		{ "", { 0x00, 0x40 }, { 0x3f, 0x7f } },
		{ "stack_bus.0=0x3f bus.1=0xf0 stack_bus.1=0xf0", { 0x3f, 0xf0 }, { 0x3f, 0xf0 } },
		{ "stack_bus.1=0x70", { 0x00, 0x70 }, { 0x3f, 0x7f } },
	};
	const struct machine_function *functions;
	char options[128];
	size_t count, i, f;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		snprintf(options, sizeof(options), IVBEP_ALL " %s", list[i].options);
		boot(options);
		functions = machine_functions(machine, &count);
		for (f = 0; f < count; f++) {
			unsigned int package = functions[f].package;

			EXPECT_EQ(functions[f].bus, functions[f].device == 5 ?
				  list[i].irp[package] : list[i].other[package]);
		}
	}
	EXPECT(strstr(boot_error("machine=ivbep iio_bus=4"), "has no option 'iio_bus'"));
	boot(IVBEP_ALL " packages=1");
	find_on_bus(0, 0x00, 5, 6);
	EXPECT_EQ(machine_bus(machine, 0), 0xff);
}

static void all_registers(void)
{
	boot(IVBEP_ALL);
	registers_of_all_units(UNITS, ivbep_unit_count);
}

static void no_invert(void)
{
	size_t i;

	boot(IVBEP_ALL);
	for (i = 0; i < ivbep_unit_count; i++) {
		write_control(&UNITS[i], 0, THRESH(1) | INVERT);
		EXPECT(violation_says("reserved bits 0x800000 set"));
		EXPECT_EQ(read_control(&UNITS[i], 0), THRESH(1));
	}
}

/* The PCU's codes with the extra select bit are other events, as on Sandy Bridge-EP. */
static void extra_select(void)
{
	const struct old_unit *pcu = old_unit(UNITS, "pcu", 0);

	boot(IVBEP_ALL);
	write_control(pcu, 0, EN | EXTRA_SELECT | 0x1e);
	write_control(pcu, 1, EN | 0x1e);
	EXPECT_EQ(read_control(pcu, 0), EN | EXTRA_SELECT | 0x1e);
	command("inject die=0 unit=pcu:0 event=0x1e ext=1 n=3");
	command("inject die=0 unit=pcu:0 event=0x1e n=5");
	EXPECT_EQ(read_counter(pcu, 0), 3);
	EXPECT_EQ(read_counter(pcu, 1), 5);
	EXPECT_EQ(new_violations(), 0);
	write_control(old_unit(UNITS, "ubox", 0), 0, EXTRA_SELECT);
	EXPECT(violation_says("reserved bits 0x200000 set"));
}

static void opcode_on_a_ring(void)
{
	static const uint32_t umasks[] = { 0x02, 0x04, 0x08, 0x10 };
	const struct old_unit *ha = old_unit(UNITS, "ha", 1);
	size_t f, i;

	boot(IVBEP_ALL);
	f = find_function(0, ha->device, ha->function);
	config_write(f, 0x48, 0x2a);
	for (i = 0; i < sizeof(umasks) / sizeof(umasks[0]); i++) {
		write_control(ha, 0, EN | umasks[i] << 8 | 0x20);
		write_counter(ha, 0, 0);
		command("inject die=0 unit=ha:1 event=0x20 umask=0x%x opcode=0x2b n=7", umasks[i]);
		EXPECT_EQ(read_counter(ha, 0), 0);
		command("inject die=0 unit=ha:1 event=0x20 umask=0x%x opcode=0x2a n=7", umasks[i]);
		EXPECT_EQ(read_counter(ha, 0), 7);
	}
	EXPECT_EQ(new_violations(), 0);
}

/* "SW must write to 1": in the place of `frz_en`, and the bit above it. */
#define ONES	0x30000u

static void freeze_without_frz_en(void)
{
	size_t i;

	boot(IVBEP_ALL);
	for (i = 0; i < ivbep_unit_count; i++) {
		const struct old_unit *u = &UNITS[i];

		if (is_type(u, "ubox"))
			continue;
		write_control(u, 0, EN | 0x3f);
		write_unit_control(u, ONES | FRZ);
		command("inject die=0 unit=%s:%u event=0x3f n=7", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 0);
		EXPECT_EQ(read_unit_control(u), 0);
		write_unit_control(u, ONES);
		command("inject die=0 unit=%s:%u event=0x3f n=7", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 7);
	}
	EXPECT_EQ(new_violations(), 0);
	write_unit_control(UNITS, FRZ | FRZ_EN);
	EXPECT(violation_says("reserved bits 0x20000 not set"));
}

static void resets(void)
{
	const struct old_unit *irp = old_unit(UNITS, "irp", 0);

	boot(IVBEP_ALL);
	write_counter(irp, 3, 5);
	write_control(irp, 3, EN | 0x3f);
	write_unit_control(irp, ONES | RST_CTRS);
	EXPECT_EQ(read_counter(irp, 3), 0);
	EXPECT_EQ(read_control(irp, 3), EN | 0x3f);
	write_unit_control(irp, ONES | RST_CTRL);
	EXPECT_EQ(read_control(irp, 3), 0);
	EXPECT_EQ(new_violations(), 0);
	write_unit_control(old_unit(UNITS, "ha", 1), ONES | RST_CTRS);
	EXPECT(violation_says("reserved bits 0x2 set"));
	write_unit_control(old_unit(UNITS, "imc", 7), ONES | RST_CTRL);
	EXPECT(violation_says("reserved bits 0x1 set"));
}

static void global_freeze(void)
{
	const struct old_unit *cbox = &UNITS[0], *ubox = old_unit(UNITS, "ubox", 0);

	boot(IVBEP_ALL);
	write_control(cbox, 0, EN | 0x3f);
	write_control(ubox, 0, EN | 0x3f);
	wrmsr(0, 0xc00, 1u << 31);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(read_counter(cbox, 0), 0);
	EXPECT_EQ(read_counter(ubox, 0), 0);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1u << 31);
	EXPECT_EQ(reply_number(command("global die=1"), "global_control"), 0);
	/* 0 is no command. */
	wrmsr(0, 0xc00, 0);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(read_counter(cbox, 0), 0);
	wrmsr(0, 0xc00, 1u << 29);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(read_counter(cbox, 0), 7);
	EXPECT_EQ(read_counter(ubox, 0), 7);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xc00, 1);
	EXPECT(violation_says("reserved bits 0x1 set"));
}

/* What counter 0 of CBo 0 makes of an injection. */
static uint64_t counted(uint32_t control, const char *attributes)
{
	const struct old_unit *u = &UNITS[0];

	write_control(u, 0, EN | control);
	write_counter(u, 0, 0);
	command("inject die=0 unit=cbox:0 event=0x%x umask=0x%x %s n=1", control & 0xff,
		control >> 8 & 0xff, attributes);
	EXPECT_EQ(new_violations(), 0);
	return read_counter(u, 0);
}

static void filter_0(void)
{
	boot(IVBEP_ALL);
	wrmsr(0, FILTER0, 0x28 << 17 | 0xb << 5 | 0x1f);
	EXPECT_EQ(counted(1u << 19 | 0x3f, "tid=0x1f"), 1);
	EXPECT_EQ(counted(1u << 19 | 0x3f, "tid=0xf"), 0);
	EXPECT_EQ(counted(0x1134, "state=0x20"), 1);
	EXPECT_EQ(counted(0x1134, "state=0x8"), 1);
	EXPECT_EQ(counted(0x1134, "state=0x17"), 0);
	EXPECT_EQ(counted(0x1031, "link=11"), 1);
	EXPECT_EQ(counted(0x1031, "link=3"), 0);
	EXPECT_EQ(counted(0x1031, "link=2"), 0);
	EXPECT_EQ(counted(0x0131, "link=2"), 1);
	wrmsr(0, FILTER0, 1u << 23);
	EXPECT(violation_says("reserved bits 0x800000 set"));
}

static void filter_1(void)
{
	boot(IVBEP_ALL);
	wrmsr(0, FILTER1, 0x182 << 20 | 0x8000);
	EXPECT_EQ(counted(0x2135, "opc=0x182"), 1);
	EXPECT_EQ(counted(0x8336, "opc=0x183"), 0);
	EXPECT_EQ(counted(0x4135, "opc=0x182 nid=15"), 1);
	EXPECT_EQ(counted(0x4135, "opc=0x182 nid=14"), 0);
	EXPECT_EQ(counted(0x5036, "nid=15"), 1);
	EXPECT_EQ(counted(0x4137, "nid=3"), 0);
	EXPECT_EQ(counted(0x0135, "opc=0x182 c6=1 nc=1 isoc=1"), 1);
	wrmsr(0, FILTER1, 1u << 31 | 0x182 << 20);
	EXPECT_EQ(counted(0x0135, "opc=0x182 c6=1 nc=1"), 0);
	EXPECT_EQ(counted(0x0135, "opc=0x182 isoc=1"), 1);
	wrmsr(0, FILTER1, 1u << 30 | 0x182 << 20);
	EXPECT_EQ(counted(0x0135, "opc=0x182 c6=1 isoc=1"), 0);
	EXPECT_EQ(counted(0x0135, "opc=0x182 nc=1"), 1);
	wrmsr(0, FILTER1, 1u << 29 | 0x182 << 20);
	EXPECT_EQ(counted(0x0135, "opc=0x182 nc=1 isoc=1"), 0);
	EXPECT_EQ(counted(0x0135, "opc=0x182 c6=1"), 1);
	wrmsr(0, FILTER1, 1u << 16);
	EXPECT(violation_says("reserved bits 0x10000 set"));
}

/* Port 2 has no match registers: its CTO_COUNT counts every packet. */
static void third_link(void)
{
	size_t f;

	boot(IVBEP_ALL " qpi=3 r3qpi=3");
	f = find_function(0, 24, 2);
	config_write(f, 0xd8, EN | EXTRA_SELECT | 0x38);
	command("inject die=0 unit=qpi:2 event=0x38 ext=1 packet=0x123 n=4");
	EXPECT_EQ(config_read(f, 0xa0), 4);
	f = find_function(0, 18, 5);
	config_write(f, 0xd8 + 8, EN | 0x3f);
	command("inject die=0 unit=r3qpi:2 event=0x3f n=6");
	EXPECT_EQ(config_read(f, 0xa0 + 16), 6);
	EXPECT(!strstr(command("get die=0 unit=qpi:2"), "match0"));
	EXPECT_EQ(new_violations(), 0);
}

static void restrictions(void)
{
	boot(IVBEP_ALL);
	restrictions_of_cbox();
	restrictions_of_pci_boxes(UNITS);
}

static const struct test ivbep_tests[] = {
	TEST(functions_and_ids),
	TEST(buses),
	TEST(all_registers),
	TEST(no_invert),
	TEST(extra_select),
	TEST(opcode_on_a_ring),
	TEST(freeze_without_frz_en),
	TEST(resets),
	TEST(global_freeze),
	TEST(filter_0),
	TEST(filter_1),
	TEST(third_link),
	TEST(restrictions),
};

SUITE(ivbep);
