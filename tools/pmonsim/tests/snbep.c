// SPDX-License-Identifier: GPL-2.0-only
/* Sandy Bridge-EP: where the registers are, freeze and resets, and how events are shaped. */
#include <string.h>

#include "old_units.h"

#define UNITS snbep_units

static const struct old_unit *unit(const char *type)
{
	return old_unit(UNITS, type, 0);
}

static void functions_and_ids(void)
{
	/* E5-2600 guide, table 1-2; ids are the Linux driver's. */
	static const struct {
		unsigned int device, function;
		uint16_t id;
	} list[] = {
		{ 8, 2, 0x3c41 }, { 9, 2, 0x3c42 }, { 8, 6, 0x3c86 }, { 9, 6, 0x3c96 },
		{ 11, 0, 0x3ce0 }, { 14, 1, 0x3c46 }, { 16, 0, 0x3cb0 }, { 16, 1, 0x3cb1 },
		{ 16, 4, 0x3cb4 }, { 16, 5, 0x3cb5 }, { 19, 1, 0x3c43 }, { 19, 5, 0x3c44 },
		{ 19, 6, 0x3c45 },
	};
	unsigned int package;
	size_t i, f;

	boot(SNBEP_ALL " node_id.1=5");
	for (package = 0; package < 2; package++) {
		for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
			f = find_function(package, list[i].device, list[i].function);
			EXPECT_EQ(config_read(f, 0), 0x8086 | (uint32_t)list[i].id << 16);
			f = find_function(package, list[i].device, 0);
			EXPECT_EQ(config_read(f, 0) & 0xffff, 0x8086);
			if (list[i].function)
				EXPECT(machine_config_read(machine, f, 0xe, 1) & 0x80);
		}
		f = find_function(package, 11, 0);
		EXPECT_EQ(config_read(f, 0x40), package ? 5 : 0);
		EXPECT_EQ(config_read(f, 0x54), 5 << 3);
	}
	/* Match registers are beyond the first 256 bytes: there must be a PCI Express one. */
	f = find_function(0, 8, 6);
	EXPECT_EQ(config_read(f, config_read(f, 0x34) & 0xff) & 0xff, 0x10);
	/* What kernels write to the I/O stack. */
	config_write(find_on_bus(1, 0x40, 5, 0), 0x14c, 1u << 25);
	config_write(find_on_bus(0, 0x00, 5, 0), 0x1ac, 1u << 31);
	EXPECT_EQ(new_violations(), 0);
	boot("machine=snbep");
	command_error("get die=0 unit=qpi:0");
	find_function(1, 19, 6);
}

static void all_registers(void)
{
	boot(SNBEP_ALL);
	registers_of_all_units(UNITS, snbep_unit_count);
}

static void freeze_needs_frz_en(void)
{
	size_t i;

	boot(SNBEP_ALL);
	for (i = 0; i < snbep_unit_count; i++) {
		const struct old_unit *u = &UNITS[i];

		if (is_type(u, "ubox"))
			continue;
		write_control(u, 0, EN | 0x3f);
		write_unit_control(u, FRZ_EN | FRZ);
		command("inject die=0 unit=%s:%u event=0x3f n=7", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 0);
		/* Every bit is write-only. */
		EXPECT_EQ(read_unit_control(u), 0);
		write_unit_control(u, FRZ_EN);
		command("inject die=0 unit=%s:%u event=0x3f n=7", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 7);
		EXPECT_EQ(new_violations(), 0);
		write_unit_control(u, FRZ);
		EXPECT(violation_says("frz without frz_en freezes nothing"));
		command("inject die=0 unit=%s:%u event=0x3f n=7", u->type, u->id);
		EXPECT_EQ(read_counter(u, 0), 14);
		write_unit_control(u, 1u << 17);
		EXPECT(violation_says("reserved bits 0x20000 set"));
	}
}

static void resets(void)
{
	size_t i;

	boot(SNBEP_ALL);
	for (i = 0; i < snbep_unit_count; i++) {
		const struct old_unit *u = &UNITS[i];
		bool has_reset = !is_type(u, "ha") && !is_type(u, "imc");

		if (is_type(u, "ubox"))
			continue;
		write_counter(u, 1, 5);
		write_control(u, 1, EN | 0x3f);
		write_unit_control(u, FRZ_EN | RST_CTRS);
		EXPECT_EQ(read_counter(u, 1), has_reset ? 0 : 5);
		EXPECT_EQ(read_control(u, 1), EN | 0x3f);
		write_counter(u, 1, 6);
		write_unit_control(u, FRZ_EN | RST_CTRL);
		EXPECT_EQ(read_counter(u, 1), 6);
		EXPECT_EQ(read_control(u, 1), has_reset ? 0 : EN | 0x3f);
		EXPECT_EQ(new_violations(), has_reset ? 0 : 2);
	}
}

static void resets_of_single_counters(void)
{
	size_t i;

	boot(SNBEP_ALL);
	for (i = 0; i < snbep_unit_count; i++) {
		const struct old_unit *u = &UNITS[i];
		bool has_reset = is_type(u, "ubox") || is_type(u, "cbox") || is_type(u, "pcu") ||
				 is_type(u, "qpi");

		write_counter(u, 0, 5);
		write_control(u, 0, EN | RST | 0x3f);
		EXPECT_EQ(read_counter(u, 0), has_reset ? 0 : 5);
		EXPECT_EQ(read_control(u, 0), EN | 0x3f);
		EXPECT_EQ(new_violations(), !has_reset);
	}
}

static void control_masks(void)
{
	static const struct {
		const char *type;
		uint32_t mask;
	} list[] = {
		{ "cbox", 0xffceffff }, { "ubox", 0x1fc6ffff }, { "pcu", 0xdfe6c0ff },
		{ "ha", 0xffc4ffff }, { "imc", 0xffc4ffff }, { "qpi", 0xffe6ffff },
		{ "r2pcie", 0xffc4ffff }, { "r3qpi", 0xffc4ffff },
	};
	unsigned int bit;
	size_t i;

	boot(SNBEP_ALL);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		for (bit = 0; bit < 32; bit++) {
			/* `en` off: what the event then is does not matter. */
			if (bit == 22)
				continue;
			write_control(unit(list[i].type), 0, 1u << bit);
			EXPECT_EQ(new_violations(), !(list[i].mask >> bit & 1));
			EXPECT_EQ(read_control(unit(list[i].type), 0),
				  list[i].mask & 1u << bit & ~RST);
		}
	}
	wrmsr(0, 0xd10, 1ull << 32);
	EXPECT(violation_says("reserved bits 0x100000000 set"));
}

/* There is no global block, and nothing happens at an overflow. */
static void overflow_goes_on(void)
{
	const struct old_unit *u = unit("cbox");

	boot(SNBEP_ALL);
	write_counter(u, 0, (1ull << 44) - 1);
	write_control(u, 0, EN | 0x3f);
	command("inject die=0 unit=cbox:0 event=0x3f n=10");
	EXPECT_EQ(read_counter(u, 0), 9);
	EXPECT(!machine_msr_read(machine, 0, 0xc00, &(uint64_t){ 0 }));
	EXPECT(strstr(command_error("table die=0 dump"), "no discovery table"));
	EXPECT_EQ(new_violations(), 0);
}

static void event_code_0(void)
{
	const struct old_unit *u = unit("cbox");

	boot(SNBEP_ALL " time=manual");
	write_control(u, 2, 0);
	write_control(u, 3, EN);
	command("inject die=0 unit=cbox:0 event=0 n=10");
	EXPECT_EQ(read_counter(u, 2), 0);
	EXPECT_EQ(read_counter(u, 3), 10);
	/* It is an event like any other, and none at all without `en`. */
	write_control(u, 1, INVERT | EN);
	EXPECT(violation_says("with thresh 0"));
	write_control(u, 1, INVERT | 0x36);
	EXPECT_EQ(new_violations(), 0);
	command("clock die=0 unit=cbox:0 hz=1000");
	command("time advance=1000000000");
	EXPECT_EQ(read_counter(u, 2), 0);
	EXPECT_EQ(read_counter(u, 3), 1010);
}

static void clock_events(void)
{
	static const struct {
		const char *type;
		uint32_t control;
		bool ticks;
	} list[] = {
		{ "cbox", 0, true }, { "ha", 0, true }, { "imc", 0, true }, { "pcu", 0, true },
		{ "pcu", EXTRA_SELECT, false }, { "qpi", 0x14, true },
		{ "qpi", EXTRA_SELECT | 0x14, false }, { "qpi", 0, false },
		{ "r2pcie", 1, true }, { "r3qpi", 1, true }, { "r2pcie", 0, false },
		{ "ubox", 0, false },
	};
	size_t i;

	boot(SNBEP_ALL " time=manual");
	command("clock die=* unit=* hz=1000");
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		const struct old_unit *u = unit(list[i].type);

		write_counter(u, 0, 0);
		write_control(u, 0, EN | list[i].control);
		command("time advance=1000000000");
		EXPECT_EQ(read_counter(u, 0), list[i].ticks ? 1000 : 0);
		write_control(u, 0, 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void fixed_counters(void)
{
	size_t imc;

	boot(SNBEP_ALL);
	imc = find_function(0, 16, 4);
	config_write(imc, 0xd4, 0x8000);
	config_write(imc, 0xf0, 1u << 22);
	command("inject-free die=0 unit=imc:2 counter=fixed n=11");
	EXPECT_EQ(config_read(imc, 0xd0), 11);
	EXPECT_EQ(config_read(imc, 0xd4), 0x8000);
	config_write(imc, 0xf0, 1u << 22 | 1u << 19);
	EXPECT_EQ(config_read(imc, 0xd4), 0);
	EXPECT_EQ(config_read(imc, 0xf0), 1u << 22);
	EXPECT_EQ(new_violations(), 0);
	config_write(imc, 0xf0, 1u << 20);
	EXPECT(violation_says("reserved bits 0x100000 set"));

	/* 44 bits, as the UBox's other counters: table 2-5. */
	wrmsr(0, 0xc09, (1ull << 44) - 1);
	wrmsr(0, 0xc08, 1u << 22);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=5");
	EXPECT_EQ(rdmsr(0, 0xc09), 4);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xc08, 1u << 19);
	EXPECT(violation_says("reserved bits 0x80000 set"));
}

/* Outside of the PMON infrastructure: neither frozen nor reset nor written. */
static void residency_counters(void)
{
	boot(SNBEP_ALL);
	command("preset die=0 unit=pcu:0 counter=c3 value=0xffffffffffffffff");
	command("preset die=0 unit=pcu:0 counter=c6 value=0xffffffffffffffff");
	wrmsr(0, 0xc24, FRZ_EN | FRZ | RST_CTRS | RST_CTRL);
	command("inject-free die=0 unit=pcu:0 counter=c6 n=3");
	command("inject-free die=0 unit=pcu:0 counter=c3 n=4");
	EXPECT_EQ(rdmsr(0, 0x3fc), 3);
	EXPECT_EQ(rdmsr(0, 0x3fd), 2);
	EXPECT_EQ(rdmsr(2, 0x3fc), 0);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0x3fc, 0);
	EXPECT(violation_says("free-running counters cannot be written"));
	EXPECT_EQ(rdmsr(0, 0x3fc), 3);
}

/* A driver finds out which units there are by looking what keeps a value. */
static void absent_units_keep_nothing(void)
{
	boot(SNBEP_ALL " cbox=8 cbox.1=4 absent.0=cbox:2,imc:0");
	wrmsr(0, 0xd56, 0x123);
	EXPECT_EQ(rdmsr(0, 0xd56), 0);
	wrmsr(0, 0xd76, 0x123);
	EXPECT_EQ(rdmsr(0, 0xd76), 0x123);
	wrmsr(2, 0xd96, 0x123);
	EXPECT_EQ(rdmsr(2, 0xd96), 0);
	wrmsr(2, 0xd84, FRZ_EN);
	EXPECT_EQ(new_violations(), 0);
	/* A place that is no register of any unit. */
	rdmsr(0, 0xd05);
	EXPECT(violation_says("no such register"));
	wrmsr(0, 0xd1a, 0);
	EXPECT(violation_says("no such register"));
	/* The other channels on the device can still be found. */
	EXPECT_EQ(config_read(find_function(0, 16, 0), 0) & 0xffff, 0x8086);
	EXPECT(config_read(find_function(0, 16, 0), 0) >> 16 != 0x3cb0);
	EXPECT(machine_config_read(machine, find_function(0, 16, 0), 0xe, 1) & 0x80);
	EXPECT_EQ(config_read(find_function(1, 16, 0), 0) >> 16, 0x3cb0);
}

static void thresholds(void)
{
	const struct old_unit *cbox = unit("cbox"), *ubox = unit("ubox");

	boot(SNBEP_ALL);
	write_control(cbox, 0, EN | THRESH(20) | 0x3f);
	write_control(cbox, 1, EN | THRESH(20) | INVERT | 0x3f);
	write_control(cbox, 2, EN | THRESH(1) | EDGE | 0x3f);
	command("inject die=0 unit=cbox:0 event=0x3f inc=20 n=6 runs=2");
	command("inject die=0 unit=cbox:0 event=0x3f inc=19 n=5");
	EXPECT_EQ(read_counter(cbox, 0), 6);
	EXPECT_EQ(read_counter(cbox, 1), 5);
	EXPECT_EQ(read_counter(cbox, 2), 3);
	write_control(ubox, 0, EN | THRESH(31) | 0x42);
	command("inject die=0 unit=ubox:0 event=0x42 inc=31 n=3");
	command("inject die=0 unit=ubox:0 event=0x42 inc=30 n=4");
	EXPECT_EQ(read_counter(ubox, 0), 3);
	EXPECT_EQ(new_violations(), 0);
	write_control(cbox, 3, EN | INVERT | 0x3f);
	EXPECT(violation_says("with thresh 0"));
}

/* Bits 30 and 31 shape occupancy events (from 0x80 on), 23 and 18 the others. */
static void occupancy_of_pcu(void)
{
	const struct old_unit *u = unit("pcu");
	const uint32_t occupancy = EN | 2u << 14 | 0x80;

	boot(SNBEP_ALL);
	write_control(u, 0, occupancy);
	write_control(u, 1, occupancy | THRESH(3));
	write_control(u, 2, occupancy | THRESH(3) | 1u << 30);
	write_control(u, 3, occupancy | THRESH(3) | 1u << 31);
	command("inject die=0 unit=pcu:0 event=0x80 umask=0x80 inc=3 n=10 runs=2");
	command("inject die=0 unit=pcu:0 event=0x80 umask=0x80 inc=2 n=7");
	command("inject die=0 unit=pcu:0 event=0x80 umask=0x40 inc=3 n=100");
	EXPECT_EQ(read_counter(u, 0), 44);
	EXPECT_EQ(read_counter(u, 1), 10);
	EXPECT_EQ(read_counter(u, 2), 7);
	EXPECT_EQ(read_counter(u, 3), 2);
	EXPECT_EQ(new_violations(), 0);
	write_control(u, 0, occupancy | 1u << 30);
	EXPECT(violation_says("with thresh 0"));
	/* They mean nothing to other events. */
	write_control(u, 0, EN | 1u << 30 | 0x03);
	EXPECT_EQ(new_violations(), 0);
}

static void extra_select(void)
{
	static const char *const types[] = { "qpi", "pcu" };
	size_t i;

	boot(SNBEP_ALL);
	for (i = 0; i < 2; i++) {
		write_control(unit(types[i]), 0, EN | 0x03);
		write_control(unit(types[i]), 1, EN | EXTRA_SELECT | 0x03);
		command("inject die=0 unit=%s:0 event=3 n=5", types[i]);
		command("inject die=0 unit=%s:0 event=3 ext=1 n=6", types[i]);
		EXPECT_EQ(read_counter(unit(types[i]), 0), 5);
		EXPECT_EQ(read_counter(unit(types[i]), 1), 6);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void restrictions(void)
{
	boot(SNBEP_ALL);
	restrictions_of_cbox();
	restrictions_of_pci_boxes(UNITS);
}

static void refusals(void)
{
	static const char *const options[][2] = {
		{ "machine=snbep cbox=9", "cbox" }, { "machine=snbep ha=2", "ha" },
		{ "machine=snbep cha=4", "unknown option 'cha'" },
		{ "machine=snbep stride=4", "machine snbep has no option 'stride'" },
		{ "machine=snbep mutate=3", "has no option" },
		{ "machine=snbep irp=1", "unknown option" },
		{ "machine=snbep absent=imc:4", "absent" },
	};
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const char *error = boot_error(options[i][0]);

		if (!error || !strstr(error, options[i][1]))
			test_fail(__FILE__, __LINE__, "'%s' gives '%s'", options[i][0],
				  error ? error : "a machine");
	}
	/* As many as nothing. */
	boot("machine=snbep cbox=0 ha=0 imc=0 pcu=0 qpi=0 r2pcie=0 r3qpi=0 ubox=0");
	EXPECT_EQ(config_read(find_function(1, 11, 0), 0), 0x3ce08086);
}

static const struct test snbep_tests[] = {
	TEST(functions_and_ids),
	TEST(all_registers),
	TEST(freeze_needs_frz_en),
	TEST(resets),
	TEST(resets_of_single_counters),
	TEST(control_masks),
	TEST(overflow_goes_on),
	TEST(event_code_0),
	TEST(clock_events),
	TEST(fixed_counters),
	TEST(residency_counters),
	TEST(absent_units_keep_nothing),
	TEST(thresholds),
	TEST(occupancy_of_pcu),
	TEST(extra_select),
	TEST(restrictions),
	TEST(refusals),
};

SUITE(snbep);
