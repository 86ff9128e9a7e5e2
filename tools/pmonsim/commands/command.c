// SPDX-License-Identifier: GPL-2.0-only
/* Running a text command. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

static void print_usage(const struct command *commands, size_t count, FILE *out)
{
	size_t i;

	for (i = 0; i < count; i++)
		fprintf(out, "%s %s\n", commands[i].name, commands[i].usage);
}

static bool run_help(struct args *args, FILE *out)
{
	if (!args_finish(args))
		return false;
	print_usage(event_commands, event_command_count, out);
	print_usage(state_commands, state_command_count, out);
	print_usage(fault_commands, fault_command_count, out);
	fprintf(out, "help\nok\n");
	return true;
}

static const struct command *find_command(const struct command *commands, size_t count,
					  const char *name)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	}
	return NULL;
}

static bool run_command(struct machine *m, struct args *args, FILE *out)
{
	const struct command *command;

	if (!strcmp(args->command, "help"))
		return run_help(args, out);
	command = find_command(event_commands, event_command_count, args->command);
	if (!command)
		command = find_command(state_commands, state_command_count, args->command);
	if (!command)
		command = find_command(fault_commands, fault_command_count, args->command);
	if (!command)
		return args_fail(args, "unknown command '%s'; try 'help'", args->command);
	return command->run(m, args, out);
}

char *machine_command(struct machine *m, const char *line)
{
	char *reply = NULL;
	struct args args;
	size_t size;
	FILE *out;
	bool ok;

	out = open_memstream(&reply, &size);
	if (!out)
		return NULL;
	pthread_mutex_lock(&m->lock);
	machine_take_time(m);
	machine_advance(m);
	ok = args_parse(&args, line) && run_command(m, &args, out);
	fflush(out);
	if (!ok)
		fprintf(out, "error: %s\n", args.error);
	else if (!size)
		fprintf(out, "ok\n");
	pthread_mutex_unlock(&m->lock);
	args_release(&args);
	if (fclose(out)) {
		free(reply);
		return NULL;
	}
	return reply;
}
