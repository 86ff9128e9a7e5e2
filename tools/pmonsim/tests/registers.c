// SPDX-License-Identifier: GPL-2.0-only
/* MSR units: which registers there are, and what reads and writes of each do (guide 1.4, 1.8.1). */
#include <stdio.h>
#include <string.h>

#include "test.h"

static void every_msr_unit_is_where_the_guide_says(void)
{
	static const struct {
		const char *unit;
		uint32_t msr;
		unsigned int counters;
	} units[] = {
		{ "cha:0", 0x2000, 4 }, { "cha:63", 0x23f0, 4 }, { "irp:0", 0x3400, 2 },
		{ "irp:9", 0x3490, 2 }, { "m2pcie:0", 0x3200, 4 }, { "m2pcie:9", 0x3290, 4 },
		{ "iio:0", 0x3000, 4 }, { "iio:9", 0x3090, 4 }, { "pcu:0", 0x2fc0, 4 },
		{ "mdf:0", 0x2800, 4 }, { "mdf:3", 0x2830, 4 }, { "mdf:4", 0x28a0, 4 },
		{ "mdf:8", 0x2940, 4 }, { "mdf:12", 0x29e0, 4 }, { "mdf:13", 0x29f0, 4 },
		{ "ubox:0", 0x2fd0, 2 },
	};
	size_t i;
	unsigned int c;

	boot("cha=64");
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		for (c = 0; c < units[i].counters; c++) {
			uint64_t value = 0x123456780000ull + 16 * i + c;
			char name[24];

			wrmsr(0, units[i].msr + COUNTER(c), value);
			wrmsr(0, units[i].msr + CONTROL(c), 0x30 + c);
			snprintf(name, sizeof(name), "counter%u", c);
			EXPECT_EQ(reply_number(command("get die=0 unit=%s", units[i].unit), name),
				  value);
			EXPECT_EQ(rdmsr(0, units[i].msr + COUNTER(c)), value);
			EXPECT_EQ(rdmsr(0, units[i].msr + CONTROL(c)), 0x30 + c);
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

static void other_msrs_are_left_alone(void)
{
	static const uint32_t msrs[] = { 0, 0x10, 0x1fff, 0x2400, 0x2fff, 0x3900, 0x38f, 0xc0000080 };
	uint64_t value = 77;
	size_t i;

	boot("");
	for (i = 0; i < sizeof(msrs) / sizeof(msrs[0]); i++) {
		EXPECT(!machine_msr_read(machine, 0, msrs[i], &value));
		EXPECT(!machine_msr_write(machine, 0, msrs[i], 1));
	}
	EXPECT_EQ(value, 77);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(reply_number(command("stats"), "rdmsr"), 0);
}

static void missing_registers_read_zero_and_are_violations(void)
{
	/* A CHA too many, a gap in a CHA, the third counter of an IRP, the gap in the global block. */
	static const uint32_t msrs[] = { CHA(60), CHA(63) + 8, CHA(0) + 6, 0x340a, 0x2ff1 };
	size_t i;

	boot("cha=60");
	for (i = 0; i < sizeof(msrs) / sizeof(msrs[0]); i++) {
		EXPECT_EQ(rdmsr(0, msrs[i]), 0);
		EXPECT(violation_says("no such register"));
		wrmsr(0, msrs[i], 1);
		EXPECT(violation_says("no such register"));
	}
}

static void an_msr_is_that_of_the_cpus_package(void)
{
	boot("packages=2 cpus=4");
	wrmsr(1, CHA(3) + COUNTER(0), 111);
	wrmsr(2, CHA(3) + COUNTER(0), 222);
	EXPECT_EQ(rdmsr(0, CHA(3) + COUNTER(0)), 111);
	EXPECT_EQ(rdmsr(3, CHA(3) + COUNTER(0)), 222);
	EXPECT_EQ(reply_number(command("get die=1 unit=cha:3"), "counter0"), 222);
	EXPECT_EQ(machine_package_of_cpu(machine, 1), 0);
	EXPECT_EQ(machine_package_of_cpu(machine, 2), 1);
}

static void unit_control_is_write_only(void)
{
	boot("");
	wrmsr(0, CHA(0) + CTL, 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + CTL), 0);
	EXPECT_EQ(reply_number(command("get die=0 unit=cha:0"), "unit_control"), 1);
	wrmsr(0, 0x2ff0, 1);
	EXPECT_EQ(rdmsr(0, 0x2ff0), 0);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
	EXPECT_EQ(new_violations(), 0);
}

static void unit_control_resets(void)
{
	boot("");
	wrmsr(0, CHA(0) + CONTROL(1), 0x35);
	wrmsr(0, CHA(0) + COUNTER(1), 5);
	wrmsr(0, CHA(0) + EXTRA, 9);
	wrmsr(0, CHA(1) + COUNTER(1), 6);
	wrmsr(0, CHA(0) + CTL, 1 << 8);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(1)), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 5);
	wrmsr(0, CHA(0) + CONTROL(1), 0x35);
	wrmsr(0, CHA(0) + CTL, 1 << 9);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(1)), 0x35);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 0);
	/* What the resets do not speak of stays; so do other units. */
	EXPECT_EQ(rdmsr(0, CHA(0) + EXTRA), 9);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(1)), 6);
	EXPECT_EQ(new_violations(), 0);
}

static void reserved_bits_are_violations_and_not_stored(void)
{
	static const struct {
		uint32_t msr;
		uint64_t legal;
	} registers[] = {
		{ CHA(0) + CTL, 0x301 },
		{ CHA(0) + CONTROL(0), 0xffffffffff97ffffull },
		{ 0x3002, 0x7ffffff96ffffull },			/* IIO */
		{ 0x3402, 0xff96ffff }, { 0x3202, 0xff96ffff },	/* IRP, M2PCIe */
		{ 0x2fc2, 0xff96ffff }, { 0x2802, 0xff96ffff },	/* PCU, MDF */
		{ CHA(0) + COUNTER(0), COUNTER_MAX },
		{ CHA(0) + EXTRA, 0x3ff },
		{ 0x2fce, 0xffffffffffffull },			/* PCU filter */
		{ CHA(0) + STATUS, 0xf }, { 0x3401, 0x3 },
		{ 0x2ff0, 1 },
		{ 0x2ff2, ~0ull }, { 0x2ff3, ~0ull },
	};
	uint64_t stored;
	unsigned int bit;
	size_t i;

	boot("");
	for (i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		for (bit = 0; bit < 64; bit++) {
			uint64_t legal = registers[i].legal & (1ull << bit);

			new_violations();
			wrmsr(0, registers[i].msr, 1ull << bit);
			stored = rdmsr(0, registers[i].msr);
			EXPECT(!(stored & ~registers[i].legal));
			if (legal)
				EXPECT(!violation_says("reserved"));
			else
				EXPECT(violation_says("reserved bits"));
		}
	}
}

static void control_rst_clears_its_counter_and_reads_zero(void)
{
	boot("");
	wrmsr(0, CHA(0) + COUNTER(0), 5);
	wrmsr(0, CHA(0) + COUNTER(1), 6);
	wrmsr(0, CHA(0) + CONTROL(0), 0x35 | 1 << 17);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 6);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(0)), 0x35);
}

/* What the guide leaves open: whether a reset is over by itself, or lasts as long as its bit is set. */
static void held_resets(void)
{
	boot("resets=held");
	wrmsr(0, CHA(0), 0x300);
	wrmsr(0, CHA(0) + CONTROL(0), 0x35);
	wrmsr(0, CHA(0) + COUNTER(0), 5);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	wrmsr(0, CHA(0), 0x200);
	wrmsr(0, CHA(0) + CONTROL(0), 0x35);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(0)), 0x35);
	command("inject die=0 unit=cha:0 event=0x35 n=7");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	wrmsr(0, CHA(0), 0);
	command("inject die=0 unit=cha:0 event=0x35 n=7");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 7);
	/* Not with the default. */
	boot("");
	wrmsr(0, CHA(0), 0x300);
	wrmsr(0, CHA(0) + CONTROL(0), 0x35);
	command("inject die=0 unit=cha:0 event=0x35 n=7");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 7);
	EXPECT_EQ(new_violations(), 0);
}

static void fixed_uclk_counter(void)
{
	boot("");
	command("inject-free die=0 unit=ubox:0 counter=fixed n=5");
	EXPECT_EQ(rdmsr(0, 0x2fdf), 0);
	wrmsr(0, 0x2fde, 1 << 22);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=7");
	EXPECT_EQ(rdmsr(0, 0x2fdf), 7);
	wrmsr(0, 0x2fdf, 100);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=1");
	EXPECT_EQ(rdmsr(0, 0x2fdf), 101);
	wrmsr(0, 0x2fd0, 1);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=3");
	EXPECT_EQ(rdmsr(0, 0x2fdf), 101);
	wrmsr(0, 0x2fd0, 0x200);
	EXPECT_EQ(rdmsr(0, 0x2fdf), 0);
	EXPECT_EQ(new_violations(), 0);
	/* Nothing tells of other bits than the enable. */
	wrmsr(0, 0x2fdf, 100);
	wrmsr(0, 0x2fde, 1 << 22 | 1 << 19);
	EXPECT_EQ(new_violations(), 1);
	EXPECT_EQ(rdmsr(0, 0x2fdf), 100);
	EXPECT_EQ(rdmsr(0, 0x2fde), 1 << 22);
}

static void iio_free_running(void)
{
	unsigned int p;

	boot("iio=10");
	command("inject-free die=0 unit=iio:9 counter=ioclk n=12");
	EXPECT_EQ(rdmsr(0, 0x349e), 12);
	for (p = 0; p < 8; p++) {
		command("inject-free die=0 unit=iio:2 counter=bw_in%u n=%u", p, 10 + p);
		command("inject-free die=0 unit=iio:2 counter=bw_out%u n=%u", p, 20 + p);
	}
	for (p = 0; p < 8; p++) {
		EXPECT_EQ(rdmsr(0, 0x3820 + p), 10 + p);
		EXPECT_EQ(rdmsr(0, 0x3828 + p), 20 + p);
	}
	EXPECT_EQ(reply_number(command("get die=0 unit=iio:2"), "bw_out3"), 23);
	/* Neither freeze nor reset nor writes reach them. */
	wrmsr(0, 0x3020, 0x301);
	wrmsr(0, 0x2ff0, 1);
	EXPECT_EQ(new_violations(), 0);
	command("inject-free die=0 unit=iio:2 counter=bw_in0 n=1");
	wrmsr(0, 0x3820, 0);
	EXPECT(violation_says("free-running"));
	EXPECT_EQ(rdmsr(0, 0x3820), 11);
}

static void iio_bandwidth_width(void)
{
	boot("iio_bw_width=36");
	command("preset die=0 unit=iio:0 counter=bw_in0 value=0xfffffffff");
	command("inject-free die=0 unit=iio:0 counter=bw_in0 n=3");
	EXPECT_EQ(rdmsr(0, 0x3800), 2);
	command("preset die=0 unit=iio:0 counter=ioclk value=0xfffffffff");
	command("inject-free die=0 unit=iio:0 counter=ioclk n=3");
	EXPECT_EQ(rdmsr(0, 0x340e), 0x1000000002ull);
	boot("");
	command("preset die=0 unit=iio:0 counter=bw_in0 value=0xffffffffffff");
	command("inject-free die=0 unit=iio:0 counter=bw_in0 n=3");
	EXPECT_EQ(rdmsr(0, 0x3800), 2);
}

static void powered_down_stack_suspends_free_running(void)
{
	boot("");
	command("power die=0 unit=iio:1 down");
	command("inject-free die=0 unit=iio:1 counter=bw_in0 n=5");
	EXPECT_EQ(rdmsr(0, 0x3810), 0);
	command("power die=0 unit=iio:1 up");
	command("inject-free die=0 unit=iio:1 counter=bw_in0 n=6");
	EXPECT_EQ(rdmsr(0, 0x3810), 6);
}

static void gone_unit_answers_all_ones(void)
{
	boot("");
	wrmsr(0, CHA(1) + COUNTER(0), 5);
	command("gone die=0 unit=cha:1");
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), ~0ull);
	EXPECT_EQ(rdmsr(0, CHA(1) + CTL), ~0ull);
	wrmsr(0, CHA(1) + COUNTER(0), 6);
	EXPECT_EQ(rdmsr(0, CHA(2) + COUNTER(0)), 0);
	command("gone die=0 unit=cha:1 back");
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 5);
	EXPECT_EQ(new_violations(), 0);
}

static void cha_count_msr(void)
{
	boot("");
	EXPECT_EQ(rdmsr(0, 0x2ffe), 0);
	boot("cha_msr=42");
	EXPECT_EQ(rdmsr(0, 0x2ffe), 42);
	wrmsr(0, 0x2ffe, 1);
	EXPECT(violation_says("read-only"));
	EXPECT_EQ(rdmsr(0, 0x2ffe), 42);
	command("cha-msr die=0 value=0x100000005");
	EXPECT_EQ(rdmsr(0, 0x2ffe), 0x100000005);
	EXPECT_EQ(rdmsr(2, 0x2ffe), 42);
}

static const struct test registers_tests[] = {
	TEST(every_msr_unit_is_where_the_guide_says),
	TEST(other_msrs_are_left_alone),
	TEST(missing_registers_read_zero_and_are_violations),
	TEST(an_msr_is_that_of_the_cpus_package),
	TEST(unit_control_is_write_only),
	TEST(unit_control_resets),
	TEST(reserved_bits_are_violations_and_not_stored),
	TEST(control_rst_clears_its_counter_and_reads_zero),
	TEST(held_resets),
	TEST(fixed_uclk_counter),
	TEST(iio_free_running),
	TEST(iio_bandwidth_width),
	TEST(powered_down_stack_suspends_free_running),
	TEST(gone_unit_answers_all_ones),
	TEST(cha_count_msr),
};

SUITE(registers);
