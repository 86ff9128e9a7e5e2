// SPDX-License-Identifier: GPL-2.0-only
/* Arguments. See arguments.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/number.h"
#include "base/status.h"
#include "base/suggest.h"

/* Of one command; argp has a row for -h and one for the end, too. */
#define MAX_OPTIONS	16

/* Keys of options without a letter: their row in the table. */
#define FIRST_KEY	256

static const struct command_option *option_of_letter(const struct command_option *option, int letter)
{
	for (; option->help; option++)
		if (option->letter == letter)
			return option;
	return NULL;
}

static bool is_optional(const struct command_option *option)
{
	return option->argument && *option->argument == '[';
}

/* Its argument is the next word, unless it follows = or the letter. */
static bool needs_next_word(const struct command_option *option)
{
	return option->argument && !is_optional(option);
}

/* The option of a long name or of its beginning. An unknown name ends the program, with the name that is closest. */
static const struct command_option *option_of_name(const struct command_line *line, const char *argument)
{
	size_t length = strcspn(argument + 2, "=");
	struct suggestion suggestion;
	char wrong[128], name[128], text[160];
	const struct command_option *option;

	snprintf(wrong, sizeof(wrong), "%.*s", (int)length + 2, argument);
	suggestion_begin(&suggestion, wrong);
	if (!strncmp("help", argument + 2, length) || !strncmp("usage", argument + 2, length))
		return NULL;
	for (option = line->options; option->help; option++) {
		if (!strncmp(option->name, argument + 2, length))
			return option;
		snprintf(name, sizeof(name), "--%s", option->name);
		suggestion_try(&suggestion, name);
	}
	suggestion_try(&suggestion, "--help");
	fprintf(stderr, "%s: unknown option %s%s\nTry `%s --help'.\n", line->name, wrong,
		suggestion_text(&suggestion, text, sizeof(text)), line->name);
	exit(STATUS_USAGE);
}

/* Is the argument of the last of some letters (-jI 100) the next word? */
static bool letters_need_next_word(const struct command_option *options, const char *letters)
{
	for (; *letters; letters++) {
		const struct command_option *option = option_of_letter(options, *letters);

		if (option && option->argument)
			return !letters[1] && needs_next_word(option);
	}
	return false;
}

/* All that is no option is the command. */
static bool is_all_command(const struct command_line *line)
{
	return line->command && !line->words && !line->word;
}

/* Looks for unknown long options, up to the command that is to be run. */
static void check_options(const struct command_line *line, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strncmp(argv[i], "--", 2)) {
			const struct command_option *option = option_of_name(line, argv[i]);

			if (option && needs_next_word(option) && !strchr(argv[i], '='))
				i++;
		} else if (*argv[i] == '-' && argv[i][1]) {
			i += letters_need_next_word(line->options, argv[i] + 1);
		} else if (is_all_command(line)) {
			break;
		}
	}
}

static unsigned long parse_ms(const char *text, struct argp_state *state)
{
	uint64_t ms = 0;

	if (!parse_number(text, 1, 3600000, &ms))
		argp_error(state, "%s: not a number of milliseconds from 1 to 3600000", text);
	return ms;
}

void add_text(struct texts *texts, const char *text, struct argp_state *state)
{
	if (texts->num == texts->max)
		argp_error(state, "more than %zu %s", texts->max, texts->what);
	texts->all[texts->num++] = text;
}

/* Two options for one choice: one of them would be ignored. */
static void choose(const struct command_option *option, struct argp_state *state)
{
	static const struct command_option *chosen[MAX_OPTIONS];
	static size_t num;
	size_t i;

	for (i = 0; i < num; i++)
		if (chosen[i]->choice == option->choice && chosen[i]->chosen != option->chosen)
			argp_error(state, "--%s and --%s exclude each other", chosen[i]->name, option->name);
	if (num < MAX_OPTIONS)
		chosen[num++] = option;
	*option->choice = option->chosen;
}

/* The first of two values would be ignored. */
static void refuse_second(const struct command_option *option, struct argp_state *state)
{
	const struct command_line *line = state->input;
	static bool used[MAX_OPTIONS];

	if (used[option - line->options])
		argp_error(state, "--%s can be used once", option->name);
	used[option - line->options] = true;
}

static void set_option(const struct command_option *option, const char *argument, struct argp_state *state)
{
	if (option->text || option->ms || option->parse)
		refuse_second(option, state);
	if (option->flag)
		*option->flag = true;
	else if (option->text)
		*option->text = argument;
	else if (option->texts)
		add_text(option->texts, argument, state);
	else if (option->ms)
		*option->ms = parse_ms(argument, state);
	else if (option->choice)
		choose(option, state);
	else
		option->parse(argument, state);
}

/* argp stops at `--`; what is behind it is the command. */
static bool begins_command(const struct command_line *line, const struct argp_state *state)
{
	return line->command && !strcmp(state->argv[state->next - 2], "--");
}

static error_t parse_word(const struct command_line *line, char *word, struct argp_state *state)
{
	if (is_all_command(line) || begins_command(line, state)) {
		*line->command = state->argv + state->next - 1;
		state->next = state->argc;
	} else if (line->words) {
		add_text(line->words, word, state);
	} else if (line->word) {
		line->word(word, state);
	} else {
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static error_t parse_key(int key, char *argument, struct argp_state *state)
{
	const struct command_line *line = state->input;
	const struct command_option *option;

	if (key == ARGP_KEY_ARG)
		return parse_word(line, argument, state);
	if (key == ARGP_KEY_END && line->command && !*line->command && state->argc && !strcmp(state->argv[state->argc - 1], "--"))
		argp_error(state, "no command after --");
	if (key == ARGP_KEY_END && line->check)
		line->check(state);
	if (key == 'h')
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	if (key >= FIRST_KEY && key < FIRST_KEY + MAX_OPTIONS)
		option = &line->options[key - FIRST_KEY];
	else
		option = key > 0 ? option_of_letter(line->options, key) : NULL;
	if (!option)
		return ARGP_ERR_UNKNOWN;
	set_option(option, argument, state);
	return 0;
}

void parse_arguments(const struct command_line *line, int argc, char **argv)
{
	/* argp itself has --help and -?. */
	struct argp_option options[MAX_OPTIONS + 2] = { { NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0 } };
	struct argp argp = { .options = options, .parser = parse_key, .args_doc = line->usage, .doc = line->doc };
	char names[MAX_OPTIONS][32];
	size_t i;

	for (i = 0; i < MAX_OPTIONS && line->options[i].help; i++) {
		const struct command_option *option = &line->options[i];

		options[i + 1] = (struct argp_option){
			.name = option->name, .key = option->letter ? option->letter : FIRST_KEY + (int)i,
			.arg = option->argument, .doc = option->help, .group = option->group,
		};
		if (!is_optional(option))
			continue;
		/* argp has brackets of its own. */
		snprintf(names[i], sizeof(names[i]), "%.*s", (int)strlen(option->argument) - 2, option->argument + 1);
		options[i + 1].arg = names[i];
		options[i + 1].flags = OPTION_ARG_OPTIONAL;
	}
	argp_err_exit_status = STATUS_USAGE;
	/* Messages of argp begin with it. */
	argv[0] = (char *)line->name;
	check_options(line, argc, argv);
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, (void *)line);
}
