// SPDX-License-Identifier: GPL-2.0-only
/* Units in PCI configuration space (guide table 1-12), and the functions themselves. */
#include "test.h"

static void functions_and_ids(void)
{
	static const struct {
		unsigned int device, function, first, count;
		uint16_t id;
	} list[] = {
		{ 0, 0, 0, 1, 0x3250 }, { 0, 1, 0, 1, 0x3251 }, { 1, 1, 0, 4, 0x3241 },
		{ 5, 1, 0, 4, 0x3246 }, { 12, 0, 0, 4, 0x324a },
	};
	unsigned int package, n;
	size_t i, f;

	boot("");
	for (package = 0; package < 2; package++) {
		for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
			for (n = 0; n < list[i].count; n++) {
				f = find_function(package, list[i].device + n, list[i].function);
				EXPECT_EQ(config_read(f, 0),
					  0x8086 | (uint32_t)list[i].id << 16);
				/* Function 0 of the slot answers, or nobody scans the rest. */
				f = find_function(package, list[i].device + n, 0);
				EXPECT_EQ(config_read(f, 0) & 0xffff, 0x8086);
				if (list[i].function)
					EXPECT(machine_config_read(machine, f, 0xe, 1) & 0x80);
			}
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

struct layout {
	const char *type;
	unsigned int device, function;
	unsigned int control, status, counter0, control0;
};

static const struct layout layouts[] = {
	{ "m2m", 12, 0, 0x438, 0x4a8, 0x440, 0x468 },
	{ "m3upi", 5, 1, 0xa0, 0xf8, 0xa8, 0xd8 },
	{ "upi", 1, 1, 0x318, 0x38c, 0x320, 0x350 },
};

static void registers_are_where_the_guide_says(void)
{
	unsigned int id, c;
	size_t i;

	boot("");
	for (i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		const struct layout *l = &layouts[i];

		for (id = 0; id < 4; id++) {
			size_t f = find_function(1, l->device + id, l->function);

			for (c = 0; c < 4; c++) {
				config_write(f, l->counter0 + 8 * c + 4, 0xffff);
				config_write(f, l->counter0 + 8 * c, 0xfffffffe);
				config_write(f, l->control0 + 8 * c, 0x122);
			}
			command("inject die=1 unit=%s:%u event=0x22 umask=1 n=%u", l->type, id,
				5 + id);
			for (c = 0; c < 4; c++) {
				EXPECT_EQ(config_read(f, l->counter0 + 8 * c), 3 + id);
				EXPECT_EQ(config_read(f, l->counter0 + 8 * c + 4), 0);
				EXPECT_EQ(config_read(f, l->control0 + 8 * c), 0x122);
			}
			EXPECT_EQ(config_read(f, l->status), 0xf);
			config_write(f, l->status, 0x5);
			EXPECT_EQ(config_read(f, l->status), 0xa);
			config_write(f, l->control, 0x300);
			EXPECT_EQ(config_read(f, l->control), 0);
			EXPECT_EQ(config_read(f, l->control0), 0);
			EXPECT_EQ(config_read(f, l->counter0), 0);
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

static void control_widths(void)
{
	static const struct {
		unsigned int device, function, control;
		uint32_t high;
	} list[] = {
		{ 12, 0, 0x468, 0x00ffffff }, { 1, 1, 0x350, 0x00ffffff }, { 5, 1, 0xd8, 0 },
	};
	size_t i, f;

	boot("");
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		f = find_function(0, list[i].device, list[i].function);
		config_write(f, list[i].control + 4, list[i].high);
		EXPECT_EQ(new_violations(), 0);
		EXPECT_EQ(config_read(f, list[i].control + 4), list[i].high);
		config_write(f, list[i].control + 4, ~list[i].high);
		EXPECT(violation_says("reserved bits"));
		EXPECT_EQ(config_read(f, list[i].control + 4), 0);
		config_write(f, list[i].control, 1 << 16);
		EXPECT(violation_says("reserved bits"));
	}
}

static void m2m_match_registers_are_storage(void)
{
	static const struct {
		unsigned int offset;
		uint32_t mask;
	} list[] = {
		{ 0x490, 0xffffffff }, { 0x494, 0x7fff }, { 0x498, 0xffffffff },
		{ 0x49c, 0x7fff }, { 0x4a0, 0x0fffffff },
	};
	size_t i, f;

	boot("");
	f = find_function(0, 12, 0);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		config_write(f, list[i].offset, list[i].mask);
		EXPECT_EQ(new_violations(), 0);
		EXPECT_EQ(config_read(f, list[i].offset), list[i].mask);
		if (list[i].mask != 0xffffffff) {
			config_write(f, list[i].offset, ~list[i].mask);
			EXPECT_EQ(new_violations(), 1);
		}
	}
}

static void carry_between_two_reads(void)
{
	uint32_t low, high;
	size_t f;

	boot("");
	f = find_function(0, 13, 0);
	config_write(f, 0x468, 0x122);
	command("preset die=0 unit=m2m:1 counter=0 value=0x1fffffff0");
	command("carry die=0 unit=m2m:1 counter=0");
	low = config_read(f, 0x440);
	high = config_read(f, 0x444);
	EXPECT_EQ(low, 0xfffffff0);
	EXPECT_EQ(high, 2);
	EXPECT_EQ(reply_number(command("get die=0 unit=m2m:1"), "counter0"), 0x200000000ull);
	/* Once only; by a given amount; after the high half as well. */
	EXPECT_EQ(config_read(f, 0x440), 0);
	EXPECT_EQ(config_read(f, 0x444), 2);
	command("preset die=0 unit=m2m:1 counter=0 value=0x1fffffff0");
	command("carry die=0 unit=m2m:1 counter=0 by=0x20");
	high = config_read(f, 0x444);
	low = config_read(f, 0x440);
	EXPECT_EQ(high, 1);
	EXPECT_EQ(low, 0x10);
	/* Called off. */
	command("carry die=0 unit=m2m:1 counter=0");
	command("carry die=0 unit=m2m:1 counter=0 off=1");
	EXPECT_EQ(config_read(f, 0x440), 0x10);
	EXPECT_EQ(config_read(f, 0x444), 2);
}

static void a_counter_that_stands_does_not_carry(void)
{
	size_t f;

	boot("");
	f = find_function(0, 13, 0);
	command("preset die=0 unit=m2m:1 counter=0 value=0x1fffffff0");
	command("carry die=0 unit=m2m:1 counter=0");
	EXPECT_EQ(config_read(f, 0x440), 0xfffffff0);
	EXPECT_EQ(config_read(f, 0x444), 1);
	config_write(f, 0x468, 0x122);
	config_write(f, 0x438, 1);
	EXPECT_EQ(config_read(f, 0x440), 0xfffffff0);
	EXPECT_EQ(config_read(f, 0x444), 1);
	/* Still armed. */
	config_write(f, 0x438, 0);
	EXPECT_EQ(config_read(f, 0x440), 0xfffffff0);
	EXPECT_EQ(config_read(f, 0x444), 2);
}

static void writes_elsewhere_are_violations(void)
{
	static const unsigned int harmless[] = { 0x04, 0x0c, 0x10, 0x24, 0x3c, 0x48 };
	static const unsigned int harmful[] = { 0x90, 0x100, 0x434, 0x488, 0x4ac, 0xffc };
	size_t i, f;

	boot("");
	f = find_function(0, 12, 0);
	for (i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++)
		config_write(f, harmless[i], 0xffffffff);
	EXPECT_EQ(new_violations(), 0);
	for (i = 0; i < sizeof(harmful) / sizeof(harmful[0]); i++) {
		config_write(f, harmful[i], 1);
		EXPECT(violation_says("not a PMON register"));
		/* lspci reads everything; that is no crime. */
		EXPECT_EQ(config_read(f, harmful[i]), 0);
		EXPECT_EQ(new_violations(), 0);
	}
}

static void narrow_accesses(void)
{
	size_t f;

	boot("");
	f = find_function(0, 12, 0);
	config_write(f, 0x440, 0x11223344);
	EXPECT_EQ(machine_config_read(machine, f, 0x441, 1), 0x33);
	EXPECT(violation_says("1-byte access"));
	EXPECT_EQ(machine_config_read(machine, f, 0x442, 2), 0x1122);
	EXPECT(violation_says("2-byte access"));
	machine_config_write(machine, f, 0x440, 1, 0xff);
	EXPECT(violation_says("1-byte access"));
	EXPECT_EQ(config_read(f, 0x440), 0x11223344);
	EXPECT_EQ(machine_config_read(machine, f, 0, 2), 0x8086);
	EXPECT_EQ(new_violations(), 0);
}

static void hidden_functions_do_not_answer(void)
{
	size_t f;

	boot("");
	f = find_function(1, 1, 1);
	config_write(f, 0x320, 5);
	command("pci die=1 dev=1 fn=1 hide");
	EXPECT_EQ(config_read(f, 0), 0xffffffff);
	EXPECT_EQ(config_read(f, 0x320), 0xffffffff);
	config_write(f, 0x320, 6);
	EXPECT_EQ(config_read(find_function(0, 1, 1), 0), 0x32418086);
	command("pci die=1 dev=1 fn=1 show");
	EXPECT_EQ(config_read(f, 0), 0x32418086);
	EXPECT_EQ(config_read(f, 0x320), 5);
}

static void gone_unit_in_configuration_space(void)
{
	size_t f;

	boot("");
	f = find_function(0, 12, 0);
	command("gone die=0 unit=m2m:0");
	EXPECT_EQ(config_read(f, 0x440), 0xffffffff);
	EXPECT_EQ(config_read(f, 0x444), 0xffffffff);
	EXPECT_EQ(config_read(f, 0x4a8), 0xffffffff);
	EXPECT_EQ(config_read(f, 0), 0x324a8086);
	config_write(f, 0x440, 1);
	command("gone die=0 unit=m2m:0 back");
	EXPECT_EQ(config_read(f, 0x440), 0);
}

static void node_ids_and_capabilities(void)
{
	size_t ubox, caps;

	boot("cha=40 upi=3");
	ubox = find_function(1, 0, 0);
	caps = find_on_bus(1, 0xff, 30, 3);
	EXPECT_EQ(config_read(ubox, 0xc0) & 7, 1);
	EXPECT_EQ(config_read(ubox, 0xd4) & 077, 010);
	EXPECT_EQ(config_read(caps, 0x94), 7 << 23 | 3 << 6);
	/* No capability, and so no PCI Express. */
	EXPECT_EQ(config_read(caps, 0x04) & 0x100000, 0);
	EXPECT_EQ(config_read(caps, 0x34) & 0xff, 0);
	EXPECT_EQ(config_read(find_on_bus(1, 0xff, 29, 1), 0x34) & 0xff, 0x40);
	EXPECT_EQ(config_read(caps, 0x9c), 0xffffffff);
	EXPECT_EQ(config_read(caps, 0xa0), 0xff);
	boot("node_id.0=3 node_id.1=0");
	EXPECT_EQ(config_read(find_function(0, 0, 0), 0xc0) & 7, 3);
	EXPECT_EQ(config_read(find_function(1, 0, 0), 0xc0) & 7, 0);
	EXPECT_EQ(config_read(find_function(1, 0, 0), 0xd4) & 077, 003);
}

static void absent_links_have_no_function(void)
{
	const struct machine_function *list;
	size_t count, i;

	boot("upi.1=2 absent.0=m2m:1");
	list = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		EXPECT(!(list[i].package == 1 && list[i].bus == 0xfe && list[i].device == 3));
		EXPECT(!(list[i].package == 0 && list[i].bus == 0x7e && list[i].device == 13));
	}
	find_function(0, 3, 1);
	find_function(1, 13, 0);
}

/* What i10nm_edac of Linux 6.12 reads before it registers a memory controller. */
static void what_edac_looks_for(void)
{
	size_t base, memory, util;
	unsigned int mc;

	boot("edac=1 imc.1=3 absent.1=imc:1");
	place_bars();
	EXPECT_EQ(config_read(find_on_bus(1, 0xf2, 0, 0), 0), 0x09a28086);
	EXPECT_EQ(config_read(find_on_bus(1, 0xf2, 0, 0), 0xd0), 0x80000000);
	memory = find_function(1, 0, 2);
	EXPECT_EQ(config_read(memory, 0xd0), 0xfffe);
	util = find_on_bus(1, 0xff, 29, 1);
	EXPECT_EQ(config_read(util, 0xf4), 1);
	EXPECT_EQ(config_read(util, 0xf8), 0x1000);
	base = find_function(1, 0, 1);
	for (mc = 0; mc < 4; mc++) {
		/* The first page, and above it the last. */
		EXPECT_EQ(config_read(base, 0xd8 + 4 * mc) & 0x7ff, 0x80 * mc);
		EXPECT_EQ(config_read(base, 0xd8 + 4 * mc) >> 13, 0x80 * mc + 0x7f);
	}
	/* Channels 0 and 2 are there. */
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x20ef8, 4), 4);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x2080c, 4), 0x8010);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x20810, 4), 0);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x28ef8, 4), 0xffffffff);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0xa0ef8, 4), 4);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x120ef8, 4), 0xffffffff);
	EXPECT_EQ(new_violations(), 0);
	boot("");
	EXPECT_EQ(config_read(find_function(1, 0, 1), 0xd8) >> 13, 0);
	EXPECT_EQ(config_read(find_function(1, 0, 2), 0xd0), 0);
}

static const struct test pci_tests[] = {
	TEST(functions_and_ids),
	TEST(registers_are_where_the_guide_says),
	TEST(control_widths),
	TEST(m2m_match_registers_are_storage),
	TEST(carry_between_two_reads),
	TEST(a_counter_that_stands_does_not_carry),
	TEST(writes_elsewhere_are_violations),
	TEST(narrow_accesses),
	TEST(hidden_functions_do_not_answer),
	TEST(gone_unit_in_configuration_space),
	TEST(node_ids_and_capabilities),
	TEST(absent_links_have_no_function),
	TEST(what_edac_looks_for),
};

SUITE(pci);
