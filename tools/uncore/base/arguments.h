/* SPDX-License-Identifier: GPL-2.0-only */
/* Arguments of subcommands: a table of options for each, which argp reads. */
#ifndef UNCORE_ARGUMENTS_H
#define UNCORE_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#define MAX_TEXTS	128

/**
 * struct texts - arguments that can be repeated
 * @all: the arguments
 * @num: how many there are
 * @max: how many there may be, at most MAX_TEXTS
 * @what: what they are, for the message if there are more
 */
struct texts {
	const char *all[MAX_TEXTS];
	size_t num, max;
	const char *what;
};

/**
 * struct command_option - an option of a command, and where its value goes
 * @name: its long name
 * @letter: its short name, 0 for none
 * @argument: what --help calls its argument, NULL if it has none; [FILE] if it can be omitted
 * @help: what --help says of it; the last row of a table has none
 * @group: --help sorts options by it
 * @flag: becomes true
 * @text: becomes the argument; a second one is an error
 * @texts: the argument is added to it
 * @ms: becomes the argument, a number of milliseconds
 * @choice: becomes @chosen
 * @chosen: one of an enum
 * @parse: gets the argument
 *
 * One of @flag, @text, @texts, @ms, @choice and @parse is set.
 */
struct command_option {
	const char *name;
	int letter;
	const char *argument;
	const char *help;
	int group;
	bool *flag;
	const char **text;
	struct texts *texts;
	unsigned long *ms;
	unsigned int *choice;
	unsigned int chosen;
	void (*parse)(const char *argument, struct argp_state *state);
};

/**
 * struct command_line - what a command takes
 * @name: "uncore list" and alike
 * @usage: what --help calls the arguments behind the options, NULL if there are none
 * @doc: what the command does, for --help
 * @options: ends with a row without a help
 * @words: receives arguments that are no options, NULL if it is @word that gets them, or nothing
 * @word: gets each of them
 * @command: receives the command to run: what is behind `--`, or, without @words and @word, all that is no option
 * @check: is called at the end, and calls argp_error() if something is missing
 */
struct command_line {
	const char *name;
	const char *usage;
	const char *doc;
	const struct command_option *options;
	struct texts *words;
	void (*word)(const char *word, struct argp_state *state);
	char ***command;
	void (*check)(struct argp_state *state);
};

/**
 * parse_arguments() - set what the arguments of a command say
 * @line: what it takes; --help, -h and --usage are handled
 * @argc: number of arguments
 * @argv: arguments, beginning with the subcommand
 *
 * A mistake ends the program with STATUS_USAGE. For an unknown option the message has the closest one.
 */
void parse_arguments(const struct command_line *line, int argc, char **argv);

/** add_text() - one more argument; ends the program with an error if there are too many */
void add_text(struct texts *texts, const char *text, struct argp_state *state);

#endif
