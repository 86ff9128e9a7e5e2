// SPDX-License-Identifier: GPL-2.0-only
/*
 * The newest count of each unit. See unit_counts.h.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/trace.h"
#include "count/unit_counts.h"

static struct unit_count *values;
static size_t num_values;

static int order(const void *left, const void *right)
{
	const struct unit_count *a = left, *b = right;

	/* An id is of one event on one die. */
	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* The values are always in order: new ones come with an event's first read only. */
static struct unit_count *find(const struct unit_count *key)
{
	struct unit_count *found = NULL;

	if (num_values)
		found = bsearch(key, values, num_values, sizeof(*values), order);
	return found;
}

static void take(const char *name, struct tep_event *event, struct tep_record *record,
		 void *context)
{
	struct unit_count key = { .id = 0 }, *value;
	uint64_t die, unit;
	size_t at;

	(void)context;
	if (strcmp(name, "unit_count") ||
	    !trace_text(event, record, "box", key.box, sizeof(key.box)) ||
	    !trace_number(event, record, "id", &key.id) ||
	    !trace_number(event, record, "config", &key.config) ||
	    !trace_number(event, record, "count", &key.count) ||
	    !trace_number(event, record, "die", &die) ||
	    !trace_number(event, record, "unit", &unit))
		return;
	key.die = (unsigned int)die;
	key.unit = (unsigned int)unit;
	value = find(&key);
	/*
	 * Counts only grow, so whichever CPU a record was made on, the largest is the newest; and a
	 * record that the ring buffer lost is made up for by the next one.
	 */
	if (value) {
		if (key.count > value->count)
			value->count = key.count;
		return;
	}
	values = grow(values, num_values, sizeof(*values));
	for (at = num_values; at && order(&values[at - 1], &key) > 0; at--)
		values[at] = values[at - 1];
	values[at] = key;
	num_values++;
}

void unit_counts_take(void)
{
	trace_each(take, NULL);
}

struct unit_count *unit_counts(size_t *number)
{
	*number = num_values;
	return values;
}

void unit_counts_forget(void)
{
	/* What they have traced last is still in the buffer. */
	unit_counts_take();
	free(values);
	values = NULL;
	num_values = 0;
}

struct unit_count *unit_count_of(uint64_t id, unsigned int unit)
{
	struct unit_count key = { .id = id, .unit = unit };

	return find(&key);
}
