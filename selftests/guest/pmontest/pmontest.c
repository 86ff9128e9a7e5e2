// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmontest - run a test script of perf events and simulator commands
 *
 * For what the perf tool cannot do: see the errno of a refusal, pass bits that no format names,
 * read a group, keep an event open while CPUs come and go. Reads commands from standard input and
 * prints a TAP line (`ok - ...` or `not ok - ...`) for each check; `pmontest --help` lists the
 * commands. `@name` anywhere in a command is the value of a variable, `@reply.name` the number
 * that follows `name=` or `name ` in the simulator's last reply.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <time.h>

#include "events.h"
#include "script.h"
#include "simulator.h"

#define MAX_WORDS	96
#define MAX_VARIABLES	64

static unsigned int line_number, checks, failures;
static unsigned int section_checks, section_failures;
static char section[256];

static struct {
	char name[64];
	uint64_t value;
} variables[MAX_VARIABLES];
static size_t num_variables;

void report(bool good, const char *format, ...)
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

uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int cpu_of_last_package(unsigned int number)
{
	unsigned int cpus = (unsigned int)get_nprocs_conf() / 2;

	return (int)(cpus + number % cpus);
}

const char *rest(char *const words[], size_t first, const char *otherwise)
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

void set_variable(const char *name, uint64_t value)
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

uint64_t evaluate(const char *text)
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

void check_value(uint64_t got, uint64_t expected, const char *what)
{
	if (got == expected)
		report(true, "%s = %llu", what, (unsigned long long)got);
	else
		report(false, "%s: expected %llu, got %llu (difference %lld)", what,
		       (unsigned long long)expected, (unsigned long long)got,
		       (long long)(got - expected));
}

/* set VARIABLE VALUE */
static void do_set(char *words[])
{
	set_variable(words[1], evaluate(words[2]));
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

static const struct command script_commands[] = {
	{ "set", 2, do_set, "VARIABLE VALUE",
	  "Keep a number. A value is a sum or difference of numbers, modulo 2^64." },
	{ "section", 1, do_section, "TEXT",
	  "One line for all checks up to `end`, if all pass." },
	{ "end", 0, do_end, "",
	  "End a section." },
	{ "say", 1, do_say, "TEXT",
	  "Print a line that is no check." },
	{}
};

static const struct command *const tables[] = {
	script_commands, event_commands, sample_commands, machine_commands,
	meanwhile_commands,
	toggle_commands,
};

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		for (const struct command *command = tables[i]; command->name; command++) {
			if (!strcmp(command->name, name))
				return command;
		}
	}
	return NULL;
}

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
	const struct command *command;
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

	command = find_command(words[0]);
	if (!command)
		report(false, "unknown command: %s", words[0]);
	else if (count <= command->min_words)
		report(false, "too few words: %s", line);
	else
		command->run(words);
}

static const char option_help[] =
	"\nOptions of an event:\n"
	"die=N (default 0) or cpu=N, leader=NAME, group (read the whole group), disabled, pinned,\n"
	"exclusive, inherit, pid=self, config3=N, config4=N, period=N, freq=N, sample_type=N,\n"
	"samples (the kernel writes samples), exclude=user (kernel, hv, idle, host, guest).\n"
	"Terms may also be config=, config1=, config2=: raw bits.\n";

static void print_help(void)
{
	puts("usage: pmontest <SCRIPT\n\nOne command a line. @NAME is the value of a variable.\n");
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		for (const struct command *command = tables[i]; command->name; command++) {
			printf("%s %s\n\t%s\n", command->name, command->words,
			       command->meaning);
		}
	}
	fputs(option_help, stdout);
}

int main(int argc, char *argv[])
{
	char *line = NULL;
	size_t size = 0;

	if (argc > 1) {
		print_help();
		return strcmp(argv[1], "--help") ? 1 : 0;
	}
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
