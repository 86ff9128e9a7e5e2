// SPDX-License-Identifier: GPL-2.0-only
/* Arguments. See arguments.h. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/status.h"
#include "base/suggest.h"

/* argp itself has --help and -?. */
static const struct argp_option help_list[] = {
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0 },
	{ 0 }
};

static error_t parse_help(int key, char *argument, struct argp_state *state)
{
	(void)argument;
	if (key == ARGP_KEY_INIT)
		state->child_inputs[0] = state->input;
	if (key != 'h')
		return ARGP_ERR_UNKNOWN;
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	return 0;
}

static const struct argp_option *option_of_letter(const struct argp_option *options, int letter)
{
	for (; options->name || options->key; options++)
		if (options->key == letter)
			return options;
	return NULL;
}

/* The option of a long name or of its beginning. An unknown name ends the program, with the name that is closest. */
static const struct argp_option *option_of_name(const struct argp_option *options, const char *argument,
						const char *program)
{
	size_t length = strcspn(argument + 2, "=");
	struct suggestion suggestion;
	char wrong[128], name[128], text[160];
	const struct argp_option *option;

	snprintf(wrong, sizeof(wrong), "%.*s", (int)length + 2, argument);
	suggestion_begin(&suggestion, wrong);
	if (!strncmp("help", argument + 2, length) || !strncmp("usage", argument + 2, length))
		return NULL;
	for (option = options; option->name || option->key; option++) {
		if (!option->name)
			continue;
		if (!strncmp(option->name, argument + 2, length))
			return option;
		snprintf(name, sizeof(name), "--%s", option->name);
		suggestion_try(&suggestion, name);
	}
	suggestion_try(&suggestion, "--help");
	fprintf(stderr, "%s: unknown option %s%s\nTry `%s --help'.\n", program, wrong,
		suggestion_text(&suggestion, text, sizeof(text)), program);
	exit(STATUS_USAGE);
}

/* Does the argument of the last of some letters (-jI 100) come as a word of its own? */
static bool letters_want_word(const struct argp_option *options, const char *letters)
{
	for (; *letters; letters++) {
		const struct argp_option *option = option_of_letter(options, *letters);

		if (option && option->arg)
			return !letters[1] && !(option->flags & OPTION_ARG_OPTIONAL);
	}
	return false;
}

/* Looks for unknown long options, up to the command that is to be run. */
static void check_options(const struct argp *argp, int argc, char **argv, const char *name)
{
	bool runs_command = argp->args_doc && !strncmp(argp->args_doc, "[COMMAND", 8);
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strncmp(argv[i], "--", 2)) {
			const struct argp_option *option = option_of_name(argp->options, argv[i], name);

			if (option && option->arg && !(option->flags & OPTION_ARG_OPTIONAL) && !strchr(argv[i], '='))
				i++;
		} else if (*argv[i] == '-' && argv[i][1]) {
			i += letters_want_word(argp->options, argv[i] + 1);
		} else if (runs_command) {
			break;
		}
	}
}

void parse_arguments(const struct argp *argp, int argc, char **argv, const char *name, void *input)
{
	const struct argp_child children[] = { { argp, 0, NULL, 0 }, { 0 } };
	const struct argp all = { .options = help_list, .parser = parse_help, .children = children };

	argp_err_exit_status = STATUS_USAGE;
	/* Messages of argp begin with it. */
	argv[0] = (char *)name;
	check_options(argp, argc, argv, name);
	argp_parse(&all, argc, argv, ARGP_IN_ORDER, NULL, input);
}

unsigned long parse_interval(const char *text, struct argp_state *state)
{
	unsigned long ms;
	char *end;

	errno = 0;
	ms = strtoul(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || !ms || ms > 3600000)
		argp_error(state, "%s: not a number of milliseconds from 1 to 3600000", text);
	return ms;
}

void add_argument(const char **list, size_t *num, size_t max, const char *what, const char *argument,
		  struct argp_state *state)
{
	if (*num == max)
		argp_error(state, "more than %zu %s", max, what);
	list[(*num)++] = argument;
}
