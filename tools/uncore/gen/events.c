// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the event tables of the program out of the driver's event data: the same names, counters
 * and meanings that the module and the reference pages are made of. A program of the build machine;
 * reading and checking the data is done by tools/pmonevents.
 *
 *	events TABLE=DIRECTORY... >events_data.c
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

static const char *const needs[] = {
	[NEED_NOTHING] = "NEEDS_NOTHING", [NEED_STATE] = "NEEDS_STATE",
	[NEED_CHANNEL] = "NEEDS_CHANNEL", [NEED_REGISTER] = "NEEDS_REGISTER",
	[NEED_FILTER] = "NEEDS_FORMATS",
};

static void print_string(const char *text)
{
	if (!text) {
		fputs("NULL", stdout);
		return;
	}
	putchar('"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('"');
}

/* Formats that an event needs and that its name does not set. */
static void print_formats(const struct box *box, const struct row *row)
{
	const char *blank = "";
	size_t i;

	putchar('"');
	for (i = 0; row->need == NEED_FILTER && i < box->num_fields; i++) {
		const struct field *field = &box->fields[i];

		if (!(row->filters >> i & 1) || (row->config[field->word] & field->mask))
			continue;
		printf("%s%s", blank, field->name);
		blank = " ";
	}
	putchar('"');
}

/* What its event counts, and what it is of that. */
static void print_meaning(const struct row *row)
{
	char *detail = subevent_detail(row->subevent);
	size_t size = strlen(row->meaning->text) + (detail ? strlen(detail) : 0) + 3;
	char *text = malloc(size);

	if (!text)
		abort();
	snprintf(text, size, "%s%s%s", row->meaning->text, detail ? ": " : "", detail ? detail : "");
	print_string(text);
	free(text);
	free(detail);
}

static void print_row(const struct box *box, const struct row *row, uint64_t mesh_config)
{
	printf("\t{ \"%s\", ", row->name);
	print_meaning(row);
	printf(",\n\t  { 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 " }, 0x%x, %s, ",
	       row->config[0] | mesh_config, row->config[1], row->config[2],
	       row->free ? 0 : row->counters, needs[row->need]);
	print_formats(box, row);
	fputs(", ", stdout);
	print_string(row->meaning->scale);
	fputs(", ", stdout);
	print_string(row->meaning->unit);
	puts(" },");
}

static void print_rows(const struct box *box, const struct box *events, uint64_t mesh_config)
{
	size_t i;

	for (i = 0; i < events->num_rows; i++)
		if (events->rows[i].name)
			print_row(box, &events->rows[i], mesh_config);
}

static void print_box(const struct data *data, const char *table, const struct box *box)
{
	size_t i;

	printf("static const struct named_event %s_%s_events[] = {\n", table, box->name);
	print_rows(box, box, 0);
	if (box->mesh)
		print_rows(box, data->mesh, box->mesh_config);
	puts("\t{ 0 }\n};\n");
	printf("static const struct box_format %s_%s_fields[] = {\n", table, box->name);
	for (i = 0; i < box->num_fields; i++)
		printf("\t{ \"%s\", %u, 0x%" PRIx64 " },\n", box->fields[i].name,
		       box->fields[i].word, box->fields[i].mask);
	puts("\t{ 0 }\n};\n");
}

static int print_table(const char *table, const char *directory)
{
	struct data data;
	size_t i;

	if (data_read(&data, directory, table))
		data_check(&data);
	words_read(directory);
	if (complaints())
		return -1;
	data_select(&data);
	for (i = 0; i < data.num_boxes; i++)
		if (box_has_table(&data.boxes[i]))
			print_box(&data, table, &data.boxes[i]);
	printf("const struct box_type %s_boxes[] = {\n", table);
	for (i = 0; i < data.num_boxes; i++) {
		const struct box *box = &data.boxes[i];

		if (box_has_table(box))
			printf("\t{ \"%s\", %s_%s_events, %s_%s_fields, 0x%x },\n", box->name,
			       table, box->name, table, box->name, box->counters);
	}
	puts("\t{ 0 }\n};\n");
	return 0;
}

int main(int argc, char **argv)
{
	int i;

	puts("/* Made by gen/events.c of the driver's event data. */\n\n#include <stddef.h>\n\n#include \"machine/processor.h\"\n");
	for (i = 1; i < argc; i++) {
		char *equals = strchr(argv[i], '=');

		if (!equals)
			return 2;
		*equals = '\0';
		if (print_table(argv[i], equals + 1))
			return 1;
	}
	return fflush(stdout) || ferror(stdout);
}
