/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters: the fields of shared registers that an event depends on.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_FILTER_H
#define _UNCORE_PMON_FILTER_H

#include "choose/config.h"
#include "choose/schedule.h"

/**
 * struct pmon_filter_rule - events that use a field of a shared register
 * @mask: bits of config that identify such events, 0: all events
 * @match: their value
 * @resource: number of the register
 * @word: configuration word (0 config, 1 config1, 2 config2) that contains the value
 * @bits: bits of that word
 * @shift: shift to the left from the word to the register; negative: to the right
 * @set: bits of the register that must be set for such events in any case
 * @only: bits of the word that must be set, or the events do not use the field
 * @without: bits of the word that must be 0, or the events do not use the field
 *
 * An event for which the rule holds claims the field. Two events that claim it can run together
 * only with the same value. A rule with neither @bits nor @set ends a list.
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
	u64 without;
};

/**
 * pmon_filter_claims() - shared registers that an event requires
 * @rules: those of its box type, or NULL
 * @words: config, config1, config2, config3
 * @ignore: bits of each word that are not for a register
 * @claims: PMON_MAX_CLAIMS entries; receives one for each register, in the order of the rules
 *
 * Rejects values that the event does not use: the event would seem to be filtered.
 *
 * Return: the number of claims, or -EINVAL.
 */
int pmon_filter_claims(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS],
		       struct pmon_claim *claims);

/**
 * pmon_filter_unused() - bits of a configuration word that the event does not use
 * @rules: those of its box type, or NULL
 * @words: config, config1, config2, config3
 * @ignore: bits of each word that are not for a register
 * @word: 1 to 3: config1 to config3
 *
 * Return: the unused bits that are set.
 */
u64 pmon_filter_unused(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS], unsigned int word);

#endif
