/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A discovery table as good firmware would make it.
 */
#ifndef VALID_TABLE_H
#define VALID_TABLE_H

#include "find/table.h"

#define VALID_TABLE_WORDS	(3 * (1 + 224))

/**
 * valid_table() - write the table of one fully equipped Emerald Rapids die
 * @words: receives the table
 *
 * Addresses and geometry are those of the guide's Tables 1-7, 1-9 and 1-12. A
 * few holes are left, as firmware does for units that are fused off.
 *
 * Return: the number of units, not counting holes.
 */
unsigned int valid_table(u64 words[VALID_TABLE_WORDS]);

#endif
