// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore list WORD... - events by name
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
#include "count/event.h"
#include "list/list.h"

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

/* What an event must contain. */
struct filter {
	const char *words[MAX_WORDS];
	size_t num;
};

static void add_entry(struct entries *entries, struct pmu *pmu, const char *name,
		      const struct named_event *named)
{
	entries->all = grow(entries->all, entries->num, sizeof(*entries->all));
	entries->all[entries->num++] = (struct entry){ pmu, allocated(strdup(name)), named };
}

static bool is_selected(const struct filter *filter, const char *name, const struct named_event *named)
{
	size_t i;

	for (i = 0; i < filter->num; i++)
		if (!strcasestr(name, filter->words[i]) && !(named && strcasestr(named->meaning, filter->words[i])))
			return false;
	return true;
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
		    const struct filter *filter)
{
	const struct box_type *box = box_type(machine->processor, pmu->box);
	const struct named_event *named;
	size_t number, i;
	char **names = pmu_aliases(pmu, &number);

	for (i = 0; i < number; i++) {
		named = named_event(box, names[i]);
		if (is_selected(filter, names[i], named))
			add_entry(entries, pmu, names[i], named);
	}
	for (named = box ? box->events : NULL; named && named->name; named++) {
		for (i = 0; i < number && strcmp(names[i], named->name); i++)
			;
		if (i == number && can_count(pmu, named) && is_selected(filter, named->name, named))
			add_entry(entries, pmu, named->name, named);
	}
	free_names(names, number);
}

/* One PMU of each box type stands for all: that of the type, or the first unit's. */
static void add_boxes(const struct machine *machine, struct entries *entries, const char *box,
		      const struct filter *filter)
{
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		struct pmu *pmu = &machine->pmus[i];

		if ((i && !strcmp(pmu->box, pmu[-1].box)) || (box && strcmp(box, pmu->box)))
			continue;
		add_pmu(machine, entries, pmu, filter);
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
	json_set_text(object, "scale", entry->named ? entry->named->scale : NULL);
	json_set_text(object, "unit_of_measure", entry->named ? entry->named->unit : NULL);
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

/* The PMU or box type that a word names goes to @pmu and @box; all other words filter. */
static void take_words(const struct machine *machine, const char *const *words, size_t num, struct filter *filter,
		       struct pmu **pmu, const char **box)
{
	size_t number, i;

	for (i = 0; i < num; i++) {
		if (!*pmu) {
			*pmu = machine_pmu(machine, words[i]);
			if (*pmu)
				continue;
			*pmu = machine_box(machine, words[i], false, &number);
			if (*pmu) {
				*box = words[i];
				continue;
			}
		}
		filter->words[filter->num++] = words[i];
	}
}

/* @of: the PMU or box type that a word names, NULL: all */
static int nothing_matches(const struct filter *filter, const char *of)
{
	char all[512] = "";
	size_t i;

	for (i = 0; i < filter->num; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), " %s", filter->words[i]);
	if (of)
		return (int)fail(STATUS_FAILED, "no event of %s matches%s", of, all);
	return (int)fail(STATUS_FAILED, "no PMU, box type or event matches%s", all);
}

static bool print_entries(const struct entries *entries, struct pmu *pmu, bool json)
{
	struct json_object *list = json ? json_object_new_array() : NULL, *object;
	size_t i;

	if (pmu && !json)
		print_formats(pmu);
	for (i = 0; i < entries->num; i++) {
		if (json)
			json_object_array_add(list, json_entry(&entries->all[i]));
		else
			print_entry(&entries->all[i]);
	}
	if (!json)
		return true;
	object = json_begin();
	json_object_object_add(object, "events", list);
	return print_json(object);
}

int list_events(const struct machine *machine, const char *const *words, size_t num, bool json)
{
	struct entries entries = { 0 };
	struct filter filter = { 0 };
	struct pmu *pmu = NULL;
	const char *box = NULL;
	int status = STATUS_OK;
	size_t i;

	take_words(machine, words, num, &filter, &pmu, &box);
	if (pmu && !box)
		/* Of a unit's PMU all names of the box type can be counted here. */
		add_pmu(machine, &entries, pmu, &filter);
	else
		add_boxes(machine, &entries, box, &filter);
	if (!entries.num && filter.num)
		status = nothing_matches(&filter, box || !pmu ? box : pmu->name);
	else if (!print_entries(&entries, pmu, json))
		status = STATUS_FAILED;
	for (i = 0; i < entries.num; i++)
		free((char *)entries.all[i].name);
	free(entries.all);
	return status;
}
