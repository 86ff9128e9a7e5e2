// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading tracepoints. See trace.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>
#include <tracefs.h>

#include "trace.h"

#define SYSTEM	"uncore_pmon"

static struct tracefs_instance *instance;
static struct tep_handle *tep;
static const char *const *enabled;

struct taker {
	void (*take)(const char *name, struct tep_event *event, struct tep_record *record,
		     void *context);
	void *context;
};

bool trace_available(const char *event, char *error, size_t size)
{
	if (!tracefs_tracing_dir()) {
		snprintf(error, size, "tracefs is not mounted, or not for you (this needs root)");
		return false;
	}
	if (!tracefs_event_file_exists(NULL, SYSTEM, event, "enable")) {
		snprintf(error, size, "there is no tracepoint " SYSTEM ":%s; "
			 "is uncore_pmon loaded, and are you root?", event);
		return false;
	}
	return true;
}

static int failed(const char *what, char *error, size_t size)
{
	snprintf(error, size, "%s: %s", what, strerror(errno));
	trace_stop();
	return -1;
}

int trace_start(const char *const *events, char *error, size_t size)
{
	static const char *const systems[] = { SYSTEM, NULL };
	const char *const *event;
	char name[32];

	for (event = events; *event; event++)
		if (!trace_available(*event, error, size))
			return -1;
	snprintf(name, sizeof(name), "uncore.%ld", (long)getpid());
	instance = tracefs_instance_create(name);
	if (!instance)
		return failed("cannot make a trace instance", error, size);
	/* One clock for all CPUs. */
	tracefs_instance_file_write(instance, "trace_clock", "mono");
	tep = tracefs_local_events_system(NULL, systems);
	if (!tep)
		return failed("cannot read the formats of " SYSTEM, error, size);
	enabled = events;
	for (event = events; *event; event++)
		if (tracefs_event_enable(instance, SYSTEM, *event) < 0)
			return failed("cannot enable a tracepoint of " SYSTEM, error, size);
	if (tracefs_trace_on(instance) < 0)
		return failed("cannot start tracing", error, size);
	return 0;
}

void trace_stop(void)
{
	const char *const *event;

	if (instance) {
		for (event = enabled; event && *event; event++)
			tracefs_event_disable(instance, SYSTEM, *event);
		tracefs_instance_destroy(instance);
		tracefs_instance_free(instance);
		instance = NULL;
	}
	if (tep) {
		tep_free(tep);
		tep = NULL;
	}
}

static int take_one(struct tep_event *event, struct tep_record *record, int cpu, void *context)
{
	struct taker *taker = context;

	(void)cpu;
	taker->take(event->name, event, record, taker->context);
	return 0;
}

void trace_each(void (*take)(const char *name, struct tep_event *event, struct tep_record *record,
			     void *context), void *context)
{
	struct taker taker = { take, context };

	/* Nothing recorded since the last time is no error, but is reported like one. */
	tracefs_iterate_raw_events(tep, instance, NULL, 0, take_one, &taker);
}

bool trace_number(struct tep_event *event, struct tep_record *record, const char *field,
		  uint64_t *value)
{
	unsigned long long number;

	if (tep_get_field_val(NULL, event, field, record, &number, 0))
		return false;
	*value = number;
	return true;
}

bool trace_text(struct tep_event *event, struct tep_record *record, const char *field, char *text,
		size_t size)
{
	int length;
	const char *raw = tep_get_field_raw(NULL, event, field, record, &length, 0);

	if (!raw)
		return false;
	snprintf(text, size, "%.*s", length, raw);
	return true;
}

uint64_t trace_time(const struct tep_record *record)
{
	return record->ts;
}
