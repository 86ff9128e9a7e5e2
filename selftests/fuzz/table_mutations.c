// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damaged tables: 10,000 random mutations of a valid one, the same ones in
 * each run. Unlike the fuzzer it needs no coverage to be guided by, so any compiler
 * with sanitizers will do, and it also says that damage stays local. And units
 * whose last register is just in its space, and just no more, which chance seldom makes.
 */
#include "fuzz.h"
#include "table_rules.h"
#include "valid_table.h"

#define MUTATIONS	10000
#define SEED		0x9e3779b97f4a7c15ULL

/* Marsaglia's xorshift: enough to be spread well, and the same everywhere. */
static u64 random_word(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static u64 interesting_word(u64 *state)
{
	static const u64 words[] = {
		0, ~0ULL, 1, 0xff, 0xffff, 0xffffffff, 1ULL << 63, 3ULL << 62,
		0x7fffffffffffffff, 0xfffffffffffff000, 0x0101010101010101,
	};

	return words[random_word(state) % ARRAY_SIZE(words)];
}

static void mutate(u64 *words, size_t *num_words, u64 *state)
{
	u64 *word = &words[random_word(state) % *num_words];
	/* Half of the damage goes where it hurts most. */
	u64 *target = random_word(state) & 1 ? word
					     : &words[random_word(state) % 9];

	switch (random_word(state) % 6) {
	case 0:
		*target ^= 1ULL << random_word(state) % 64;
		break;
	case 1:
		*target = random_word(state);
		break;
	case 2:
		*target = interesting_word(state);
		break;
	case 3:	/* one byte */
		*target ^= (random_word(state) & 0xff)
			   << 8 * (random_word(state) % 8);
		break;
	case 4:	/* a whole entry of another place */
		memmove(words + random_word(state) % (VALID_TABLE_WORDS / 3) * 3,
			words + random_word(state) % (VALID_TABLE_WORDS / 3) * 3,
			3 * sizeof(*words));
		break;
	default: /* cut off; at least the words that are targets remain */
		*num_words = 9 + random_word(state) % (*num_words - 8);
		break;
	}
}

/* A copy on the heap of exactly the right size, for the sanitizer. */
static struct table_tally check_copy(const u64 *words, size_t num_words)
{
	u64 *copy = malloc(num_words * sizeof(*words));
	struct table_tally tally;

	REQUIRE(copy);
	memcpy(copy, words, num_words * sizeof(*words));
	tally = table_check(copy, num_words);
	free(copy);
	return tally;
}

/* Flipping bits in one entry must not change the verdict on any other. */
static void check_locality(const u64 *valid, unsigned int units, u64 *state)
{
	u64 words[VALID_TABLE_WORDS];
	struct table_tally tally;
	unsigned int entry = 1 + random_word(state) % (VALID_TABLE_WORDS / 3 - 1);
	unsigned int good;

	memcpy(words, valid, sizeof(words));
	words[3 * entry + random_word(state) % 3] ^= random_word(state);
	tally = check_copy(words, VALID_TABLE_WORDS);
	REQUIRE(tally.usable);
	good = tally.verdicts[PMON_OK];
	/* One more if a hole was hit. */
	REQUIRE(good == units || good == units - 1 || good == units + 1);
}

/* From a unit's control to the end of its space, in all cases below. */
#define ROOM	0x60

/* A unit with one counter that ends where its space does; the register at @last would not fit at @beyond. */
struct end_case {
	enum pmon_access access;
	u16 type;
	u64 space_end;
	unsigned int shift;	/* of the register's offset in the entry */
	u8 last, beyond;
};

static enum pmon_verdict verdict_at_end(const struct end_case *c, u8 offset)
{
	struct pmon_table_global global;
	struct pmon_table_unit unit;
	u64 words[6] = {
		2 | 3 << 8 | 1 << 16, 0x2ff0, 2 | 256 << 8,
		1 | 0x10 << 8 | 48 << 16 | 0x20ULL << 24 | 8ULL << 32 | (u64)c->access << 62,
		c->space_end + 1 - ROOM, c->type,
	};

	words[3] = (words[3] & ~(0xffULL << c->shift)) | (u64)offset << c->shift;
	REQUIRE(pmon_table_parse_global(words, 6, &global) == PMON_OK);
	return pmon_table_parse_unit(words, 6, &global, 0, DWORD_TYPES, &unit);
}

static void check_ends(void)
{
	enum { CONTROLS = 8, COUNTERS = 24, STATUS = 32 };
	static const u64 pci_end = 0x7eULL << 20 | 0xfff, memory_end = (1ULL << 52) - 1;
	const struct end_case cases[] = {
		{ PMON_ACCESS_MSR, 0, UINT32_MAX, CONTROLS, ROOM - 1, ROOM },
		{ PMON_ACCESS_MSR, 0, UINT32_MAX, COUNTERS, ROOM - 1, ROOM },
		{ PMON_ACCESS_MSR, 0, UINT32_MAX, STATUS, ROOM - 1, ROOM },
		{ PMON_ACCESS_PCI, 7, pci_end, CONTROLS, ROOM - 8, ROOM - 4 },
		{ PMON_ACCESS_PCI, 7, pci_end, COUNTERS, ROOM - 8, ROOM - 4 },
		{ PMON_ACCESS_PCI, 7, pci_end, STATUS, ROOM - 4, ROOM },
		/* Registers in memory are aligned: the next place is a whole register on. */
		{ PMON_ACCESS_MMIO, 12, memory_end, CONTROLS, ROOM - 8, ROOM },
		{ PMON_ACCESS_MMIO, 6, memory_end, CONTROLS, ROOM - 4, ROOM },
		{ PMON_ACCESS_MMIO, 12, memory_end, COUNTERS, ROOM - 8, ROOM },
		{ PMON_ACCESS_MMIO, 12, memory_end, STATUS, ROOM - 4, ROOM },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		REQUIRE(verdict_at_end(&cases[i], cases[i].last) == PMON_OK);
		REQUIRE(verdict_at_end(&cases[i], cases[i].beyond) ==
			(cases[i].shift == STATUS ? PMON_BAD_STATUS : PMON_BAD_OFFSET));
	}
}

int main(void)
{
	u64 valid[VALID_TABLE_WORDS], words[VALID_TABLE_WORDS];
	unsigned int units = valid_table(valid);
	unsigned int unusable = 0, damaged = 0;
	struct table_tally tally = check_copy(valid, VALID_TABLE_WORDS);
	u64 state = SEED;
	unsigned int i;

	REQUIRE(tally.usable);
	REQUIRE(tally.verdicts[PMON_OK] == units);
	check_ends();

	for (i = 0; i < MUTATIONS; i++) {
		size_t num_words = VALID_TABLE_WORDS;
		unsigned int left = 1 + random_word(&state) % 8;

		memcpy(words, valid, sizeof(words));
		while (left--)
			mutate(words, &num_words, &state);
		tally = check_copy(words, num_words);
		unusable += !tally.usable;
		damaged += tally.usable && tally.verdicts[PMON_OK] != units;
		check_locality(valid, units, &state);
	}

	printf("# %u tables: %u not usable, %u with units missing\n",
	       MUTATIONS, unusable, damaged);
	/* Mutations that all failed, or all did nothing, would test nothing. */
	REQUIRE(unusable > MUTATIONS / 20 && unusable < MUTATIONS * 19 / 20);
	REQUIRE(damaged > MUTATIONS / 20);
	return 0;
}
