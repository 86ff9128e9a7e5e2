// SPDX-License-Identifier: GPL-2.0-only
/* Ice Lake-SP, Ice Lake-D and Snow Ridge: where registers are, which of them there are, and what they keep. */
#include <stdio.h>
#include <string.h>

#include "test.h"

#define EN		(1u << 22)
#define FRZ		0x100u
#define RESET		0x3u
#define TID_EN		(1u << 19)

/* The first of each kind and those on both sides of each jump. */
static const struct {
	const char *unit;
	unsigned int box, control, counter, last_control, last_counter;
} msr_units[] = {
	{ "cha:0", 0xe00, 0xe01, 0xe08, 0xe04, 0xe0b },
	{ "cha:17", 0xeee, 0xeef, 0xef6, 0xef2, 0xef9 },
	{ "cha:18", 0xf0a, 0xf0b, 0xf12, 0xf0e, 0xf15 },
	{ "cha:33", 0xfdc, 0xfdd, 0xfe4, 0xfe0, 0xfe7 },
	{ "cha:34", 0xb60, 0xb61, 0xb68, 0xb64, 0xb6b },
	{ "cha:39", 0xba6, 0xba7, 0xbae, 0xbaa, 0xbb1 },
	{ "m2pcie:0", 0xa40, 0xa46, 0xa41, 0xa49, 0xa44 },
	{ "m2pcie:2", 0xa80, 0xa86, 0xa81, 0xa89, 0xa84 },
	{ "m2pcie:3", 0xad0, 0xad6, 0xad1, 0xad9, 0xad4 },
	{ "m2pcie:5", 0xb10, 0xb16, 0xb11, 0xb19, 0xb14 },
	{ "irp:0", 0xa4a, 0xa4d, 0xa4b, 0xa4e, 0xa4c },
	{ "irp:3", 0xada, 0xadd, 0xadb, 0xade, 0xadc },
	{ "irp:5", 0xb1a, 0xb1d, 0xb1b, 0xb1e, 0xb1c },
	{ "iio:0", 0xa50, 0xa58, 0xa51, 0xa5b, 0xa54 },
	{ "iio:2", 0xa90, 0xa98, 0xa91, 0xa9b, 0xa94 },
	{ "iio:3", 0xae0, 0xae8, 0xae1, 0xaeb, 0xae4 },
	{ "iio:5", 0xb20, 0xb28, 0xb21, 0xb2b, 0xb24 },
	{ "pcu:0", 0x710, 0x711, 0x717, 0x714, 0x71a },
};

static void counts_msr(const char *unit, unsigned int control, unsigned int counter)
{
	wrmsr(1, control, EN | 0x7e);
	command("inject die=1 unit=%s event=0x7e n=7", unit);
	EXPECT_EQ(rdmsr(1, counter), 7);
	wrmsr(1, control, 0);
}

static void msrs(void)
{
	size_t i;

	boot("machine=icx cpus=2");
	for (i = 0; i < sizeof(msr_units) / sizeof(msr_units[0]); i++) {
		counts_msr(msr_units[i].unit, msr_units[i].control, msr_units[i].counter);
		counts_msr(msr_units[i].unit, msr_units[i].last_control, msr_units[i].last_counter);
		wrmsr(1, msr_units[i].box, RESET);
		EXPECT_EQ(rdmsr(1, msr_units[i].counter), 0);
	}
	counts_msr("ubox:0", 0x705, 0x709);
	counts_msr("ubox:0", 0x706, 0x70a);
	wrmsr(0, 0x703, EN);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=5");
	EXPECT_EQ(rdmsr(0, 0x704), 5);
	EXPECT_EQ(new_violations(), 0);
}

static void free_running_msrs(void)
{
	static const unsigned int clocks[] = { 0xa55, 0xa75, 0xa95, 0xae5, 0xb05, 0xb25 };
	static const unsigned int blocks[] = { 0xaa0, 0xab0, 0xac0, 0xb30, 0xb40, 0xb50 };
	unsigned int s, p;

	boot("machine=icx cpus=2");
	for (s = 0; s < 6; s++) {
		command("inject-free die=1 unit=iio:%u counter=ioclk n=%u", s, s + 1);
		EXPECT_EQ(rdmsr(1, clocks[s]), s + 1);
		for (p = 0; p < 8; p++) {
			command("inject-free die=1 unit=iio:%u counter=bw_in%u n=%u", s, p, 9 * s + p + 1);
			EXPECT_EQ(rdmsr(1, blocks[s] + p), 9 * s + p + 1);
			EXPECT_EQ(rdmsr(0, blocks[s] + p), 0);
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

/* As many bits as CHAs; the registers of other CHAs are nothing at all. */
static void number_of_chas(void)
{
	static const unsigned int numbers[] = { 1, 18, 19, 34, 35, 40 };
	char options[64];
	size_t i, f;

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		snprintf(options, sizeof(options), "machine=icx cpus=2 cha=%u", numbers[i]);
		boot(options);
		f = find_on_bus(0, 0x7f, 0x1e, 3);
		EXPECT_EQ(config_read(f, 0), 0x345b8086);
		EXPECT_EQ(__builtin_popcount(config_read(f, 0x9c)) + __builtin_popcount(config_read(f, 0xa0)),
			  numbers[i]);
		EXPECT_EQ(rdmsr(0, 0x702), numbers[i]);
	}
	EXPECT_EQ(new_violations(), 0);
	boot("machine=icx cpus=2 cha=18");
	wrmsr(0, 0xf0a, RESET);
	EXPECT(violation_says("no such register"));
}

/* MSRs of an absent stack keep nothing. */
static void absent_stack(void)
{
	boot("machine=icx cpus=2 absent=iio:4");
	wrmsr(0, 0xb08, 0);
	wrmsr(0, 0xb01, 77);
	EXPECT_EQ(rdmsr(0, 0xb01), 0);
	EXPECT_EQ(new_violations(), 0);
	rdmsr(0, 0xb40);
	EXPECT(violation_says("no such register"));
}

static uint64_t counter_of(size_t f, unsigned int offset)
{
	return config_read(f, offset) | (uint64_t)config_read(f, offset + 4) << 32;
}

/* The upper half of a control tells events apart. */
static void functions(void)
{
	static const struct {
		const char *type;
		unsigned int units, device, function, box, control, stride, counter, id, bits;
	} list[] = {
		{ "m2m", 4, 0x0c, 0, 0x438, 0x468, 8, 0x440, 0x344a, 8 },
		{ "upi", 3, 0x02, 1, 0x318, 0x350, 8, 0x320, 0x3441, 24 },
		{ "m3upi", 3, 0x05, 1, 0x0a0, 0x0d8, 4, 0x0a8, 0x3446, 0 },
	};
	unsigned int u, c;
	size_t i, f;

	boot("machine=icx cpus=2");
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		for (u = 0; u < list[i].units; u++) {
			f = find_function(1, list[i].device + u, list[i].function);
			EXPECT_EQ(config_read(f, 0), list[i].id << 16 | 0x8086);
			for (c = 0; c < 4; c++) {
				uint32_t control = list[i].control + list[i].stride * c;

				if (list[i].bits)
					config_write(f, control + 4, 1);
				config_write(f, control, EN | 0x1b);
			}
			command("inject die=1 unit=%s:%u event=0x1b n=5", list[i].type, u);
			for (c = 0; c < 4; c++)
				EXPECT_EQ(counter_of(f, list[i].counter + 8 * c), list[i].bits ? 0 : 5);
			command("inject die=1 unit=%s:%u event=0x1b ext=1 n=3", list[i].type, u);
			for (c = 0; c < 4; c++)
				EXPECT_EQ(counter_of(f, list[i].counter + 8 * c), list[i].bits ? 3 : 8);
			config_write(f, list[i].box, RESET);
			EXPECT_EQ(counter_of(f, list[i].counter), 0);
		}
		EXPECT_EQ(new_violations(), 0);
		config_write(find_function(1, list[i].device, list[i].function),
			     list[i].control + 4, 1u << (list[i].bits ?: 16));
		EXPECT(violation_says("reserved bits"));
	}
	/* Where earlier processors have the unit control. */
	f = find_function(1, 2, 1);
	config_write(f, 0x378, 3);
	EXPECT(violation_says("not a PMON register"));
	f = find_function(1, 5, 1);
	config_write(f, 0xf4, 3);
	EXPECT(violation_says("not a PMON register"));
}

static void missing_link(void)
{
	boot("machine=icx absent=upi:1");
	find_function(0, 2, 1);
	find_function(0, 4, 1);
	find_function(0, 6, 1);
	command_error("get die=0 unit=upi:1");
}

static uint64_t memory_read(size_t f, uint64_t offset, unsigned int len)
{
	return machine_bar_read(machine, f, 0, offset, len);
}

/* Two channels of four controllers, or three of two. */
static void memory(void)
{
	static const struct {
		const char *options;
		const char *units[8];
		uint64_t channel[8];
	} list[] = {
		{ "machine=icx cpus=2",
		  { "imc:0", "imc:1", "imc:3", "imc:4", "imc:6", "imc:7", "imc:9", "imc:10" },
		  { 0x22800, 0x26800, 0xa2800, 0xa6800, 0x122800, 0x126800, 0x1a2800, 0x1a6800 } },
		{ "machine=icxd cpus=2", { "imc:0", "imc:1", "imc:2", "imc:3", "imc:4", "imc:5" },
		  { 0x22800, 0x26800, 0x2a800, 0xa2800, 0xa6800, 0xaa800 } },
	};
	size_t i, u, f;

	for (i = 0; i < 2; i++) {
		boot(list[i].options);
		f = find_function(1, 0, 2);
		for (u = 0; u < 8 && list[i].units[u]; u++) {
			uint64_t at = list[i].channel[u];

			machine_bar_write(machine, f, 0, at + 0x4c, 4, EN | 0x04);
			machine_bar_write(machine, f, 0, at + 0x54, 4, EN);
			command("inject die=1 unit=%s event=4 n=11", list[i].units[u]);
			command("inject-free die=1 unit=%s counter=fixed n=6", list[i].units[u]);
			EXPECT_EQ(memory_read(f, at + 0x20, 8), 11);
			EXPECT_EQ(memory_read(f, at + 0x38, 8), 6);
			machine_bar_write(machine, f, 0, at, 4, FRZ);
			EXPECT_EQ(memory_read(f, at, 4), FRZ);
		}
		EXPECT_EQ(new_violations(), 0);
	}
	boot("machine=icx");
	f = find_function(0, 0, 2);
	EXPECT_EQ(memory_read(f, 0x2a800, 4), UINT32_MAX);
	EXPECT_EQ(new_violations(), 0);
	machine_bar_write(machine, f, 0, 0x2a800, 4, RESET);
	EXPECT(violation_says("not a PMON register"));
}

static void memory_free_running(void)
{
	static const struct {
		const char *name;
		unsigned int offset;
	} list[] = {
		{ "read", 0x2290 }, { "write", 0x2298 }, { "ddrt_read", 0x22a0 },
		{ "ddrt_write", 0x22a8 }, { "dclk", 0x22b0 },
	};
	size_t f, i;

	boot("machine=icx absent=imc:3");
	f = find_function(0, 0, 2);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		command("inject-free die=0 unit=imc:1 counter=%s n=%zu", list[i].name, 100 + i);
		EXPECT_EQ(memory_read(f, 0x80000 + list[i].offset, 8), 100 + i);
		EXPECT_EQ(memory_read(f, list[i].offset, 8), 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

/* The registers of a controller without channels have no address. */
static void addresses(void)
{
	size_t bars, f;

	boot("machine=icx absent=imc:6,imc:7");
	bars = find_function(0, 0, 2);
	f = find_function(0, 0, 1);
	config_write(bars, 0x10, 0x40800000);
	config_write(bars, 0x14, 0x3);
	EXPECT_EQ(config_read(f, 0xd0), 0x340800000ull >> 23);
	EXPECT_EQ(config_read(f, 0xd8) & 0x7ff, 0x000);
	EXPECT_EQ(config_read(f, 0xdc) & 0x7ff, 0x080);
	EXPECT_EQ(config_read(f, 0xe0), UINT32_MAX);
	EXPECT_EQ(config_read(f, 0xe4), 0x180 | 0x1ff << 13);
}

static void thread_filter(void)
{
	boot("machine=icx cpus=2");
	wrmsr(0, 0xe05, 0x1ff);
	wrmsr(0, 0xe01, EN | TID_EN | 0x34);
	command("inject die=0 unit=cha:0 event=0x34 tid=0x1ff n=4");
	command("inject die=0 unit=cha:0 event=0x34 tid=0x1fe n=9");
	command("inject die=0 unit=cha:0 event=0x34 n=9");
	EXPECT_EQ(rdmsr(0, 0xe08), 4);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xe05, 0x200);
	EXPECT(violation_says("reserved bits"));
}

static void bands(void)
{
	boot("machine=icx cpus=2");
	wrmsr(0, 0x715, 0x20ull << 24 | 0x10);
	wrmsr(0, 0x711, EN | 0x0b);
	wrmsr(0, 0x712, EN | 0x0e);
	command("inject die=0 unit=pcu:0 event=0x0b mhz=1600 n=3");
	command("inject die=0 unit=pcu:0 event=0x0e mhz=1600 n=3");
	command("inject die=0 unit=pcu:0 event=0x0e mhz=3200 n=2");
	EXPECT_EQ(rdmsr(0, 0x717), 3);
	EXPECT_EQ(rdmsr(0, 0x718), 2);
	EXPECT_EQ(new_violations(), 0);
}

/* An I/O event needs a port and a class. */
static void ports(void)
{
	boot("machine=icx cpus=2");
	wrmsr(0, 0xa58, 1ull << 36 | 7ull << 48 | EN | 0x0483);
	command("inject die=0 unit=iio:0 event=0x83 umask=4 ch=1 fc=7 n=3");
	command("inject die=0 unit=iio:0 event=0x83 umask=4 ch=2 fc=7 n=9");
	EXPECT_EQ(rdmsr(0, 0xa51), 3);
	wrmsr(0, 0xa5a, 1ull << 36 | 7ull << 48 | EN | 0x0483);
	EXPECT(violation_says("this counter cannot count this event"));
}

/* Bits 16 and 17 are kept, commands are not. */
static void unit_control(void)
{
	boot("machine=icx cpus=2");
	wrmsr(0, 0xe00, 0x30003);
	EXPECT_EQ(rdmsr(0, 0xe00), 0x30000);
	wrmsr(0, 0xe01, EN | 0x34);
	wrmsr(0, 0xe00, FRZ);
	command("inject die=0 unit=cha:0 event=0x34 n=4");
	EXPECT_EQ(rdmsr(0, 0xe08), 0);
	wrmsr(0, 0x700, 1ull << 63);
	wrmsr(0, 0xe00, 0);
	command("inject die=0 unit=cha:0 event=0x34 n=4");
	EXPECT_EQ(rdmsr(0, 0xe08), 0);
	wrmsr(0, 0x700, 0);
	command("inject die=0 unit=cha:0 event=0x34 n=4");
	EXPECT_EQ(rdmsr(0, 0xe08), 0);
	wrmsr(0, 0x700, 1ull << 61);
	command("inject die=0 unit=cha:0 event=0x34 n=4");
	EXPECT_EQ(rdmsr(0, 0xe08), 4);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xe00, 0x4);
	EXPECT(violation_says("reserved bits 0x4 set"));
}

/* Snow Ridge: first and last of each kind. */
static void snow_ridge(void)
{
	static const struct {
		const char *unit;
		unsigned int box, control, counter, last_control, last_counter;
	} units[] = {
		{ "cha:0", 0x1c00, 0x1c01, 0x1c08, 0x1c04, 0x1c0b },
		{ "cha:5", 0x1c50, 0x1c51, 0x1c58, 0x1c54, 0x1c5b },
		{ "iio:0", 0x1e00, 0x1e08, 0x1e01, 0x1e0b, 0x1e04 },
		{ "iio:4", 0x1e40, 0x1e48, 0x1e41, 0x1e4b, 0x1e44 },
		{ "m2pcie:0", 0x1e50, 0x1e58, 0x1e51, 0x1e5b, 0x1e54 },
		{ "m2pcie:4", 0x1e90, 0x1e98, 0x1e91, 0x1e9b, 0x1e94 },
		{ "irp:0", 0x1ea0, 0x1ea8, 0x1ea1, 0x1ea9, 0x1ea2 },
		{ "irp:4", 0x1ee0, 0x1ee8, 0x1ee1, 0x1ee9, 0x1ee2 },
		{ "pcu:0", 0x1ef0, 0x1ef1, 0x1ef8, 0x1ef4, 0x1efb },
	};
	unsigned int s, p;
	size_t i;

	boot("machine=snr cpus=2");
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		counts_msr(units[i].unit, units[i].control, units[i].counter);
		counts_msr(units[i].unit, units[i].last_control, units[i].last_counter);
		wrmsr(1, units[i].box, RESET);
		EXPECT_EQ(rdmsr(1, units[i].counter), 0);
	}
	counts_msr("ubox:0", 0x1f91, 0x1f98);
	counts_msr("ubox:0", 0x1f92, 0x1f99);
	wrmsr(0, 0x1f93, EN);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=5");
	EXPECT_EQ(rdmsr(0, 0x1f94), 5);
	for (s = 0; s < 5; s++) {
		command("inject-free die=1 unit=iio:%u counter=ioclk n=%u", s, s + 1);
		EXPECT_EQ(rdmsr(1, 0x1eac + 0x10 * s), s + 1);
		for (p = 0; p < 8; p++) {
			command("inject-free die=1 unit=iio:%u counter=bw_in%u n=%u", s, p, 9 * s + p + 1);
			EXPECT_EQ(rdmsr(1, 0x1f00 + 0x10 * s + p), 9 * s + p + 1);
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

/* An absent CHA keeps nothing; a controller with two channels and three free-running counters. */
static void snow_ridge_places(void)
{
	size_t f;

	boot("machine=snr packages=1 cpus=2 absent=cha:3");
	wrmsr(0, 0x1c31, 0);
	wrmsr(0, 0x1c38, 77);
	EXPECT_EQ(rdmsr(0, 0x1c38), 0);
	f = find_function(0, 12, 0);
	EXPECT_EQ(config_read(f, 0), 0x344a8086);
	config_write(f, 0x46c, 1);
	config_write(f, 0x468, EN | 0x1b);
	command("inject die=0 unit=m2m:0 event=0x1b ext=1 n=3");
	EXPECT_EQ(counter_of(f, 0x440), 3);
	EXPECT_EQ(config_read(find_function(0, 0, 0), 0), 0x34608086);
	f = find_function(0, 0, 2);
	machine_bar_write(machine, f, 0, 0x26800 + 0x4c, 4, EN | 0x04);
	command("inject die=0 unit=imc:1 event=4 n=11");
	EXPECT_EQ(memory_read(f, 0x26800 + 0x20, 8), 11);
	command("inject-free die=0 unit=imc:0 counter=write n=6");
	EXPECT_EQ(memory_read(f, 0x2298, 8), 6);
	EXPECT_EQ(memory_read(f, 0x22a0, 8), UINT64_MAX);
	EXPECT_EQ(memory_read(f, 0x2a800, 4), UINT32_MAX);
	EXPECT_EQ(new_violations(), 0);
	command_error("inject-free die=0 unit=imc:0 counter=ddrt_read n=6");
}

static const struct test icx_tests[] = {
	TEST(msrs),
	TEST(free_running_msrs),
	TEST(number_of_chas),
	TEST(absent_stack),
	TEST(functions),
	TEST(missing_link),
	TEST(memory),
	TEST(memory_free_running),
	TEST(addresses),
	TEST(thread_filter),
	TEST(bands),
	TEST(ports),
	TEST(unit_control),
	TEST(snow_ridge),
	TEST(snow_ridge_places),
};

SUITE(icx);
