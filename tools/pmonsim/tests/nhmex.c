// SPDX-License-Identifier: GPL-2.0-only
/* Nehalem-EX and Westmere-EX: where registers are, three enables in a row, plain events. */
#include <stdio.h>
#include <string.h>

#include "nhmex_test.h"

static const struct {
	const char *unit;
	uint32_t msr;
	unsigned int counters;
} units[] = {
	{ "ubox:0", 0xc00, 1 }, { "wbox:0", 0xc80, 4 }, { "bbox:0", 0xc20, 4 },
	{ "bbox:1", 0xc60, 4 }, { "cbox:0", 0xd00, 6 }, { "cbox:1", 0xd80, 6 },
	{ "cbox:2", 0xd40, 6 }, { "cbox:3", 0xdc0, 6 }, { "cbox:4", 0xd20, 6 },
	{ "cbox:5", 0xda0, 6 }, { "cbox:6", 0xd60, 6 }, { "cbox:7", 0xde0, 6 },
	{ "cbox:8", 0xf40, 6 }, { "cbox:9", 0xfc0, 6 }, { "mbox:0", 0xca0, 6 },
	{ "mbox:1", 0xce0, 6 }, { "rbox:0", 0xe00, 8 }, { "rbox:1", 0xe20, 8 },
	{ "sbox:0", 0xc40, 4 }, { "sbox:1", 0xcc0, 4 },
};

#define UNITS (sizeof(units) / sizeof(units[0]))

static void every_unit_is_where_it_should_be(void)
{
	unsigned int i, c;

	boot("machine=wsmex");
	for (i = 0; i < UNITS; i++) {
		for (c = 0; c < units[i].counters; c++) {
			uint64_t value = 0x800000000000ull + 16 * i + c;
			char name[24];

			wrmsr(0, NHM_CONTROL(units[i].msr, c), 2 * c);
			wrmsr(0, NHM_COUNTER(units[i].msr, c), value);
			snprintf(name, sizeof(name), "counter%u", c);
			EXPECT_EQ(reply_number(command("get die=0 unit=%s", units[i].unit), name),
				  value);
			EXPECT_EQ(rdmsr(1, NHM_COUNTER(units[i].msr, c)), value);
			EXPECT_EQ(rdmsr(1, NHM_CONTROL(units[i].msr, c)), 2 * c);
			EXPECT_EQ(rdmsr(2, NHM_COUNTER(units[i].msr, c)), 0);
		}
		EXPECT_EQ(new_violations(), 0);
		/* Behind the last counter of R box 0 is R box 1. */
		if (units[i].msr == 0xe00)
			continue;
		wrmsr(0, NHM_CONTROL(units[i].msr, c), 1);
		EXPECT(violation_says("no such register"));
	}
}

static void box_controls_read_as_written(void)
{
	unsigned int i;

	boot("machine=wsmex");
	for (i = 1; i < UNITS; i++) {
		uint64_t bits = (1ull << units[i].counters) - 1;

		wrmsr(0, units[i].msr, bits);
		EXPECT_EQ(rdmsr(0, units[i].msr), bits);
		EXPECT_EQ(new_violations(), 0);
		wrmsr(0, units[i].msr, bits + 1);
		EXPECT(violation_says("reserved bits"));
		EXPECT_EQ(rdmsr(0, units[i].msr), 0);
	}
	wrmsr(0, 0xc80, 1u << 31);
	wrmsr(0, NHM_GLOBAL, 0xb000001f);
	EXPECT_EQ(rdmsr(0, 0xc80), 1u << 31);
	EXPECT_EQ(rdmsr(0, NHM_GLOBAL), 0xb000001f);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 0xb000001f);
	EXPECT_EQ(rdmsr(2, NHM_GLOBAL), 0);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, NHM_GLOBAL, 1ull << 30);
	EXPECT(violation_says("reserved bits 0x40000000 set"));
}

static void reserved_bits_of_controls(void)
{
	static const struct {
		uint32_t msr;
		uint64_t exists;
	} controls[] = {
		{ 0xc10, 0x5400ff }, { 0xc90, 0xffd4ffff }, { 0xc30, 0x10003f },
		{ 0xd10, 0xffd4ffff }, { 0xcb0, 0x383eff }, { 0xe10, 0x7f },
		{ 0xc50, 0xffd4ffff }, { 0x395, 1 },
	};
	size_t i;

	boot("machine=nhmex");
	for (i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
		wrmsr(0, controls[i].msr, controls[i].exists);
		EXPECT_EQ(new_violations(), 0);
		EXPECT_EQ(rdmsr(0, controls[i].msr), controls[i].exists);
		wrmsr(0, controls[i].msr, ~0ull);
		EXPECT(violation_says("reserved bits"));
		EXPECT_EQ(rdmsr(0, controls[i].msr), controls[i].exists);
	}
	wrmsr(0, 0xd11, 1ull << 48);
	EXPECT(violation_says("reserved bits"));
}

static void units_that_are_absent_keep_nothing(void)
{
	boot("machine=nhmex cbox=3 absent=mbox:1");
	command_error("get die=0 unit=cbox:3");
	command_error("get die=0 unit=mbox:1");
	wrmsr(0, NHM_COUNTER(0xdc0, 0), 77);
	EXPECT_EQ(rdmsr(0, NHM_COUNTER(0xdc0, 0)), 0);
	wrmsr(0, 0xce5, 77);
	EXPECT_EQ(rdmsr(0, 0xce5), 0);
	wrmsr(0, 0xfc0, 1);
	EXPECT_EQ(rdmsr(0, 0xfc0), 0);
	EXPECT_EQ(new_violations(), 0);
	/* Box status and overflow control are not known, and not there. */
	wrmsr(0, 0xd02, 1);
	EXPECT(violation_says("no such register"));
	EXPECT_EQ(rdmsr(0, 0xc01), 0);
	EXPECT(violation_says("no such register"));
}

static void other_msrs_are_left_alone(void)
{
	static const uint32_t msrs[] = { 0x38f, 0x390, 0x393, 0x396, 0xbff, 0xea0, 0xf3f, 0xfe0 };
	size_t i;

	boot("machine=nhmex");
	for (i = 0; i < sizeof(msrs) / sizeof(msrs[0]); i++)
		EXPECT(!machine_msr_read(machine, 0, msrs[i], &(uint64_t){ 0 }));
}

static uint64_t cbox_count(void)
{
	uint64_t before = rdmsr(0, 0xd13);

	command("inject die=* unit=cbox:* event=0x14 umask=3 n=10");
	return rdmsr(0, 0xd13) - before;
}

static void a_counter_needs_three_enables(void)
{
	static const uint64_t stops[] = {
		0, NHM_EN_ALL | 1ull << 29, 1ull << 31,
	};
	size_t i;

	boot("machine=nhmex");
	wrmsr(0, 0xd12, NHM_EN | 0x314);
	wrmsr(0, 0xd00, 1 << 1);
	EXPECT_EQ(cbox_count(), 0);
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL);
	EXPECT_EQ(cbox_count(), 10);
	EXPECT_EQ(rdmsr(2, 0xd13), 0);
	wrmsr(0, 0xd00, 0x3d);
	EXPECT_EQ(cbox_count(), 0);
	wrmsr(0, 0xd00, 0x3f);
	wrmsr(0, 0xd12, 0x314);
	EXPECT_EQ(cbox_count(), 0);
	wrmsr(0, 0xd12, NHM_EN | 0x314);
	EXPECT_EQ(cbox_count(), 10);
	for (i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
		wrmsr(0, NHM_GLOBAL, stops[i]);
		EXPECT_EQ(cbox_count(), 0);
		wrmsr(0, NHM_GLOBAL, NHM_EN_ALL);
		EXPECT_EQ(cbox_count(), 10);
	}
	/* frz_all only says what an interrupt does. */
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL | 1ull << 31);
	EXPECT_EQ(cbox_count(), 10);
	command("reset die=0");
	EXPECT_EQ(rdmsr(0, NHM_GLOBAL), 0);
	EXPECT_EQ(rdmsr(0, 0xd00), 0);
	wrmsr(0, 0xd12, NHM_EN | 0x314);
	wrmsr(0, 0xd00, 0x3f);
	EXPECT_EQ(cbox_count(), 0);
	EXPECT_EQ(new_violations(), 0);
}

static void rst_all_clears_all_counters(void)
{
	boot("machine=nhmex");
	wrmsr(0, 0xd13, 5);
	wrmsr(0, 0xe1f, 6);
	wrmsr(0, 0x394, 7);
	wrmsr(2, 0xd13, 8);
	wrmsr(0, 0xd12, 0x314);
	wrmsr(0, NHM_GLOBAL, 1ull << 29);
	EXPECT_EQ(rdmsr(0, 0xd13), 0);
	EXPECT_EQ(rdmsr(0, 0xe1f), 0);
	EXPECT_EQ(rdmsr(0, 0x394), 0);
	EXPECT_EQ(rdmsr(0, 0xd12), 0x314);
	EXPECT_EQ(rdmsr(2, 0xd13), 8);
}

/* The U box's own enable is in the global control, next to en_all. */
static void ubox_counts_edges_without_threshold(void)
{
	boot("machine=nhmex");
	wrmsr(0, 0xc10, NHM_EN | 0x42);
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL);
	command("inject die=0 unit=ubox:0 event=0x42 n=9 runs=3");
	EXPECT_EQ(rdmsr(0, 0xc11), 0);
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL | 1);
	command("inject die=0 unit=ubox:0 event=0x42 n=9 runs=3");
	EXPECT_EQ(rdmsr(0, 0xc11), 9);
	wrmsr(0, 0xc10, NHM_EN | 1ull << 18 | 0x42);
	command("inject die=0 unit=ubox:0 event=0x42 n=9 runs=3");
	EXPECT_EQ(rdmsr(0, 0xc11), 12);
	EXPECT_EQ(new_violations(), 0);
}

static void thresholds(void)
{
	boot("machine=nhmex");
	nhm_start(0xc40, 0, 2ull << 24 | NHM_EN | 0x121);
	command("inject die=0 unit=sbox:0 event=0x21 umask=1 inc=3 n=10");
	command("inject die=0 unit=sbox:0 event=0x21 umask=1 inc=1 n=100");
	EXPECT_EQ(rdmsr(0, 0xc51), 10);
	nhm_start(0xc40, 0, 2ull << 24 | 1ull << 23 | NHM_EN | 0x121);
	command("inject die=0 unit=sbox:0 event=0x21 umask=1 inc=3 n=10");
	command("inject die=0 unit=sbox:0 event=0x21 umask=1 inc=1 n=100");
	EXPECT_EQ(rdmsr(0, 0xc51), 100);
	EXPECT_EQ(new_violations(), 0);
	/* What is wrong with a control matters when its box is switched on. */
	wrmsr(0, 0xc40, 0);
	wrmsr(0, 0xc50, 1ull << 23 | NHM_EN | 0x121);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xc40, 1);
	EXPECT(violation_says("invert with thresh 0"));
}

static void fixed_counter_of_the_wbox(void)
{
	boot("machine=nhmex time=manual");
	command("clock die=0 unit=wbox:0 hz=1000");
	wrmsr(0, NHM_GLOBAL, NHM_EN_ALL);
	wrmsr(0, 0x395, 1);
	wrmsr(0, 0xc80, 0xf);
	command("time advance=1000000000");
	EXPECT_EQ(rdmsr(0, 0x394), 0);
	wrmsr(0, 0xc80, 1u << 31);
	command("time advance=1000000000");
	EXPECT_EQ(rdmsr(0, 0x394), 1000);
	command("inject-free die=0 unit=wbox:0 counter=fixed n=7");
	EXPECT_EQ(rdmsr(0, 0x394), 1007);
	wrmsr(0, 0x395, 0);
	command("inject-free die=0 unit=wbox:0 counter=fixed n=7");
	wrmsr(0, 0x395, 1);
	wrmsr(0, NHM_GLOBAL, 0);
	command("time advance=1000000000");
	EXPECT_EQ(rdmsr(0, 0x394), 1007);
	EXPECT_EQ(new_violations(), 0);
}

static void reserved_bits_of_the_rbox_match(void)
{
	boot("machine=nhmex");
	wrmsr(0, 0xe61, 0xf000fffffffffull);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(rdmsr(0, 0xe61), 0xf000fffffffffull);
	wrmsr(0, 0xe61, 1ull << 36);
	EXPECT(violation_says("reserved bits 0x1000000000 set"));
	wrmsr(0, 0xe9d, 1ull << 63);
	EXPECT(violation_says("reserved bits 0x8000000000000000 set"));
}

static bool refused(const char *options, const char *why)
{
	const char *error = boot_error(options);

	return error && strstr(error, why);
}

static void no_pci_and_no_table(void)
{
	size_t count = 1;

	boot("machine=nhmex");
	machine_functions(machine, &count);
	EXPECT_EQ(count, 0);
	EXPECT(strstr(command_error("table die=0 dump"), "no discovery table"));
	command("get die=1 unit=cbox:7");
	command_error("get die=1 unit=cbox:8");
	boot("machine=wsmex");
	command("get die=1 unit=cbox:9");
	EXPECT(refused("machine=nhmex cha=4", "unknown option 'cha'"));
	EXPECT(refused("machine=nhmex stride=4", "no option 'stride'"));
	EXPECT(refused("machine=nhmex bus=0x60", "no option 'bus'"));
	EXPECT(refused("machine=nhmex rbox=3", "no number from 0 to 2"));
}

static const struct test nhmex_tests[] = {
	TEST(every_unit_is_where_it_should_be),
	TEST(box_controls_read_as_written),
	TEST(reserved_bits_of_controls),
	TEST(units_that_are_absent_keep_nothing),
	TEST(other_msrs_are_left_alone),
	TEST(a_counter_needs_three_enables),
	TEST(rst_all_clears_all_counters),
	TEST(ubox_counts_edges_without_threshold),
	TEST(thresholds),
	TEST(fixed_counter_of_the_wbox),
	TEST(reserved_bits_of_the_rbox_match),
	TEST(no_pci_and_no_table),
};

SUITE(nhmex);
