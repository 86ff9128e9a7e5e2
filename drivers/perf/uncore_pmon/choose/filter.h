/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters: which part of which shared register an event depends on.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_FILTER_H
#define _UNCORE_PMON_FILTER_H

#include "choose/config.h"
#include "choose/schedule.h"

/**
 * struct pmon_filter_rule - events that look at a field of a shared register
 * @mask: bits of config that tell such events, 0: all events
 * @match: their value
 * @resource: number of the register
 * @word: configuration word (0 config, 1 config1, 2 config2) that has the value
 * @bits: bits of that word
 * @shift: how far up they are in the register, negative: down
 * @set: bits of the register that have to be set for such events, whatever the
 *	 configuration says
 * @only: bits of the word that have to be set, or else the events do not look at it
 *
 * An event for which the rule holds claims the field: another event that claims
 * it goes with it only if it wants the same value there. A list of rules ends with one
 * that has neither @bits nor @set.
 */
struct pmon_filter_rule {
	u64 mask;
	u64 match;
	u8 resource;
	u8 word;
	u64 bits;
	s8 shift;
	u64 set;
	u64 only;
};

/**
 * pmon_filter_claims() - what an event needs of the shared registers
 * @rules: those of its box type, or NULL
 * @words: config, config1, config2
 * @ignore: bits of each word that are not for a register
 * @claims: PMON_MAX_CLAIMS entries; the first ones are filled, one for each register, in
 *	    the order of the rules
 *
 * A value that the event does not look at is refused: it would filter nothing, and look
 * as if it did.
 *
 * Return: the number of claims, or -EINVAL.
 */
int pmon_filter_claims(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS],
		       struct pmon_claim *claims);

/**
 * pmon_filter_unused() - bits of a configuration word that the event does not look at
 * @rules: those of its box type, or NULL
 * @words: config, config1, config2
 * @ignore: bits of each word that are not for a register
 * @word: 1 or 2: config1 or config2
 *
 * Return: the bits, of those that are set.
 */
u64 pmon_filter_unused(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS], unsigned int word);

#endif
