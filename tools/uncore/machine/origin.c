// SPDX-License-Identifier: GPL-2.0-only
/* Origins. See origin.h. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "machine/origin.h"

void origin_machine(const struct machine *machine, char host[ORIGIN_HOST], char text[ORIGIN_MACHINE])
{
	const char *name = machine->processor ? machine->processor->name : "unknown processor";
	struct utsname system;

	if (uname(&system))
		memset(&system, 0, sizeof(system));
	snprintf(host, ORIGIN_HOST, "%.70s", system.nodename);
	snprintf(text, ORIGIN_MACHINE, "%.60s, %u %s, Linux %.60s", name, machine->counted_dies,
		 machine->counted_dies == 1 ? "die" : "dies", system.release);
}

/* Adds a word to a command line, in quotes where a shell requires them. */
static void add_word(char *line, size_t size, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/=.,:+@%-{}";
	size_t used = strlen(line);

	if (*word && !word[strspn(word, plain)]) {
		snprintf(line + used, size - used, " %s", word);
		return;
	}
	used += (size_t)snprintf(line + used, size - used, " '");
	for (; *word && used + 6 < size; word++)
		used += (size_t)snprintf(line + used, size - used, *word == '\'' ? "'\\''" : "%c", *word);
	if (used + 1 < size)
		snprintf(line + used, size - used, "'");
}

void origin_command(const char *program, int argc, char **argv, char text[ORIGIN_COMMAND])
{
	int i;

	snprintf(text, ORIGIN_COMMAND, "%s", program);
	for (i = 1; i < argc; i++)
		add_word(text, ORIGIN_COMMAND, argv[i]);
}
