// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units at the edges of where they may be, and of what their types can have. Each case is an entry more in the table of
 * package 0, or one changed, and says what becomes of it.
 */
#include "../fuzz.h"
#include "../valid_table.h"
#include "cases.h"
#include "machine.h"
#include "processors/emr.h"
#include "rules.h"

#define LAST_ENTRY	(VALID_TABLE_WORDS / PMON_TABLE_ENTRY_QWORDS - 1)
#define SYSTEM		(0x7e00000 | PLACE_SYSTEM_DEVFN << 12)

static u64 *words;	/* the table of package 0 */
static unsigned int cases, counters;	/* of the last unit */

/* What becomes of an entry, and that all else is well. */
static enum pmon_verdict run(unsigned int entry)
{
	enum pmon_verdict verdict = PMON_VERDICTS;
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;

	REQUIRE(!place_run(&machine));
	place_check(&machine);
	list_for_each_entry(desc, &machine.units, list)
		if (!desc->die && desc->index == (int)entry - 1) {
			verdict = desc->verdict;
			counters = desc->unit.num_counters;
		}
	pmon_machine_release(&machine);
	REQUIRE(!place_left());
	cases++;
	return verdict;
}

static void expect(const char *what, unsigned int entry, enum pmon_verdict verdict)
{
	enum pmon_verdict found = run(entry);

	if (found == verdict)
		return;
	fprintf(stderr, "%s: %s, not: %s\n", what, pmon_verdict_name(found), pmon_verdict_name(verdict));
	exit(1);
}

static void begin(void)
{
	place_begin();
	words = place_words(0);
}

static unsigned int entry_of(u64 type, u64 id)
{
	unsigned int entry;

	for (entry = 1; entry <= LAST_ENTRY; entry++)
		if (words[3 * entry] && (words[3 * entry + 2] & 0xffffffff) == (id << 16 | type))
			return entry;
	REQUIRE(!"an entry");
	return 0;
}

/* A unit of a type that nobody knows, in the last entry: control, status, a control register and counters in a row. */
static void unnamed(enum pmon_access access, u64 control, unsigned int counters)
{
	unsigned int size = access == PMON_ACCESS_MSR ? 1 : 8;
	u64 *entry;

	begin();
	entry = &words[3 * LAST_ENTRY];
	entry[0] = counters | 2ULL * size << 8 | 48 << 16 | (u64)(2 + counters) * size << 24 | (u64)size << 32 |
		   (u64)access << 62;
	entry[1] = control;
	entry[2] = 77;
}

struct place_case {
	u64 control;
	unsigned int counters;
	enum pmon_verdict verdict;
};

static void check_places(enum pmon_access access, const struct place_case *places, unsigned int num)
{
	unsigned int i;
	char what[80];

	for (i = 0; i < num; i++) {
		unnamed(access, places[i].control, places[i].counters);
		snprintf(what, sizeof(what), "%u counters in %s at %#llx", places[i].counters, pmon_access_name(access),
			 places[i].control);
		expect(what, LAST_ENTRY, places[i].verdict);
	}
}

static void check_msrs(void)
{
	static const struct place_case places[] = {
		{ 0x30c0, 1, PMON_OK },
		{ 0x30c0, 4, PMON_OK },
		/* The sixteen registers of a unit end with two that are something else. */
		{ 0x30ca, 1, PMON_OK },
		{ 0x30cb, 1, PMON_BAD_RANGE },
		{ 0x30cc, 1, PMON_BAD_RANGE },
		{ 0x30c4, 4, PMON_OK },
		{ 0x30c5, 4, PMON_BAD_RANGE },
		{ 0x30ce, 1, PMON_BAD_RANGE },
		{ 0x30cf, 1, PMON_BAD_RANGE },
		/* Between those of units that the guide has. */
		{ 0x2400, 4, PMON_OK },
		{ 0x2a00, 4, PMON_OK },
		{ 0x2fa0, 4, PMON_OK },
		{ 0x3100, 1, PMON_OK },
		{ 0x31fc, 1, PMON_BAD_RANGE },
		/* Before and behind them. */
		{ 0x1ff0, 4, PMON_BAD_RANGE },
		{ 0x37f0, 4, PMON_OK },
		{ 0x3800, 4, PMON_BAD_RANGE },
		{ 0x1a0, 1, PMON_BAD_RANGE },
		/* Global registers. */
		{ 0x2fe4, 1, PMON_OK },
		{ 0x2fed, 1, PMON_BAD_RANGE },
		{ 0x2ff0, 1, PMON_BAD_OVERLAP },
		{ 0x2ff1, 1, PMON_BAD_OVERLAP },
		{ 0x2ff8, 1, PMON_BAD_OVERLAP },
		{ 0x2ffb, 1, PMON_BAD_RANGE },
		/* Those of another unit. */
		{ 0x3008, 1, PMON_BAD_OVERLAP },
	};
	check_places(PMON_ACCESS_MSR, places, ARRAY_SIZE(places));
	/* A CHA that the table lacks has its registers there. */
	unnamed(PMON_ACCESS_MSR, 0x2000 + 0x10 * PLACE_CHAS, 1);
	expect("an unnamed unit behind the CHAs", LAST_ENTRY, PMON_OK);
	place_set_cha_count(PLACE_CHAS + 1);
	expect("an unnamed unit in the place of a CHA", LAST_ENTRY, PMON_BAD_OVERLAP);
	/* Numbers have an end. */
	unnamed(PMON_ACCESS_MSR, 0x30c0, 1);
	words[3 * LAST_ENTRY + 2] |= 255 << 16;
	expect("unit 255 without a name", LAST_ENTRY, PMON_OK);
	words[3 * LAST_ENTRY + 2] += 1 << 16;
	expect("unit 256 without a name", LAST_ENTRY, PMON_BAD_ID);
}

static void check_functions(void)
{
	static const struct place_case places[] = {
		{ SYSTEM + 0x40, 1, PMON_OK },
		{ SYSTEM + 0xe0, 1, PMON_OK },
		{ SYSTEM + 0xe4, 1, PMON_BAD_RANGE },
		{ SYSTEM + PLACE_CAPABILITY, 1, PMON_BAD_RANGE },
		{ SYSTEM + PLACE_CAPABILITY + 0x3c, 1, PMON_BAD_RANGE },
		{ SYSTEM + PLACE_CAPABILITY + 0x40, 1, PMON_OK },
		{ SYSTEM + 0xfe0, 1, PMON_OK },
		{ SYSTEM + 0xfe4, 1, PMON_BAD_OFFSET },
		/* Another package's, one with a driver, a disk, a memory controller, discovery, none. */
		{ SYSTEM + 0x8000000 + 0x40, 1, PMON_BAD_DEVICE },
		{ 0x7e00040 | PLACE_DRIVEN_DEVFN << 12, 1, PMON_BAD_DEVICE },
		{ 0x7e00040 | PLACE_STORAGE_DEVFN << 12, 1, PMON_BAD_DEVICE },
		{ 0x7e00040 | PCI_DEVFN(12, 0) << 12, 1, PMON_BAD_DEVICE },
		{ 0x7e00040 | PCI_DEVFN(0, 3) << 12, 1, PMON_BAD_DEVICE },
		{ 0x7e00040 | PCI_DEVFN(29, 7) << 12, 1, PMON_BAD_DEVICE },
	};
	check_places(PMON_ACCESS_PCI, places, ARRAY_SIZE(places));
}

/* Nothing is written where a register has what no register of a unit can have. */
static void check_answers(void)
{
	static const struct {
		unsigned int offset;
		u32 value;
		enum pmon_verdict verdict;
	} answers[] = {
		{ 0x00, 0, PMON_OK },
		{ 0x00, ~0U, PMON_BAD_RESET },
		{ 0x00, 1 << 17, PMON_OK },
		{ 0x00, 1 << 18, PMON_BAD_RANGE },
		{ 0x00, 1U << 31, PMON_BAD_RANGE },
		/* It counts without the status. */
		{ 0x08, ~0U, PMON_OK },
		{ 0x08, 1 << 15, PMON_OK },
		{ 0x08, 1 << 16, PMON_OK },
		/* Two counters of 48 bits. */
		{ 0x20, ~0U, PMON_OK },
		{ 0x24, 0xffff, PMON_OK },
		{ 0x24, 0x10000, PMON_BAD_RANGE },
		{ 0x2c, 0x10000, PMON_BAD_RANGE },
	};
	struct pci_dev *pci;
	unsigned int i;
	char what[64];

	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		snprintf(what, sizeof(what), "register %#x reads %#x", answers[i].offset, answers[i].value);
		unnamed(PMON_ACCESS_MMIO, PLACE_FREE, 2);
		place_set_register(PLACE_FREE + answers[i].offset, answers[i].value);
		expect(what, LAST_ENTRY, answers[i].verdict);

		unnamed(PMON_ACCESS_PCI, SYSTEM + 0x40, 2);
		pci = place_function(0, PLACE_SYSTEM_DEVFN);
		pci->config[(0x40 + answers[i].offset) / 4] = answers[i].value;
		expect(what, LAST_ENTRY, answers[i].verdict);
		pci->config[(0x40 + answers[i].offset) / 4] = 0;
	}
}

/* Nothing is written to an MSR that faults, or to a channel that firmware hides. */
static void check_absent(void)
{
	u64 *entry;

	unnamed(PMON_ACCESS_MSR, 0x30c0, 1);
	place_kill_msr(0x30c0);
	expect("an unnamed unit whose status faults", LAST_ENTRY, PMON_BAD_RESET);
	unnamed(PMON_ACCESS_MSR, 0x30c0, 1);
	place_set_msr(0x30c1, ~0ULL);
	place_set_msr(0x30c3, ~0ULL);
	expect("an unnamed unit that reads as all ones", LAST_ENTRY, PMON_BAD_RESET);

	begin();
	entry = &words[3 * entry_of(EMR_IMC, 3)];
	place_set_register(entry[1], ~0U);
	expect("a channel that firmware hides", entry_of(EMR_IMC, 3), PMON_ABSENT);
	expect("the channel before it", entry_of(EMR_IMC, 2), PMON_OK);
	/* What a channel in use has in it is no reason against it. */
	begin();
	place_set_register(words[3 * entry_of(EMR_IMC, 3) + 1], 1U << 31);
	expect("a channel with a reserved bit", entry_of(EMR_IMC, 3), PMON_OK);
}

static void wake_channel(void)
{
	place_set_register(words[3 * entry_of(EMR_IMC, 3) + 1], 0);
}

static void wake_msrs(void)
{
	place_kill_msr(0);
}

static void wake_m2m(void)
{
	place_function(0, PCI_DEVFN(13, 0))->config[0x438 / 4] = 0;
}

/* Units of real machines read as all ones for a moment. They are asked four times. */
static void check_late(void)
{
	static const struct {
		unsigned int sleep;
		enum pmon_verdict verdict;
	} late[] = { { 1, PMON_OK }, { 3, PMON_OK }, { 4, PMON_ABSENT } };
	unsigned int i, entry;

	for (i = 0; i < ARRAY_SIZE(late); i++) {
		begin();
		entry = entry_of(EMR_IMC, 3);
		place_set_register(words[3 * entry + 1], ~0U);
		place_wake(late[i].sleep, wake_channel);
		expect("a channel that answers late", entry, late[i].verdict);
		begin();
		entry = entry_of(EMR_M2M, 1);
		place_function(0, PCI_DEVFN(13, 0))->config[0x438 / 4] = ~0U;
		place_wake(late[i].sleep, wake_m2m);
		expect("an M2M that answers late", entry, late[i].verdict);
	}
	unnamed(PMON_ACCESS_MSR, 0x30c0, 1);
	place_kill_msr(0x30c0);
	place_wake(3, wake_msrs);
	expect("an unnamed unit that answers late", LAST_ENTRY, PMON_OK);
	/* All of a package are asked before the driver sleeps. */
	begin();
	for (i = 0; i < 8; i++)
		place_set_register(words[3 * entry_of(EMR_IMC, i) + 1], ~0U);
	for (i = 0; i < 3; i++)
		place_function(0, PCI_DEVFN(12 + i, 0))->config[0x438 / 4] = ~0U;
	place_wake(0, NULL);
	expect("channels and M2Ms that never answer", entry, PMON_ABSENT);
	if (place_sleeps() != 3) {
		fprintf(stderr, "they cost %u sleeps\n", place_sleeps());
		exit(1);
	}
}

/* A unit of two counters has 0x30 bytes. */
static void check_memory(void)
{
	static const struct place_case places[] = {
		{ PLACE_FREE, 2, PMON_OK },
		{ PLACE_BRIDGE + 0x8000, 2, PMON_OK },
		{ PLACE_BRIDGE + PLACE_DISTANCE + 0x8000, 2, PMON_BAD_RANGE },
		{ PLACE_CLAIMED - 0x30, 2, PMON_OK },
		{ PLACE_CLAIMED - 0x28, 2, PMON_BAD_RANGE },
		{ PLACE_CLAIMED + PAGE_SIZE - 8, 2, PMON_BAD_RANGE },
		{ PLACE_CLAIMED + PAGE_SIZE, 2, PMON_OK },
		{ PLACE_STORAGE - 0x30, 2, PMON_OK },
		{ PLACE_STORAGE - 0x28, 2, PMON_BAD_RANGE },
		{ PLACE_STORAGE + 0x10000 - 8, 2, PMON_BAD_RANGE },
		{ PLACE_STORAGE + 0x10000, 2, PMON_OK },
		{ PLACE_TABLE + 0x10000 - 8, 2, PMON_BAD_RANGE },
		/* The BAR of discovery is the table's; behind it nothing is. */
		{ PLACE_TABLE + 0x10000, 2, PMON_OK },
		{ PLACE_CHANNELS - 0x30, 2, PMON_OK },
		{ PLACE_CHANNELS - 0x28, 2, PMON_BAD_RANGE },
		{ PLACE_CHANNELS + 0x2aff8, 2, PMON_BAD_RANGE },
		{ PLACE_CHANNELS + 0x2b000, 2, PMON_OK },
		{ PLACE_CHANNELS + PLACE_DISTANCE, 2, PMON_BAD_RANGE },
		{ PLACE_RAM_END - 8, 2, PMON_BAD_RANGE },
		/* RAM is mapped by the page. */
		{ PLACE_RAM_END - 0x1000, 2, PMON_BAD_RANGE },
		{ 0x1000, 2, PMON_BAD_RANGE },
		{ 0xfec00000 - 0x30, 2, PMON_OK },
		{ 0xfec00000 - 0x28, 2, PMON_BAD_RANGE },
		{ 0xfee00000, 2, PMON_BAD_RANGE },
		{ 6ULL << 30, 2, PMON_OK },
		{ PLACE_MEMORY - 0x1000, 2, PMON_OK },
		{ PLACE_MEMORY, 2, PMON_BAD_RANGE },
		{ PLACE_MEMORY + PLACE_MEMORY_SIZE, 2, PMON_BAD_RANGE },
		{ PLACE_MEMORY + 3 * PLACE_MEMORY_SIZE - 8, 2, PMON_BAD_RANGE },
		{ PLACE_MEMORY + 3 * PLACE_MEMORY_SIZE, 2, PMON_OK },
		{ (1ULL << 46) - 0x30, 2, PMON_OK },
		{ (1ULL << 46) - 0x28, 2, PMON_BAD_RANGE },
		{ PLACE_FREE + 4, 2, PMON_BAD_OFFSET },
	};
	check_places(PMON_ACCESS_MMIO, places, ARRAY_SIZE(places));
	unnamed(PMON_ACCESS_MMIO, PLACE_CHANNELS + PLACE_DISTANCE, 2);
	place_discovery(1)->vendor = 0xffff;
	expect("channels of a package without a table", LAST_ENTRY, PMON_BAD_RANGE);
	unnamed(PMON_ACCESS_MMIO, PLACE_BRIDGE + PLACE_DISTANCE + 0x8000, 2);
	kernel_cpus[2].online = kernel_cpus[3].online = false;
	expect("a bridge of a package without a CPU", LAST_ENTRY, PMON_BAD_RANGE);
}

/* Links of the guide are found without the table, and what it says of them does not count. This one is somewhere else. */
static u64 *add_link(u8 type, u16 device)
{
	u64 *entry = &words[3 * LAST_ENTRY];

	place_add_function(0, PCI_DEVFN(20, 1), device, 0x088000);
	memcpy(entry, &words[3 * entry_of(type, 3)], 3 * sizeof(u64));
	entry[1] = (entry[1] & ~PMON_PCI_DEVFN) | FIELD_PREP(PMON_PCI_DEVFN, PCI_DEVFN(20, 1));
	entry[2] = type | 7 << 16;
	return entry;
}

static u64 *first_of(u8 type)
{
	if (type == EMR_UPI)
		return add_link(type, EMR_PCI_UPI);
	if (type == EMR_M3UPI)
		return add_link(type, EMR_PCI_M3UPI);
	return &words[3 * entry_of(type, 0)];
}

/* The only unit of its type has no number, whatever the table says. */
#define ANY_ID	0xffff

/* How many counters a unit of each type has at most (Tables 1-9 and 1-12), and which numbers units may have. */
static void check_limits(void)
{
	static const struct {
		u8 type, counters;
		u16 max_id;
	} limits[] = {
		{ EMR_CHA, 4, 63 }, { EMR_IIO, 4, 63 }, { EMR_IRP, 2, 63 }, { EMR_M2PCIE, 4, 63 },
		{ EMR_PCU, 4, ANY_ID }, { EMR_IMC, 4, 63 }, { EMR_M2M, 4, 63 }, { EMR_MDF, 4, 63 },
		{ EMR_UPI, 4, 63 }, { EMR_M3UPI, 4, 63 }, { EMR_CXLCM, 8, 63 }, { EMR_CXLDP, 4, 63 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(limits); i++) {
		char what[64];
		u64 *entry;

		begin();
		entry = first_of(limits[i].type);
		snprintf(what, sizeof(what), "type %u", limits[i].type);
		expect(what, (entry - words) / 3, PMON_OK);
		REQUIRE((entry[0] & 0xff) == limits[i].counters);
		/* Room for one more, where the guide leaves that to the table. */
		if (limits[i].type == EMR_CXLCM)
			entry[0] += 8 << 24;
		entry[0]++;
		expect("a counter more than there are", (entry - words) / 3, PMON_OK);
		require("a counter more than there are", "counters", counters, limits[i].counters);
		entry[0] -= 2;
		expect("a counter less than usual", (entry - words) / 3, PMON_OK);
		require("a counter less than usual", "counters", counters, limits[i].counters - 1);
		entry[0]++;

		/* The last of those that are left has the highest number. */
		while (entry < &words[3 * LAST_ENTRY] && (entry[5] & 0xffff) == limits[i].type && entry[3])
			entry += 3;
		entry[2] = (entry[2] & ~0xffff0000ULL) | (u64)limits[i].max_id << 16;
		expect("the highest number", (entry - words) / 3, PMON_OK);
		if (limits[i].max_id == ANY_ID)
			continue;
		entry[2] += 1 << 16;
		expect("a number more than there are", (entry - words) / 3, PMON_BAD_ID);
	}
}

/* The guide leaves the space of CXL units to the table. They are at places of others no more than those without a name. */
static void check_cxl(void)
{
	static const struct {
		u64 access, control;
		enum pmon_verdict verdict;
	} places[] = {
		{ PMON_ACCESS_PCI, SYSTEM + 0x40, PMON_OK },
		{ PMON_ACCESS_PCI, 0x7e00040 | PLACE_STORAGE_DEVFN << 12, PMON_BAD_DEVICE },
		{ PMON_ACCESS_PCI, 0x7e00040 | PCI_DEVFN(12, 0) << 12, PMON_BAD_DEVICE },
		{ PMON_ACCESS_MSR, 0x30c0, PMON_OK },
		{ PMON_ACCESS_MSR, 0x1a0, PMON_BAD_RANGE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		unnamed((enum pmon_access)places[i].access, places[i].control, 4);
		words[3 * LAST_ENTRY + 2] = EMR_CXLCM | 7 << 16;
		expect("a CXL unit in another space", LAST_ENTRY, places[i].verdict);
	}
	/* A CHA that the table lacks has its registers there. */
	unnamed(PMON_ACCESS_MSR, 0x2000 + 0x10 * PLACE_CHAS, 1);
	words[3 * LAST_ENTRY + 2] = EMR_CXLCM | 7 << 16;
	expect("a CXL unit behind the CHAs", LAST_ENTRY, PMON_OK);
	place_set_cha_count(PLACE_CHAS + 1);
	expect("a CXL unit in the place of a CHA", LAST_ENTRY, PMON_BAD_OVERLAP);
}

/* The M2Ms of HBM have the type number of the others. Their ids in a table are unknown. */
static void check_m2m(void)
{
	u64 *entry;

	begin();
	place_add_function(0, PCI_DEVFN(13, 1), EMR_PCI_M2M, 0x110100);
	entry = &words[3 * LAST_ENTRY];
	memcpy(entry, &words[3 * entry_of(EMR_M2M, 1)], 3 * sizeof(u64));
	entry[1] |= 1 << 12;
	expect("an M2M of HBM with the id of another M2M", LAST_ENTRY, PMON_OK);
	expect("the other M2M", entry_of(EMR_M2M, 1), PMON_OK);
	entry[1] ^= 1 << 12;
	expect("an M2M that is there twice", LAST_ENTRY, PMON_BAD_DUPLICATE);
}

/* Entries and numbers in reverse order; numbers from 3 on. */
static void check_reverse(void)
{
	unsigned int highest[EMR_HBM] = {}, entry, i;
	u64 reversed[VALID_TABLE_WORDS];

	begin();
	for (entry = 1; entry <= LAST_ENTRY; entry++)
		if (words[3 * entry])
			highest[words[3 * entry + 2] & 0xffff] = words[3 * entry + 2] >> 16 & 0xffff;
	memcpy(reversed, words, sizeof(reversed));
	for (entry = 1; entry <= LAST_ENTRY; entry++) {
		u64 *from = &words[3 * (LAST_ENTRY + 1 - entry)];
		u64 last = highest[from[2] & 0xffff], id = from[2] >> 16 & 0xffff;

		memcpy(&reversed[3 * entry], from, 3 * sizeof(*from));
		if (*from)
			reversed[3 * entry + 2] += (3 + last - 2 * id) << 16;
	}
	memcpy(words, reversed, sizeof(reversed));
	for (entry = 1; entry <= LAST_ENTRY; entry++) {
		i = words[3 * entry + 2] & 0xffff;
		if (words[3 * entry] && i != EMR_UPI && i != EMR_M3UPI)
			expect("a table in reverse order", entry, PMON_OK);
	}
}

static void check_ranks(void)
{
	unsigned int entry;
	u64 cha[3];

	/* What fits neither its number nor the order of the others. */
	begin();
	entry = entry_of(EMR_CHA, 1);
	words[3 * entry + 1] = 0x23f0;
	expect("CHA 1 behind all others", entry, PMON_BAD_RANGE);
	words[3 * entry + 2] += 62 << 16;
	expect("CHA 63 behind all others", entry, PMON_OK);
	words[3 * entry + 1] = 0x2204;
	expect("a CHA between the places of two", entry, PMON_BAD_RANGE);
	begin();
	entry = entry_of(EMR_CHA, 0);
	words[3 * entry + 1] = 0x23f0;
	expect("CHA 0 behind all others", entry, PMON_BAD_RANGE);

	/* An unknown type in front of the unit that has the registers. */
	begin();
	entry = entry_of(EMR_CHA, 1);
	memcpy(cha, &words[3 * entry], sizeof(cha));
	words[3 * entry + 1] += 0x10;
	words[3 * entry + 2] += 77;
	expect("an unknown type at the place of CHA 2", entry, PMON_BAD_OVERLAP);
	expect("the CHA", entry_of(EMR_CHA, 2), PMON_OK);

	/* In the last place that a table has. */
	memcpy(&words[3 * LAST_ENTRY], cha, sizeof(cha));
	expect("the last entry", LAST_ENTRY, PMON_OK);

	/* A link is there once, whatever the table calls it, and even if it does not know of it. */
	begin();
	entry = entry_of(EMR_UPI, 2);
	words[3 * entry + 2] += 8 << 16;
	expect("a link with another number", entry, PMON_REPLACED);
	begin();
	entry = entry_of(EMR_M3UPI, 1);
	words[3 * entry + 1] ^= 1 << 12;
	expect("a link at another function", entry, PMON_REPLACED);
}

/* A package that lacks every other CHA, with numbers in the reverse order. */
static void check_gaps(void)
{
	unsigned int id, first, wrong, word;

	begin();
	for (id = 0; id < PLACE_CHAS; id++)
		words[3 * entry_of(EMR_CHA, id) + 1] = 0x2000 + 0x20 * (PLACE_CHAS - id);
	for (id = 0; id < PLACE_CHAS; id++)
		expect("a CHA in the reverse order", entry_of(EMR_CHA, id), PMON_OK);

	/* A wrong one, in front of others, costs only itself. */
	begin();
	for (id = 0; id < PLACE_CHAS; id++)
		words[3 * entry_of(EMR_CHA, id) + 1] = 0x2000 + 0x10 * (20 + 2 * id);
	words[3 * entry_of(EMR_CHA, 9) + 1] = 0x2000 + 0x10 * 16;
	first = entry_of(EMR_CHA, 1);
	wrong = entry_of(EMR_CHA, 9);
	for (word = 0; word < 3; word++)
		swap(words[3 * first + word], words[3 * wrong + word]);
	for (id = 0; id < PLACE_CHAS; id++)
		expect("a CHA beside a wrong one", entry_of(EMR_CHA, id), id == 9 ? PMON_BAD_RANGE : PMON_OK);
}

/* Table 1-9 has four MDF units in a row and room for more; other processors have some there. */
static void check_mdf(void)
{
	static const u8 first_slots[] = { 0, 9, 18 };
	unsigned int i, id;
	u64 *mdf;

	for (i = 0; i < ARRAY_SIZE(first_slots); i++) {
		begin();
		mdf = &words[3 * entry_of(EMR_MDF, 0)];
		for (id = 0; id < 14; id++)
			words[3 * entry_of(EMR_MDF, id) + 1] = 0x2800 + 0x10 * (first_slots[i] + id);
		for (id = 0; id < 14; id++)
			expect("an MDF in the room between two rows", entry_of(EMR_MDF, id), PMON_OK);
	}
	/* Numbers in reverse order. */
	for (id = 0; id < 14; id++)
		words[3 * entry_of(EMR_MDF, id) + 1] = 0x2800 + 0x10 * (27 - 2 * id);
	for (id = 0; id < 14; id++)
		expect("an MDF in the reverse order", entry_of(EMR_MDF, id), PMON_OK);
	mdf[1] = 0x2a00;
	expect("an MDF behind the last place", (mdf - words) / 3, PMON_BAD_RANGE);
	mdf[1] = 0x2804;
	expect("an MDF between two places", (mdf - words) / 3, PMON_BAD_RANGE);
	begin();
	mdf = &words[3 * entry_of(EMR_MDF, 0)];
	mdf[1] = 0x2860;
	expect("an MDF out of order where the guide has none", (mdf - words) / 3, PMON_BAD_RANGE);
}

int main(void)
{
	check_msrs();
	check_functions();
	check_answers();
	check_absent();
	check_late();
	check_memory();
	check_limits();
	check_cxl();
	check_m2m();
	check_reverse();
	check_ranks();
	check_gaps();
	check_mdf();
	find_cases();
	later_cases();
	static_cases();
	gnr_cases();
	table_cases();
	map_cases();
	node_cases();
	cases += free_running_cases() + description_cases() + real_cases();
	printf("%u cases\n", cases + required);
	return 0;
}
