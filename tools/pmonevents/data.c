// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading of a processor's directory: boxes.tsv, meanings.tsv, json_names.txt
 * and for each box type <box>.tsv.
 */
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

/* Columns of a box's table besides those that are terms. */
static const char *const row_columns[] = {
	"event", "subevent", "code", "counters", "needs", "level", "same",
	"only", "source",
};

static const char *const box_columns[] = {
	"box", "counters", "level", "formats",
};

/* Those that not every processor needs. */
static const char *const more_box_columns[] = {
	"mesh", "mesh_config", "code", "counter_in", "zero", "source", "only",
};

static const char *const meaning_columns[] = {
	"box", "event", "scale", "unit", "meaning",
};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* All of a fixed set of columns, perhaps some of @more, and no other. */
static bool check_columns(const struct text *text, const char *const *names,
			  size_t count, const char *const *more,
			  size_t num_more)
{
	size_t found = 0, i;

	for (i = 0; i < text->num_columns; i++)
		if (is_one_of(text->columns[i], names, count))
			found++;
		else if (!is_one_of(text->columns[i], more, num_more))
			complain(text->place, "unknown column \"%s\"",
				 text->columns[i]);
	if (found == count)
		return true;
	complain(text->place, "%zu columns instead of %zu", found, count);
	return false;
}

/*
 * Words of a small vocabulary: the index, -1 after a complaint. An empty cell
 * is the first word.
 */
static int parse_word(struct place place, const char *column, const char *cell,
		      const char *const *words, size_t count)
{
	size_t i;

	if (!cell)
		return 0;
	for (i = 0; i < count; i++)
		if (words[i] && !strcmp(cell, words[i]))
			return (int)i;
	complain(place, "%s \"%s\" is unknown", column, cell);
	return -1;
}

#define PARSE_WORD(place, column, cell, words) \
	parse_word(place, column, cell, words, sizeof(words) / sizeof((words)[0]))

/* "0-3" or "2" */
static bool parse_counters(const char *cell, unsigned int *counters)
{
	char *buffer = copy(cell);
	char *dash = strchr(buffer, '-');
	uint64_t low, high;
	bool good;

	if (dash)
		*dash++ = 0;
	good = number_parse(buffer, &low) &&
	       (!dash || number_parse(dash, &high));
	if (good && !dash)
		high = low;
	good = good && low <= high && high < 15;
	if (good)
		*counters = (2u << high) - (1u << low);
	free(buffer);
	return good;
}

static bool parse_row_counters(const struct box *box, struct row *row,
			       const char *cell)
{
	row->counters = box->counters;
	if (!cell)
		return true;
	if (!strcmp(cell, "fixed")) {
		row->counters = COUNTER_FIXED;
		return true;
	}
	if (!strcmp(cell, "free")) {
		row->counters = 0;
		row->free = true;
		return true;
	}
	if (!parse_counters(cell, &row->counters)) {
		complain(row->place, "counters \"%s\" is not like 0-3, fixed or free",
			 cell);
		return false;
	}
	if (row->counters & ~box->counters) {
		complain(row->place, "%s has no counters %s", box->name, cell);
		return false;
	}
	return true;
}

static bool parse_terms(const struct box *box, const struct text *text,
			const struct line *line, struct row *row)
{
	const char *code = text_cell(text, line, "code");
	bool good = true;
	uint64_t value;
	size_t i;

	if (!number_parse(code, &value) ||
	    !field_put(box->code, value, row->config)) {
		complain(row->place, "code \"%s\" is not a number of %d bits",
			 code ? code : "-",
			 __builtin_popcountll(box->code->mask));
		return false;
	}
	row->code = (unsigned int)value;
	for (i = 0; i < text->num_columns; i++) {
		const struct field *field = field_find(box, text->columns[i]);
		const char *cell = line->cells[i];

		if (!field || !cell || !strcmp(text->columns[i], "event"))
			continue;
		if (number_parse(cell, &value) &&
		    field_put(field, value, row->config))
			continue;
		complain(row->place, "%s \"%s\" does not fit the format",
			 text->columns[i], cell);
		good = false;
	}
	return good;
}

/* A word, or formats: "filter_opc+filter_nid". */
static bool parse_needs(const struct box *box, struct row *row, const char *cell)
{
	static const char *const words[] = { NULL, "state", "channel", "register" };
	char *buffer, *name, *state = NULL;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (cell && words[i] ? strcmp(cell, words[i]) : cell != words[i])
			continue;
		row->need = (enum need)i;
		return true;
	}
	row->need = NEED_FILTER;
	buffer = copy(cell);
	for (name = strtok_r(buffer, "+", &state); name;
	     name = strtok_r(NULL, "+", &state)) {
		const struct field *field = field_find(box, name);

		if (!field) {
			complain(row->place, "needs \"%s\" is unknown", name);
			free(buffer);
			return false;
		}
		row->filters |= 1u << (field - box->fields);
	}
	free(buffer);
	return true;
}

/* Names of processors: "gnr+srf". */
static bool parse_only(struct place place, const char *cell, char **only)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	const char *name = cell;

	*only = copy(cell);
	while (name) {
		size_t length = strspn(name, letters);

		if (!length || (name[length] && name[length] != '+')) {
			complain(place, "only \"%s\" is not like one+other", cell);
			return false;
		}
		name = name[length] ? name + length + 1 : NULL;
	}
	return true;
}

/* NULL after a complaint. */
static const char *parse_source(struct place place, const char *cell)
{
	static const char *const sources[] = { "guide", "perf", "driver", "intel", "own" };
	int source = PARSE_WORD(place, "source", cell, sources);

	return source < 0 ? NULL : sources[source];
}

static bool parse_properties(const struct box *box, const struct text *text,
			     const struct line *line, struct row *row)
{
	static const char *const levels[] = { NULL, "unit", "type" };
	const char *source = text_cell(text, line, "source");
	int level;
	bool good;

	good = parse_needs(box, row, text_cell(text, line, "needs"));
	level = PARSE_WORD(row->place, "level",
			   text_cell(text, line, "level"), levels);
	row->source = source ? parse_source(row->place, source) : box->source;
	if (!good || level < 0 || !row->source)
		return false;
	row->level = !level ? box->level : level == 1 ? LEVEL_UNIT : LEVEL_TYPE;
	row->same = copy(text_cell(text, line, "same"));
	if (row->same)
		row->same = lower(row->same);
	return parse_only(row->place, text_cell(text, line, "only"), &row->only) &&
	       parse_row_counters(box, row, text_cell(text, line, "counters"));
}

static char *join(const char *event, const char *subevent)
{
	size_t size = strlen(event) + strlen(subevent ? subevent : "") + 2;
	char *name = calloc(1, size);
	char *result;

	if (!name)
		abort();
	snprintf(name, size, "%s%s%s", event, subevent ? "." : "",
		 subevent ? subevent : "");
	result = lower(name);
	free(name);
	return result;
}

static void read_row(struct box *box, const struct text *text,
		     const struct line *line)
{
	struct row row = { .place = line->place };

	row.event = copy(text_cell(text, line, "event"));
	row.subevent = copy(text_cell(text, line, "subevent"));
	if (!row.event && row.subevent) {
		complain(row.place, "a subevent without an event");
		return;
	}
	row.name = row.event ? join(row.event, row.subevent) : NULL;
	/* Both, for the complaints of both. */
	if (!parse_terms(box, text, line, &row) |
	    !parse_properties(box, text, line, &row))
		return;
	box->rows = grow(box->rows, box->num_rows, sizeof(*box->rows));
	box->rows[box->num_rows++] = row;
}

/* Rows that have a name first, by name. */
static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (!x->name || !y->name)
		return !x->name - !y->name;
	return strcmp(x->name, y->name);
}

static void read_rows(struct box *box, const char *directory)
{
	size_t length = strlen(box->name) + 5, i;
	char *file = calloc(1, length);
	struct text text;

	if (!file)
		abort();
	snprintf(file, length, "%s.tsv", box->name);
	if (!text_read(&text, directory, file))
		return;
	for (i = 0; i < text.num_columns; i++)
		if (!is_one_of(text.columns[i], row_columns,
			       sizeof(row_columns) / sizeof(row_columns[0])) &&
		    !field_find(box, text.columns[i])) {
			complain(text.place, "unknown column \"%s\"",
				 text.columns[i]);
			return;
		}
	for (i = 0; i < text.num_lines; i++)
		read_row(box, &text, &text.lines[i]);
	if (box->num_rows)
		qsort(box->rows, box->num_rows, sizeof(*box->rows), compare_rows);
}

static bool parse_formats(struct box *box, const char *cell)
{
	char *buffer = copy(cell ? cell : "");
	char *text, *state = NULL;

	for (text = strtok_r(buffer, " ", &state); text;
	     text = strtok_r(NULL, " ", &state)) {
		if (box->num_fields == MAX_FIELDS) {
			complain(box->place, "more than %d formats", MAX_FIELDS);
			return false;
		}
		if (!field_parse(&box->fields[box->num_fields], text, box->place))
			return false;
		box->num_fields++;
	}
	return true;
}

/* The event code is in config, and what finds constraints in its low half. */
static bool parse_code(struct box *box, const struct text *text,
		       const struct line *line)
{
	static const char *const zeros[] = { NULL, "event" };
	const char *code = text_cell(text, line, "code");
	const char *counter_in = text_cell(text, line, "counter_in");
	int zero = PARSE_WORD(box->place, "zero", text_cell(text, line, "zero"),
			      zeros);

	box->code = field_find(box, code ? code : "event");
	if (!box->code || box->code->word || box->code->mask >> 32 ||
	    __builtin_popcountll(box->code->mask) > 9) {
		complain(box->place,
			 "no format for event codes of at most 9 bits in config:0-31: %s",
			 code ? code : "event");
		return false;
	}
	if (counter_in) {
		box->counter_in = field_find(box, counter_in);
		if (!box->counter_in || box->counter_in->word ||
		    box->counter_in->mask >> 32) {
			complain(box->place, "counter_in \"%s\" is no format in config:0-31",
				 counter_in);
			return false;
		}
	}
	box->zero = zero > 0;
	return zero >= 0;
}

/* "umask_ext=0x800000" */
static bool parse_mesh_config(struct box *box, const char *cell)
{
	char *name = copy(cell);
	char *text = name ? strchr(name, '=') : NULL;
	const struct field *field;
	uint64_t config[CONFIG_WORDS] = { 0 }, value;

	if (!cell)
		return true;
	if (text)
		*text++ = 0;
	field = field_find(box, name);
	if (!text || !field || field->word || !number_parse(text, &value) ||
	    !field_put(field, value, config)) {
		complain(box->place, "mesh_config \"%s\" does not fit the formats",
			 cell);
		return false;
	}
	box->mesh_config = config[0];
	return true;
}

static bool read_box(struct box *box, const struct text *text,
		     const struct line *line)
{
	static const char *const levels[] = { "unit", "type", "mesh" };
	static const char *const meshes[] = { NULL, "shared", "exclusive" };
	const char *name = text_cell(text, line, "box");
	const char *counters = text_cell(text, line, "counters");
	int level, mesh;

	memset(box, 0, sizeof(*box));
	box->place = line->place;
	if (!name) {
		complain(box->place, "a box without a name");
		return false;
	}
	box->name = copy(name);
	if (counters && !parse_counters(counters, &box->counters)) {
		complain(box->place, "counters \"%s\" is not like 0-3", counters);
		return false;
	}
	level = PARSE_WORD(box->place, "level",
			   text_cell(text, line, "level"), levels);
	mesh = PARSE_WORD(box->place, "mesh", text_cell(text, line, "mesh"),
			  meshes);
	box->source = parse_source(box->place, text_cell(text, line, "source"));
	if (level < 0 || mesh < 0 || !box->source)
		return false;
	box->level = (enum level)level;
	box->mesh = (enum mesh)mesh;
	return parse_only(box->place, text_cell(text, line, "only"), &box->only) &&
	       parse_formats(box, text_cell(text, line, "formats")) &&
	       parse_code(box, text, line) &&
	       parse_mesh_config(box, text_cell(text, line, "mesh_config"));
}

static void read_boxes(struct data *data, const char *directory)
{
	struct text text;
	size_t i;

	if (!text_read(&text, directory, "boxes.tsv") ||
	    !check_columns(&text, box_columns,
			   sizeof(box_columns) / sizeof(box_columns[0]),
			   more_box_columns,
			   sizeof(more_box_columns) / sizeof(more_box_columns[0])))
		return;
	/* Once and for all: boxes and their rows point into them. */
	data->boxes = calloc(text.num_lines + 1, sizeof(*data->boxes));
	if (!data->boxes)
		abort();
	for (i = 0; i < text.num_lines; i++) {
		struct box *box = &data->boxes[data->num_boxes];

		if (!read_box(box, &text, &text.lines[i]))
			continue;
		read_rows(box, directory);
		data->num_boxes++;
	}
	for (i = 0; i < data->num_boxes; i++) {
		if (data->boxes[i].level != LEVEL_MESH)
			continue;
		if (data->mesh)
			complain(data->boxes[i].place, "a second mesh stop");
		data->mesh = &data->boxes[i];
	}
}

static void read_meanings(struct data *data, const char *directory)
{
	struct text text;
	size_t i;

	if (!text_read(&text, directory, "meanings.tsv") ||
	    !check_columns(&text, meaning_columns,
			   sizeof(meaning_columns) / sizeof(meaning_columns[0]),
			   NULL, 0))
		return;
	for (i = 0; i < text.num_lines; i++) {
		const struct line *line = &text.lines[i];
		struct meaning meaning = { .place = line->place };

		meaning.box = copy(text_cell(&text, line, "box"));
		meaning.event = copy(text_cell(&text, line, "event"));
		meaning.scale = copy(text_cell(&text, line, "scale"));
		meaning.unit = copy(text_cell(&text, line, "unit"));
		meaning.text = copy(text_cell(&text, line, "meaning"));
		if (!meaning.box || !meaning.event || !meaning.text) {
			complain(line->place, "box, event and meaning are needed");
			continue;
		}
		data->meanings = grow(data->meanings, data->num_meanings,
				      sizeof(*data->meanings));
		data->meanings[data->num_meanings++] = meaning;
	}
}

static void read_json_names(struct data *data, const char *directory)
{
	struct text text;
	size_t i;

	if (!text_read(&text, directory, "json_names.txt"))
		return;
	if (text.num_columns != 1) {
		complain(text.place, "one name on each line is expected");
		return;
	}
	for (i = 0; i < text.num_lines; i++) {
		const char *name = text.lines[i].cells[0];

		if (!name)
			continue;
		if (data->num_json &&
		    strcmp(data->json[data->num_json - 1], name) >= 0)
			complain(text.lines[i].place, "\"%s\" is not in order",
				 name);
		data->json = grow(data->json, data->num_json,
				  sizeof(*data->json));
		data->json[data->num_json++] = copy(name);
	}
}

/**
 * data_read() - read a processor's directory
 * @data: receives the data
 * @directory: the directory
 * @name: of the processor, for the names of the tables; may be ""
 *
 * Return: true if there were no complaints.
 */
bool data_read(struct data *data, const char *directory, const char *name)
{
	memset(data, 0, sizeof(*data));
	data->name = name;
	read_boxes(data, directory);
	read_meanings(data, directory);
	read_json_names(data, directory);
	return !complaints();
}

/* Is a name of @length letters in a list "one+other"? */
static bool is_listed(const char *list, const char *name, size_t length)
{
	while (list) {
		if (strcspn(list, "+") == length && !strncmp(list, name, length))
			return true;
		list = strchr(list, '+');
		list = list ? list + 1 : NULL;
	}
	return false;
}

/**
 * only_meet() - does a processor have both of two events or boxes?
 * @a: processors that have the first one, NULL: all
 * @b: processors that have the second one, NULL: all
 *
 * Return: false if the two have no processor in common.
 */
bool only_meet(const char *a, const char *b)
{
	const char *name = a;

	if (!a || !b)
		return true;
	while (name) {
		size_t length = strcspn(name, "+");

		if (is_listed(b, name, length))
			return true;
		name = name[length] ? name + length + 1 : NULL;
	}
	return false;
}

static bool is_of(const char *only, const char *processor)
{
	return !only || is_listed(only, processor, strlen(processor));
}

/**
 * data_select() - drop the boxes and rows of other processors
 * @data: checked data
 *
 * A directory may be that of several processors that differ in few events.
 */
void data_select(struct data *data)
{
	size_t i, j, left;

	for (i = 0; i < data->num_boxes; i++) {
		struct box *box = &data->boxes[i];

		box->dropped = !is_of(box->only, data->name);
		for (j = 0, left = 0; j < box->num_rows; j++)
			if (is_of(box->rows[j].only, data->name))
				box->rows[left++] = box->rows[j];
		box->num_rows = left;
	}
}
