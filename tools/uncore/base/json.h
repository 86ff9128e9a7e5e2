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
