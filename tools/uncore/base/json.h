/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON, to be printed. */
#ifndef UNCORE_JSON_H
#define UNCORE_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/clock.h"

/** Of the names in JSON and CSV, which uncore(1) lists: it grows when one of them changes its meaning or goes. */
#define OUTPUT_VERSION	1

/** json_begin() - an object with the version of its names: what each command prints begins with it */
struct json_object *json_begin(void);

/** json_begin_interval() - the same, of what happened in an interval that ended at @moment */
struct json_object *json_begin_interval(const struct moment *moment);

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
 * json_read_lines() - read a file with a value of JSON in each line
 * @path: the file
 * @read: takes the value of a line and its number, from 0, or NULL for a line that is no JSON; false if it does not belong
 *	  in such a file
 * @to: for @read
 *
 * The last line can be incomplete, if the program that wrote it was killed. It is left out.
 *
 * Return: 0, the number of the line that does not belong there, or -1 with errno if the file cannot be read.
 */
int json_read_lines(const char *path, bool (*read)(void *to, struct json_object *line, unsigned int number), void *to);

/** json_set_number() - a member that is a number up to 2^64 - 1 */
void json_set_number(struct json_object *object, const char *key, uint64_t value);

/** json_set_real() - a member that is a number, or null: JSON has neither infinity nor what is no number */
void json_set_real(struct json_object *object, const char *key, double value);

/** json_set_index() - a member that is a number, such as that of a unit, or null for a negative one: there is none */
void json_set_index(struct json_object *object, const char *key, int value);

/** json_set_time() - a member that is a time of day, or null for 0: it is unknown */
void json_set_time(struct json_object *object, const char *key, uint64_t time);

/** json_set_text() - a member that is a string, or null */
void json_set_text(struct json_object *object, const char *key, const char *text);

#endif
