// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PCI functions of a machine are those of a real one. A file of LISTINGS has a function a line, from a public listing
 * that its first line names. On the buses that both have, the same functions are at the same places, with the same ids and
 * classes; revisions, BARs and DVSECs are compared where the listing has them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define LISTINGS "../../../selftests/fuzz/place/real/"
#define MAX_LINES 1000

struct line {
	unsigned int bus, device, function;
	uint32_t id;
	unsigned int class;
	char rest[160];
	bool matched;
};

static struct line lines[MAX_LINES];
static size_t line_count;

static void read_capture(const char *name)
{
	char path[96], text[256];
	FILE *file;

	snprintf(path, sizeof(path), LISTINGS "%s.txt", name);
	file = fopen(path, "r");
	if (!file)
		test_fail(path, 0, "cannot be read");
	line_count = 0;
	while (fgets(text, sizeof(text), file) && line_count < MAX_LINES) {
		struct line *l = &lines[line_count];
		unsigned int id;
		int end = 0;

		if (sscanf(text, "0000:%x:%x.%u 8086:%x %x %*s%n", &l->bus, &l->device, &l->function,
			   &id, &l->class, &end) < 5 || !end)
			continue;
		l->id = id << 16 | 0x8086;
		l->matched = false;
		snprintf(l->rest, sizeof(l->rest), "%s", text + end);
		line_count++;
	}
	fclose(file);
	EXPECT(line_count > 40 && line_count < MAX_LINES);
}

/* What follows ` KEY=` in a line, up to the next blank; NULL if the line has no such thing. */
static const char *value_of(const struct line *l, const char *key)
{
	static char value[160];
	char *begin;

	snprintf(value, sizeof(value), " %s=", key);
	begin = strstr(l->rest, value);
	if (!begin)
		return NULL;
	snprintf(value, sizeof(value), "%s", begin + strlen(value));
	value[strcspn(value, " \n")] = 0;
	return value;
}

static uint64_t size_of(const char *text)
{
	char *end;
	uint64_t size = strtoull(text, &end, 10);

	return *end == 'K' ? size << 10 : *end == 'M' ? size << 20 : size;
}

/* `VENDOR:ID@OFFSET` of each, in the order of the list. */
static void list_dvsecs(size_t f, char *list, size_t size)
{
	unsigned int where;
	uint32_t header;

	*list = 0;
	for (where = 0x100; where; where = header >> 20) {
		size_t length = strlen(list);

		header = config_read(f, where);
		if ((header & 0xffff) == 0x23)
			snprintf(list + length, size - length, "%s%x:%x@%x", length ? "," : "",
				 config_read(f, where + 4) & 0xffff, config_read(f, where + 8) & 0xffff,
				 where);
	}
}

static void compare(size_t f, const struct machine_function *described, const struct line *l)
{
	const char *bars[] = { "bar0", "bar1" }, *value;
	char list[160];
	unsigned int bar;

	if (config_read(f, 0) != l->id || config_read(f, 8) >> 16 != l->class)
		test_fail("compare", 0, "%x:%x.%u is %08x of class %04x, not %08x of class %04x", l->bus,
			  l->device, l->function, config_read(f, 0), config_read(f, 8) >> 16, l->id,
			  l->class);
	value = value_of(l, "rev");
	if (value)
		EXPECT_EQ(config_read(f, 8) & 0xff, strtoul(value, NULL, 16));
	for (bar = 0; bar < 2; bar++) {
		value = value_of(l, bars[bar]);
		if (value)
			EXPECT_EQ(described->bar_size[bar], size_of(value));
	}
	value = value_of(l, "dvsec");
	if (!value)
		return;
	list_dvsecs(f, list, sizeof(list));
	if (strcmp(list, value))
		test_fail("compare", 0, "%x:%x.%u has the DVSECs %s, not %s", l->bus, l->device,
			  l->function, list, value);
}

static struct line *find_line(const struct machine_function *f)
{
	size_t i;

	for (i = 0; i < line_count; i++) {
		if (lines[i].bus == f->bus && lines[i].device == f->device &&
		    lines[i].function == f->function)
			return &lines[i];
	}
	return NULL;
}

static bool bus_in(const unsigned int *buses, unsigned int bus)
{
	for (; *buses != ~0u; buses++) {
		if (*buses == bus)
			return true;
	}
	return false;
}

/* @buses: which to compare, with ~0u behind the last */
static void same_as(const char *capture, const char *options, const unsigned int *buses)
{
	const struct machine_function *list;
	size_t count, i;

	read_capture(capture);
	boot(options);
	list = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		struct line *l = find_line(&list[i]);

		if (list[i].missing || !bus_in(buses, list[i].bus))
			continue;
		if (!l)
			test_fail(capture, 0, "no function at %x:%x.%u", list[i].bus, list[i].device,
				  list[i].function);
		compare(i, &list[i], l);
		l->matched = true;
	}
	for (i = 0; i < line_count; i++) {
		/* Device 0 of bus 0 is QEMU's. */
		if (!lines[i].matched && bus_in(buses, lines[i].bus) &&
		    (lines[i].bus || lines[i].device))
			test_fail(capture, 0, "%x:%x.%u is missing", lines[i].bus, lines[i].device,
				  lines[i].function);
	}
	EXPECT_EQ(new_violations(), 0);
}

/* Of the second package's stack the functions 3.0 and 3.1 were not read. */
static void emerald_rapids(void)
{
	static const unsigned int buses[] = { 0x75, 0x7e, 0x7f, 0xfe, 0xff, ~0u };

	same_as("emr_2s_snc2", "machine=emr cha=20 slices=1 upi=3 m3upi=3", buses);
}

static void workstation(void)
{
	static const unsigned int buses[] = { 0xe7, 0xfe, 0xff, ~0u };

	same_as("spr_1s_w790", "machine=spr packages=1 hbm=0 m2hbm=0 slices=1 stack_bus=0xe7", buses);
}

/* Two memory controllers, three M3UPIs, and links that only a table knows. */
static void small_workstation(void)
{
	static const unsigned int buses[] = { 0xf2, 0xfe, 0xff, ~0u };

	same_as("spr_1s_w2400", "machine=spr packages=1 hbm=0 m2hbm=0 slices=1 cha=8 m3upi=3 upi=2 "
		"hidden=upi:0,upi:1 absent=imc:2,imc:3,imc:6,imc:7", buses);
	find_function(0, 1, 1);
	command("inject die=0 unit=upi:1 event=0x60 n=1");
}

/* The launcher needs a bus in front of that of a stack, and 0x7f is taken. */
static void granite_rapids(void)
{
	static const unsigned int buses[] = { 0x00, 0x7e, 0x7f, 0x80, 0xfe, 0xff, ~0u };

	same_as("gnr_2s_snc3", "machine=gnr cha=126 slices=1 stack_bus.1=0x80", buses);
	/* BARs and DVSECs of root ports are left out. */
	EXPECT_EQ(config_read(find_on_bus(0, 0x14, 8, 0), 0), 0x0db38086);
	EXPECT_EQ(config_read(find_on_bus(0, 0x14, 9, 0), 0), 0x0db98086);
}

/* The bus after a UBox's is the next package's. */
static void sandy_bridge(void)
{
	static const unsigned int buses[] = { 0x00, 0x3f, 0x40, 0x7f, ~0u };

	same_as("snbep_2s_e52690", "machine=snbep slices=1", buses);
}

/* Two sockets of Sandy Bridge-EN, with three channels: the third one of four is missing. */
static void missing_channel(void)
{
	static const unsigned int buses[] = { 0x3f, 0x7f, ~0u };

	same_as("snbep_2s_e52407", "machine=snbep slices=1 cbox=4 absent=imc:2", buses);
	command_error("get die=1 unit=imc:2");
	command("get die=1 unit=imc:3");
}

/* The large die. */
static void ice_lake(void)
{
	static const unsigned int buses[] = { 0x7e, 0x7f, 0xfe, 0xff, ~0u };

	same_as("icx_2s_gold6338", "machine=icx slices=1", buses);
}

/* A link is missing in the middle. */
static void ice_lake_without_a_link(void)
{
	static const unsigned int buses[] = { 0x7e, ~0u };

	same_as("icx_2s", "machine=icx absent=upi:1", buses);
}

static void ice_lake_d(void)
{
	static const unsigned int buses[] = { 0xfe, 0xff, ~0u };

	same_as("icxd_1s_d2733nt", "machine=icxd packages=1 slices=1", buses);
}

static void ivy_bridge(void)
{
	static const unsigned int buses[] = { 0x00, 0x3f, 0x40, 0x7f, ~0u };

	same_as("ivbep_2s_e52650v2", "machine=ivbep slices=1", buses);
	boot("machine=ivbep packages=4 cpus=8");
	EXPECT_EQ(config_read(find_on_bus(3, 0xff, 11, 0), 0), 0x0e1e8086);
	EXPECT_EQ(config_read(find_on_bus(2, 0x80, 5, 0), 0), 0x0e288086);
}

static void haswell(void)
{
	static const unsigned int one[] = { 0xff, ~0u }, two[] = { 0x7f, 0xff, ~0u };

	same_as("hsx_1s_e52640v3", "machine=hsx packages=1 slices=1", one);
	same_as("hsx_2s_e52673v3", "machine=hsx qpi_filter=0 slices=1 cbox=12 sbox=4 ha=2 imc=8 "
		"absent=imc:2,imc:3,imc:6,imc:7", two);
}

static void broadwell(void)
{
	static const unsigned int buses[] = { 0x00, 0x7f, 0x80, 0xff, ~0u }, one[] = { 0xff, ~0u };

	same_as("bdx_2s_e52640v4", "machine=bdx qpi_filter=0 slices=1 cbox=10", buses);
	same_as("bdx_1s_e52697av4", "machine=bdx packages=1 slices=1 cbox=16 sbox=4 ha=2 imc=8 "
		"absent=imc:2,imc:3,imc:6,imc:7", one);
	same_as("bdxde_1s_d1541", "machine=bdxde packages=1 slices=1", one);
}

/* More machines with one package have bus 0xff, but firmware shows further functions there. */
static void one_older_package(void)
{
	static const unsigned int buses[] = { 0x00, 0x3f, ~0u };

	same_as("snbep_1s_e52450l", "machine=snbep packages=1 bus=0x3f slices=1 absent=imc:2",
		buses);
	boot("machine=snbep packages=1");
	EXPECT_EQ(machine_bus(machine, 0), 0xff);
}

/* The buses behind the UBox's; of this one, listings have functions that no driver looks at. */
static void skylake(void)
{
	static const unsigned int buses[] = { 0x17, 0x3a, 0x5d, 0x85, 0xae, 0xd7, ~0u };

	same_as("skx_2s", "machine=skx slices=1 cha=28 upi=3 m3upi=3", buses);
	EXPECT_EQ(config_read(find_on_bus(1, 0x80, 8, 0), 0), 0x20148086);
}

/* As on no captured machine. */
static void discovery_on_the_uboxs_bus(void)
{
	boot("discovery.1=ubox");
	EXPECT_EQ(find_table(0, 0), find_on_bus(0, 0x75, 3, 1));
	EXPECT_EQ(find_table(1, 0), find_on_bus(1, 0xfe, 16, 0));
	boot("machine=gnr discovery=ubox tables=2");
	EXPECT_EQ(find_table(1, 1), find_on_bus(1, 0xfe, 3, 1));
}

static void one_package(void)
{
	boot("packages=1");
	EXPECT_EQ(machine_bus(machine, 0), 0xfe);
	EXPECT_EQ(find_table(0, 0), find_on_bus(0, 0xf2, 3, 1));
	find_function(0, 8, 1);
	command_error("get die=0 unit=upi:0");
	boot("machine=gnr packages=1");
	EXPECT_EQ(find_table(0, 0), find_on_bus(0, 0, 3, 1));
	command_error("get die=0 unit=b2upi:0");
	EXPECT(strstr(boot_error("machine=nhmex slices=1"), "has no option 'slices'"));
}

static const struct test layout_tests[] = {
	TEST(emerald_rapids),
	TEST(workstation),
	TEST(small_workstation),
	TEST(granite_rapids),
	TEST(sandy_bridge),
	TEST(missing_channel),
	TEST(ice_lake),
	TEST(ice_lake_without_a_link),
	TEST(ice_lake_d),
	TEST(ivy_bridge),
	TEST(haswell),
	TEST(broadwell),
	TEST(one_older_package),
	TEST(skylake),
	TEST(discovery_on_the_uboxs_bus),
	TEST(one_package),
};

SUITE(layout);
