// SPDX-License-Identifier: GPL-2.0-only
/* The Granite Rapids family: registers, counting, constraints, and the members of the family. */
#include <string.h>

#include "gnr_units.h"

/* What CXLCM counts on its first counter is not what every other type's events are. */
#define EVENT		0x4d
#define EXTENDED(n)	((uint64_t)(n) << 32)
#define COUNTS		"machine=gnr cha=126 b2hot=20"

static uint64_t expected_mask(const struct gnr_unit *unit)
{
	uint64_t mask = 0xff94ffff;	/* event, umask, edge_det, frz_ovf, invert, thresh */

	if (!strcmp(unit->type, "cha"))
		return mask | 1u << 16 | EXTENDED(0xffffffff);
	if (!strcmp(unit->type, "iio"))
		return mask | EXTENDED(0x7ffff);
	if (unit->space == GNR_PCI)
		return mask | EXTENDED(0xffffff);
	return mask;
}

static void every_register(void)
{
	unsigned int counter, bit;
	size_t i;

	boot(COUNTS);
	for (i = 0; i < gnr_unit_count; i++) {
		const struct gnr_unit *u = &gnr_units[i];
		uint64_t mask = expected_mask(u);

		for (counter = 0; counter < u->counters; counter++) {
			gnr_preset(u, counter, 0x123456789abc + counter);
			EXPECT_EQ(gnr_count(u, counter), 0x123456789abc + counter);
			/* Bit by bit, without an event: what the event then is does not matter. */
			for (bit = 8; bit < (u->stride == 4 ? 32 : 64); bit++) {
				gnr_select(u, counter, 1ull << bit);
				EXPECT_EQ(new_violations(), bit != 17 && !(mask >> bit & 1));
				EXPECT_EQ(gnr_control(u, counter), mask & 1ull << bit);
			}
			EXPECT_EQ(gnr_count(u, counter), 0);
			gnr_select(u, counter, 0);
		}
		EXPECT_EQ(gnr_read(u, u->status, 4), 0);
		EXPECT_EQ(new_violations(), 0);
	}
}

/* Each unit counts its own events and nothing of others; so no two share a register. */
static void exact_counts(void)
{
	unsigned int counter;
	size_t i;

	boot(COUNTS);
	for (i = 0; i < gnr_unit_count; i++) {
		for (counter = 0; counter < gnr_units[i].counters; counter++)
			gnr_select(&gnr_units[i], counter, EVENT | (counter + 1) << 8);
	}
	for (i = 0; i < gnr_unit_count; i++) {
		for (counter = 0; counter < gnr_units[i].counters; counter++)
			command("inject die=0 unit=%s:%u event=%u umask=%u n=%zu",
				gnr_units[i].type, gnr_units[i].id, EVENT, counter + 1,
				1000 * (i + 1) + counter);
	}
	for (i = 0; i < gnr_unit_count; i++) {
		for (counter = 0; counter < gnr_units[i].counters; counter++)
			EXPECT_EQ(gnr_count(&gnr_units[i], counter), 1000 * (i + 1) + counter);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void packages_are_apart(void)
{
	boot(COUNTS);
	wrmsr(0, CHA(125) + CONTROL(0), EVENT);
	wrmsr(2, CHA(125) + CONTROL(0), EVENT);
	command("inject die=1 unit=cha:125 event=%u n=5", EVENT);
	EXPECT_EQ(rdmsr(0, CHA(125) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(2, CHA(125) + COUNTER(0)), 5);
}

/* An extended umask is compared where there is one. */
static void extended_umasks(void)
{
	static const struct {
		const char *type;
		uint32_t extension;
	} list[] = {
		{ "cha", 0x80000000 }, { "upi", 0x1 }, { "b2cmi", 0x7 }, { "b2upi", 0x800000 },
	};
	size_t i;

	boot(COUNTS);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		const struct gnr_unit *u = gnr_unit(list[i].type, 0);

		gnr_select(u, 0, EVENT | EXTENDED(list[i].extension));
		command("inject die=0 unit=%s:0 event=%u n=3", u->type, EVENT);
		EXPECT_EQ(gnr_count(u, 0), 0);
		command("inject die=0 unit=%s:0 event=%u ext=%u n=3", u->type, EVENT,
			list[i].extension);
		EXPECT_EQ(gnr_count(u, 0), 3);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void thread_filter(void)
{
	const struct gnr_unit *u;

	boot(COUNTS);
	u = gnr_unit("cha", 64);
	gnr_write(u, EXTRA, 8, 0x155);
	gnr_select(u, 0, EVENT | 1u << 16);
	command("inject die=0 unit=cha:64 event=%u tid=0x154 n=3", EVENT);
	EXPECT_EQ(gnr_count(u, 0), 0);
	command("inject die=0 unit=cha:64 event=%u tid=0x155 n=3", EVENT);
	EXPECT_EQ(gnr_count(u, 0), 3);
	EXPECT_EQ(new_violations(), 0);
}

/* An event on a counter that must not count it counts nothing. */
static void constraints(void)
{
	static const struct {
		const char *type;
		uint8_t event;
		unsigned int counters;	/* mask */
	} list[] = {
		{ "cha", 0x11, 0x1 }, { "cha", 0x36, 0x1 }, { "cha", 0x35, 0xf },
		{ "iio", 0x02, 0x3 }, { "iio", 0x03, 0x3 }, { "iio", 0x83, 0x3 },
		{ "iio", 0x84, 0x3 }, { "iio", 0x88, 0xc }, { "iio", 0xc0, 0xc },
		{ "iio", 0xc1, 0xc }, { "iio", 0xc5, 0xc },
		{ "iio", 0xd5, 0xc }, { "iio", 0xc2, 0xf }, { "iio", 0x8e, 0xf },
		{ "cxlcm", 0x02, 0x0f }, { "cxlcm", 0x41, 0xf0 }, { "cxlcm", 0x50, 0xff },
		{ "irp", 0x18, 0xf }, { "ubox", 0x42, 0x3 }, { "b2cmi", 0x25, 0xf },
	};
	unsigned int counter;
	size_t i;

	boot(COUNTS);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		const struct gnr_unit *u = gnr_unit(list[i].type, 0);
		uint64_t masks = !strcmp(u->type, "iio") ? 1ull << 36 | 7ull << 48 : 0;

		for (counter = 0; counter < u->counters; counter++) {
			bool allowed = list[i].counters >> counter & 1;

			gnr_preset(u, counter, 0);
			gnr_select(u, counter, list[i].event | 0x100 | masks);
			EXPECT_EQ(new_violations(), !allowed);
			command("inject die=0 unit=%s:0 event=%u umask=1 n=11", u->type,
				list[i].event);
			EXPECT_EQ(gnr_count(u, counter), allowed ? 11 : 0);
			gnr_select(u, counter, 0);
		}
	}
}

/* Events whose rows have channels and flow classes count nothing without. */
static void iio_masks(void)
{
	static const uint8_t masked[] = { 0x83, 0x84, 0x8e, 0xc2, 0x88, 0xc0, 0xc1, 0xc5, 0xd5 };
	const struct gnr_unit *u;
	size_t i;

	boot(COUNTS);
	u = gnr_unit("iio", 15);
	for (i = 0; i < sizeof(masked); i++) {
		unsigned int counter = i < 4 ? 1 : 2;

		gnr_preset(u, counter, 0);
		gnr_select(u, counter, masked[i]);
		command("inject die=0 unit=iio:15 event=%u n=5", masked[i]);
		EXPECT_EQ(gnr_count(u, counter), 0);
		gnr_select(u, counter, masked[i] | 0x10ull << 36 | 2ull << 48);
		command("inject die=0 unit=iio:15 event=%u ch=0x10 fc=2 n=5", masked[i]);
		command("inject die=0 unit=iio:15 event=%u ch=0x20 fc=2 n=50", masked[i]);
		EXPECT_EQ(gnr_count(u, counter), 5);
		gnr_select(u, counter, 0);
	}
	/* The threshold has four bits more. */
	gnr_preset(u, 0, 0);
	gnr_select(u, 0, 0x18 | 300ull << 24);
	command("inject die=0 unit=iio:15 event=0x18 inc=299 n=5");
	command("inject die=0 unit=iio:15 event=0x18 inc=300 n=7");
	EXPECT_EQ(gnr_count(u, 0), 7);
	EXPECT_EQ(new_violations(), 0);
}

static void iio_free_running(void)
{
	unsigned int stack, port;

	boot(COUNTS);
	for (stack = 0; stack < 16; stack++) {
		command("inject-free die=0 unit=iio:%u counter=ioclk n=%u", stack, 7 + stack);
		EXPECT_EQ(rdmsr(0, 0x290e + 0x10 * stack), 7 + stack);
		for (port = 0; port < 8; port++) {
			uint32_t in = 0x360e + 0x80 * stack + 0x10 * port;
			uint32_t out = 0x2e0e + 0x80 * stack + 0x10 * port;

			command("inject-free die=0 unit=iio:%u counter=bw_in%u n=%u", stack, port,
				1000 * stack + port + 1);
			command("inject-free die=0 unit=iio:%u counter=bw_out%u n=%u", stack, port,
				2000 * stack + port + 1);
			EXPECT_EQ(rdmsr(0, in), 1000 * stack + port + 1);
			EXPECT_EQ(rdmsr(0, out), 2000 * stack + port + 1);
			EXPECT_EQ(new_violations(), 0);
			wrmsr(0, in, 0);
			EXPECT(violation_says("free-running counters cannot be written"));
		}
	}
	/* What is a number of CHAs on Emerald Rapids. */
	EXPECT_EQ(rdmsr(0, 0x2ffe), 2000 * 3 + 8);
	EXPECT(command_error("inject-free die=0 unit=imc:0 counter=dclk n=1"));
}

static void fixed_counters(void)
{
	const struct gnr_unit *imc, *ubox;

	boot(COUNTS);
	imc = gnr_unit("imc", 11);
	ubox = gnr_unit("ubox", 0);
	gnr_write(imc, 0x54, 4, 1u << 22);
	gnr_write(ubox, 0xe, 8, 1u << 22);
	command("inject-free die=0 unit=imc:11 counter=fixed n=21");
	command("inject-free die=0 unit=ubox:0 counter=fixed n=22");
	EXPECT_EQ(gnr_read(imc, 0x38, 8), 21);
	EXPECT_EQ(rdmsr(0, 0x3ffd), 22);
	EXPECT_EQ(new_violations(), 0);
}

/* PCM finds the channels through two registers of function 0:0.1. */
static void memory_base(void)
{
	size_t base_function;
	uint64_t base;

	boot(COUNTS);
	config_write(find_function(0, 0, 2), 0x10, 0);
	config_write(find_function(0, 0, 2), 0x14, 0x4);
	base_function = find_function(0, 0, 1);
	EXPECT_EQ(config_read(base_function, 0), 0x32518086);
	base = ((uint64_t)config_read(base_function, 0xd0) & 0x1fffffff) << 23;
	base += ((uint64_t)config_read(base_function, 0xd4) & 0x7ff) << 12;
	EXPECT_EQ(base, 0x400000000 + gnr_unit("imc", 0)->address - 0x24c000 - 0x2800);
	EXPECT(base != 0x400000000);
	EXPECT_EQ(config_read(find_function(0, 0, 2), 0xd0), 0x7e | 0x14 << 8);
}

/* What is no register of this machine is not one of Emerald Rapids either. */
static void no_such_registers(void)
{
	static const uint32_t list[] = {
		0x2ff0, 0x2ff2, 0x2fc0, 0x3400, 0x3800, 0x3fc1, 0x3fed + 1, 0x3ffc, 0x3ff6,
		0x42f0, 0x27e0, 0x2e00, 0x360f,
	};
	uint64_t value;
	size_t i;

	boot(COUNTS);
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		EXPECT_EQ(rdmsr(0, list[i]), 0);
		EXPECT(violation_says("no such register"));
		wrmsr(0, list[i], 1);
		EXPECT(violation_says("no such register"));
	}
	EXPECT(!machine_msr_read(machine, 0, 0x1fff, &value));
	EXPECT(!machine_msr_read(machine, 0, 0x4300, &value));
	/* Without stack 3 there is no port 7 of it. */
	boot("machine=gnr iio=3 irp=3");
	EXPECT_EQ(rdmsr(0, 0x2ffe), 0);
	EXPECT(violation_says("no such register"));
}

static void number_of_chas(void)
{
	boot("machine=gnr cha=126 cha.1=100 absent.1=cha:5");
	EXPECT_EQ(rdmsr(0, 0x3fed), 126);
	EXPECT_EQ(rdmsr(2, 0x3fed), 99);
	boot("machine=srf cha_msr=17");
	EXPECT_EQ(rdmsr(0, 0x3fed), 17);
	boot("machine=cwf");
	EXPECT_EQ(rdmsr(0, 0x3fed), 0);
	EXPECT(violation_says("no such register"));
}

static void root_ports(void)
{
	size_t i, port;

	boot("machine=gnr iio_bus.1=0x20");
	for (i = 0; i < gnr_unit_count; i++) {
		const struct machine_function *list;
		size_t count;

		if (strncmp(gnr_units[i].type, "pciex", 5))
			continue;
		list = machine_functions(machine, &count);
		for (port = 0; port < count; port++) {
			if (list[port].root_port && 8 * list[port].device == gnr_units[i].place)
				break;
		}
		EXPECT(port < count);
		EXPECT_EQ(list[port].bus, list[port].package ? 0x20 : 0x14);
		EXPECT_EQ(config_read(port, 8) >> 8, 0x060400);
		EXPECT_EQ(machine_config_read(machine, port, 0xe, 1) & 0x7f, 1);
		EXPECT_EQ(machine_config_read(machine, port, 0x18, 1), list[port].bus);
		EXPECT_EQ(config_read(port, 0x40) & 0xff, 0x10);
		EXPECT_EQ(config_read(port, 0x40) >> 20 & 0xf, 4);
		EXPECT_EQ(config_read(port, 0) >> 16 & ~3u,
			  !strcmp(gnr_units[i].type, "pciex16") ? 0x0db0 : 0x0db8);
	}
	boot("machine=gnr pciex16=8 pciex8=8");
	EXPECT_EQ(new_violations(), 0);
}

static unsigned int count_of(const char *type)
{
	return machine_units(machine, 0, type);
}

static void members(void)
{
	size_t memory;

	boot("machine=gnr");
	EXPECT_EQ(count_of("cha"), 120);
	EXPECT_EQ(count_of("mdf"), 80);
	boot("machine=cwf");
	EXPECT_EQ(count_of("cha"), 126);
	EXPECT_EQ(count_of("b2hot"), 20);
	boot("machine=srf");
	EXPECT_EQ(count_of("upi"), 4);

	boot("machine=gnrd");
	EXPECT_EQ(count_of("upi"), 0);
	EXPECT(boot_error("machine=gnrd upi=1"));
	EXPECT(boot_error("machine=gnrd b2upi=1"));
	/* Not at 0x24c000 */
	memory = find_function(0, 0, 2);
	machine_bar_write(machine, memory, 0, 0x100000 + 0x206000 + 0x2800 + 0x40, 4, EVENT);
	command("inject die=0 unit=imc:0 event=%u n=9", EVENT);
	EXPECT_EQ(machine_bar_read(machine, memory, 0, 0x100000 + 0x208800 + 8, 8), 9);
	EXPECT_EQ(new_violations(), 0);

	boot("machine=grr");
	EXPECT_EQ(count_of("iio"), 3);
	EXPECT(boot_error("machine=grr iio=4"));
	EXPECT(boot_error("machine=grr mdf=1"));
	wrmsr(0, 0x3f52, EVENT);
	wrmsr(0, 0x3f5e, 1u << 22);
	command("inject die=0 unit=ubox:0 event=%u n=9", EVENT);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=10");
	EXPECT_EQ(rdmsr(0, 0x3f58), 9);
	EXPECT_EQ(rdmsr(0, 0x3f5f), 10);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(rdmsr(0, 0x3ff8), 0);
	EXPECT(violation_says("no such register"));
}

static void limits(void)
{
	EXPECT(!boot_error("machine=gnr cha=144 mdf=80 b2hot=24 imc=28 b2cmi=28 pciex16=8 "
			   "pciex8=8"));
	EXPECT(boot_error("machine=gnr cha=145"));
	EXPECT(boot_error("machine=gnr mdf=81"));
	EXPECT(boot_error("machine=gnr iio=17"));
	EXPECT(boot_error("machine=gnr m2m=1"));
	EXPECT(boot_error("machine=gnr edac=1"));
	EXPECT(boot_error("machine=gnr memory=on memory_size=100"));
	EXPECT(boot_error("machine=gnr absent=pciex16:0"));
	EXPECT(!boot_error("machine=gnr absent=pciex16:8"));
	EXPECT(boot_error("iio_bus=3"));
}

static const struct test gnr_tests[] = {
	TEST(every_register),
	TEST(exact_counts),
	TEST(packages_are_apart),
	TEST(extended_umasks),
	TEST(thread_filter),
	TEST(constraints),
	TEST(iio_masks),
	TEST(iio_free_running),
	TEST(fixed_counters),
	TEST(memory_base),
	TEST(no_such_registers),
	TEST(number_of_chas),
	TEST(root_ports),
	TEST(members),
	TEST(limits),
};
SUITE(gnr);
