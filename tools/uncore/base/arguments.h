/* SPDX-License-Identifier: GPL-2.0-only */
/* Arguments of subcommands, by argp. */
#ifndef UNCORE_ARGUMENTS_H
#define UNCORE_ARGUMENTS_H

#include <argp.h>
#include <stddef.h>

/**
 * parse_arguments() - argp_parse() with our exit status for wrong usage
 * @argp: options; --help, -h, --usage and errors are handled. An unknown option ends the program with the one that is
 *        closest
 * @argc: number of arguments
 * @argv: arguments, beginning with the subcommand
 * @name: "uncore list" and alike
 * @input: for the parser
 *
 * Arguments behind the first that is no option are left in place.
 */
void parse_arguments(const struct argp *argp, int argc, char **argv, const char *name, void *input);

/** parse_interval() - a number of milliseconds; ends the program with an error if it is none */
unsigned long parse_interval(const char *text, struct argp_state *state);

/** add_argument() - one more of @what at the end of @list; ends the program with an error if it has @max */
void add_argument(const char **list, size_t *num, size_t max, const char *what, const char *argument,
		  struct argp_state *state);

#endif
