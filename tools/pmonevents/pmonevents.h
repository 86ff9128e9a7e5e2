/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event compiler: data of one processor in memory.
 *
 * text.c reads files, data.c makes sense of them, check.c looks for what a
 * single row cannot show, emit.c writes the tables of the module and pool.c
 * what they share, rst.c the reference pages; words.c knows what both say of a
 * subevent.
 */
#ifndef _PMONEVENTS_H
#define _PMONEVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_COLUMNS	16
#define MAX_FIELDS	32
#define MAX_CODES	512	/* 8 bits and the extra select bit */
#define CONFIG_WORDS	3
#define COUNTER_FIXED	0x8000u

/**
 * struct place - where something was read
 * @file: name of the file
 * @line: number of the line, 0 for the file as a whole
 */
struct place {
	const char *file;
	unsigned int line;
};

/**
 * struct line - a row of a table
 * @place: where it stands
 * @cells: the cells, NULL for one that holds only "-"
 */
struct line {
	struct place place;
	char *cells[MAX_COLUMNS];
};

/**
 * struct text - a file of tab-separated columns
 * @place: the file
 * @columns: names of the columns
 * @num_columns: number of columns
 * @lines: rows, without head and comments
 * @num_lines: number of rows
 */
struct text {
	struct place place;
	char *columns[MAX_COLUMNS];
	size_t num_columns;
	struct line *lines;
	size_t num_lines;
};

/**
 * struct field - an entry of the format directory
 * @name: its name
 * @word: 0 config, 1 config1, 2 config2
 * @mask: its bits
 */
struct field {
	char *name;
	unsigned int word;
	uint64_t mask;
};

enum level {
	LEVEL_UNIT,
	LEVEL_TYPE,
	LEVEL_MESH,
};

enum need {
	NEED_NOTHING,
	NEED_STATE,	/* a state in the umask */
	NEED_CHANNEL,	/* ch_mask and fc_mask */
	NEED_REGISTER,	/* a register that the guide does not describe */
	NEED_FILTER,	/* formats that the user has to give */
};

enum mesh {
	MESH_NONE,
	MESH_SHARED,
	MESH_EXCLUSIVE,	/* its events never run together with the box's */
};

/**
 * struct row - an event
 * @place: where it stands
 * @event: name as in the source, NULL for a code without a name
 * @subevent: name as in the source, or NULL
 * @name: name of the alias
 * @config: config, config1, config2
 * @code: event code
 * @counters: set of counters
 * @free: free-running
 * @need: what it needs to count at all
 * @filters: formats that it needs besides, one bit each (NEED_FILTER)
 * @level: the PMU that shows it
 * @same: alias that has the same configuration on purpose, or NULL
 * @only: processors that have it, "one+other", NULL if all of the directory have
 * @source: "guide", "perf" (perf's own event list), "driver" (in-tree driver), "intel" (Intel's
 *	    event list for the processor, which perf's does not have all of) or "own" (none of them)
 * @meaning: facts about the event, with all its subevents
 */
struct row {
	struct place place;
	char *event;
	char *subevent;
	char *name;
	uint64_t config[CONFIG_WORDS];
	unsigned int code;
	unsigned int counters;
	bool free;
	enum need need;
	uint32_t filters;
	enum level level;
	char *same;
	char *only;
	const char *source;
	const struct meaning *meaning;
};

/**
 * struct meaning - what all subevents of an event share
 * @place: where it stands
 * @box: box type
 * @event: name of the event as in the source
 * @scale: factor from counts to @unit, or NULL
 * @unit: or NULL
 * @text: one sentence
 * @used: an event of that name exists
 */
struct meaning {
	struct place place;
	char *box;
	char *event;
	char *scale;
	char *unit;
	char *text;
	bool used;
};

/**
 * struct box - a box type
 * @place: where it stands
 * @name: its name
 * @only: processors that have it, as that of a row: another row of the same name is for others
 * @dropped: the tables are those of a processor that does not have it
 * @counters: set of general counters
 * @level: where the full list of names stands
 * @mesh: mesh stop events
 * @mesh_config: bits that make a code one of the mesh stop
 * @code: format of the event code
 * @counter_in: format that tells the counter: an event can use no other; or NULL
 * @zero: code 0 is an event; otherwise it switches a counter off
 * @source: that of the rows that do not name another one
 * @fields: the formats
 * @num_fields: number of formats
 * @rows: the events, sorted by name once read
 * @num_rows: number of events
 */
struct box {
	struct place place;
	char *name;
	char *only;
	bool dropped;
	unsigned int counters;
	enum level level;
	enum mesh mesh;
	uint64_t mesh_config;
	const struct field *code;
	const struct field *counter_in;
	bool zero;
	const char *source;
	struct field fields[MAX_FIELDS];
	size_t num_fields;
	struct row *rows;
	size_t num_rows;
};

/* The mesh stop's events are in the tables of others. */
static inline bool box_has_table(const struct box *box)
{
	return box->level != LEVEL_MESH && !box->dropped;
}

/**
 * struct data - all that is known of a processor
 * @name: of the processor, as in the names of the tables
 * @boxes: the box types
 * @num_boxes: number of box types
 * @mesh: the one that is the mesh stop, or NULL
 * @meanings: the events
 * @num_meanings: number of events
 * @json: names of perf's own events, lower case, sorted
 * @num_json: number of names
 */
struct data {
	const char *name;
	struct box *boxes;
	size_t num_boxes;
	struct box *mesh;
	struct meaning *meanings;
	size_t num_meanings;
	char **json;
	size_t num_json;
};

/**
 * struct stream - a file whose content stays in memory
 * @file: to write to, NULL if nothing was written yet
 * @text: its content
 * @size: length of the content
 */
struct stream {
	FILE *file;
	char *text;
	size_t size;
};

/* text.c: messages are counted, so that one run shows all that is wrong. */
void complain(struct place place, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
unsigned int complaints(void);
void *grow(void *array, size_t count, size_t size);
char *copy(const char *string);
char *lower(const char *string);
bool text_read(struct text *text, const char *directory, const char *file);
const char *text_cell(const struct text *text, const struct line *line,
		      const char *column);
bool number_parse(const char *string, uint64_t *value);

/* fields.c */
bool field_parse(struct field *field, char *text, struct place place);
const struct field *field_find(const struct box *box, const char *name);
bool field_put(const struct field *field, uint64_t value,
	       uint64_t config[CONFIG_WORDS]);
uint64_t field_take(const struct field *field, uint64_t config);

/* data.c */
bool data_read(struct data *data, const char *directory, const char *name);
void data_select(struct data *data);
bool only_meet(const char *a, const char *b);

/* words.c */
bool words_read(const char *directory);
char *subevent_detail(const char *subevent);

/* check.c */
void data_check(struct data *data);

/* pool.c */
FILE *stream_file(struct stream *stream);
char *stream_text(struct stream *stream);
unsigned int pool_string(const char *string, struct place place);
unsigned int pool_alias(const struct row *row);
const char *pool_array(const char *type, const char *name, struct stream *elements, FILE *out);
void emit_pool(FILE *out);

/* emit.c, rst.c */
void emit_tables(struct data *data, size_t count, FILE *out);
bool emit_reference(const struct data *data, const char *box,
		    const char *processor, FILE *out);

#endif
