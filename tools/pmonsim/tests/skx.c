// SPDX-License-Identifier: GPL-2.0-only
/* Skylake-SP: registers, freezes, filters and what a package has. */
#include <stdio.h>
#include <string.h>

#include "test.h"

#define EN		(1u << 22)
#define TID_EN		(1u << 19)
#define FRZ		0x100u

#define GLOBAL		0x700
#define CHA_MSR(id)	(0xe00u + 0x10u * (id))
#define FILTER0		5
#define FILTER1		6
#define ALL		0x3bu	/* FILTER1: everything */

/* Where the registers of each box type are; PCI: bus, device and function of package 0. */
static const struct box {
	const char *name;
	unsigned int id, counters;
	uint32_t msr;
	unsigned int bus, device, function;
	uint32_t unit_control;
	unsigned int control, control_stride, counter, counter_stride;
} boxes[] = {
	{ "cha", 27, 4, CHA_MSR(27), 0, 0, 0, 0, 1, 1, 8, 1 },
	{ "iio", 5, 4, 0xae0, 0, 0, 0, 0, 8, 1, 1, 1 },
	{ "irp", 5, 2, 0xaf8, 0, 0, 0, 0, 3, 1, 1, 1 },
	{ "pcu", 0, 4, 0x710, 0, 0, 0, 0, 1, 1, 7, 1 },
	{ "imc", 4, 4, 0, 0x3a, 0x0c, 6, 0xf4, 0xd8, 4, 0xa0, 8 },
	{ "m2m", 1, 4, 0, 0x3a, 0x09, 0, 0x258, 0x228, 8, 0x200, 8 },
	{ "upi", 2, 4, 0, 0x5d, 0x10, 0, 0x378, 0x350, 8, 0x318, 8 },
	{ "m3upi", 2, 3, 0, 0x5d, 0x12, 5, 0xf4, 0xd8, 4, 0xa0, 8 },
	{ "m2pcie", 3, 4, 0, 0x5d, 0x16, 5, 0xf4, 0xd8, 4, 0xa0, 8 },
};

#define EVERYTHING "machine=skx cha=28 upi=3 m3upi=3 m2pcie=4"

static void set(const struct box *box, unsigned int offset, uint32_t value)
{
	if (box->msr)
		wrmsr(0, box->msr + offset, value);
	else
		config_write(find_on_bus(0, box->bus, box->device, box->function), offset, value);
}

static uint64_t get(const struct box *box, unsigned int offset)
{
	if (box->msr)
		return rdmsr(0, box->msr + offset);
	return config_read(find_on_bus(0, box->bus, box->device, box->function), offset);
}

/* Kernels then assume 256 bytes of configuration space, and the registers behind them answer all the same. */
static void functions_without_capability(void)
{
	size_t upi, i;
	unsigned int with;

	for (with = 0; with < 2; with++) {
		boot(with ? EVERYTHING : EVERYTHING " pcie_capability=0");
		for (i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
			if (boxes[i].msr)
				continue;
			upi = find_on_bus(0, boxes[i].bus, boxes[i].device, boxes[i].function);
			EXPECT_EQ(config_read(upi, 0x34) & 0xff, with ? 0x60 : 0);
			EXPECT_EQ(config_read(upi, 0x04) >> 20 & 1, with);
			EXPECT_EQ(config_read(upi, 0x60) & 0xff, with ? 0x10 : 0);
			set(&boxes[i], boxes[i].unit_control, FRZ);
			EXPECT_EQ(get(&boxes[i], boxes[i].unit_control), FRZ);
		}
	}
	boot("machine=emr pcie_capability=0");
	EXPECT_EQ(config_read(find_function(0, 12, 0), 0x34) & 0xff, 0);
	EXPECT(strstr(boot_error("machine=nhmex pcie_capability=0"), "has no option"));
}

static void each_counter_counts(void)
{
	size_t i;
	unsigned int n;

	boot(EVERYTHING);
	for (i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
		const struct box *box = &boxes[i];

		for (n = 0; n < box->counters; n++) {
			set(box, box->control + n * box->control_stride, EN | 0x66);
			command("inject die=0 unit=%s:%u event=0x66 n=%u", box->name, box->id, n + 5);
			EXPECT_EQ(get(box, box->counter + n * box->counter_stride), n + 5);
			set(box, box->control + n * box->control_stride, 0);
		}
		set(box, box->control, EN | 0x66);
		set(box, box->unit_control, FRZ);
		EXPECT_EQ(get(box, box->unit_control), FRZ);
		command("inject die=0 unit=%s:%u event=0x66 n=9", box->name, box->id);
		EXPECT_EQ(get(box, box->counter), 5);
		set(box, box->unit_control, 3);
		EXPECT_EQ(get(box, box->unit_control), 0);
		EXPECT_EQ(get(box, box->counter), 0);
		EXPECT_EQ(get(box, box->control), 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

/* Extended umask of UPI: bit 44 of the control is reserved. */
static void extended_umask(void)
{
	size_t f;

	boot(EVERYTHING);
	f = find_on_bus(0, 0x5d, 0x0e, 0);
	config_write(f, 0x350, EN | 0x0804);
	config_write(f, 0x358 + 4, 1);
	config_write(f, 0x358, EN | 0x0804);
	command("inject die=0 unit=upi:0 event=0x4 umask=0x8 n=3");
	command("inject die=0 unit=upi:0 event=0x4 umask=0x8 ext=1 n=5");
	EXPECT_EQ(config_read(f, 0x318), 3);
	EXPECT_EQ(config_read(f, 0x320), 5);
	EXPECT_EQ(new_violations(), 0);
	config_write(f, 0x354, 1 << 12);
	EXPECT(violation_says("reserved bits 0x100000000000 set"));
	config_write(find_on_bus(0, 0x3a, 8, 0), 0x22c, 1);
	EXPECT(violation_says("reserved bits 0x100000000 set"));
}

/* Ports are in bits 43:36 and flow classes in 46:44. */
static void port_and_class(void)
{
	uint64_t masks = 2ull << 36 | 4ull << 44;

	boot(EVERYTHING);
	wrmsr(0, 0xa48, masks | EN | 0x0483);
	command("inject die=0 unit=iio:0 event=0x83 umask=0x4 ch=2 fc=4 n=7");
	command("inject die=0 unit=iio:0 event=0x83 umask=0x4 ch=1 fc=4 n=50");
	command("inject die=0 unit=iio:0 event=0x83 umask=0x4 ch=2 fc=3 n=50");
	EXPECT_EQ(rdmsr(0, 0xa41), 7);
	wrmsr(0, 0xa48, (2ull << 36) | EN | 0x0483);
	command("inject die=0 unit=iio:0 event=0x83 umask=0x4 n=50");
	EXPECT_EQ(rdmsr(0, 0xa41), 7);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xa4a, masks | EN | 0x0483);
	EXPECT(violation_says("this counter cannot count this event"));
}

/* The free-running counters have 36 bits; each has its own place. */
static void free_running(void)
{
	unsigned int i;

	boot(EVERYTHING);
	command("inject-free die=0 unit=iio:2 counter=ioclk n=3");
	EXPECT_EQ(rdmsr(0, 0xa85), 3);
	for (i = 0; i < 4; i++) {
		command("inject-free die=0 unit=iio:2 counter=bw_in%u n=%u", i, 10 + i);
		command("inject-free die=0 unit=iio:2 counter=bw_out%u n=%u", i, 20 + i);
		command("inject-free die=0 unit=iio:2 counter=util_in%u n=%u", i, 30 + i);
		command("inject-free die=0 unit=iio:2 counter=util_out%u n=%u", i, 40 + i);
		EXPECT_EQ(rdmsr(0, 0xb20 + i), 10 + i);
		EXPECT_EQ(rdmsr(0, 0xb24 + i), 20 + i);
		EXPECT_EQ(rdmsr(0, 0xb28 + 2 * i), 30 + i);
		EXPECT_EQ(rdmsr(0, 0xb29 + 2 * i), 40 + i);
	}
	command("inject-free die=0 unit=iio:2 counter=bw_in0 n=0x%llx", (1ull << 36) - 8);
	EXPECT_EQ(rdmsr(0, 0xb20), 2);
	EXPECT_EQ(new_violations(), 0);
}

static uint64_t tor(const char *attributes)
{
	uint64_t before = rdmsr(0, CHA_MSR(0) + 8);

	command("inject die=0 unit=cha:0 event=0x35 umask=0x21 %s n=1", attributes);
	return rdmsr(0, CHA_MSR(0) + 8) - before;
}

static void tor_filter(void)
{
	boot(EVERYTHING);
	wrmsr(0, CHA_MSR(0) + 1, EN | 0x2135);
	EXPECT_EQ(tor(""), 0);		/* nothing chosen */
	wrmsr(0, CHA_MSR(0) + FILTER1, ALL);
	EXPECT_EQ(tor(""), 1);
	EXPECT_EQ(tor("remote=1 near=1 opc=0x202"), 1);
	wrmsr(0, CHA_MSR(0) + FILTER1, 0x40433);
	EXPECT_EQ(tor("opc=0x202"), 1);
	EXPECT_EQ(tor("opc=0x200"), 0);
	wrmsr(0, CHA_MSR(0) + FILTER1, ALL & ~1u);
	EXPECT_EQ(tor("remote=1"), 0);
	EXPECT_EQ(tor(""), 1);
	wrmsr(0, CHA_MSR(0) + FILTER1, ALL & ~0x20u);
	EXPECT_EQ(tor(""), 0);
	EXPECT_EQ(tor("near=1"), 1);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, CHA_MSR(0) + FILTER1, 4);
	EXPECT(violation_says("reserved bits 0x4 set"));
}

static void other_filters(void)
{
	boot(EVERYTHING);
	wrmsr(0, CHA_MSR(0) + FILTER0, 0x155u | 1u << 26);
	wrmsr(0, CHA_MSR(0) + 1, EN | TID_EN | 0x66);
	wrmsr(0, CHA_MSR(0) + 2, EN | 0x1134);
	command("inject die=0 unit=cha:0 event=0x66 tid=0x155 n=3");
	command("inject die=0 unit=cha:0 event=0x66 tid=0x154 n=30");
	command("inject die=0 unit=cha:0 event=0x34 umask=0x11 state=0x200 n=4");
	command("inject die=0 unit=cha:0 event=0x34 umask=0x11 state=0x100 n=40");
	EXPECT_EQ(rdmsr(0, CHA_MSR(0) + 8), 3);
	EXPECT_EQ(rdmsr(0, CHA_MSR(0) + 9), 4);
	wrmsr(0, 0x707, 5);
	wrmsr(0, 0x705, EN | 0x0842);
	command("inject die=0 unit=ubox:0 event=0x42 umask=0x8 link=5 n=6");
	command("inject die=0 unit=ubox:0 event=0x42 umask=0x8 n=60");
	EXPECT_EQ(rdmsr(0, 0x709), 6);
	EXPECT_EQ(new_violations(), 0);
}

/* Two bits are commands. A freeze can be there from the start. */
static void global_freeze(void)
{
	boot(EVERYTHING " frozen=1");
	wrmsr(0, CHA_MSR(0) + 1, EN | 0x66);
	command("inject die=0 unit=cha:0 event=0x66 n=1");
	EXPECT_EQ(rdmsr(0, CHA_MSR(0) + 8), 0);
	EXPECT_EQ(rdmsr(0, GLOBAL), 1ull << 63);
	wrmsr(0, GLOBAL, 1ull << 61 | 5);
	EXPECT_EQ(rdmsr(0, GLOBAL), 5);
	command("inject die=0 unit=cha:0 event=0x66 n=1");
	EXPECT_EQ(rdmsr(0, CHA_MSR(0) + 8), 1);
	wrmsr(0, GLOBAL, 1ull << 63);
	command("inject die=0 unit=cha:0 event=0x66 n=1");
	EXPECT_EQ(rdmsr(0, CHA_MSR(0) + 8), 1);
	EXPECT_EQ(new_violations(), 0);
}

/* A stack that is not there reads 0; a CHA beyond the enabled ones must not be touched. */
static void absent_units(void)
{
	uint32_t fuses;

	boot("machine=skx cha=13 iio=4 irp=4");
	fuses = config_read(find_on_bus(0, 0x17, 0x1e, 3), 0x9c);
	EXPECT_EQ((unsigned int)__builtin_popcount(fuses), 13);
	EXPECT(fuses != (1u << 13) - 1);
	EXPECT_EQ(rdmsr(0, 0x702), 13);
	wrmsr(0, 0xac1, 5);
	EXPECT_EQ(rdmsr(0, 0xac1), 0);
	EXPECT_EQ(rdmsr(0, 0xb48), 0);
	EXPECT_EQ(new_violations(), 0);
	rdmsr(0, CHA_MSR(13));
	EXPECT(violation_says("no such register"));
	command_error("get die=0 unit=m2pcie:0");
}

static void packages(void)
{
	boot("machine=skx packages=1");
	EXPECT_EQ(machine_bus(machine, 0), 0);
	boot("machine=skx packages=4 cpus=8 cha=2 upi=3");
	EXPECT_EQ(config_read(find_on_bus(3, 0xc0, 8, 0), 0xc0), 3);
	EXPECT_EQ(config_read(find_on_bus(2, 0x80, 8, 0), 0xd4), 03210);
	EXPECT_EQ(config_read(find_on_bus(3, 0xeb, 0x10, 0), 0), 0x20588086);
	EXPECT_EQ(rdmsr(7, 0x300), 1ull << 63 | 0xebd7c3c0);
	EXPECT(strstr(boot_error("machine=icx packages=4"), "has one or two"));
}

/* Cooper Lake: functions of links that are not there have class ffffff. */
static void cooper_lake(void)
{
	size_t f;

	boot("machine=cpx packages=1");
	f = find_on_bus(0, 0x5d, 0x0e, 4);
	EXPECT_EQ(config_read(f, 0), 0x20588086);
	EXPECT_EQ(config_read(f, 8) >> 8, 0xffffff);
	command_error("get die=0 unit=upi:3");
	boot("machine=cpx upi=6 m3upi=6");
	f = find_on_bus(0, 0x5d, 0x10, 4);
	config_write(f, 0x350, EN | 0x66);
	command("inject die=0 unit=upi:5 event=0x66 n=5");
	EXPECT_EQ(config_read(f, 0x318), 5);
	EXPECT_EQ(config_read(find_on_bus(0, 0x5d, 0x14, 2), 0), 0x204e8086);
	EXPECT_EQ(new_violations(), 0);
}

static const struct test skx_tests[] = {
	TEST(functions_without_capability),
	TEST(each_counter_counts),
	TEST(extended_umask),
	TEST(port_and_class),
	TEST(free_running),
	TEST(tor_filter),
	TEST(other_filters),
	TEST(global_freeze),
	TEST(absent_units),
	TEST(packages),
	TEST(cooper_lake),
};

SUITE(skx);
