// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore list WORD - events by name
 *
 * What sysfs has of a name and what the program knows of it are put together. A name that is in no
 * events directory, because it belongs to the type and this driver has no PMU for the type, is shown
 * all the same: this program can count it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/status.h"
#include "list/list.h"
#include "machine/event.h"

/* An event to show. */
struct entry {
	struct pmu *pmu;
	const char *name;
	const struct named_event *named;
};

struct entries {
	struct entry *all;
	size_t num;
};

static void add_entry(struct entries *entries, struct pmu *pmu, const char *name,
		      const struct named_event *named)
{
	entries->all = grow(entries->all, entries->num, sizeof(*entries->all));
	entries->all[entries->num++] = (struct entry){ pmu, allocated(strdup(name)), named };
}

static bool contains(const char *text, const char *word)
{
	return text && strcasestr(text, word);
}

/* Can the PMU be given all bits of it? */
static bool can_count(struct pmu *pmu, const struct named_event *named)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (named->config[i] & ~pmu_bits(pmu, i))
			return false;
	return true;
}

/* The names of a PMU, and of its box type if they are not on another PMU. */
static void add_pmu(const struct machine *machine, struct entries *entries, struct pmu *pmu,
		    const char *word, bool with_named)
{
	const struct box_type *box = box_type(machine->processor, pmu->box);
	const struct named_event *named;
	size_t number, i;
	char **names = pmu_aliases(pmu, &number);

	for (i = 0; i < number; i++) {
		named = named_event(box, names[i]);
		if (!word || contains(names[i], word) || (named && contains(named->meaning, word)))
			add_entry(entries, pmu, names[i], named);
	}
	for (named = with_named && box ? box->events : NULL; named && named->name; named++) {
		for (i = 0; i < number && strcmp(names[i], named->name); i++)
			;
		if (i == number && can_count(pmu, named) &&
		    (!word || contains(named->name, word) || contains(named->meaning, word)))
			add_entry(entries, pmu, named->name, named);
	}
	free_names(names, number);
}

/* One PMU of each box type stands for all: that of the type, or the first unit's. */
static void add_boxes(const struct machine *machine, struct entries *entries, const char *box,
		      const char *word)
{
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		struct pmu *pmu = &machine->pmus[i];

		if ((i && !strcmp(pmu->box, pmu[-1].box)) || (box && strcmp(box, pmu->box)))
			continue;
		add_pmu(machine, entries, pmu, word, true);
	}
}

static const char *needs_text(const struct named_event *named, char *text, size_t size)
{
	switch (named->needs) {
	case NEEDS_STATE:
		return "the umask must select a state";
	case NEEDS_CHANNEL:
		return "ch_mask and fc_mask must select something";
	case NEEDS_REGISTER:
		return "needs a filter register that no document describes";
	case NEEDS_FORMATS:
		if (!*named->formats)
			return NULL;
		snprintf(text, size, "give %s", named->formats);
		return text;
	default:
		return NULL;
	}
}

static void print_entry(const struct entry *entry)
{
	char counters[16], text[128];
	const char *needs;

	printf("%s/%s/\n", entry->pmu->name, entry->name);
	if (!entry->named)
		return;
	printf("    %s. Counters %s", entry->named->meaning,
	       named_event_counters(entry->named, counters, sizeof(counters)));
	needs = needs_text(entry->named, text, sizeof(text));
	if (needs)
		printf("; %s", needs);
	if (entry->named->scale)
		printf("; one count is %s %s", entry->named->scale, entry->named->unit);
	puts(".");
}

static struct json_object *json_entry(const struct entry *entry)
{
	struct json_object *object = json_object_new_object();
	char text[512];

	snprintf(text, sizeof(text), "%s/%s/", entry->pmu->name, entry->name);
	json_set_text(object, "event", text);
	json_set_text(object, "box", entry->pmu->box);
	json_set_text(object, "name", entry->name);
	json_set_text(object, "terms", pmu_alias(entry->pmu, entry->name, text, sizeof(text)) ?
		      text : NULL);
	json_set_text(object, "meaning", entry->named ? entry->named->meaning : NULL);
	json_set_text(object, "counters", entry->named ?
		      named_event_counters(entry->named, text, sizeof(text)) : NULL);
	json_set_text(object, "needs", entry->named ?
		      needs_text(entry->named, text, sizeof(text)) : NULL);
	return object;
}

static void print_formats(struct pmu *pmu)
{
	size_t i;

	pmu_formats(pmu);
	printf("%s takes", pmu->name);
	for (i = 0; i < pmu->num_formats; i++)
		printf("%s %s (%s)", i ? "," : "", pmu->formats[i].name, pmu->formats[i].text);
	puts("\n");
}

int list_events(const struct machine *machine, const char *word, bool json)
{
	struct pmu *pmu = machine_pmu(machine, word);
	struct entries entries = { 0 };
	struct json_object *list;
	int status = STATUS_OK;
	size_t number, i;

	if (pmu) {
		/* Of a unit's PMU all names of the box type can be counted here. */
		add_pmu(machine, &entries, pmu, NULL, true);
	} else {
		pmu = machine_box(machine, word, false, &number);
		add_boxes(machine, &entries, pmu ? word : NULL, pmu ? NULL : word);
	}
	if (!entries.num && !pmu)
		return (int)fail(STATUS_FAILED, "no PMU, box type or event matches %s", word);
	if (json) {
		list = json_object_new_array();
		for (i = 0; i < entries.num; i++)
			json_object_array_add(list, json_entry(&entries.all[i]));
		if (!print_json(list))
			status = STATUS_FAILED;
	} else {
		if (pmu)
			print_formats(pmu);
		for (i = 0; i < entries.num; i++)
			print_entry(&entries.all[i]);
	}
	for (i = 0; i < entries.num; i++)
		free((char *)entries.all[i].name);
	free(entries.all);
	return status;
}
