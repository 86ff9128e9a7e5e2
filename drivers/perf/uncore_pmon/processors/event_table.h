/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a processor, compiled by pmonevents from events/<folder>/.
 *
 * Pure logic, see pure.h. The tables are const and contain only offsets and bits. An alias that
 * several tables have is stored once. The texts in sysfs are generated at each read.
 */
#ifndef _UNCORE_PMON_EVENT_TABLE_H
#define _UNCORE_PMON_EVENT_TABLE_H

#include "choose/config.h"
#include "choose/pure.h"

/* In a set of counters: the unit's fixed counter. */
#define PMON_EVENT_COUNTER_FIXED	BIT(15)

/* Flags of an event code, see pmon_event_table_flags(). */
#define PMON_EVENT_CMS		BIT(0)	/* counted by the mesh stop, not by the box */
#define PMON_EVENT_STATE	BIT(1)	/* the umask must select a state */
#define PMON_EVENT_CHANNEL	BIT(2)	/* ch_mask and fc_mask must not be 0 */
#define PMON_EVENT_FREE		BIT(3)	/* free-running: the umask selects the counter */

/**
 * enum pmon_event_level - which PMU shows an event
 * @PMON_EVENT_UNIT: the PMU of each unit
 * @PMON_EVENT_TYPE: the PMU of the whole box type
 * @PMON_EVENT_LEVELS: number of levels
 *
 * Each name is on one level only, or perf would add up both.
 */
enum pmon_event_level {
	PMON_EVENT_UNIT,
	PMON_EVENT_TYPE,
	PMON_EVENT_LEVELS,
};

/**
 * struct pmon_event_alias - one named event, compact form
 * @config_low: config, low half (two halves: no padding behind the names)
 * @config_high: config, high half
 * @event: offset of the event's name in the string pool
 * @subevent: offset of the subevent's name, 0 (the empty string) for none
 */
struct pmon_event_alias {
	u32 config_low;
	u32 config_high;
	u16 event;
	u16 subevent;
};

/**
 * struct pmon_event_extra - rarely used parts of an alias
 * @config1: config1
 * @config2: config2
 * @alias: number of the alias in the pool
 * @scale: offset of the text of the scale in the string pool, 0 for none
 * @unit: offset of the text of the unit of the scaled count, 0 for none
 */
struct pmon_event_extra {
	u64 config1;
	u64 config2;
	u16 alias;
	u16 scale;
	u16 unit;
};

/**
 * struct pmon_event_pool - what the tables of all processors share
 * @strings: names; offset 0 is the empty string
 * @aliases: the aliases, each once for all tables that have it
 * @extras: for some of them, sorted by alias
 * @num_extras: number of extras
 */
struct pmon_event_pool {
	const char *strings;
	const struct pmon_event_alias *aliases;
	const struct pmon_event_extra *extras;
	unsigned int num_extras;
};

/**
 * struct pmon_event_list - aliases, sorted by name
 * @aliases: their numbers in the pool
 * @num_aliases: number of aliases
 */
struct pmon_event_list {
	const u16 *aliases;
	u16 num_aliases;
};

/**
 * struct pmon_event_constraint - constraint of an event code
 * @mask: bits of config 31:0 that identify the event
 * @match: their value
 * @counters: set of counters that can count it
 * @flags: PMON_EVENT_...
 */
struct pmon_event_constraint {
	u32 mask;
	u32 match;
	u16 counters;
	u16 flags;
};

/**
 * struct pmon_event_table - the events of one box type
 * @box: name of the box type, as in the names of its PMUs
 * @pool: with the aliases
 * @fields: format of config, config1 and config2, in the order of preference for aliases. A field
 *	    without a name ends the list. Excludes formats that the driver adds (snapshot,
 *	    unit_mask)
 * @lists: the box's own aliases, by level
 * @mesh: aliases of the mesh stop, on the level of the box's full list; or NULL
 * @mesh_config: bits to add to the config of each of @mesh
 * @constraints: event codes with constraints; the first match applies
 * @clocks: configurations that count each cycle of the box's clock, or of the mesh stop's
 * @mesh_level: level of @mesh
 * @num_constraints: number of constraints
 * @counters: set of counters for all other events
 * @num_clocks: number of clocks
 */
struct pmon_event_table {
	const char *box;
	const struct pmon_event_pool *pool;
	const struct pmon_field *fields;
	struct pmon_event_list lists[PMON_EVENT_LEVELS];
	const struct pmon_event_list *mesh;
	u64 mesh_config;
	const struct pmon_event_constraint *constraints;
	const u64 *clocks;
	enum pmon_event_level mesh_level;
	u16 num_constraints;
	u16 counters;
	u16 num_clocks;
};

/**
 * struct pmon_event_set - the tables of one processor
 * @tables: one for each box type
 * @num_tables: number of tables
 */
struct pmon_event_set {
	const struct pmon_event_table *tables;
	unsigned int num_tables;
};

/**
 * struct pmon_event - one alias of a table
 * @event: name of the event
 * @subevent: name of the subevent, or ""
 * @config: config
 * @config1: config1
 * @config2: config2
 * @scale: text of the scale, or NULL
 * @unit: text of the unit of the scaled count, or NULL
 */
struct pmon_event {
	const char *event;
	const char *subevent;
	u64 config;
	u64 config1;
	u64 config2;
	const char *scale;
	const char *unit;
};

/* Each table is generated. */
#define PMON_EVENTS(name, ...)	extern const struct pmon_event_set pmon_##name##_events;
#include "processors/list.h"

/**
 * pmon_event_table_find() - the table of a box type
 * @set: tables of the processor
 * @box: name of the box type: "cha", "iio_free_running" ...
 *
 * Return: the table, NULL if there is none.
 */
const struct pmon_event_table *
pmon_event_table_find(const struct pmon_event_set *set, const char *box);

/**
 * pmon_event_table_counters() - the counters that can count an event
 * @table: of the box type
 * @config: the event, named or not
 *
 * Return: set of counters: bit n for general counter n, and PMON_EVENT_COUNTER_FIXED. 0 for a
 * free-running counter, which the umask selects. The set is that of the largest unit: a unit may
 * have fewer counters.
 */
u32 pmon_event_table_counters(const struct pmon_event_table *table, u64 config);

/**
 * pmon_event_table_flags() - the flags of an event
 * @table: of the box type
 * @config: the event, named or not
 *
 * Return: PMON_EVENT_... flags.
 */
u32 pmon_event_table_flags(const struct pmon_event_table *table, u64 config);

/**
 * pmon_event_table_is_clock() - does an event count whenever its unit is not frozen?
 * @table: of the box type
 * @config: the event, named or not
 *
 * Return: true if it counts cycles, all of them: without a threshold, an edge or a filter.
 */
bool pmon_event_table_is_clock(const struct pmon_event_table *table, u64 config);

/**
 * pmon_event_table_size() - number of aliases on one level
 * @table: of the box type
 * @level: the level
 *
 * Return: the number, 0 if there are none.
 */
unsigned int pmon_event_table_size(const struct pmon_event_table *table,
				   enum pmon_event_level level);

/**
 * pmon_event_table_get() - get an alias of a table
 * @table: of the box type
 * @level: the level
 * @index: below pmon_event_table_size(); the order has no meaning
 * @event: receives the alias, valid as long as the table
 *
 * Return: true, false if there is no such alias.
 */
bool pmon_event_table_get(const struct pmon_event_table *table,
			  enum pmon_event_level level, unsigned int index,
			  struct pmon_event *event);

/**
 * pmon_event_name() - name of an alias: "tor_inserts.ia_miss_drd"
 * @event: the alias
 * @buffer: receives the name, with a terminating zero
 * @size: of the buffer
 *
 * Return: length of the name, or -ENOSPC.
 */
int pmon_event_name(const struct pmon_event *event, char *buffer, size_t size);

/**
 * pmon_event_text() - text of an alias: "event=0x35,umask=0x1,umask_ext=0xc817fe"
 * @table: of the box type
 * @event: the alias
 * @buffer: receives the text, with a terminating zero and no newline
 * @size: of the buffer
 *
 * If two fields overlap, the first one in @table->fields gets the bits. Omits fields that are 0,
 * except for the first.
 *
 * Return: length of the text, or -ENOSPC.
 */
int pmon_event_text(const struct pmon_event_table *table,
		    const struct pmon_event *event, char *buffer, size_t size);

#endif
