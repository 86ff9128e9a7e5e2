// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alternatives of events that can use any of several equivalent registers or fields.
 */
#include "choose/choice.h"

/* Position of the event in the row, or @num if it is not in the row. */
static unsigned int position(const struct pmon_choice_rule *rule, u64 config)
{
	u64 selected = (config & rule->select) >> __ffs(rule->select);

	if (config & rule->zero || selected < rule->first ||
	    selected - rule->first >= rule->num)
		return rule->num;
	return (unsigned int)(selected - rule->first);
}

/* The claim of twin @to with the value that the configuration has for twin @from. */
static struct pmon_claim twin_claim(const struct pmon_choice_field *field,
				    const u64 words[PMON_CONFIG_WORDS],
				    unsigned int from, unsigned int to)
{
	u64 value = words[field->word] >> from * field->step & field->bits;

	return (struct pmon_claim){
		.resource = (u8)(field->resource + to * field->resource_step),
		.mask = field->bits >> field->down << to * field->step,
		.value = value >> field->down << to * field->step,
	};
}

static struct pmon_alternative twin(const struct pmon_choice_rule *rule,
				    const u64 words[PMON_CONFIG_WORDS],
				    unsigned int from, unsigned int to)
{
	struct pmon_alternative result = { 0 };
	unsigned int i;

	result.control = (words[0] & ~rule->select) |
			 (u64)(rule->first + to) << __ffs(rule->select);
	for (i = 0; i < PMON_MAX_ALTERNATIVE_CLAIMS; i++)
		if (rule->fields[i].bits)
			result.claims[i] = twin_claim(&rule->fields[i], words,
						      from, to);
	return result;
}

unsigned int pmon_choice_alternatives(const struct pmon_choice_rule *rules,
				      const u64 words[PMON_CONFIG_WORDS],
				      struct pmon_alternative *alternatives,
				      u64 used[PMON_CONFIG_WORDS])
{
	unsigned int own, i;

	for (; rules && rules->num; rules++) {
		own = position(rules, words[0]);
		if (own == rules->num)
			continue;
		for (i = 0; i < rules->num; i++)
			alternatives[i] = twin(rules, words, own,
					       (own + i) % rules->num);
		for (i = 0; i < PMON_MAX_ALTERNATIVE_CLAIMS; i++)
			used[rules->fields[i].word] |=
				rules->fields[i].bits << own * rules->fields[i].step;
		return rules->num;
	}
	return 0;
}
