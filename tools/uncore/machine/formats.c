// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a PMU's format and events directories say. See machine.h.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "machine/machine.h"

#define DEVICES	"bus/event_source/devices"

/* config1:0-7,32 */
static bool parse_format(struct format *format)
{
	const char *text = format->text;

	if (!strncmp(text, "config:", 7))
		format->word = 0;
	else if (!strncmp(text, "config1:", 8))
		format->word = 1;
	else if (!strncmp(text, "config2:", 8))
		format->word = 2;
	else if (!strncmp(text, "config3:", 8))
		format->word = 3;
	else
		return false;
	format->mask = 0;
	text = strchr(text, ':');
	do {
		char *end;
		unsigned long low = strtoul(text + 1, &end, 10), high = low;

		if (*end == '-')
			high = strtoul(end + 1, &end, 10);
		if (high > 63 || low > high)
			return false;
		format->mask |= (high == 63 ? 0 : 1ULL << (high + 1)) - (1ULL << low);
		text = *end == ',' ? end : NULL;
	} while (text);
	return true;
}

static int order_formats(const void *left, const void *right)
{
	const struct format *a = left, *b = right;

	if (a->word != b->word)
		return a->word < b->word ? -1 : 1;
	if ((a->mask & -a->mask) != (b->mask & -b->mask))
		return (a->mask & -a->mask) < (b->mask & -b->mask) ? -1 : 1;
	return strcmp(a->name, b->name);
}

void pmu_formats(struct pmu *pmu)
{
	struct dirent *entry;
	DIR *directory;

	if (pmu->formats)
		return;
	directory = opendir(sysfs_path(DEVICES "/%s/format", pmu->name));
	while (directory && (entry = readdir(directory))) {
		struct format format;

		if (entry->d_name[0] == '.' || strlen(entry->d_name) >= sizeof(format.name))
			continue;
		strcpy(format.name, entry->d_name);
		if (!read_file(sysfs_path(DEVICES "/%s/format/%s", pmu->name, entry->d_name),
			       format.text, sizeof(format.text)) || !parse_format(&format))
			continue;
		pmu->formats = grow(pmu->formats, pmu->num_formats, sizeof(format));
		pmu->formats[pmu->num_formats++] = format;
	}
	if (directory)
		closedir(directory);
	if (pmu->num_formats)
		qsort(pmu->formats, pmu->num_formats, sizeof(*pmu->formats), order_formats);
}

const struct format *pmu_format(struct pmu *pmu, const char *name)
{
	size_t i;

	pmu_formats(pmu);
	for (i = 0; i < pmu->num_formats; i++)
		if (!strcmp(pmu->formats[i].name, name))
			return &pmu->formats[i];
	return NULL;
}

uint64_t pmu_bits(struct pmu *pmu, unsigned int word)
{
	uint64_t bits = 0;
	size_t i;

	pmu_formats(pmu);
	for (i = 0; i < pmu->num_formats; i++)
		if (pmu->formats[i].word == word)
			bits |= pmu->formats[i].mask;
	return bits;
}

static int order_names(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Beside the file of an alias there can be some that say more about it. */
static bool is_alias(const char *name)
{
	static const char *const endings[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t length = strlen(name), i;

	if (name[0] == '.')
		return false;
	for (i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		size_t ending = strlen(endings[i]);

		if (length > ending && !strcmp(name + length - ending, endings[i]))
			return false;
	}
	return true;
}

char **pmu_aliases(const struct pmu *pmu, size_t *number)
{
	struct dirent *entry;
	char **names = NULL;
	DIR *directory;

	*number = 0;
	directory = opendir(sysfs_path(DEVICES "/%s/events", pmu->name));
	while (directory && (entry = readdir(directory))) {
		if (!is_alias(entry->d_name))
			continue;
		names = grow(names, *number, sizeof(*names));
		names[(*number)++] = allocated(strdup(entry->d_name));
	}
	if (directory)
		closedir(directory);
	if (*number)
		qsort(names, *number, sizeof(*names), order_names);
	return names;
}

void free_names(char **names, size_t number)
{
	while (number)
		free(names[--number]);
	free(names);
}

bool pmu_alias(const struct pmu *pmu, const char *name, char *text, size_t size)
{
	if (strchr(name, '/'))
		return false;
	return read_file(sysfs_path(DEVICES "/%s/events/%s", pmu->name, name), text, size);
}
