// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of events. See event.h.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/sysfs.h"
#include "count/core_event.h"
#include "count/event.h"

/* Where a parse stands: what it fills in, and where its complaint goes. */
struct parse {
	const struct machine *machine;
	struct event *event;
	char *error;
	size_t size;
	uint64_t given;		/* a bit for each format of the PMU that has a value */
};

#define COMPLAIN(parse, ...) \
	(snprintf((parse)->error, (parse)->size, __VA_ARGS__), -1)

bool event_put(const struct format *format, uint64_t value, uint64_t config[CONFIG_WORDS])
{
	uint64_t left = format->mask;

	while (left && value) {
		uint64_t bit = left & -left;

		if (value & 1)
			config[format->word] |= bit;
		value >>= 1;
		left ^= bit;
	}
	return !value;
}

uint64_t event_take(const struct format *format, const uint64_t config[CONFIG_WORDS])
{
	uint64_t left = format->mask, value = 0;
	unsigned int i;

	for (i = 0; left; i++) {
		uint64_t bit = left & -left;

		if (config[format->word] & bit)
			value |= 1ULL << i;
		left ^= bit;
	}
	return value;
}

bool event_of_core(const struct event *event)
{
	const struct pmu *core = core_pmu();

	return !strcmp(event->box, CORE_BOX) && (event->core_type == PERF_TYPE_HARDWARE || event->core_type == PERF_TYPE_RAW ||
						 (core && event->core_type == core->type));
}

bool event_same_pmu(const struct event *left, const struct event *right)
{
	if (left->pmus || right->pmus)
		return left->pmus == right->pmus && left->num_pmus == right->num_pmus;
	return event_of_core(left) && event_of_core(right);
}

static int add_terms(struct parse *parse, char *terms, bool in_alias);

/* A term, or a name, sets this format. */
static void give(struct parse *parse, const struct format *format)
{
	uint64_t bit = 1ULL << (format - parse->event->pmus->formats);

	if (parse->given & bit)
		parse->event->combined = format;
	parse->given |= bit;
}

/* A name of the program's own tables, for PMUs that do not show it. */
static int add_named(struct parse *parse, const struct named_event *named)
{
	const uint64_t config[CONFIG_WORDS] = { named->config[0], named->config[1], named->config[2] };
	struct pmu *pmu = parse->event->pmus;
	size_t i;

	for (i = 0; i < 3; i++) {
		if (named->config[i] & ~pmu_bits(pmu, i))
			return COMPLAIN(parse, "%s cannot count %s: its formats do not have all of the bits",
					pmu->name, named->name);
		parse->event->config[i] |= named->config[i];
	}
	for (i = 0; i < pmu->num_formats; i++)
		if (event_take(&pmu->formats[i], config))
			give(parse, &pmu->formats[i]);
	return 0;
}

/* All names that a term of the box type can have. */
static void try_names(const struct machine *machine, struct pmu *pmu, struct suggestion *suggestion)
{
	const struct box_type *box = box_type(machine->processor, pmu->box);
	const struct named_event *named;
	size_t number, i;
	char **names = pmu_aliases(pmu, &number);

	pmu_formats(pmu);
	for (i = 0; i < pmu->num_formats; i++)
		suggestion_try(suggestion, pmu->formats[i].name);
	for (i = 0; i < number; i++)
		suggestion_try(suggestion, names[i]);
	free_names(names, number);
	for (named = box ? box->events : NULL; named && named->name; named++)
		suggestion_try(suggestion, named->name);
}

static int unknown_name(struct parse *parse, const char *what, const char *name)
{
	struct suggestion suggestion;
	char text[160];

	suggestion_begin(&suggestion, name);
	try_names(parse->machine, parse->event->pmus, &suggestion);
	if (!strcmp(parse->event->box, CORE_BOX))
		core_generic_try(&suggestion);
	return COMPLAIN(parse, "%s has no %s %s%s", parse->event->pmus->name, what, name,
			suggestion_text(&suggestion, text, sizeof(text)));
}

static int add_name(struct parse *parse, const char *name)
{
	struct event *event = parse->event;
	const struct named_event *named =
		named_event(box_type(parse->machine->processor, event->box), name);
	char text[512];

	if (named)
		event->named = named;
	if (pmu_alias(event->pmus, name, text, sizeof(text)))
		return add_terms(parse, text, true);
	if (named)
		return add_named(parse, named);
	return unknown_name(parse, "format or event", name);
}

static int add_term(struct parse *parse, char *term, bool in_alias)
{
	struct event *event = parse->event;
	char *equals = strchr(term, '='), *end;
	const struct format *format;
	uint64_t value = 1;

	if (equals) {
		*equals = '\0';
		errno = 0;
		/* perf has no octal numbers. */
		value = strtoull(equals + 1, &end, !strncmp(equals + 1, "0x", 2) ? 16 : 10);
		if (errno || *end || !isdigit((unsigned char)equals[1]))
			return COMPLAIN(parse, "%s: bad value of term %s", event->pmus->name, term);
	}
	if (!strcmp(term, "config"))
		event->config[0] |= value;
	else if (!strcmp(term, "config1"))
		event->config[1] |= value;
	else if (!strcmp(term, "config2"))
		event->config[2] |= value;
	else if (!strcmp(term, "config3"))
		event->config[3] |= value;
	else {
		format = pmu_format(event->pmus, term);
		if (!format) {
			if (equals || in_alias)
				return unknown_name(parse, "format", term);
			return add_name(parse, term);
		}
		if (!event_put(format, value, event->config))
			return COMPLAIN(parse, "%s: %s=0x%llx does not fit format %s",
					event->pmus->name, term, (unsigned long long)value,
					format->text);
		give(parse, format);
	}
	return 0;
}

static int add_terms(struct parse *parse, char *terms, bool in_alias)
{
	char *next;

	for (; terms; terms = next) {
		next = strchr(terms, ',');
		if (next)
			*next++ = '\0';
		if (*terms && add_term(parse, terms, in_alias))
			return -1;
	}
	return 0;
}

static bool has_name(const struct machine *machine, const char *box, const char *name)
{
	struct pmu *pmu;
	char text[512];
	size_t number;

	pmu = machine_box(machine, box, false, &number);
	return pmu && (named_event(box_type(machine->processor, box), name) ||
		       pmu_alias(pmu, name, text, sizeof(text)));
}

static int unknown_event(struct parse *parse, const char *name)
{
	const struct machine *machine = parse->machine;
	struct suggestion suggestion;
	char text[160];
	size_t i;

	suggestion_begin(&suggestion, name);
	for (i = 0; i < machine->num_pmus; i++)
		if (!i || strcmp(machine->pmus[i].box, machine->pmus[i - 1].box))
			try_names(machine, &machine->pmus[i], &suggestion);
	return COMPLAIN(parse, "no box type has an event %s%s; `uncore list WORD` looks for events", name,
			suggestion_text(&suggestion, text, sizeof(text)));
}

/* A name alone: the box type that has it, if there is only one. */
static int find_box(struct parse *parse, const char *name)
{
	const struct machine *machine = parse->machine;
	const char *found = NULL;
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		const char *box = machine->pmus[i].box;

		if ((i && !strcmp(box, machine->pmus[i - 1].box)) ||
		    !has_name(machine, box, name))
			continue;
		if (found)
			return COMPLAIN(parse, "%s is an event of %s and of %s: write %s/%s/", name,
					found, box, found, name);
		found = box;
	}
	if (!found)
		return unknown_event(parse, name);
	snprintf(parse->event->box, sizeof(parse->event->box), "%s", found);
	return 0;
}

static int unknown_pmu(struct parse *parse, const char *name)
{
	const struct machine *machine = parse->machine;
	struct suggestion suggestion;
	char text[160];
	size_t i;

	suggestion_begin(&suggestion, name);
	for (i = 0; i < machine->num_pmus; i++) {
		suggestion_try(&suggestion, machine->pmus[i].box);
		suggestion_try(&suggestion, machine->pmus[i].name);
	}
	return COMPLAIN(parse, "there is no PMU %s%s", name, suggestion_text(&suggestion, text, sizeof(text)));
}

static int find_pmus(struct parse *parse, const char *name, bool each)
{
	const struct machine *machine = parse->machine;
	struct event *event = parse->event;
	const char *box = name;
	struct pmu *pmu;

	pmu = machine_pmu(machine, name);
	if (pmu && !(each && pmu->unit == ALL_UNITS)) {
		event->pmus = pmu;
		event->num_pmus = 1;
	} else {
		if (!strncmp(box, "uncoreall_", 10))
			box += 10;
		else if (!strncmp(box, "uncore_", 7))
			box += 7;
		event->pmus = machine_box(machine, box, each, &event->num_pmus);
	}
	if (!event->pmus)
		return unknown_pmu(parse, name);
	snprintf(event->box, sizeof(event->box), "%s", event->pmus->box);
	return 0;
}

static int unknown_core_event(struct parse *parse, const char *name)
{
	struct suggestion suggestion;
	char text[160];

	suggestion_begin(&suggestion, name);
	core_generic_try(&suggestion);
	return COMPLAIN(parse, "there is no PMU of the cores here, and no generic event %s%s", name,
			suggestion_text(&suggestion, text, sizeof(text)));
}

static int core_event(struct parse *parse, char *terms)
{
	struct event *event = parse->event;
	struct pmu *pmu;
	int status;

	if (core_generic(terms, &event->core_type, &event->config[0]))
		return 0;
	pmu = core_pmu();
	if (!pmu)
		return unknown_core_event(parse, terms);
	event->core_type = pmu->type;
	event->pmus = pmu;
	status = add_terms(parse, terms, false);
	/* It is counted on CPUs, not on units. */
	event->pmus = NULL;
	return status;
}

/* Of the kernel's PMUs power and msr. One count of the first is a fraction of a joule, which sysfs has beside the name. */
static int kernel_event(struct parse *parse, char *terms)
{
	struct event *event = parse->event;
	char text[64];
	int status;

	event->pmus = kernel_pmu(event->box);
	if (!event->pmus)
		return COMPLAIN(parse, "%s", kernel_pmu_missing(event->box));
	event->core_type = event->pmus->type;
	if (!strchr(terms, '/') && read_file(sysfs_path("bus/event_source/devices/%s/events/%s.scale", event->box, terms),
					     text, sizeof(text)) && atof(text) > 0)
		event->scale = atof(text);
	status = add_terms(parse, terms, false);
	event->pmus = NULL;
	return status;
}

static int gauge_event(struct parse *parse, const char *name)
{
	parse->event->gauge = gauge_find(name);
	if (!parse->event->gauge)
		return COMPLAIN(parse, "there is no gauge %s", name);
	return 0;
}

int event_parse(const struct machine *machine, const char *text, bool each, struct event *event,
		char *error, size_t size)
{
	struct parse parse = { .machine = machine, .event = event, .error = error, .size = size };
	char copy[sizeof(event->text)], *terms, *end;
	size_t units;

	memset(event, 0, sizeof(*event));
	event->scale = 1;
	if (strlen(text) >= sizeof(event->text))
		return COMPLAIN(&parse, "event too long: %.40s...", text);
	if (!*text)
		return COMPLAIN(&parse, "an event is empty; `uncore list WORD` looks for events");
	strcpy(event->text, text);
	strcpy(copy, text);
	terms = strchr(copy, '/');
	if (!terms) {
		if (machine_pmu(machine, copy))
			return COMPLAIN(&parse, "%s is a PMU: write %s/EVENT/", text, text);
		if (machine_box(machine, copy, false, &units))
			return COMPLAIN(&parse, "%s is a box type: write %s/EVENT/", text, text);
		if (find_box(&parse, copy) || find_pmus(&parse, event->box, each))
			return -1;
		return add_terms(&parse, copy, false);
	}
	*terms++ = '\0';
	end = strchr(terms, '/');
	if (!end || end[1])
		return COMPLAIN(&parse, "%s is not of the form PMU/terms/", text);
	*end = '\0';
	snprintf(event->box, sizeof(event->box), "%.*s", NAME_SIZE - 1, copy);
	if (!strcmp(copy, CORE_BOX))
		return core_event(&parse, terms);
	if (!strcmp(copy, GAUGE_BOX))
		return gauge_event(&parse, terms);
	if (kernel_pmu_missing(copy))
		return kernel_event(&parse, terms);
	if (find_pmus(&parse, copy, each))
		return -1;
	return add_terms(&parse, terms, false);
}
