// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmontest - run a test script of perf events and simulator commands
 *
 * For what the perf tool cannot do: see the errno of a refusal, pass bits that no format names,
 * read a group, keep an event open while CPUs come and go. Reads commands from standard input and
 * prints a TAP line (`ok - ...` or `not ok - ...`) for each check; Documentation/testing.rst lists
 * the commands. `@name` anywhere in a command stands for a variable, `@reply.name` for the number
 * that follows `name=` or `name ` in the simulator's last reply.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "aliases.h"
#include "events.h"
#include "groups.h"
#include "pmu.h"
#include "samples.h"
#include "simulator.h"

#define MAX_WORDS	96
#define MAX_LINE	8192
#define MAX_VARIABLES	64
#define PATIENCE	60000	/* milliseconds until something that must come is given up */

static unsigned int line_number, checks, failures;
static unsigned int section_checks, section_failures;
static char section[256];

static struct {
	char name[64];
	uint64_t value;
} variables[MAX_VARIABLES];
static size_t num_variables;

__attribute__((format(printf, 2, 3)))
static void report(bool good, const char *format, ...)
{
	va_list args;

	checks++;
	section_checks++;
	if (!good) {
		failures++;
		section_failures++;
	} else if (*section) {
		return;
	}
	printf("%s - ", good ? "ok" : "not ok");
	if (!good)
		printf("line %u: ", line_number);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

/* The words from @first on, as one text. */
static const char *rest(char *const words[], size_t first, const char *otherwise)
{
	static char text[MAX_LINE];
	size_t used = 0;

	if (!words[0] || !words[first])
		return otherwise;
	for (size_t i = first; words[i] && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
					 i > first ? " " : "", words[i]);
	return text;
}

static void set_variable(const char *name, uint64_t value)
{
	for (size_t i = 0; i < num_variables; i++) {
		if (!strcmp(variables[i].name, name)) {
			variables[i].value = value;
			return;
		}
	}
	if (num_variables == MAX_VARIABLES) {
		report(false, "too many variables");
		return;
	}
	snprintf(variables[num_variables].name, sizeof(variables[0].name), "%s", name);
	variables[num_variables++].value = value;
}

static bool look_up(const char *name, uint64_t *value)
{
	if (!strncmp(name, "reply.", 6))
		return simulator_value(name + 6, value);
	for (size_t i = 0; i < num_variables; i++) {
		if (!strcmp(variables[i].name, name)) {
			*value = variables[i].value;
			return true;
		}
	}
	return false;
}

/* Sums and differences of numbers, modulo 2^64 as counters are. */
static uint64_t evaluate(const char *text)
{
	uint64_t sum = 0;
	bool minus = false;

	for (;;) {
		char *end;
		uint64_t term = strtoull(text, &end, 0);

		if (end == text || (*end && *end != '+' && *end != '-')) {
			report(false, "not a number: %s", text);
			return 0;
		}
		sum = minus ? sum - term : sum + term;
		if (!*end)
			return sum;
		minus = *end == '-';
		text = end + 1;
	}
}

static bool read_event(const char *name, struct reading *reading)
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

static void do_refuse(char *words[])
{
	char error[256];
	int result = event_open(NULL, words[2], words + 3, error, sizeof(error));
	const char *got = result < 0 ? error : result ? strerrorname_np(result) : "success";

	if (!strcmp(got, words[1]))
		report(true, "%s refused with %s", rest(words, 2, ""), words[1]);
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

static void check_value(uint64_t got, uint64_t expected, const char *what)
{
	if (got == expected)
		report(true, "%s = %llu", what, (unsigned long long)got);
	else
		report(false, "%s: expected %llu, got %llu (difference %lld)", what,
		       (unsigned long long)expected, (unsigned long long)got,
		       (long long)(got - expected));
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

static const struct samples *samples_of(const char *name)
{
	const struct samples *samples = event_samples(name);

	if (!samples)
		report(false, "%s has no samples", name);
	return samples;
}

/* expect-samples EVENT NUMBER [TEXT]: since it was opened */
static void do_expect_samples(char *words[])
{
	const struct samples *samples = samples_of(words[1]);

	if (samples)
		report(samples->count == evaluate(words[2]) && !samples->lost,
		       "%s: %llu samples, %llu lost, expected %llu", rest(words, 3, words[1]),
		       (unsigned long long)samples->count, (unsigned long long)samples->lost,
		       (unsigned long long)evaluate(words[2]));
}

/*
 * expect-windows EVENT PERIOD: as many samples as whole periods were counted. One that ended as
 * the event left its counter is taken when it is back there.
 */
static void do_expect_windows(char *words[])
{
	const struct samples *samples = samples_of(words[1]);
	struct reading reading;
	uint64_t windows;

	if (samples && read_event(words[1], &reading)) {
		windows = reading.value[0] / evaluate(words[2]);
		report(samples->count && samples->count <= windows && samples->count + 1 >= windows,
		       "%s: %llu samples of %s in a count of %llu", words[1],
		       (unsigned long long)samples->count, words[2],
		       (unsigned long long)reading.value[0]);
	}
}

/* await-samples EVENT NUMBER: wait until there are so many */
static void do_await_samples(char *words[])
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	uint64_t number = evaluate(words[2]);
	const struct samples *samples = NULL;

	for (unsigned int i = 0; i < PATIENCE; i++) {
		samples = samples_of(words[1]);
		if (!samples || samples->count >= number)
			break;
		nanosleep(&millisecond, NULL);
	}
	if (samples)
		report(samples->count >= number, "%s: %llu samples, waited for %llu", words[1],
		       (unsigned long long)samples->count, (unsigned long long)number);
}

/* msr CPU REGISTER VALUE: write it behind the driver's back */
static void do_msr(char *words[])
{
	uint64_t value = evaluate(words[3]);
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/dev/cpu/%s/msr", words[1]);
	fd = open(path, O_WRONLY);
	if (fd < 0 || pwrite(fd, &value, sizeof(value), (off_t)evaluate(words[2])) != sizeof(value))
		report(false, "MSR %s on CPU %s: %s", words[2], words[1], strerrorname_np(errno));
	if (fd >= 0)
		close(fd);
}

/* expect-sample EVENT VALUE...: what the last sample says about the group */
static void do_expect_sample(char *words[])
{
	const struct samples *samples = samples_of(words[1]);
	uint64_t i;

	if (!samples)
		return;
	for (i = 0; words[2 + i] && i < samples->last.count; i++)
		if (samples->last.value[i] != evaluate(words[2 + i]))
			break;
	if (samples->count && !words[2 + i] && i == samples->last.count)
		report(true, "%s: last sample has %s", words[1], rest(words, 2, ""));
	else
		report(false, "%s: last of %llu samples has %llu values, number %llu is %llu, expected %s",
		       words[1], (unsigned long long)samples->count,
		       (unsigned long long)samples->last.count, (unsigned long long)i,
		       (unsigned long long)samples->last.value[i], rest(words, 2, ""));
}

/* expect-period EVENT PERIOD: of the last sample */
static void do_expect_period(char *words[])
{
	const struct samples *samples = samples_of(words[1]);

	if (samples)
		check_value(samples->period, evaluate(words[2]), "period of the last sample");
}

/* samples VARIABLE EVENT */
static void do_samples(char *words[])
{
	const struct samples *samples = samples_of(words[2]);

	if (samples)
		set_variable(words[1], samples->count);
}

/* period EVENT PERIOD: change it */
static void do_period(char *words[])
{
	int error = event_set_period(words[1], evaluate(words[2]));

	if (error)
		report(false, "period of %s: %s", words[1], strerrorname_np(error));
}

/* thaw DIE: wait until the package is not frozen and no overflow is left to deal with */
static void do_thaw(char *words[])
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	char command[64];

	snprintf(command, sizeof(command), "global die=%s", words[1]);
	for (unsigned int i = 0; i < PATIENCE; i++) {
		uint64_t value, any = 0;
		char name[32];

		if (!simulator_command(command))
			break;
		for (unsigned int word = 0; word < 12; word++) {
			snprintf(name, sizeof(name), "global_status%u", word);
			if (simulator_value(name, &value))
				any |= value;
		}
		if (simulator_value("global_control", &value) && !(any | value))
			return;
		nanosleep(&millisecond, NULL);
	}
	report(false, "die %s stays frozen: %s", words[1], simulator_reply());
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

static void do_sim(char *words[])
{
	if (!simulator_command(rest(words, 1, "")))
		report(false, "simulator: %s: %.*s", rest(words, 1, ""),
		       (int)strcspn(simulator_reply(), "\n"), simulator_reply());
}

/* set VARIABLE VALUE */
static void do_set(char *words[])
{
	set_variable(words[1], evaluate(words[2]));
}

/* read VARIABLE EVENT */
static void do_read(char *words[])
{
	struct reading reading;

	if (read_event(words[2], &reading))
		set_variable(words[1], reading.value[0]);
}

/* counter VARIABLE DIE UNIT EVENT-CODE: which counter of the unit counts this event? */
static void do_counter(char *words[])
{
	char command[128];
	uint64_t control;

	snprintf(command, sizeof(command), "get die=%s unit=%s", words[2], words[3]);
	if (simulator_command(command)) {
		for (unsigned int i = 0; i < 8; i++) {
			char name[16];

			snprintf(name, sizeof(name), "control%u", i);
			if (simulator_value(name, &control) &&
			    (control & 0xff) == (evaluate(words[4]) & 0xff)) {
				set_variable(words[1], i);
				return;
			}
		}
	}
	report(false, "no counter of die %s %s counts event %s: %s", words[2], words[3], words[4],
	       simulator_reply());
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

/* cpu N: run there from now on */
static void do_cpu(char *words[])
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)evaluate(words[1]), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		report(false, "cannot run on CPU %s: %s", words[1], strerrorname_np(errno));
}

/* Function calls that other CPUs were asked for since the boot: the line CAL of /proc/interrupts. */
static bool cross_calls(uint64_t *calls)
{
	FILE *file = fopen("/proc/interrupts", "r");
	char line[MAX_LINE], *at = NULL, *end;

	while (file && !at && fgets(line, sizeof(line), file))
		at = strstr(line, "CAL:");
	if (file)
		fclose(file);
	if (!at)
		return false;

	/* One column for each CPU, then a text. */
	*calls = 0;
	for (at += strlen("CAL:"); ; at = end) {
		uint64_t column = strtoull(at, &end, 10);

		if (end == at)
			return true;
		*calls += column;
	}
}

/* cross-calls VARIABLE */
static void do_cross_calls(char *words[])
{
	uint64_t calls;

	if (cross_calls(&calls))
		set_variable(words[1], calls);
	else
		report(false, "no line CAL in /proc/interrupts");
}

/* wait MILLISECONDS */
static void do_wait(char *words[])
{
	uint64_t milliseconds = evaluate(words[1]);
	struct timespec time = {
		.tv_sec = (time_t)(milliseconds / 1000),
		.tv_nsec = (long)(milliseconds % 1000) * 1000000,
	};

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

/* run COMMAND: a shell command that has to succeed */
static void do_run(char *words[])
{
	const char *command = rest(words, 1, "");
	int status = system(command);

	if (status)
		report(false, "%s: exit status %d", command, WEXITSTATUS(status));
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

/* section TEXT ... end: one line for all checks between, if none fails */
static void do_section(char *words[])
{
	snprintf(section, sizeof(section), "%s", rest(words, 1, "section"));
	section_checks = 0;
	section_failures = 0;
}

static void do_end(char *words[])
{
	(void)words;
	if (!section_checks)
		printf("not ok - %s: nothing was checked\n", section);
	else
		printf("%s - %s (%u checks)\n", section_failures ? "not ok" : "ok", section,
		       section_checks);
	if (!section_checks)
		failures++;
	*section = '\0';
}

static void do_say(char *words[])
{
	printf("# %s\n", rest(words, 1, ""));
}

static const struct command {
	const char *name;
	size_t min_words;
	void (*run)(char *words[]);
} commands[] = {
	{ "open", 2, do_open },
	{ "refuse", 2, do_refuse },
	{ "try", 1, do_try },
	{ "close", 1, do_close },
	{ "enable", 1, do_enable },
	{ "disable", 1, do_disable },
	{ "reset", 1, do_reset },
	{ "expect", 2, do_expect },
	{ "expect-group", 2, do_expect_group },
	{ "expect-rate", 3, do_expect_rate },
	{ "expect-between", 3, do_expect_between },
	{ "expect-state", 2, do_expect_state },
	{ "expect-equal", 2, do_expect_equal },
	{ "expect-at-most", 2, do_expect_at_most },
	{ "monotonic", 3, do_monotonic },
	{ "expect-samples", 2, do_expect_samples },
	{ "expect-windows", 2, do_expect_windows },
	{ "await-samples", 2, do_await_samples },
	{ "msr", 3, do_msr },
	{ "expect-sample", 2, do_expect_sample },
	{ "expect-period", 2, do_expect_period },
	{ "samples", 2, do_samples },
	{ "period", 2, do_period },
	{ "thaw", 1, do_thaw },
	{ "expect-bias", 3, do_expect_bias },
	{ "unequal", 3, do_unequal },
	{ "sim", 1, do_sim },
	{ "set", 2, do_set },
	{ "read", 2, do_read },
	{ "counter", 4, do_counter },
	{ "raw", 2, do_raw },
	{ "cpu", 1, do_cpu },
	{ "cross-calls", 1, do_cross_calls },
	{ "wait", 1, do_wait },
	{ "run", 1, do_run },
	{ "aliases", 3, do_aliases },
	{ "alias-list", 2, do_alias_list },
	{ "event-list", 2, do_event_list },
	{ "section", 1, do_section },
	{ "end", 0, do_end },
	{ "say", 1, do_say },
};

static bool substitute(const char *line, char *out, size_t size)
{
	size_t used = 0;

	while (*line && used + 32 < size) {
		char name[64];
		size_t length = 0;
		uint64_t value;

		if (*line != '@') {
			out[used++] = *line++;
			continue;
		}
		for (line++; isalnum((unsigned char)*line) || *line == '_' || *line == '.'; line++)
			if (length + 1 < sizeof(name))
				name[length++] = *line;
		name[length] = '\0';
		if (!look_up(name, &value)) {
			report(false, "no value for @%s; last reply: %s", name, simulator_reply());
			return false;
		}
		used += (size_t)snprintf(out + used, size - used, "%llu",
					 (unsigned long long)value);
	}
	out[used] = '\0';
	return true;
}

static void run_line(const char *line)
{
	char text[MAX_LINE];
	char *words[MAX_WORDS + 1];
	size_t count = 0;

	if (!substitute(line, text, sizeof(text)))
		return;
	for (char *word = strtok(text, " \t\n"); word && count < MAX_WORDS;
	     word = strtok(NULL, " \t\n"))
		words[count++] = word;
	words[count] = NULL;
	if (!count || *words[0] == '#')
		return;

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, words[0]))
			continue;
		if (count <= commands[i].min_words)
			report(false, "too few words: %s", line);
		else
			commands[i].run(words);
		return;
	}
	report(false, "unknown command: %s", words[0]);
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (getline(&line, &size, stdin) > 0) {
		line_number++;
		run_line(line);
	}
	free(line);
	event_close_all();
	simulator_close();
	if (!checks && !failures) {
		printf("not ok - the script checked nothing\n");
		return 1;
	}
	return failures ? 1 : 0;
}
