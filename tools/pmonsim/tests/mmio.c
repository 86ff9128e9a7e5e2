// SPDX-License-Identifier: GPL-2.0-only
/* Units behind BARs: iMC channels and CXL blocks (guide 1.8.2, 1.10.3, 2.3, 2.12). */
#include "test.h"

static size_t memory(unsigned int package)
{
	return find_function(package, 0, 2);
}

static uint64_t read8(unsigned int bar, uint64_t offset)
{
	return machine_bar_read(machine, memory(0), bar, offset, 8);
}

static uint64_t read4(unsigned int bar, uint64_t offset)
{
	return machine_bar_read(machine, memory(0), bar, offset, 4);
}

static void write8(unsigned int bar, uint64_t offset, uint64_t value)
{
	machine_bar_write(machine, memory(0), bar, offset, 8, value);
}

static void write4(unsigned int bar, uint64_t offset, uint64_t value)
{
	machine_bar_write(machine, memory(0), bar, offset, 4, value);
}

/* As the guide's code computes it, from the registers of D0:F1. */
static uint64_t channel_address(unsigned int package, unsigned int channel)
{
	size_t f = find_function(package, 0, 1);
	unsigned int mc = channel / 2;

	return ((uint64_t)(config_read(f, 0xd0) & 0x1fffffff) << 23 |
		(uint64_t)(config_read(f, 0xd8 + 4 * mc) & 0x7ff) << 12) +
	       0x22800 + 0x8000 * (channel % 2);
}

static void mem_bars_follow_the_bar(void)
{
	unsigned int package, channel;

	boot("");
	place_bars();
	for (package = 0; package < 2; package++) {
		for (channel = 0; channel < 8; channel++) {
			uint64_t offset = channel_address(package, channel) - MEMORY_BAR(package);
			size_t f = memory(package);

			EXPECT(offset < 0x800000);
			machine_bar_write(machine, f, 0, offset + 0x40, 4, 0x105);
			command("inject die=%u unit=imc:%u event=5 umask=1 n=%u", package, channel,
				100 + channel);
			EXPECT_EQ(machine_bar_read(machine, f, 0, offset + 8, 8), 100 + channel);
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

static void imc_registers_are_where_the_guide_says(void)
{
	unsigned int channel, c;

	boot("");
	for (channel = 0; channel < 8; channel++) {
		uint64_t base = 0x80000 * (channel / 2) + 0x22800 + 0x8000 * (channel % 2);

		for (c = 0; c < 4; c++) {
			write8(0, base + 8 + 8 * c, COUNTER_MAX);
			write4(0, base + 0x40 + 4 * c, 0x105);
		}
		command("inject die=0 unit=imc:%u event=5 umask=1 n=%u", channel, 4 + channel);
		for (c = 0; c < 4; c++) {
			EXPECT_EQ(read8(0, base + 8 + 8 * c), 3 + channel);
			EXPECT_EQ(read4(0, base + 0x40 + 4 * c), 0x105);
		}
		EXPECT_EQ(read4(0, base + 0x5c), 0xf);
		write4(0, base + 0x5c, 0xf);
		EXPECT_EQ(read4(0, base + 0x5c), 0);
		write4(0, base, 0x300);
		EXPECT_EQ(read4(0, base), 0);
		EXPECT_EQ(read8(0, base + 8), 0);
		EXPECT_EQ(read4(0, base + 0x40), 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void a_wide_access_covers_two_controls(void)
{
	boot("");
	write8(0, 0x22840, 0x106ull << 32 | 0x105);
	EXPECT_EQ(read4(0, 0x22840), 0x105);
	EXPECT_EQ(read4(0, 0x22844), 0x106);
	EXPECT_EQ(read8(0, 0x22840), 0x106ull << 32 | 0x105);
	/* The upper bits of a control are not umask here: they are the next control. */
	EXPECT_EQ(new_violations(), 0);
	write4(0, 0x22840, 1 << 16);
	EXPECT(violation_says("reserved bits"));
	/* Above the width of a counter bits are ignored, not reserved. */
	write8(0, 0x22808, ~0ull);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(read8(0, 0x22808), COUNTER_MAX);
	EXPECT_EQ(read4(0, 0x22808), 0xffffffff);
	EXPECT_EQ(read4(0, 0x2280c), 0xffff);
}

static void imc_fixed_counter(void)
{
	boot("");
	command("inject-free die=0 unit=imc:1 counter=fixed n=9");
	EXPECT_EQ(read8(0, 0x2a838), 0);
	write4(0, 0x2a854, 1 << 22);
	command("inject-free die=0 unit=imc:1 counter=fixed n=9");
	EXPECT_EQ(read8(0, 0x2a838), 9);
	EXPECT_EQ(read8(0, 0x22838), 0);
	write4(0, 0x2a854, 1 << 22 | 1 << 19);
	EXPECT_EQ(read8(0, 0x2a838), 0);
	EXPECT_EQ(read4(0, 0x2a854), 1 << 22);
	EXPECT_EQ(new_violations(), 0);
}

static void imc_free_running(void)
{
	unsigned int mc;

	boot("");
	for (mc = 0; mc < 4; mc++) {
		uint64_t base = 0x80000 * mc;

		command("inject-free die=0 unit=imc:%u counter=dclk n=%u", mc, 10 + mc);
		command("inject-free die=0 unit=imc:%u counter=rpq n=%u", mc, 20 + mc);
		command("inject-free die=0 unit=imc:%u counter=wpq n=%u", mc, 30 + mc);
		EXPECT_EQ(read8(0, base + 0x22b0), 10 + mc);
		EXPECT_EQ(read8(0, base + 0x2318), 20 + mc);
		EXPECT_EQ(read8(0, base + 0x2320), 30 + mc);
	}
	EXPECT_EQ(new_violations(), 0);
	write8(0, 0x22b0, 1);
	EXPECT(violation_says("free-running"));
	EXPECT_EQ(read8(0, 0x22b0), 10);
	/* A controller whose first channel is not there still has them. */
	boot("absent=imc:0");
	command("inject-free die=0 unit=imc:0 counter=dclk n=5");
	EXPECT_EQ(read8(0, 0x22b0), 5);
}

/* Controllers without a channel, or whose channels only the table knows, have addresses, and nothing answers there. */
static void absent_controllers(void)
{
	static const char *const options[] = {
		"imc=6 absent=imc:2,imc:3", "imc=8 absent=imc:2,imc:3 hidden=imc:6,imc:7",
	};
	static const uint64_t offsets[] = { 0, 0x22b0, 0x20ef8, 0x22808, 0x22840, 0x2a808, 0x7fff8 };
	size_t i, o;

	for (i = 0; i < 2; i++) {
		boot(options[i]);
		place_bars();
		for (o = 0; o < sizeof(offsets) / sizeof(offsets[0]); o++) {
			EXPECT_EQ(read8(0, 0x80000 + offsets[o]), ~0ull);
			EXPECT_EQ(read4(0, 0x180000 + offsets[o]), ~0u);
		}
		EXPECT_EQ(channel_address(0, 6), MEMORY_BAR(0) + 0x180000 + 0x22800);
		EXPECT_EQ(read8(0, 0x22808), 0);
		EXPECT_EQ(read8(0, 0x100000 + 0x22808), 0);
		/* Neither beside a controller nor behind the last one. */
		EXPECT_EQ(read8(0, 0x22900), 0);
		EXPECT_EQ(read8(0, 0x200000), 0);
		EXPECT_EQ(new_violations(), 0);
	}
	find_function(0, 28, 0);
	/* A controller with one channel is there. */
	boot("absent=imc:2");
	EXPECT_EQ(read8(0, 0x80000), 0);
	find_function(0, 27, 0);
}

static void gaps_and_surroundings(void)
{
	boot("");
	EXPECT_EQ(read4(0, 0x22830), 0);
	EXPECT(violation_says("no such register in imc 0"));
	write4(0, 0x22850, 1);
	EXPECT(violation_says("no such register in imc 0"));
	/* Around the units: other registers of the controller, which are read but not written. */
	EXPECT_EQ(read8(0, 0x22900), 0);
	EXPECT_EQ(read8(0, 0x7ffff8), 0);
	EXPECT_EQ(new_violations(), 0);
	write8(0, 0x22900, 1);
	EXPECT(violation_says("not a PMON register"));
	EXPECT_EQ(machine_bar_read(machine, memory(0), 0, 0x22808, 1), 0);
	EXPECT(violation_says("1-byte access"));
	EXPECT_EQ(machine_bar_read(machine, memory(0), 1, 0, 4), 0);
	EXPECT_EQ(machine_bar_read(machine, memory(0), 6, 0, 4), 0xffffffff);
}

static void cxl_units(void)
{
	unsigned int id, c;

	boot("cxlcm=6 cxldp=6");
	for (id = 0; id < 6; id++) {
		uint64_t cm = 0x4000 * id, dp = 0x4000 * (6 + id);

		for (c = 0; c < 8; c++)
			write8(2, cm + 0x48 + 8 * c, 0x100 | (c < 4 ? 0x05 : 0x4b));
		for (c = 0; c < 4; c++)
			write8(2, dp + 0x28 + 8 * c, 0x102);
		command("inject die=0 unit=cxlcm:%u event=0x05 umask=1 n=%u", id, 3 + id);
		command("inject die=0 unit=cxlcm:%u event=0x4b umask=1 n=%u", id, 4 + id);
		command("inject die=0 unit=cxldp:%u event=0x02 umask=1 n=%u", id, 5 + id);
		for (c = 0; c < 8; c++)
			EXPECT_EQ(read8(2, cm + 8 + 8 * c), (c < 4 ? 3 : 4) + id);
		for (c = 0; c < 4; c++)
			EXPECT_EQ(read8(2, dp + 8 + 8 * c), 5 + id);
		write8(2, cm + 8 + 56, COUNTER_MAX);
		command("inject die=0 unit=cxlcm:%u event=0x4b umask=1 n=1", id);
		EXPECT_EQ(read4(2, cm + 0x88), 0x80);
		EXPECT_EQ(read4(2, dp + 0x48), 0);
	}
	EXPECT_EQ(new_violations(), 0);
	write8(2, 0x48, 1ull << 32);
	EXPECT(violation_says("reserved bits"));
}

static void gone_unit_behind_a_bar(void)
{
	boot("");
	command("gone die=0 unit=imc:0");
	EXPECT_EQ(read8(0, 0x22808), ~0ull);
	EXPECT_EQ(read4(0, 0x22830), 0xffffffff);
	EXPECT_EQ(read8(0, 0x2a808), 0);
	EXPECT_EQ(new_violations(), 0);
}

static void bar_sizing(void)
{
	size_t f;

	boot("");
	f = memory(0);
	config_write(f, 0x10, 0xffffffff);
	config_write(f, 0x14, 0xffffffff);
	EXPECT_EQ(config_read(f, 0x10), 0xff800004);
	EXPECT_EQ(config_read(f, 0x14), 0xffffffff);
	config_write(f, 0x20, 0xffffffff);
	EXPECT_EQ(config_read(f, 0x20), 0);
	EXPECT_EQ(new_violations(), 0);
}

static const struct test mmio_tests[] = {
	TEST(mem_bars_follow_the_bar),
	TEST(imc_registers_are_where_the_guide_says),
	TEST(a_wide_access_covers_two_controls),
	TEST(imc_fixed_counter),
	TEST(imc_free_running),
	TEST(absent_controllers),
	TEST(gaps_and_surroundings),
	TEST(cxl_units),
	TEST(gone_unit_behind_a_bar),
	TEST(bar_sizing),
};

SUITE(mmio);
