// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore explain - what an event programs, and why the driver rejects it; which events count together
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/json.h"
#include "base/perf.h"
#include "base/status.h"
#include "base/trace.h"
#include "count/counters.h"
#include "explain/meaning.h"
#include "explain/together.h"

static struct {
	struct texts events;
	bool json;
	bool together;
} options = { .events = { .max = MAX_TEXTS, .what = "events" } };

static const char doc[] =
	"Shows the configuration of an event, bit by bit and in words, the counters that can count it, and whether the "
	"kernel accepts it, or why not."
	"\vWith --together, shows which of several events count at the same time, and how many counters are free now. "
	"No event is counted meanwhile.";

static const struct command_option option_list[] = {
	{ "together", 't', NULL, "Show which of several events count together, and how many counters are free",
	  .flag = &options.together },
	{ "json", 'j', NULL, "Print JSON", .flag = &options.json },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (!options.events.num)
		argp_error(state, "EVENT is missing");
	if (options.events.num > 1 && !options.together)
		argp_error(state, "more than one EVENT");
}

/**
 * struct verdict - what the kernel said
 * @event: the event
 * @pmu: the last PMU that it was tried on
 * @error: errno, 0 if it takes the event
 * @reason: in words
 */
struct verdict {
	const struct event *event;
	const struct pmu *pmu;
	int error;
	char reason[640];
};

/* The kernel also traces events of other programs. */
static bool is_of_event(const struct verdict *verdict, struct tep_event *event, struct tep_record *record)
{
	static const char *const words[] = { "config", "config1", "config2" };
	char pmu[NAME_SIZE];
	uint64_t value;
	size_t i;

	if (!trace_text(event, record, "pmu", pmu, sizeof(pmu)) || strcmp(pmu, verdict->pmu->name))
		return false;
	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!trace_number(event, record, words[i], &value) || value != verdict->event->config[i])
			return false;
	return true;
}

static void take_reason(const char *name, struct tep_event *event, struct tep_record *record,
			void *context)
{
	struct verdict *verdict = context;

	if (!strcmp(name, "refused") && is_of_event(verdict, event, record))
		trace_text(event, record, "reason", verdict->reason, sizeof(verdict->reason));
}

/* Opens it on each die; the driver tells the reason of a refusal by a tracepoint, if it has that. */
static void try_event(const struct machine *machine, const struct event *event, struct verdict *verdict)
{
	static const char *const traced[] = { "refused", NULL };
	struct perf_event_attr attr = {
		.disabled = 1,
	};
	bool tracing = !trace_start(traced, verdict->reason, sizeof(verdict->reason));
	size_t i, p;

	*verdict = (struct verdict){ .event = event };
	for (i = 0; i < event->num_pmus && !verdict->error; i++) {
		const struct pmu *pmu = &event->pmus[i];

		verdict->pmu = pmu;
		attr.type = pmu->type;
		for (p = 0; p < pmu->num_places && !verdict->error; p++) {
			uint64_t id;
			int fd = perf_open(&attr, event->config, pmu->places[p].cpu, -1, &id);

			if (fd < 0)
				verdict->error = -fd;
			else
				close(fd);
		}
	}
	if (tracing && verdict->error)
		trace_each(take_reason, verdict);
	trace_stop();
	if (verdict->error == EACCES || verdict->error == EPERM)
		open_error(event->text, 0, verdict->error, verdict->reason, sizeof(verdict->reason));
	else if (verdict->error && !*verdict->reason)
		refusal_reason(machine, event, verdict->error, verdict->reason,
			       sizeof(verdict->reason));
}

/*
 * Further terms, such as filters, leave an event what it is, unless they change its code: several values of a term, or several
 * names, are combined by OR, as perf does it.
 */
static bool is_still(const struct event *event, const struct named_event *named)
{
	static const char *const codes[] = { "event", "umask", "umask_ext", "inc_sel" };
	const uint64_t config[CONFIG_WORDS] = { named->config[0], named->config[1], named->config[2] };
	size_t i;

	for (i = 0; i < sizeof(codes) / sizeof(*codes) && named->needs == NEEDS_NOTHING; i++) {
		const struct format *format = pmu_format(event->pmus, codes[i]);

		if (format && event_take(format, event->config) != event_take(format, config))
			return false;
	}
	return true;
}

/* Another name that has the same bits; the one given first. */
static const struct named_event *name_of(const struct machine *machine, const struct event *event)
{
	const struct box_type *box = box_type(machine->processor, event->box);
	const struct named_event *named;

	if (event->named && is_still(event, event->named))
		return event->named;
	for (named = box ? box->events : NULL; named && named->name; named++)
		if (!memcmp(named->config, event->config, sizeof(named->config)))
			return named;
	return NULL;
}

/* What the code alone tells, of an event without a name: another that has the same code. */
static const struct named_event *relative_of(const struct machine *machine, const struct event *event)
{
	const struct box_type *box = box_type(machine->processor, event->box);
	const struct box_format *code;
	const struct named_event *named;

	for (code = box ? box->fields : NULL; code && code->name; code++)
		if (!strcmp(code->name, "event") || !strcmp(code->name, "inc_sel"))
			break;
	for (named = code && code->name ? box->events : NULL; named && named->name; named++)
		if ((named->config[code->word] & code->mask) ==
		    (event->config[code->word] & code->mask))
			return named;
	return NULL;
}

static bool is_shown(const struct event *event, const struct format *format)
{
	return event_take(format, event->config) || !strcmp(format->name, "event");
}

static void print_text(const struct machine *machine, const struct event *event,
		       const struct verdict *verdict)
{
	const struct named_event *named = name_of(machine, event), *relative;
	struct pmu *pmu = event->pmus;
	char text[256];
	size_t i;

	printf("%s\n  on %s%s, box type %s", event->text, pmu->name,
	       event->num_pmus > 1 ? " and the other units" : "", event->box);
	printf("\n  config 0x%016" PRIx64 "  config1 0x%" PRIx64 "  config2 0x%" PRIx64,
	       event->config[0], event->config[1], event->config[2]);
	if (event->config[3])
		printf("  config3 0x%" PRIx64, event->config[3]);
	printf("\n\n");
	for (i = 0; i < pmu->num_formats; i++) {
		const struct format *format = &pmu->formats[i];
		uint64_t value = event_take(format, event->config);

		if (!is_shown(event, format))
			continue;
		printf("  %-14s %#-14" PRIx64 " %-22s", format->name, value, format->text);
		if (field_meaning(event, format->name, value, text, sizeof(text)))
			printf(" %s", text);
		putchar('\n');
	}
	putchar('\n');
	if (event->combined)
		printf("  Several terms set %s: their bits are combined by OR, as perf does it.\n", event->combined->name);
	if (named)
		printf("  %s: %s.\n  Counters: %s.\n", named->name, named->meaning,
		       named_event_counters(named, text, sizeof(text)));
	else if ((relative = relative_of(machine, event)))
		printf("  No name has these bits. %s has the same code: %s.\n  Its counters: %s.\n",
		       relative->name, relative->meaning, named_event_counters(relative, text, sizeof(text)));
	else
		puts("  No name has these bits.");
	if (verdict->error)
		printf("  The kernel rejects it (%s): %s.\n", strerror(verdict->error), verdict->reason);
	else
		puts("  The kernel accepts it.");
}

static bool print_object(const struct machine *machine, const struct event *event,
			 const struct verdict *verdict)
{
	struct json_object *object = json_begin(), *fields = json_object_new_object();
	const struct named_event *named = name_of(machine, event);
	char text[256];
	size_t i;

	json_set_text(object, "event", event->text);
	json_set_text(object, "pmu", event->pmus->name);
	json_set_text(object, "box", event->box);
	json_set_number(object, "config", event->config[0]);
	json_set_number(object, "config1", event->config[1]);
	json_set_number(object, "config2", event->config[2]);
	if (event->config[3])
		json_set_number(object, "config3", event->config[3]);
	for (i = 0; i < event->pmus->num_formats; i++)
		if (is_shown(event, &event->pmus->formats[i]))
			json_set_number(fields, event->pmus->formats[i].name,
					event_take(&event->pmus->formats[i], event->config));
	json_object_object_add(object, "fields", fields);
	json_set_text(object, "combined", event->combined ? event->combined->name : NULL);
	json_set_text(object, "name", named ? named->name : NULL);
	json_set_text(object, "meaning", named ? named->meaning : NULL);
	json_set_text(object, "counters", named ? named_event_counters(named, text, sizeof(text)) : NULL);
	json_object_object_add(object, "accepted", json_object_new_boolean(!verdict->error));
	json_set_text(object, "reason", verdict->error ? verdict->reason : NULL);
	return print_json(object);
}

int command_explain(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore explain", .usage = "EVENT...", .doc = doc, .options = option_list,
		.words = &options.events, .check = check_line,
	};
	struct verdict verdict;
	struct machine machine;
	struct event event;
	char error[512];
	int status;

	parse_arguments(&line, argc, argv);
	status = machine_find(&machine);
	if (status)
		return status;
	if (options.together) {
		status = explain_together(&machine, options.events.all, options.events.num, options.json);
	} else if (event_parse(&machine, *options.events.all, false, &event, error, sizeof(error))) {
		status = (int)fail(STATUS_FAILED, "%s", error);
	} else if (!event.pmus) {
		status = (int)fail(STATUS_FAILED, "%s is not an uncore event; `uncore list` prints PMUs and events",
				   *options.events.all);
	} else {
		pmu_formats(event.pmus);
		try_event(&machine, &event, &verdict);
		if (!options.json)
			print_text(&machine, &event, &verdict);
		else if (!print_object(&machine, &event, &verdict))
			status = STATUS_FAILED;
		if (verdict.error)
			status = verdict.error == EACCES || verdict.error == EPERM ?
				STATUS_NO_PERMISSION : STATUS_FAILED;
	}
	machine_release(&machine);
	return status;
}
