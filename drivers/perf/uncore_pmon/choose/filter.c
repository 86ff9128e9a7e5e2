// SPDX-License-Identifier: GPL-2.0-only
/*
 * Filters: the fields of shared registers that an event depends on.
 */
#include "choose/filter.h"

static u64 shifted(u64 value, int shift)
{
	return shift < 0 ? value >> -shift : value << shift;
}

/* Find or add the claim on a register; NULL if there are too many. */
static struct pmon_claim *claim_on(struct pmon_claim *claims, int *num, u8 resource)
{
	int i;

	for (i = 0; i < *num; i++) {
		if (claims[i].resource == resource)
			return &claims[i];
	}
	if (*num == PMON_MAX_CLAIMS)
		return NULL;
	claims[*num] = (struct pmon_claim){ .resource = resource };
	return &claims[(*num)++];
}

static bool rule_holds(const struct pmon_filter_rule *rule,
		       const u64 words[PMON_CONFIG_WORDS])
{
	return (words[0] & rule->mask) == rule->match &&
	       (words[rule->word] & rule->only) == rule->only &&
	       !(words[rule->word] & rule->without);
}

u64 pmon_filter_unused(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS], unsigned int word)
{
	u64 used = ignore[word];

	for (; rules && (rules->bits || rules->set); rules++) {
		if (rules->word == word && rule_holds(rules, words))
			used |= rules->bits;
	}
	return words[word] & ~used;
}

int pmon_filter_claims(const struct pmon_filter_rule *rules,
		       const u64 words[PMON_CONFIG_WORDS],
		       const u64 ignore[PMON_CONFIG_WORDS],
		       struct pmon_claim *claims)
{
	const struct pmon_filter_rule *all = rules;
	unsigned int word;
	int num = 0;

	for (; rules && (rules->bits || rules->set); rules++) {
		struct pmon_claim *claim;

		if (!rule_holds(rules, words))
			continue;
		claim = claim_on(claims, &num, rules->resource);
		if (!claim)
			return -EINVAL;
		claim->mask |= shifted(rules->bits, rules->shift) | rules->set;
		claim->value |= rules->set |
			shifted(words[rules->word] & rules->bits, rules->shift);
	}

	for (word = 1; word < PMON_CONFIG_WORDS; word++) {
		if (pmon_filter_unused(all, words, ignore, word))
			return -EINVAL;
	}
	return num;
}
