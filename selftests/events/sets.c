// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sets.h"

static const struct {
	const char *name;
	const struct pmon_event_set *set;
} sets[] = {
	/* Some share a table. */
#define PMON_DESCRIPTION(name, file, events)	{ #name, &pmon_##events##_events },
#include "processors/list.h"
};

const struct pmon_event_set *set_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sets); i++)
		if (!strcmp(sets[i].name, name))
			return sets[i].set;
	return NULL;
}

const struct pmon_event_set *set_get(unsigned int index)
{
	return index < ARRAY_SIZE(sets) ? sets[index].set : NULL;
}

/* perf's "config1=", the value of a whole word: all its bits are in formats. */
static bool apply_word(const struct pmon_event_table *table, const char *value,
		       u64 words[PMON_CONFIG_WORDS])
{
	u64 cover[PMON_CONFIG_WORDS];

	pmon_fields_cover(table->fields, cover);
	words[1] |= strtoull(value, NULL, 0);
	return !(words[1] & ~cover[1]);
}

/* Bits of a value go to the bits of the format, from below. */
static bool apply_term(const struct pmon_event_table *table, char *term,
		       u64 words[PMON_CONFIG_WORDS])
{
	const struct pmon_field *field;
	char *value = strchr(term, '=');
	u64 bits;
	int bit;

	if (!value)
		return false;
	*value++ = 0;
	if (!strcmp(term, "config1"))
		return apply_word(table, value, words);
	for (field = table->fields; field->name; field++)
		if (!strcmp(field->name, term))
			break;
	if (!field->name)
		return false;
	bits = strtoull(value, NULL, 0);
	for (bit = 0; bit < 64; bit++) {
		if (!(field->mask & BIT_ULL(bit)))
			continue;
		if (bits & 1)
			words[field->word] |= BIT_ULL(bit);
		bits >>= 1;
	}
	return !bits;
}

bool terms_apply(const struct pmon_event_table *table, char *terms,
		 u64 words[PMON_CONFIG_WORDS])
{
	char *term, *state = NULL;

	for (term = strtok_r(terms, ",", &state); term;
	     term = strtok_r(NULL, ",", &state))
		if (!apply_term(table, term, words))
			return false;
	return true;
}
