// SPDX-License-Identifier: GPL-2.0-only
/* Nehalem-EX and Westmere-EX: events that depend on what stands in registers of the box. */
#include "nhmex_test.h"

#define EV_SEL(n)	(1ull | (uint64_t)(n) << 1)
#define INC_SEL(n)	(1ull | (uint64_t)(n) << 9)
#define FLAG_SEL(n)	(1ull | 1ull << 7 | (uint64_t)(n) << 19)
#define MM_EN		(1ull << 63)

static void bbox_events_belong_to_a_counter(void)
{
	unsigned int c;

	boot("machine=nhmex");
	for (c = 0; c < 4; c++) {
		nhm_start(0xc60, c, EV_SEL(9));
		command("inject die=0 unit=bbox:1 event=9 counter=%u n=5", (c + 1) % 4);
		command("inject die=0 unit=bbox:1 event=8 counter=%u n=50", c);
		EXPECT_EQ(nhm_take(0xc60, c), 0);
		command("inject die=0 unit=bbox:1 event=9 counter=%u n=5", c);
		EXPECT_EQ(nhm_take(0xc60, c), 5);
	}
	EXPECT_EQ(new_violations(), 0);
}

/* Which events of each counter look at match and mask: a set mask bit is compared. */
static void bbox_match(void)
{
	unsigned int box, c, event;

	boot("machine=nhmex");
	for (box = 0; box < 2; box++) {
		uint32_t msr = 0xc20 + 0x40 * box;

		wrmsr(0, 0xe45 + 8 * box, 0xa0);
		wrmsr(0, 0xe46 + 8 * box, 0xf0);
		for (c = 0; c < 4; c++) {
			for (event = 0; event < 10; event++) {
				bool matches = (c == 0 && event <= 3) || (c == 1 && event <= 6) ||
					       (c == 2 && event == 4);

				nhm_start(msr, c, EV_SEL(event));
				command("inject die=0 unit=bbox:%u event=%u counter=%u n=3", box,
					event, c);
				EXPECT_EQ(nhm_take(msr, c), matches ? 0 : 3);
				command("inject die=0 unit=bbox:%u event=%u counter=%u packet=0x9ac n=3",
					box, event, c);
				EXPECT_EQ(nhm_take(msr, c), 3);
			}
		}
	}
	EXPECT_EQ(new_violations(), 0);
}

/* Table 2-35: a set mask bit is not compared. Only TO_R_PROG_EV looks at them. */
static void sbox_match(void)
{
	unsigned int box;

	boot("machine=nhmex");
	for (box = 0; box < 2; box++) {
		uint32_t msr = 0xc40 + 0x80 * box, mm_cfg = 0xe48 + 0x10 * box;

		nhm_start(msr, 0, NHM_EN);
		wrmsr(0, mm_cfg + 1, 0x1230);
		wrmsr(0, mm_cfg + 2, 0xf);
		command("inject die=0 unit=sbox:%u event=0 packet=0x1230 n=3", box);
		EXPECT_EQ(nhm_take(msr, 0), 0);
		wrmsr(0, mm_cfg, MM_EN);
		command("inject die=0 unit=sbox:%u event=0 packet=0x123c n=3", box);
		EXPECT_EQ(nhm_take(msr, 0), 3);
		command("inject die=0 unit=sbox:%u event=0 packet=0x122c n=3", box);
		command("inject die=0 unit=sbox:%u event=0 n=3", box);
		EXPECT_EQ(nhm_take(msr, 0), 0);
		nhm_start(msr, 0, NHM_EN | 1);
		command("inject die=0 unit=sbox:%u event=1 n=3", box);
		EXPECT_EQ(nhm_take(msr, 0), 3);
	}
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xe4a, 0);
	EXPECT(violation_says("while mm_cfg is not 0"));
	wrmsr(0, 0xe49, 0);
	EXPECT(violation_says("while mm_cfg is not 0"));
	wrmsr(0, 0xe48, 0);
	/* Bits 62:39 are ignored. */
	wrmsr(0, 0xe4a, ~0ull);
	EXPECT_EQ(rdmsr(0, 0xe4a), (1ull << 39) - 1);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xe48, 1);
	EXPECT(violation_says("reserved bits 0x1 set"));
}

static void mbox_registers(void)
{
	static const struct {
		uint64_t control;
		const char *event;
		uint32_t msr;		/* 0: no register goes with it */
	} events[] = {
		{ INC_SEL(0x00), "event=0", 0xca5 }, { FLAG_SEL(0), "flag=1 event=0", 0xca5 },
		{ INC_SEL(0x09), "event=9", 0xca6 }, { FLAG_SEL(1), "flag=1 event=1", 0xca6 },
		{ INC_SEL(0x0a), "event=0xa", 0xca6 }, { FLAG_SEL(6), "flag=1 event=6", 0xca7 },
		{ INC_SEL(0x04), "event=4", 0xca8 }, { INC_SEL(0x05), "event=5", 0xca8 },
		{ INC_SEL(0x16), "event=0x16", 0xca9 }, { FLAG_SEL(5), "flag=1 event=5", 0xca9 },
		{ INC_SEL(0x01), "event=1", 0 }, { FLAG_SEL(4), "flag=1 event=4", 0 },
		{ INC_SEL(0x1f), "event=0x1f", 0 },
	};
	unsigned int box;
	size_t i;

	boot("machine=nhmex");
	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		for (box = 0; box < 2; box++) {
			uint32_t msr = 0xca0 + 0x40 * box, reg = events[i].msr + 0x40 * box;

			if (events[i].msr)
				wrmsr(0, reg, 0);
			nhm_start(msr, 5, events[i].control);
			command("inject die=0 unit=mbox:%u %s n=3", box, events[i].event);
			EXPECT_EQ(nhm_take(msr, 5), 3);
			if (!events[i].msr)
				continue;
			/* It stays like this, for events that must not look at it. */
			wrmsr(0, reg, 0x80000001);
			command("inject die=0 unit=mbox:%u %s n=3", box, events[i].event);
			EXPECT_EQ(nhm_take(msr, 5), 0);
			command("inject die=0 unit=mbox:%u %s reg=0x80000001 n=3", box,
				events[i].event);
			EXPECT_EQ(nhm_take(msr, 5), 3);
			EXPECT_EQ(new_violations(), 0);
			wrmsr(0, reg, 1ull << 32 | 0x80000001);
			EXPECT(violation_says("reserved bits"));
		}
	}
	/* The number is an inc_sel or a set_flag_sel, never both. */
	nhm_start(0xca0, 0, INC_SEL(2));
	command("inject die=0 unit=mbox:0 flag=1 event=2 n=3");
	EXPECT_EQ(nhm_take(0xca0, 0), 0);
}

static void mbox_page_and_address(void)
{
	unsigned int event;

	boot("machine=nhmex");
	for (event = 0xa; event <= 0xb; event++) {
		nhm_start(0xce0, 1, INC_SEL(event));
		wrmsr(0, 0xcea, 0x77);
		wrmsr(0, 0xe5c, 0);
		command("inject die=0 unit=mbox:1 event=%u n=3", event);
		EXPECT_EQ(nhm_take(0xce0, 1), 0);
		command("inject die=0 unit=mbox:1 event=%u pld=0x77 n=3", event);
		EXPECT_EQ(nhm_take(0xce0, 1), 3);
		wrmsr(0, 0xe5d, 0x3ffffff00);
		wrmsr(0, 0xe5e, 0xff);
		wrmsr(0, 0xe5c, MM_EN);
		command("inject die=0 unit=mbox:1 event=%u pld=0x77 n=3", event);
		command("inject die=0 unit=mbox:1 event=%u pld=0x77 address=0xffffff8000 n=3",
			event);
		EXPECT_EQ(nhm_take(0xce0, 1), 0);
		command("inject die=0 unit=mbox:1 event=%u pld=0x77 address=0xffffffff40 n=3",
			event);
		EXPECT_EQ(nhm_take(0xce0, 1), 3);
		/* An event without an address agrees with none, not even with 0. */
		wrmsr(0, 0xe5c, 0);
		wrmsr(0, 0xe5d, 0);
		wrmsr(0, 0xe5c, MM_EN);
		command("inject die=0 unit=mbox:1 event=%u pld=0x77 n=3", event);
		EXPECT_EQ(nhm_take(0xce0, 1), 0);
	}
	/* Others do not look at the address. */
	nhm_start(0xce0, 1, INC_SEL(9));
	command("inject die=0 unit=mbox:1 event=9 n=3");
	EXPECT_EQ(nhm_take(0xce0, 1), 3);
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xe5e, 0);
	EXPECT(violation_says("while mm_cfg is not 0"));
	wrmsr(0, 0xe54, 0);
	wrmsr(0, 0xe55, 1ull << 34);
	EXPECT(violation_says("reserved bits"));
	wrmsr(0, 0xe56, 1ull << 27);
	EXPECT(violation_says("reserved bits"));
}

/* Four events that are the same, each with a field of its own in one register. */
static void fvc(const char *machine_name, unsigned int low)
{
	unsigned int programmed, injected;
	uint64_t shared = 1ull << (low + 12) | 0x20;

	boot(machine_name);
	for (programmed = 0; programmed < 4; programmed++) {
		nhm_start(0xca0, 2, INC_SEL(0xd + programmed));
		wrmsr(0, 0xcab, shared | 5ull << (low + 3 * programmed));
		for (injected = 0; injected < 4; injected++) {
			uint64_t field = 5ull << (low + 3 * injected);

			command("inject die=0 unit=mbox:0 event=%u reg=%llu n=3", 0xd + injected,
				(unsigned long long)(shared | field));
			EXPECT_EQ(nhm_take(0xca0, 2), 3);
			command("inject die=0 unit=mbox:0 event=%u reg=%llu n=3", 0xd + injected,
				(unsigned long long)(0x20 | field));
			command("inject die=0 unit=mbox:0 event=%u reg=%llu n=3", 0xd + injected,
				(unsigned long long)(shared | 4ull << (low + 3 * injected)));
			EXPECT_EQ(nhm_take(0xca0, 2), 0);
		}
	}
	EXPECT_EQ(new_violations(), 0);
	wrmsr(0, 0xcab, 1ull << (low + 13));
	EXPECT(violation_says("reserved bits"));
	EXPECT_EQ(rdmsr(0, 0xcab), 0);
}

static void mbox_fvc(void)
{
	fvc("machine=nhmex", 11);
	fvc("machine=wsmex", 12);
}

static void mbox_modes(void)
{
	boot("machine=nhmex");
	nhm_start(0xca0, 0, INC_SEL(2) | 1 << 6);
	command("preset die=0 unit=mbox:0 counter=0 value=0xfffffffffffe");
	command("inject die=0 unit=mbox:0 event=2 n=5");
	EXPECT_EQ(rdmsr(0, 0xcb1), 3);
	/* Without wrap_mode the counter stops, until it is programmed again. */
	nhm_start(0xca0, 0, INC_SEL(2));
	command("preset die=0 unit=mbox:0 counter=0 value=0xfffffffffffe");
	command("inject die=0 unit=mbox:0 event=2 n=5");
	command("inject die=0 unit=mbox:0 event=2 n=5");
	EXPECT_EQ(rdmsr(0, 0xcb1), 0);
	wrmsr(0, 0xcb0, INC_SEL(2));
	command("inject die=0 unit=mbox:0 event=2 n=5");
	EXPECT_EQ(rdmsr(0, 0xcb1), 5);
	/* Down is not modelled, up and down counts up. */
	nhm_start(0xca0, 0, INC_SEL(2) | 1 << 2);
	command("inject die=0 unit=mbox:0 event=2 n=5");
	EXPECT_EQ(rdmsr(0, 0xcb1), 0);
	nhm_start(0xca0, 0, INC_SEL(2) | 2 << 2);
	command("inject die=0 unit=mbox:0 event=2 n=5");
	EXPECT_EQ(rdmsr(0, 0xcb1), 5);
	EXPECT_EQ(new_violations(), 0);
	nhm_start(0xca0, 0, INC_SEL(2) | 3 << 2);
	EXPECT(violation_says("there is no count_mode 3"));
}

/* The registers of port @p, 0 to 7, and the value that event @k of it sees in them. */
static void rbox_program(unsigned int p, unsigned int k, uint64_t value)
{
	uint32_t qlx = p < 4 ? 0xe0c + p : 0xe2c + p - 4;
	uint32_t set = 0xe60 + 4 * p + (p >= 4 ? 0x10 : 0) + (k == 5 ? 0x10 : 0);

	switch (k) {
	case 0:
		wrmsr(0, 0xe04 + p, value);
		return;
	case 1:
		wrmsr(0, 0xe24 + p, value);
		return;
	case 2:
		wrmsr(0, qlx, value);
		return;
	case 3:
		wrmsr(0, qlx, value << 8);
		return;
	default:
		wrmsr(0, set, value);
		wrmsr(0, set + 1, value << 28);
		wrmsr(0, set + 2, ~value);
	}
}

static void rbox_inject(unsigned int p, unsigned int k, uint64_t value)
{
	command("inject die=0 unit=rbox:%u event=%u reg=%llu match=%llu mask=%llu n=3", p / 4,
		6 * (p % 4) + k, (unsigned long long)value, (unsigned long long)value << 28,
		(unsigned long long)~value);
}

static void rbox_ports(void)
{
	unsigned int p, k;

	boot("machine=nhmex");
	for (p = 0; p < 8; p++) {
		for (k = 0; k < 6; k++) {
			uint32_t msr = 0xe00 + 0x20 * (p / 4);
			uint64_t value = 0x80 + 8 * p + k;

			nhm_start(msr, 7, EV_SEL(6 * (p % 4) + k));
			rbox_program(p, k, value);
			rbox_inject(p, k, value ^ 1);
			rbox_inject(p, k ^ 2, value);
			rbox_inject(p ^ 1, k, value);
			EXPECT_EQ(nhm_take(msr, 7), 0);
			rbox_inject(p, k, value);
			EXPECT_EQ(nhm_take(msr, 7), 3);
			/* The other of a pair is the same event. */
			rbox_inject(p, k ^ 1, value);
			EXPECT_EQ(nhm_take(msr, 7), 3);
			if (k < 4)
				continue;
			command("inject die=0 unit=rbox:%u event=%u reg=%llu match=%llu n=3", p / 4,
				6 * (p % 4) + k, (unsigned long long)value,
				(unsigned long long)value << 28);
			command("inject die=0 unit=rbox:%u event=%u reg=%llu mask=%llu n=3", p / 4,
				6 * (p % 4) + k, (unsigned long long)value,
				(unsigned long long)~value);
			EXPECT_EQ(nhm_take(msr, 7), 0);
		}
	}
	/* The order of mm_cfg, match and mask does not matter here. */
	EXPECT_EQ(new_violations(), 0);
	nhm_start(0xe00, 0, EV_SEL(24));
	EXPECT(violation_says("there is no such event"));
	wrmsr(0, 0xe0c, 1 << 16);
	EXPECT(violation_says("reserved bits"));
	wrmsr(0, 0xe04, 1ull << 32);
	EXPECT(violation_says("reserved bits"));
}

static void attributes_have_limits(void)
{
	boot("machine=nhmex");
	command_error("inject die=0 unit=mbox:0 event=0 reg=0x100000000 n=1");
	command_error("inject die=0 unit=mbox:0 event=0 flag=2 n=1");
	command_error("inject die=0 unit=bbox:0 event=0 counter=8 n=1");
	command("inject die=0 unit=cbox:0 event=0 n=1");
}

static const struct test nhmex_events_tests[] = {
	TEST(bbox_events_belong_to_a_counter),
	TEST(bbox_match),
	TEST(sbox_match),
	TEST(mbox_registers),
	TEST(mbox_page_and_address),
	TEST(mbox_fvc),
	TEST(mbox_modes),
	TEST(rbox_ports),
	TEST(attributes_have_limits),
};

SUITE(nhmex_events);
