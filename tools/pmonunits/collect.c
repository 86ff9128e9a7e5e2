// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading the driver's tracepoint. See collect.h.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>
#include <tracefs.h>

#include "collect.h"

#define SYSTEM	"uncore_pmon"
#define EVENT	"unit_count"

static struct tracefs_instance *instance;
static struct tep_handle *tep;
static struct unit_value *values;
static size_t num_values, room;
static bool out_of_memory;

static int fail(const char *what)
{
	fprintf(stderr, "pmonunits: %s: %s\n", what, strerror(errno));
	collect_stop();
	return -1;
}

int collect_start(void)
{
	static const char *const systems[] = { SYSTEM, NULL };
	char name[32];

	if (!tracefs_tracing_dir())
		return fail("tracefs is not mounted, or not for you (pmonunits needs root)");
	if (!tracefs_event_file_exists(NULL, SYSTEM, EVENT, "enable")) {
		fprintf(stderr, "pmonunits: there is no tracepoint " SYSTEM ":" EVENT
			"; is uncore_pmon loaded, and are you root?\n");
		return -1;
	}
	snprintf(name, sizeof(name), "pmonunits.%ld", (long)getpid());
	instance = tracefs_instance_create(name);
	if (!instance)
		return fail("cannot make a trace instance");
	tep = tracefs_local_events_system(NULL, systems);
	if (!tep)
		return fail("cannot read the format of " SYSTEM ":" EVENT);
	if (tracefs_event_enable(instance, SYSTEM, EVENT) < 0 ||
	    tracefs_trace_on(instance) < 0)
		return fail("cannot enable " SYSTEM ":" EVENT);
	return 0;
}

void collect_stop(void)
{
	if (instance) {
		tracefs_event_disable(instance, SYSTEM, EVENT);
		tracefs_instance_destroy(instance);
		tracefs_instance_free(instance);
		instance = NULL;
	}
	if (tep) {
		tep_free(tep);
		tep = NULL;
	}
}

static int order(const void *left, const void *right)
{
	const struct unit_value *a = left, *b = right;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->die != b->die)
		return a->die < b->die ? -1 : 1;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* An event and a unit; the id also tells the box type. */
static struct unit_value *find(const struct unit_value *key)
{
	struct unit_value *more;
	size_t i;

	for (i = 0; i < num_values; i++)
		if (!order(&values[i], key))
			return &values[i];
	if (num_values == room) {
		more = realloc(values, (room + 256) * sizeof(*values));
		if (!more) {
			out_of_memory = true;
			return NULL;
		}
		values = more;
		room += 256;
	}
	values[num_values] = *key;
	return &values[num_values++];
}

static int take(struct tep_event *event, struct tep_record *record, int cpu, void *context)
{
	unsigned long long id, config, count, die, unit;
	struct unit_value key = {}, *value;
	const char *box;
	int length;

	(void)cpu;
	(void)context;
	if (strcmp(event->name, EVENT))
		return 0;
	box = tep_get_field_raw(NULL, event, "box", record, &length, 0);
	if (!box || tep_get_field_val(NULL, event, "id", record, &id, 0) ||
	    tep_get_field_val(NULL, event, "config", record, &config, 0) ||
	    tep_get_field_val(NULL, event, "count", record, &count, 0) ||
	    tep_get_field_val(NULL, event, "die", record, &die, 0) ||
	    tep_get_field_val(NULL, event, "unit", record, &unit, 0))
		return 0;

	key.id = id;
	key.config = config;
	key.die = (unsigned int)die;
	key.unit = (unsigned int)unit;
	snprintf(key.box, sizeof(key.box), "%.*s", length, box);
	value = find(&key);
	/*
	 * Counts only grow, so whichever CPU a record was made on, the largest is the newest; and a
	 * record that the ring buffer lost is made up for by the next one.
	 */
	if (value && count > value->count)
		value->count = count;
	return 0;
}

int collect(void)
{
	/* Nothing traced since the last time is no error, but is reported like one. */
	tracefs_iterate_raw_events(tep, instance, NULL, 0, take, NULL);
	if (out_of_memory) {
		fprintf(stderr, "pmonunits: out of memory\n");
		return -1;
	}
	return 0;
}

struct unit_value *collected(size_t *number)
{
	if (num_values)
		qsort(values, num_values, sizeof(*values), order);
	*number = num_values;
	return values;
}
