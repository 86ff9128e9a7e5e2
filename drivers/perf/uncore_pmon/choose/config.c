// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks perf event configurations.
 */
#include "choose/config.h"

void pmon_fields_cover(const struct pmon_field *fields,
		       u64 cover[PMON_CONFIG_WORDS])
{
	memset(cover, 0, PMON_CONFIG_WORDS * sizeof(*cover));

	for (; fields->name; fields++)
		if (fields->word < PMON_CONFIG_WORDS)
			cover[fields->word] |= fields->mask;
}

bool pmon_config_foreign(const struct pmon_field *fields,
			 const u64 words[PMON_CONFIG_WORDS])
{
	u64 cover[PMON_CONFIG_WORDS];
	unsigned int word;

	pmon_fields_cover(fields, cover);
	for (word = 0; word < PMON_CONFIG_WORDS; word++)
		if (words[word] & ~cover[word])
			return true;
	return false;
}

const char *pmon_word_name(unsigned int word)
{
	static const char *const words[PMON_CONFIG_WORDS] = {
		"config", "config1", "config2", "config3",
	};

	return words[word];
}

/* The end of the run of ones that starts at bit @low. */
static unsigned int run_end(u64 mask, unsigned int low)
{
	unsigned int high = low;

	while (high < 63 && mask & BIT_ULL(high + 1))
		high++;
	return high;
}

int pmon_field_print(const struct pmon_field *field, char *buffer, size_t size)
{
	char separator = ':';
	size_t length;
	unsigned int low, high;

	if (field->word >= PMON_CONFIG_WORDS || !field->mask)
		return -EINVAL;

	length = (size_t)snprintf(buffer, size, "%s",
				  pmon_word_name(field->word));
	for (low = 0; low < 64; low = high + 1) {
		high = low;
		if (!(field->mask & BIT_ULL(low)))
			continue;
		if (length >= size)
			return -ENOSPC;

		high = run_end(field->mask, low);
		length += (size_t)snprintf(buffer + length, size - length,
					   high == low ? "%c%u" : "%c%u-%u",
					   separator, low, high);
		separator = ',';
	}

	return length < size ? (int)length : -ENOSPC;
}
