/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What holds of every table that the parser accepts.
 */
#ifndef TABLE_RULES_H
#define TABLE_RULES_H

#include "find/table.h"

/* Unit types that have controls of 32 bits in memory: iMC and HBM. */
#define DWORD_TYPES	(1ULL << 6 | 1ULL << 14)

/* Those of the processor at hand; DWORD_TYPES unless somebody says otherwise. */
extern u64 table_dword_types;

/**
 * struct table_tally - what a table was found to hold
 * @usable: the global entry is good
 * @verdicts: number of unit entries by verdict
 */
struct table_tally {
	bool usable;
	unsigned int verdicts[PMON_VERDICTS];
};

/**
 * table_check() - parse a whole table and check whatever is accepted
 * @words: the table, allocated with exactly its size so that the sanitizer sees
 *	   any access outside
 * @num_words: its length
 *
 * Ends the program if a rule is broken.
 *
 * Return: the verdicts.
 */
struct table_tally table_check(const u64 *words, size_t num_words);

/** table_unit_last() - the address of the last MSR, or byte, of a unit that was accepted */
u64 table_unit_last(const struct pmon_table_unit *unit);

/** table_units_share() - is there a register that both have, if they are on one die? */
bool table_units_share(const struct pmon_table_unit *a, const struct pmon_table_unit *b);

#endif
