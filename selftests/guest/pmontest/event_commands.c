// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands about events: opening and closing them, and what they count.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "aliases.h"
#include "groups.h"
#include "pmu.h"
#include "script.h"
#include "simulator.h"

bool read_event(const char *name, struct reading *reading)
{
	int error = event_read(name, reading);

	if (error)
		report(false, "read %s: %s", name, strerrorname_np(error));
	return !error;
}

static void do_open(char *words[])
{
	char error[256];
	int result = event_open(words[1], words[2], words + 3, error, sizeof(error));

	if (result)
		report(false, "open %s %s: %s", words[1], rest(words, 2, ""),
		       result < 0 ? error : strerrorname_np(result));
}

static uint64_t microseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* open-many NUMBER SPEC OPTIONS: events without names; @microseconds is how long that took */
static void do_open_many(char *words[])
{
	uint64_t began = microseconds();
	char error[256];
	int result = event_open_many(evaluate(words[1]), words[2], words + 3, error, sizeof(error));

	set_variable("microseconds", microseconds() - began);
	if (result)
		report(false, "open-many %s: %s", rest(words, 1, ""), result < 0 ? error : strerrorname_np(result));
}

/* close-many: all of them; @microseconds is how long that took */
static void do_close_many(char *words[])
{
	uint64_t began = microseconds();

	(void)words;
	event_close_many();
	set_variable("microseconds", microseconds() - began);
}

/* Is a word one of several, ONE|ANOTHER? */
static bool one_of(const char *word, const char *several)
{
	size_t length = strlen(word);

	for (; *several; several += *several == '|') {
		size_t next = strcspn(several, "|");

		if (next == length && !strncmp(several, word, length))
			return true;
		several += next;
	}
	return false;
}

static void do_refuse(char *words[])
{
	char error[256];
	int result = event_open(NULL, words[2], words + 3, error, sizeof(error));
	const char *got = result < 0 ? error : result ? strerrorname_np(result) : "success";

	if (one_of(got, words[1]))
		report(true, "%s refused with %s", rest(words, 2, ""), got);
	else
		report(false, "%s: expected %s, got %s", rest(words, 2, ""), words[1], got);
}

/* try SPEC OPTIONS: opens and reads, or is refused by an errno that makes sense */
static void do_try(char *words[])
{
	char error[256];
	int result = event_open("tried", words[1], words + 2, error, sizeof(error));
	struct reading reading;

	if (!result) {
		result = event_read("tried", &reading);
		event_close("tried");
		report(!result, "%s: read %s", words[1], result ? strerrorname_np(result) : "works");
		return;
	}
	report(result == EINVAL || result == ENODEV || result == EIO, "%s: %s", words[1],
	       result < 0 ? error : strerrorname_np(result));
}

static void each_event(char *words[], const char *action, int (*act)(const char *))
{
	for (size_t i = 1; words[i]; i++) {
		int error = act(words[i]);

		if (error)
			report(false, "%s %s: %s", action, words[i], strerrorname_np(error));
	}
}

static int enable(const char *name)
{
	return event_ioctl(name, PERF_EVENT_IOC_ENABLE);
}

static int disable(const char *name)
{
	return event_ioctl(name, PERF_EVENT_IOC_DISABLE);
}

static int reset(const char *name)
{
	return event_ioctl(name, PERF_EVENT_IOC_RESET);
}

static void do_close(char *words[])
{
	if (words[1] && !strcmp(words[1], "all"))
		event_close_all();
	else
		each_event(words, "close", event_close);
}

static void do_enable(char *words[])
{
	each_event(words, "enable", enable);
}

static void do_disable(char *words[])
{
	each_event(words, "disable", disable);
}

static void do_reset(char *words[])
{
	each_event(words, "reset", reset);
}

/* expect EVENT VALUE [TEXT] */
static void do_expect(char *words[])
{
	struct reading reading;

	if (!read_event(words[1], &reading))
		return;
	check_value(reading.value[0], evaluate(words[2]), rest(words, 3, words[1]));
	if (reading.running != reading.enabled)
		report(false, "%s ran %llu of %llu ns", words[1],
		       (unsigned long long)reading.running, (unsigned long long)reading.enabled);
}

/* expect-group LEADER VALUE... */
static void do_expect_group(char *words[])
{
	struct reading reading;
	size_t i;

	if (!read_event(words[1], &reading))
		return;
	for (i = 0; words[2 + i]; i++) {
		char what[128];

		if (i == reading.count)
			break;
		snprintf(what, sizeof(what), "group %s, event %zu", words[1], i);
		check_value(reading.value[i], evaluate(words[2 + i]), what);
	}
	if (words[2 + i] || i != reading.count)
		report(false, "group %s: read returned %llu values", words[1],
		       (unsigned long long)reading.count);
}

/* expect-rate EVENT PER-SECOND PERCENT: of an event that had a counter only part of the time */
static void do_expect_rate(char *words[])
{
	double rate = (double)evaluate(words[2]), tolerance = atof(words[3]) / 100, got;
	struct reading reading;

	if (!read_event(words[1], &reading))
		return;
	if (!reading.running || reading.running >= reading.enabled) {
		report(false, "%s was not multiplexed: ran %llu of %llu ns", words[1],
		       (unsigned long long)reading.running, (unsigned long long)reading.enabled);
		return;
	}
	got = (double)reading.value[0] * 1e9 / (double)reading.running;
	report(got >= rate * (1 - tolerance) && got <= rate * (1 + tolerance),
	       "%s: %.0f a second while it had a counter (%.0f %% of the time), injected %.0f, "
	       "tolerance %s %%", words[1], got,
	       100.0 * (double)reading.running / (double)reading.enabled, rate, words[3]);
}

/* expect-between EVENT LOW HIGH [TEXT] */
static void do_expect_between(char *words[])
{
	struct reading reading;

	if (!read_event(words[1], &reading))
		return;
	report(reading.value[0] >= evaluate(words[2]) && reading.value[0] <= evaluate(words[3]),
	       "%s: %llu in %s to %s", rest(words, 4, words[1]),
	       (unsigned long long)reading.value[0], words[2], words[3]);
}

/* expect-state EVENT running|waiting: does it have a counter since it was opened? */
static void do_expect_state(char *words[])
{
	struct reading reading;
	bool running;

	if (!read_event(words[1], &reading))
		return;
	running = reading.running && reading.running == reading.enabled;
	if (!strcmp(words[2], "running"))
		report(running, "%s has a counter", words[1]);
	else
		report(!reading.running, "%s waits for a counter", words[1]);
}

/* expect-end EVENT [TEXT]: reads find the end of the file, as of an event that has lost its CPU */
static void do_expect_end(char *words[])
{
	struct reading reading;
	int error = event_read(words[1], &reading);

	report(error == ENODATA, "%s has ended: %s", rest(words, 2, words[1]),
	       error ? strerrorname_np(error) : "it can be read");
}

/* expect-equal VALUE VALUE [TEXT] */
static void do_expect_equal(char *words[])
{
	check_value(evaluate(words[1]), evaluate(words[2]), rest(words, 3, "value"));
}

/* expect-at-most VALUE LIMIT [TEXT] */
static void do_expect_at_most(char *words[])
{
	report(evaluate(words[1]) <= evaluate(words[2]), "%s: %s, limit %s",
	       rest(words, 3, "value"), words[1], words[2]);
}

/* monotonic EVENT READS STEP: no two reads in a row go back, or forward by more than STEP */
static void do_monotonic(char *words[])
{
	uint64_t reads = evaluate(words[2]), step = evaluate(words[3]);
	struct reading last, now;

	if (!read_event(words[1], &last))
		return;
	for (uint64_t i = 0; i < reads; i++) {
		if (!read_event(words[1], &now))
			return;
		if (now.value[0] - last.value[0] > step) {
			report(false, "%s: read %llu went from %llu to %llu", words[1],
			       (unsigned long long)i, (unsigned long long)last.value[0],
			       (unsigned long long)now.value[0]);
			return;
		}
		last = now;
	}
	report(true, "%s: %llu reads never jumped", words[1], (unsigned long long)reads);
}

/* expect-bias REFERENCE PERCENT EVENT...: events that take turns are not low, nor high */
static void do_expect_bias(char *words[])
{
	double percent, limit = atof(words[2]);
	int error = events_bias(words[1], words + 3, &percent);

	if (error)
		report(false, "%s: %s", rest(words, 3, ""), strerrorname_np(error));
	else
		report(percent <= limit && percent >= -limit,
		       "%s: %+.2f %% off an event that was never off its counter, limit %s",
		       rest(words, 3, ""), percent, words[2]);
}

/* unequal VARIABLE LEADER READS: reads in which the events of a group went on unequally */
static void do_unequal(char *words[])
{
	uint64_t unequal;
	int error = group_unequal(words[2], evaluate(words[3]), &unequal);

	if (error)
		report(false, "reading group %s: %s", words[2], strerrorname_np(error));
	else
		set_variable(words[1], unequal);
}

/* read VARIABLE EVENT */
static void do_read(char *words[])
{
	struct reading reading;

	if (read_event(words[2], &reading))
		set_variable(words[1], reading.value[0]);
}

/* raw VARIABLE INDEX: counter INDEX as the last `sim get` showed it */
static void do_raw(char *words[])
{
	char name[32];
	uint64_t value;

	snprintf(name, sizeof(name), "counter%s", words[2]);
	if (simulator_value(name, &value))
		set_variable(words[1], value);
	else
		report(false, "no %s in: %s", name, simulator_reply());
}

static void wrong_alias(const char *line)
{
	report(false, "%s", line);
}

/* aliases PMU DIE UNITS: every alias counts what is injected for it on the type's units */
static void do_aliases(char *words[])
{
	unsigned int good;
	int count = aliases_count(words[1], (unsigned int)evaluate(words[2]),
				  (unsigned int)evaluate(words[3]), &good, wrong_alias);

	report(count > 0 && good == (unsigned int)count, "%s: %u of %d aliases count exactly",
	       words[1], good, count);
}

/* alias-list PMU FILE: append what each alias means to a file */
static void do_alias_list(char *words[])
{
	FILE *file = fopen(words[2], "a");

	if (!file) {
		report(false, "%s: %s", words[2], strerrorname_np(errno));
		return;
	}
	if (aliases_list(words[1], file) <= 0)
		report(false, "the aliases of %s cannot be read", words[1]);
	else
		report(true, "the aliases of %s are well-formed", words[1]);
	fclose(file);
}

/* event-list IN OUT: what `NAME PMU/terms/` lines mean by the PMUs' formats */
static void do_event_list(char *words[])
{
	FILE *in = fopen(words[1], "r"), *out = fopen(words[2], "w");

	if (in && out)
		report(events_list(in, out) > 0, "events of %s", words[1]);
	else
		report(false, "%s or %s: %s", words[1], words[2], strerrorname_np(errno));
	if (in)
		fclose(in);
	if (out)
		fclose(out);
}

const struct command event_commands[] = {
	{ "open", 2, do_open, "NAME PMU/terms/ [OPTION...]",
	  "Open an event and keep it. See the options below." },
	{ "open-many", 2, do_open_many, "NUMBER PMU/terms/ OPTIONS",
	  "Open this number of events without names. Sets @microseconds, the\n\t"
	  "elapsed time." },
	{ "close-many", 0, do_close_many, "",
	  "Close them. Sets @microseconds." },
	{ "refuse", 2, do_refuse, "ERRNO PMU/terms/ [OPTION...]",
	  "Opening must fail with this errno, EINVAL, or with one of several,\n\t"
	  "EINVAL|E2BIG." },
	{ "try", 1, do_try, "PMU/terms/ [OPTION...]",
	  "Opening and reading works or fails with a proper error." },
	{ "close", 1, do_close, "NAME...|all",
	  "Close events." },
	{ "enable", 1, do_enable, "NAME...",
	  "Enable events." },
	{ "disable", 1, do_disable, "NAME...",
	  "Disable events." },
	{ "reset", 1, do_reset, "NAME...",
	  "Set the counts of events to 0." },
	{ "expect", 2, do_expect, "NAME VALUE [TEXT]",
	  "The count is exactly VALUE, and the event ran all the time." },
	{ "expect-group", 2, do_expect_group, "LEADER VALUE...",
	  "The counts of a group, in the order of opening." },
	{ "expect-rate", 3, do_expect_rate, "NAME PER-SECOND PERCENT",
	  "The rate of an event that took turns with others." },
	{ "expect-between", 3, do_expect_between, "NAME LOW HIGH [TEXT]",
	  "The count, without a check of the time." },
	{ "expect-state", 2, do_expect_state, "NAME running|waiting",
	  "Whether the event has a counter." },
	{ "expect-end", 1, do_expect_end, "NAME [TEXT]",
	  "Reads return the end of the file: the event has lost its CPU." },
	{ "expect-equal", 2, do_expect_equal, "VALUE VALUE [TEXT]",
	  "Compare two numbers." },
	{ "expect-at-most", 2, do_expect_at_most, "VALUE LIMIT [TEXT]",
	  "Compare a number with a limit." },
	{ "monotonic", 3, do_monotonic, "NAME READS STEP",
	  "Read at full speed. No count decreases or increases by more than STEP." },
	{ "expect-bias", 3, do_expect_bias, "REFERENCE PERCENT NAME...",
	  "Counts by run time of events that took turns, relative to a reference\n\t"
	  "that did not." },
	{ "unequal", 3, do_unequal, "VARIABLE LEADER READS",
	  "Keep the number of reads of a group in which its events increased\n\t"
	  "unequally." },
	{ "read", 2, do_read, "VARIABLE NAME",
	  "Keep a count. @VARIABLE is its value in later lines." },
	{ "raw", 2, do_raw, "VARIABLE INDEX",
	  "Keep a counter's value of the reply to `sim get`." },
	{ "aliases", 3, do_aliases, "PMU DIE UNITS",
	  "Every alias of the PMU counts exactly its injected events on the type's\n\t"
	  "units of the die." },
	{ "alias-list", 2, do_alias_list, "PMU FILE",
	  "Write the values of each alias by the PMU's formats: lines of name,\n\t"
	  "config, config1." },
	{ "event-list", 2, do_event_list, "FILE FILE",
	  "The same for each line NAME PMU/terms/ of the first file." },
	{}
};
