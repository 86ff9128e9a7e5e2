// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands to the simulator, through one `pmonctl -` that stays open: starting a process for each
 * of a thousand injections would take most of a test's time under emulation.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simulator.h"

static FILE *to_child, *from_child;
static pid_t child;
static char *reply;
static size_t reply_length, reply_size;

static bool start_child(void)
{
	int in[2], out[2];

	if (pipe(in) || pipe(out))
		return false;
	child = fork();
	if (child < 0)
		return false;
	if (!child) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		dup2(out[1], STDERR_FILENO);
		close(in[1]);
		close(out[0]);
		execlp("pmonctl", "pmonctl", "-", (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	to_child = fdopen(in[1], "w");
	from_child = fdopen(out[0], "r");
	return to_child && from_child;
}

static void append_reply(const char *text, size_t length)
{
	if (reply_length + length + 1 > reply_size) {
		reply_size = 2 * (reply_length + length + 1);
		reply = realloc(reply, reply_size);
		if (!reply)
			abort();
	}
	memcpy(reply + reply_length, text, length);
	reply_length += length;
	reply[reply_length] = '\0';
}

bool simulator_command(const char *command)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	reply_length = 0;
	append_reply("", 0);
	if (!to_child && !start_child()) {
		append_reply("error: cannot start pmonctl", 27);
		return false;
	}
	fprintf(to_child, "%s\n", command);
	fflush(to_child);

	/* A reply ends with a line that begins with `ok`, or is one line `error: reason`. */
	while ((length = getline(&line, &size, from_child)) > 0) {
		bool good = !strncmp(line, "ok", 2) && !isalnum((unsigned char)line[2]);
		bool bad = strstr(line, "error:") != NULL;

		append_reply(line, (size_t)length);
		if (good || bad) {
			free(line);
			if (bad)	/* pmonctl gives up at the first refusal */
				simulator_close();
			return good;
		}
	}
	free(line);
	append_reply("error: pmonctl ended without an answer", 38);
	return false;
}

const char *simulator_reply(void)
{
	return reply ? reply : "";
}

bool simulator_value(const char *key, uint64_t *value)
{
	size_t length = strlen(key);
	const char *at = simulator_reply();

	for (; (at = strstr(at, key)); at += length) {
		bool starts = at == reply || isspace((unsigned char)at[-1]);

		if (starts && (at[length] == '=' || at[length] == ' ')) {
			*value = strtoull(at + length + 1, NULL, 0);
			return true;
		}
	}
	return false;
}

void simulator_close(void)
{
	if (!to_child)
		return;
	fclose(to_child);
	fclose(from_child);
	waitpid(child, NULL, 0);
	to_child = NULL;
}
