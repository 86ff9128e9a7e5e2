// SPDX-License-Identifier: GPL-2.0-only
/* The discovery function and table (guide 1.9, 1.10.1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static size_t discovery(void)
{
	return find_table(0, 0);
}

/* The entry of a unit, by type and id, or 0. */
static size_t find_entry(unsigned int package, unsigned int type, unsigned int id)
{
	uint64_t global = table_qword(package, 0);
	size_t stride = global >> 8 & 0xff, max = global >> 16 & 0x3ff, i;

	for (i = 1; i <= max; i++) {
		uint64_t identity = table_qword(package, i * stride + 2);

		if (table_qword(package, i * stride) && (identity & 0xffffffff) == (type | id << 16))
			return i * stride;
	}
	return 0;
}

static void global_entry(void)
{
	boot("stride=5");
	EXPECT_EQ(table_qword(0, 0) >> 62, 0);
	EXPECT_EQ(table_qword(0, 0) >> 26, 0);
	EXPECT_EQ(table_qword(0, 0) >> 8 & 0xff, 5);
	EXPECT_EQ(table_qword(0, 0) & 0xff, 0);
	EXPECT_EQ(table_qword(0, 1), 0x2ff0);
	EXPECT_EQ(table_qword(0, 2), 2 | 128 << 8);
}

/* Table 1-14's first qword: counters, control, width, counter, status, access type. */
static uint64_t shape(uint64_t counters, uint64_t control, uint64_t counter, uint64_t status,
		      uint64_t space)
{
	return counters | control << 8 | 48 << 16 | counter << 24 | status << 32 | space << 62;
}

static void every_unit_is_listed(void)
{
	const struct {
		unsigned int type, units;
		uint64_t shape;
	} types[] = {
		{ 0, 60, shape(4, 2, 8, 1, 0) }, { 1, 12, shape(4, 2, 8, 1, 0) },
		{ 2, 12, shape(2, 2, 8, 1, 0) }, { 3, 12, shape(4, 2, 8, 1, 0) },
		{ 4, 1, shape(4, 2, 8, 1, 0) }, { 5, 1, shape(2, 2, 8, 1, 0) },
		{ 6, 8, shape(4, 0x40, 8, 0x5c, 1) }, { 7, 4, shape(4, 0x30, 8, 0x70, 2) },
		{ 8, 4, shape(4, 0x38, 8, 0x74, 2) }, { 9, 4, shape(4, 0x38, 8, 0x58, 2) },
		{ 11, 14, shape(4, 2, 8, 1, 0) }, { 12, 2, shape(8, 0x48, 8, 0x88, 1) },
		{ 13, 2, shape(4, 0x28, 8, 0x48, 1) },
	};
	unsigned int package, id;
	size_t i, at;

	boot("");
	place_bars();
	for (package = 0; package < 2; package++) {
		for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
			for (id = 0; id < types[i].units; id++) {
				at = find_entry(package, types[i].type, id);
				EXPECT(at);
				EXPECT_EQ(table_qword(package, at), types[i].shape);
				EXPECT(table_qword(package, at + 2) >> 32 < 128);
			}
			EXPECT(!find_entry(package, types[i].type, types[i].units));
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

/* HBM's channels are behind those of DDR in memory, its M2Ms beside M2M in PCI space, and go on in its numbers. */
static void xeon_max(void)
{
	unsigned int package, id;
	size_t at;

	boot("machine=spr hbm=5 m2hbm=6 m2m=1 mdf=12");
	place_bars();
	for (package = 0; package < 2; package++) {
		for (id = 0; id < 5; id++) {
			at = find_entry(package, 14, id);
			EXPECT_EQ(table_qword(package, at), shape(4, 0x40, 8, 0x5c, 1));
			EXPECT_EQ(table_qword(package, at + 1),
				  MEMORY_BAR(package) + 0x341c00 + 0x9000 * (id / 2) + 0x4000 * (id % 2));
		}
		EXPECT(!find_entry(package, 14, 5));
		for (id = 4; id < 10; id++) {
			at = find_entry(package, 7, id);
			EXPECT_EQ(table_qword(package, at), shape(4, 0x30, 8, 0x70, 2));
			EXPECT_EQ(table_qword(package, at + 1) & 0xfffff,
				  (12 + (id - 4) / 4) << 15 | (1 + (id - 4) % 4) << 12 | 0x438);
			find_function(package, 12 + (id - 4) / 4, 1 + (id - 4) % 4);
		}
		EXPECT(!find_entry(package, 7, 1));
		for (id = 0; id < 12; id++)
			EXPECT_EQ(table_qword(package, find_entry(package, 11, id) + 1), 0x2800 + 0x10 * id);
	}
	EXPECT_EQ(config_read(find_function(0, 13, 0), 0x0c) >> 16 & 0x80, 0x80);
	wrmsr(0, 0x28b2, 0x115);
	command("inject die=0 unit=mdf:11 event=0x15 umask=1 n=7");
	EXPECT_EQ(rdmsr(0, 0x28b8), 7);
	EXPECT_EQ(new_violations(), 0);
	EXPECT(boot_error("machine=emr hbm=1"));
}

static void addresses_follow_the_bars(void)
{
	boot("bus.1=0xfd");
	EXPECT_EQ(table_qword(0, find_entry(0, 0, 59) + 1), 0x23b0);
	EXPECT_EQ(table_qword(1, find_entry(1, 11, 8) + 1), 0x2940);
	EXPECT_EQ(table_qword(0, find_entry(0, 7, 3) + 1), 0x7e << 20 | 15 << 15 | 0x438);
	EXPECT_EQ(table_qword(1, find_entry(1, 8, 2) + 1),
		  0xfd << 20 | 3 << 15 | 1 << 12 | 0x318);
	EXPECT_EQ(table_qword(0, find_entry(0, 9, 0) + 1), 0x7e << 20 | 5 << 15 | 1 << 12 | 0xa0);
	EXPECT_EQ(table_qword(0, find_entry(0, 6, 3) + 1), 0x80000 + 0x2a800);
	place_bars();
	EXPECT_EQ(table_qword(0, find_entry(0, 6, 3) + 1), MEMORY_BAR(0) + 0x80000 + 0x2a800);
	EXPECT_EQ(table_qword(1, find_entry(1, 12, 1) + 1), CXL_BAR_ADDRESS(1) + 0x4000);
	EXPECT_EQ(table_qword(1, find_entry(1, 13, 0) + 1), CXL_BAR_ADDRESS(1) + 6 * 0x4000);
}

static void positions_are_the_units(void)
{
	boot("");
	EXPECT_EQ(table_qword(0, find_entry(0, 7, 2) + 2) >> 32,
		  reply_number(command("get die=0 unit=m2m:2"), "status_position"));
	EXPECT_EQ(table_qword(0, find_entry(0, 0, 17) + 2) >> 32, 17);
}

static unsigned int count_holes(void)
{
	uint64_t global = table_qword(0, 0);
	size_t stride = global >> 8 & 0xff, max = global >> 16 & 0x3ff, i;
	unsigned int holes = 0;

	for (i = 1; i <= max; i++)
		holes += !table_qword(0, i * stride) && !table_qword(0, i * stride + 2);
	return holes;
}

static void holes(void)
{
	boot("");
	EXPECT_EQ(count_holes(), 13);
	boot("holes=0");
	EXPECT_EQ(count_holes(), 0);
	boot("holes=5 cha=0");
	EXPECT_EQ(count_holes(), 60);
}

/* The list of DVSEC ids, with the vendor if it is not Intel; the list of capabilities ends behind a VSEC. */
static void has_dvsecs(const char *option, const char *expected)
{
	char options[32], list[64] = "";
	unsigned int where;
	uint32_t header;

	snprintf(options, sizeof(options), "dvsec=%s", option);
	boot(options);
	for (where = 0x100; where; where = header >> 20) {
		uint32_t vendor = config_read(discovery(), where + 4) & 0xffff;
		size_t length = strlen(list);

		header = config_read(discovery(), where);
		if ((header & 0xffff) != 0x23) {
			EXPECT_EQ(header, 0x0b | 1 << 16);
			EXPECT_EQ(config_read(discovery(), where + 4) & 0xffff, 0x41);
			continue;
		}
		snprintf(list + length, sizeof(list) - length, "%s%s%x", length ? " " : "",
			 vendor == 0x8086 ? "" : "other:",
			 config_read(discovery(), where + 8) & 0xffff);
	}
	if (strcmp(list, expected))
		test_fail("has_dvsecs", 0, "%s: '%s', not '%s'", options, list, expected);
}

static void dvsec(void)
{
	size_t f;

	boot("");
	f = discovery();
	EXPECT_EQ(config_read(f, 0), 0x09a78086);
	/* The PCI Express capability comes first: without it nobody looks at 0x100. */
	EXPECT_EQ(config_read(f, 0x34) & 0xff, 0x40);
	EXPECT_EQ(config_read(f, 0x40) & 0xff, 0x10);
	EXPECT(config_read(f, 0x04) & 0x100000);
	EXPECT_EQ(config_read(f, 0x100), 0x23 | 1 << 16 | 0x110 << 20);
	EXPECT_EQ(config_read(f, 0x104), 0x8086 | 0x10 << 20 | 1 << 16);
	EXPECT_EQ(config_read(f, 0x108) & 0xffff, 1);
	EXPECT_EQ(config_read(f, 0x10c), 0);

	has_dvsecs("none", "2 3 4 0");
	has_dvsecs("foreign-first", "2 1 3 4 0");
	has_dvsecs("twice", "1 1 3 4 0");
	has_dvsecs("other-id", "5 2 3 4 0");
	has_dvsecs("other-vendor", "other:1 2 3 4 0");
	boot("discovery_device_id=0x1111");
	EXPECT_EQ(config_read(find_on_bus(0, 0x75, 3, 1), 0), 0x11118086);
}

static uint64_t first_qword(unsigned int bar, uint64_t offset)
{
	return machine_bar_read(machine, discovery(), bar, offset + 8, 8);
}

static void bir_bar_and_offset(void)
{
	const struct machine_function *list;
	size_t count;

	boot("");
	list = machine_functions(machine, &count);
	EXPECT(!list[discovery()].bar_64bit[0]);
	EXPECT_EQ(list[discovery()].bar_size[0], 0x2000);
	EXPECT_EQ(list[discovery()].bar_size[1], 0x40000);
	boot("table_bar=64");
	list = machine_functions(machine, &count);
	EXPECT(list[discovery()].bar_64bit[0]);
	EXPECT_EQ(list[discovery()].bar_size[1], 0);
	boot("bir=2 table_bar=32");
	list = machine_functions(machine, &count);
	EXPECT(!list[discovery()].bar_64bit[2]);
	EXPECT_EQ(list[discovery()].bar_size[0], 0);
	EXPECT_EQ(config_read(discovery(), 0x18), 0);
	EXPECT_EQ(config_read(discovery(), 0x10c), 2);
	EXPECT_EQ(first_qword(2, 0), 0x2ff0);
	boot("bir=5");
	list = machine_functions(machine, &count);
	EXPECT(!list[discovery()].bar_64bit[5]);
	EXPECT_EQ(first_qword(5, 0), 0x2ff0);
	boot("bir=7");
	EXPECT_EQ(config_read(discovery(), 0x10c), 7);
	EXPECT_EQ(first_qword(0, 0), 0x2ff0);
	boot("table_bar=io");
	list = machine_functions(machine, &count);
	EXPECT(list[discovery()].bar_io[0]);
	EXPECT_EQ(config_read(discovery(), 0x10), 1);
	boot("table_offset=0x1800 bir=1");
	EXPECT_EQ(config_read(discovery(), 0x10c), 0x1801);
	EXPECT_EQ(first_qword(1, 0x1800), 0x2ff0);
	EXPECT_EQ(first_qword(1, 0), 0);
	EXPECT(boot_error("table_offset=0x1801"));
}

static void reads_of_any_size_and_no_writes(void)
{
	size_t f;

	boot("");
	f = discovery();
	EXPECT_EQ(machine_bar_read(machine, f, 0, 8, 4), 0x2ff0);
	EXPECT_EQ(machine_bar_read(machine, f, 0, 9, 1), 0x2f);
	EXPECT_EQ(machine_bar_read(machine, f, 0, 6, 4), 0x2ff00000);
	EXPECT_EQ(machine_bar_read(machine, f, 0, 0x1ffc, 8), 0);
	EXPECT_EQ(reply_number(command("stats"), "tablerd"), 4);
	EXPECT_EQ(new_violations(), 0);
	machine_bar_write(machine, f, 0, 8, 8, 1);
	EXPECT(violation_says("cannot be written"));
	EXPECT_EQ(table_qword(0, 1), 0x2ff0);
}

static void firmware_errata(void)
{
	boot("upi_table=missing");
	EXPECT(!find_entry(0, 8, 0) && !find_entry(0, 9, 3));
	EXPECT(find_entry(0, 7, 3));
	boot("upi_table.1=mangled");
	EXPECT_EQ(table_qword(0, find_entry(0, 8, 1) + 1), 0x7e << 20 | 2 << 15 | 1 << 12 | 0x318);
	EXPECT_EQ(table_qword(1, find_entry(1, 8, 1) + 1), 0xfe << 20 | 1 << 15 | 0x318);
	EXPECT_EQ(table_qword(1, find_entry(1, 8, 0)), shape(4, 0x38, 8, 0x74, 2));
	EXPECT_EQ(table_qword(1, find_entry(1, 8, 1)), shape(0xff, 0x38, 8, 0x74, 2));
	/* The registers are where they were. */
	config_write(find_function(1, 2, 1), 0x350, 0x122);
	EXPECT_EQ(new_violations(), 0);
	boot("cha=4 cha_table=2");
	EXPECT(find_entry(0, 0, 1) && !find_entry(0, 0, 2));
	boot("cha=4 cha_table=6");
	EXPECT_EQ(table_qword(0, find_entry(0, 0, 5) + 1), 0x2050);
	EXPECT(!find_entry(0, 0, 6));
	boot("absent=cha:2,upi:0");
	EXPECT(find_entry(0, 0, 1) && !find_entry(0, 0, 2) && find_entry(0, 0, 3));
	EXPECT(!find_entry(0, 8, 0) && find_entry(0, 8, 1));
}

static void poke_and_restore(void)
{
	boot("poke.1=1:0x1234,2:5");
	EXPECT_EQ(table_qword(0, 1), 0x2ff0);
	EXPECT_EQ(table_qword(1, 1), 0x1234);
	EXPECT_EQ(table_qword(1, 2), 5);
	command("table die=0 poke qword=7 value=0xffffffffffffffff");
	EXPECT_EQ(table_qword(0, 7), ~0ull);
	place_bars();
	EXPECT_EQ(table_qword(0, 7), ~0ull);
	EXPECT_EQ(reply_number(command("table die=0 dump"), "7"), ~0ull);
	command("table die=0 restore");
	EXPECT_EQ(table_qword(0, 7), 0);
	command("table die=1 restore");
	EXPECT_EQ(table_qword(1, 1), 0x2ff0);
	command_error("table die=0 poke qword=1024 value=1");
	command_error("table die=0 poke qword=1");
	command_error("table die=0");
	EXPECT(boot_error("poke=1"));
	EXPECT(boot_error("poke=99999:1"));
}

static void table_file(void)
{
	char name[] = "/tmp/pmonsim-table-XXXXXX", options[64];
	int fd = mkstemp(name);
	FILE *file = fdopen(fd, "w");

	EXPECT(file);
	fprintf(file, "# comment\n\n1 0x77 # more\n4\t0\n");
	fclose(file);
	snprintf(options, sizeof(options), "table.0=%s", name);
	boot(options);
	EXPECT_EQ(table_qword(0, 1), 0x77);
	EXPECT_EQ(table_qword(0, 4), 0);
	EXPECT_EQ(table_qword(1, 1), 0x2ff0);
	file = fopen(name, "w");
	fprintf(file, "1\n");
	fclose(file);
	EXPECT(boot_error(options));
	unlink(name);
	EXPECT(strstr(boot_error(options), "cannot open"));
	EXPECT(!boot_error("table=good"));
}

static uint64_t table_hash(unsigned int package)
{
	uint64_t hash = 1;
	size_t i;

	for (i = 0; i < 1024; i++)
		hash = (hash << 29 | hash >> 35) * 0x9e3779b97f4a7c15ull ^ table_qword(package, i);
	return hash;
}

static void mutations_are_reproducible(void)
{
	static uint64_t hashes[200];
	unsigned int seed, same = 0, other;
	uint64_t good;

	boot("");
	good = table_hash(0);
	for (seed = 0; seed < 200; seed++) {
		command("table die=0 mutate seed=%u", seed);
		hashes[seed] = table_hash(0);
		EXPECT(hashes[seed] != good);
		for (other = 0; other < seed; other++)
			same += hashes[other] == hashes[seed];
	}
	/* Some damage is so simple that two seeds may do it. */
	EXPECT(same < 5);
	for (seed = 0; seed < 200; seed++) {
		command("table die=0 mutate seed=%u", seed);
		EXPECT_EQ(table_hash(0), hashes[seed]);
	}
	command("table die=0 restore");
	EXPECT_EQ(table_hash(0), good);
	boot("mutate.0=17");
	EXPECT_EQ(table_hash(0), hashes[17]);
	boot("mutate.1=17");
	EXPECT_EQ(table_hash(0), good);
}

static void mutations_of_tiny_tables(void)
{
	unsigned int seed;

	boot("cha=0 iio=0 irp=0 m2pcie=0 imc=0 m2m=0 upi=0 m3upi=0 mdf=0 pcu=0 ubox=0 cxlcm=0 "
	     "cxldp=0");
	EXPECT_EQ(table_qword(0, 0) >> 16 & 0x3ff, 0);
	for (seed = 0; seed < 2000; seed++)
		command("table die=0 mutate seed=%u", seed);
	boot("stride=255 holes=64");
	for (seed = 0; seed < 200; seed++)
		command("table die=0 mutate seed=%u", seed);
}

static const struct test table_tests[] = {
	TEST(global_entry),
	TEST(every_unit_is_listed),
	TEST(xeon_max),
	TEST(addresses_follow_the_bars),
	TEST(positions_are_the_units),
	TEST(holes),
	TEST(dvsec),
	TEST(bir_bar_and_offset),
	TEST(reads_of_any_size_and_no_writes),
	TEST(firmware_errata),
	TEST(poke_and_restore),
	TEST(table_file),
	TEST(mutations_are_reproducible),
	TEST(mutations_of_tiny_tables),
};

SUITE(table);
