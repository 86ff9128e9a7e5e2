// SPDX-License-Identifier: GPL-2.0-only
/* Haswell-EP, Broadwell-EP and Broadwell-DE: what differs from Ivy Bridge-EP. */
#include <stdio.h>
#include <string.h>

#include "old_units.h"

#define HSX_ALL	"machine=hsx cbox=18 sbox=4 ha=2 imc=8 qpi=3 r3qpi=3 irp=1"
#define BDX_ALL	"machine=bdx cbox=24 sbox=4 ha=2 imc=8 qpi=3 r3qpi=3 irp=1"

#define CBO(id)		(0xe00u + 0x10u * (id))
#define SBO(id)		(0x720u + 0xau * (id))
#define PCU		0x710u
#define UBOX		0x705u

/* Units in MSR space: the first control and the first counter. */
struct msr_unit {
	const char *name;
	uint32_t control, counter;
	unsigned int counters, width;
};

static void count_msr_unit(const struct msr_unit *u)
{
	unsigned int c;

	for (c = 0; c < u->counters; c++) {
		wrmsr(0, u->counter + c, (1ull << u->width) - 2);
		wrmsr(0, u->control + c, EN | 0x3f);
	}
	command("inject die=0 unit=%s event=0x3e n=100", u->name);
	command("inject die=1 unit=* event=0x3f n=100");
	command("inject die=0 unit=%s event=0x3f n=9", u->name);
	for (c = 0; c < u->counters; c++) {
		EXPECT_EQ(rdmsr(0, u->counter + c), 7);
		wrmsr(0, u->control + c, 0);
	}
	EXPECT_EQ(new_violations(), 0);
}

static void msr_units(void)
{
	static const struct msr_unit hsx[] = {
		{ "cbox:0", CBO(0) + 1, CBO(0) + 8, 4, 48 },
		{ "cbox:17", 0xf11, 0xf18, 4, 48 },
		{ "sbox:0", 0x721, 0x726, 4, 44 }, { "sbox:3", 0x73f, 0x744, 4, 44 },
		{ "pcu:0", 0x711, 0x717, 4, 48 }, { "ubox:0", 0x705, 0x709, 2, 44 },
	};
	static const struct msr_unit bdx[] = {
		{ "cbox:23", 0xf71, 0xf78, 4, 48 }, { "sbox:3", 0x73f, 0x744, 4, 48 },
		{ "ubox:0", 0x705, 0x709, 2, 48 },
	};
	size_t i;

	boot(HSX_ALL);
	for (i = 0; i < sizeof(hsx) / sizeof(hsx[0]); i++)
		count_msr_unit(&hsx[i]);
	boot(BDX_ALL);
	for (i = 0; i < sizeof(bdx) / sizeof(bdx[0]); i++)
		count_msr_unit(&bdx[i]);
}

static void count_function(const char *unit, unsigned int bus, unsigned int device,
			   unsigned int function, unsigned int counters)
{
	size_t f = find_on_bus(0, bus, device, function);
	unsigned int c;

	for (c = 0; c < counters; c++)
		config_write(f, 0xd8 + 4 * c, EN | 0x3f);
	command("inject die=0 unit=%s event=0x3f n=6", unit);
	for (c = 0; c < counters; c++)
		EXPECT_EQ(config_read(f, 0xa0 + 8 * c), 6);
	EXPECT_EQ(new_violations(), 0);
}

static void pci_units(void)
{
	boot(HSX_ALL);
	count_function("ha:0", 0x7f, 0x12, 1, 4);
	count_function("ha:1", 0x7f, 0x12, 5, 4);
	count_function("imc:2", 0x7f, 0x15, 0, 4);
	count_function("imc:4", 0x7f, 0x17, 0, 4);
	count_function("imc:7", 0x7f, 0x18, 1, 4);
	count_function("irp:0", 0x00, 0x05, 6, 4);
	count_function("qpi:2", 0x7f, 0x0a, 2, 4);
	count_function("r2pcie:0", 0x7f, 0x10, 1, 4);
	count_function("r3qpi:2", 0x7f, 0x0b, 5, 3);
}

/* The registers of SBoxes that are not there fault, and so does a write of several bits. */
static void sboxes(void)
{
	boot("machine=hsx");
	EXPECT_EQ(config_read(find_function(0, 0x1e, 3), 0x94), 0);
	wrmsr(0, SBO(1), 1);
	wrmsr(0, SBO(1), 3);
	wrmsr(0, SBO(1), 0x10003);
	wrmsr(0, SBO(1), 0x10000);
	wrmsr(0, SBO(1), 0x10100);
	EXPECT_EQ(rdmsr(0, SBO(1)), 0x10100);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, SBO(1), 0x10003);
	EXPECT(violation_says("sets bits 0x3 of an SBox at once faults"));
	wrmsr(0, SBO(2), 1);
	EXPECT(violation_says("no such register"));
	boot(HSX_ALL);
	EXPECT_EQ(config_read(find_function(0, 0x1e, 3), 0x94), 0x40);
	boot("machine=bdx");
	EXPECT_EQ(config_read(find_function(0, 0x1e, 3), 0x94), 0);
	rdmsr(0, SBO(0));
	EXPECT(violation_says("no such register"));
	boot("machine=bdx sbox=4");
	EXPECT_EQ(config_read(find_function(0, 0x1e, 3), 0x94), 0x40);
}

static void unit_control_reads_back(void)
{
	size_t imc;

	boot("machine=hsx");
	imc = find_function(0, 0x14, 0);
	wrmsr(0, CBO(0), 0x10103);
	EXPECT_EQ(rdmsr(0, CBO(0)), 0x10100);
	config_write(imc, 0xf4, 0x10103);
	EXPECT_EQ(config_read(imc, 0xf4), 0x10100);
	wrmsr(0, CBO(0) + 1, EN | 0x3f);
	command("inject die=0 unit=cbox:0 event=0x3f n=3");
	EXPECT_EQ(rdmsr(0, CBO(0) + 8), 0);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, CBO(0), 1u << 17);
	EXPECT(violation_says("reserved bits 0x20000 set"));
}

/* The freeze is a command; what cores get interrupts is kept. */
static void global_freeze(void)
{
	boot("machine=hsx frozen=1");
	wrmsr(0, CBO(0) + 1, EN | 0x3f);
	wrmsr(0, UBOX, EN | 0x3f);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(rdmsr(0, CBO(0) + 8), 0);
	EXPECT_EQ(rdmsr(0, 0x700), 1u << 31);
	wrmsr(0, 0x700, 0);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(rdmsr(0, CBO(0) + 8), 0);
	wrmsr(0, 0x700, 1u << 29 | 0x2a);
	EXPECT_EQ(rdmsr(0, 0x700), 0x2a);
	command("inject die=0 unit=* event=0x3f n=7");
	EXPECT_EQ(rdmsr(0, CBO(0) + 8), 7);
	EXPECT_EQ(rdmsr(0, 0x709), 7);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0x700, 1u << 28);
	EXPECT(violation_says("reserved bits 0x10000000 set"));
}

/* What counter 0 of CBo 0 makes of an injection. */
static uint64_t counted(uint32_t control, const char *attributes)
{
	wrmsr(0, CBO(0) + 1, EN | control);
	wrmsr(0, CBO(0) + 8, 0);
	command("inject die=0 unit=cbox:0 event=0x%x umask=0x%x %s n=1", control & 0xff,
		control >> 8 & 0xff, attributes);
	EXPECT_EQ(new_violations(), 0);
	return rdmsr(0, CBO(0) + 8);
}

static void cbox_filters(void)
{
	boot("machine=hsx");
	wrmsr(0, CBO(0) + 5, 0x41u << 17 | 0x3f);
	EXPECT_EQ(counted(1u << 19 | 0x3f, "tid=0x3f"), 1);
	EXPECT_EQ(counted(1u << 19 | 0x3f, "tid=0x1f"), 0);
	EXPECT_EQ(counted(0x1134, "state=0x40"), 1);
	EXPECT_EQ(counted(0x1134, "state=0x20"), 0);
	wrmsr(0, CBO(0) + 6, 0x182 << 20 | 0x8000);
	EXPECT_EQ(counted(0x0135, "opc=0x182"), 1);
	EXPECT_EQ(counted(0x0336, "opc=0x183"), 0);
	EXPECT_EQ(counted(0x4029, "nid=15"), 1);
	EXPECT_EQ(counted(0x4029, "nid=14"), 0);
	EXPECT_EQ(counted(0x0129, "nid=14"), 1);
	EXPECT_EQ(counted(0x4033, "nid=14"), 0);
	EXPECT_EQ(counted(0x8033, "nid=14"), 0);
	EXPECT_EQ(counted(0x8033, "nid=15"), 1);
	EXPECT_EQ(counted(0x4031, "nid=14"), 1);
	wrmsr(0, CBO(0) + 5, 1u << 6);
	EXPECT(violation_says("reserved bits 0x40 set"));
}

static void ubox_filter(void)
{
	boot("machine=hsx");
	wrmsr(0, 0x707, 0x25);
	wrmsr(0, UBOX, EN | 0x0141);
	wrmsr(0, UBOX + 1, EN | 0x0241);
	command("inject die=0 unit=ubox:0 event=0x41 umask=1 tid=0x24 n=3");
	command("inject die=0 unit=ubox:0 event=0x41 umask=2 tid=0x24 n=3");
	EXPECT_EQ(rdmsr(0, 0x709), 0);
	EXPECT_EQ(rdmsr(0, 0x70a), 3);
	command("inject die=0 unit=ubox:0 event=0x41 umask=1 tid=0x25 n=3");
	EXPECT_EQ(rdmsr(0, 0x709), 3);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0x707, 0x40);
	EXPECT(violation_says("reserved bits 0x40 set"));
}

/* Counters that only one of the two processors has for an event. */
static void restrictions(void)
{
	size_t ha, r3qpi;

	boot(HSX_ALL);
	wrmsr(0, CBO(0) + 2, EN | 0x09);
	EXPECT(violation_says("this counter cannot count this event"));
	wrmsr(0, PCU + 1, EN | 0x4080);
	ha = find_function(0, 0x12, 1);
	r3qpi = find_function(0, 0x0b, 1);
	config_write(ha, 0xe0, EN | 0x162);
	EXPECT_EQ(new_violations(), 0);
	config_write(ha, 0xe4, EN | 0x162);
	EXPECT(violation_says("this counter cannot count this event"));
	config_write(r3qpi, 0xe0, EN | 0x01);
	EXPECT(violation_says("this counter cannot count this event"));
	boot(BDX_ALL);
	r3qpi = find_function(0, 0x0b, 1);
	wrmsr(0, CBO(0) + 2, EN | 0x09);
	config_write(r3qpi, 0xe0, EN | 0x01);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, PCU + 1, EN | 0x4080);
	EXPECT(violation_says("this counter cannot count this event"));
}

static void fixed_counters(void)
{
	size_t imc;

	boot("machine=hsx");
	imc = find_function(0, 0x14, 0);
	wrmsr(0, 0x703, EN);
	config_write(imc, 0xf0, EN);
	command("inject-free die=0 unit=ubox:0 counter=fixed n=4");
	command("inject-free die=0 unit=imc:0 counter=fixed n=5");
	EXPECT_EQ(rdmsr(0, 0x704), 4);
	EXPECT_EQ(config_read(imc, 0xd0), 5);
	EXPECT_EQ(new_violations(), 0);
}

static void links(void)
{
	boot("machine=hsx packages=1");
	command_error("get die=0 unit=qpi:0");
	find_function(0, 0x0b, 1);
	EXPECT_EQ(machine_bus(machine, 0), 0xff);
	boot("machine=bdx qpi=3");
	EXPECT_EQ(config_read(find_function(0, 0x0a, 6), 0), 0x6f468086);
	boot("machine=bdxde packages=1");
	command_error("get die=0 unit=qpi:0");
	EXPECT(!strstr(command("get die=0 unit=imc:3"), "match0"));
}

/* Four packages: 00 [3f] 40 [7f] 80 [bf] c0 [ff], with the UBoxes in brackets. */
static void packages(void)
{
	boot("machine=hsx packages=4 cpus=8");
	EXPECT_EQ(config_read(find_on_bus(0, 0x3f, 0x10, 5), 0x40), 0);
	EXPECT_EQ(config_read(find_on_bus(3, 0xff, 0x10, 5), 0x40), 3);
	EXPECT_EQ(config_read(find_on_bus(2, 0xbf, 0x10, 5), 0x54), 03210);
	find_on_bus(1, 0x40, 0x05, 0);
	boot("machine=bdx packages=4 cpus=8");
	find_on_bus(1, 0x7f, 0x10, 5);
	EXPECT(strstr(boot_error("machine=bdxde packages=4"), "has one or two"));
}

static const struct test hsx_tests[] = {
	TEST(msr_units),
	TEST(pci_units),
	TEST(sboxes),
	TEST(unit_control_reads_back),
	TEST(global_freeze),
	TEST(cbox_filters),
	TEST(ubox_filter),
	TEST(restrictions),
	TEST(fixed_counters),
	TEST(links),
	TEST(packages),
};

SUITE(hsx);
