// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of the data as a whole.
 */
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

/* sysfs allows more; tools copy names into buffers of this size. */
#define MAX_NAME	63

/*
 * What perf's parser takes for something else than the name of an event, in
 * any of its versions: terms that every PMU has, and generic events.
 */
static const char *const reserved[] = {
	"branches", "config", "config1", "config2", "config3", "config4", "cpu",
	"cycles", "freq", "inherit", "instructions", "metric-id", "name", "nr",
	"overwrite", "percore", "period", "ratio-to-prev", "time",
};

/* Files beside an alias that qualify it. */
static const char *const suffixes[] = {
	".per-pkg", ".retirement_latency_max", ".retirement_latency_mean",
	".retirement_latency_min", ".scale", ".snapshot", ".unit",
};

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* "read" is an alias of the in-tree driver, too: perf finds it (tried with 6.1, 6.12 and 7.3). */
static bool is_raw_event(const char *name)
{
	return name[0] == 'r' && name[1] && strcmp(name, "read") &&
	       strspn(name + 1, "0123456789abcdef") == strlen(name + 1);
}

static void check_name(const struct box *box, const struct row *row)
{
	const char *name = row->name;
	size_t length = strlen(name), i;

	if (length > MAX_NAME)
		complain(row->place, "name \"%s\" is longer than %d", name,
			 MAX_NAME);
	if (name[0] < 'a' || name[0] > 'z' ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.") != length)
		complain(row->place, "perf cannot read the name \"%s\"", name);
	if (name[length - 1] == '.' || strstr(name, ".."))
		complain(row->place, "dots of \"%s\" separate nothing", name);
	if (is_raw_event(name))
		complain(row->place, "\"%s\" is a raw event to perf", name);
	for (i = 0; i < COUNT(reserved); i++)
		if (!strcmp(name, reserved[i]))
			complain(row->place, "\"%s\" is a word of perf", name);
	for (i = 0; i < COUNT(suffixes); i++) {
		size_t suffix = strlen(suffixes[i]);

		if (length > suffix &&
		    !strcmp(name + length - suffix, suffixes[i]))
			complain(row->place, "\"%s\" is not an event to perf",
				 name);
	}
	if (field_find(box, name))
		complain(row->place, "\"%s\" is a format", name);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

static void check_json(const struct data *data, const struct row *row)
{
	if (data->num_json && bsearch(row->name, data->json, data->num_json,
				      sizeof(*data->json), compare_names))
		complain(row->place, "\"%s\" is an event of perf's own",
			 row->name);
}

static void check_config(const struct box *box, const struct row *row)
{
	unsigned int umask = row->config[0] >> 8 & 0xff;
	const struct field *channel = field_find(box, "ch_mask");
	const struct field *function = field_find(box, "fc_mask");

	if (!row->code && !box->zero)
		complain(row->place, "code 0 switches the counter off");
	if (((row->code & 0xff) == 0xff) !=
	    (row->free || row->counters == COUNTER_FIXED))
		complain(row->place,
			 "fixed and free-running counters, and no others, have code 0xff");
	if (!row->free && !row->counters)
		complain(row->place, "no counter can count this");
	if (row->name && row->need == NEED_STATE && !umask)
		complain(row->place, "counts nothing: umask selects no state");
	if (row->name && row->need == NEED_CHANNEL &&
	    (!channel || !function ||
	     !field_take(channel, row->config[channel->word]) ||
	     !field_take(function, row->config[function->word])))
		complain(row->place, "counts nothing: ch_mask or fc_mask is 0");
}

static void check_duplicate(const struct row *row, const struct row *other)
{
	if (!only_meet(row->only, other->only))
		return;
	if (row->level == other->level)
		complain(row->place, "\"%s\" is also at line %u", row->name,
			 other->place.line);
	else
		complain(row->place, "\"%s\" is on both levels, see line %u", row->name,
			 other->place.line);
}

/* Rows are sorted by name, those without one at the end. */
static void check_duplicates(const struct box *box)
{
	size_t i, j;

	for (i = 1; i < box->num_rows && box->rows[i].name; i++)
		for (j = i; j > 0 && !strcmp(box->rows[i].name, box->rows[j - 1].name); j--)
			check_duplicate(&box->rows[i], &box->rows[j - 1]);
}

/*
 * Two names for one configuration are a slip of the pen, unless the row says
 * that they are not. Of several, all but one say so of the same.
 */
static void check_same(const struct box *box, const struct row *row)
{
	bool found = false;
	size_t i;

	for (i = 0; i < box->num_rows; i++) {
		const struct row *other = &box->rows[i];

		if (other == row || !other->name || other->level != row->level ||
		    !only_meet(row->only, other->only) ||
		    memcmp(other->config, row->config, sizeof(row->config)))
			continue;
		if (row->same && !strcmp(row->same, other->name))
			found = true;
		else if (!other->same || (strcmp(other->same, row->name) &&
					  (!row->same || strcmp(other->same, row->same))))
			complain(row->place, "same configuration as \"%s\"",
				 other->name);
	}
	if (row->same && !found)
		complain(row->place, "\"%s\" has another configuration",
			 row->same);
}

/* Needs that are a matter of single events, not of all with a code. */
static enum need needs_of_code(const struct row *row)
{
	return row->need == NEED_REGISTER || row->need == NEED_FILTER ?
	       NEED_NOTHING : row->need;
}

static void check_code(const struct row *row, const struct row *other)
{
	if (row->code != other->code || !only_meet(row->only, other->only))
		return;
	if (row->counters != other->counters || row->free != other->free)
		complain(row->place, "code 0x%02x has other counters at line %u", row->code,
			 other->place.line);
	if (needs_of_code(row) != needs_of_code(other))
		complain(row->place, "code 0x%02x has other needs at line %u", row->code,
			 other->place.line);
}

/* The module knows constraints and needs by event code; those of a processor must agree. */
static void check_codes(const struct box *box)
{
	size_t i, j;

	for (i = 1; i < box->num_rows; i++)
		for (j = 0; j < i; j++)
			check_code(&box->rows[i], &box->rows[j]);
}

static void check_mesh(const struct data *data, const struct box *box)
{
	size_t i, j;

	if (!data->mesh) {
		complain(box->place, "there is no box of level mesh");
		return;
	}
	/* The module tells the two kinds by the highest bit of the code. */
	for (i = 0; box->mesh == MESH_EXCLUSIVE && i < box->num_rows; i++)
		if (box->rows[i].code & 0x80)
			complain(box->rows[i].place,
				 "codes from 0x80 are those of the mesh stop");
	for (i = 0; i < data->mesh->num_rows; i++) {
		const struct row *mesh = &data->mesh->rows[i];

		for (j = 0; j < box->num_rows; j++) {
			const struct row *row = &box->rows[j];

			if (row->name && mesh->name &&
			    !strcmp(row->name, mesh->name))
				complain(row->place,
					 "\"%s\" is also an event of the mesh stop",
					 row->name);
			else if (row->config[0] ==
				 (mesh->config[0] | box->mesh_config))
				complain(row->place,
					 "same configuration as \"%s\" of the mesh stop",
					 mesh->name);
		}
	}
}

/* What the boxes with a mesh stop rely on. */
static void check_mesh_rows(const struct data *data)
{
	const struct box *mesh = data->mesh;
	size_t i;

	for (i = 0; mesh && i < mesh->num_rows; i++) {
		const struct row *row = &mesh->rows[i];

		if (!(row->code & 0x80))
			complain(row->place, "mesh stop codes are 0x80 and above");
		if (row->counters != mesh->counters || row->need)
			complain(row->place, "mesh stop events have no constraints");
		if (row->config[1] || row->config[2])
			complain(row->place, "mesh stop events have no config1");
	}
}

static bool is_factor(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	return !*end && text[0] >= '0' && text[0] <= '9' && value > 0;
}

static void check_meaning(const struct data *data, struct meaning *meaning)
{
	size_t length = strlen(meaning->text), i;

	if (meaning->scale && !is_factor(meaning->scale))
		complain(meaning->place, "scale \"%s\" is not a positive number",
			 meaning->scale);
	if (meaning->scale && !meaning->unit)
		complain(meaning->place, "a scale without a unit");
	if (meaning->text[length - 1] == '.')
		complain(meaning->place, "full stop at the end");
	if (!meaning->used)
		complain(meaning->place, "%s has no event %s", meaning->box,
			 meaning->event);
	for (i = 0; i < data->num_meanings; i++) {
		const struct meaning *other = &data->meanings[i];

		if (other < meaning && !strcmp(other->box, meaning->box) &&
		    !strcmp(other->event, meaning->event))
			complain(meaning->place, "%s %s is also at line %u",
				 meaning->box, meaning->event,
				 other->place.line);
	}
}

static void find_meaning(struct data *data, const struct box *box,
			 struct row *row)
{
	size_t i;

	for (i = 0; i < data->num_meanings; i++) {
		struct meaning *meaning = &data->meanings[i];

		if (strcmp(meaning->box, box->name) ||
		    strcmp(meaning->event, row->event))
			continue;
		meaning->used = true;
		row->meaning = meaning;
		return;
	}
	complain(row->place, "%s has no line in meanings.tsv", row->event);
}

static void check_row(struct data *data, const struct box *box, struct row *row)
{
	check_config(box, row);
	if (!row->name)
		return;
	check_name(box, row);
	check_json(data, row);
	check_same(box, row);
	find_meaning(data, box, row);
}

/**
 * data_check() - check the data of a processor
 * @data: the data; the meaning of each row is filled in
 *
 * What is wrong is complained about.
 */
void data_check(struct data *data)
{
	size_t i, j;

	for (i = 0; i < data->num_boxes; i++) {
		struct box *box = &data->boxes[i];

		for (j = 0; j < i; j++)
			if (!strcmp(data->boxes[j].name, box->name) &&
			    only_meet(data->boxes[j].only, box->only))
				complain(box->place, "%s is also at line %u",
					 box->name, data->boxes[j].place.line);
		for (j = 0; j < box->num_rows; j++)
			check_row(data, box, &box->rows[j]);
		check_duplicates(box);
		check_codes(box);
		if (box->mesh)
			check_mesh(data, box);
	}
	check_mesh_rows(data);
	for (i = 0; i < data->num_meanings; i++)
		check_meaning(data, &data->meanings[i]);
}
