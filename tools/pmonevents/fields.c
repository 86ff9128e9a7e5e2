// SPDX-License-Identifier: GPL-2.0-only
/*
 * Formats: which bits of config, config1 and config2 a term sets.
 */
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

static bool parse_range(char *range, uint64_t *mask)
{
	char *dash = strchr(range, '-');
	uint64_t low, high, bits;

	if (dash)
		*dash++ = 0;
	if (!number_parse(range, &low))
		return false;
	high = low;
	if (dash && !number_parse(dash, &high))
		return false;
	if (low > high || high > 63)
		return false;
	bits = (~0ull << low) & (~0ull >> (63 - high));
	/* perf fills the pieces from below: they must rise. */
	if (bits & *mask || (*mask && bits < *mask))
		return false;
	*mask |= bits;
	return true;
}

/**
 * field_parse() - read a format
 * @field: receives it
 * @text: "umask=config:8-15,32-63"; modified
 * @place: where it stands
 *
 * Return: true if it is well formed, else a complaint was made.
 */
bool field_parse(struct field *field, char *text, struct place place)
{
	char *ranges, *range, *state = NULL, *whole = copy(text);

	memset(field, 0, sizeof(*field));
	ranges = strchr(text, '=');
	if (!ranges)
		goto bad;
	*ranges++ = 0;
	field->name = copy(text);
	if (!strncmp(ranges, "config:", 7)) {
		ranges += 7;
	} else if (!strncmp(ranges, "config1:", 8)) {
		field->word = 1;
		ranges += 8;
	} else if (!strncmp(ranges, "config2:", 8)) {
		field->word = 2;
		ranges += 8;
	} else {
		goto bad;
	}
	for (range = strtok_r(ranges, ",", &state); range;
	     range = strtok_r(NULL, ",", &state))
		if (!parse_range(range, &field->mask))
			goto bad;
	if (!field->mask)
		goto bad;
	free(whole);
	return true;
bad:
	complain(place, "format \"%s\" is not like name=config:0-7,32-63", whole);
	free(whole);
	return false;
}

/**
 * field_find() - format of a name
 * @box: box type
 * @name: the name
 *
 * Return: the format, or NULL.
 */
const struct field *field_find(const struct box *box, const char *name)
{
	size_t i;

	for (i = 0; i < box->num_fields; i++)
		if (!strcmp(box->fields[i].name, name))
			return &box->fields[i];
	return NULL;
}

/**
 * field_put() - set a term
 * @field: its format
 * @value: its value
 * @config: config, config1, config2; receives the bits
 *
 * Return: false if the value has bits that the format has no place for.
 */
bool field_put(const struct field *field, uint64_t value,
	       uint64_t config[CONFIG_WORDS])
{
	unsigned int bit;

	for (bit = 0; bit < 64 && value; bit++) {
		if (!(field->mask >> bit & 1))
			continue;
		config[field->word] |= (value & 1) << bit;
		value >>= 1;
	}
	return !value;
}

/**
 * field_take() - value of a term
 * @field: its format
 * @config: the word it is in
 *
 * Return: the value.
 */
uint64_t field_take(const struct field *field, uint64_t config)
{
	unsigned int bit, out = 0;
	uint64_t value = 0;

	for (bit = 0; bit < 64; bit++)
		if (field->mask >> bit & 1)
			value |= (config >> bit & 1) << out++;
	return value;
}
