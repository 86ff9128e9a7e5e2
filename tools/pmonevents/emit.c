// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writing of the module's tables, see event_table.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

/* Offsets into the pool are 16 bits wide. */
#define MAX_POOL	0xffff

#define MAX_CLOCKS	4	/* of a box */

static const char *const level_names[] = { "unit", "type" };

/* How many entries the arrays of a table have. */
struct parts {
	size_t constraints, clocks;
};

/* String pool; offset 0 is the empty string. */
struct pool {
	char **strings;
	unsigned int *offsets;
	size_t count;
	unsigned int size;
};

static unsigned int pool_offset(struct pool *pool, const char *string,
				struct place place)
{
	size_t i;

	if (!string || !*string)
		return 0;
	for (i = 0; i < pool->count; i++)
		if (!strcmp(pool->strings[i], string))
			return pool->offsets[i];
	pool->strings = grow(pool->strings, pool->count, sizeof(*pool->strings));
	pool->offsets = grow(pool->offsets, pool->count, sizeof(*pool->offsets));
	pool->strings[pool->count] = copy(string);
	pool->offsets[pool->count] = pool->size;
	pool->size += (unsigned int)strlen(string) + 1;
	if (pool->size > MAX_POOL)
		complain(place, "more than %d bytes of names", MAX_POOL);
	return pool->offsets[pool->count++];
}

static void emit_pool(const struct data *data, const struct pool *pool,
		      FILE *out)
{
	size_t i;

	fprintf(out, "static const char %s_strings[] =\n\t\"\\0\"", data->name);
	for (i = 0; i < pool->count; i++)
		fprintf(out, "\n\t\"%s\\0\"", pool->strings[i]);
	fputs(";\n\n", out);
}

static void emit_fields(const struct box *box, FILE *out)
{
	size_t i;

	fprintf(out, "static const struct pmon_field %s_fields[] = {\n",
		box->name);
	for (i = 0; i < box->num_fields; i++) {
		const struct field *field = &box->fields[i];

		fprintf(out, "\t{ .name = \"%s\", .word = %u, .mask = 0x%" PRIx64
			"ULL },\n", field->name, field->word, field->mask);
	}
	fputs("\t{ .name = NULL },\n};\n\n", out);
}

static bool has_extra(const struct row *row)
{
	return row->config[1] || row->config[2] || row->meaning->scale || row->meaning->unit;
}

/* The names of a level, and how many of them need an extra. */
static size_t count_level(const struct box *box, enum level level,
			  size_t *extras)
{
	size_t count = 0, i;

	*extras = 0;
	for (i = 0; i < box->num_rows; i++) {
		const struct row *row = &box->rows[i];

		if (!row->name || row->level != level)
			continue;
		count++;
		*extras += has_extra(row);
	}
	return count;
}

static void emit_aliases(const struct box *box, enum level level,
			 const char *suffix, struct pool *pool, FILE *out)
{
	size_t i;

	fprintf(out, "static const struct pmon_event_alias %s_%s[] = {\n",
		box->name, suffix);
	for (i = 0; i < box->num_rows; i++) {
		const struct row *row = &box->rows[i];

		if (!row->name || row->level != level)
			continue;
		fprintf(out, "\t{ 0x%08" PRIx32 ", 0x%08" PRIx32 ", %u, %u },\n",
			(uint32_t)row->config[0], (uint32_t)(row->config[0] >> 32),
			pool_offset(pool, lower(row->event), row->place),
			pool_offset(pool, row->subevent ?
				    lower(row->subevent) : NULL, row->place));
	}
	fputs("};\n\n", out);
}

static void emit_extras(const struct box *box, enum level level,
			const char *suffix, struct pool *pool, FILE *out)
{
	unsigned int index = 0;
	size_t i;

	fprintf(out, "static const struct pmon_event_extra %s_%s_extras[] = {\n",
		box->name, suffix);
	for (i = 0; i < box->num_rows; i++) {
		const struct row *row = &box->rows[i];

		if (!row->name || row->level != level)
			continue;
		if (has_extra(row))
			fprintf(out, "\t{ 0x%" PRIx64 "ULL, 0x%" PRIx64
				"ULL, %u, %u, %u },\n",
				row->config[1], row->config[2], index,
				pool_offset(pool, row->meaning->scale, row->place),
				pool_offset(pool, row->meaning->unit, row->place));
		index++;
	}
	fputs("};\n\n", out);
}

static void emit_list(const struct box *box, enum level level,
		      const char *suffix, struct pool *pool, FILE *out)
{
	size_t count, extras;

	count = count_level(box, level, &extras);
	if (count > UINT16_MAX)
		complain(box->place, "more than %d names", UINT16_MAX);
	if (count)
		emit_aliases(box, level, suffix, pool, out);
	if (extras)
		emit_extras(box, level, suffix, pool, out);
}

/* The members of a struct pmon_event_list. */
static void emit_list_members(const struct box *box, enum level level,
			      const char *suffix, const char *indent, FILE *out)
{
	size_t count, extras;

	count = count_level(box, level, &extras);
	fprintf(out, "%s.aliases = %s_%s,\n%s.num_aliases = %zu,\n", indent,
		box->name, suffix, indent, count);
	if (extras)
		fprintf(out, "%s.extras = %s_%s_extras,\n%s.num_extras = %zu,\n",
			indent, box->name, suffix, indent, extras);
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

static void begin_constraints(const struct box *box, size_t *count, FILE *out)
{
	if (!(*count)++)
		fprintf(out, "static const struct pmon_event_constraint "
			"%s_constraints[] = {\n", box->name);
}

/* One for each counter, where the event itself tells the counter. */
static void emit_own_counters(const struct box *box, size_t *count, FILE *out)
{
	unsigned int counter;

	for (counter = 0; box->counters >> counter; counter++) {
		begin_constraints(box, count, out);
		fprintf(out, "\t{ 0x%" PRIx64 ", 0x%" PRIx32 ", 0x%x, 0 },\n",
			box->counter_in->mask, config_of(box->counter_in, counter),
			1u << counter);
	}
}

/* One for each code, in the order of the codes. Returns their number. */
static size_t emit_constraints(const struct box *box, FILE *out)
{
	size_t count = 0, i;
	unsigned int code;

	if (box->counter_in)
		emit_own_counters(box, &count, out);
	for (code = 0; code < MAX_CODES; code++) {
		for (i = 0; i < box->num_rows; i++)
			if (box->rows[i].code == code &&
			    is_special(box, &box->rows[i]))
				break;
		if (i == box->num_rows)
			continue;
		begin_constraints(box, &count, out);
		fprintf(out, "\t{ 0x%" PRIx64 ", 0x%02" PRIx32 ", 0x%x, ",
			box->code->mask, config_of(box->code, code),
			box->rows[i].counters);
		print_flags(&box->rows[i], out);
		fputs(" },\n", out);
	}
	if (box->mesh == MESH_EXCLUSIVE) {
		begin_constraints(box, &count, out);
		fprintf(out, "\t{ 0x80, 0x80, 0x%x, PMON_EVENT_CMS },\n",
			box->counters);
	}
	if (count)
		fputs("};\n\n", out);
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
static size_t emit_clocks(const struct data *data, const struct box *box, FILE *out)
{
	uint64_t clocks[MAX_CLOCKS];
	size_t count = 0, i;

	add_clocks(box, 0, clocks, &count);
	if (box->mesh)
		add_clocks(data->mesh, box->mesh_config, clocks, &count);
	if (!count)
		return 0;
	fprintf(out, "static const u64 %s_clocks[] = {", box->name);
	for (i = 0; i < count; i++)
		fprintf(out, " 0x%" PRIx64 "ULL,", clocks[i]);
	fputs(" };\n\n", out);
	return count;
}

static void emit_table(const struct data *data, const struct box *box,
		       const struct parts *parts, FILE *out)
{
	size_t extras;
	int level;

	fprintf(out, "\t{\n\t\t.box = \"%s\",\n\t\t.strings = %s_strings,\n"
		"\t\t.fields = %s_fields,\n", box->name, data->name, box->name);
	for (level = LEVEL_UNIT; level <= LEVEL_TYPE; level++) {
		if (!count_level(box, level, &extras))
			continue;
		fprintf(out, "\t\t.lists[PMON_EVENT_%s] = {\n",
			level == LEVEL_UNIT ? "UNIT" : "TYPE");
		emit_list_members(box, level, level_names[level], "\t\t\t", out);
		fputs("\t\t},\n", out);
	}
	if (box->mesh)
		fprintf(out, "\t\t.mesh = &%s_list,\n\t\t.mesh_config = 0x%" PRIx64
			"ULL,\n\t\t.mesh_level = PMON_EVENT_%s,\n",
			data->mesh->name, box->mesh_config,
			box->level == LEVEL_UNIT ? "UNIT" : "TYPE");
	if (parts->constraints)
		fprintf(out, "\t\t.constraints = %s_constraints,\n"
			"\t\t.num_constraints = %zu,\n", box->name,
			parts->constraints);
	if (parts->clocks)
		fprintf(out, "\t\t.clocks = %s_clocks,\n\t\t.num_clocks = %zu,\n",
			box->name, parts->clocks);
	fprintf(out, "\t\t.counters = 0x%x,\n\t},\n", box->counters);
}

static void emit_mesh(const struct data *data, struct pool *pool, FILE *out)
{
	const struct box *mesh = data->mesh;

	emit_list(mesh, LEVEL_MESH, "mesh", pool, out);
	fprintf(out, "static const struct pmon_event_list %s_list = {\n",
		mesh->name);
	emit_list_members(mesh, LEVEL_MESH, "mesh", "\t", out);
	fputs("};\n\n", out);
}

/**
 * emit_tables() - write the tables of the module
 * @data: checked data
 * @out: receives C source
 *
 * May still complain, about tables that have become too large.
 */
void emit_tables(const struct data *data, FILE *out)
{
	struct parts *parts = calloc(data->num_boxes + 1, sizeof(*parts));
	struct pool pool = { .size = 1 };
	size_t i;

	if (!parts)
		abort();
	fputs("// SPDX-License-Identifier: GPL-2.0-only\n"
	      "/* Generated by pmonevents. */\n#include \"processors/event_table.h\"\n\n", out);
	if (data->mesh)
		emit_mesh(data, &pool, out);
	for (i = 0; i < data->num_boxes; i++) {
		const struct box *box = &data->boxes[i];

		if (box->level == LEVEL_MESH)
			continue;
		emit_fields(box, out);
		emit_list(box, LEVEL_UNIT, level_names[LEVEL_UNIT], &pool, out);
		emit_list(box, LEVEL_TYPE, level_names[LEVEL_TYPE], &pool, out);
		parts[i].constraints = emit_constraints(box, out);
		parts[i].clocks = emit_clocks(data, box, out);
	}
	emit_pool(data, &pool, out);
	fprintf(out, "static const struct pmon_event_table %s_tables[] = {\n",
		data->name);
	for (i = 0; i < data->num_boxes; i++)
		if (data->boxes[i].level != LEVEL_MESH)
			emit_table(data, &data->boxes[i], &parts[i], out);
	fprintf(out, "};\n\nconst struct pmon_event_set pmon_%s_events = {\n"
		"\t.tables = %s_tables,\n\t.num_tables = ARRAY_SIZE(%s_tables),\n"
		"\t.strings_size = sizeof(%s_strings),\n};\n",
		data->name, data->name, data->name, data->name);
	free(parts);
}
