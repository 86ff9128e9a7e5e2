// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writing of the reference page of a box type.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

static void print_title(const char *title, char line, FILE *out)
{
	size_t i;

	fprintf(out, "%s\n", title);
	for (i = 0; i < strlen(title); i++)
		fputc(line, out);
	fputs("\n\n", out);
}

static bool has_ranges(uint64_t mask)
{
	return (mask + (mask & -mask)) & mask;
}

/*
 * The bits of a term: a format of several ranges leaves a range to the format that has only this
 * one.
 */
static uint64_t own_bits(const struct box *box, const struct field *field)
{
	uint64_t mask = field->mask;
	size_t i;

	if (!has_ranges(mask))
		return mask;
	for (i = 0; i < box->num_fields; i++) {
		const struct field *other = &box->fields[i];

		if (other->word == field->word && other->mask != field->mask &&
		    !(other->mask & ~field->mask))
			mask &= ~other->mask;
	}
	return mask;
}

/* What an alias file says. */
static void print_terms(const struct box *box, const struct row *row,
			uint64_t mesh_config, FILE *out)
{
	uint64_t left[CONFIG_WORDS] = {
		row->config[0] | mesh_config, row->config[1], row->config[2],
	};
	const char *comma = "";
	size_t i;

	for (i = 0; i < box->num_fields; i++) {
		const struct field *field = &box->fields[i];
		uint64_t mask = own_bits(box, field);
		uint64_t value = field_take(field, left[field->word] & mask);

		left[field->word] &= ~mask;
		if (!value && i)
			continue;
		fprintf(out, "%s%s=0x%" PRIx64, comma, field->name, value);
		comma = ",";
	}
}

static void print_counters(const struct row *row, FILE *out)
{
	unsigned int low = 0, high;

	if (row->free || row->counters == COUNTER_FIXED) {
		fputs(row->free ? "free-running" : "fixed", out);
		return;
	}
	while (!(row->counters >> low & 1))
		low++;
	for (high = low; row->counters >> (high + 1) & 1; high++)
		;
	if (low == high)
		fprintf(out, "counter %u", low);
	else
		fprintf(out, "counters %u-%u", low, high);
}

/* Heading of an event: what all its subevents share. */
static void print_event(const struct row *row, FILE *out)
{
	char *name = lower(row->event);

	print_title(name, '-', out);
	fprintf(out, "%s. Code 0x%02x, ", row->meaning->text, row->code);
	print_counters(row, out);
	fputs(".", out);
	if (row->meaning->scale)
		fprintf(out, " One count is %s %s.", row->meaning->scale,
			row->meaning->unit);
	if (row->need == NEED_STATE)
		fputs(" The umask must select at least one state.", out);
	if (row->need == NEED_CHANNEL)
		fputs(" ch_mask and fc_mask must both select something.", out);
	fputs("\n\n", out);
	free(name);
}

/* The formats that it needs and that the alias does not set. */
static void print_filters(const struct box *box, const struct row *row,
			  FILE *out)
{
	bool any = false;
	size_t i;

	for (i = 0; i < box->num_fields; i++) {
		const struct field *field = &box->fields[i];

		if (!(row->filters >> i & 1) ||
		    field_take(field, row->config[field->word]))
			continue;
		fprintf(out, "%s``%s``", any ? " and " : " (give ", field->name);
		any = true;
	}
	if (any)
		fputc(')', out);
}

/* The processors that have it: "one+other" reads "one, other". */
static void print_only(const struct row *row, FILE *out)
{
	const char *c;

	if (!row->only)
		return;
	fputs(" (", out);
	for (c = row->only; *c; c++)
		fputs(*c == '+' ? ", " : (char[]){ *c, 0 }, out);
	fputs(" only)", out);
}

/* @first has the heading's counters: those of another processor's row can differ. */
static void print_alias(const struct box *box, const struct row *row, const struct row *first,
			uint64_t mesh_config, FILE *out)
{
	char *detail = subevent_detail(row->subevent);

	fprintf(out, "* ``%s``: ``", row->name);
	print_terms(box, row, mesh_config, out);
	fprintf(out, "``%s%s", detail ? ", " : "", detail ? detail : "");
	free(detail);
	if (row->counters != first->counters) {
		fputs(", ", out);
		print_counters(row, out);
	}
	if (strcmp(row->source, box->source))
		fprintf(out, " (%s)", row->source);
	if (row->need == NEED_REGISTER)
		fputs(" (needs a filter register that the guide does not describe)",
		      out);
	if (row->need == NEED_FILTER)
		print_filters(box, row, out);
	print_only(row, out);
	fputc('\n', out);
}

static void print_level(const struct box *box, const struct box *events,
			enum level level, uint64_t mesh_config, FILE *out)
{
	const struct row *first = NULL;
	size_t i;

	for (i = 0; i < events->num_rows; i++) {
		const struct row *row = &events->rows[i];

		if (!row->name || row->level != level)
			continue;
		if (!first || strcmp(first->event, row->event)) {
			if (first)
				fputc('\n', out);
			print_event(row, out);
			first = row;
		}
		print_alias(box, row, first, mesh_config, out);
	}
	if (first)
		fputc('\n', out);
}

static bool has_level(const struct box *box, enum level level)
{
	size_t i;

	for (i = 0; i < box->num_rows; i++)
		if (box->rows[i].name && box->rows[i].level == level)
			return true;
	return false;
}

/* Where the names are from, and what the marks of single names mean. */
static void print_origin(const struct box *box, FILE *out)
{
	fputs("Generated from the data that the module is built from. ", out);
	if (!strcmp(box->source, "guide"))
		fputs("(perf) marks what the guide does not list but perf's own event list does, "
		      "(driver) a name of the in-tree driver.\n\n", out);
	else
		fputs("The names are those of Intel's event lists, (driver) marks a name of the "
		      "in-tree driver, (own) a name that only this driver has.\n\n", out);
}

static void print_page(const struct data *data, const struct box *box,
		       const char *processor, FILE *out)
{
	char title[128];

	snprintf(title, sizeof(title), "Events of %s units%s%s", box->name,
		 processor ? " of " : "", processor ? processor : "");
	print_title(title, '=', out);
	print_origin(box, out);
	if (has_level(box, LEVEL_UNIT)) {
		print_title(box->level == LEVEL_UNIT ? "On the unit's PMU" :
			    "On the PMU of each unit", '~', out);
		print_level(box, box, LEVEL_UNIT, 0, out);
	}
	if (box->level == LEVEL_TYPE) {
		snprintf(title, sizeof(title), "On uncoreall_%s", box->name);
		print_title(title, '~', out);
		fputs("The terms work on the PMU of a single unit too.\n\n", out);
		print_level(box, box, LEVEL_TYPE, 0, out);
	}
	if (!box->mesh)
		return;
	print_title("Mesh stop", '~', out);
	if (box->mesh == MESH_EXCLUSIVE)
		fputs("None of these counts while another event does in the same "
		      "unit.\n\n", out);
	print_level(box, data->mesh, LEVEL_MESH, box->mesh_config, out);
}

/**
 * emit_reference() - write the reference page of a box type
 * @data: checked data
 * @name: of the box type
 * @processor: for the title, or NULL
 * @out: receives reStructuredText
 *
 * Return: false if there is no such box type.
 */
bool emit_reference(const struct data *data, const char *name,
		    const char *processor, FILE *out)
{
	size_t i;

	for (i = 0; i < data->num_boxes; i++) {
		const struct box *box = &data->boxes[i];

		if (strcmp(box->name, name) || box->level == LEVEL_MESH)
			continue;
		fputs(".. SPDX-License-Identifier: GPL-2.0-only\n\n", out);
		print_page(data, box, processor, out);
		return true;
	}
	fprintf(stderr, "pmonevents: no box type \"%s\"\n", name);
	return false;
}
