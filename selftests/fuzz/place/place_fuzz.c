// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables that anything was done to, compared with a machine. An input is a list of changes of the table of one package; that
 * of the other is good.
 */
#include "../fuzz.h"
#include "../valid_table.h"
#include "machine.h"
#include "processors/emr.h"
#include "rules.h"

#define ENTRIES		(VALID_TABLE_WORDS / PMON_TABLE_ENTRY_QWORDS)
#define MAX_CHANGES	64

static u64 good[PLACE_DIES][VALID_TABLE_WORDS];

/* Where something lies that a unit could have, or touch. */
static const struct {
	enum pmon_access access;
	u64 address;
} places[] = {
	{ PMON_ACCESS_MSR, 0x2000 }, { PMON_ACCESS_MSR, 0x23f0 }, { PMON_ACCESS_MSR, 0x2f80 }, { PMON_ACCESS_MSR, 0x2fc0 },
	{ PMON_ACCESS_MSR, 0x30c0 }, { PMON_ACCESS_MSR, 0x30f0 }, { PMON_ACCESS_MSR, 0x2ff0 }, { PMON_ACCESS_MSR, 0x34c0 },
	{ PMON_ACCESS_MMIO, PLACE_TABLE }, { PMON_ACCESS_MMIO, PLACE_CHANNELS }, { PMON_ACCESS_MMIO, PLACE_BRIDGE },
	{ PMON_ACCESS_MMIO, PLACE_STORAGE }, { PMON_ACCESS_MMIO, PLACE_CLAIMED }, { PMON_ACCESS_MMIO, PLACE_FREE },
	{ PMON_ACCESS_MMIO, 0xfec00000 - 0x80 }, { PMON_ACCESS_MMIO, (1ULL << 32) - 0x80 },
	{ PMON_ACCESS_MMIO, (1ULL << 46) - 0x80 }, { PMON_ACCESS_MMIO, 6ULL << 30 },
	{ PMON_ACCESS_MMIO, PLACE_MEMORY },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_SYSTEM_DEVFN << 12 | 0x80 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_SYSTEM_DEVFN << 12 | 0x100 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_SYSTEM_DEVFN << 12 | 0xf80 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_DRIVEN_DEVFN << 12 | 0x80 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_STORAGE_DEVFN << 12 | 0x80 },
	{ PMON_ACCESS_PCI, 0xfe00000 | PLACE_SYSTEM_DEVFN << 12 | 0x80 },
	{ PMON_ACCESS_PCI, 0x7e00000 | 0x80 },
};

/* An entry that fits itself; whether it fits the machine is the question. */
static void place_somewhere(struct input *input, u64 *entry)
{
	unsigned int place = take(input, 1) % ARRAY_SIZE(places), type = take(input, 1), size, counters;
	bool msr = places[place].access == PMON_ACCESS_MSR;

	size = msr ? 1 : 8;
	counters = 1 + take(input, 1) % 5;
	entry[0] = counters | (u64)2 * size << 8 | 48 << 16 | (u64)(2 + counters) * size << 24 | (u64)size << 32 |
		   (u64)places[place].access << 62;
	entry[1] = places[place].address + take(input, 1) * size;
	entry[2] = type % 32 | (type >> 5) << 16;
}

static void change(struct input *input, u64 *words)
{
	unsigned int kind = take(input, 1), at = take(input, 2) % VALID_TABLE_WORDS, from;

	switch (kind % 7) {
	case 0:	/* a bit */
		words[at] ^= 1ULL << take(input, 1) % 64;
		break;
	case 1:	/* a byte */
		from = take(input, 1) % 8 * 8;
		words[at] = (words[at] & ~(0xffULL << from)) | take(input, 1) << from;
		break;
	case 2:	/* a word */
		words[at] = take(input, 8);
		break;
	case 3:	/* one more, or one less */
		words[at] += kind & 0x80 ? 1 : -1;
		break;
	case 4:	/* another entry, or one of the other package */
		from = take(input, 1) % ENTRIES;
		memcpy(&words[at - at % 3], &good[kind >> 7][3 * from], 3 * sizeof(u64));
		break;
	case 5:	/* another address, or another type or number */
		from = take(input, 1) % ENTRIES;
		words[at] = good[kind >> 7][3 * from + at % 3];
		break;
	case 6:
		if (at >= 3)
			place_somewhere(input, &words[at - at % 3]);
		break;
	}
}

/* Types that the guide has in a place of their own. */
static bool described(u64 type)
{
	return type <= EMR_MDF && type != EMR_UBOX;
}

static void check_untouched(const struct pmon_machine *machine, unsigned int die)
{
	unsigned int at;

	for (at = 3; at < VALID_TABLE_WORDS; at += 3) {
		const u64 *entry = &good[die][at];

		/* Whatever other entries claim. */
		if (entry[0] && described(entry[2] & 0xffff) && !memcmp(entry, &place_words(die)[at], 3 * sizeof(u64)))
			place_check_found(machine, die, entry);
		/* Links are found without a table. */
		if (entry[0] && ((entry[2] & 0xffff) == EMR_UPI || (entry[2] & 0xffff) == EMR_M3UPI))
			place_check_found(machine, die, entry);
	}
}

static bool global_good(unsigned int die)
{
	return !memcmp(good[die], place_words(die), 3 * sizeof(u64));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct pmon_machine machine;
	unsigned int die, flags = take(&input, 1), changes;
	unsigned int failing = flags & 8 ? take(&input, 1) : 0;

	place_begin();
	for (die = 0; die < PLACE_DIES; die++)
		place_table(good[die], die);
	for (changes = 0; input.left && changes < MAX_CHANGES; changes++)
		change(&input, place_words(flags & 1));
	place_set_cha_count(flags & 2 ? PLACE_CHAS : 0);
	if (flags & 4)
		place_set_register(PLACE_BRIDGE + 8 * (flags >> 4), ~0U);
	place_fail(failing);

	if (!place_run(&machine)) {
		place_check(&machine);
		for (die = 0; die < PLACE_DIES; die++)
			if (global_good(die))
				check_untouched(&machine, die);
		pmon_machine_release(&machine);
	} else {
		REQUIRE(kernel_failed());
	}
	REQUIRE(!place_left());
	return 0;
}
