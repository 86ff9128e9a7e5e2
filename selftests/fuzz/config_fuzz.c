// SPDX-License-Identifier: GPL-2.0-only
/*
 * Format files say what the fields are: what is printed, read again as the perf
 * tool reads it, gives the bits. Foreign bits are found, and no others.
 */
#include "choose/config.h"
#include "fuzz.h"

#define MAX_FIELDS	4

/* "12" or "12-15"; as strict as it can be. */
static const char *read_range(const char *text, u64 *mask)
{
	unsigned long low, high, bit;
	char *end;

	REQUIRE(*text >= '0' && *text <= '9');
	low = high = strtoul(text, &end, 10);
	if (*end == '-') {
		REQUIRE(end[1] >= '0' && end[1] <= '9');
		high = strtoul(end + 1, &end, 10);
		REQUIRE(high > low);
	}
	REQUIRE(high < 64);
	for (bit = low; bit <= high; bit++) {
		REQUIRE(!(*mask >> bit & 1));
		*mask |= BIT_ULL(bit);
	}
	return end;
}

static u64 read_format(const char *text, unsigned int word)
{
	static const char *const prefixes[] = {
		"config:", "config1:", "config2:", "config3:",
	};
	size_t length = strlen(prefixes[word]);
	u64 mask = 0, before;

	REQUIRE(!strncmp(text, prefixes[word], length));
	text = read_range(text + length, &mask);
	while (*text) {
		REQUIRE(*text == ',');
		before = mask;
		text = read_range(text + 1, &mask);
		/* In order, and no range that should be part of another. */
		REQUIRE((mask & ~before) > before);
		REQUIRE(!((mask & ~before) & before << 1));
	}
	return mask;
}

static void check_print(const struct pmon_field *field, size_t size)
{
	char *buffer, *exact;
	char large[512];
	int length, again;

	length = pmon_field_print(field, large, sizeof(large));
	if (field->word >= PMON_CONFIG_WORDS || !field->mask) {
		REQUIRE(length == -EINVAL);
		return;
	}
	REQUIRE(length > 0 && (size_t)length == strlen(large));
	REQUIRE(read_format(large, field->word) == field->mask);

	/* From the heap, so that the sanitizer sees one byte too many. */
	buffer = malloc(size);
	REQUIRE(buffer);
	again = pmon_field_print(field, buffer, size);
	REQUIRE(again == (size > (size_t)length ? length : -ENOSPC));
	free(buffer);

	exact = malloc((size_t)length + 1);
	REQUIRE(exact);
	REQUIRE(pmon_field_print(field, exact, (size_t)length + 1) == length);
	REQUIRE(!strcmp(exact, large));
	REQUIRE(pmon_field_print(field, exact, (size_t)length) == -ENOSPC);
	free(exact);
}

static void check_foreign(const struct pmon_field *fields,
			  const u64 words[PMON_CONFIG_WORDS])
{
	u64 cover[PMON_CONFIG_WORDS];
	bool foreign = false;
	unsigned int word, bit, i;

	pmon_fields_cover(fields, cover);
	for (word = 0; word < PMON_CONFIG_WORDS; word++) {
		for (bit = 0; bit < 64; bit++) {
			bool covered = false;

			for (i = 0; fields[i].name; i++)
				covered |= fields[i].word == word &&
					   (fields[i].mask >> bit & 1);
			REQUIRE(covered == (cover[word] >> bit & 1));
			foreign |= (words[word] >> bit & 1) && !covered;
		}
	}
	REQUIRE(pmon_config_foreign(fields, words) == foreign);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct pmon_field fields[MAX_FIELDS + 1] = { 0 };
	u64 words[PMON_CONFIG_WORDS];
	unsigned int i, num = take(&input, 1) % (MAX_FIELDS + 1);

	for (i = 0; i < num; i++) {
		fields[i].name = "field";
		fields[i].word = take(&input, 1) % (PMON_CONFIG_WORDS + 1);
		fields[i].mask = take(&input, 8);
		check_print(&fields[i], take(&input, 1));
	}
	/* Half the time only bits of fields, which random words never are. */
	pmon_fields_cover(fields, words);
	if (take(&input, 1) & 1)
		words[take(&input, 1) % PMON_CONFIG_WORDS] ^=
			1ULL << take(&input, 1) % 64;
	for (i = 0; i < PMON_CONFIG_WORDS; i++)
		words[i] &= ~take(&input, 8);
	check_foreign(fields, words);
	return 0;
}
