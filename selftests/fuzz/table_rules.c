// SPDX-License-Identifier: GPL-2.0-only
/*
 * What holds of every table that the parser accepts.
 *
 * The rules are those of the uses that the driver makes of the fields, and they are
 * checked by other means than the parser's.
 */
#include "fuzz.h"
#include "table_rules.h"

/* Number of address units of registers reachable from a unit control. */
#define SPAN	1024

/*
 * The dwords, or MSRs, of a unit, each of which can belong to one register. A bit each: most of what the fuzzer does
 * is to look for those that two units share, and it notes each comparison on the way.
 */
#define SPAN_WORDS	(SPAN / 64)

struct footprint {
	u64 taken[SPAN_WORDS];
};

static void claim(struct footprint *footprint, unsigned int from,
		  unsigned int length)
{
	unsigned int i;

	REQUIRE(from + length <= SPAN);
	for (i = from; i < from + length; i++) {
		u64 *word = &footprint->taken[i / 64];

		REQUIRE(!(*word & 1ULL << i % 64));
		*word |= 1ULL << i % 64;
	}
}

/* Up to the last one that is taken; the first one always is. */
static unsigned int length_of(const struct footprint *footprint)
{
	unsigned int word;

	for (word = SPAN_WORDS - 1; !footprint->taken[word]; word--)
		;
	return 64 * word + 64 - __builtin_clzll(footprint->taken[word]);
}

/* Word number "word" of the footprint of a unit that begins "distance" later. */
static u64 later_word(const struct footprint *footprint, unsigned int word, unsigned int distance)
{
	unsigned int words = distance / 64, bits = distance % 64;
	u64 later = 0;

	if (word >= words)
		later = footprint->taken[word - words] << bits;
	if (word > words && bits)
		later |= footprint->taken[word - words - 1] >> (64 - bits);
	return later;
}

static void check_address(const struct pmon_table_unit *unit)
{
	REQUIRE(unit->control != 0);
	switch (unit->access) {
	case PMON_ACCESS_MSR:
		REQUIRE(unit->control <= UINT32_MAX);
		break;
	case PMON_ACCESS_PCI:
		REQUIRE(unit->control % 4 == 0);
		REQUIRE(unit->control < 1ULL << 31);
		/* The header of a function holds no PMON registers. */
		REQUIRE(unit->control % 4096 >= 64);
		break;
	case PMON_ACCESS_MMIO:
		REQUIRE(unit->control % 4 == 0);
		REQUIRE(unit->control < 1ULL << 52);
		break;
	default:
		REQUIRE(!"an access type");
	}
}

/* The last register is still in the space, and in the same PCI function. */
static void check_end(const struct pmon_table_unit *unit, unsigned int length)
{
	u64 room = unit->access == PMON_ACCESS_MSR ? 1ULL << 32 :
		   unit->access == PMON_ACCESS_MMIO ? 1ULL << 52 :
		   (unit->control | 4095) + 1;

	REQUIRE(length <= room - unit->control);
}

u64 table_dword_types = DWORD_TYPES;

static struct footprint footprint_of(const struct pmon_table_unit *unit)
{
	bool msr = unit->access == PMON_ACCESS_MSR;
	bool narrow = unit->access == PMON_ACCESS_MMIO &&
		      unit->type < 64 && table_dword_types >> unit->type & 1;
	struct pmon_stride stride = unit->stride;
	struct footprint footprint = { .taken = { 0 } };
	unsigned int i;

	REQUIRE(stride.control == (msr ? 1 : narrow ? 4 : 8));
	REQUIRE(stride.counter == (msr ? 1 : 8));

	claim(&footprint, 0, msr ? 1 : 4);
	/* It needs no status to count. */
	if (unit->status_offset)
		claim(&footprint, unit->status_offset, msr ? 1 : 4);
	for (i = 0; i < unit->num_counters; i++) {
		claim(&footprint, unit->control_offset + i * stride.control,
		      stride.control);
		claim(&footprint, unit->counter_offset + i * stride.counter,
		      stride.counter);
	}
	return footprint;
}

static void check_footprint(const struct pmon_table_unit *unit)
{
	struct footprint footprint = footprint_of(unit);

	if (unit->access != PMON_ACCESS_MSR) {
		REQUIRE(unit->control_offset % 4 == 0);
		REQUIRE(unit->counter_offset % 4 == 0);
		REQUIRE(unit->status_offset % 4 == 0);
	}
	check_end(unit, length_of(&footprint));
}

static void check_decoding(const u64 *entry, const struct pmon_table_unit *unit)
{
	REQUIRE(unit->num_counters == (entry[0] & 0xff));
	REQUIRE(unit->control_offset == (entry[0] >> 8 & 0xff));
	REQUIRE(unit->width == (entry[0] >> 16 & 0xff));
	REQUIRE(unit->counter_offset == (entry[0] >> 24 & 0xff));
	REQUIRE(unit->status_offset == (entry[0] >> 32 & 0xff) || !unit->status_offset);
	REQUIRE(unit->access == (enum pmon_access)(entry[0] >> 62 ?: entry[0] >> 61 & 1));
	REQUIRE(unit->control == entry[1]);
	REQUIRE(unit->type == (entry[2] & 0xffff));
	REQUIRE(unit->id == (entry[2] >> 16 & 0xffff));
	REQUIRE(unit->status_position == (entry[2] >> 32 & 0xffff));
}

static void check_unit(const u64 *words, size_t num_words,
		       const struct pmon_table_global *global,
		       unsigned int index, const struct pmon_table_unit *unit)
{
	size_t start = ((size_t)index + 1) * global->stride;

	REQUIRE(index < global->max_entries);
	REQUIRE(start + PMON_TABLE_ENTRY_QWORDS <= num_words);
	check_decoding(words + start, unit);
	check_address(unit);
	REQUIRE(unit->num_counters >= 1);
	REQUIRE(unit->num_counters <= PMON_TABLE_MAX_COUNTERS);
	REQUIRE(unit->width >= PMON_TABLE_MIN_WIDTH && unit->width <= 64);
	check_footprint(unit);
}

/* Whether the status that an entry has could be that of its unit. */
static bool status_fits(const u64 *entry, const struct pmon_table_unit *unit)
{
	unsigned int size = unit->access == PMON_ACCESS_MSR ? 1 : 4, first = entry[0] >> 32 & 0xff, i;
	struct pmon_table_unit without = *unit;
	struct footprint footprint;

	without.status_offset = 0;
	footprint = footprint_of(&without);
	for (i = first; i < first + size; i++)
		if (footprint.taken[i / 64] >> i % 64 & 1)
			return false;
	if (unit->access == PMON_ACCESS_MSR)
		return unit->control + first <= UINT32_MAX;
	if (first % 4)
		return false;
	return unit->access == PMON_ACCESS_PCI ? unit->control % 4096 + first + 4 <= 4096 :
						 unit->control + first + 4 <= 1ULL << 52;
}

/* A unit without a usable status counts, and only such a unit. */
static void check_status(const u64 *entry, const struct pmon_table_global *global,
			 const struct pmon_table_unit *unit, enum pmon_verdict verdict)
{
	bool fits = status_fits(entry, unit);

	REQUIRE(!unit->status_offset == !fits);
	REQUIRE((verdict == PMON_OK) == (fits && unit->status_position < global->status_bits));
}

static void check_global(const u64 *words, size_t num_words,
			 const struct pmon_table_global *global)
{
	REQUIRE(num_words >= PMON_TABLE_ENTRY_QWORDS);
	REQUIRE(global->type == (words[0] & 0xff));
	REQUIRE(global->stride == (words[0] >> 8 & 0xff));
	REQUIRE(global->max_entries == (words[0] >> 16 & 0x3ff));
	REQUIRE(global->access == (enum pmon_access)(words[0] >> 62));
	REQUIRE(global->control == words[1]);
	REQUIRE(global->status_offset == (words[2] & 0xff));
	REQUIRE(global->status_bits == (words[2] >> 8 & 0xffff));

	REQUIRE(global->stride >= PMON_TABLE_ENTRY_QWORDS);
	REQUIRE(global->access <= PMON_ACCESS_PCI);
	REQUIRE(global->control != 0);
	REQUIRE(pmon_table_words(global) <= 1024 * 255);
	REQUIRE(pmon_table_words(global) >=
		(size_t)global->max_entries * global->stride +
		PMON_TABLE_ENTRY_QWORDS);
}

u64 table_unit_last(const struct pmon_table_unit *unit)
{
	struct footprint footprint = footprint_of(unit);

	return unit->control + length_of(&footprint) - 1;
}

bool table_units_share(const struct pmon_table_unit *a, const struct pmon_table_unit *b)
{
	u64 shared = 0;

	if (a->control > b->control) {
		const struct pmon_table_unit *first = b;

		b = a;
		a = first;
	}
	if (a->access == b->access && b->control - a->control < SPAN) {
		struct footprint low = footprint_of(a), high = footprint_of(b);
		unsigned int distance = b->control - a->control, word;

		for (word = 0; word < SPAN_WORDS; word++)
			shared |= low.taken[word] & later_word(&high, word, distance);
	}
	return shared;
}

/* Whether units share a register does not depend on who asks: a place that is in both decides. */
static void check_overlap(const struct pmon_table_unit *a, const struct pmon_table_unit *b)
{
	bool overlap = pmon_table_units_overlap(a, b);

	REQUIRE(overlap == pmon_table_units_overlap(b, a));
	REQUIRE(pmon_table_units_overlap(a, a));
	REQUIRE(overlap == table_units_share(a, b));
}

struct table_tally table_check(const u64 *words, size_t num_words)
{
	static const struct pmon_table_unit nothing;
	struct table_tally tally = { .usable = false };
	struct pmon_table_unit last = { .num_counters = 0 };
	struct pmon_table_global global;
	unsigned int index;

	if (pmon_table_parse_global(words, num_words, &global) != PMON_OK)
		return tally;
	tally.usable = true;
	check_global(words, num_words, &global);

	/* Beyond the last entry, too: nothing may be read outside. */
	for (index = 0; index < global.max_entries + 2U; index++) {
		struct pmon_table_unit unit;
		enum pmon_verdict verdict;
		size_t start = ((size_t)index + 1) * global.stride;

		/* Whatever is not filled in shows as nonsense. */
		memset(&unit, 0xa5, sizeof(unit));
		verdict = pmon_table_parse_unit(words, num_words, &global,
						index, DWORD_TYPES, &unit);
		REQUIRE(verdict < PMON_VERDICTS);
		REQUIRE(*pmon_verdict_name(verdict));
		tally.verdicts[verdict]++;

		REQUIRE(*pmon_access_name(unit.access));
		if (verdict == PMON_OK || verdict == PMON_BAD_STATUS) {
			check_unit(words, num_words, &global, index, &unit);
			check_status(words + start, &global, &unit, verdict);
			if (last.num_counters)
				check_overlap(&last, &unit);
			last = unit;
		} else if (start + PMON_TABLE_ENTRY_QWORDS > num_words) {
			REQUIRE(!memcmp(&unit, &nothing, sizeof(unit)));
		}
		if (verdict == PMON_HOLE)
			REQUIRE(!(words[start] | words[start + 1] |
				  words[start + 2]));
	}
	return tally;
}
