// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading of tab-separated tables: "#" begins a comment line, the first other
 * line names the columns, "-" is an empty cell.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

static unsigned int num_complaints;

/**
 * complain() - report an error in the data
 * @place: where
 * @format: printf format
 */
void complain(struct place place, const char *format, ...)
{
	va_list args;

	if (place.line)
		fprintf(stderr, "%s:%u: ", place.file, place.line);
	else
		fprintf(stderr, "%s: ", place.file);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	num_complaints++;
}

/**
 * complaints() - number of errors so far
 *
 * Return: the number.
 */
unsigned int complaints(void)
{
	return num_complaints;
}

static void out_of_memory(void)
{
	fputs("pmonevents: out of memory\n", stderr);
	exit(2);
}

/**
 * grow() - make room for one more element
 * @array: the array, or NULL
 * @count: elements it holds
 * @size: of an element
 *
 * Return: the array, the new element zeroed. Does not return without memory.
 */
void *grow(void *array, size_t count, size_t size)
{
	/* Room doubles whenever the count is a power of two (or none). */
	if (!(count & (count - 1))) {
		array = realloc(array, (count ? 2 * count : 1) * size);
		if (!array)
			out_of_memory();
	}
	memset((char *)array + count * size, 0, size);
	return array;
}

/**
 * copy() - copy of a string
 * @string: the string, or NULL
 *
 * Return: the copy, NULL for NULL. Does not return without memory.
 */
char *copy(const char *string)
{
	size_t size;
	char *result;

	if (!string)
		return NULL;
	size = strlen(string) + 1;
	result = malloc(size);
	if (!result)
		out_of_memory();
	return memcpy(result, string, size);
}

/**
 * lower() - copy of a string in lower case
 * @string: the string
 *
 * Return: the copy. Does not return without memory.
 */
char *lower(const char *string)
{
	char *result = copy(string);
	char *c;

	/* Not tolower(): what is a letter must not depend on the locale. */
	for (c = result; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c += 'a' - 'A';
	return result;
}

static size_t split(char *line, char *cells[MAX_COLUMNS + 1])
{
	size_t count = 0;

	while (line && count <= MAX_COLUMNS) {
		char *tab = strchr(line, '\t');

		if (tab)
			*tab++ = 0;
		cells[count++] = line;
		line = tab;
	}
	return count;
}

static bool check_cells(struct place place, char **cells, size_t count)
{
	bool good = true;
	size_t i;

	for (i = 0; i < count; i++) {
		size_t length = strlen(cells[i]);

		if (!length)
			complain(place, "column %zu is empty, write - for nothing",
				 i + 1);
		else if (cells[i][0] == ' ' || cells[i][length - 1] == ' ')
			complain(place, "space around \"%s\"", cells[i]);
		else
			continue;
		good = false;
	}
	return good;
}

static void read_line(struct text *text, struct place place, char *buffer)
{
	char *cells[MAX_COLUMNS + 1];
	size_t count = split(buffer, cells), i;
	struct line *line;

	if (!text->num_columns && count > MAX_COLUMNS) {
		complain(place, "more than %d columns", MAX_COLUMNS);
		return;
	}
	if (text->num_columns && count != text->num_columns) {
		complain(place, "%zu columns, the first line names %zu",
			 count, text->num_columns);
		return;
	}
	if (!check_cells(place, cells, count))
		return;
	if (!text->num_columns) {
		for (i = 0; i < count; i++)
			text->columns[i] = copy(cells[i]);
		text->num_columns = count;
		return;
	}
	text->lines = grow(text->lines, text->num_lines, sizeof(*text->lines));
	line = &text->lines[text->num_lines++];
	line->place = place;
	for (i = 0; i < count; i++)
		if (strcmp(cells[i], "-"))
			line->cells[i] = copy(cells[i]);
}

/**
 * text_read() - read a table
 * @text: receives the table
 * @directory: where the file is
 * @file: name of the file
 *
 * Return: true if it could be read; complaints about its lines are counted.
 */
bool text_read(struct text *text, const char *directory, const char *file)
{
	size_t length = strlen(directory) + strlen(file) + 2;
	struct place place = { .line = 0 };
	char *path = malloc(length);
	size_t size = 0;
	char *buffer = NULL;
	ssize_t got;
	FILE *in;

	if (!path)
		out_of_memory();
	snprintf(path, length, "%s/%s", directory, file);
	place.file = path;
	memset(text, 0, sizeof(*text));
	text->place = place;
	in = fopen(path, "r");
	if (!in) {
		complain(place, "%s", strerror(errno));
		return false;
	}
	while ((got = getline(&buffer, &size, in)) >= 0) {
		place.line++;
		if (got && buffer[got - 1] == '\n')
			buffer[--got] = 0;
		if (strlen(buffer) != (size_t)got)
			complain(place, "zero byte");
		else if (buffer[0] != '#')
			read_line(text, place, buffer);
	}
	if (ferror(in))
		complain(text->place, "%s", strerror(errno));
	else if (!text->num_columns)
		complain(text->place, "no line names the columns");
	fclose(in);
	free(buffer);
	return text->num_columns != 0;
}

/**
 * text_cell() - cell of a row
 * @text: the table
 * @line: the row
 * @column: name of the column
 *
 * Return: the text, NULL if it is "-" or there is no such column.
 */
const char *text_cell(const struct text *text, const struct line *line,
		      const char *column)
{
	size_t i;

	for (i = 0; i < text->num_columns; i++)
		if (!strcmp(text->columns[i], column))
			return line->cells[i];
	return NULL;
}

/**
 * number_parse() - read a number
 * @string: decimal, or hexadecimal with 0x
 * @value: receives the number
 *
 * Return: true if all of @string is a number of at most 64 bits.
 */
bool number_parse(const char *string, uint64_t *value)
{
	char *end;

	/* strtoull() alone takes signs and white space too. */
	if (!string || string[0] < '0' || string[0] > '9')
		return false;
	errno = 0;
	*value = strtoull(string, &end, string[1] == 'x' ? 16 : 10);
	return !*end && !errno;
}
