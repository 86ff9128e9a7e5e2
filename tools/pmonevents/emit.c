// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writing of the module's tables, see event_table.h.
 */
#include <inttypes.h>
#include <string.h>

#include "pmonevents.h"

#define MAX_CLOCKS	4	/* of a box */

/* Name of an array with these elements. */
static const char *emit_array(const struct data *data, const struct box *box, const char *type,
			      const char *suffix, struct stream *elements, FILE *out)
{
	struct stream name = { NULL };

	fprintf(stream_file(&name), "%s_%s_%s", data->name, box->name, suffix);
	return pool_array(type, stream_text(&name), elements, out);
}

static void print_fields(const struct box *box, FILE *out)
{
	size_t i;

	for (i = 0; i < box->num_fields; i++) {
		const struct field *field = &box->fields[i];

		fprintf(out, "\t{ .name = \"%s\", .word = %u, .mask = 0x%" PRIx64
			"ULL },\n", field->name, field->word, field->mask);
	}
	fputs("\t{ .name = NULL },\n", out);
}

/* Returns how many names the level has. */
static size_t print_names(const struct box *box, enum level level, FILE *out)
{
	size_t count = 0, i;

	for (i = 0; i < box->num_rows; i++) {
		const struct row *row = &box->rows[i];

		if (!row->name || row->level != level)
			continue;
		fprintf(out, "\t%u,\n", pool_alias(row));
		count++;
	}
	return count;
}

static void print_flags(const struct row *row, FILE *out)
{
	if (row->need == NEED_STATE)
		fputs("PMON_EVENT_STATE", out);
	else if (row->need == NEED_CHANNEL)
		fputs("PMON_EVENT_CHANNEL", out);
	else if (row->free)
		fputs("PMON_EVENT_FREE", out);
	else
		fputs("0", out);
}

static bool is_special(const struct box *box, const struct row *row)
{
	return row->counters != box->counters || row->free ||
	       row->need == NEED_STATE || row->need == NEED_CHANNEL;
}

/* The configuration in which a format has a value. */
static uint32_t config_of(const struct field *field, uint64_t value)
{
	uint64_t config[CONFIG_WORDS] = { 0 };

	field_put(field, value, config);
	return (uint32_t)config[0];
}

/* One for each counter, where the event itself tells the counter. */
static size_t print_own_counters(const struct box *box, FILE *out)
{
	unsigned int counter;

	for (counter = 0; box->counters >> counter; counter++)
		fprintf(out, "\t{ 0x%" PRIx64 ", 0x%" PRIx32 ", 0x%x, 0 },\n",
			box->counter_in->mask, config_of(box->counter_in, counter),
			1u << counter);
	return counter;
}

/* One for each code, in the order of the codes. Returns their number. */
static size_t print_constraints(const struct box *box, FILE *out)
{
	size_t count = box->counter_in ? print_own_counters(box, out) : 0, i;
	unsigned int code;

	for (code = 0; code < MAX_CODES; code++) {
		for (i = 0; i < box->num_rows; i++)
			if (box->rows[i].code == code &&
			    is_special(box, &box->rows[i]))
				break;
		if (i == box->num_rows)
			continue;
		fprintf(out, "\t{ 0x%" PRIx64 ", 0x%02" PRIx32 ", 0x%x, ",
			box->code->mask, config_of(box->code, code),
			box->rows[i].counters);
		print_flags(&box->rows[i], out);
		fputs(" },\n", out);
		count++;
	}
	if (box->mesh == MESH_EXCLUSIVE) {
		fprintf(out, "\t{ 0x80, 0x80, 0x%x, PMON_EVENT_CMS },\n",
			box->counters);
		count++;
	}
	return count;
}

/* What counts each cycle of the box: "clockticks" and its like, but no counter of another kind. */
static bool is_clock(const struct row *row)
{
	static const char name[] = "clockticks";
	const char *event;

	if (!row->event || row->subevent || row->free || row->counters == COUNTER_FIXED)
		return false;
	event = lower(row->event);
	return strlen(event) >= sizeof(name) - 1 &&
	       !strcmp(event + strlen(event) - (sizeof(name) - 1), name);
}

/* An event can have two names: each configuration once. */
static void add_clocks(const struct box *from, uint64_t bits, uint64_t *clocks,
		       size_t *count)
{
	size_t i, j;

	for (i = 0; i < from->num_rows; i++) {
		uint64_t config = from->rows[i].config[0] | bits;

		if (!is_clock(&from->rows[i]))
			continue;
		for (j = 0; j < *count && clocks[j] != config; j++)
			;
		if (j == MAX_CLOCKS)
			complain(from->rows[i].place, "more than %d clocks", MAX_CLOCKS);
		else if (j == *count)
			clocks[(*count)++] = config;
	}
}

/* Returns how many the box has. */
static size_t print_clocks(const struct data *data, const struct box *box, FILE *out)
{
	uint64_t clocks[MAX_CLOCKS];
	size_t count = 0, i;

	add_clocks(box, 0, clocks, &count);
	if (box->mesh)
		add_clocks(data->mesh, box->mesh_config, clocks, &count);
	for (i = 0; i < count; i++)
		fprintf(out, "\t0x%" PRIx64 "ULL,\n", clocks[i]);
	return count;
}

/* A member that is an array, and its size; nothing if the array is empty. */
static void emit_member(const struct data *data, const struct box *box, const char *type,
			const char *member, struct stream *elements, size_t count, FILE *table,
			FILE *out)
{
	if (count)
		fprintf(table, "\t\t.%s = %s,\n\t\t.num_%s = %zu,\n", member,
			emit_array(data, box, type, member, elements, out), member, count);
}

/* A struct pmon_event_list; nothing if the level has no names. */
static void emit_list(const struct data *data, const struct box *box, enum level level,
		      const char *begin, FILE *table, FILE *out)
{
	static const char *const suffixes[] = { "unit", "type", "mesh" };
	struct stream numbers = { NULL };
	size_t count = print_names(box, level, stream_file(&numbers));

	if (count)
		fprintf(table, "%s{ .aliases = %s, .num_aliases = %zu },\n", begin,
			emit_array(data, box, "u16", suffixes[level], &numbers, out), count);
}

static void emit_table(const struct data *data, const struct box *box, FILE *table, FILE *out)
{
	struct stream fields = { NULL }, constraints = { NULL }, clocks = { NULL };
	size_t count;

	print_fields(box, stream_file(&fields));
	fprintf(table, "\t{\n\t\t.box = \"%s\",\n\t\t.pool = &pool,\n\t\t.fields = %s,\n",
		box->name, emit_array(data, box, "struct pmon_field", "fields", &fields, out));
	emit_list(data, box, LEVEL_UNIT, "\t\t.lists[PMON_EVENT_UNIT] = ", table, out);
	emit_list(data, box, LEVEL_TYPE, "\t\t.lists[PMON_EVENT_TYPE] = ", table, out);
	if (box->mesh)
		fprintf(table, "\t\t.mesh = %s_mesh,\n\t\t.mesh_config = 0x%" PRIx64
			"ULL,\n\t\t.mesh_level = PMON_EVENT_%s,\n",
			data->name, box->mesh_config,
			box->level == LEVEL_UNIT ? "UNIT" : "TYPE");
	count = print_constraints(box, stream_file(&constraints));
	emit_member(data, box, "struct pmon_event_constraint", "constraints", &constraints, count,
		    table, out);
	count = print_clocks(data, box, stream_file(&clocks));
	emit_member(data, box, "u64", "clocks", &clocks, count, table, out);
	fprintf(table, "\t\t.counters = 0x%x,\n\t},\n", box->counters);
}

static void emit_mesh(const struct data *data, FILE *out)
{
	struct stream list = { NULL };

	emit_list(data, data->mesh, LEVEL_MESH, "", stream_file(&list), out);
	fprintf(out, "static const struct pmon_event_list %s_mesh[] = {\n\t%s};\n\n",
		data->name, stream_text(&list));
}

static void emit_set(const struct data *data, FILE *out)
{
	struct stream tables = { NULL };
	size_t i;

	if (data->mesh)
		emit_mesh(data, out);
	for (i = 0; i < data->num_boxes; i++)
		if (box_has_table(&data->boxes[i]))
			emit_table(data, &data->boxes[i], stream_file(&tables), out);
	fprintf(out, "static const struct pmon_event_table %s_tables[] = {\n%s};\n\n"
		"const struct pmon_event_set pmon_%s_events = {\n"
		"\t.tables = %s_tables,\n\t.num_tables = ARRAY_SIZE(%s_tables),\n};\n\n",
		data->name, stream_text(&tables), data->name, data->name, data->name);
}

/**
 * emit_tables() - write the tables of the module
 * @data: checked data of each processor, of which the rows of other processors are dropped
 * @count: number of processors
 * @out: receives C source
 *
 * May still complain, about tables that have become too large.
 */
void emit_tables(struct data *data, size_t count, FILE *out)
{
	size_t i;

	fputs("// SPDX-License-Identifier: GPL-2.0-only\n"
	      "/* Generated by pmonevents. */\n#include \"processors/event_table.h\"\n\n"
	      "static const struct pmon_event_pool pool;\n\n", out);
	for (i = 0; i < count; i++) {
		data_select(&data[i]);
		emit_set(&data[i], out);
	}
	emit_pool(out);
}
