// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all devices of a unit or of a die share. See shared.h.
 *
 * The events of a kind are a group, so that all of them are of the same time.
 */
#include <stdio.h>

#include "base/status.h"
#include "io/shared.h"
#include "machine/connections.h"

#define MAX_EVENTS	4
#define LINE_BYTES	64

/**
 * struct shared - events that all devices of a unit or die share
 * @key: the member of JSON that has the rows
 * @num: how many events
 * @events: the events
 * @names: the members of JSON that have their values
 * @heads: the columns of text
 * @factor: what a count is
 * @by_unit: a row for each unit, with its stack; otherwise for each die
 */
struct shared {
	const char *key;
	size_t num;
	const char *events[MAX_EVENTS];
	const char *names[MAX_EVENTS];
	const char *heads[MAX_EVENTS];
	double factor;
	bool by_unit;
};

static const struct shared kinds[SHARED_KINDS] = {
	[SHARED_IOMMU] = {
		.key = "iommu", .num = 2, .by_unit = true, .factor = 1,
		.events = { "iio/iommu0.first_lookups/", "iio/iommu0.misses/" },
		.names = { "lookups", "misses" },
		.heads = { "IOTLB lookups", "misses" },
	},
	[SHARED_DDIO] = {
		.key = "ddio", .num = 4, .factor = LINE_BYTES,
		.events = {
			"cha/tor_inserts.io_hit_pcirdcur/", "cha/tor_inserts.io_miss_pcirdcur/",
			"cha/tor_inserts.io_hit_itom/", "cha/tor_inserts.io_miss_itom/",
		},
		.names = { "read_hit", "read_missed", "written_hit", "written_missed" },
		.heads = { "MB read, hit", "read, missed", "written, hit", "written, missed" },
	},
};

bool shared_on[SHARED_KINDS];

/* The first counter of each kind. */
static size_t firsts[SHARED_KINDS];

static int open_kind(const struct shared *shared, struct counters *counters, const struct machine *machine)
{
	struct event events[MAX_EVENTS];
	char error[512];
	int status;
	size_t i;

	for (i = 0; i < shared->num; i++)
		if (event_parse(machine, shared->events[i], shared->by_unit, &events[i], error, sizeof(error)))
			return (int)fail(STATUS_FAILED, "%s", error);
	status = counters_open(counters, machine, events, shared->num, false, error, sizeof(error));
	return status ? (int)fail((enum status)status, "%s", error) : STATUS_OK;
}

int shared_open(struct counters *counters, const struct machine *machine)
{
	int status = STATUS_OK;
	size_t i;

	for (i = 0; i < SHARED_KINDS && !status; i++) {
		firsts[i] = counters->num;
		if (shared_on[i])
			status = open_kind(&kinds[i], counters, machine);
	}
	return status;
}

/* Is this source the first one of its row? */
static bool begins_row(const struct shared *shared, const struct counter *counter, size_t index)
{
	size_t i;

	for (i = 0; i < index && !shared->by_unit; i++)
		if (counter->sources[i].die == counter->sources[index].die)
			return false;
	return true;
}

/*
 * The values of the row that begins with a source. Returns the part of the time in which they were counted, 0: there are none,
 * and @missing says why.
 */
static double take_row(const struct shared *shared, const struct counters *counters, size_t first, size_t index,
		       double values[MAX_EVENTS], const char **missing)
{
	double share = 1, count;
	size_t event, i;

	*missing = NULL;
	for (event = 0; event < shared->num; event++) {
		const struct counter *counter = &counters->all[first + event];

		values[event] = 0;
		for (i = index; i < counter->num_sources; i++) {
			const struct source *source = &counter->sources[i];
			struct reading reading = reading_since(source);

			if (source->die != counter->sources[index].die || (shared->by_unit && i != index))
				continue;
			if (!source_answers(source) || !reading_scaled(&reading, &count)) {
				*missing = source_answers(source) ? "never had a counter" : "gone";
				return 0;
			}
			values[event] += count * shared->factor;
			if (reading_share(&reading) < share)
				share = reading_share(&reading);
		}
	}
	return share;
}

static void print_place(const struct shared *shared, const struct source *source)
{
	struct stack stack;
	char text[32];

	if (!shared->by_unit) {
		printf("die %-26u", source->die);
		return;
	}
	stack = stack_of(source->die, source->unit);
	snprintf(text, sizeof(text), "%u/%d", source->die, source->unit);
	printf("%-5s %-9s %-13s ", text, *stack.bus ? stack.bus : "-", stack.kind);
}

static void print_values(const struct shared *shared, const double values[MAX_EVENTS])
{
	size_t i;

	for (i = 0; i < shared->num; i++)
		if (shared->factor > 1)
			printf(" %15.3f", values[i] / 1e6);
		else
			printf(" %15.0f", values[i]);
}

static void print_kind(const struct shared *shared, const struct counters *counters, size_t first)
{
	const struct counter *counter = &counters->all[first];
	size_t i;

	printf("%-30s", shared->by_unit ? "unit  bus" : "die");
	for (i = 0; i < shared->num; i++)
		printf(" %15s", shared->heads[i]);
	putchar('\n');
	for (i = 0; i < counter->num_sources; i++) {
		double values[MAX_EVENTS], share;
		const char *missing;

		if (!begins_row(shared, counter, i))
			continue;
		share = take_row(shared, counters, first, i, values, &missing);
		print_place(shared, &counter->sources[i]);
		if (missing)
			printf("  (%s)", missing);
		else
			print_values(shared, values);
		if (!missing && share < 0.9995)
			printf("  (counted %.1f %% of the time)", share * 100);
		putchar('\n');
	}
}

static struct json_object *json_row(const struct shared *shared, const struct counters *counters, size_t first, size_t index)
{
	const struct counter *counter = &counters->all[first];
	const struct source *source = &counter->sources[index];
	struct json_object *entry = json_object_new_object();
	double values[MAX_EVENTS], share;
	const char *missing;
	struct stack stack;
	size_t i;

	share = take_row(shared, counters, first, index, values, &missing);
	json_set_number(entry, "package", source->socket);
	json_set_number(entry, "die", source->die);
	json_set_text(entry, "box", counter->event.box);
	if (shared->by_unit) {
		stack = stack_of(source->die, source->unit);
		json_set_index(entry, "unit", source->unit);
		json_set_text(entry, "bus", *stack.bus ? stack.bus : NULL);
	}
	for (i = 0; i < shared->num; i++)
		json_object_object_add(entry, shared->names[i], missing ? NULL :
				       json_object_new_uint64((uint64_t)(values[i] + 0.5)));
	json_set_real(entry, "enabled_share", share);
	json_set_text(entry, "missing", missing);
	return entry;
}

static struct json_object *json_kind(const struct shared *shared, const struct counters *counters, size_t first)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < counters->all[first].num_sources; i++)
		if (begins_row(shared, &counters->all[first], i))
			json_object_array_add(list, json_row(shared, counters, first, i));
	return list;
}

void shared_print(const struct counters *counters)
{
	size_t i;

	for (i = 0; i < SHARED_KINDS; i++)
		if (shared_on[i])
			print_kind(&kinds[i], counters, firsts[i]);
}

void shared_set_json(const struct counters *counters, struct json_object *object)
{
	size_t i;

	for (i = 0; i < SHARED_KINDS; i++)
		if (shared_on[i])
			json_object_object_add(object, kinds[i].key, json_kind(&kinds[i], counters, firsts[i]));
}
