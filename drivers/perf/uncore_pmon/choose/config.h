/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks perf event configurations.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_CONFIG_H
#define _UNCORE_PMON_CONFIG_H

#include "choose/pure.h"

#define PMON_CONFIG_WORDS	4	/* config, config1, config2, config3 */

/**
 * struct pmon_field - one entry of a PMU's format directory
 * @name: file name
 * @word: 0 config, 1 config1, 2 config2, 3 config3
 * @mask: the bits; they need not be adjacent
 */
struct pmon_field {
	const char *name;
	u8 word;
	u64 mask;
};

/**
 * pmon_fields_cover() - all bits that a set of fields can set
 * @fields: the fields; a field without a name ends the list
 * @cover: receives the bits for each word
 */
void pmon_fields_cover(const struct pmon_field *fields,
		       u64 cover[PMON_CONFIG_WORDS]);

/**
 * pmon_word_name() - perf's name of a configuration word
 * @word: 0 to PMON_CONFIG_WORDS - 1
 *
 * Return: "config", "config1", "config2" or "config3".
 */
const char *pmon_word_name(unsigned int word);

/**
 * pmon_field_print() - text of a format file: "config:8-15,32-63"
 * @field: the field
 * @buffer: receives the text, with a terminating zero and no newline
 * @size: of the buffer
 *
 * Return: length of the text, -ENOSPC, or -EINVAL if the field has no bits or no valid word.
 */
int pmon_field_print(const struct pmon_field *field, char *buffer,
		     size_t size);

/**
 * pmon_config_foreign() - does a configuration have bits outside of all formats?
 * @fields: the PMU's fields
 * @words: config, config1, config2, config3
 *
 * Return: true if a bit is set that belongs to no field.
 */
bool pmon_config_foreign(const struct pmon_field *fields,
			 const u64 words[PMON_CONFIG_WORDS]);

#endif
