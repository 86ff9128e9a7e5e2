// SPDX-License-Identifier: GPL-2.0-only
/* Clocks and rates. The machine's time is manual here, so everything is exact. */
#include <string.h>
#include <time.h>

#include "model/guest_clock.h"
#include "test.h"

#define MS	"1000000"

static uint64_t cha(unsigned int id, unsigned int counter)
{
	return rdmsr(0, CHA(id) + COUNTER(counter));
}

static void clocks_stand_still_by_default(void)
{
	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 0);
}

static void clocks_run_from_the_start_if_the_machine_is_made_so(void)
{
	boot("time=manual clock=2000000");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	wrmsr(1, CHA(1) + CONTROL(0), 0x01);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 2000);
	EXPECT_EQ(rdmsr(1, CHA(1) + COUNTER(0)), 2000);
	EXPECT(strstr(boot_error("clock=fast"), "clock=fast: error: hz"));
}

static void clocks_that_take_turns(void)
{
	boot("time=manual empty=cha:2");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	wrmsr(0, CHA(2) + CONTROL(0), 0x01);
	command("clock die=0 unit=cha:* hz=2000000 ms=3 other_hz=1000000 other_ms=2");
	command("time advance=4" "000000");
	EXPECT_EQ(cha(0, 0), 3 * 2000 + 1000);
	EXPECT_EQ(cha(2, 0), 0);
	command("time advance=2" "000000");
	EXPECT_EQ(cha(0, 0), 3 * 2000 + 2 * 1000 + 2000);
	/* Many turns at once. */
	command("time advance=50" "000000");
	EXPECT_EQ(cha(0, 0), 3 * 2000 + 2 * 1000 + 2000 + 10 * (3 * 2000 + 2 * 1000));
	command("clock die=0 unit=* hz=1000000");
	command("time advance=50" "000000");
	EXPECT_EQ(cha(0, 0), 3 * 2000 + 2 * 1000 + 2000 + 10 * (3 * 2000 + 2 * 1000) + 50 * 1000);
	EXPECT(strstr(command_error("clock die=0 unit=* hz=1 other_hz=2 ms=0 other_ms=3"), "none can be 0"));
}

static void clock_events_tick_together(void)
{
	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	wrmsr(0, CHA(0) + CONTROL(1), 0xc0);
	wrmsr(0, CHA(0) + CONTROL(2), 0x135);
	command("clock die=0 unit=cha:0 hz=2000000");
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 2000);
	EXPECT_EQ(cha(0, 1), 2000);
	EXPECT_EQ(cha(0, 2), 0);
	EXPECT_EQ(cha(1, 0), 0);
	/* Many small steps make what one large step makes. */
	for (int i = 0; i < 1000; i++) {
		command("time advance=333");
		cha(0, 0);
	}
	EXPECT_EQ(cha(0, 0), 2666);
	command("clock die=0 unit=cha:0 hz=0");
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 2666);
	EXPECT_EQ(cha(0, 1), 2666);
}

static void a_clock_begins_with_its_event(void)
{
	boot("time=manual");
	command("clock die=* unit=* hz=1000000");
	command("time advance=" MS);
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 1000);
	wrmsr(0, CHA(0) + CONTROL(0), 0);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 1000);
}

/* Everything that has counted and everything that was told is lost, at its time. */
static void registers_are_forgotten(void)
{
	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	wrmsr(0, CHA(0) + EXTRA, 0x155);
	wrmsr(2, CHA(0) + COUNTER(1), 77);
	command("inject-free die=0 unit=iio:2 counter=bw_in0 n=5");
	command("clock die=0 unit=cha:0 hz=1000000");
	command("forget die=0 after=3");
	command("time advance=2000000");
	EXPECT_EQ(cha(0, 0), 2000);
	EXPECT_EQ(rdmsr(0, 0x3820), 5);
	command("time advance=2000000");
	EXPECT_EQ(cha(0, 0), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + CONTROL(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(0) + EXTRA), 0);
	EXPECT_EQ(rdmsr(0, 0x3820), 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(1)), 77);
	command("forget die=*");
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(1)), 0);
}

static void what_is_left_may_be_garbage(void)
{
	unsigned int i, frozen = 0, controls = 0;

	boot("time=manual");
	for (i = 0; i < 60; i++) {
		command("forget die=0 garbage=%u", i);
		EXPECT(cha(i, 0) && rdmsr(0, CHA(i) + EXTRA) <= 0x3ff);
		/* "On a HW reset all the counters are disabled." */
		EXPECT_EQ(rdmsr(0, CHA(i) + CONTROL(0)) & 0xff, 0);
		controls += rdmsr(0, CHA(i) + CONTROL(0)) != 0;
		frozen += reply_number(command("global die=0"), "global_control");
	}
	EXPECT(controls > 50 && frozen > 10 && frozen < 50);
	EXPECT_EQ(new_violations(), 0);
}

/* PCI: a function in use that was reset is restored before its PMON registers are written. */
static void a_reset_function_is_restored_first(void)
{
	size_t m2m;

	boot("");
	m2m = find_function(0, 12, 0);
	/* Not in use. */
	machine_function_reset(machine, m2m);
	config_write(m2m, 0x468, 0x135);
	EXPECT_EQ(new_violations(), 0);

	machine_function_reset(machine, m2m);
	config_read(m2m, 0x440);
	/* QEMU does this as a part of the reset. */
	machine_config_write(machine, m2m, 0x10, 4, 0);
	EXPECT_EQ(new_violations(), 0);
	config_write(m2m, 0x468, 0x135);
	EXPECT_EQ(new_violations(), 1);
	/* The device control of the PCI Express capability. */
	machine_config_write(machine, m2m, 0x48, 2, 0);
	config_write(m2m, 0x468, 0x135);
	EXPECT_EQ(new_violations(), 0);
}

static void a_platform_reset_forgets_all(void)
{
	size_t memory;

	boot("");
	memory = find_function(0, 0, 2);
	place_bars();
	wrmsr(2, CHA(0) + COUNTER(1), 77);
	EXPECT_EQ(reply_number(command("stats"), "resets"), 0);
	machine_function_reset(machine, memory);
	EXPECT_EQ(config_read(memory, 0x10) & ~0xfu, 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(1)), 77);
	command("forget die=1 at=sleep garbage=7");
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(1)), 77);
	machine_going_to_sleep(machine);
	EXPECT(rdmsr(2, CHA(0) + COUNTER(1)) != 77 && rdmsr(2, CHA(0) + COUNTER(1)) != 0);
	command("forget die=0 at=reset garbage=8");
	machine_going_to_sleep(machine);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 0);
	machine_platform_reset(machine);
	EXPECT(rdmsr(0, CHA(0) + COUNTER(1)) != 0);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(1)), 0);
	EXPECT_EQ(reply_number(command("stats"), "resets"), 1);
	machine_platform_reset(machine);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(1)), 0);
	EXPECT_EQ(reply_number(command("stats"), "resets"), 2);
}

static void frozen_clocks_stand_exactly_still(void)
{
	boot("time=manual");
	command("clock die=* unit=* hz=1000000");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	command("time advance=" MS);
	wrmsr(0, CHA(0) + CTL, 1);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 1000);
	wrmsr(0, CHA(0) + CTL, 0);
	command("time advance=" MS);
	wrmsr(0, 0x2ff0, 1);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 2000);
	wrmsr(0, 0x2ff0, 0);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 3000);
}

static void clock_thresholds(void)
{
	uint64_t one = 1 << 24, two = 2 << 24, invert = 1 << 23, edge = 1 << 18;

	boot("time=manual");
	command("clock die=0 unit=cha:0 hz=1000000");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01 | one);
	wrmsr(0, CHA(0) + CONTROL(1), 0x01 | two);
	wrmsr(0, CHA(0) + CONTROL(2), 0x01 | two | invert);
	wrmsr(0, CHA(0) + CONTROL(3), 0x01 | one | edge);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 1000);
	EXPECT_EQ(cha(0, 1), 0);
	EXPECT_EQ(cha(0, 2), 1000);
	EXPECT_EQ(cha(0, 3), 0);
	/* "Fewer than one": every cycle in which the event does not happen. */
	wrmsr(0, CHA(0) + CONTROL(3), 0x135 | one | invert);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 3), 1000);
}

static void m2m_mesh_clock_needs_bit_55(void)
{
	size_t f;

	boot("time=manual");
	f = find_function(0, 12, 0);
	command("clock die=0 unit=m2m:* hz=1000000");
	config_write(f, 0x468, 0xc0);
	config_write(f, 0x474, 0x800000);
	config_write(f, 0x470, 0xc0);
	command("time advance=" MS);
	EXPECT_EQ(config_read(f, 0x440), 0);
	EXPECT_EQ(config_read(f, 0x448), 1000);
}

static void free_running_and_fixed_clocks(void)
{
	boot("time=manual");
	command("clock die=0 unit=* hz=1000000");
	wrmsr(0, 0x2fde, 1 << 22);
	command("time advance=" MS);
	EXPECT_EQ(rdmsr(0, 0x2fdf), 1000);
	EXPECT_EQ(rdmsr(0, 0x340e), 1000);
	EXPECT_EQ(rdmsr(0, 0x3800) | rdmsr(0, 0x3808), 0);
	EXPECT_EQ(machine_bar_read(machine, find_function(0, 0, 2), 0, 0x22b0, 8), 1000);
	EXPECT_EQ(machine_bar_read(machine, find_function(0, 0, 2), 0, 0x22838, 8), 0);
	/* A freeze stops the fixed one, power-down the free-running one. */
	wrmsr(0, 0x2ff0, 1);
	command("power die=0 unit=iio:0 down");
	command("time advance=" MS);
	EXPECT_EQ(rdmsr(0, 0x2fdf), 1000);
	EXPECT_EQ(rdmsr(0, 0x340e), 1000);
	EXPECT_EQ(rdmsr(0, 0x341e), 2000);
	command("power die=0 unit=iio:0 up");
	command("time advance=" MS);
	EXPECT_EQ(rdmsr(0, 0x340e), 2000);
	/* The rate changes now, not for the past. */
	command("clock die=0 unit=iio:0 hz=5000000");
	command("time advance=" MS);
	EXPECT_EQ(rdmsr(0, 0x340e), 7000);
}

static void a_clock_overflow_freezes_at_its_own_time(void)
{
	boot("time=manual");
	command("clock die=0 unit=* hz=1000000");
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX + 1 - 300);
	wrmsr(0, CHA(0) + CONTROL(0), 0x01 | FRZ_OVF);
	wrmsr(0, CHA(1) + CONTROL(0), 0x01);
	wrmsr(0, CHA(2) + CONTROL(0), 0x135);
	command("rate die=0 unit=cha:2 event=0x35 umask=1 per_second=2000000");
	command("time advance=" MS);
	/* Found out long after: all of them have stopped in the 300th microsecond. */
	EXPECT_EQ(rdmsr(0, 0x2ff2), 1);
	EXPECT_EQ(cha(0, 0), 0);
	EXPECT_EQ(cha(1, 0), 300);
	EXPECT_EQ(cha(2, 0), 600);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 1);
	/* And again. */
	wrmsr(0, CHA(0) + STATUS, 1);
	wrmsr(0, 0x2ff2, 1);
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX + 1 - 100);
	wrmsr(0, 0x2ff0, 0);
	command("time advance=" MS);
	EXPECT_EQ(cha(1, 0), 400);
	EXPECT_EQ(cha(2, 0), 800);
}

static void a_fixed_counter_overflow_freezes_at_its_own_time(void)
{
	size_t memory;

	boot("time=manual");
	memory = find_function(0, 0, 2);
	command("clock die=0 unit=* hz=1000000");
	machine_bar_write(machine, memory, 0, 0x22838, 8, COUNTER_MAX + 1 - 200);
	machine_bar_write(machine, memory, 0, 0x22854, 4, 1 << 22 | 1 << 20);
	wrmsr(0, CHA(1) + CONTROL(0), 0x01);
	command("time advance=" MS);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x22838, 8), 0);
	EXPECT_EQ(cha(1, 0), 200);
	/* Without ov_en nothing stops. */
	wrmsr(0, 0x2ff2, ~0ull);
	wrmsr(0, 0x2ff3, ~0ull);
	machine_bar_write(machine, memory, 0, 0x22838, 8, COUNTER_MAX + 1 - 200);
	machine_bar_write(machine, memory, 0, 0x22854, 4, 1 << 22);
	wrmsr(0, 0x2ff0, 0);
	command("time advance=" MS);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x22838, 8), 800);
	EXPECT_EQ(cha(1, 0), 1200);
}

static void a_rate_overflow_freezes_at_its_own_time(void)
{
	boot("time=manual");
	command("clock die=* unit=* hz=1000000");
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX + 1 - 50);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135 | FRZ_OVF);
	wrmsr(0, CHA(1) + CONTROL(0), 0x01);
	wrmsr(2, CHA(1) + CONTROL(0), 0x01);
	command("rate die=* unit=cha:* event=0x35 umask=1 per_second=100000");
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 0);
	EXPECT_EQ(cha(1, 0), 500);
	EXPECT_EQ(rdmsr(2, CHA(1) + COUNTER(0)), 1000);
}

static void rates_have_exact_totals(void)
{
	unsigned int i, id;

	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(2, CHA(0) + CONTROL(0), 0x135);
	id = (unsigned int)reply_number(command("rate die=* unit=cha:0 event=0x35 umask=1 "
						"per_second=3000017"), "ok id");
	for (i = 0; i < 777; i++) {
		command("time advance=1237");
		cha(0, 0);
	}
	/* 961149 ns at 3000017 a second */
	EXPECT_EQ(reply_number(command("rate-stop id=%u", id), "ok injected"), 2883);
	EXPECT_EQ(cha(0, 0), 2883);
	EXPECT_EQ(rdmsr(2, CHA(0) + COUNTER(0)), 2883);
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 2883);
	command_error("rate-stop id=%u", id);
}

static void several_rates(void)
{
	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	wrmsr(0, CHA(0) + CONTROL(1), 0x235);
	command("rate die=0 unit=cha:0 event=0x35 umask=1 per_second=1000000");
	command("time advance=" MS);
	command("rate die=0 unit=cha:* event=0x35 umask=2 inc=3 per_second=2000000");
	command("time advance=" MS);
	EXPECT_EQ(reply_number(command("rate-stop id=all"), "ok injected"), 4000);
	EXPECT_EQ(cha(0, 0), 2000);
	EXPECT_EQ(cha(0, 1), 6000);
	EXPECT_EQ(reply_number(command("rate-stop id=all"), "ok injected"), 0);
}

static void rates_beyond_a_gigahertz(void)
{
	boot("time=manual");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	command("rate die=0 unit=cha:0 event=0x35 umask=1 per_second=20000000000");
	command("time advance=" MS);
	EXPECT_EQ(cha(0, 0), 20000000);
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX + 1 - 100);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135 | FRZ_OVF);
	command("time advance=" MS);
	/* The freeze is no finer than a nanosecond, which is twenty events. */
	EXPECT(cha(0, 0) < 20);
	EXPECT_EQ(rdmsr(0, 0x2ff2), 1);
}

static uint64_t host_nanoseconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void host_time_is_the_hosts(void)
{
	uint64_t before, now;
	int i;

	boot("");
	for (i = 0; i < 100; i++) {
		before = host_nanoseconds();
		now = reply_number(command("time"), "time");
		EXPECT(before <= now && now <= host_nanoseconds());
	}
}

static void host_time_goes_on(void)
{
	uint64_t before, after;

	boot("");
	command("clock die=0 unit=cha:0 hz=1000000000");
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	before = cha(0, 0);
	do {
		after = cha(0, 0);
	} while (after == before);
	EXPECT(after > before);
	wrmsr(0, CHA(0) + CTL, 1);
	before = cha(0, 0);
	EXPECT_EQ(cha(0, 0), before);
}

/* Two nanoseconds for each instruction, and what the TSC jumps over. */
static void guest_clock_follows_the_tsc(void)
{
	struct guest_clock clock = { 0 };

	EXPECT_EQ(guest_clock_now(&clock, 0), 0);
	EXPECT_EQ(guest_clock_now(&clock, 50), 100);
	guest_clock_sync(&clock, 60, 120);
	EXPECT_EQ(guest_clock_now(&clock, 75), 150);
	/* A second of idle time. */
	guest_clock_sync(&clock, 100, 1000000200);
	EXPECT_EQ(guest_clock_now(&clock, 101), 1000000202);
	/* Of two that are told in the wrong order, the later one is right. */
	guest_clock_sync(&clock, 300, 5000000000);
	guest_clock_sync(&clock, 200, 1000000400);
	EXPECT_EQ(guest_clock_now(&clock, 300), 5000000000);
}

/* More instructions were counted than ran: time waits for the TSC. */
static void guest_clock_never_goes_back(void)
{
	struct guest_clock clock = { 0 };

	EXPECT_EQ(guest_clock_now(&clock, 100), 200);
	guest_clock_sync(&clock, 110, 190);
	EXPECT_EQ(guest_clock_now(&clock, 112), 200);
	EXPECT_EQ(guest_clock_now(&clock, 115), 200);
	EXPECT_EQ(guest_clock_now(&clock, 116), 202);
}

static uint64_t guest_time;

static uint64_t guest_now(void)
{
	return guest_time;
}

static void guest_time_is_the_guests(void)
{
	boot("time=guest clock=2000000");
	EXPECT_EQ(reply_number(command("time"), "time"), 0);
	guest_time = 500000;
	EXPECT(machine_set_clock(machine, guest_now));
	wrmsr(0, CHA(0) + CONTROL(0), 0x01);
	guest_time += 1000000;
	EXPECT_EQ(cha(0, 0), 2000);
	EXPECT_EQ(reply_number(command("time"), "time"), 1500000);
	command("rate die=0 unit=cha:0 event=0x35 umask=1 per_second=3000000");
	wrmsr(0, CHA(0) + CONTROL(1), 0x135);
	guest_time += 2000000;
	EXPECT_EQ(reply_number(command("rate-stop id=all"), "ok injected"), 6000);
	EXPECT_EQ(cha(0, 1), 6000);
	EXPECT(strstr(command_error("time advance=1"), "time=manual"));
	boot("time=manual");
	EXPECT(!machine_set_clock(machine, guest_now));
	EXPECT_EQ(reply_number(command("time"), "time"), 0);
}

static const struct test time_tests[] = {
	TEST(clocks_stand_still_by_default), TEST(clocks_that_take_turns),
	TEST(clocks_run_from_the_start_if_the_machine_is_made_so),
	TEST(clock_events_tick_together),
	TEST(a_clock_begins_with_its_event),
	TEST(registers_are_forgotten),
	TEST(what_is_left_may_be_garbage),
	TEST(a_reset_function_is_restored_first),
	TEST(a_platform_reset_forgets_all),
	TEST(frozen_clocks_stand_exactly_still),
	TEST(clock_thresholds),
	TEST(m2m_mesh_clock_needs_bit_55),
	TEST(free_running_and_fixed_clocks),
	TEST(a_clock_overflow_freezes_at_its_own_time),
	TEST(a_fixed_counter_overflow_freezes_at_its_own_time),
	TEST(a_rate_overflow_freezes_at_its_own_time),
	TEST(rates_have_exact_totals),
	TEST(several_rates),
	TEST(rates_beyond_a_gigahertz),
	TEST(host_time_is_the_hosts),
	TEST(host_time_goes_on),
	TEST(guest_clock_follows_the_tsc),
	TEST(guest_clock_never_goes_back),
	TEST(guest_time_is_the_guests),
};

SUITE(time);
