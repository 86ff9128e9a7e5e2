// SPDX-License-Identifier: GPL-2.0-only
/* Events that not every counter can count, and events that exclude each other. */
#include "test.h"

struct rule {
	const char *type;
	uint32_t msr;
	uint8_t event;
	uint32_t counters;
	uint64_t masks;
};

#define MASKS (0xffull << 36 | 7ull << 48)

/* The guide's register restrictions; the last of each box is an event that is free. */
static const struct rule rules[] = {
	{ "cha", 0x2000, 0x11, 0x1, 0 }, { "cha", 0x2000, 0x36, 0x1, 0 },
	{ "cha", 0x2000, 0x35, 0xf, 0 },
	{ "iio", 0x3000, 0x02, 0x3, 0 }, { "iio", 0x3000, 0x03, 0x3, 0 },
	{ "iio", 0x3000, 0x83, 0x3, MASKS }, { "iio", 0x3000, 0xc5, 0xc, MASKS },
	{ "iio", 0x3000, 0x88, 0xc, MASKS }, { "iio", 0x3000, 0xc0, 0xc, MASKS },
	{ "iio", 0x3000, 0xd5, 0xc, MASKS }, { "iio", 0x3000, 0x84, 0xf, MASKS },
	{ "m2pcie", 0x3200, 0x14, 0x3, 0 }, { "m2pcie", 0x3200, 0x23, 0x3, 0 },
	{ "m2pcie", 0x3200, 0x2d, 0x3, 0 }, { "m2pcie", 0x3200, 0x80, 0xf, 0 },
	{ "irp", 0x3400, 0x0f, 0x3, 0 }, { "pcu", 0x2fc0, 0x06, 0x1, 0 },
	{ "pcu", 0x2fc0, 0x60, 0xf, 0 },
	{ "mdf", 0x2800, 0x15, 0xf, 0 },
};

static void counters_of_msr_boxes(void)
{
	size_t i;
	unsigned int c;

	boot("");
	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rule *rule = &rules[i];
		unsigned int counters = rule->msr == 0x3400 ? 2 : 4;

		for (c = 0; c < counters; c++) {
			bool allowed = rule->counters >> c & 1;

			wrmsr(0, rule->msr, 0x300);
			wrmsr(0, rule->msr + CONTROL(c), 0x100 | rule->event | rule->masks);
			if (allowed)
				EXPECT_EQ(new_violations(), 0);
			else
				EXPECT(violation_says("this counter cannot count this event"));
			command("inject die=0 unit=%s:0 event=0x%x umask=1 n=5", rule->type,
				rule->event);
			EXPECT_EQ(rdmsr(0, rule->msr + COUNTER(c)), allowed ? 5 : 0);
		}
	}
}

/*
 * @control, @counter: registers of counter 3 of IIO 0
 * @masked: codes that count nothing without a port mask and a class mask
 * @plain: codes that count without masks
 */
static void check_masks(const char *options, uint32_t control, uint32_t counter, uint32_t enable, const char *masked,
			const char *plain)
{
	static const uint64_t chosen[] = { 0, 1ull << 36, 7ull << 48, MASKS };
	const char *codes[] = { masked, plain }, *code;
	size_t i, c;

	boot(options);
	for (i = 0; i < 2; i++) {
		for (code = codes[i]; *code; code++) {
			for (c = 0; c < 4; c++) {
				wrmsr(0, control, 0);
				wrmsr(0, counter, 0);
				wrmsr(0, control, chosen[c] | enable | 0x100 | (uint8_t)*code);
				command("inject die=0 unit=iio:0 event=%u umask=1 n=5", (uint8_t)*code);
				EXPECT_EQ(rdmsr(0, counter), i || chosen[c] == MASKS ? 5 : 0);
			}
		}
	}
}

static void masks_of_iio(void)
{
	check_masks("", 0x3000 + CONTROL(3), 0x3000 + COUNTER(3), 0,
		    "\x84\x85\x86\x87\x88\x8e\x90\x91\x92\xc0\xc1\xc2\xc5\xd0\xd1", "\x40\x42\x8f\xd5");
	check_masks("machine=icx", 0xa5b, 0xa54, 1 << 22,
		    "\x84\x85\x86\x87\x88\x8e\x90\x91\x92\xc0\xc1\xc2\xc5\xd0\xd1", "\x40\x42\x80\x8f\xd5");
}

static void counters_of_m3upi(void)
{
	static const struct {
		uint8_t event;
		uint32_t counters;
	} m3upi[] = {
		{ 0x1c, 1 }, { 0x1d, 1 }, { 0x1e, 1 }, { 0x1f, 1 }, { 0x40, 7 }, { 0x4e, 7 },
		{ 0x4f, 7 }, { 0x50, 7 }, { 0x20, 0xf }, { 0x41, 0xf }, { 0x51, 0xf },
	};
	unsigned int c;
	size_t i, f;

	boot("");
	f = find_function(0, 5, 1);
	for (i = 0; i < sizeof(m3upi) / sizeof(m3upi[0]); i++) {
		for (c = 0; c < 4; c++) {
			bool allowed = m3upi[i].counters >> c & 1;

			config_write(f, 0xa0, 0x300);
			config_write(f, 0xd8 + 8 * c, 0x100 | m3upi[i].event);
			EXPECT_EQ(new_violations(), !allowed);
			command("inject die=0 unit=m3upi:0 event=0x%x umask=1 n=5",
				m3upi[i].event);
			EXPECT_EQ(config_read(f, 0xa8 + 8 * c), allowed ? 5 : 0);
		}
	}
}

static void counters_of_cxl(void)
{
	static const struct {
		uint8_t event;
		uint32_t counters;
	} cxlcm[] = {
		{ 0x02, 0x0f }, { 0x05, 0x0f }, { 0x40, 0xf0 }, { 0x41, 0xf0 }, { 0x42, 0xf0 },
		{ 0x43, 0xf0 }, { 0x4b, 0xf0 }, { 0x52, 0xf0 }, { 0x01, 0xff },
	};
	unsigned int c;
	size_t i, f;

	boot("");
	f = find_function(0, 0, 2);
	for (i = 0; i < sizeof(cxlcm) / sizeof(cxlcm[0]); i++) {
		for (c = 0; c < 8; c++) {
			bool allowed = cxlcm[i].counters >> c & 1;

			machine_bar_write(machine, f, 2, 0, 8, 0x300);
			machine_bar_write(machine, f, 2, 0x48 + 8 * c, 8,
					  0x100 | cxlcm[i].event);
			EXPECT_EQ(new_violations(), !allowed);
			command("inject die=0 unit=cxlcm:0 event=0x%x umask=1 n=5",
				cxlcm[i].event);
			EXPECT_EQ(machine_bar_read(machine, f, 2, 8 + 8 * c, 8), allowed ? 5 : 0);
		}
	}
}

static void m2m_mesh_events_need_bit_55(void)
{
	size_t f;

	boot("");
	f = find_function(0, 12, 0);
	config_write(f, 0x468, 0x180);
	EXPECT(violation_says("without bit 55"));
	command("inject die=0 unit=m2m:0 event=0x80 umask=1 ext=0x800000 n=5");
	EXPECT_EQ(config_read(f, 0x440), 0);
	/* The high half first: the low half starts the counting. */
	config_write(f, 0x46c, 0x800000);
	config_write(f, 0x468, 0x180);
	EXPECT_EQ(new_violations(), 0);
	command("inject die=0 unit=m2m:0 event=0x80 umask=1 ext=0x800000 n=5");
	command("inject die=0 unit=m2m:0 event=0x80 umask=1 n=2");
	command("inject die=0 unit=m2m:0 event=0x80 umask=1 ext=1 n=100");
	EXPECT_EQ(config_read(f, 0x440), 7);
	/* For other events the bit is umask like any other. */
	config_write(f, 0x46c, 0x800000);
	config_write(f, 0x468, 0x122 | 1 << 17);
	command("inject die=0 unit=m2m:0 event=0x22 umask=1 n=100");
	EXPECT_EQ(config_read(f, 0x440), 0);
	command("inject die=0 unit=m2m:0 event=0x22 umask=1 ext=0x800000 n=5");
	EXPECT_EQ(config_read(f, 0x440), 5);
	/* The other boxes take the same event without it. */
	wrmsr(0, CHA(0) + CONTROL(0), 0x180);
	command("inject die=0 unit=cha:0 event=0x80 umask=1 n=5");
	command("inject die=0 unit=cha:0 event=0x80 umask=1 ext=0x800000 n=100");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 5);
	EXPECT_EQ(new_violations(), 0);
}

static void m3upi_counts_mesh_or_other_events(void)
{
	size_t f;

	boot("");
	f = find_function(0, 5, 1);
	config_write(f, 0xd8, 0x180);
	EXPECT_EQ(new_violations(), 0);
	config_write(f, 0xe0, 0x120);
	EXPECT(violation_says("mesh (CMS) and other events"));
	command("inject die=0 unit=m3upi:0 event=0x80 umask=1 n=5");
	command("inject die=0 unit=m3upi:0 event=0x20 umask=1 n=5");
	EXPECT_EQ(config_read(f, 0xa8), 0);
	EXPECT_EQ(config_read(f, 0xb0), 0);
	config_write(f, 0xd8, 0);
	command("inject die=0 unit=m3upi:0 event=0x20 umask=1 n=5");
	EXPECT_EQ(config_read(f, 0xb0), 5);
	EXPECT_EQ(new_violations(), 0);
	/* Both may stand there while nothing counts. */
	config_write(f, 0xa0, 1);
	config_write(f, 0xd8, 0x180);
	config_write(f, 0xe0, 0);
	config_write(f, 0xa0, 0);
	EXPECT_EQ(new_violations(), 0);
	config_write(f, 0xa0, 1);
	config_write(f, 0xe0, 0x120);
	EXPECT_EQ(new_violations(), 0);
	config_write(f, 0xa0, 0);
	EXPECT_EQ(new_violations(), 1);
	wrmsr(0, 0x2ff0, 1);
	wrmsr(0, 0x2ff0, 0);
	EXPECT_EQ(new_violations(), 1);
}

static void power_cke_takes_no_inverted_edge(void)
{
	uint64_t edge = 1 << 18, invert = 1 << 23, one = 1 << 24;
	size_t f;

	boot("");
	f = find_function(0, 0, 2);
	machine_bar_write(machine, f, 0, 0x22840, 4, 0x147 | edge | one);
	machine_bar_write(machine, f, 0, 0x22840, 4, 0x147 | invert | one);
	machine_bar_write(machine, f, 0, 0x22840, 4, 0x148 | edge | invert | one);
	EXPECT_EQ(new_violations(), 0);
	machine_bar_write(machine, f, 0, 0x22840, 4, 0x147 | edge | invert | one);
	EXPECT_EQ(new_violations(), 1);
}

static const struct test constraints_tests[] = {
	TEST(counters_of_msr_boxes),
	TEST(masks_of_iio),
	TEST(counters_of_m3upi),
	TEST(counters_of_cxl),
	TEST(m2m_mesh_events_need_bit_55),
	TEST(m3upi_counts_mesh_or_other_events),
	TEST(power_cke_takes_no_inverted_edge),
};

SUITE(constraints);
