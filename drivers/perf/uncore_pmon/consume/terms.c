// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses events given as text.
 */
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "consume/terms.h"

/* Larger than the longest name. */
#define NAME_SIZE	128

/* Add an event by its full name, as in sysfs. */
static bool add_name(const struct pmon_event_table *table,
		     enum pmon_event_level level, const char *text,
		     u64 words[PMON_CONFIG_WORDS])
{
	struct pmon_event event;
	char name[NAME_SIZE];
	unsigned int i;

	for (i = 0; table && pmon_event_table_get(table, level, i, &event); i++) {
		if (pmon_event_name(&event, name, sizeof(name)) < 0 ||
		    strcmp(name, text))
			continue;
		words[0] |= event.config;
		words[1] |= event.config1;
		words[2] |= event.config2;
		return true;
	}
	return false;
}

/* The bits of a field need not be adjacent. Fill them from the lowest. */
static int add_field(const struct pmon_field *field, u64 value,
		     u64 words[PMON_CONFIG_WORDS])
{
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		if (!(field->mask & BIT_ULL(bit)))
			continue;
		if (value & 1)
			words[field->word] |= BIT_ULL(bit);
		value >>= 1;
	}
	return value ? -EINVAL : 0;
}

static const struct pmon_field *find_field(const struct pmon_field *fields,
					   const char *name)
{
	for (; fields->name; fields++) {
		if (!strcmp(fields->name, name))
			return fields;
	}
	return NULL;
}

static int add_term(const struct pmon_field *fields,
		    const struct pmon_event_table *table,
		    enum pmon_event_level level, char *term,
		    u64 words[PMON_CONFIG_WORDS])
{
	const struct pmon_field *field;
	unsigned int word;
	char *text = term;
	char *name = strsep(&text, "=");
	u64 value = 1;

	if (!text && add_name(table, level, name, words))
		return 0;
	/* perf has no octal numbers. */
	if (text && kstrtoull(text, strstarts(text, "0x") ? 16 : 10, &value))
		return -EINVAL;
	field = find_field(fields, name);
	if (field)
		return add_field(field, value, words);
	for (word = 0; word < PMON_CONFIG_WORDS; word++) {
		if (strcmp(name, pmon_word_name(word)))
			continue;
		words[word] |= value;
		return 0;
	}
	return *name ? -ENOENT : -EINVAL;
}

int pmon_terms_parse(const struct pmon_field *fields,
		     const struct pmon_event_table *table,
		     enum pmon_event_level level, const char *text,
		     u64 words[PMON_CONFIG_WORDS])
{
	char *copy = kstrdup(text, GFP_KERNEL);
	char *rest = copy, *term;
	int error = 0;

	if (!copy)
		return -ENOMEM;
	memset(words, 0, PMON_CONFIG_WORDS * sizeof(*words));
	while (!error && (term = strsep(&rest, ",")))
		error = add_term(fields, table, level, term, words);
	kfree(copy);
	return error;
}
