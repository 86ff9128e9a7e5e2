/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Alternatives of events that can use any of several equivalent registers or fields ("twins").
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_CHOICE_H
#define _UNCORE_PMON_CHOICE_H

#include "choose/config.h"
#include "choose/schedule.h"

/**
 * struct pmon_choice_field - a value with a different place for each twin
 * @resource: number of the register for the first twin
 * @resource_step: distance between the registers of two twins
 * @word: configuration word (0 config, 1 config1, 2 config2) that contains the value
 * @bits: bits of that word for the first twin; 0: no field
 * @step: shift to the left from one twin to the next, in the word and in the register
 * @down: shift to the right from the word to the register
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
 * struct pmon_choice_rule - a row of equivalent events
 * @select: bits of config that select an event of the row
 * @first: their value for the first event; the values of the others follow
 * @num: number of events, 2 to PMON_MAX_ALTERNATIVES; 0 ends a list of rules
 * @zero: bits of config that must be 0
 * @fields: registers that each event requires for itself
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
 * @rules: rules of its box type, or NULL
 * @words: config, config1, config2, config3
 * @alternatives: PMON_MAX_ALTERNATIVES entries; receives the ways, the event as configured first.
 *		  The control values include all bits of config
 * @used: for each word, receives the bits that the rule uses, in addition
 *
 * Return: the number of alternatives, 0 if there is no choice.
 */
unsigned int pmon_choice_alternatives(const struct pmon_choice_rule *rules,
				      const u64 words[PMON_CONFIG_WORDS],
				      struct pmon_alternative *alternatives,
				      u64 used[PMON_CONFIG_WORDS]);

#endif
