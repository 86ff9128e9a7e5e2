/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that twin registers or fields can serve equally well: from a
 * configuration to its alternatives.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_CHOICE_H
#define _UNCORE_PMON_CHOICE_H

#include "choose/config.h"
#include "choose/schedule.h"

/**
 * struct pmon_choice_field - a value that stands in another place for each twin
 * @resource: number of the register for the first twin
 * @resource_step: from one twin's register to the next one's
 * @word: configuration word (0 config, 1 config1, 2 config2) that has the value
 * @bits: bits of that word for the first twin; 0: no field
 * @step: how far up they are from one twin to the next, in the word and in the register
 * @down: how far down the register has them
 */
struct pmon_choice_field {
	u8 resource;
	u8 resource_step;
	u8 word;
	u64 bits;
	u8 step;
	u8 down;
};

/**
 * struct pmon_choice_rule - a row of events that count the same thing
 * @select: bits of config that tell the events of the row apart
 * @first: value there of the first one; the others follow
 * @num: how many, 2 to PMON_MAX_ALTERNATIVES; 0 ends a list of rules
 * @zero: bits of config that are 0 in such events
 * @fields: what each of them needs for itself
 */
struct pmon_choice_rule {
	u64 select;
	u8 first;
	u8 num;
	u64 zero;
	struct pmon_choice_field fields[PMON_MAX_ALTERNATIVE_CLAIMS];
};

/**
 * pmon_choice_alternatives() - the ways to count an event
 * @rules: those of its box type, or NULL
 * @words: config, config1, config2
 * @alternatives: PMON_MAX_ALTERNATIVES entries; filled, the event as configured first.
 *		  The control value has all of config
 * @used: bits of each word that stand for a register; those used here are added
 *
 * Return: the number of alternatives, 0 if there is nothing to choose.
 */
unsigned int pmon_choice_alternatives(const struct pmon_choice_rule *rules,
				      const u64 words[PMON_CONFIG_WORDS],
				      struct pmon_alternative *alternatives,
				      u64 used[PMON_CONFIG_WORDS]);

#endif
