// SPDX-License-Identifier: GPL-2.0-only
/* The filters of Sandy Bridge-EP: they decide when the event happens. */
#include <stdio.h>
#include <string.h>

#include "old_units.h"

#define CBOX_FILTER	0xd14
#define PCU_FILTER	0xc34

/* What counter 0 of a unit makes of an injection, given as its attributes. */
static uint64_t counted(const struct old_unit *u, uint32_t control, const char *attributes)
{
	write_control(u, 0, EN | control);
	write_counter(u, 0, 0);
	command("inject die=0 unit=%s:%u event=0x%x umask=0x%x ext=%u %s n=1", u->type, u->id,
		control & 0xff, control >> 8 & 0xff, !!(control & EXTRA_SELECT), attributes);
	EXPECT_EQ(new_violations(), 0);
	return read_counter(u, 0);
}

static void thread_filter(void)
{
	const struct old_unit *u = &snbep_units[0];
	const uint32_t tid_en = 1u << 19;

	boot(SNBEP_ALL);
	wrmsr(0, CBOX_FILTER, 0x1e);
	EXPECT_EQ(counted(u, tid_en | 0x3f, "tid=0x1e"), 1);
	EXPECT_EQ(counted(u, tid_en | 0x3f, "tid=0xe"), 0);
	EXPECT_EQ(counted(u, tid_en | 0x3f, ""), 0);
	EXPECT_EQ(counted(u, 0x3f, "tid=0xe"), 1);
	/* The other fields are not the thread's. */
	wrmsr(0, CBOX_FILTER, 0xfffffc1e);
	EXPECT_EQ(counted(u, tid_en | 0x3f, "tid=0x1e"), 1);
}

static void state_filter(void)
{
	const struct old_unit *u = &snbep_units[0];

	boot(SNBEP_ALL);
	/* Without a state nothing counts. */
	EXPECT_EQ(counted(u, 0x0334, "state=0x8"), 0);
	wrmsr(0, CBOX_FILTER, 0x9 << 18);
	EXPECT_EQ(counted(u, 0x0334, "state=0x8"), 1);
	EXPECT_EQ(counted(u, 0x0334, "state=0x1"), 1);
	EXPECT_EQ(counted(u, 0x0334, "state=0x10"), 0);
	EXPECT_EQ(counted(u, 0x0334, ""), 0);
	EXPECT_EQ(counted(u, 0x1134, "state=0x1"), 1);
	/* With the node's umask bit both count. */
	EXPECT_EQ(counted(u, 0x4334, "state=0x1 nid=1"), 0);
	wrmsr(0, CBOX_FILTER, 0x9 << 18 | 0x2 << 10);
	EXPECT_EQ(counted(u, 0x4334, "state=0x1 nid=1"), 1);
	EXPECT_EQ(counted(u, 0x4334, "state=0x2 nid=1"), 0);
	EXPECT_EQ(counted(u, 0x4334, "state=0x1 nid=0"), 0);
	EXPECT_EQ(counted(u, 0x4334, "state=0x1"), 0);
	EXPECT_EQ(counted(u, 0x0334, "state=0x1 nid=0"), 1);
}

static void opcode_and_node_filter(void)
{
	static const uint8_t tor[] = { 0x35, 0x36 };
	const struct old_unit *u = &snbep_units[0];
	size_t i;

	boot(SNBEP_ALL);
	wrmsr(0, CBOX_FILTER, 0x19eu << 23 | 0x81 << 10);
	for (i = 0; i < sizeof(tor); i++) {
		EXPECT_EQ(counted(u, 0x0100 | tor[i], "opc=0x19e"), 1);
		EXPECT_EQ(counted(u, 0x0100 | tor[i], "opc=0x182"), 0);
		EXPECT_EQ(counted(u, 0x0300 | tor[i], "opc=0x19e nid=3"), 1);
		EXPECT_EQ(counted(u, 0x4100 | tor[i], "opc=0x19e nid=7"), 1);
		EXPECT_EQ(counted(u, 0x4100 | tor[i], "opc=0x19e nid=6"), 0);
		EXPECT_EQ(counted(u, 0x4100 | tor[i], "opc=0x19f nid=7"), 0);
		EXPECT_EQ(counted(u, 0x4800 | tor[i], "opc=0x182 nid=0"), 1);
		EXPECT_EQ(counted(u, 0x4800 | tor[i], "nid=1"), 0);
		EXPECT_EQ(counted(u, 0x4800 | tor[i], ""), 0);
		EXPECT_EQ(counted(u, 0x0a00 | tor[i], ""), 1);
	}
	EXPECT_EQ(counted(u, 0x4137, "nid=0"), 1);
	EXPECT_EQ(counted(u, 0x4137, "nid=2"), 0);
	EXPECT_EQ(counted(u, 0x0137, "nid=2"), 1);
}

static void cbox_filter_register(void)
{
	boot(SNBEP_ALL);
	wrmsr(0, CBOX_FILTER, 0xfffffc1f);
	EXPECT_EQ(new_violations(), 0);
	EXPECT_EQ(rdmsr(0, CBOX_FILTER), 0xfffffc1f);
	wrmsr(0, CBOX_FILTER, 0x3e0);
	EXPECT(violation_says("reserved bits 0x3e0 set"));
	/* Each CBo has its own. */
	EXPECT_EQ(rdmsr(0, CBOX_FILTER + 0x20), 0);
	/* A reset of the controls leaves it. */
	wrmsr(0, CBOX_FILTER, 0x12);
	wrmsr(0, 0xd04, RST_CTRL | RST_CTRS);
	EXPECT_EQ(rdmsr(0, CBOX_FILTER), 0x12);
}

static void frequency_bands(void)
{
	const struct old_unit *u = old_unit(snbep_units, "pcu", 0);
	unsigned int band;

	boot(SNBEP_ALL);
	wrmsr(0, PCU_FILTER, 0x20181008);
	for (band = 0; band < 4; band++) {
		unsigned int mhz = 800 * (band + 1);
		char attributes[32];

		snprintf(attributes, sizeof(attributes), "mhz=%u", mhz);
		EXPECT_EQ(counted(u, 0x0b + band, attributes), 1);
		snprintf(attributes, sizeof(attributes), "mhz=%u", mhz - 1);
		EXPECT_EQ(counted(u, 0x0b + band, attributes), 0);
	}
	/* The same code with the extra select bit is another event. */
	EXPECT_EQ(counted(u, EXTRA_SELECT | 0x0b, ""), 1);
	EXPECT_EQ(counted(u, 0x0f, ""), 1);
	wrmsr(0, PCU_FILTER, 1ull << 32);
	EXPECT(violation_says("reserved bits"));
}

static void address_and_opcode_match(void)
{
	const struct old_unit *u = old_unit(snbep_units, "ha", 0);
	size_t f;

	boot(SNBEP_ALL);
	f = find_function(0, 14, 1);
	config_write(f, 0x40, 0x12345fc0);
	config_write(f, 0x44, 0x2abc);
	config_write(f, 0x48, 0x15);
	EXPECT_EQ(config_read(f, 0x40), 0x12345fc0);
	EXPECT_EQ(counted(u, 0x0320, "address=0x2abc12345000 opcode=0x15"), 1);
	EXPECT_EQ(counted(u, 0x0020, "address=0x2abc12345abc opcode=0x15"), 1);
	EXPECT_EQ(counted(u, 0x0020, "address=0x2abc12345abc opcode=0x14"), 0);
	EXPECT_EQ(counted(u, 0x0020, "address=0x2abc12346abc opcode=0x15"), 0);
	EXPECT_EQ(counted(u, 0x0320, "address=0x2abc12346fc0 opcode=0x15"), 0);
	EXPECT_EQ(counted(u, 0x0320, "address=0x0abc12345fc0 opcode=0x15"), 0);
	EXPECT_EQ(counted(u, 0x0320, "address=0x2abc12345fc0 opcode=0x14"), 0);
	EXPECT_EQ(counted(u, 0x0120, "address=0x2abc12345fc0 opcode=0x14"), 1);
	EXPECT_EQ(counted(u, 0x0220, "opcode=0x15"), 1);
	EXPECT_EQ(counted(u, 0x0121, ""), 1);
	config_write(f, 0x40, 0x20);
	EXPECT(violation_says("reserved bits 0x20 set"));
	config_write(f, 0x44, 0x4000);
	EXPECT(violation_says("reserved bits 0x4000 set"));
	config_write(f, 0x48, 0x40);
	EXPECT(violation_says("reserved bits 0x40 set"));
}

static void packet_match(void)
{
	const struct old_unit *u = old_unit(snbep_units, "qpi", 1);
	const uint32_t cto_count = EXTRA_SELECT | 0x38;
	size_t f;

	boot(SNBEP_ALL);
	f = find_function(0, 9, 6);
	/* A mask of 0 looks at nothing. */
	EXPECT_EQ(counted(u, cto_count, ""), 1);
	/* DRS.AnyResp, from remote node 5 */
	config_write(f, 0x228, 0x1c00);
	config_write(f, 0x238, 0x1e00);
	config_write(f, 0x22c, 0x5);
	config_write(f, 0x23c, 0xf);
	EXPECT_EQ(counted(u, cto_count, "packet=0x500001c00"), 1);
	EXPECT_EQ(counted(u, cto_count, "packet=0xf00058003fdf8"), 1);
	EXPECT_EQ(counted(u, cto_count, "packet=0x580001df8"), 1);
	EXPECT_EQ(counted(u, cto_count, "packet=0x400001c00"), 0);
	EXPECT_EQ(counted(u, cto_count, "packet=0x500001800"), 0);
	/* 0x38 without the bit is another event, and the other port has its own. */
	EXPECT_EQ(counted(u, 0x38, ""), 1);
	EXPECT_EQ(counted(old_unit(snbep_units, "qpi", 0), cto_count, ""), 1);
	config_write(f, 0x228, 0x4);
	EXPECT(violation_says("reserved bits 0x4 set"));
	config_write(f, 0x23c, 0x10);
	EXPECT(violation_says("reserved bits 0x10 set"));
	/* They count as accesses to the port. */
	command("stats reset");
	config_write(f, 0x228, 0);
	EXPECT_EQ(reply_number(command("stats"), "unit 0 qpi 1 pcird=0 pciwr"), 1);
}

/* Firmware can hide the functions with the match registers; there is nothing to match then. */
static void no_match_registers(void)
{
	const struct machine_function *list;
	size_t count, i, found = 0;

	boot(SNBEP_ALL " qpi_filter.0=0");
	list = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		if (list[i].device != 8 && list[i].device != 9)
			continue;
		EXPECT(list[i].package || list[i].function != 6);
		found += list[i].function == 6;
	}
	EXPECT_EQ(found, 2);
	EXPECT_EQ(counted(old_unit(snbep_units, "qpi", 1), EXTRA_SELECT | 0x38, "packet=1"), 1);
	EXPECT(strstr(boot_error("qpi_filter=0"), "has no option 'qpi_filter'"));
}

static const struct test snbep_filters_tests[] = {
	TEST(thread_filter),
	TEST(state_filter),
	TEST(opcode_and_node_filter),
	TEST(cbox_filter_register),
	TEST(frequency_bands),
	TEST(address_and_opcode_match),
	TEST(packet_match),
	TEST(no_match_registers),
};

SUITE(snbep_filters);
