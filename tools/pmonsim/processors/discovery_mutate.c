// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damage to a discovery table, of the kinds that firmware has shown or could show. The same seed
 * makes the same damage to the same table, on any host.
 */
#include "model/machine_internal.h"

struct damage {
	uint64_t *table;
	size_t qwords;
	uint64_t random;
	size_t stride, blocks;	/* of the undamaged table */
};

/*
 * xorshift64 with a multiplier: plenty for picking what to break. At most one call in an expression:
 * C leaves the order of evaluation open, and the damage must not depend on the compiler.
 */
static uint64_t next_random(struct damage *d)
{
	d->random ^= d->random >> 12;
	d->random ^= d->random << 25;
	d->random ^= d->random >> 27;
	return d->random * 0x2545f4914f6cdd1dull;
}

static uint64_t pick(struct damage *d, uint64_t below)
{
	return below ? (next_random(d) >> 11) % below : 0;
}

static bool pick_bool(struct damage *d)
{
	return pick(d, 2);
}

/* A unit's entry; block 0 is the global one. */
static uint64_t *entry(const struct damage *d, size_t block)
{
	size_t at = block * d->stride;

	return at + 3 <= d->qwords ? d->table + at : d->table;
}

/* A unit's entry; holes are passed over, if there is anything else. */
static uint64_t *pick_entry(struct damage *d)
{
	uint64_t *e;
	int tries;

	for (tries = 0; tries < 16; tries++) {
		e = entry(d, 1 + pick(d, d->blocks));
		if (e[0] || e[2])
			break;
	}
	return e;
}

static void set_bits(uint64_t *qword, unsigned int high, unsigned int low, uint64_t value)
{
	uint64_t mask = GENMASK_ULL(high, low);

	*qword = (*qword & ~mask) | (value << low & mask);
}

static void flip_bits(struct damage *d)
{
	size_t used = (d->blocks + 1) * d->stride;
	unsigned int count = 1 + (unsigned int)pick(d, 8);

	if (used > d->qwords)
		used = d->qwords;
	while (count--) {
		uint64_t *qword = &d->table[pick(d, used)];

		*qword ^= BIT_ULL(pick(d, 64));
	}
}

/* A field of a unit's entry at its least, its most, or something in between. */
static void field_extreme(struct damage *d)
{
	static const struct {
		uint8_t qword, high, low;
	} fields[] = {
		{ 0, 7, 0 }, { 0, 15, 8 }, { 0, 23, 16 }, { 0, 31, 24 }, { 0, 39, 32 },
		{ 0, 61, 40 }, { 0, 63, 62 }, { 1, 63, 0 }, { 2, 15, 0 }, { 2, 31, 16 },
		{ 2, 47, 32 }, { 2, 63, 48 },
	};
	size_t field = pick(d, ARRAY_SIZE(fields));
	uint64_t values[] = { 0, 1, ~0ull, next_random(d) };

	uint64_t value = values[pick(d, ARRAY_SIZE(values))];
	uint64_t *qword = pick_entry(d) + fields[field].qword;

	set_bits(qword, fields[field].high, fields[field].low, value);
}

static void duplicate_entry(struct damage *d)
{
	uint64_t *from = pick_entry(d), *to = pick_entry(d);
	bool identity_only = pick_bool(d);

	if (identity_only) {
		to[2] = from[2];
		return;
	}
	to[0] = from[0];
	to[1] = from[1];
	to[2] = from[2];
}

static void swap_addresses(struct damage *d)
{
	uint64_t *a = pick_entry(d), *b = pick_entry(d);
	uint64_t address = a[1];

	a[1] = b[1];
	b[1] = address;
}

/* An address that leads somewhere it must not. */
static void wrong_address(struct damage *d)
{
	const uint64_t addresses[] = {
		0x10,			/* MSR: time stamp counter */
		0x1b,			/* MSR: APIC base */
		0xc0000080,		/* MSR: EFER */
		0x38f,			/* MSR: core PMU global control */
		0x2001,			/* MSR: a status register */
		0x100000,		/* MMIO: RAM */
		0xfee00000,		/* MMIO: local APIC */
		0xfffffffffffff000,	/* MMIO: beyond any address */
		0x7e << 20 | 0x10,	/* PCI: a BAR register */
		0x00 << 20 | 0x438,	/* PCI: bus 0 */
		next_random(d),
	};

	uint64_t *e = pick_entry(d);

	e[1] = addresses[pick(d, ARRAY_SIZE(addresses))];
}

static void constant_entry(struct damage *d)
{
	uint64_t *e = pick_entry(d), value = pick_bool(d) ? ~0ull : 0;

	e[0] = value;
	if (pick_bool(d))
		e[1] = value;
	if (pick_bool(d))
		e[2] = value;
}

static void other_space(struct damage *d)
{
	uint64_t *e = pick_entry(d);

	set_bits(e, 63, 62, pick(d, 4));
}

static void global_entry(struct damage *d)
{
	static const uint64_t strides[] = { 0, 1, 2, 3, 5, 255 };
	static const uint64_t blocks[] = { 0, 1, 2, 512, 1023 };
	uint64_t value;

	switch (pick(d, 6)) {
	case 0:
		set_bits(d->table, 15, 8, strides[pick(d, ARRAY_SIZE(strides))]);
		break;
	case 1:
		set_bits(d->table, 25, 16, blocks[pick(d, ARRAY_SIZE(blocks))]);
		break;
	case 2:
		set_bits(d->table, 63, 62, pick(d, 4));
		break;
	case 3:
		d->table[1] = pick_bool(d) ? 0 : next_random(d);
		break;
	case 4:
		set_bits(d->table + 2, 23, 0, next_random(d));
		break;
	default:
		value = pick_bool(d) ? ~0ull : 0;
		d->table[0] = d->table[1] = d->table[2] = value;
		break;
	}
}

/* Everything from some block on is zero, all ones or noise: a table cut short. */
static void truncate_table(struct damage *d)
{
	size_t i = (1 + pick(d, d->blocks)) * d->stride;
	unsigned int kind = (unsigned int)pick(d, 3);

	for (; i < d->qwords; i++)
		d->table[i] = kind == 0 ? 0 : kind == 1 ? ~0ull : next_random(d);
}

static uint64_t checksum(const struct damage *d)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < d->qwords; i++)
		sum = (sum << 29 | sum >> 35) * 0x9e3779b97f4a7c15ull ^ d->table[i];
	return sum;
}

/**
 * table_mutate() - damage a discovery table
 * @table: the table
 * @qwords: its size
 * @seed: chooses the damage
 */
void table_mutate(uint64_t *table, size_t qwords, uint64_t seed)
{
	/* Weighted: damage to single units leaves more for the guest to get right. */
	static void (*const kinds[])(struct damage *d) = {
		flip_bits, flip_bits, field_extreme, field_extreme, field_extreme,
		duplicate_entry, duplicate_entry, swap_addresses, wrong_address, wrong_address,
		constant_entry, other_space, global_entry, truncate_table,
	};
	struct damage d = {
		.table = table, .qwords = qwords,
		/* Neighbouring seeds must not begin alike, and the state must not be 0. */
		.random = (seed + 1) * 0x9e3779b97f4a7c15ull | 1,
		.stride = table[0] >> 8 & 0xff, .blocks = table[0] >> 16 & 0x3ff,
	};
	uint64_t before;
	unsigned int count, tries;

	if (qwords < 3)
		return;
	next_random(&d);
	before = checksum(&d);
	count = 1 + (unsigned int)pick(&d, 4);
	/* Damage that changes nothing is none; but some tables hardly have anything to damage. */
	for (tries = 0; tries < count || (tries < 100 && checksum(&d) == before); tries++)
		kinds[pick(&d, ARRAY_SIZE(kinds))](&d);
}
