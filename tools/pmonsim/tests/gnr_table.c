// SPDX-License-Identifier: GPL-2.0-only
/* The Granite Rapids family: discovery tables, global blocks, and what can be wrong with them. */
#include <stdio.h>
#include <string.h>

#include "gnr_units.h"

#define EVENT		0x4d
#define GLOBAL_CONTROL(block)		(0x3fc0u - 0x10 * (block))
#define GLOBAL_STATUS(block, word)	(GLOBAL_CONTROL(block) + 8 + (word))

static uint64_t shape(const struct gnr_unit *u)
{
	static const uint64_t spaces[] = { [GNR_MSR] = 0, [GNR_MMIO] = 1, [GNR_PCI] = 2 };

	return u->counters | (uint64_t)u->control << 8 | 48ull << 16 | (uint64_t)u->counter << 24 |
	       (uint64_t)u->status << 32 | spaces[u->space] << 62;
}

static uint64_t address(const struct gnr_unit *u, unsigned int segment)
{
	switch (u->space) {
	case GNR_MSR:
		return u->address;
	case GNR_MMIO:
		return (u->place ? CXL_BAR_ADDRESS(0) : MEMORY_BAR(0)) + u->address;
	case GNR_PCI:
		return (uint64_t)segment << 28 | gnr_bus(u) << 20 | u->place << 12 | u->address;
	}
	return 0;
}

static void place(unsigned int tables)
{
	unsigned int i;

	config_write(find_function(0, 0, 2), 0x10, (uint32_t)MEMORY_BAR(0));
	config_write(find_function(0, 0, 2), 0x14, MEMORY_BAR(0) >> 32);
	config_write(find_function(0, 0, 2), 0x18, (uint32_t)CXL_BAR_ADDRESS(0));
	config_write(find_function(0, 0, 2), 0x1c, CXL_BAR_ADDRESS(0) >> 32);
	for (i = 0; i < tables; i++)
		config_write(find_table(0, i), 0x10, 0xfe000000 + 0x100000 * i);
}

static void every_unit_is_listed(void)
{
	size_t i, at;

	boot("machine=gnr cha=126 b2hot=20");
	place(1);
	EXPECT_EQ(config_read(find_table(0, 0), 0), 0x09a78086);
	EXPECT_EQ(gnr_table(0, 0, 0) >> 62, 0);
	EXPECT_EQ(gnr_table(0, 0, 1), GLOBAL_CONTROL(0));
	EXPECT_EQ(gnr_table(0, 0, 2), 8 | 320 << 8);
	for (i = 0; i < gnr_unit_count; i++) {
		const struct gnr_unit *u = &gnr_units[i];

		at = gnr_entry(0, 0, u->number, u->id, 0);
		EXPECT(at);
		EXPECT_EQ(gnr_table(0, 0, at), shape(u));
		EXPECT_EQ(gnr_table(0, 0, at + 1), address(u, 0));
		EXPECT(gnr_table(0, 0, at + 2) >> 32 < 320);
		EXPECT(!gnr_entry(0, 0, u->number, u->id, at));
	}
	EXPECT(!gnr_entry(0, 0, 21, 4, 0));
	EXPECT_EQ(new_violations(), 0);
}

/* The most units that there can be have their own bits in eight words. */
static void positions(void)
{
	boot("machine=gnr cha=144 iio=16 irp=16 b2hot=24 imc=28 b2cmi=28 b2cxl=16 cxlcm=16 "
	     "cxldp=16 positions=unique pciex16=8 pciex8=8");
	EXPECT_EQ(gnr_table(0, 0, 2) >> 8 & 0xffff, 448);
	wrmsr(0, 0x41f0 + CONTROL(0), EVENT | FRZ_OVF);
	wrmsr(0, 0x41f0 + COUNTER(0), COUNTER_MAX);
	command("inject die=0 unit=mdf:79 event=%u n=1", EVENT);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0, 0)), 0);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0, 6)) | rdmsr(0, GLOBAL_STATUS(0, 5)),
		  1ull << (reply_number(command("get die=0 unit=mdf:79"), "status_position") % 64));
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0, 7)), 0);
	EXPECT_EQ(new_violations(), 0);
}

static void overflow_freezes(void)
{
	unsigned int position;

	boot("machine=gnr");
	position = (unsigned int)reply_number(command("get die=0 unit=cha:100"), "status_position");
	EXPECT(position >= 64);
	wrmsr(0, CHA(100) + CONTROL(0), EVENT | FRZ_OVF);
	wrmsr(0, CHA(100) + COUNTER(0), COUNTER_MAX - 4);
	wrmsr(0, 0x2b00 + CONTROL(1), EVENT);
	command("inject die=0 unit=* event=%u n=100", EVENT);
	EXPECT_EQ(rdmsr(0, 0x2b00 + COUNTER(1)), 5);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0, position / 64)), 1ull << position % 64);
	wrmsr(0, CHA(100) + STATUS, 1);
	wrmsr(0, GLOBAL_STATUS(0, position / 64), 1ull << position % 64);
	wrmsr(0, GLOBAL_CONTROL(0), 0);
	command("inject die=0 unit=* event=%u n=100", EVENT);
	EXPECT_EQ(rdmsr(0, 0x2b00 + COUNTER(1)), 105);
	EXPECT_EQ(new_violations(), 0);
}

/* Firmware has left the freeze set: nothing counts before somebody ends it. */
static void frozen_by_firmware(void)
{
	boot("machine=gnr frozen.0=1");
	wrmsr(0, CHA(0) + CONTROL(0), EVENT);
	wrmsr(2, CHA(0) + CONTROL(0), EVENT);
	command("inject die=* unit=cha:0 event=%u n=5", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(0)), 5);
	wrmsr(0, GLOBAL_CONTROL(0), 0);
	command("inject die=* unit=cha:0 event=%u n=5", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 5);
	EXPECT_EQ(new_violations(), 0);
	/* It does so after each reset. */
	machine_platform_reset(machine);
	wrmsr(0, CHA(0) + CONTROL(0), EVENT);
	wrmsr(2, CHA(0) + CONTROL(0), EVENT);
	command("inject die=* unit=cha:0 event=%u n=5", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(0)), 5);
}

/* In which of the tables is a unit? */
static unsigned int table_of(const struct gnr_unit *u, unsigned int tables)
{
	unsigned int i, found = tables;

	for (i = 0; i < tables; i++) {
		if (!gnr_entry(0, i, u->number, u->id, 0))
			continue;
		EXPECT_EQ(found, tables);
		found = i;
	}
	EXPECT(found < tables);
	return found;
}

static void several_tables(void)
{
	unsigned int seen[4] = { 0 }, tables;
	char options[64];
	size_t i;

	for (tables = 2; tables <= 4; tables++) {
		snprintf(options, sizeof(options), "machine=gnr cha=126 b2hot=20 tables=%u",
			 tables);
		boot(options);
		place(tables);
		for (i = 0; i < gnr_unit_count; i++) {
			unsigned int table = table_of(&gnr_units[i], tables);
			size_t at = gnr_entry(0, table, gnr_units[i].number, gnr_units[i].id, 0);

			EXPECT_EQ(gnr_table(0, table, at), shape(&gnr_units[i]));
			EXPECT_EQ(gnr_table(0, table, at + 1), address(&gnr_units[i], 0));
			seen[table]++;
		}
		for (i = 0; i < tables; i++) {
			EXPECT(seen[i]);
			EXPECT_EQ(gnr_table(0, (unsigned int)i, 1), GLOBAL_CONTROL(0));
			EXPECT_EQ(config_read(find_table(0, (unsigned int)i), 0), 0x09a78086);
		}
	}
	boot("machine=gnr tables.1=2");
	EXPECT(gnr_entry(1, 1, 0, 119, 0));
	EXPECT(gnr_entry(0, 0, 0, 119, 0));
	EXPECT(boot_error("machine=gnr tables=5"));
	EXPECT(boot_error("machine=gnr tables=0"));
}

/* A block for each table: each of them freezes the package, and none ends another's freeze. */
static void own_blocks(void)
{
	unsigned int position;

	boot("machine=gnr tables=2 globals=own");
	place(2);
	EXPECT_EQ(gnr_table(0, 0, 1), GLOBAL_CONTROL(0));
	EXPECT_EQ(gnr_table(0, 1, 1), GLOBAL_CONTROL(1));
	EXPECT(gnr_entry(0, 1, 0, 100, 0));
	wrmsr(0, CHA(0) + CONTROL(0), EVENT);
	wrmsr(0, CHA(100) + CONTROL(0), EVENT | FRZ_OVF);
	wrmsr(0, CHA(100) + COUNTER(0), COUNTER_MAX);
	command("inject die=0 unit=cha:* event=%u n=9", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 1);
	position = (unsigned int)reply_number(command("get die=0 unit=cha:100"), "status_position");
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(1, position / 64)), 1ull << position % 64);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0, position / 64)), 0);
	wrmsr(0, GLOBAL_CONTROL(0), 0);
	command("inject die=0 unit=cha:* event=%u n=9", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 1);
	wrmsr(0, CHA(100) + STATUS, 1);
	wrmsr(0, GLOBAL_STATUS(1, position / 64), 1ull << position % 64);
	wrmsr(0, GLOBAL_CONTROL(1), 0);
	command("inject die=0 unit=cha:* event=%u n=9", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 10);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(rdmsr(0, GLOBAL_CONTROL(2)), 0);
	EXPECT(violation_says("no such register"));
	EXPECT(boot_error("machine=emr tables=2 globals=own"));
	EXPECT(!boot_error("machine=emr tables=2"));
}

static void frozen_blocks(void)
{
	unsigned int block;

	boot("machine=gnr tables=3 globals=own frozen=1");
	wrmsr(0, CHA(0) + CONTROL(0), EVENT);
	for (block = 0; block < 3; block++) {
		command("inject die=0 unit=cha:0 event=%u n=5", EVENT);
		EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
		wrmsr(0, GLOBAL_CONTROL(block), 0);
	}
	command("inject die=0 unit=cha:0 event=%u n=5", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 5);
}

/* One number, two entries: of one unit, or of two units where each table has its own numbers. */
static void duplicates(void)
{
	size_t first, second;

	boot("machine=gnr listed_twice=cha:7,upi:1");
	first = gnr_entry(0, 0, 0, 7, 0);
	second = gnr_entry(0, 0, 0, 7, first);
	EXPECT(first && second);
	EXPECT_EQ(gnr_table(0, 0, first + 1), gnr_table(0, 0, second + 1));
	EXPECT(gnr_entry(0, 0, 8, 1, gnr_entry(0, 0, 8, 1, 0)));
	EXPECT(!gnr_entry(0, 0, 0, 8, gnr_entry(0, 0, 0, 8, 0)));

	boot("machine=gnr tables=2 listed_twice=cha:7");
	EXPECT(gnr_entry(0, 0, 0, 7, 0));
	EXPECT(gnr_entry(0, 1, 0, 7, 0));

	boot("machine=gnr tables=2 ids=table");
	first = gnr_entry(0, 0, 0, 0, 0);
	second = gnr_entry(0, 1, 0, 0, 0);
	EXPECT_EQ(gnr_table(0, 0, first + 1), 0x2000);
	EXPECT_EQ(gnr_table(0, 1, second + 1), 0x2000 + 0x10 * 60);
}

static void segments(void)
{
	const struct gnr_unit *u;
	size_t at;

	boot("machine=gnr segment.0=3");
	place(1);
	u = gnr_unit("b2cmi", 7);
	at = gnr_entry(0, 0, u->number, u->id, 0);
	EXPECT_EQ(gnr_table(0, 0, at + 1), address(u, 3));
	EXPECT_EQ(config_read(find_function(0, 0, 2), 0xd0) >> 16, 3);
	at = gnr_entry(1, 0, u->number, u->id, 0);
	EXPECT_EQ(gnr_table(1, 0, at + 1) >> 28, 0);
	EXPECT(boot_error("machine=gnr segment=8"));
}

static void gone_from_the_start(void)
{
	boot("machine=gnr fault=gone,die=0,unit=upi:1 fault=gone,die=0,unit=b2cxl:2");
	EXPECT_EQ(config_read(find_on_bus(0, 0x7f, 17, 1), 0x318), 0xffffffff);
	EXPECT_EQ(machine_bar_read(machine, find_function(0, 0, 2), 2, 0x88000 + 8, 8), ~0ull);
	EXPECT_EQ(config_read(find_on_bus(0, 0x7f, 16, 1), 0x318), 0);
}

static void commands_name_a_table(void)
{
	boot("machine=gnr tables=2");
	command("table die=0 table=1 poke qword=5 value=0x123");
	EXPECT_EQ(gnr_table(0, 1, 5), 0x123);
	EXPECT(gnr_table(0, 0, 5) != 0x123);
	command("table die=0 table=1 restore");
	EXPECT_EQ(gnr_table(0, 1, 5), 0x2000 + 0x10 * 60);
	EXPECT(command_error("table die=0 table=2 dump"));
	EXPECT(command_error("table die=0 mutate seed=1 table=2"));
}

static void node_map(void)
{
	size_t ubox;

	boot("machine=gnr node_id.1=5");
	ubox = find_function(1, 0, 0);
	EXPECT_EQ(config_read(ubox, 0), 0x32508086);
	EXPECT_EQ(config_read(ubox, 0xc0), 5);
	EXPECT_EQ(config_read(ubox, 0xd4), 5 << 3);
	boot("machine=gnr node_map=0");
	EXPECT_EQ(config_read(find_function(1, 0, 0), 0xc0), 0);
	EXPECT_EQ(config_read(find_function(1, 0, 0), 0xd4), 0);
}

static const struct test gnr_table_tests[] = {
	TEST(every_unit_is_listed),
	TEST(positions),
	TEST(overflow_freezes),
	TEST(frozen_by_firmware),
	TEST(several_tables),
	TEST(own_blocks),
	TEST(frozen_blocks),
	TEST(duplicates),
	TEST(segments),
	TEST(gone_from_the_start),
	TEST(commands_name_a_table),
	TEST(node_map),
};
SUITE(gnr_table);
