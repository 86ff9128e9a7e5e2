// SPDX-License-Identifier: GPL-2.0-only
/* Simulated memory: which counters move when programs load and store; and units that are broken. */
#include <stdio.h>
#include <string.h>

#include "test.h"

#define SMALL	"cha=4 imc=2 m2m=2 upi=2 m3upi=2 memory=on memory_size=64 llc_slice=16 core_cache=4"
#define LINE	64ull
#define MIB	(1ull << 20)
/* Package 1 has the upper half of 64 MiB. */
#define NODE(n)	((n) * 32 * MIB)

/* What the two packages' CPUs have made of each memory. */
static uint64_t moved(unsigned int package, const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "die%u.%s", package, what);
	return reply_number(command("memory"), name);
}

static void walk(unsigned int cpu, uint64_t begin, uint64_t bytes, bool write, bool past_caches)
{
	uint64_t at;

	for (at = 0; at < bytes; at += 16)
		machine_memory_access(machine, cpu, begin + at, 16, write, past_caches);
}

/* Control 0 of all CHAs of a package; the sum of what they count. */
static void program_chas(unsigned int cpu, uint64_t control)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		wrmsr(cpu, CHA(i) + CONTROL(0), control | 1 << 17);
}

static uint64_t sum_chas(unsigned int cpu)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < 4; i++)
		sum += rdmsr(cpu, CHA(i) + COUNTER(0));
	return sum;
}

static void reads_come_from_their_home(void)
{
	boot(SMALL);
	program_chas(0, 0xc817fe00000135ull);	/* TOR_INSERTS.IA_MISS_DRD */
	program_chas(2, 0xc8177e00000135ull);	/* TOR_INSERTS.IA_MISS_DRD_REMOTE */
	walk(0, NODE(0), MIB, false, false);
	EXPECT_EQ(moved(0, "reads_local"), MIB / LINE);
	EXPECT_EQ(moved(0, "reads_remote"), 0);
	EXPECT_EQ(sum_chas(0), MIB / LINE);
	EXPECT_EQ(sum_chas(2), 0);
	walk(2, NODE(0), MIB, false, false);
	EXPECT_EQ(moved(0, "reads_remote"), MIB / LINE);
	EXPECT_EQ(moved(1, "reads_local") + moved(1, "reads_remote"), 0);
	EXPECT_EQ(sum_chas(0), MIB / LINE);
	EXPECT_EQ(sum_chas(2), MIB / LINE);
	EXPECT_EQ(new_violations(), 0);
}

/* What each unit of a type counts of an event in counter 0. */
static uint64_t read_unit(const char *unit, unsigned int id)
{
	char line[64];

	snprintf(line, sizeof(line), "get die=0 unit=%s:%u", unit, id);
	return reply_number(command(line), "counter0");
}

static void program_channel(unsigned int channel, uint32_t control)
{
	size_t f = find_function(0, 0, 1);
	uint64_t address = ((uint64_t)(config_read(f, 0xd0) & 0x1fffffff) << 23 |
			    (uint64_t)(config_read(f, 0xd8 + 4 * (channel / 2)) & 0x7ff) << 12) + 0x22800 + 0x8000 * (channel % 2);

	machine_bar_write(machine, find_function(0, 0, 2), 0, address - MEMORY_BAR(0) + 0x40, 4, control);
}

static void program_m2m(unsigned int m2m, uint64_t control)
{
	size_t f = find_function(0, 12 + m2m, 0);

	config_write(f, 0x468, (uint32_t)control);
	config_write(f, 0x46c, (uint32_t)(control >> 32));
}

/* Lines of a node that the units of a type count: only those in the mask @own. */
static void expect_node(const char *unit, unsigned int count, unsigned int own)
{
	uint64_t inside = 0, all = 0;
	unsigned int id;

	for (id = 0; id < count; id++) {
		uint64_t lines = read_unit(unit, id);

		all += lines;
		inside += own >> id & 1 ? lines : 0;
		EXPECT_EQ(lines > 0, own >> id & 1);
	}
	EXPECT_EQ(inside, MIB / LINE);
	EXPECT_EQ(all, MIB / LINE);
}

static void boot_nodes(void)
{
	unsigned int i;

	boot("cha=4 imc=6 m2m=3 upi=2 m3upi=2 memory=on memory_size=64 llc_slice=16 core_cache=4 numa=2");
	place_bars();
	program_chas(0, 0xc817fe00000135ull);
	for (i = 0; i < 6; i++)
		program_channel(i, 0xcf05);
	for (i = 0; i < 3; i++)
		program_m2m(i, 0x300000424ull);
}

/* SNC2: a node has half of the memory of its package, and channels 0 1 4 5 or 2 3, M2Ms 0 2 or 1, CHAs 0 1 or 2 3. */
static void nodes_have_their_units(void)
{
	boot_nodes();
	walk(0, 0, MIB, false, false);
	expect_node("imc", 6, 0x33);
	expect_node("m2m", 3, 0x5);
	expect_node("cha", 4, 0x3);
	boot_nodes();
	walk(0, 31 * MIB, MIB, false, false);
	expect_node("imc", 6, 0xc);
	expect_node("m2m", 3, 0x2);
	expect_node("cha", 4, 0xc);
	boot_nodes();
	command("fault other-node die=0 unit=imc:*");
	command("fault other-node die=0 unit=cha:*");
	command("fault other-node die=0 unit=m2m:*");
	walk(0, 0, MIB, false, false);
	expect_node("imc", 6, 0xc);
	expect_node("m2m", 3, 0x2);
	expect_node("cha", 4, 0xc);
	/* All slices of the package have what is elsewhere. */
	boot_nodes();
	walk(0, NODE(1), MIB, false, false);
	expect_node("cha", 4, 0xf);
	EXPECT_EQ(moved(1, "reads_remote"), MIB / LINE);
	EXPECT_EQ(new_violations(), 0);
	EXPECT(strstr(boot_error(SMALL " numa=3"), "numa=2"));
}

static void what_fits_is_read_once(void)
{
	boot(SMALL);
	program_chas(0, 0xc817fd00000135ull);	/* TOR_INSERTS.IA_HIT_DRD */
	walk(0, NODE(0), 8 * 1024, false, false);
	walk(0, NODE(0), 8 * 1024, false, false);
	EXPECT_EQ(moved(0, "reads_local"), 8 * 1024 / LINE);
	/* The second time, from the LLC: a CPU's cache has only half of it. */
	EXPECT_EQ(sum_chas(0), 8 * 1024 / LINE);
}

static void stores_read_and_write_back(void)
{
	uint64_t lines = MIB / LINE, kept = (4 * 16 + 4) * 1024 / LINE;

	boot(SMALL);
	walk(1, NODE(1), MIB, true, false);
	EXPECT_EQ(moved(1, "reads_remote"), lines);
	EXPECT(moved(1, "writes_remote") <= lines);
	EXPECT(moved(1, "writes_remote") >= lines - kept);
}

static void streams_only_write(void)
{
	boot(SMALL);
	program_chas(0, 0xc8668600000135ull);	/* TOR_INSERTS.IA_MISS_LOCAL_WCILF_DDR */
	walk(0, NODE(0), MIB, true, true);
	EXPECT_EQ(moved(0, "reads_local"), 0);
	EXPECT_EQ(moved(0, "writes_local"), MIB / LINE);
	EXPECT_EQ(sum_chas(0), MIB / LINE);
}

static void parts_of_lines(void)
{
	uint64_t at;

	boot(SMALL);
	program_chas(0, 0xc86e8600000135ull);	/* TOR_INSERTS.IA_MISS_LOCAL_WCIL_DDR */
	for (at = 0; at < 64 * 1024; at += LINE)
		machine_memory_access(machine, 0, at, 8, true, true);
	/* The last few still wait for the rest of their lines. */
	EXPECT_EQ(sum_chas(0), 64 * 1024 / LINE - 4);
}

static void faults_are_seen(void)
{
	boot(SMALL);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	command("fault double die=0 unit=cha:0");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=10");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 20);
	command("fault none");
	command("fault dead die=0 unit=cha:0 counter=0");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=10");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 20);
	command("fault none");
	command("fault half die=0 unit=cha:0 event=0x35");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=11");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=1");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 26);
	command("fault none");
	command("fault width die=0 unit=cha:0 bits=8");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=300");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), (26 + 300) & 0xff);
	command("fault none");
	/* Counts without an end, but with a freeze for all others. */
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	wrmsr(0, CHA(2) + CONTROL(0), 1 << 20 | 0x135);
	wrmsr(0, CHA(2) + COUNTER(0), COUNTER_MAX);
	command("fault no-freeze die=0 unit=cha:1");
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=1");
	command("inject die=0 unit=cha:* event=0x35 umask=1 n=5");
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 5);
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 0);
	command_error("fault");
	command_error("fault width die=0 unit=cha:0");
	command_error("fault none die=0");
}

static void freezes_of_a_unit(void)
{
	boot("");
	wrmsr(0, CHA(2) + CONTROL(0), 0x135);
	command("fault no-unit-freeze die=0 unit=cha:2");
	wrmsr(0, CHA(2), 1);
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 3);
	/* That of the package is another one. */
	command("fault none");
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 3);
	wrmsr(0, CHA(2), 0);
	command("fault needs-freeze die=0 unit=cha:2");
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 6);
	wrmsr(0, CHA(2) + CONTROL(0), 1 << 17 | 0x135);
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 0);
	wrmsr(0, CHA(2), 1);
	wrmsr(0, CHA(2) + CONTROL(0), 1 << 17 | 0x135);
	wrmsr(0, CHA(2), 0);
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 3);
	EXPECT_EQ(new_violations(), 0);
}

static void slice_that_is_left_out(void)
{
	unsigned int i;

	boot(SMALL);
	program_chas(0, 0xc817fe00000135ull);
	command("fault left-out die=0 unit=cha:2");
	walk(0, NODE(0), MIB, false, false);
	EXPECT_EQ(sum_chas(0), MIB / LINE);
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 0);
	for (i = 0; i < 4; i += 3)
		EXPECT(rdmsr(0, CHA(1) + COUNTER(0)) > rdmsr(0, CHA(i) + COUNTER(0)));
}

static void faults_from_the_start(void)
{
	boot("fault=double,die=0,unit=cha:0 fault=dead,die=1,unit=cha:*,counter=1");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(2, CHA(7) + CONTROL(0), 0x135);
	wrmsr(2, CHA(7) + CONTROL(1), 0x135);
	command("inject die=* unit=cha:* event=0x35 umask=1 n=10");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 20);
	EXPECT_EQ(rdmsr(2, CHA(7) + COUNTER(0)), 10);
	EXPECT_EQ(rdmsr(2, CHA(7) + COUNTER(1)), 0);
	command("fault none");
	command("inject die=* unit=cha:* event=0x35 umask=1 n=10");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 30);
	EXPECT(strstr(boot_error("fault=broken,die=0,unit=cha:0"), "which fault"));
	EXPECT(strstr(boot_error("fault=width,die=0,unit=cha:0"), "bits= is missing"));
	EXPECT(strstr(boot_error("fault=double,die=0,unit=cha:99"), "cha"));
	EXPECT(strstr(boot_error("cha=4 fault=double,die=0,unit=cha:4"), "fault="));
	EXPECT(strstr(boot_error("fault="), "which fault"));
}

static void lost_overflow(void)
{
	boot("");
	wrmsr(0, CHA(2) + CONTROL(0), 1 << 20 | 0x135);
	wrmsr(0, CHA(2) + COUNTER(0), COUNTER_MAX);
	command("fault no-status die=0 unit=cha:2");
	command("inject die=0 unit=cha:2 event=0x35 umask=1 n=3");
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 2);
	EXPECT_EQ(reply_number(command("get die=0 unit=cha:2"), "frozen"), 0);
}

static void options_of_memory(void)
{
	EXPECT(strstr(boot_error("memory=on"), "memory_size"));
	EXPECT(strstr(boot_error("machine=snbep memory=on memory_size=64"), "no simulated memory"));
	EXPECT(strstr(boot_error("memory=yes"), "memory"));
	boot("");
	EXPECT(!machine_has_memory(machine));
	EXPECT(strstr(command_error("memory"), "not simulated"));
	machine_memory_access(machine, 0, 0, 8, true, false);
	boot(SMALL);
	EXPECT(machine_has_memory(machine));
	command("memory off");
	walk(0, NODE(0), MIB, false, false);
	EXPECT_EQ(moved(0, "reads_local"), 0);
	command("memory on");
	walk(0, NODE(0), MIB, false, false);
	EXPECT_EQ(moved(0, "reads_local"), MIB / LINE);
	command("memory reset");
	EXPECT_EQ(moved(0, "reads_local"), 0);
}

static void a_range_of_addresses(void)
{
	boot(SMALL " memory_first=2 memory_end=4");
	walk(0, MIB, MIB, false, false);
	EXPECT_EQ(moved(0, "reads_local"), 0);
	walk(0, 3 * MIB, 2 * MIB, false, false);
	EXPECT_EQ(moved(0, "reads_local"), MIB / LINE);
	EXPECT(strstr(boot_error(SMALL " memory_end=0"), "memory_end"));
}

static const struct test memory_tests[] = {
	TEST(reads_come_from_their_home), TEST(what_fits_is_read_once),
	TEST(stores_read_and_write_back), TEST(streams_only_write), TEST(parts_of_lines),
	TEST(faults_are_seen), TEST(freezes_of_a_unit), TEST(slice_that_is_left_out), TEST(faults_from_the_start),
	TEST(lost_overflow), TEST(options_of_memory),
	TEST(nodes_have_their_units),
	TEST(a_range_of_addresses),
};
SUITE(memory);
