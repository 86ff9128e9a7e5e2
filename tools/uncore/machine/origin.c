// SPDX-License-Identifier: GPL-2.0-only
/* Origins. See origin.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/memory.h"
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
static void add_word(FILE *line, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/=.,:+@%-{}";

	if (*word && !word[strspn(word, plain)]) {
		fprintf(line, " %s", word);
		return;
	}
	fputs(" '", line);
	for (; *word; word++)
		fprintf(line, *word == '\'' ? "'\\''" : "%c", *word);
	fputc('\'', line);
}

void origin_command(const char *program, int argc, char **argv, char text[ORIGIN_COMMAND])
{
	static const char mark[] = "…";
	char *line = NULL;
	size_t size, at = ORIGIN_COMMAND - sizeof(mark);
	FILE *out = allocated(open_memstream(&line, &size));
	int i;

	fputs(program, out);
	for (i = 1; i < argc; i++)
		add_word(out, argv[i]);
	fclose(out);
	if (size < ORIGIN_COMMAND) {
		strcpy(text, line);
	} else {
		/* Not in the middle of a character. */
		while (at && (line[at] & 0xc0) == 0x80)
			at--;
		snprintf(text, ORIGIN_COMMAND, "%.*s%s", (int)at, line, mark);
	}
	free(line);
}
