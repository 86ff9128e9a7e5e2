// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore explain --together - which of several events count at the same time, and how many counters are free
 *
 * Events of one PMU are put into sets that the kernel accepts as groups. Nothing is enabled, so no other user of the
 * counters notices.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "count/counters.h"
#include "explain/together.h"

#define NO_SET		(-1)
#define UNKNOWN		(-1)

/* @set: its set, among the events of its PMU; NO_SET: the kernel rejects it */
struct one {
	struct event event;
	int set;
	char reason[512];
};

/* Is the event the first one of its PMU? */
static bool is_first(const struct one *all, size_t index)
{
	size_t i;

	for (i = 0; i < index; i++)
		if (all[i].event.pmus == all[index].event.pmus)
			return false;
	return true;
}

static bool fits(const struct one *all, size_t index, int set)
{
	struct event events[MAX_GROUP];
	size_t num = 0, i;

	for (i = 0; i <= index; i++) {
		if (all[i].event.pmus != all[index].event.pmus || (i < index && all[i].set != set))
			continue;
		if (num == MAX_GROUP)
			return false;
		events[num++] = all[i].event;
	}
	return num == 1 || counters_fit(events, num);
}

static int find_set(const struct machine *machine, struct one *all, size_t index)
{
	struct counters alone = { 0 };
	struct one *one = &all[index];
	int status = counters_open(&alone, machine, &one->event, 1, false, one->reason, sizeof(one->reason));

	counters_close(&alone);
	one->set = NO_SET;
	if (status)
		return status == STATUS_NO_PERMISSION ? (int)fail(status, "%s", one->reason) : 0;
	for (one->set = 0; !fits(all, index, one->set); one->set++)
		;
	return 0;
}

/* The smallest number of all dies, from the driver's file: lines of die and number. */
static int free_counters(const struct pmu *pmu)
{
	char text[4096], *rest = text, *line;
	int number, least = UNKNOWN;

	if (!read_file(sysfs_path("bus/event_source/devices/%s/free", pmu->name), text, sizeof(text)))
		return UNKNOWN;
	while ((line = strsep(&rest, "\n")))
		if (sscanf(line, "%*u %d", &number) == 1 && (least == UNKNOWN || number < least))
			least = number;
	return least;
}

static int num_sets(const struct one *all, size_t num, size_t first)
{
	int sets = 0;
	size_t i;

	for (i = first; i < num; i++)
		if (all[i].event.pmus == all[first].event.pmus && all[i].set >= sets)
			sets = all[i].set + 1;
	return sets;
}

static void print_pmu(const struct one *all, size_t num, size_t first)
{
	int sets = num_sets(all, num, first), set, free = free_counters(all[first].event.pmus);
	const char *comma;
	size_t i;

	printf("%s%s: ", all[first].event.pmus->name, all[first].event.num_pmus > 1 ? " and the other units" : "");
	if (sets > 1)
		printf("%d sets, which take turns\n", sets);
	else
		puts(sets ? "all count at the same time" : "none can be counted");
	for (set = 0; set < sets; set++) {
		comma = "  ";
		for (i = first; i < num; i++) {
			if (all[i].event.pmus != all[first].event.pmus || all[i].set != set)
				continue;
			printf("%s%s", comma, all[i].event.text);
			comma = ", ";
		}
		putchar('\n');
	}
	for (i = first; i < num; i++)
		if (all[i].event.pmus == all[first].event.pmus && all[i].set == NO_SET)
			printf("  rejected: %s\n", all[i].reason);
	if (free != UNKNOWN)
		printf("  Counters that are free now: %d of each unit on each die.\n", free);
	else
		puts("  The driver does not show how many counters are free.");
}

static struct json_object *json_pmu(const struct one *all, size_t num, size_t first)
{
	struct json_object *entry = json_object_new_object(), *sets = json_object_new_array(), *reasons = json_object_new_array(), *list;
	int set, free = free_counters(all[first].event.pmus);
	size_t i;

	json_set_text(entry, "pmu", all[first].event.pmus->name);
	json_set_text(entry, "box", all[first].event.box);
	for (set = NO_SET; set < num_sets(all, num, first); set++) {
		list = json_object_new_array();
		for (i = first; i < num; i++)
			if (all[i].event.pmus == all[first].event.pmus && all[i].set == set)
				json_object_array_add(list, json_object_new_string(all[i].event.text));
		if (set == NO_SET)
			json_object_object_add(entry, "rejected", list);
		else
			json_object_array_add(sets, list);
	}
	for (i = first; i < num; i++)
		if (all[i].event.pmus == all[first].event.pmus && all[i].set == NO_SET)
			json_object_array_add(reasons, json_object_new_string(all[i].reason));
	json_object_object_add(entry, "reasons", reasons);
	json_object_object_add(entry, "sets", sets);
	json_set_index(entry, "free", free);
	return entry;
}

static bool print_all(const struct one *all, size_t num, bool json)
{
	struct json_object *object = json ? json_begin() : NULL, *list = json ? json_object_new_array() : NULL;
	size_t i;

	for (i = 0; i < num; i++) {
		if (!is_first(all, i))
			continue;
		if (json)
			json_object_array_add(list, json_pmu(all, num, i));
		else
			print_pmu(all, num, i);
	}
	if (!json)
		return true;
	json_object_object_add(object, "pmus", list);
	return print_json(object);
}

int explain_together(const struct machine *machine, const char *const *events, size_t num, bool json)
{
	struct one *all = allocated(calloc(num, sizeof(*all)));
	char error[512];
	int status = 0;
	size_t i;

	for (i = 0; i < num && !status; i++) {
		if (event_parse(machine, events[i], false, &all[i].event, error, sizeof(error)))
			status = (int)fail(STATUS_FAILED, "%s", error);
		else if (!all[i].event.pmus)
			status = (int)fail(STATUS_FAILED, "%s is not an uncore event; `uncore list` prints PMUs and events",
					   events[i]);
		else
			status = find_set(machine, all, i);
	}
	if (!status && !print_all(all, num, json))
		status = STATUS_FAILED;
	for (i = 0; i < num && !status; i++)
		if (all[i].set == NO_SET)
			status = STATUS_FAILED;
	free(all);
	return status;
}
