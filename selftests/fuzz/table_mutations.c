// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damaged tables: 10,000 random mutations of a valid one, the same ones in
 * each run. Unlike the fuzzer it needs no coverage to be guided by, so any compiler
 * with sanitizers will do, and it also says that damage stays local.
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
