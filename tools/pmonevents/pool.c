// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the tables of all processors share: names, events and whole arrays that are alike are in the
 * module once.
 */
#include <inttypes.h>
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

/* Offsets of strings and numbers of aliases are 16 bits wide. */
#define MAX_POOL	0xffff

/*
 * An entry of a pool.
 * @key: two entries with the same key are one
 * @number: offset of a string, number of an alias
 * @name: of an array
 */
struct pooled {
	char *key;
	unsigned int number;
	char *name;
};

/* Roots of search trees. Offset 0 is the empty string. */
static void *strings, *aliases, *arrays;
static unsigned int strings_size = 1, num_aliases, num_extras;

/* C source of the strings, the aliases and their extras, in the order of their numbers. */
static struct stream string_lines, alias_lines, extra_lines;

static char *print(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *print(const char *format, ...)
{
	struct stream stream = { NULL };
	va_list args;

	va_start(args, format);
	vfprintf(stream_file(&stream), format, args);
	va_end(args);
	return stream_text(&stream);
}

static int compare_pooled(const void *a, const void *b)
{
	const struct pooled *x = a, *y = b;

	return strcmp(x->key, y->key);
}

/* The entry with a key, which it keeps or frees. A new one has the given number. */
static struct pooled *find_or_add(void **root, char *key, unsigned int number, bool *added)
{
	struct pooled *entry = grow(NULL, 0, sizeof(*entry));
	struct pooled **found;

	entry->key = key;
	entry->number = number;
	found = tsearch(entry, root, compare_pooled);
	if (!found)
		abort();
	*added = *found == entry;
	if (!*added) {
		free(entry);
		free(key);
	}
	return *found;
}

/**
 * stream_file() - a file whose content stays in memory
 * @stream: all zeroes at first
 *
 * Return: the file.
 */
FILE *stream_file(struct stream *stream)
{
	if (!stream->file)
		stream->file = open_memstream(&stream->text, &stream->size);
	if (!stream->file)
		abort();
	return stream->file;
}

/**
 * stream_text() - end a stream
 * @stream: the stream
 *
 * Return: all that was written to it. The caller frees it.
 */
char *stream_text(struct stream *stream)
{
	if (fclose(stream_file(stream)))
		abort();
	stream->file = NULL;
	return stream->text;
}

/**
 * pool_string() - offset of a string in the pool
 * @string: the string, or NULL for the empty one
 * @place: for a complaint
 *
 * Return: the offset.
 */
unsigned int pool_string(const char *string, struct place place)
{
	struct pooled *entry;
	bool added;

	if (!string || !*string)
		return 0;
	entry = find_or_add(&strings, copy(string), strings_size, &added);
	if (!added)
		return entry->number;
	fprintf(stream_file(&string_lines), "\n\t\"%s\\0\"", string);
	strings_size += (unsigned int)strlen(string) + 1;
	if (strings_size > MAX_POOL)
		complain(place, "more than %d bytes of names", MAX_POOL);
	return entry->number;
}

static bool has_extra(const struct row *row)
{
	return row->config[1] || row->config[2] || row->meaning->scale || row->meaning->unit;
}

/**
 * pool_alias() - number of an alias in the pool
 * @row: the event
 *
 * Return: the number.
 */
unsigned int pool_alias(const struct row *row)
{
	char *alias = print("{ 0x%08" PRIx32 ", 0x%08" PRIx32 ", %u, %u },",
			    (uint32_t)row->config[0], (uint32_t)(row->config[0] >> 32),
			    pool_string(lower(row->event), row->place),
			    pool_string(row->subevent ? lower(row->subevent) : NULL, row->place));
	unsigned int scale = pool_string(row->meaning->scale, row->place);
	unsigned int unit = pool_string(row->meaning->unit, row->place);
	struct pooled *entry;
	bool added;

	entry = find_or_add(&aliases, print("%s 0x%" PRIx64 " 0x%" PRIx64 " %u %u", alias,
					    row->config[1], row->config[2], scale, unit),
			    num_aliases, &added);
	if (added) {
		fprintf(stream_file(&alias_lines), "\t%s\n", alias);
		if (++num_aliases > MAX_POOL)
			complain(row->place, "more than %d events", MAX_POOL);
		if (has_extra(row)) {
			fprintf(stream_file(&extra_lines),
				"\t{ 0x%" PRIx64 "ULL, 0x%" PRIx64 "ULL, %u, %u, %u },\n",
				row->config[1], row->config[2], entry->number, scale, unit);
			num_extras++;
		}
	}
	free(alias);
	return entry->number;
}

/**
 * pool_array() - an array of the tables, once for all that have the same
 * @type: of its elements
 * @name: of the array, if no other one has the same elements
 * @elements: C source of the elements, ended here
 * @out: receives C source of a new array
 *
 * Return: name of the array.
 */
const char *pool_array(const char *type, const char *name, struct stream *elements, FILE *out)
{
	char *text = stream_text(elements);
	struct pooled *entry;
	bool added;

	entry = find_or_add(&arrays, print("%s %s", type, text), 0, &added);
	if (added) {
		entry->name = copy(name);
		fprintf(out, "static const %s %s[] = {\n%s};\n\n", type, name, text);
	}
	free(text);
	return entry->name;
}

/**
 * emit_pool() - write the pool, behind all tables
 * @out: receives C source
 */
void emit_pool(FILE *out)
{
	fprintf(out, "static const char strings[] =\n\t\"\\0\"%s;\n\n"
		"static const struct pmon_event_alias aliases[] = {\n%s};\n\n"
		"static const struct pmon_event_extra extras[] = {\n%s};\n\n"
		"static const struct pmon_event_pool pool = {\n"
		"\t.strings = strings,\n\t.aliases = aliases,\n\t.extras = extras,\n"
		"\t.num_extras = %u,\n};\n", stream_text(&string_lines),
		stream_text(&alias_lines), stream_text(&extra_lines), num_extras);
}
