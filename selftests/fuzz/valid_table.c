// SPDX-License-Identifier: GPL-2.0-only
/*
 * A discovery table as good firmware would make it.
 */
#include "valid_table.h"

#define MAX_ENTRIES	(VALID_TABLE_WORDS / 3 - 1)
#define HOLE_AFTER	17
#define MDF		11

/* Guide, Tables 1-13 and 1-14, written down apart from the parser. */
struct block {
	u16 type;
	u16 units;
	u8 access;
	u64 control;
	u64 distance;
	u8 counters;
	u8 to_control;
	u8 to_counter;
	u8 to_status;
};

/* PCI addresses: bus 27:20, device and function 19:12, register 11:0. */
#define PCI_ADDRESS(device, function, reg)				\
	(0x7eULL << 20 | (device) << 15 | (function) << 12 | (reg))

/* Those of the MDF units are not evenly spaced. */
static const u16 mdf_controls[] = {
	0x2800, 0x2810, 0x2820, 0x2830, 0x28a0, 0x28b0, 0x28c0,
	0x28d0, 0x2940, 0x2950, 0x2960, 0x2970, 0x29e0, 0x29f0,
};

static const struct block blocks[] = {
	{ 0, 60, 0, 0x2000, 0x10, 4, 2, 8, 1 },
	{ 1, 12, 0, 0x3000, 0x10, 4, 2, 8, 1 },
	{ 2, 12, 0, 0x3400, 0x10, 2, 2, 8, 1 },
	{ 3, 12, 0, 0x3200, 0x10, 4, 2, 8, 1 },
	{ 4, 1, 0, 0x2fc0, 0, 4, 2, 8, 1 },
	{ 5, 1, 0, 0x2fd0, 0, 2, 2, 8, 1 },
	{ 6, 8, 1, 0xc8822800, 0x8000, 4, 0x40, 8, 0x5c },
	{ 7, 4, 2, PCI_ADDRESS(12, 0, 0x438), 0x8000, 4, 0x30, 8, 0x70 },
	{ 8, 4, 2, PCI_ADDRESS(1, 1, 0x318), 0x8000, 4, 0x38, 8, 0x74 },
	{ 9, 4, 2, PCI_ADDRESS(5, 1, 0xa0), 0x8000, 4, 0x38, 8, 0x58 },
	{ MDF, ARRAY_SIZE(mdf_controls), 0, 0, 0, 4, 2, 8, 1 },
	{ 12, 2, 1, 0xd0000000, 0x1000, 8, 0x10, 0x50, 8 },
	{ 13, 2, 1, 0xd0010000, 0x1000, 4, 0x10, 0x50, 8 },
};

static void write_unit(u64 *entry, const struct block *block, u64 id,
		       u64 position)
{
	entry[0] = block->counters | (u64)block->to_control << 8 |
		   48ULL << 16 | (u64)block->to_counter << 24 |
		   (u64)block->to_status << 32 | (u64)block->access << 62;
	entry[1] = block->type == MDF ? mdf_controls[id] : block->control + block->distance * id;
	entry[2] = block->type | id << 16 | position << 32;
}

unsigned int valid_table(u64 words[VALID_TABLE_WORDS])
{
	unsigned int entry = 1, units = 0;
	unsigned int i, id;

	memset(words, 0, VALID_TABLE_WORDS * sizeof(*words));
	words[0] = 2 | 3 << 8 | (u64)MAX_ENTRIES << 16;
	words[1] = 0x2ff0;
	words[2] = 2 | 256 << 8;

	for (i = 0; i < ARRAY_SIZE(blocks); i++) {
		for (id = 0; id < blocks[i].units; id++) {
			if (entry % HOLE_AFTER == 0)
				entry++;
			write_unit(&words[3 * entry++], &blocks[i], id, units++);
		}
	}
	return units;
}
