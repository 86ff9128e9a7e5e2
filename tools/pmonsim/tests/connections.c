// SPDX-License-Identifier: GPL-2.0-only
/* What links and I/O stacks are connected to: registers, and units that count what devices move. */
#include <stdio.h>
#include <string.h>

#include "test.h"

static unsigned int link_register(unsigned int package, unsigned int link, unsigned int reg)
{
	return config_read(find_function(package, 1 + link, 1), reg);
}

static void expect_link(unsigned int package, unsigned int link, unsigned int node, unsigned int port)
{
	EXPECT_EQ(link_register(package, link, 0x120), 0x10);
	EXPECT_EQ(link_register(package, link, 0x94), node << 16 | port << 8);
}

static void two_sockets_have_two_links_crossed(void)
{
	boot("upi=3 node_id.0=5 node_id.1=2");
	expect_link(0, 0, 2, 1);
	expect_link(0, 1, 2, 0);
	expect_link(0, 2, 2, 2);
	expect_link(1, 0, 5, 1);
	boot("upi=1");
	expect_link(0, 0, 1, 0);
	boot("packages=1 upi=2");
	EXPECT_EQ(link_register(0, 0, 0x120), 0);
}

/* Both ends of each link name each other. */
static void four_sockets_are_connected_both_ways(void)
{
	unsigned int package, link, peer, other;

	boot("packages=4 upi=4 cha=1 imc=1");
	for (package = 0; package < 4; package++) {
		unsigned int reached = 0;

		for (link = 0; link < 3; link++) {
			peer = link_register(package, link, 0x94);
			other = link_register(peer >> 16 & 0xf, peer >> 8 & 0x1f, 0x94);
			EXPECT_EQ(other >> 16 & 0xf, package);
			EXPECT_EQ(other >> 8 & 0x1f, link);
			reached |= 1u << (peer >> 16);
		}
		EXPECT_EQ(reached | 1u << package, 0xf);
		EXPECT_EQ(link_register(package, 3, 0x120), 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void registers_have_the_buses_of_stacks(void)
{
	unsigned int ports[2];
	size_t f;

	boot("stacks.0=0:0,1:0x15,4:0x26 stacks.1=11:0x97");
	f = find_on_bus(0, 0x75, 3, 0);
	EXPECT_EQ(config_read(f, 0x1a0), 1 | 1 << 1 | 1 << 4 | 1 << 8);
	EXPECT_EQ(config_read(f, 0x190), 0x1500);
	EXPECT_EQ(config_read(f, 0x194), 0x26);
	EXPECT_EQ(config_read(f, 0x198), 0x75);
	f = find_on_bus(1, 0xf2, 3, 0);
	EXPECT_EQ(config_read(f, 0x1a0), 1 << 8 | 1 << 11);
	EXPECT_EQ(config_read(f, 0x198), 0x970000f2);
	EXPECT_EQ(config_read(find_on_bus(0, 0x15, 0, 0), 0), 0x09a28086);
	EXPECT_EQ(config_read(find_on_bus(1, 0x97, 0, 0), 0x3f4), 1);
	EXPECT(machine_stack_ports(machine, 0, 0x15, ports) && ports[0] == 1 && ports[1] == 5);
	EXPECT(!machine_stack_ports(machine, 0, 0x75, ports));
	EXPECT(!machine_stack_ports(machine, 1, 0x15, ports));
	EXPECT_EQ(config_read(find_on_bus(0, 0x7f, 30, 3), 0x94) >> 6 & 3, 3);
	EXPECT(strstr(boot_error("stacks=6:0x15"), "stacks"));
	EXPECT(strstr(boot_error("stacks=8:0x15"), "stacks"));
	EXPECT(strstr(boot_error("stacks=1:0x100"), "stacks"));
	EXPECT(strstr(boot_error("machine=cwf stacks=1:0x15"), "stacks"));
}

/* What a counter of a unit of package 0 has after a device moved bytes; it is cleared first. */
static uint64_t counted(unsigned int unit, unsigned int counter, uint64_t control, const char *what)
{
	uint32_t msr = 0x3000 + 0x10 * unit;

	wrmsr(0, msr, 0x300);
	wrmsr(0, msr + 2 + counter, control);
	command("move die=0 %s", what);
	return rdmsr(0, msr + 8 + counter);
}

#define IIO_EVENT(event, umask, ports) ((event) | (umask) << 8 | (uint64_t)(ports) << 36 | 7ull << 48)

static void units_count_what_devices_move(void)
{
	boot("stacks=0:0x20,1:0x15,4:0x26");
	EXPECT_EQ(counted(1, 0, IIO_EVENT(0x83, 0x04, 1), "bus=0x15 dev=1 read=4096"), 1024);
	EXPECT_EQ(counted(1, 0, IIO_EVENT(0x83, 0x04, 1), "bus=0x15 dev=5 read=4096"), 0);
	EXPECT_EQ(counted(1, 0, IIO_EVENT(0x83, 0x04, 0x10), "bus=0x15 dev=5 read=4096"), 1024);
	EXPECT_EQ(counted(1, 0, IIO_EVENT(0x83, 0x04, 1), "bus=0x26 dev=1 read=4096"), 0);
	EXPECT_EQ(counted(8, 1, IIO_EVENT(0x83, 0x01, 0x80), "bus=0x26 dev=8 written=40"), 10);
	EXPECT_EQ(counted(7, 2, IIO_EVENT(0xc0, 0x04, 0x80), "bus=0x20 dev=0 cpu_read=400"), 100);
	EXPECT_EQ(counted(0, 3, IIO_EVENT(0xc0, 0x01, 1), "bus=0x75 dev=2 cpu_written=400"), 100);
	command("preset die=0 unit=iio:8 counter=bw_in7 value=0");
	command("move die=0 bus=0x26 dev=8 written=3200");
	EXPECT_EQ(rdmsr(0, 0x3800 + 0x10 * 8 + 7), 100);
	command_error("move die=0 bus=0x26 dev=9 read=1");
	command_error("move die=0 bus=0x27 dev=1 read=1");
	EXPECT_EQ(new_violations(), 0);
}

static void other_processors_have_other_stacks(void)
{
	unsigned int ports[2];

	boot("machine=spr stacks=1:0x15");
	EXPECT_EQ(counted(2, 0, IIO_EVENT(0x83, 0x04, 1), "bus=0x15 dev=1 read=4096"), 1024);
	boot("machine=gnr pciex16=1");
	wrmsr(0, 0x2902, IIO_EVENT(0x83, 0x04, 2));
	command("move die=0 bus=0x14 dev=3 read=4096");
	EXPECT_EQ(rdmsr(0, 0x2908), 1024);
	boot("machine=gnr stacks=2:0x28");
	EXPECT(machine_stack_ports(machine, 0, 0x28, ports) && ports[0] == 2 && ports[1] == 6);
}

/* Of package 1, stack 4 is on the bus 0xd0 and has the unit 3. */
static void each_stack_of_ice_lake_has_its_number(void)
{
	unsigned int ports[2];

	boot("machine=icx stacks.0=0:0,1:0x16 stacks.1=0:0x80,4:0xd0");
	EXPECT_EQ(config_read(find_on_bus(0, 0x16, 0, 0), 0), 0x09a28086);
	EXPECT_EQ(config_read(find_on_bus(0, 0x16, 0, 0), 0x3f4), 1 << 4);
	EXPECT_EQ(config_read(find_on_bus(1, 0x80, 0, 0), 0x3f4), 1);
	EXPECT_EQ(config_read(find_on_bus(1, 0xd0, 0, 0), 0x3f4), 1 | 4 << 4);
	EXPECT(machine_stack_ports(machine, 1, 0xd0, ports) && ports[0] == 2 && ports[1] == 4);
	wrmsr(2, 0xae0 + 8, IIO_EVENT(0x83, 0x04, 4) | 1 << 22);
	command("move die=1 bus=0xd0 dev=4 read=4096");
	command("move die=1 bus=0xd0 dev=2 read=400");
	EXPECT_EQ(rdmsr(2, 0xae0 + 1), 1024);
	command_error("move die=1 bus=0xd0 dev=6 read=1");
	wrmsr(2, 0xb20 + 8, IIO_EVENT(0x83, 0x01, 1) | 1 << 22);
	command("move die=1 bus=0x80 dev=0 written=4096");
	EXPECT_EQ(rdmsr(2, 0xb20 + 1), 1024);
	EXPECT(strstr(boot_error("machine=icx stacks=6:0x15"), "stacks"));
	EXPECT(strstr(boot_error("machine=icx stacks=1:0x15,1:0x16"), "stacks"));
	EXPECT(strstr(boot_error("machine=icxd stacks=1:0x15"), "stacks"));
}

static void stacks_of_snow_ridge_have_ports_from_4_on(void)
{
	unsigned int ports[2];

	boot("machine=snr packages=1 stacks=0:0x00,1:0x10,2:0x20,4:0x40");
	EXPECT_EQ(config_read(find_on_bus(0, 0x40, 0, 0), 0x3f4), 4 << 4);
	EXPECT(machine_stack_ports(machine, 0, 0x10, ports) && ports[0] == 4 && ports[1] == 6);
	wrmsr(0, 0x1e40 + 8, IIO_EVENT(0x83, 0x04, 1 << 5) | 1 << 22);
	command("move die=0 bus=0x10 dev=5 read=4096");
	command("move die=0 bus=0x10 dev=4 read=400");
	EXPECT_EQ(rdmsr(0, 0x1e40 + 1), 1024);
	command_error("move die=0 bus=0x10 dev=3 read=1");
	wrmsr(0, 0x1e30 + 8, IIO_EVENT(0x83, 0x01, 1 << 4) | 1 << 22);
	command("move die=0 bus=0x20 dev=0 written=4096");
	EXPECT_EQ(rdmsr(0, 0x1e30 + 1), 1024);
	EXPECT(strstr(boot_error("machine=snr packages=1 stacks=5:0x15"), "stacks"));
}

static void stacks_of_grand_ridge_have_their_numbers(void)
{
	unsigned int ports[2];

	boot("machine=grr packages=1 stack_bus=0x08 stacks=0:0x08,1:0x20,2:0x30");
	EXPECT_EQ(config_read(find_on_bus(0, 0x08, 0, 0), 0x3f4), 0);
	EXPECT_EQ(config_read(find_on_bus(0, 0x30, 0, 0), 0x3f4), 2 << 4);
	EXPECT(machine_stack_ports(machine, 0, 0x30, ports) && ports[0] == 4 && ports[1] == 5);
	wrmsr(0, 0x2900 + 2, IIO_EVENT(0x83, 0x04, 1 << 1));
	command("move die=0 bus=0x30 dev=5 read=4096");
	command("move die=0 bus=0x30 dev=4 read=400");
	EXPECT_EQ(rdmsr(0, 0x2900 + 8), 1024);
	command_error("move die=0 bus=0x30 dev=6 read=1");
	wrmsr(0, 0x2920 + 2, IIO_EVENT(0x83, 0x01, 1 << 7));
	command("move die=0 bus=0x08 dev=0x14 written=4096");
	EXPECT_EQ(rdmsr(0, 0x2920 + 8), 1024);
	EXPECT(strstr(boot_error("machine=grr packages=1 stacks=3:0x15"), "stacks"));
}

static void stacks_of_skylake_are_in_an_msr(void)
{
	unsigned int ports[2];

	boot("machine=skx");
	EXPECT_EQ(rdmsr(0, 0x300), 0x800000005d3a1700);
	EXPECT(!machine_stack_ports(machine, 0, 0x17, ports));
	boot("machine=skx stacks.0=1:0x17,4:0x6b stacks.1=3:0xd7");
	EXPECT_EQ(rdmsr(0, 0x300), 0x8000006b5d3a1700);
	EXPECT_EQ(rdmsr(2, 0x300), 0x80000000d7ae8580);
	EXPECT(machine_stack_ports(machine, 0, 0x17, ports) && ports[0] == 0 && ports[1] == 2);
	EXPECT(!machine_stack_ports(machine, 0, 0x3a, ports));
	wrmsr(0, 0xa60 + 8, 0x83 | 1 << 8 | 1 << 22 | 4ull << 36 | 7ull << 44);
	command("move die=0 bus=0x17 dev=2 written=4096");
	command("move die=0 bus=0x17 dev=0 written=400");
	EXPECT_EQ(rdmsr(0, 0xa60 + 1), 1024);
	command_error("move die=0 bus=0x17 dev=4 read=1");
	EXPECT(strstr(boot_error("machine=skx stacks=1:0x18"), "stacks"));
	EXPECT(strstr(boot_error("machine=hsx stacks=1:0x18"), "stacks"));
}

static void registers_can_be_set(void)
{
	boot("");
	command("config die=1 bus=0xf2 dev=3 fn=0 reg=0x1a0 value=0xffffffff");
	EXPECT_EQ(config_read(find_on_bus(1, 0xf2, 3, 0), 0x1a0), 0xffffffff);
	command_error("config die=1 dev=3 fn=7 reg=0x1a0 value=0");
	command_error("config die=1 dev=1 fn=1 reg=0x121 value=0");
}

static const struct test connections_tests[] = {
	TEST(two_sockets_have_two_links_crossed),
	TEST(four_sockets_are_connected_both_ways),
	TEST(registers_have_the_buses_of_stacks),
	TEST(units_count_what_devices_move),
	TEST(other_processors_have_other_stacks),
	TEST(each_stack_of_ice_lake_has_its_number),
	TEST(stacks_of_snow_ridge_have_ports_from_4_on),
	TEST(stacks_of_grand_ridge_have_their_numbers),
	TEST(stacks_of_skylake_are_in_an_msr),
	TEST(registers_can_be_set),
};

SUITE(connections);
