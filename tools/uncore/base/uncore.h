/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uncore: what all subcommands share. Documentation/uncore.rst is the manual.
 */
#ifndef UNCORE_H
#define UNCORE_H

#include <argp.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** enum status - exit status of the program */
enum status {
	STATUS_OK,
	STATUS_FAILED,		/* something failed */
	STATUS_USAGE,
	STATUS_NO_PMU,		/* there is no uncore PMU */
	STATUS_NO_PERMISSION,
	STATUS_CANNOT_RUN = 127,	/* the command cannot be run */
};

/**
 * struct command - a subcommand
 * @name: its name
 * @summary: one line for `uncore --help`
 * @run: gets the arguments from the name on, returns an exit status
 */
struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

int command_list(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_units(int argc, char **argv);
int command_metrics(int argc, char **argv);
int command_top(int argc, char **argv);
int command_export(int argc, char **argv);
int command_windows(int argc, char **argv);
int command_tasks(int argc, char **argv);
int command_check(int argc, char **argv);

/** fail() - print `uncore: ...` on standard error; returns @status, to be returned */
enum status fail(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** usage_error() - the same for arguments, with a hint at --help; returns STATUS_USAGE */
enum status usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** seconds_now() - CLOCK_MONOTONIC */
double seconds_now(void);

/**
 * parse_arguments() - argp_parse() with our exit status for wrong usage
 * @argp: options; --help, --usage and errors are handled
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

/** need() - @pointer, or the end of the program: there is no memory */
void *need(void *pointer);

/** grow() - room for one more of @size bytes at the end of @array, which has @count */
void *grow(void *array, size_t count, size_t size);

/** print_json() - print and release an object; returns false after a message if it cannot */
bool print_json(struct json_object *object);

/**
 * print_json_line() - print and release an object, in one line
 * @object: the object
 * @out: where
 *
 * Names come from other programs. Bytes that are no UTF-8 become U+FFFD, and characters that a terminal may obey are
 * escaped.
 */
void print_json_line(struct json_object *object, FILE *out);

/**
 * safe_text() - a name from another program, for a terminal
 * @text: the name
 * @safe: receives it with \xNN for each byte that a terminal may obey or that is no UTF-8
 * @size: of @safe
 *
 * Return: @safe.
 */
const char *safe_text(const char *text, char *safe, size_t size);

/** json_set_number() - a member that is a number up to 2^64 - 1 */
void json_set_number(struct json_object *object, const char *key, uint64_t value);

/** json_set_text() - a member that is a string, or null */
void json_set_text(struct json_object *object, const char *key, const char *text);

#endif
