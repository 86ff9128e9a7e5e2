// SPDX-License-Identifier: GPL-2.0-only
/* Freezing, overflow and global status (guide 1.3.2, 1.4.0.2, 1.10.6). */
#include <string.h>

#include "test.h"

#define GLOBAL_CONTROL	0x2ff0
#define GLOBAL_STATUS0	0x2ff2
#define GLOBAL_STATUS1	0x2ff3

static unsigned int position(const char *unit)
{
	return (unsigned int)reply_number(command("get die=0 unit=%s", unit), "status_position");
}

static bool global_status(unsigned int bit)
{
	return rdmsr(0, GLOBAL_STATUS0 + bit / 64) >> (bit % 64) & 1;
}

/* A counter of CHA @cha counts event 0x35/1 and overflows after @count. */
static void arm(unsigned int cha, unsigned int counter, uint64_t count)
{
	wrmsr(0, CHA(cha) + COUNTER(counter), COUNTER_MAX + 1 - count);
	wrmsr(0, CHA(cha) + CONTROL(counter), 0x135 | FRZ_OVF);
}

static void inject(const char *unit, unsigned int n)
{
	command("inject die=0 unit=%s event=0x35 umask=1 n=%u", unit, n);
}

static void a_frozen_unit_stands_still(void)
{
	boot("");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	wrmsr(0, CHA(0) + CTL, 1);
	inject("cha:*", 5);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 5);
	wrmsr(0, CHA(0) + CTL, 0);
	inject("cha:*", 2);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 2);
}

static void inject_tells_what_was_not_frozen(void)
{
	boot("");
	wrmsr(0, CHA(0) + CTL, 1);
	EXPECT_EQ(reply_number(command("inject die=0 unit=cha:0 event=0x35 umask=1 n=5"), "ok seen"), 0);
	EXPECT_EQ(reply_number(command("inject die=0 unit=cha:1 event=0x35 umask=1 n=5"), "ok seen"), 5);
	EXPECT_EQ(reply_number(command("inject die=* unit=cha:1 event=0x35 umask=1 n=5"), "ok seen"), 10);
	/* Those after the one that freezes the package are not seen. */
	arm(2, 0, 3);
	EXPECT_EQ(reply_number(command("inject die=0 unit=cha:2 event=0x35 umask=1 n=5"), "ok seen"), 3);
	EXPECT_EQ(reply_number(command("inject die=0 unit=cha:1 event=0x35 umask=1 n=5"), "ok seen"), 0);
}

static bool is_answer(const char *die, const char *unit, const char *answer)
{
	return !strcmp(command("inject die=%s unit=%s event=0x35 umask=1 n=5", die, unit), answer);
}

static void inject_tells_who_froze_the_package(void)
{
	boot("");
	arm(2, 0, 3);
	wrmsr(0, GLOBAL_CONTROL, 1);
	EXPECT(is_answer("0", "cha:2", "ok seen=0 freeze=written\n"));
	EXPECT(is_answer("*", "cha:2", "ok seen=5\n"));
	wrmsr(0, GLOBAL_CONTROL, 0);
	inject("cha:2", 5);
	EXPECT(is_answer("0", "cha:2", "ok seen=0\n"));
	/* A unit's own freeze is not the package's. */
	boot("");
	wrmsr(0, CHA(0) + CTL, 1);
	EXPECT(is_answer("0", "cha:0", "ok seen=0\n"));
}

static void global_freeze_stops_the_package_only(void)
{
	size_t m2m, upi;

	boot("");
	m2m = find_function(0, 12, 0);
	upi = find_function(0, 1, 1);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(2, CHA(0) + CONTROL(0), 0x135);
	config_write(m2m, 0x468, 0x135);
	config_write(upi, 0x350, 0x135);
	wrmsr(0, GLOBAL_CONTROL, 1);
	command("inject die=* unit=* event=0x35 umask=1 n=4");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(config_read(m2m, 0x440), 0);
	EXPECT_EQ(config_read(upi, 0x320), 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(0)), 4);
	wrmsr(0, GLOBAL_CONTROL, 0);
	command("inject die=* unit=* event=0x35 umask=1 n=4");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 4);
	EXPECT_EQ(config_read(m2m, 0x440), 4);
	EXPECT_EQ(config_read(upi, 0x320), 4);
}

static void the_two_freezes_are_separate_or_one(void)
{
	boot("");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(0, GLOBAL_CONTROL, 1);
	wrmsr(0, CHA(0) + CTL, 0);
	inject("cha:0", 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	wrmsr(0, CHA(0) + CTL, 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	inject("cha:0", 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);

	boot("freeze=single");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(0, GLOBAL_CONTROL, 1);
	inject("cha:0", 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	wrmsr(0, CHA(0) + CTL, 0);
	inject("cha:0", 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 1);
	wrmsr(0, CHA(0) + CTL, 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	inject("cha:0", 1);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 2);
}

static void overflow_sets_the_status_bit_only(void)
{
	boot("");
	wrmsr(0, CHA(0) + COUNTER(2), COUNTER_MAX);
	wrmsr(0, CHA(0) + CONTROL(2), 0x135);
	inject("cha:0", 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(2)), 2);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 4);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0), 0);
	wrmsr(0, CHA(0) + STATUS, 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 4);
	wrmsr(0, CHA(0) + STATUS, 4);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 0);
}

static void overflow_with_frz_ovf_freezes_the_package(void)
{
	size_t m2m;

	boot("");
	m2m = find_function(0, 12, 0);
	arm(3, 1, 10);
	wrmsr(0, CHA(4) + CONTROL(0), 0x135);
	config_write(m2m, 0x468, 0x135);
	/* The units see the same cycles: all stop at the tenth. */
	command("inject die=0 unit=* event=0x35 umask=1 n=1000");
	EXPECT_EQ(rdmsr(0, CHA(3) + COUNTER(1)), 0);
	EXPECT_EQ(rdmsr(0, CHA(4) + COUNTER(0)), 10);
	EXPECT_EQ(config_read(m2m, 0x440), 10);
	EXPECT_EQ(rdmsr(0, CHA(3) + STATUS), 2);
	EXPECT(global_status(position("cha:3")));
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS1), 0);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
	EXPECT_EQ(reply_number(command("global die=1"), "global_control"), 0);
	inject("cha:*", 5);
	EXPECT_EQ(rdmsr(0, CHA(4) + COUNTER(0)), 10);
}

static void a_unit_of_each_space_can_cause_the_freeze(void)
{
	size_t m2m, memory;

	boot("");
	place_bars();
	m2m = find_function(0, 12, 0);
	memory = find_function(0, 0, 2);
	config_write(m2m, 0x444, 0xffff);
	config_write(m2m, 0x440, 0xffffffff);
	config_write(m2m, 0x468, 0x135 | FRZ_OVF);
	inject("m2m:0", 2);
	EXPECT_EQ(config_read(m2m, 0x440), 0);
	EXPECT_EQ(config_read(m2m, 0x4a8), 1);
	EXPECT(global_status(position("m2m:0")));
	wrmsr(0, GLOBAL_STATUS0, ~0ull);
	wrmsr(0, GLOBAL_STATUS1, ~0ull);
	wrmsr(0, GLOBAL_CONTROL, 0);
	new_violations();

	machine_bar_write(machine, memory, 0, 0x22820, 8, COUNTER_MAX);
	machine_bar_write(machine, memory, 0, 0x2284c, 4, 0x135 | FRZ_OVF);
	inject("imc:0", 2);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x22820, 8), 0);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x2285c, 4), 8);
	EXPECT(global_status(position("imc:0")));
	EXPECT_EQ(new_violations(), 0);
}

static void a_new_freeze_needs_both_bits_cleared(void)
{
	unsigned int bit;

	boot("");
	arm(0, 0, 1);
	inject("cha:0", 1);
	bit = position("cha:0");
	EXPECT(global_status(bit));
	/* Only the unit's bit cleared: it overflows, and nothing freezes. */
	wrmsr(0, CHA(0) + STATUS, 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	arm(0, 0, 1);
	inject("cha:0", 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 2);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 1);
	/* Only the global bit cleared: the same. */
	wrmsr(0, GLOBAL_STATUS0 + bit / 64, 1ull << bit % 64);
	arm(0, 0, 1);
	inject("cha:0", 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 2);
	EXPECT(!global_status(bit));
	/* Both. */
	wrmsr(0, CHA(0) + STATUS, 1);
	arm(0, 0, 1);
	inject("cha:0", 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT(global_status(bit));
}

static void global_status_is_write_one_to_clear(void)
{
	unsigned int a, b;

	boot("");
	arm(0, 0, 1);
	arm(5, 0, 1);
	inject("cha:*", 1);
	a = position("cha:0");
	b = position("cha:5");
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0), 1ull << a | 1ull << b);
	wrmsr(0, GLOBAL_STATUS0, 1ull << a);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0), 1ull << b);
	/* It is the other package's own register that CPU 2 clears. */
	wrmsr(2, GLOBAL_STATUS0, 1ull << b);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0), 1ull << b);
}

static void several_counters_can_overflow_at_once(void)
{
	boot("");
	arm(0, 0, 5);
	arm(0, 1, 5);
	arm(0, 2, 6);
	inject("cha:0", 100);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(2)), COUNTER_MAX);
}

static void counters_go_on_for_the_latency_of_the_freeze(void)
{
	boot("freeze_latency=3");
	arm(0, 0, 10);
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	inject("cha:*", 100);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 3);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 13);
	/* But no longer than the events go on. */
	boot("freeze_latency=3");
	arm(0, 0, 10);
	inject("cha:0", 11);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 1);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
}

static void increments_pass_the_overflow(void)
{
	boot("");
	arm(0, 0, 10);
	command("inject die=0 unit=cha:0 event=0x35 umask=1 inc=7 n=100");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 4);
}

static void cxl_cm_unit_1_neither_sends_nor_receives(void)
{
	size_t memory;

	boot("");
	place_bars();
	memory = find_function(0, 0, 2);
	/* Unit 1 stands one stride behind unit 0. */
	machine_bar_write(machine, memory, 2, 0x4008, 8, COUNTER_MAX);
	machine_bar_write(machine, memory, 2, 0x4048, 8, 0x135 | FRZ_OVF);
	inject("cxlcm:1", 3);
	EXPECT_EQ(machine_bar_read(machine, memory, 2, 0x4008, 8), 2);
	EXPECT_EQ(machine_bar_read(machine, memory, 2, 0x4088, 4), 1);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 0);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0) | rdmsr(0, GLOBAL_STATUS1), 0);
	wrmsr(0, GLOBAL_CONTROL, 1);
	inject("cxlcm:1", 3);
	EXPECT_EQ(machine_bar_read(machine, memory, 2, 0x4008, 8), 5);
	/* Its own freeze works. */
	machine_bar_write(machine, memory, 2, 0x4000, 8, 1);
	inject("cxlcm:1", 3);
	EXPECT_EQ(machine_bar_read(machine, memory, 2, 0x4008, 8), 5);
	/* Unit 0 does both. */
	wrmsr(0, GLOBAL_CONTROL, 0);
	machine_bar_write(machine, memory, 2, 0x0008, 8, COUNTER_MAX);
	machine_bar_write(machine, memory, 2, 0x0048, 8, 0x135 | FRZ_OVF);
	inject("cxlcm:0", 3);
	EXPECT_EQ(machine_bar_read(machine, memory, 2, 0x0008, 8), 0);
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
}

static void fixed_counter_overflow(void)
{
	size_t memory;

	boot("");
	memory = find_function(0, 0, 2);
	machine_bar_write(machine, memory, 0, 0x22838, 8, COUNTER_MAX);
	machine_bar_write(machine, memory, 0, 0x22854, 4, 1 << 22);
	command("inject-free die=0 unit=imc:0 counter=fixed n=2");
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0) | rdmsr(0, GLOBAL_STATUS1), 0);
	machine_bar_write(machine, memory, 0, 0x22838, 8, COUNTER_MAX);
	machine_bar_write(machine, memory, 0, 0x22854, 4, 1 << 22 | 1 << 20);
	command("inject-free die=0 unit=imc:0 counter=fixed n=1");
	EXPECT(global_status(position("imc:0")));
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
}

static void positions(void)
{
	boot("");
	EXPECT_EQ(position("cha:5"), 5);
	EXPECT_EQ(position("imc:2"), position("imc:3"));
	EXPECT_EQ(position("iio:2"), position("irp:2"));
	EXPECT(position("imc:1") != position("imc:2"));
	EXPECT_EQ(reply_number(command("global die=0"), "status_bits"), 128);
	boot("positions=unique");
	EXPECT(position("imc:2") != position("imc:3"));
	EXPECT(position("iio:2") != position("irp:2"));
	EXPECT_EQ(reply_number(command("global die=0"), "status_bits"), 192);
	EXPECT_EQ(new_violations(), 0);
}

/* 1.9.1: there are as many status registers as the number of bits needs; table 1-8 lists two. */
static void positions_beyond_the_list(void)
{
	boot("positions=sparse cha=24 iio=2 irp=2 m2pcie=2 imc=2 m2m=2 upi=2 m3upi=2 mdf=2");
	EXPECT_EQ(position("cha:5"), 30);
	EXPECT_EQ(position("cha:23"), 138);
	arm(23, 0, 1);
	inject("cha:23", 1);
	EXPECT(global_status(138));
	EXPECT_EQ(reply_number(command("global die=0"), "global_control"), 1);
	wrmsr(0, CHA(23) + STATUS, 1);
	wrmsr(0, GLOBAL_STATUS0 + 2, 1ull << 138 % 64);
	EXPECT(!global_status(138));
	wrmsr(0, GLOBAL_CONTROL, 0);
	/* A driver may look for more. */
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS0 + 7), 0);
	EXPECT_EQ(new_violations(), 0);
	EXPECT(strstr(boot_error("positions=sparse"), "too many units"));
}

static void reset_clears_everything(void)
{
	unsigned int i;

	boot("");
	arm(0, 0, 1);
	inject("cha:0", 1);
	arm(0, 0, 5);
	wrmsr(0, CHA(0) + EXTRA, 7);
	wrmsr(0, CHA(1) + CTL, 1);
	wrmsr(0, 0x2fde, 1 << 22);
	wrmsr(0, 0x2fdf, 3);
	wrmsr(2, CHA(0) + EXTRA, 7);
	command("reset die=0");
	for (i = 0; i < 16; i++) {
		if (i != 6 && i != 7 && i < 12)
			EXPECT_EQ(rdmsr(0, CHA(0) + i), 0);
	}
	EXPECT_EQ(rdmsr(0, CHA(0) + EXTRA), 0);
	EXPECT_EQ(rdmsr(0, 0x2fde) | rdmsr(0, 0x2fdf) | rdmsr(0, GLOBAL_STATUS0), 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + EXTRA), 7);
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	inject("cha:1", 3);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 3);
	EXPECT_EQ(new_violations(), 0);
}

/* 1.10.6: the status of the units, the global status, and only then the freeze. */
static void the_order_of_clearing_is_judged(void)
{
	unsigned int bit;

	boot("");
	bit = position("cha:3");
	arm(3, 1, 1);
	inject("cha:3", 1);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, GLOBAL_CONTROL, 1);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, GLOBAL_STATUS0 + bit / 64, 1ull << bit % 64);
	EXPECT_EQ(new_violations(), 1);
	wrmsr(0, CHA(3) + STATUS, 2);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(new_violations(), 0);

	arm(3, 1, 1);
	inject("cha:3", 1);
	wrmsr(0, CHA(3) + STATUS, 2);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(new_violations(), 1);
	wrmsr(0, GLOBAL_STATUS0 + bit / 64, 1ull << bit % 64);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(new_violations(), 0);

	/* A bit that is not written, and one that is not set. */
	arm(3, 1, 1);
	inject("cha:3", 1);
	wrmsr(0, GLOBAL_STATUS0 + bit / 64, ~(1ull << bit % 64));
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, CHA(3) + STATUS, 2);
	wrmsr(0, GLOBAL_STATUS0 + bit / 64, 1ull << bit % 64);
	wrmsr(0, GLOBAL_CONTROL, 0);
	/* An overflow that freezes nothing sets no global bit. */
	wrmsr(0, CHA(4) + COUNTER(0), COUNTER_MAX);
	wrmsr(0, CHA(4) + CONTROL(0), 0x135);
	inject("cha:4", 1);
	wrmsr(0, GLOBAL_STATUS0, ~0ull);
	EXPECT_EQ(new_violations(), 0);
}

static const struct test freeze_tests[] = {
	TEST(a_frozen_unit_stands_still),
	TEST(inject_tells_what_was_not_frozen), TEST(inject_tells_who_froze_the_package),
	TEST(global_freeze_stops_the_package_only),
	TEST(the_two_freezes_are_separate_or_one),
	TEST(overflow_sets_the_status_bit_only),
	TEST(overflow_with_frz_ovf_freezes_the_package),
	TEST(a_unit_of_each_space_can_cause_the_freeze),
	TEST(a_new_freeze_needs_both_bits_cleared),
	TEST(global_status_is_write_one_to_clear),
	TEST(several_counters_can_overflow_at_once),
	TEST(counters_go_on_for_the_latency_of_the_freeze),
	TEST(increments_pass_the_overflow),
	TEST(cxl_cm_unit_1_neither_sends_nor_receives),
	TEST(fixed_counter_overflow),
	TEST(positions),
	TEST(positions_beyond_the_list),
	TEST(reset_clears_everything),
	TEST(the_order_of_clearing_is_judged),
};

SUITE(freeze);
